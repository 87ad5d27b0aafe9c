"""The things of a game as a reader looks at them: kinds, attributes that have a name, who refers to whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.language import types as t
from api.asking import Table
from api.pages import values
from api.pages.frame import url
from api.service import Json

_MOST_CHOICES, _MOST_NUMBERS = 40, 8  # a longer list is no help for choosing


def kind_name(at: Table, kind: str, form: str = "many") -> str:
    """What a kind is called: `one` of them, or `many`; by its id where nobody named it."""
    name = at.name("Kind", f"{kind}.{form}")
    return kind if name == f"{kind}.{form}" else name


def kinds(at: Table) -> list[Json]:
    """All kinds that have a name: what has none is of the program, not of the table."""
    catalog, chain = at.judge.catalog, at.answers.chain
    return [
        {"id": kind, "name": kind_name(at, kind), "count": len(ids)}
        for kind, ids in at.judge.rules.program.items.items()
        if catalog.find_name(chain, "Kind", f"{kind}.many", at.language) is not None
    ]


def attributes(at: Table, kind: str) -> dict[str, t.Type]:
    """The attributes that have a name: the others are bookkeeping."""
    catalog, chain = at.judge.catalog, at.answers.chain
    return {
        name: type_
        for name, type_ in at.judge.rules.program.scope.kinds[kind].items()
        if catalog.find_name(chain, "Attribute", f"{kind}.{name}", at.language) is not None
    }


def label(at: Table, kind: str, attribute: str) -> str:
    return at.name("Attribute", f"{kind}.{attribute}")


def value(at: Table, kind: str, attribute: str, id_: str) -> Any:
    return at.judge.rules.program.attributes[kind][attribute].get(id_)


def facts(at: Table, kind: str, id_: str) -> list[Json]:
    """What is known of a thing: its attributes in words; what is false or none is not said."""
    found = []
    for name, type_ in attributes(at, kind).items():
        written = value(at, kind, name, id_)
        if written is False or written is None or written in ({}, []):
            continue
        told = [] if written is True else values.parts(at, written, type_)
        found.append({"label": label(at, kind, name), "parts": told, "flag": written is True})
    return found


def summary(at: Table, kind: str, id_: str) -> str:
    """The short facts of a thing in one line, for lists."""
    told = []
    for name, type_ in attributes(at, kind).items():
        written, bare = value(at, kind, name, id_), t.bare(type_)
        if written is True:
            told.append(label(at, kind, name))
        elif isinstance(bare, t.Kind | t.Enumeration) and written is not None:
            told.append(values.parts(at, written, type_)[0]["text"])
        elif bare == t.NUMBER and written:
            told.append(f"{label(at, kind, name)} {written}")
    return " · ".join(told)


def referring(at: Table, kind: str, id_: str) -> list[Json]:
    """Things of other kinds that name this one: what belongs to it, what is part of it."""
    found = []
    for other, name, type_ in _references(at, kind):
        members = [
            {"text": at.name(other, item), "url": url("items.show", kind=other, id_=item)}
            for item in at.judge.rules.program.items[other]
            if _names(value(at, other, name, item), type_, id_)
        ]
        if members:
            found.append({"kind": kind_name(at, other), "label": label(at, other, name), "parts": members})
    return found


def _references(at: Table, kind: str) -> Iterator[tuple[str, str, t.Type]]:
    """Attributes of other kinds that are things of this kind."""
    for other in at.judge.rules.program.items:
        for name, type_ in attributes(at, other).items():
            inner = t.bare(type_)
            if other != kind and t.Kind(kind) in (inner, t.element(inner)):
                yield other, name, type_


def _names(written: Any, type_: t.Type, id_: str) -> bool:
    collection = t.element(t.bare(type_)) is not None
    return id_ in (written or ()) if collection else written == id_


# ---------------------------------------------------------------------- filters


def filters(at: Table, kind: str) -> list[Json]:
    """By what the things of a kind can be told apart: attributes with a few known values."""
    program, found = at.judge.rules.program, []
    for name, type_ in attributes(at, kind).items():
        bare = t.bare(type_)
        there = program.attributes[kind][name]
        present = {there.get(item) for item in program.items[kind]} if _choosable(bare) else set()
        if not 2 <= len(present) <= (_MOST_NUMBERS if bare == t.NUMBER else _MOST_CHOICES):
            continue
        found.append({"name": name, "label": label(at, kind, name), "choices": _choices(at, bare, present)})
    return found


def _choosable(type_: t.Type) -> bool:
    return isinstance(type_, t.Kind | t.Enumeration) or type_ in (t.BOOL, t.NUMBER)


def _choices(at: Table, type_: t.Type, present: set[Any]) -> list[Json]:
    if type_ == t.BOOL:
        return [{"value": word, "text": at.answers.value(word == "true")} for word in ("true", "false")]
    if type_ == t.NUMBER:
        return [{"value": str(n), "text": str(n)} for n in sorted(n for n in present if n is not None)]
    found = [{"value": v, "text": values.parts(at, v, type_)[0]["text"]} for v in present if v is not None]
    return sorted(found, key=lambda choice: str(choice["text"]).casefold())


def chosen(at: Table, kind: str, wanted: dict[str, str]) -> list[str]:
    """The things of a kind that have all the wanted values."""
    return [
        id_
        for id_ in at.judge.rules.program.items[kind]
        if all(_written(value(at, kind, name, id_)) == word for name, word in wanted.items())
    ]


def _written(found: Any) -> str:
    if isinstance(found, bool) or found is None:
        return "true" if found else "false"
    return str(found)
