"""A rule set made ready to run: the compiled program and its naive double."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.language.compiler import Compiled, Function, Object, compile_program, link, used_names
from adjudicator.language.evaluator import Evaluator
from adjudicator.language.expressions import python_name
from adjudicator.language.program import Program
from adjudicator.language.runtime import UNKNOWN
from adjudicator.ruleset.rule_set import RuleSet, piece_counts

State = Mapping[str, Any]


class Rules:
    """What every question is asked of. Immutable once made; safe to share between requests."""

    def __init__(self, rule_set: RuleSet, object_: Object | None = None, version: str = "") -> None:
        self.rule_set = rule_set
        self.id = rule_set.id
        self.version = version
        self.program: Program = rule_set.program
        self.object = object_ or compile_program(self.program)
        amount = hidden_amount(self.program)
        self.compiled: Compiled = link(self.object, self.program, amount)
        self.evaluator = Evaluator(self.program, amount)
        self.checks = {name: self.compiled.functions[python_name("a", name)] for name in self.program.actions}
        self.handlers_at: dict[str, list[str]] = {}
        for handler in self.program.handlers.values():
            self.handlers_at.setdefault(handler.moment, []).append(handler.id)
        self.requirement_names = {
            action.name: [self._used(action.name, i) for i in range(len(action.requires))]
            for action in self.program.actions.values()
        }

        self.source_names = {
            (action.name, name): used_names(given.source, [action.by, *action.given])
            for action in self.program.actions.values()
            for name, given in action.given.items()
            if given.source is not None
        }

    def function(self, name: str) -> Function:
        return self.compiled.functions[name]

    def action_check(self, action: str) -> Function:
        """All requirements at once: the index of the first that fails, or -1."""
        return self.checks[action]

    def requirement(self, action: str, index: int) -> tuple[Function, list[str]]:
        """One requirement, and the names it takes after the state."""
        function = self.compiled.functions[f"{python_name('a', action)}_r{index}"]
        return function, self.requirement_names[action][index]

    def _used(self, action: str, index: int) -> list[str]:
        definition = self.program.actions[action]
        return used_names(definition.requires[index].that, [definition.by, *definition.given])


def hidden_amount(program: Program) -> Callable[[State, Any, Any], int]:
    """How many of a piece a bag may hold when some of its pieces are unidentified.

    Those that are seen there, and as many of the unidentified ones as are not known to be elsewhere.
    """

    kinds = {piece: kind for kind, box in program.boxes.items() for piece in box}

    def amount(state: State, bag: Mapping[str, int], piece: str) -> int:
        seen = bag.get(piece, 0)
        hidden = bag.get(UNKNOWN, 0)
        if not hidden or piece not in kinds:
            return seen
        kind = kinds[piece]
        elsewhere = piece_counts(program, dict(state), kind).get(piece, 0)
        return seen + min(hidden, max(0, program.boxes[kind][piece] - elsewhere))

    return amount
