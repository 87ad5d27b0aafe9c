"""What is in the box: pieces, cards, tiles and dice, each with its number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.asking import Table, table
from api.pages import things
from api.pages.frame import kept, url
from api.service import Json

blueprint = Blueprint("components", __name__, url_prefix="/<ruleset>/components")

_COUNTED = ("count", "copies")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("components.html", lambda: components(table(ruleset)))


def components(at: Table) -> Json:
    program = at.judge.rules.program
    return {
        "kinds": [_counted(at, kind["id"]) for kind in things.kinds(at) if _count_of(at, kind["id"])],
        "dice": [
            {"name": things.kind_name(at, die.name, "one"), "faces": _faces(at, die)}
            for die in program.dice.values()
        ],
    }


def _count_of(at: Table, kind: str) -> str | None:
    """The attribute that says how many of a thing there are."""
    there = at.judge.rules.program.scope.kinds[kind]
    return next((name for name in _COUNTED if name in there), None)


def _counted(at: Table, kind: str) -> Json:
    program = at.judge.rules.program
    numbers = program.attributes[kind][_count_of(at, kind) or ""]
    pieces = [
        {
            "text": at.name(kind, id_),
            "url": url("items.show", kind=kind, id_=id_),
            "count": numbers.get(id_, 0),
        }
        for id_ in program.items[kind]
    ]
    return {
        "id": kind,
        "name": things.kind_name(at, kind),
        "pieces": pieces,
        "single": all(piece["count"] == 1 for piece in pieces),
        "total": sum(piece["count"] for piece in pieces),
    }


def _faces(at: Table, die: Any) -> list[Json]:
    """The faces of a die, each with how often it is there."""
    found: dict[Any, int] = {}
    for face in die.faces:
        found[face] = found.get(face, 0) + 1
    return [
        {"text": at.name(str(die.type), str(face)) if isinstance(face, str) else str(face), "times": times}
        for face, times in found.items()
    ]
