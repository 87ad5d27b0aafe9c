"""The things of a game: all kinds, one kind with filters, one thing with all that is known of it."""

from __future__ import annotations

from flask import Blueprint, Response, request

from adjudicator.data.diagnostic import nearest_name
from adjudicator.reference.folding import fold
from api import lookup
from api.asking import Table, table
from api.pages import things
from api.pages.frame import kept
from api.problems import not_found
from api.service import Json

blueprint = Blueprint("items", __name__, url_prefix="/<ruleset>/items")

_WORTH_FILTERING = 20  # fewer things are seen at a glance


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("items/kinds.html", lambda: {"kinds": things.kinds(table(ruleset))})


@blueprint.get("/<kind>")
def list_(ruleset: str, kind: str) -> Response:
    return kept("items/list.html", lambda: listed(_known(table(ruleset), kind), kind, request.args.to_dict()))


@blueprint.get("/<kind>/<id_>")
def show(ruleset: str, kind: str, id_: str) -> Response:
    return kept("items/item.html", lambda: item(_known(table(ruleset), kind), kind, id_))


def _known(at: Table, kind: str) -> Table:
    known = at.judge.rules.program.items
    if kind not in known:
        raise not_found("unknown-type", kind, nearest_name(kind, known))
    return at


def listed(at: Table, kind: str, asked: dict[str, str]) -> Json:
    """The things of a kind by name, those that have what was chosen."""
    total = len(at.judge.rules.program.items[kind])
    filters = things.filters(at, kind) if total >= _WORTH_FILTERING else []
    offered = {f["name"]: {choice["value"] for choice in f["choices"]} for f in filters}
    wanted = {name: word for name, word in asked.items() if word in offered.get(name, ())}
    ids = things.chosen(at, kind, wanted)
    found = [{"id": i, "name": at.name(kind, i), "summary": things.summary(at, kind, i)} for i in ids]
    return {
        "kind": kind,
        "kind_name": things.kind_name(at, kind),
        "filters": filters,
        "wanted": wanted,
        "items": sorted(found, key=lambda thing: fold(thing["name"])),
        "of": total,
    }


def item(at: Table, kind: str, id_: str) -> Json:
    """One thing: names, facts, what refers to it, the rules that name it."""
    known = at.judge.rules.program.items[kind]
    if id_ not in known:
        raise not_found("unknown-item", id_, nearest_name(id_, known), owner=kind)
    details = lookup.details(at.judge.rule_set.id)
    glossary = at.judge.catalog.glossary(at.answers.chain, at.language)
    return {
        "item": details.item(kind, id_),
        "kind_name": things.kind_name(at, kind, "one"),
        "facts": things.facts(at, kind, id_),
        "referring": things.referring(at, kind, id_),
        "rules": [details.heading(rule) for rule in lookup.named_in(details).get((kind, id_), [])],
        "term": id_ if id_ in glossary else None,
    }
