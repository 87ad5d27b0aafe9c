"""Runs procedures step by step on a working copy of a position.

The stack of the position says what is under way; nothing else is remembered. The machine stops where a
player, the dice or a bag must answer, and can be made anew from the position to go on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import instructions as i
from adjudicator.language import types as t
from adjudicator.language.compiler import Function
from adjudicator.language.expressions import python_name
from adjudicator.language.runtime import UNKNOWN, Bag, RuleFault

Frame = dict[str, Any]
_DEEPEST = 100


@dataclass(slots=True)
class LogEntry:
    """Something that happened: a change of the state, an answer, or a rule that was carried out."""

    what: str
    values: dict[str, Any] = field(default_factory=dict)
    rules: list[str] = field(default_factory=list)


class Machine:
    """One transaction: take a position, change a copy, hand the copy back. The original is never touched."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules = rules
        self.state: dict[str, Any] = dict(position["state"])
        self.stack: list[Frame] = [{**f, "locals": dict(f["locals"])} for f in position["stack"]]
        self.extra = {k: v for k, v in position.items() if k not in ("ruleset", "state", "stack")}
        self.log: list[LogEntry] = []
        self._owned: set[str] = set()
        self._cited: list[str] = []
        self._functions = rules.compiled.functions

    def position(self) -> Position:
        return {"ruleset": self.rules.id, "state": self.state, "stack": self.stack, **self.extra}

    # ------------------------------------------------------------------ what scripts call

    def put(self, name: str, value: Any) -> None:
        value = self._kept(name, value)
        self._note(name, None, self.state[name], value)
        self.state[name] = value

    def put_at(self, name: str, key: str, value: Any) -> None:
        definition = self.rules.program.fields[name]
        if name not in self._owned:
            self.state[name] = dict(self.state[name])
            self._owned.add(name)
        table = self.state[name]
        value = self._kept(name, value)
        self._note(name, key, table.get(key, definition.default), value)
        if value == definition.default:
            table.pop(key, None)
        else:
            table[key] = value

    def _kept(self, name: str, value: Any) -> Any:
        type_ = self.rules.program.fields[name].type
        if isinstance(type_, t.SetOf):
            return sorted(value)
        if isinstance(type_, t.BagOf):
            return dict(value)  # an empty literal is a tuple until it is kept
        return list(value) if isinstance(type_, t.ListOf) else value

    def without(self, bag: Bag, pieces: Bag) -> Bag:
        """A bag after pieces were taken out; unidentified ones stand in for those not seen there."""
        result = dict(bag)
        for piece, number in pieces.items():
            have = result.get(piece, 0)
            short = number - have
            if short > 0:
                if result.get(UNKNOWN, 0) < short:
                    raise RuleFault("pieces-missing", piece=piece, found=have, expected=number)
                result[UNKNOWN] -= short
            result[piece] = max(0, -short)
        return {piece: number for piece, number in result.items() if number > 0}

    def cite(self, rules: list[str]) -> None:
        self._cited = rules
        self.log.append(LogEntry("rule", {}, rules))

    def apply_effect(self, effect: str, arguments: list[Any], until: str) -> None:
        entry = {"effect": effect, "arguments": arguments, "until": until}
        self.state["effects"] = [*self.state["effects"], entry]
        self.log.append(LogEntry("effect", entry, self._cited))

    def _note(self, name: str, key: str | None, was: Any, now: Any) -> None:
        if was != now:
            self.log.append(
                LogEntry("change", {"field": name, "key": key, "was": was, "now": now}, self._cited)
            )

    # ------------------------------------------------------------------ running

    def start(self, script: str, arguments: dict[str, Any]) -> None:
        """Put a script on top of the stack."""
        if len(self.stack) >= _DEEPEST:
            raise RuleFault("too-deep", limit=_DEEPEST, name=script)
        self.stack.append({"run": script, "step": 0, "locals": arguments})

    def run(self) -> None:
        """Go on until somebody has to answer or nothing is left to do."""
        budget = self.rules.compiled.budget
        while self.stack:
            budget.spend(())
            frame = self.stack[-1]
            if "moment" in frame:
                self._next_handler(frame)
                continue
            steps = self.rules.compiled.scripts[frame["run"]].steps
            if frame["step"] >= len(steps):
                self._finish(frame, None)
            elif not self._step(frame, steps[frame["step"]]):
                return

    def _step(self, frame: Frame, step: i.Instruction) -> bool:
        """Carry one instruction out; false when it must wait for an answer."""
        if isinstance(step, i.Run):
            result = self._call(step.function, frame)
            if result is not None:
                self._finish(frame, result[0])
                return True
        elif isinstance(step, i.Test):
            if not self._call(step.function, frame):
                frame["step"] = step.target
                return True
        elif isinstance(step, i.Jump):
            frame["step"] = step.target
            return True
        elif isinstance(step, i.Begin):
            frame["locals"][step.rest] = list(self._call(step.function, frame))
        elif isinstance(step, i.Next):
            return self._next_item(frame, step)
        elif isinstance(step, i.Perform):
            self._perform(frame, step)
            return True
        elif isinstance(step, i.Announce):
            self._announce(frame, step)
            return True
        elif isinstance(step, i.EndPlay):
            self._end_play()
            return True
        else:
            return False
        frame["step"] += 1
        return True

    def _call(self, function: str, frame: Frame) -> Any:
        return self._functions[function](self, self.state, frame["locals"])

    def function(self, name: str) -> Function:
        return self._functions[name]

    def _next_item(self, frame: Frame, step: i.Next) -> bool:
        rest = frame["locals"][step.rest]
        if rest:
            frame["locals"][step.name] = rest[0]
            frame["locals"][step.rest] = rest[1:]
            frame["step"] += 1
        else:
            del frame["locals"][step.rest]
            frame["step"] = step.target
        return True

    def _perform(self, frame: Frame, step: i.Perform) -> None:
        arguments = self._call(step.arguments, frame)
        frame["step"] += 1
        name = f"procedure {step.procedure}"
        parameters = self.rules.compiled.scripts[name].parameters
        self.start(name, dict(zip(parameters, arguments, strict=True)))
        if step.result is not None:
            self.stack[-1]["into"] = step.result

    def _finish(self, frame: Frame, result: Any) -> None:
        self.stack.pop()
        if "into" in frame and self.stack:
            self.stack[-1]["locals"][frame["into"]] = result
        if frame.get("run", "").startswith("question "):
            self._report(frame)

    def _end_play(self) -> None:
        """Drop everything under way; a question at the bottom still tells what came out."""
        bottom = self.stack[0]
        self.stack.clear()
        if bottom.get("run", "").startswith("question "):
            self._report(bottom)

    def _report(self, frame: Frame) -> None:
        name = frame["run"].split(" ", 1)[1]
        question = self.rules.program.questions[name]
        stem = python_name("q", name)
        self.extra["answer"] = {
            report: self._call(python_name(stem + "_r", report), frame) for report in question.reports
        }

    # ------------------------------------------------------------------ moments

    def _announce(self, frame: Frame, step: i.Announce) -> None:
        arguments = self._call(step.arguments, frame)
        frame["step"] += 1
        if any(e["until"] == step.moment for e in self.state["effects"]):
            self.state["effects"] = [e for e in self.state["effects"] if e["until"] != step.moment]
        names = self.rules.program.scope.moments[step.moment]
        locals_ = dict(zip(names, arguments, strict=True))
        waiting = [h for h in self.rules.handlers_at.get(step.moment, []) if self._applies(h, locals_)]
        if waiting:
            waiting.sort(
                key=lambda h: self._functions[f"{python_name('h', h)}_order"](self, self.state, locals_)
            )
            self.stack.append({"moment": step.moment, "locals": locals_, "waiting": waiting})

    def _applies(self, handler: str, locals_: dict[str, Any]) -> bool:
        return bool(self._functions[f"{python_name('h', handler)}_when"](self, self.state, locals_))

    def _next_handler(self, frame: Frame) -> None:
        """The next handler that still applies: an earlier one may have cancelled it."""
        waiting = frame["waiting"]
        while waiting:
            handler, waiting = waiting[0], waiting[1:]
            frame["waiting"] = waiting
            if self._applies(handler, frame["locals"]):
                self.cite([self.rules.program.handlers[handler].rule])
                self.start(f"handler {handler}", dict(frame["locals"]))
                return
        self.stack.pop()
