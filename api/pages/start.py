"""The first page: the games, and one search over all of them."""

from __future__ import annotations

from flask import Blueprint, Response

from api.pages.frame import kept, title_of
from api.service import Json, service

blueprint = Blueprint("start", __name__)


@blueprint.get("")
def show() -> Response:
    return kept("start.html", lambda: {"games": games()})


def games() -> list[Json]:
    """Every game that can be asked, the one with the most rules first."""
    library = service().library
    found = [
        {
            "id": id_,
            "title": title_of(id_),
            "rules": len(rules.rule_set.reference),
        }
        for id_, rules in library.rules.items()
    ]
    return sorted(found, key=lambda game: -game["rules"])
