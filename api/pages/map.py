"""The map: every place a link to its page, with a starting position on it if the reader wants."""

from __future__ import annotations

from flask import Blueprint, Response, request

from adjudicator.data.diagnostic import nearest_name
from api.asking import Table, engine, table
from api.pages.asking_words import capital, helpers, seats, setups
from api.pages.frame import kept, url
from api.pages.map_drawing import Counter, Drawing, counters, drawing
from api.problems import Problem, not_found, said
from api.service import Json

blueprint = Blueprint("map", __name__, url_prefix="/<ruleset>/map")
blueprint.add_app_template_filter(capital)
blueprint.app_context_processor(helpers)


@blueprint.get("")
def show(ruleset: str) -> Response:
    at = table(ruleset)
    board = drawing(at)
    if board is None:
        raise Problem("not-found", [said("no-page", path=request.path)])
    setup = request.args.get("setup")
    return kept("asking/map.html", lambda: _content(at, board, setup), by=("setup",))


def _content(at: Table, board: Drawing, setup: str | None) -> Json:
    return {
        "drawing": board,
        "links": {p.id: url("items.show", kind=board.kind, id_=p.id) for p in board.places},
        "setup": setup,
        "setups": setups(at),
        "seats": seats(at),
        "counters": _standing(at, setup),
    }


def _standing(at: Table, setup: str | None) -> dict[str, list[Counter]]:
    if setup is None:
        return {}
    known = at.judge.rule_set.setups
    if setup not in known:
        raise not_found("unknown-setup", setup, nearest_name(setup, known))
    with engine(at):
        return counters(at, at.judge.position({"setup": setup})["state"])
