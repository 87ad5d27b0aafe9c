"""The rulings: every point the books leave open, the readings considered, the one taken and why."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.text.languages import FALLBACK
from api import lookup
from api.asking import Table, table
from api.pages.frame import kept
from api.resources.rulings import ruling
from api.service import Json

blueprint = Blueprint("rulings", __name__, url_prefix="/<ruleset>/rulings")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("rulings.html", lambda: statement(table(ruleset)))


def statement(at: Table) -> Json:
    """Every point, those still open counted."""
    details = lookup.details(at.judge.rule_set.id)
    points = [
        {**told(at, written), "rule": details.heading(written["rule"])}
        for written in at.judge.rule_set.rulings.values()
    ]
    return {"points": points, "open": sum(not point["takes"] for point in points)}


def told(at: Table, written: Json) -> Json:
    """A point in the reader's language where its texts are there, else in the language it was written in."""
    point = ruling(written["ruling"], written)
    catalog, chain, key = at.judge.catalog, at.answers.chain, f"ruling.{point['id']}"
    if at.language == FALLBACK or not catalog.has_sentence(chain, f"{key}.question"):
        return {**point, "language": FALLBACK}

    def say(part: str, original: str | None) -> str | None:
        return catalog.sentence(chain, f"{key}.{part}", at.language) if original else None

    options = [{**option, "text": say(f"option.{option['id']}", option["text"])} for option in point["options"]]
    texts = {part: say(part, point[part]) for part in ("question", "why", "note")}
    return {**point, **texts, "options": options, "language": at.language}
