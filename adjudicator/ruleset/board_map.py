"""What a rule set says about drawing its board: which things are places, where they lie, what they border.

Only names of kinds, attributes and fields stand there; what they mean is said by their types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef, Program
from adjudicator.ruleset import values


@dataclass(frozen=True, slots=True)
class BoardMap:
    """How a board is drawn; see `schema/ruleset.json` for what each name is for."""

    kind: str
    at: str
    borders: str
    impassable: str | None = None
    group: str | None = None
    marks: dict[str, Any] = field(default_factory=dict)  # attribute -> sign, or word -> sign
    shows: list[str] = field(default_factory=list)
    unit: list[int] = field(default_factory=lambda: [1, 1])


def board_map(info: dict[str, Any]) -> BoardMap | None:
    """The map a rule set declares, if it does."""
    written = info.get("map")
    return None if written is None else BoardMap(**written)


def map_problems(program: Program, document: Document) -> Iterator[Diagnostic]:
    """Names in a `map` that mean nothing, or something of the wrong type."""
    written = document.value.get("map")
    if written is None:
        return
    kind = written["kind"]
    attributes = program.scope.kinds.get(kind)
    if attributes is None:
        near = nearest_name(kind, program.scope.kinds)
        yield Diagnostic("unknown-type", document.span(("map", "kind")), {"name": kind}, near)
        return
    places = t.SetOf(t.Kind(kind))
    wanted: list[tuple[Path, str, t.Type | None]] = [
        (("at",), written["at"], t.ListOf(t.NUMBER)),
        (("borders",), written["borders"], places),
    ]
    if "impassable" in written:
        wanted.append((("impassable",), written["impassable"], places))
    if "group" in written:
        wanted.append((("group",), written["group"], None))
    wanted += [(("marks", name), name, None) for name in written.get("marks", {})]
    for path, name, type_ in wanted:
        yield from _attribute(document, ("map", *path), kind, attributes, name, type_)
    for name, signs in written.get("marks", {}).items():
        if name in attributes and isinstance(signs, dict):
            yield from _words(document, ("map", "marks", name), program, attributes[name], signs)
    for index, name in enumerate(written.get("shows", [])):
        yield from _field(document, ("map", "shows", index), t.Kind(kind), program.fields, name)


def _attribute(
    document: Document,
    path: Path,
    kind: str,
    attributes: dict[str, t.Type],
    name: str,
    wanted: t.Type | None,
) -> Iterator[Diagnostic]:
    found = attributes.get(name)
    if found is None:
        wrong = {"name": name, "owner": kind}
        yield Diagnostic("unknown-attribute", document.span(path), wrong, nearest_name(name, attributes))
    elif found != wanted if wanted is not None else not _is_word(found):
        expected = str(wanted) if wanted is not None else "Bool"
        wrong = {"found": str(found), "expected": expected}
        yield Diagnostic("wrong-type", document.span(path), wrong)


def _words(
    document: Document, path: Path, program: Program, type_: t.Type, signs: dict[str, str]
) -> Iterator[Diagnostic]:
    """Words that get a sign of their own must be words of the attribute's type."""
    known = values.members(t.bare(type_), program) or []
    for word in signs:
        if word not in known:
            wrong = {"name": word, "owner": str(t.bare(type_))}
            span = document.span((*path, word), key=True)
            yield Diagnostic("unknown-item", span, wrong, nearest_name(word, known))


def _is_word(type_: t.Type) -> bool:
    """Something with a name of its own, or a yes and no: it can be given a colour or a sign."""
    return t.bare(type_) == t.BOOL or isinstance(t.bare(type_), t.Kind | t.Enumeration)


def _field(
    document: Document, path: Path, place: t.Kind, fields: dict[str, FieldDef], name: str
) -> Iterator[Diagnostic]:
    found = fields.get(name)
    if found is None:
        near = nearest_name(name, fields)
        yield Diagnostic("unknown-field", document.span(path), {"name": name}, near)
    elif found.key != place and t.bare(found.type) != place:
        wrong = {"found": str(found.type), "expected": str(place)}
        yield Diagnostic("wrong-type", document.span(path), wrong)
