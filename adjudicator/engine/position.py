"""Positions: one JSON document at every moment, completed, canonical, checked.

    {"ruleset": ..., "state": {field: value}, "stack": [frames of the procedures under way], "answer": ...}

People write `{"ruleset": ..., "setup": "start", "changes": {...}}`; `complete` turns that into the above.
"""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import dataclass, field
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.engine.rules import Rules
from adjudicator.engine.starting import DEFAULT, canonical_text, canonical_value, changed, dumped, start
from adjudicator.language import types as t
from adjudicator.language.expressions import python_name
from adjudicator.language.runtime import BUDGET, UNKNOWN, RuleFault, Undecided
from adjudicator.ruleset import values
from adjudicator.ruleset.rule_set import field_problems, miscounted, piece_counts

Position = dict[str, Any]
_KEYS = ("ruleset", "version", "setup", "changes", "state", "stack", "answer", "question")


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Something wrong with a position: at a JSON path, by a code, perhaps against a rule."""

    path: values.Path
    code: str
    values: dict[str, Any] = field(default_factory=dict)
    nearest: str | None = None
    rule: str | None = None


def complete(rules: Rules, written: Any) -> tuple[Position, list[Inconsistency]]:
    """A full position from what was written, and every problem that stopped part of it from being used."""
    if not isinstance(written, dict):
        return {"ruleset": rules.id, "state": dict(start(rules, None)), "stack": []}, [
            Inconsistency((), "wrong-value", {"found": str(written)[:60], "expected": "position"})
        ]
    found: list[Inconsistency] = []
    for key in written:
        if key not in _KEYS:
            found.append(Inconsistency((key,), "unknown-key", {"key": key}, nearest_name(key, _KEYS)))
    setup = written.get("setup")
    if setup is not None and setup not in rules.rule_set.setups:
        near = nearest_name(str(setup), rules.rule_set.setups)
        found.append(Inconsistency(("setup",), "unknown-setup", {"name": setup}, near))
        setup = None
    state = dict(start(rules, setup))
    for key in ("state", "changes"):
        part = written.get(key, {})
        if not isinstance(part, dict):
            found.append(
                Inconsistency((key,), "wrong-value", {"found": str(part)[:60], "expected": "object"})
            )
            continue
        bad = [
            p for name, value in part.items() for p in field_problems(rules.program, name, value, (key, name))
        ]
        found += [Inconsistency(p.path, p.code, p.values, p.nearest) for p in bad]
        wrong = {p.path[1] for p in bad}
        state = changed(rules, state, {n: v for n, v in part.items() if n not in wrong})
    found += _effect_problems(rules, state["effects"])
    found += _stack_problems(rules, written.get("stack", []))
    position: Position = {
        "ruleset": rules.id,
        "state": state,
        "stack": [] if found else written.get("stack", []),
    }
    for key in ("answer", "question"):
        if key in written:
            position[key] = written[key]
    return position, found


def _effect_problems(rules: Rules, effects: list[Any]) -> list[Inconsistency]:
    """Effects are kept by the engine, not declared by the rule set: their form is checked here."""
    found = []
    for index, entry in enumerate(effects):
        effect = rules.program.effects.get(str(entry.get("effect"))) if isinstance(entry, dict) else None
        given = entry.get("arguments") if effect is not None else None
        sound = (
            effect is not None
            and entry.get("until") in rules.program.scope.moments
            and isinstance(given, list)
            and len(given) == len(effect.parameters)
            and not any(
                True
                for value, type_ in zip(given, effect.parameters.values(), strict=True)
                for _ in values.problems(value, type_, rules.program)
            )
        )
        if not sound:
            wrong = {"found": str(entry)[:60], "expected": "effect"}
            found.append(Inconsistency(("state", "effects", index), "wrong-value", wrong))
    return found


def _stack_problems(rules: Rules, stack: Any) -> list[Inconsistency]:
    if not isinstance(stack, list):
        return [Inconsistency(("stack",), "wrong-value", {"found": str(stack)[:60], "expected": "array"})]
    found = []
    top = len(stack) - 1
    for index, frame in enumerate(stack):
        script = frame.get("run") if isinstance(frame, dict) else None
        if isinstance(frame, dict) and frame.get("moment") in rules.program.scope.moments:
            continue
        code = rules.compiled.scripts.get(script) if isinstance(script, str) else None
        if code is None:
            near = nearest_name(str(script), rules.compiled.scripts)
            found.append(
                Inconsistency(("stack", index, "run"), "unknown-script", {"name": str(script)}, near)
            )
        # A script that called another may have nothing left to do itself; the topmost waits at a step.
        elif not isinstance(frame.get("locals"), dict) or not 0 <= _step(frame) < len(code.steps) + (
            index < top
        ):
            found.append(Inconsistency(("stack", index), "bad-frame", {"name": script}))
        else:
            found += _local_problems(rules, str(script), frame["locals"], ("stack", index, "locals"))
    return found


def _local_problems(
    rules: Rules, script: str, locals_: dict[str, Any], path: values.Path
) -> list[Inconsistency]:
    """The values a script was started with; of the others only the script itself knows the types."""
    found = []
    for name, type_ in _parameters(rules, script).items():
        if name not in locals_:
            found.append(Inconsistency((*path, name), "missing-parameter", {"name": name}))
        elif locals_[name] != []:  # an empty literal is an empty bag as well
            wrong = values.problems(locals_[name], type_, rules.program, (*path, name), hidden=True)
            found += [Inconsistency(p.path, p.code, p.values, p.nearest) for p in wrong]
    return found


def _parameters(rules: Rules, script: str) -> dict[str, t.Type]:
    """What a script is started with, by name."""
    program = rules.program
    kind, name = script.split(" ", 1)
    if kind == "action":
        action = program.actions[name]
        return {action.by: action.by_type, **{n: given.type for n, given in action.given.items()}}
    if kind == "procedure":
        return program.procedures[name].parameters
    if kind == "question":
        return {n: wanted.type for n, wanted in program.questions[name].inputs.items()}
    return program.scope.moments[program.handlers[name].moment] if kind == "handler" else {}


def _step(frame: dict[str, Any]) -> int:
    step = frame.get("step")
    return step if type(step) is int else -1


def status(rules: Rules, position: Position) -> list[Inconsistency]:
    """Every inconsistency of a completed position: pieces that do not add up, broken invariants."""
    found = list(_pieces(rules, position["state"]))
    for invariant in rules.program.invariants.values():
        check = rules.compiled.functions[python_name("i", invariant.id)]
        domains = [values.members(type_, rules.program) or [] for type_ in invariant.parameters.values()]
        rules.compiled.budget.reset()
        for combination in itertools.product(*domains):
            try:
                holds = check(position["state"], *combination)
            except Undecided:
                continue
            except RuleFault as fault:
                if fault.code == BUDGET:
                    raise
                continue
            if not holds:
                given = dict(zip(invariant.parameters, combination, strict=True))
                found.append(Inconsistency(("state",), "broken-invariant", given, rule=invariant.rule))
    return found


def _pieces(rules: Rules, state: dict[str, Any]) -> list[Inconsistency]:
    found = []
    for kind, box in rules.program.boxes.items():
        for wrong in miscounted(rules.program, state, kind):
            found.append(Inconsistency(("state",), "pieces-do-not-add-up", wrong))
        counts = piece_counts(rules.program, state, kind)
        unseen = counts.pop(UNKNOWN, 0)
        missing = sum(max(0, number - counts.get(piece, 0)) for piece, number in box.items())
        if unseen > missing:
            found.append(
                Inconsistency(("state",), "too-many-unknown", {"found": unseen, "expected": missing})
            )
    return found


def canonical(rules: Rules, position: Position) -> Position:
    """The same position in the one form it is compared in: no defaults, sets sorted, keys sorted."""
    state = {}
    for name, definition in sorted(rules.program.fields.items()):
        value = canonical_value(position["state"].get(name, definition.default), definition)
        if value is not DEFAULT:
            state[name] = value
    return {"ruleset": rules.id, "stack": position["stack"], "state": state}


def digest(rules: Rules, position: Position) -> str:
    """A short name for a position: equal exactly when the canonical forms are."""
    state = canonical_text(rules, position["state"])
    stack = dumped(position["stack"]) if position["stack"] else "[]"
    text = f'{{"ruleset":{dumped(rules.id)},"stack":{stack},"state":{state}}}'
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
