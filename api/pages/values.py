"""Values of the game as they stand on a page: things as links to their own pages, the rest in words."""

from __future__ import annotations

from typing import Any

from adjudicator.language import types as t
from adjudicator.text.languages import labelled
from api.asking import Table
from api.pages.frame import url
from api.service import Json


def parts(at: Table, value: Any, type_: t.Type) -> list[Json]:
    """A value as pieces of text, each perhaps with an address: the members of a set one by one."""
    kind = t.bare(type_)
    if value is None or value in ({}, []):
        return []
    if isinstance(kind, t.BagOf):
        return [_thing(at, kind.of, id_, number) for id_, number in value.items()]
    if isinstance(kind, t.SetOf | t.ListOf):
        return [part for member in value for part in parts(at, member, kind.of)]
    if isinstance(kind, t.Record):
        return _record(at, value, kind)
    return [_thing(at, kind, value)]


def _thing(at: Table, type_: t.Type, value: Any, number: int | None = None) -> Json:
    """One thing, one word or one number; `number` says how many of them."""
    known = at.judge.rules.program.items
    if isinstance(type_, t.Kind) and value in known.get(type_.name, ()):
        name, address = at.name(type_.name, value), url("items.show", kind=type_.name, id_=value)
    elif isinstance(type_, t.Enumeration):
        name, address = at.name(type_.name, str(value)), None
    else:
        name, address = at.answers.value(value), None
    return {"text": name if number is None else f"{number} × {name}", "url": address}


def _record(at: Table, value: dict[str, Any], type_: t.Record) -> list[Json]:
    """Named values that travel together; only those that somebody wrote."""
    types, found = at.judge.rules.program.scope.records[type_.name], []
    for name, inner in value.items():
        label = at.name("Record", f"{type_.name}.{name}")
        told = ", ".join(part["text"] for part in parts(at, inner, types[name])) or at.answers.value(None)
        found.append({"text": labelled(label, told, at.language), "url": None})
    return found


def fields(at: Table, state: dict[str, Any]) -> list[Json]:
    """A state, or what was changed of one: field by field, and row by row where a field has keys."""
    return [_field(at, name, value) for name, value in state.items() if name in at.judge.rules.program.fields]


def _field(at: Table, name: str, value: Any) -> Json:
    definition = at.judge.rules.program.fields[name]
    told: Json = {"label": at.answers.label("field", name), "parts": [], "rows": []}
    if definition.key is None:
        return {**told, "parts": parts(at, value, definition.type)}
    rows = [
        {"key": _thing(at, definition.key, key), "parts": parts(at, inner, definition.type)}
        for key, inner in (value or {}).items()
    ]
    return {**told, "rows": rows}
