"""What a position waits for, which answers there are, and taking one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.machine import Frame, LogEntry, Machine
from adjudicator.language import instructions as i
from adjudicator.language.runtime import UNKNOWN, RuleFault, Undecided, bag_within, size
from adjudicator.ruleset.values import ValueProblem

_OPEN = object()


@dataclass(slots=True)
class Pending:
    """A question to a player, to the dice or to a bag. `options` are the answers that could be given."""

    kind: str  # choose, take, number, whether, act, roll, draw
    name: str
    who: str | None = None
    options: Any = None
    number: int | None = None
    die: str | None = None
    counted: bool = True  # of several dice: only how many meet a condition is asked for, not their faces
    optional: bool = False
    secret: bool = False
    actions: list[str] = field(default_factory=list)
    conditions: list[tuple[str, str]] = field(default_factory=list)

    @property
    def chance(self) -> bool:
        return self.kind in ("roll", "draw")


@dataclass(slots=True)
class AnswerCheck:
    """An answer looked at: not understood (`problems`), or judged condition by condition."""

    value: Any = None
    problems: list[ValueProblem] = field(default_factory=list)
    conditions: list[tuple[str, bool | None]] = field(default_factory=list)

    @property
    def accepted(self) -> bool:
        return not self.problems and all(holds for _, holds in self.conditions)


def pending(machine: Machine) -> Pending | None:
    """What the top of the stack waits for, with every possible answer."""
    if not machine.stack:
        return None
    frame = machine.stack[-1]
    steps = machine.rules.compiled.scripts[frame["run"]].steps
    step = steps[frame["step"]]
    if isinstance(step, i.RollDice):
        number = None if step.number is None else max(0, _call(machine, step.number, frame))
        faces = machine.rules.program.dice[step.die].faces
        return Pending(
            "roll",
            step.name,
            options=list(dict.fromkeys(faces)),
            number=number,
            die=step.die,
            counted=step.counting is not None,
        )
    if isinstance(step, i.DrawPieces):
        number = None if step.number is None else max(0, _call(machine, step.number, frame))
        return Pending("draw", step.name, options=_call(machine, step.source, frame), number=number)
    assert isinstance(step, i.AskPlayer)
    return _question(machine, frame, step)


def _question(machine: Machine, frame: Frame, step: i.AskPlayer) -> Pending:
    asked = Pending(
        step.how,
        step.name,
        _call(machine, step.who, frame),
        optional=step.optional,
        secret=step.secret,
        actions=list(step.actions),
        conditions=list(step.conditions),
    )
    if step.how == "number":
        assert step.source is not None and step.upto is not None
        asked.options = [_call(machine, step.source, frame), _call(machine, step.upto, frame)]
    elif step.how == "take":
        assert step.source is not None
        asked.options = _call(machine, step.source, frame)
    elif step.how == "choose":
        assert step.source is not None
        offered = _call(machine, step.source, frame)
        asked.options = [o for o in offered if _all_hold(machine, frame, asked, o)]
    elif step.how == "whether":
        asked.options = [o for o in (True, False) if _all_hold(machine, frame, asked, o)]
    return asked


def _call(machine: Machine, function: str, frame: Frame) -> Any:
    return machine.function(function)(machine, machine.state, frame["locals"])


def _judged(machine: Machine, frame: Frame, asked: Pending, value: Any) -> list[tuple[str, bool | None]]:
    """Every condition on an answer; none where a ruling is open. Leaving out is free of conditions."""
    if value is None and asked.optional:
        return []
    inside = {**frame["locals"], asked.name: value}
    result: list[tuple[str, bool | None]] = []
    for rule, function in asked.conditions:
        try:
            result.append((rule, bool(machine.function(function)(machine, machine.state, inside))))
        except Undecided:
            result.append((rule, None))
    return result


def _all_hold(machine: Machine, frame: Frame, asked: Pending, value: Any) -> bool:
    return all(holds is not False for _, holds in _judged(machine, frame, asked, value))


def check(machine: Machine, asked: Pending, value: Any) -> AnswerCheck:
    """Is this an answer, and an allowed one?"""
    frame = machine.stack[-1]
    if asked.kind == "roll":
        return _check_roll(machine, frame, asked, value)
    if asked.kind == "draw":
        return _check_draw(machine, asked, value)
    problem = _misunderstood(machine, frame, asked, value)
    if problem is not None:
        return AnswerCheck(value, [problem])
    return AnswerCheck(value, [], _judged(machine, frame, asked, value))


def _misunderstood(machine: Machine, frame: Frame, asked: Pending, value: Any) -> ValueProblem | None:
    step = machine.rules.compiled.scripts[frame["run"]].steps[frame["step"]]
    assert isinstance(step, i.AskPlayer)
    if asked.kind == "whether":
        return None if isinstance(value, bool) else _wrong(value, "true, false")
    if asked.kind == "number":
        low, high = asked.options
        inside = type(value) is int and low <= value <= high
        return None if inside else _wrong(value, f"{low}-{high}")
    if asked.kind == "take":
        good = isinstance(value, dict) and all(type(n) is int and n >= 0 for n in value.values())
        inside = good and (bag_within(value, asked.options) or _can_hold(machine, asked.options, value))
        return None if inside else _wrong(value, _bag_text(asked.options))
    assert step.source is not None
    if value is None and asked.optional:
        return None
    offered = _call(machine, step.source, frame)
    return (
        None
        if isinstance(value, str | int) and value in offered
        else _wrong(value, ", ".join(map(str, offered)))
    )


def _bag_text(bag: dict[str, int]) -> str:
    return ", ".join(f"{n} {piece}" for piece, n in bag.items()) or "-"


def _wrong(value: Any, expected: str) -> ValueProblem:
    return ValueProblem(("answer",), "wrong-answer", {"found": str(value)[:80], "expected": expected[:200]})


def _check_roll(machine: Machine, frame: Frame, asked: Pending, value: Any) -> AnswerCheck:
    """A face; or, for dice that are counted, the faces rolled or how many of them count."""
    if asked.number is None:
        known = value in asked.options and not isinstance(value, bool)
        return AnswerCheck(value) if known else AnswerCheck(value, [_wrong(value, _faces(asked))])
    if not asked.counted:
        return _check_faces(asked, value)
    if type(value) is int:
        inside = 0 <= value <= asked.number
        return AnswerCheck(value) if inside else AnswerCheck(value, [_wrong(value, f"0-{asked.number}")])
    good = isinstance(value, list) and len(value) == asked.number and all(f in asked.options for f in value)
    if not good:
        return AnswerCheck(value, [_wrong(value, f"{asked.number} x ({_faces(asked)})")])
    return AnswerCheck(sum(1 for face in value if counts(machine, frame, face)))


def _check_faces(asked: Pending, value: Any) -> AnswerCheck:
    """The faces that were rolled, as a list or counted; keys are words, as JSON has no others."""
    faces = {str(face): face for face in asked.options}
    shown = value
    if isinstance(value, list):
        shown = dict(Counter(map(str, value)))
    good = isinstance(shown, dict) and all(
        str(face) in faces and type(n) is int and n > 0 for face, n in shown.items()
    )
    if not good or sum(shown.values()) != asked.number:
        return AnswerCheck(value, [_wrong(value, f"{asked.number} x ({_faces(asked)})")])
    return AnswerCheck({faces[str(face)]: n for face, n in shown.items()})


def _faces(asked: Pending) -> str:
    return ", ".join(map(str, asked.options))


def counts(machine: Machine, frame: Frame, face: Any) -> bool:
    """Does a face of the dice now to be rolled meet the condition they are counted by?"""
    step = machine.rules.compiled.scripts[frame["run"]].steps[frame["step"]]
    assert isinstance(step, i.RollDice) and step.counting is not None
    return bool(machine.function(step.counting)(machine, machine.state, frame["locals"], face))


def _check_draw(machine: Machine, asked: Pending, value: Any) -> AnswerCheck:
    drawn = {value: 1} if asked.number is None and isinstance(value, str) else value
    number = 1 if asked.number is None else min(asked.number, size(asked.options))
    good = isinstance(drawn, dict) and all(type(n) is int and n > 0 for n in drawn.values())
    if not good or size(drawn) != number or not _can_hold(machine, asked.options, drawn):
        return AnswerCheck(value, [_wrong(value, f"{number} x ({_bag_text(asked.options)})")])
    return AnswerCheck(value)


def _can_hold(machine: Machine, bag: dict[str, int], drawn: dict[str, int]) -> bool:
    amount = machine.rules.function("amount")
    seen = all(
        n <= (bag.get(p, 0) if p == UNKNOWN else amount(machine.state, bag, p)) for p, n in drawn.items()
    )
    unseen = sum(max(0, n - bag.get(p, 0)) for p, n in drawn.items() if p != UNKNOWN)
    return seen and unseen + drawn.get(UNKNOWN, 0) <= bag.get(UNKNOWN, 0)


def accept(machine: Machine, asked: Pending, value: Any) -> None:
    """Store a checked answer and step over the question."""
    frame = machine.stack[-1]
    frame["locals"][asked.name] = value
    frame["step"] += 1
    what = "roll" if asked.kind == "roll" else "answer"
    machine.log.append(
        LogEntry(what, {"who": asked.who, "name": asked.name, "value": value, "die": asked.die})
    )


def forced(asked: Pending) -> Any:
    """The only possible answer, or `OPEN`."""
    if asked.kind == "choose":
        if not asked.options and asked.optional:
            return None
        if not asked.options:
            raise RuleFault("nothing-to-choose", name=asked.name)
        if len(asked.options) == 1 and not asked.optional:
            return asked.options[0]
    elif asked.kind in ("whether", "number") and len(set(asked.options)) == 1:
        return asked.options[0]
    elif asked.kind == "roll" and asked.number == 0:
        return 0 if asked.counted else {}
    elif asked.kind == "draw" and asked.number is not None and min(asked.number, size(asked.options)) == 0:
        return {}
    return OPEN


OPEN = _OPEN


def advance(machine: Machine) -> Pending | None:
    """Run, answering what leaves no choice, until a real question or the end."""
    while True:
        machine.run()
        asked = pending(machine)
        if asked is None:
            return None
        answer = forced(asked)
        if answer is OPEN:
            return asked
        accept(machine, asked, answer)
