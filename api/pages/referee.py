"""Ask the referee: a position, a move, the verdict with its reasons, and how the game goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request

from adjudicator.engine.asking import Pending
from adjudicator.engine.position import Position
from adjudicator.language import types as t
from adjudicator.ruleset.values import ValueProblem
from adjudicator.text.languages import labelled
from api.asking import Table, engine, position, table
from api.pages.asking_fields import Forms
from api.pages.asking_reading import Reader, reason
from api.pages.asking_words import capital, seats, setups, verdict_told
from api.pages.frame import html, text, url
from api.pages.links import move_link, refused
from api.pages.links_packing import DamagedLink
from api.pages.map_drawing import counters, drawing, plan_of
from api.pages.referee_deeds import Done, perform
from api.pages.referee_forms import MoveForm, move_form, place_fields, question, tracks
from api.pages.referee_game import Game, begun, opened, usual_setup
from api.service import Json

_TOLD = 6  # steps told in full; the others by their move
blueprint = Blueprint("referee", __name__, url_prefix="/<ruleset>/ask")


@blueprint.get("", defaults={"link": None})
@blueprint.get("/<link>")
def show(ruleset: str, link: str | None) -> Response:
    at = table(ruleset)
    game = _followed(at, _game(at, link))
    asks = "ask" in request.args or "instead" in request.args
    return _page(at, Done(game, asks=asks))


@blueprint.post("", defaults={"link": None})
@blueprint.post("/<link>")
def do(ruleset: str, link: str | None) -> Response:
    """Do what the form says; then lead to the address of what came of it, so that it can be come back to."""
    at = table(ruleset)
    done = perform(
        at, _followed(at, _game(at, link)), request.form.get("deed", "keep"), Reader.of(request.form)
    )
    if done.wrong:
        return _page(at, done, 422)
    more = {"open": request.args.get("open")} | ({"ask": 1} if done.asks else {})
    address = url("referee.show", link=done.game.link(), **{k: v for k, v in more.items() if v})
    response: Any = redirect(address + ("#verdict" if done.asks else ""), 303)
    return response  # type: ignore[no-any-return]


def _game(at: Table, link: str | None) -> Game:
    if link is None:
        return begun(usual_setup(at))
    try:
        return opened(link)
    except DamagedLink as damaged:
        raise refused(damaged) from None


def _followed(at: Table, game: Game) -> Game:
    """The game after the link that was followed: a tap on the map, what it is to choose, another move."""
    asked = request.args
    if "tap" in asked:
        game = replace(game, tap=asked["tap"])
    if "instead" in asked:
        return _instead(at, game, asked["instead"])
    plan = plan_of(at)
    place = asked.get("at")
    if plan is None or place not in at.judge.rules.program.items[plan.kind]:
        return game
    here = position(at, game.at)
    with engine(at, game.at):
        waiting = at.judge.waiting(here)
        form = move_form(Forms(at), game, here, waiting)
    if waiting is not None and waiting.kind == "choose" and place in waiting.options:
        return replace(game, draft={"answer": place, "name": waiting.name}, place=place)
    if form.tap:
        draft = {**game.draft, "by": form.by, "action": form.action, form.tap: place}
        return replace(game, draft=draft, tap=None if game.tap != form.tap else game.tap)
    return replace(game, place=place)


def _instead(at: Table, game: Game, number: str) -> Game:
    """One of the legal moves that were named instead of the one asked about."""
    here = position(at, game.at)
    with engine(at, game.at):
        found = at.judge.verdict(here, game.draft).instead
    index = int(number) if number.isascii() and number.isdigit() and len(number) < 3 else len(found)
    return replace(game, draft=found[index]) if index < len(found) else game


# ---------------------------------------------------------------------- the page


def _page(at: Table, done: Done, status: int = 200) -> Response:
    game = done.game
    here = position(at, game.at)
    forms = Forms(at, done.wrong, done.typed)
    with engine(at, game.at):
        waiting = at.judge.waiting(here)
        acting = waiting is None or waiting.kind == "act"
        move = move_form(forms, game, here, waiting) if acting else None
        content: Json = {
            "game": game,
            "waiting": None
            if waiting is None or acting
            else question(forms, waiting, game.draft.get("answer")),
            "waiting_text": (at.answers.waiting(waiting) or {}).get("text") if waiting else None,
            "move": move,
            "places": place_fields(forms, here["state"], game.place),
            "tracks": tracks(forms, here["state"], request.args.get("open")),
            "odd": [at.answers.inconsistency(p) for p in at.judge.status(here)]
            if game.at.get("changes")
            else [],
            "steps": _steps(at, game),
            "wrong": done.wrong,
            "typed": done.typed,
        }
        content |= _verdict(at, done, here)
    content |= _map(at, game, here, move, waiting)
    # Seen by a browser that already has the map, its outlines need not travel again.
    template = "asking/referee-part.html" if request.headers.get("X-Part") else "asking/referee.html"
    return html(template, status=status, setups=setups(at), seats=seats(at), at=at, **content)


def _verdict(at: Table, done: Done, here: Position) -> Json:
    """The verdict on the move of the game, if it was asked for, and the link to it."""
    game = done.game
    judged = done.judged
    if judged is None and done.asks and "action" in game.draft:
        judged = at.judge.verdict(here, game.draft)
    if judged is None:
        return {"verdict": None}
    told = verdict_told(at, judged)
    known = judged.move.get("action") in at.judge.rules.program.actions
    told["move_text"] = at.answers.move_text(judged.move) if known and not judged.problems else ""
    told["problems"] = [{"text": _problem(at, p)} for p in judged.problems]
    return {"verdict": told, "link": move_link(at, game.at, game.draft, told)}


def _problem(at: Table, problem: ValueProblem) -> str:
    """What is wrong with a part of a move, by the name under which the form has it."""
    name = str(problem.path[0]) if problem.path else ""
    labels = {"by": text("asking.referee.who"), "action": text("asking.referee.action")}
    label = labels.get(name) or at.answers.label("local", name)
    told = reason(at, problem)
    return labelled(capital(label), told, at.language) if name else told


def _steps(at: Table, game: Game) -> list[Json]:
    """What happened, move by move; the last ones told anew from the positions they were made in."""
    found = []
    for left, step in zip(range(len(game.past), 0, -1), game.past, strict=True):
        log = []
        if left <= _TOLD:
            outcome = at.judge.apply(position(at, step["at"]), step["move"], undecided_too=True)
            log = at.answers.log(outcome.log)
        found.append({"text": _move_told(at, step["move"]), "log": log})
    return found


def _move_told(at: Table, move: Json) -> str:
    """A move in words; it comes from an address, and may be of an action the rules no longer have."""
    if "action" not in move:
        name = move.get("name")
        told = at.answers.value(move.get("answer"))
        return labelled(at.name("Choice", name), told, at.language) if isinstance(name, str) else told
    known = move["action"] in at.judge.rules.program.actions
    return at.answers.move_text(move) if known else str(move["action"])


def _map(at: Table, game: Game, here: Position, move: MoveForm | None, waiting: Pending | None) -> Json:
    board = drawing(at)
    if board is None:
        return {"drawing": None}
    states: dict[str, list[str]] = {}
    if game.place is not None:
        states.setdefault(game.place, []).append("looked-at")
    program = at.judge.rules.program
    if move is not None and move.action is not None:
        for name, given in program.actions[move.action].given.items():
            chosen = game.draft.get(name)
            if t.bare(given.type) == t.Kind(board.kind) and isinstance(chosen, str):
                states.setdefault(chosen, []).append("chosen")
        for place in move.open_places:
            states.setdefault(place, []).append("legal")
    elif waiting is not None and waiting.kind == "choose":
        for place in waiting.options:
            if place in program.items[board.kind]:
                states.setdefault(place, []).append("legal")
    return {
        "drawing": board,
        "links": {p.id: f"?at={p.id}" for p in board.places},
        "counters": counters(at, here["state"]),
        "states": {place: " ".join(dict.fromkeys(names)) for place, names in states.items() if place},
        "place_name": at.name(board.kind, game.place) if game.place else None,
    }
