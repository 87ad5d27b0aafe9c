"""Runs scenarios: given, when, then. A scenario is documentation, example and test at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.machine import LogEntry, Machine
from adjudicator.engine.play import Outcome, apply
from adjudicator.engine.position import Position, complete
from adjudicator.engine.questions import QuestionError, prepare
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import LEGAL
from adjudicator.language import types as t
from adjudicator.language.runtime import RuleFault
from adjudicator.ruleset.rule_set import Scenario


@dataclass(slots=True)
class Result:
    """How a scenario came out: every expectation that was not met, and what happened on the way."""

    scenario: str
    failures: list[str] = field(default_factory=list)
    log: list[LogEntry] = field(default_factory=list)
    outcome: Outcome | None = None
    position: Position | None = None

    @property
    def passed(self) -> bool:
        return not self.failures


def run(rules: Rules, scenario: Scenario) -> Result:
    result = Result(scenario.id)
    try:
        result.position = _given(rules, scenario.data["given"], result)
        if result.position is None:
            return result
        _when(rules, scenario.data, result)
    except RuleFault as fault:
        result.failures.append(f"fault: {fault}")
        return result
    _then(rules, scenario.data.get("then", {}), result)
    return result


def _given(rules: Rules, given: dict[str, Any], result: Result) -> Position | None:
    if "question" in given:
        try:
            machine = prepare(rules, given["question"], given.get("inputs", {}))
        except QuestionError as error:
            result.failures += [f"given: {p.code} at {p.path} {p.values}" for p in error.problems]
            return None
        asking.advance(machine)
        result.log += machine.log
        return machine.position()
    position, problems = complete(rules, given)
    result.failures += [f"given: {p.code} at {p.path} {p.values}" for p in problems]
    return None if problems else position


def _when(rules: Rules, data: dict[str, Any], result: Result) -> None:
    """Apply the moves; all but the last must be legal."""
    moves = data.get("when", [])
    for index, move in enumerate(moves):
        assert result.position is not None
        outcome = apply(rules, result.position, move, undecided_too=False)
        result.outcome = outcome
        result.log += outcome.log
        if outcome.applied:
            result.position = outcome.position
        elif outcome.fault is not None:
            result.failures.append(f"when[{index}]: fault {outcome.fault}")
            return
        elif index < len(moves) - 1:
            problems = [f"{p.code} {p.values}" for p in outcome.verdict.problems]
            verdict = outcome.verdict.verdict
            result.failures.append(f"when[{index}] is {verdict}: {outcome.verdict.because or problems}")
            return


def _then(rules: Rules, then: dict[str, Any], result: Result) -> None:
    assert result.position is not None
    verdict = result.outcome.verdict if result.outcome is not None else None
    expected = then.get("verdict", LEGAL)
    if verdict is not None and verdict.verdict != expected:
        reasons = verdict.because or [f"{p.code} {p.values}" for p in verdict.problems]
        result.failures.append(f"verdict: expected {expected}, found {verdict.verdict} {reasons}")
    if "because" in then and verdict is not None and sorted(verdict.because) != sorted(then["because"]):
        result.failures.append(f"because: expected {then['because']}, found {verdict.because}")
    for path, wanted, found in _differences(then.get("state", {}), result.position["state"], rules):
        result.failures.append(f"state {path}: expected {wanted}, found {found}")
    report = result.position.get("answer") or {}
    for name, wanted in then.get("report", {}).items():
        if report.get(name) != wanted:
            result.failures.append(f"report {name}: expected {wanted}, found {report.get(name)}")
    if "waiting" in then:
        waiting = asking.pending(Machine(rules, result.position))
        name = waiting.name if waiting is not None else None
        if name != then["waiting"]:
            result.failures.append(f"waiting: expected {then['waiting']}, found {name}")


def _differences(expected: dict[str, Any], state: dict[str, Any], rules: Rules) -> list[tuple[str, Any, Any]]:
    """Where the state is not as expected; of keyed fields and records only the parts named count."""
    found: list[tuple[str, Any, Any]] = []
    for name, wanted in expected.items():
        definition = rules.program.fields.get(name)
        if definition is None:
            found.append((name, wanted, "no such field"))
            continue
        value = state[name]
        if isinstance(definition.type, t.SetOf) and isinstance(wanted, list):
            wanted = sorted(wanted)
        if definition.key is not None:
            for key, part in wanted.items():
                have = value.get(key, definition.default)
                if have != part:
                    found.append((f"{name}({key})", part, have))
        elif isinstance(value, dict) and isinstance(wanted, dict) and wanted.keys() < value.keys():
            found += [(f"{name}.{k}", v, value.get(k)) for k, v in wanted.items() if value.get(k) != v]
        elif value != wanted:
            found.append((name, wanted, value))
    return found


def trace(result: Result) -> str:
    """What happened, for the message of a failing test."""
    lines = [f"scenario {result.scenario}", *(f"  FAILED {f}" for f in result.failures)]
    for entry in result.log:
        if entry.what == "change":
            v = entry.values
            key = f"({v['key']})" if v["key"] is not None else ""
            lines.append(f"  {v['field']}{key}: {v['was']} -> {v['now']}  {', '.join(entry.rules)}")
        elif entry.what != "rule":
            lines.append(f"  {entry.what} {entry.values}")
    if result.outcome is not None:
        for condition in result.outcome.verdict.conditions:
            word = {True: "yes", False: "no ", None: "?  "}[condition.holds]
            lines.append(f"  {word} {condition.rule or condition.code} {condition.values or ''}")
    return "\n".join(lines)
