"""Applying a move: a pure function of position and answer, all or nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.machine import LogEntry, Machine
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import ILLEGAL, INVALID, LEGAL, UNDECIDED, Verdict, verdict
from adjudicator.language.runtime import RuleFault, Undecided


@dataclass(slots=True)
class Outcome:
    """What came of a move. The position is the old one unless the move was applied."""

    verdict: Verdict
    position: Position
    applied: bool = False
    log: list[LogEntry] = field(default_factory=list)
    pending: asking.Pending | None = None
    fault: RuleFault | None = None


def apply(rules: Rules, position: Position, move: Any, *, undecided_too: bool = False) -> Outcome:
    """Judge a move and, if it is legal, carry it out as far as it goes without a further answer.

    A move the rules leave undecided is carried out only on request: the table has agreed.
    """
    judged = verdict(rules, position, move)
    if judged.verdict in (ILLEGAL, INVALID) or (judged.verdict == UNDECIDED and not undecided_too):
        return Outcome(judged, position)
    machine = Machine(rules, position)
    rules.compiled.budget.reset()
    try:
        _take(machine, move)
        waiting = asking.advance(machine)
    except RuleFault as fault:
        return Outcome(judged, position, fault=fault)
    except Undecided as open_:
        return Outcome(judged, position, fault=RuleFault("ruling-open", ruling=open_.ruling))
    return Outcome(judged, machine.position(), True, machine.log, waiting)


def _take(machine: Machine, move: dict[str, Any]) -> None:
    asked = asking.pending(machine)
    if "action" not in move:
        assert asked is not None
        asking.accept(machine, asked, asking.check(machine, asked, move["answer"]).value)
        return
    if asked is not None:
        machine.stack[-1]["step"] += 1
    start_action(machine, move)


def start_action(machine: Machine, move: dict[str, Any]) -> None:
    action = machine.rules.program.actions[move["action"]]
    machine.cite([action.rule])
    machine.start(f"action {action.name}", {action.by: move["by"], **{n: move[n] for n in action.given}})


def is_legal(rules: Rules, position: Position, move: dict[str, Any]) -> bool:
    """The fast verdict: a move already understood, no reasons. Agrees with `verdict` by construction."""
    name = move["action"]
    given = [move[parameter] for parameter in rules.program.actions[name].given]
    return bool(rules.checks[name](position["state"], move["by"], *given) < 0)


def carry_out(rules: Rules, position: Position, move: dict[str, Any]) -> Outcome:
    """Apply a move that is known to be legal, without asking for reasons."""
    machine = Machine(rules, position)
    rules.compiled.budget.reset()
    judged = Verdict(LEGAL, move)
    try:
        _take(machine, move)
        waiting = asking.advance(machine)
    except RuleFault as fault:
        return Outcome(judged, position, fault=fault)
    return Outcome(judged, machine.position(), True, machine.log, waiting)


def begin(rules: Rules, position: Position, procedure: str, arguments: dict[str, Any]) -> Outcome:
    """Start a procedure (a turn, say) on a position where nothing is under way."""
    machine = Machine(rules, position)
    rules.compiled.budget.reset()
    move = {"procedure": procedure, **arguments}
    try:
        machine.start(f"procedure {procedure}", arguments)
        waiting = asking.advance(machine)
    except RuleFault as fault:
        return Outcome(Verdict(LEGAL, move), position, fault=fault)
    return Outcome(Verdict(LEGAL, move), machine.position(), True, machine.log, waiting)


def waiting(rules: Rules, position: Position) -> asking.Pending | None:
    """What a position waits for."""
    rules.compiled.budget.reset()
    return asking.pending(Machine(rules, position))
