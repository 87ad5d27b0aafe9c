"""The glossary: all words of the game by their first letters, and one word with its forms and languages."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, Response

from adjudicator.reference.folding import fold
from api import lookup
from api.asking import table
from api.pages.frame import kept
from api.resources import searching
from api.service import Json

blueprint = Blueprint("terms", __name__, url_prefix="/<ruleset>/terms")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    table(ruleset)
    return kept("terms/list.html", lambda: {"letters": letters(ruleset)})


@blueprint.get("/<id_>")
def show(ruleset: str, id_: str) -> Response:
    table(ruleset)
    return kept("terms/term.html", lambda: {"term": searching.term(lookup.details(ruleset), id_)})


def letters(ruleset: str) -> list[Json]:
    terms = searching.glossary(lookup.details(ruleset))["terms"]
    return [
        {"letter": letter.upper(), "terms": list(group)}
        for letter, group in groupby(terms, key=lambda term: fold(term["term"])[0])
    ]
