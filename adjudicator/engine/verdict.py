"""Legal, illegal or undecided, as a proof: every condition, whether it held and why, the rule it rests on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.engine import asking
from adjudicator.engine.blame import Need, blame
from adjudicator.engine.machine import Machine
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules, State
from adjudicator.language.evaluator import Fact, Walk
from adjudicator.language.program import Action, Requirement
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.ruleset import values

LEGAL, ILLEGAL, UNDECIDED, INVALID = "legal", "illegal", "undecided", "invalid"
Move = dict[str, Any]


@dataclass(slots=True)
class Judged:
    """One condition: `holds` is none where the rules do not say."""

    rule: str | None
    holds: bool | None
    code: str | None = None  # a condition of the procedure rather than of a rule: wrong player, wrong moment
    values: dict[str, Any] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    needs: list[Need] = field(default_factory=list)
    ruling: str | None = None


@dataclass(slots=True)
class Verdict:
    verdict: str
    move: Move
    conditions: list[Judged] = field(default_factory=list)
    problems: list[values.ValueProblem] = field(default_factory=list)
    instead: list[Move] = field(default_factory=list)

    @property
    def because(self) -> list[str]:
        """The rules of the conditions that failed."""
        return [c.rule or c.code or "" for c in self.conditions if c.holds is False]


def verdict(rules: Rules, position: Position, move: Any) -> Verdict:
    """Judge an action or an answer in a completed position, with reasons."""
    rules.compiled.budget.reset()
    if not isinstance(move, dict):
        problem = values.ValueProblem((), "wrong-value", {"found": str(move)[:60], "expected": "move"})
        return Verdict(INVALID, {}, problems=[problem])
    machine = Machine(rules, position) if position["stack"] else None
    waiting = asking.pending(machine) if machine is not None else None
    if "action" in move:
        return _action_verdict(rules, position["state"], waiting, move)
    return _answer_verdict(machine, waiting, move)


# ---------------------------------------------------------------------- actions


def _action_verdict(rules: Rules, state: State, waiting: asking.Pending | None, move: Move) -> Verdict:
    problems = move_problems(rules, move)
    if problems:
        return Verdict(INVALID, move, problems=problems)
    action = rules.program.actions[move["action"]]
    conditions = _timing(waiting, move) if waiting is not None else []
    env = {action.by: move["by"], **{name: move[name] for name in action.given}}
    walk = rules.evaluator.walk(state)
    conditions += [_judge(rules, walk, r, env) for r in action.requires]
    return Verdict(_sum(conditions), move, conditions)


def _timing(waiting: asking.Pending, move: Move) -> list[Judged]:
    """Is it the moment for this action, and for this player?"""
    if waiting.kind != "act" or move["action"] not in waiting.actions:
        return [Judged(None, False, "waiting-for", {"name": waiting.name, "who": waiting.who})]
    return [Judged(None, move["by"] == waiting.who, "acting-player", {"who": waiting.who})]


def _judge(rules: Rules, walk: Walk, requirement: Requirement, env: dict[str, Any]) -> Judged:
    judged = Judged(requirement.rule, None, None, {}, [], [])
    walker = rules.evaluator
    try:
        value, judged.facts = walker.explain(requirement.that, walk, env)
        judged.holds = bool(value)
        if not judged.holds:
            judged.values = walker.values(requirement.shows, walk, env)
            judged.needs = blame(rules.program, walker, requirement.that, walk, env)
    except Undecided as open_:
        judged.ruling = open_.ruling
    except RuleFault as fault:
        judged.code, judged.values = fault.code, fault.values
    return judged


def _sum(conditions: list[Judged]) -> str:
    if any(c.holds is False for c in conditions):
        return ILLEGAL
    return UNDECIDED if any(c.holds is None for c in conditions) else LEGAL


def move_problems(rules: Rules, move: Move) -> list[values.ValueProblem]:
    """Everything that makes a move impossible to understand."""
    program = rules.program
    name = move["action"]
    action = program.actions.get(name) if isinstance(name, str) else None
    if action is None:
        near = nearest_name(str(name), program.actions)
        return [values.ValueProblem(("action",), "unknown-action", {"name": str(name)}, near)]
    found = list(_given_problems(rules, action, move))
    for extra in sorted(move.keys() - {"action", "by", *action.given}):
        near = nearest_name(extra, action.given)
        found.append(values.ValueProblem((extra,), "surplus-parameter", {"name": extra}, near))
    return found


def _given_problems(rules: Rules, action: Action, move: Move) -> list[values.ValueProblem]:
    found: list[values.ValueProblem] = []
    wanted = {"by": action.by_type, **{name: given.type for name, given in action.given.items()}}
    for name, type_ in wanted.items():
        if name not in move:
            found.append(values.ValueProblem((name,), "missing-parameter", {"name": name}))
        else:
            found += values.problems(move[name], type_, rules.program, (name,))
    return found


# ---------------------------------------------------------------------- answers


def _answer_verdict(machine: Machine | None, waiting: asking.Pending | None, move: Move) -> Verdict:
    if machine is None or waiting is None:
        return Verdict(INVALID, move, problems=[values.ValueProblem((), "not-waiting", {})])
    if "answer" not in move:
        return Verdict(
            INVALID,
            move,
            problems=[values.ValueProblem(("answer",), "missing-parameter", {"name": "answer"})],
        )
    for extra in sorted(move.keys() - {"answer", "name", "by"}):
        problem = values.ValueProblem((extra,), "surplus-parameter", {"name": extra})
        return Verdict(INVALID, move, problems=[problem])
    if move.get("name", waiting.name) != waiting.name:
        problem = values.ValueProblem(("name",), "waiting-for", {"name": waiting.name})
        return Verdict(INVALID, move, problems=[problem])
    if waiting.kind == "act":
        problem = values.ValueProblem(("answer",), "waiting-for", {"name": ", ".join(waiting.actions)})
        return Verdict(INVALID, move, problems=[problem])
    checked = asking.check(machine, waiting, move["answer"])
    if checked.problems:
        return Verdict(INVALID, move, problems=checked.problems)
    conditions = [Judged(rule, holds) for rule, holds in checked.conditions]
    if move.get("by", waiting.who) != waiting.who:
        conditions.insert(0, Judged(None, False, "acting-player", {"who": waiting.who}))
    return Verdict(_sum(conditions), move, conditions)
