"""The rulings: every point the books leave open, the readings considered, the one taken and why."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.reference.details import Details
from adjudicator.text.languages import FALLBACK
from api import lookup
from api.asking import table
from api.pages.frame import kept
from api.resources.rulings import ruling
from api.service import Json

blueprint = Blueprint("rulings", __name__, url_prefix="/<ruleset>/rulings")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    table(ruleset)
    return kept("rulings.html", lambda: statement(lookup.details(ruleset)))


def statement(at: Details) -> Json:
    """Every point, those still open counted."""
    points = [{**told(at, written), "rule": at.heading(written["rule"])} for written in at.all_rulings()]
    return {"points": points, "open": sum(not point["takes"] for point in points)}


def told(at: Details, translated: Json) -> Json:
    """A point ready to be drawn, with the language it is told in: not every one is translated."""
    original = at.rule_set.rulings[translated["ruling"]]
    same = translated.get("question") == original.get("question")
    return {**ruling(translated["ruling"], translated), "language": FALLBACK if same else at.language}
