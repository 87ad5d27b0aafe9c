"""Positions: complete what was typed in, and tell what is inconsistent in it."""

from __future__ import annotations

from flask import Blueprint, Response

from api.asking import Table, engine, position, table
from api.bodies import body
from api.responses import answer
from api.service import Json

blueprint = Blueprint("positions", __name__, url_prefix="/v1/<ruleset>/positions")


def report(at: Table, written: Json) -> Json:
    """The complete position, its canonical form and short name, what is wrong with it, what it waits for."""
    complete = position(at, written)
    with engine(at, written):
        inconsistencies = [at.answers.inconsistency(p) for p in at.judge.status(complete)]
        waiting = at.answers.waiting(at.judge.waiting(complete))
        return {
            "position": complete,
            "canonical": at.judge.canonical(complete),
            "digest": at.judge.digest(complete),
            "inconsistencies": inconsistencies,
            "waiting": waiting,
        }


@blueprint.post("")
def complete_position(ruleset: str) -> Response:
    at = table(ruleset)
    return answer(report(at, body("position-question")["position"]))
