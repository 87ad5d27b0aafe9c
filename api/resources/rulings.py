"""Rulings: points the books leave open, the readings considered, the one taken."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.text.rulings import translated
from api.asking import Table, table
from api.responses import reference
from api.service import Json

blueprint = Blueprint("rulings", __name__, url_prefix="/v1/<ruleset>/rulings")


def rulings(at: Table) -> Json:
    """Every open point; one without `takes` leaves what depends on it undecided."""
    judge = at.judge
    return {
        "rulings": [
            ruling(id_, translated(judge.catalog, judge.rule_set.chain, written, at.language))
            for id_, written in judge.rule_set.rulings.items()
        ]
    }


def ruling(id_: str, written: Json) -> Json:
    """One open point: the readings considered, and the one taken where there is one."""
    options = written["options"]
    texts = options if isinstance(options, dict) else dict.fromkeys(options)
    return {
        "id": id_,
        "rule": written["rule"],
        "question": written.get("question"),
        "options": [{"id": option, "text": text} for option, text in texts.items()],
        "takes": written.get("takes"),
        "why": written.get("why"),
        "note": written.get("note"),
    }


@blueprint.get("")
def list_rulings(ruleset: str) -> Response:
    at = table(ruleset)
    return reference(lambda: rulings(at))
