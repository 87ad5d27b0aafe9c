"""The rulings: every point the books leave open, the readings considered, the one taken and why."""

from __future__ import annotations

from flask import Blueprint, Response

from api import lookup
from api.asking import table
from api.pages.frame import kept
from api.resources.rulings import rulings
from api.service import Json

blueprint = Blueprint("rulings", __name__, url_prefix="/<ruleset>/rulings")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("rulings.html", lambda: statement(ruleset))


def statement(ruleset: str) -> Json:
    details = lookup.details(ruleset)
    points = [
        {**ruling, "rule": details.heading(ruling["rule"])} for ruling in rulings(table(ruleset))["rulings"]
    ]
    return {"points": points, "open": sum(not point["takes"] for point in points)}
