"""JSON values against types: used for items, setups, positions and requests alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.language import types as t
from adjudicator.language.program import Program
from adjudicator.language.runtime import UNKNOWN

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """What is wrong with a value, and where inside it."""

    path: Path
    code: str
    values: dict[str, Any]
    nearest: str | None = None
    at_key: bool = False  # the key itself is wrong, not what stands under it


def members(type_: t.Type, program: Program) -> list[str] | None:
    """The ids or words a value of this type may be."""
    if isinstance(type_, t.Kind):
        return program.items.get(type_.name, [])
    if isinstance(type_, t.Enumeration):
        return program.scope.enumerations.get(type_.name, [])
    return None


def problems(
    value: Any, type_: t.Type, program: Program, path: Path = (), *, hidden: bool = False
) -> Iterator[ValueProblem]:
    """Every way in which a value fails its type."""
    if isinstance(type_, t.Maybe):
        if value is not None:
            yield from problems(value, type_.of, program, path, hidden=hidden)
    elif type_ == t.BOOL or type_ == t.NUMBER:
        wanted = bool if type_ == t.BOOL else int
        if type(value) is not wanted:
            yield _wrong(value, type_, path)
    elif isinstance(type_, t.Kind | t.Enumeration):
        yield from _member(value, type_, program, path)
    elif isinstance(type_, t.SetOf | t.ListOf):
        yield from _collection(value, type_, program, path)
    elif isinstance(type_, t.BagOf):
        yield from _bag(value, type_, program, path, hidden)
    elif isinstance(type_, t.Record):
        yield from _record(value, type_, program, path)


def _wrong(value: Any, type_: t.Type, path: Path) -> ValueProblem:
    return ValueProblem(path, "wrong-value", {"found": _shown(value), "expected": str(type_)})


def _shown(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else "none" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _member(value: Any, type_: t.Type, program: Program, path: Path) -> Iterator[ValueProblem]:
    if not isinstance(value, str):
        yield _wrong(value, type_, path)
    elif not program.scope.has(type_, value):
        near = nearest_name(value, members(type_, program) or [])
        yield ValueProblem(path, "unknown-item", {"name": _shown(value), "owner": str(type_)}, near)


def _collection(
    value: Any, type_: t.SetOf | t.ListOf, program: Program, path: Path
) -> Iterator[ValueProblem]:
    if not isinstance(value, list):
        yield _wrong(value, type_, path)
        return
    for index, item in enumerate(value):
        yield from problems(item, type_.of, program, (*path, index))
        if isinstance(type_, t.SetOf) and item in value[:index]:
            yield ValueProblem((*path, index), "repeated-item", {"name": _shown(item)})


def _bag(value: Any, type_: t.BagOf, program: Program, path: Path, hidden: bool) -> Iterator[ValueProblem]:
    if not isinstance(value, dict):
        yield _wrong(value, type_, path)
        return
    for piece, number in value.items():
        if piece != UNKNOWN or not hidden:
            for problem in _member(piece, type_.of, program, (*path, piece)):
                yield replace(problem, at_key=True)
        if type(number) is not int or number < 0:
            yield ValueProblem((*path, piece), "wrong-value", {"found": _shown(number), "expected": "Number"})


def _record(value: Any, type_: t.Record, program: Program, path: Path) -> Iterator[ValueProblem]:
    table = program.scope.records[type_.name]
    if not isinstance(value, dict):
        yield _wrong(value, type_, path)
        return
    for name, inner in value.items():
        if name in table:
            yield from problems(inner, table[name], program, (*path, name))
        else:
            near = nearest_name(name, table)
            unknown = {"name": name, "owner": type_.name}
            yield ValueProblem((*path, name), "unknown-attribute", unknown, near, at_key=True)


def completed(value: Any, type_: t.Type, program: Program) -> Any:
    """A valid value in canonical form: records filled up, bags without zeros, sets in order."""
    if isinstance(type_, t.Maybe):
        return None if value is None else completed(value, type_.of, program)
    if isinstance(type_, t.Record):
        table = program.scope.records[type_.name]
        defaults = program.record_defaults[type_.name]
        return {k: completed(value[k], table[k], program) if k in value else defaults[k] for k in table}
    if isinstance(type_, t.BagOf):
        return {k: n for k, n in value.items() if n > 0}
    return sorted(value) if isinstance(type_, t.SetOf) else value
