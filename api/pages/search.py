"""Finding things: in one game or in all of them; as a page, or as a part of one while somebody types."""

from __future__ import annotations

from flask import Blueprint, Response, request

from api.asking import table
from api.pages.frame import kept, url
from api.pages.texts import marked
from api.resources.searching import LONGEST, found, kinds
from api.service import Json, service

blueprint = Blueprint("search", __name__)

_MOST = 20
_SORTS = ("rule", "item", "term")
PART = "part"  # in the query: only the results, to be put into the page the reader has


@blueprint.get("/search")
def everywhere() -> Response:
    return _results(None)


@blueprint.get("/<ruleset>/search")
def show(ruleset: str) -> Response:
    return _results(ruleset)


def _results(ruleset: str | None) -> Response:
    part = PART in request.args
    template = "search/results.html" if part else "search/page.html"
    return kept(template, lambda: searched(ruleset), by=("q", "kind", PART))


def searched(ruleset: str | None) -> Json:
    """What was found, ready to be drawn; nothing for nothing."""
    query = " ".join(request.args.get("q", "").split())[:LONGEST]
    known = _SORTS if ruleset is None else tuple(kinds(ruleset))
    if ruleset is not None:
        table(ruleset)
    kind = request.args.get("kind")
    kind = kind if kind in known else None
    data = found(query, ruleset, kind, _MOST) if query else None
    if data is not None:
        data["hits"] = [_drawn(hit) for hit in data["hits"] if hit["ruleset"] in service().library.rules]
    return {"query": query, "found": data, "kind": kind, "sorts": _SORTS, "everywhere": ruleset is None}


def _drawn(hit: Json) -> Json:
    snippet = hit["snippet"]
    return {**hit, "url": _address(hit), "snippet": marked(snippet["text"], snippet["marks"])}


def _address(hit: Json) -> str:
    if hit["sort"] == "rule":
        return url("rules.show", ruleset=hit["ruleset"], id_=hit["id"])
    if hit["sort"] == "term":
        return url("terms.show", ruleset=hit["ruleset"], id_=hit["id"])
    return url("items.show", ruleset=hit["ruleset"], kind=hit["kind"], id_=hit["id"])
