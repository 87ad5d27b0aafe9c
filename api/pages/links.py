"""Permanent links: an answer that carries everything it rests on, opened again and compared with today's.

A link holds the question (position and move, or a ready-made question with its inputs and answers), what was
found, and the content version it was found with. Nothing is stored; the answer is worked out anew, and where
it differs from what the link says, both are shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response

from adjudicator.engine.verdict import INVALID
from api.asking import Table, engine, position, table
from api.pages import links_questions as ready
from api.pages.asking_words import seats, verdict_told
from api.pages.frame import html, text, url
from api.pages.links_packing import DamagedLink, packed, unpacked
from api.pages.map_drawing import counters, drawing
from api.pages.referee_game import Game, check
from api.problems import Problem
from api.service import Json, service

blueprint = Blueprint("links", __name__, url_prefix="/<ruleset>/answers")
VERDICTS = ("legal", "illegal", "undecided")
SAME, KEPT, CHANGED, GONE = "same", "kept", "changed", "gone"


@dataclass(frozen=True, slots=True)
class Compared:
    """How an answer stands to the one in its link: same data, same answer, another one, or none any more."""

    state: str
    then: Json
    version: str


def refused(damaged: DamagedLink) -> Problem:
    """A link that cannot be read, as a problem to be told."""
    reason = {"pointer": "", "code": damaged.code, "detail": text(f"asking.{damaged.code}")}
    return Problem("invalid-query", [reason])


# ---------------------------------------------------------------------- making links


def move_link(at: Table, written: Json, move: Json, told: Json) -> str | None:
    """The link to a verdict; a move that was not understood has none."""
    if told["verdict"] == INVALID:
        return None
    data = {"at": written, "move": move, "found": found_verdict(told), "version": service().version[:16]}
    return url("links.show", ruleset=at.judge.rule_set.id, link=packed(data), _external=True)


def question_link(at: Table, asked: Json, found: Json) -> str:
    """The link to the answer of a ready-made question, or to its odds."""
    data = {**asked, "found": found, "version": service().version[:16]}
    return url("links.show", ruleset=at.judge.rule_set.id, link=packed(data), _external=True)


def found_verdict(told: Json) -> Json:
    """What is compared of a verdict: the word and the reasons."""
    open_ = [c["ruling"]["id"] for c in told["conditions"] if "ruling" in c]
    return {"verdict": told["verdict"], "because": told["because"], **({"open": open_} if open_ else {})}


# ---------------------------------------------------------------------- opening them


@blueprint.get("/<link>")
def show(ruleset: str, link: str) -> Response:
    at = table(ruleset)
    try:
        data = unpacked(link)
        _check(data)
        if "question" in data:
            return ready.page(at, data, lambda now: _compared(data, now), question_link)
        return _verdict_page(at, data)
    except DamagedLink as damaged:
        raise refused(damaged) from None


def _check(data: Json) -> None:
    """Everything a link must have, in the form in which a request would say it."""
    if not isinstance(data.get("version"), str) or not isinstance(data.get("found"), dict):
        raise DamagedLink("link-damaged")
    if "question" in data:
        ready.check(data)
        return
    if data.keys() != {"at", "move", "found", "version"}:
        raise DamagedLink("link-damaged")
    check("verdict-question", {"position": data["at"], "move": data["move"]})
    found = data["found"]
    words = [*_words(found.get("because")), *_words(found.get("open", []))]
    if found.get("verdict") not in VERDICTS or not all(isinstance(word, str) for word in words):
        raise DamagedLink("link-damaged")


def _words(value: object) -> list[object]:
    if not isinstance(value, list):
        raise DamagedLink("link-damaged")
    return value


def _compared(data: Json, now: Json | None) -> Compared:
    if now is None:
        state = GONE
    elif data["version"] == service().version[:16] and now == data["found"]:
        state = SAME
    else:
        state = KEPT if now == data["found"] else CHANGED
    return Compared(state, data["found"], data["version"])


def _verdict_page(at: Table, data: Json) -> Response:
    board = drawing(at)
    content: Json = {"drawing": board, "seats": seats(at), "data": data, "at": at}
    told, reasons = _judged(at, data, content)
    compared = _compared(data, None if told is None else found_verdict(told))
    then = [
        {"rule": r, "text": at.answers.rule_text(r), "known": r in at.judge.rule_set.reference}
        for r in data["found"]["because"]
    ]
    if board is not None and told is not None:
        content["links"] = {p.id: url("items.show", kind=board.kind, id_=p.id) for p in board.places}
    return html(
        "asking/answer.html",
        verdict=told,
        reasons=reasons,
        compared=compared,
        then=then,
        then_text=at.answers.say(data["found"]["verdict"]),
        link=None if told is None else move_link(at, data["at"], data["move"], told),
        going_on=url("referee.show", link=Game(data["at"], draft=data["move"]).link(), ask=1),
        **content,
    )


def _judged(at: Table, data: Json, content: Json) -> tuple[Json | None, list[str]]:
    """Today's verdict; or why there is none, where the rules have changed too much to understand the link."""
    try:
        here = position(at, data["at"])
        with engine(at, data["at"]):
            judged = at.judge.verdict(here, data["move"])
            told = verdict_told(at, judged)
            if judged.verdict == INVALID:
                return None, [problem["text"] for problem in told["problems"]]
            told["move_text"] = at.answers.move_text(judged.move)
        content["counters"] = counters(at, here["state"])
        places = [v for v in data["move"].values() if isinstance(v, str)]
        content["states"] = dict.fromkeys(places, "chosen")
    except Problem as problem:
        return None, [reason["detail"] for reason in problem.problems]
    return told, []
