"""Two editions of a game side by side: every rule that one says otherwise than the other."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from adjudicator.reference.compare import compare
from api import lookup
from api.asking import Table, table
from api.languages import language
from api.pages.frame import kept, title_of, url
from api.problems import not_found
from api.service import Json, service

blueprint = Blueprint("editions", __name__, url_prefix="/<ruleset>/editions")


@blueprint.get("/<other>")
def show(ruleset: str, other: str) -> Response:
    return kept("editions.html", lambda: compared(table(ruleset), other))


def others(at: Table) -> list[Json]:
    """The other editions of the same game."""
    game = at.judge.rule_set.chain[-1]
    return [
        {"id": id_, "title": title_of(id_), "url": url("editions.show", other=id_)}
        for id_, rules in service().library.rules.items()
        if id_ != at.judge.rule_set.id and rules.rule_set.chain[-1] == game
    ]


def compared(at: Table, other: str) -> Json:
    known = [edition["id"] for edition in others(at)]
    if other not in known:
        raise not_found("unknown-ruleset", other, nearest_name(other, known))
    own, reader = at.judge.rule_set.id, language()
    found = compare(service().library, None, (own, reader), (other, reader))
    return {
        "other": other,
        "titles": [title_of(own), title_of(other)],
        "count": len(found["rules"]),
        "of": found["compared"],
        "sections": _sections(own, other, found["rules"]),
    }


def _sections(own: str, other: str, rows: list[Json]) -> list[Json]:
    """The rows under the outermost section each belongs to."""
    sides = [lookup.details(own), lookup.details(other)]

    def above(row: Json) -> str:
        side = sides[0] if row["one"] is not None else sides[1]
        return str(side.heading([*side.tree.path(row["id"]), row["id"]][0])["text"])

    return [{"text": text, "rows": list(group)} for text, group in groupby(rows, key=above)]
