"""What is enforced and what is tested, derived from the data: nobody types it in, so it cannot be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language.program import Program
from adjudicator.referee import Referee
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.languages import LANGUAGES


@dataclass(slots=True)
class Coverage:
    ruleset: str
    entries: int
    adjudicable: int
    enforced: set[str]
    tested: set[str]
    not_enforced: list[str]
    not_tested: list[str]
    scenarios: int
    rulings: int
    open_rulings: int
    texts: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        names = self.__dataclass_fields__
        data = {name: getattr(self, name) for name in names}
        return {name: sorted(value) if isinstance(value, set) else value for name, value in data.items()}


def enforcing(rule_set: RuleSet) -> dict[str, list[str]]:
    """For every rule, the definitions that enforce it: terms, exceptions, requirements, steps, handlers."""
    found: dict[str, list[str]] = {}
    for rule, by in [*_statements(rule_set.program), *_steps(rule_set.program)]:
        if by not in found.setdefault(rule, []):
            found[rule].append(by)
    return found


def _statements(program: Program) -> Iterator[tuple[str, str]]:
    for term in program.terms.values():
        yield term.rule, f"term {term.name}"
        for exception in term.exceptions:
            yield exception.rule, f"exception {term.name}"
    for action in program.actions.values():
        yield action.rule, f"action {action.name}"
        for requirement in action.requires:
            yield requirement.rule, f"requirement {action.name}"
    for invariant in program.invariants.values():
        yield invariant.rule, f"invariant {invariant.id}"


def _steps(program: Program) -> Iterator[tuple[str, str]]:
    scripts = [(f"action {a.name}", a.does) for a in program.actions.values()]
    scripts += [(f"procedure {p.name}", p.does) for p in program.procedures.values()]
    scripts += [(f"question {q.id}", q.does) for q in program.questions.values()]
    for handler in program.handlers.values():
        yield handler.rule, f"handler {handler.id}"
        scripts.append((f"handler {handler.id}", handler.does))
    for name, does in scripts:
        for rule in _cited(does):
            yield rule, name


def _cited(statements: list[s.Statement]) -> list[str]:
    """Rules named by steps and by conditions on answers."""
    rules: list[str] = []
    for e in statements:
        if isinstance(e, s.Cite):
            rules += e.rules
        elif isinstance(e, s.Ask):
            rules += [c.rule for c in e.conditions]
        elif isinstance(e, s.Branch):
            for _, body in e.cases:
                rules += _cited(body)
            rules += _cited(e.other)
        elif isinstance(e, s.Loop | s.While):
            rules += _cited(e.body)
    return rules


def testing(rule_set: RuleSet) -> dict[str, list[str]]:
    """For every rule, the scenarios that name it."""
    found: dict[str, list[str]] = {}
    for scenario in rule_set.scenarios.values():
        named = scenario.data["rule"]
        for rule in named if isinstance(named, list) else [named]:
            found.setdefault(rule, []).append(scenario.id)
    return found


def coverage(referee: Referee) -> Coverage:
    """The honest state of a rule set."""
    rule_set = referee.rule_set
    wanted = {id_ for id_, entry in rule_set.reference.items() if entry.adjudicable}
    enforced = enforcing(rule_set).keys() & wanted
    tested = testing(rule_set).keys() & wanted
    texts = {
        language: sum(1 for id_ in rule_set.reference if _has_text(referee, id_, language))
        for language in LANGUAGES
    }
    return Coverage(
        rule_set.id,
        len(rule_set.reference),
        len(wanted),
        set(enforced),
        set(tested),
        [id_ for id_ in rule_set.reference if id_ in wanted and id_ not in enforced],
        [id_ for id_ in rule_set.reference if id_ in enforced and id_ not in tested],
        len(rule_set.scenarios),
        len(rule_set.program.rulings),
        sum(1 for r in rule_set.program.rulings.values() if r.takes is None),
        texts,
    )


def _has_text(referee: Referee, rule: str, language: str) -> bool:
    return any(rule in referee.catalog.texts("rules", owner, language) for owner in referee.rule_set.chain)
