"""The first page: the games, and one search over all of them."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.reference.pages import rule_sets
from api.pages.frame import kept, title_of
from api.service import Json, service

blueprint = Blueprint("start", __name__)


@blueprint.get("")
def show() -> Response:
    return kept("start.html", lambda: {"games": games()})


def games() -> list[Json]:
    """Every game that can be asked, an edition after the one it starts from."""
    library = service().library
    return [
        {
            "id": id_,
            "title": title_of(id_),
            "books": list(rule_set.info.get("books", {}).values()),
            "rules": len(rule_set.reference),
        }
        for id_, rule_set in rule_sets(library).items()
        if id_ in library.rules
    ]
