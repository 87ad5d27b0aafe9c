"""What a reader does on the referee's page: change the position, write a move, ask, carry out, go back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.engine.asking import Pending
from adjudicator.engine.play import Outcome
from adjudicator.engine.position import Position
from adjudicator.engine.verdict import INVALID, Verdict
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef
from adjudicator.referee import InvalidPosition
from api.asking import Table, engine, position
from api.pages.asking_reading import SHOWN, Reader, joined, told
from api.pages.frame import text
from api.pages.referee_answers import NOTHING, by_chance, read_answer
from api.pages.referee_game import Game, begun
from api.problems import Problem
from api.service import Json


@dataclass(slots=True)
class Done:
    """The game after a deed; what is wrong if it could not be done; the verdict if one was given."""

    game: Game
    wrong: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    judged: Verdict | None = None
    asks: bool = False


def perform(at: Table, game: Game, deed: str, reader: Reader) -> Done:
    """Read the form into the game, then do what the button says."""
    setup = reader.form.get("setup")
    if deed == "begin" and setup in at.judge.rule_set.setups:
        return Done(begun(str(setup)))
    if deed == "undo":
        return Done(game.undone())
    game = _edited(at, game, reader)
    here = position(at, game.at)
    with engine(at, game.at):
        waiting = at.judge.waiting(here)
    try:
        with engine(at, game.at):
            if waiting is not None and waiting.kind != "act":
                done = _answer(at, game, here, waiting, deed, reader)
            else:
                game = replace(game, draft=_draft(at, game, reader))
                done = _move(at, game, here, deed)
    except Problem as problem:  # the engine gave up on it: told above the form, which stays as it is
        done = Done(game, {"position": [reason["detail"] for reason in problem.problems]})
    done.wrong = {**reader.wrong, **done.wrong}
    done.typed = {**reader.typed, **done.typed}
    return done


# ---------------------------------------------------------------------- the position


def _edited(at: Table, game: Game, reader: Reader) -> Game:
    """The game with the fields of the position as they stand on the form."""
    here = position(at, game.at)
    changes: Json = {}
    paths = dict.fromkeys([*reader.form, *reader.form.getlist(SHOWN)])
    for path in [p for p in paths if p.startswith("s/")]:
        _, name, *rest = path.split("/")
        definition = at.judge.rules.program.fields.get(name)
        if definition is None:
            continue
        if definition.key is None:
            changes[name] = _read(at, reader, f"s/{name}", definition.type, here["state"][name])
        elif rest:
            now = here["state"][name].get(rest[0], definition.default)
            value = _read(at, reader, f"s/{name}/{rest[0]}", definition.type, now)
            changes.setdefault(name, {})[rest[0]] = value
    changes = {n: v for n, v in changes.items() if _differs(here, at.judge.rules.program.fields[n], n, v)}
    if not changes:
        return game
    try:
        return game.changed(at, at.judge.position({**here, "changes": changes}))
    except InvalidPosition as invalid:
        for p in invalid.problems:
            path = joined("s", p.path[1:]) if p.path[:1] == ("changes",) else "position"
            reader.refuse(path, at.answers.inconsistency(p)["text"])
        return game


def _differs(here: Position, definition: FieldDef, name: str, value: Any) -> bool:
    now = here["state"][name]
    if definition.key is None:
        return bool(value != now)
    return any(v != now.get(k, definition.default) for k, v in value.items())


def _read(at: Table, reader: Reader, path: str, type_: t.Type, now: Any) -> Any:
    if isinstance(type_, t.Record):
        return reader.record(path, at.judge.rules.program.scope.records[type_.name], now)
    return reader.value(path, type_, now)


# ---------------------------------------------------------------------- moves


def _draft(at: Table, game: Game, reader: Reader) -> Json:
    """The move as far as it is written; parts that belong to another action are dropped."""
    actions = at.judge.rules.program.actions
    form = reader.form
    draft: Json = {}
    for name in ("by", "action"):
        written = form.get(f"m/{name}", game.draft.get(name))
        if written:
            draft[name] = written
    action = actions.get(str(draft.get("action")))
    for name, given in action.given.items() if action is not None else ():
        now = game.draft.get(name)
        value = reader.value(
            f"m/{name}", given.type, {} if now is None and isinstance(given.type, t.BagOf) else now
        )
        if value is None and isinstance(given.type, t.Maybe):
            if f"m/{name}" in form or name in game.draft:
                draft[name] = None
        elif value is not None:
            draft[name] = value
        elif given.type == t.BOOL:
            draft[name] = False
    return draft


def _move(at: Table, game: Game, here: Position, deed: str) -> Done:
    if deed not in ("ask", "do", "agree"):
        return Done(game)
    if "action" not in game.draft:
        return Done(game, {"m/action": [text("asking.choose-one")]})
    judged = at.judge.verdict(here, game.draft)
    if judged.verdict == INVALID:
        return Done(game, told(at, judged.problems, "m"), judged=judged)
    if deed == "ask":
        return Done(game, asks=True)
    return _carried_out(at, game, here, game.draft, agreed=deed == "agree")


def _carried_out(at: Table, game: Game, here: Position, move: Json, *, agreed: bool) -> Done:
    outcome: Outcome = at.judge.apply(here, move, undecided_too=agreed)
    if outcome.fault is not None:
        raise outcome.fault
    if not outcome.applied:
        return Done(game, judged=at.judge.verdict(here, move), asks=True)
    return Done(game.moved(at, move, outcome.position))


def _answer(at: Table, game: Game, here: Position, waiting: Pending, deed: str, reader: Reader) -> Done:
    if deed not in ("answer", "chance"):
        return Done(game)
    value = (
        by_chance(at, here, waiting) if deed == "chance" and waiting.chance else read_answer(reader, waiting)
    )
    if value is NOTHING:
        if not reader.wrong:
            reader.refuse("a", text("asking.choose-one"))
        return Done(game)
    move = {"answer": value, "name": waiting.name}
    judged = at.judge.verdict(here, move)
    if judged.verdict == INVALID:
        return Done(game, {"a": [at.answers.value_problem(p)["text"] for p in judged.problems]})
    if judged.because:
        reasons = [c["text"] for c in at.answers.verdict(judged)["conditions"] if c["holds"] is False]
        return Done(replace(game, draft=move), {"a": reasons})
    return _carried_out(at, game, here, move, agreed=True)
