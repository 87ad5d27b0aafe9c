"""The referee: one rule set, asked in Python. The README shows a question from beginning to end."""

from __future__ import annotations

import gc
import random
from functools import lru_cache
from typing import Any

from adjudicator.data.diagnostic import DataError, nearest_name
from adjudicator.engine import alternatives, asking, moves, odds, play, questions, scenario, verdict
from adjudicator.engine.position import Inconsistency, Position, canonical, complete, digest, status
from adjudicator.engine.position_schema import position_schema
from adjudicator.engine.rules import Rules
from adjudicator.library import Library, open_library
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.answers import Answers
from adjudicator.text.catalog import Catalog


class UnknownRuleSet(KeyError):
    """No rule set of this name; `nearest` is the one that may have been meant."""

    def __init__(self, name: str, known: list[str]) -> None:
        self.name, self.known = name, known
        self.nearest = nearest_name(name, known)
        super().__init__(name)


class InvalidPosition(ValueError):
    """A position that was not understood; carries every inconsistency."""

    def __init__(self, problems: list[Inconsistency]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{p.code} at {'/'.join(map(str, p.path))}" for p in problems))


class Referee:
    """Answers questions about one rule set. Every method is a pure function of its arguments."""

    def __init__(self, rules: Rules, catalog: Catalog) -> None:
        self.rules = rules
        self.catalog = catalog

    @property
    def rule_set(self) -> RuleSet:
        return self.rules.rule_set

    def answers(self, language: str = "en") -> Answers:
        """The same answers as JSON in a reader's language."""
        return Answers(self.rules, self.catalog, language)

    def position(self, written: Any) -> Position:
        """A complete position from what was written; raises `InvalidPosition` naming every problem."""
        position, problems = complete(self.rules, written)
        if problems:
            raise InvalidPosition(problems)
        return position

    def status(self, position: Position) -> list[Inconsistency]:
        return status(self.rules, position)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of this rule set's positions."""
        return position_schema(self.rules)

    def canonical(self, position: Position) -> Position:
        return canonical(self.rules, position)

    def digest(self, position: Position) -> str:
        return digest(self.rules, position)

    def waiting(self, position: Position) -> asking.Pending | None:
        return play.waiting(self.rules, position)

    def verdict(self, position: Position, move: Any) -> verdict.Verdict:
        """Legal, illegal, undecided or invalid, with reasons and with what would be legal instead."""
        judged = verdict.verdict(self.rules, position, move)
        if judged.verdict == verdict.ILLEGAL and "action" in judged.move:
            judged.instead = alternatives.instead(self.rules, position, judged)
        return judged

    def moves(self, position: Position, by: str | None = None) -> moves.Moves:
        return moves.moves(self.rules, position, by)

    def apply(self, position: Position, move: Any, *, undecided_too: bool = False) -> play.Outcome:
        return play.apply(self.rules, position, move, undecided_too=undecided_too)

    def resolve(
        self,
        question: str,
        inputs: dict[str, Any],
        answers: list[dict[str, Any]] | None = None,
        *,
        seed: int | None = None,
        choose: bool = True,
    ) -> questions.Resolution:
        """A ready-made question; dice that were not reported are rolled if there is a seed."""
        roll = random.Random(seed) if seed is not None else None
        return questions.resolve(self.rules, question, inputs, answers, roll=roll, choose=choose)

    def odds(self, question: str, inputs: dict[str, Any], *, most: int = odds.MOST_NODES) -> odds.Odds:
        """Every outcome with its probability; refused when more than `most` positions are met."""
        return odds.odds(self.rules, question, inputs, most)

    def scenarios(self) -> list[scenario.Result]:
        return [scenario.run(self.rules, s) for s in self.rule_set.scenarios.values()]


@lru_cache(maxsize=1)
def library() -> Library:
    """The library of this installation, opened once.

    Nothing in it is ever freed, so the garbage collector is told not to look at it again and again.
    """
    opened = open_library()
    gc.collect()
    gc.freeze()
    return opened


def load(name: str) -> Referee:
    """The referee of a rule set; raises `UnknownRuleSet`, or `DataError` when its data are broken."""
    opened = library()
    if name not in opened.rules:
        if name in opened.broken:
            raise DataError(opened.broken[name].problems)
        raise UnknownRuleSet(name, sorted(opened.rules))
    return Referee(opened.rules[name], opened.catalog)
