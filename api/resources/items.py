"""The things of a game, by kind: whatever kinds the rule set has."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from adjudicator.language import types as t
from api.asking import Table, table
from api.problems import not_found
from api.responses import reference
from api.service import Json

blueprint = Blueprint("items", __name__, url_prefix="/v1/<ruleset>/items")


def items(at: Table, kind: str) -> Json:
    """Every item of a kind, with its attributes as values."""
    program = at.judge.rules.program
    ids = _known(at, kind)
    attributes = program.attributes[kind]
    return {
        "kind": kind,
        "attributes": {name: str(type_) for name, type_ in program.scope.kinds[kind].items()},
        "items": [
            {"id": id_, "name": at.name(kind, id_), "values": {a: v.get(id_) for a, v in attributes.items()}}
            for id_ in ids
        ],
    }


def item(at: Table, kind: str, id_: str) -> Json:
    """One item: its name, whether a book attests it, and its attributes as a person reads them."""
    program = at.judge.rules.program
    ids = _known(at, kind)
    if id_ not in ids:
        raise not_found("unknown-item", id_, nearest_name(id_, ids), owner=kind)
    types = program.scope.kinds[kind]
    return {
        "kind": kind,
        "id": id_,
        "name": at.name(kind, id_),
        "ours": at.judge.catalog.is_ours(at.answers.chain, kind, id_, at.language),
        "attributes": {
            name: _attribute(at, types[name], program.attributes[kind][name].get(id_)) for name in types
        },
    }


def _known(at: Table, kind: str) -> list[str]:
    known = at.judge.rules.program.items
    if kind not in known:
        raise not_found("unknown-type", kind, nearest_name(kind, known))
    return known[kind]


def _attribute(at: Table, type_: t.Type, value: Any) -> Json:
    return {"type": str(type_), "value": value, "text": at.answers.value(value)}


@blueprint.get("/<kind>")
def list_items(ruleset: str, kind: str) -> Response:
    at = table(ruleset)
    return reference(lambda: items(at, kind))


@blueprint.get("/<kind>/<id_>")
def show_item(ruleset: str, kind: str, id_: str) -> Response:
    at = table(ruleset)
    return reference(lambda: item(at, kind, id_))
