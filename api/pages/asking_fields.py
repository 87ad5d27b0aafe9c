"""Forms made from types: for every value of a rule set, whatever its type, the field a reader fills it in by.

A field's path says where its value belongs: `s/figures/dale` is what the position's field `figures` holds for
`dale`. `asking_reading` reads the same paths back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import types as t
from adjudicator.language.program import FieldDef
from adjudicator.language.runtime import UNKNOWN
from adjudicator.ruleset import values
from api.asking import Table
from api.pages.map_drawing import owner_of, seat_number

MANY = 14  # more choices than these are searched rather than read


@dataclass(frozen=True, slots=True)
class Option:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """How many of one piece."""

    path: str
    name: str
    number: str
    most: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """The pieces of one owner."""

    name: str | None
    seat: int | None
    rows: list[Row]

    @property
    def open(self) -> bool:
        return self.name is None or any(row.number not in ("", "0") for row in self.rows)


@dataclass(slots=True)
class Field:
    """What the template needs to draw one field, whatever its shape."""

    path: str
    label: str
    shape: str  # number, whether, choice, set, bag, group, words
    value: Any = None
    options: list[Option] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    more: list[Option] = field(default_factory=list)  # pieces of which there are none yet
    fields: list[Field] = field(default_factory=list)
    optional: bool = False
    required: bool = False
    least: int | None = None
    most: int | None = None
    wrong: list[str] = field(default_factory=list)
    best: list[Any] | None = None  # the choices with which a move can still be legal

    @property
    def id(self) -> str:
        """The same path as an id of the page."""
        return self.path.replace("/", "-").replace("?", "unknown")

    @property
    def many(self) -> bool:
        return len(self.options) > MANY


@dataclass(slots=True)
class Forms:
    """Makes fields; what was typed and was wrong stands in them again, with the reason."""

    at: Table
    wrong: Mapping[str, list[str]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)

    def field(self, path: str, label: str, type_: t.Type, value: Any, **more: Any) -> Field:
        """A field of any type. `more`: `required`, `least`, `most`, `offered`, `hidden`, `brief`."""
        bare = t.bare(type_)
        made = Field(path, label, "words", value, optional=isinstance(type_, t.Maybe))
        made.required = more.get("required", False)
        made.wrong = self._wrong(path, deep=not isinstance(bare, t.Record))
        if bare == t.NUMBER:
            made.shape, made.value = "number", self.typed.get(path, "" if value is None else str(value))
            made.least, made.most = more.get("least"), more.get("most")
        elif bare == t.BOOL:
            made.shape = "whether"
        elif isinstance(bare, t.Kind | t.Enumeration):
            made.shape, made.options = "choice", self.options(bare, more.get("offered"))
        elif isinstance(bare, t.SetOf):
            made.shape, made.options = "set", self.options(bare.of)
        elif isinstance(bare, t.BagOf):
            made.shape = "bag"
            self._bag(made, bare, value or {}, more)
        elif isinstance(bare, t.Record):
            made.shape = "group"
            made.fields = self._record(path, bare, value)
        else:
            made.value = self.typed.get(path, " ".join(map(str, value or [])))
        return made

    def options(self, type_: t.Type, offered: list[Any] | None = None) -> list[Option]:
        """Everything of a type, or what is offered; by name where there are many."""
        ids = values.members(type_, self.at.judge.rules.program) or []
        found = [Option(i, self.at.name(str(type_), i)) for i in ids if offered is None or i in offered]
        return sorted(found, key=lambda o: o.name) if len(found) > MANY else found

    def table(self, path: str, definition: FieldDef, value: dict[str, Any], **more: Any) -> Field:
        """A field of a position with a value for each key."""
        keys = values.members(definition.key, self.at.judge.rules.program) if definition.key else None
        made = Field(path, self.at.answers.label("field", definition.name), "group", wrong=[])
        made.fields = [
            self.entry(
                f"{path}/{key}", definition, self.at.name(str(definition.key), key), value, key, **more
            )
            for key in keys or []
        ]
        return made

    def entry(
        self, path: str, definition: FieldDef, label: str, value: dict[str, Any], key: str, **more: Any
    ) -> Field:
        now = value.get(key, definition.default)
        bounds = {"least": definition.least, "most": definition.most, "hidden": definition.hidden}
        return self.field(path, label, definition.type, now, **bounds, **more)

    # ------------------------------------------------------------------ parts

    def _record(self, path: str, type_: t.Record, value: Any) -> list[Field]:
        table = self.at.judge.rules.program.scope.records[type_.name]
        now = value or {}
        return [
            self.field(
                f"{path}/{n}", self.at.name("Record", f"{type_.name}.{n}"), inner, now.get(n), brief=True
            )
            for n, inner in table.items()
        ]

    def _bag(self, made: Field, type_: t.BagOf, bag: dict[str, int], more: dict[str, Any]) -> None:
        """Rows for the pieces, owner by owner; in brief those that are there, the others to be added."""
        program = self.at.judge.rules.program
        offered: dict[str, int] | None = more.get("offered")
        ids = list(values.members(type_.of, program) or []) if offered is None else list(offered)
        if more.get("hidden"):
            ids.append(UNKNOWN)
        if more.get("brief"):
            made.more = [Option(i, self._piece(type_, i)) for i in ids if i not in bag]
            ids = [i for i in ids if i in bag]
        box = program.boxes.get(str(type_.of), {}) if offered is None else offered
        owners = owner_of(program, type_.of)
        by: dict[Any, list[Row]] = {}
        for id_ in ids:
            path = f"{made.path}/{id_}"
            number = self.typed.get(path, str(bag.get(id_, 0)))
            by.setdefault(owners.get(id_), []).append(
                Row(path, self._piece(type_, id_), number, box.get(id_))
            )
        for owner, rows in by.items():
            name = self.at.name(str(program.seats), owner) if owner is not None and len(by) > 1 else None
            made.parts.append(Part(name, seat_number(program, owner), rows))

    def _piece(self, type_: t.BagOf, id_: str) -> str:
        return self.at.answers.name_of(id_) if id_ == UNKNOWN else self.at.name(str(type_.of), id_)

    def _wrong(self, path: str, *, deep: bool) -> list[str]:
        """What is wrong here; with what is wrong inside, where that has no field of its own."""
        found = list(self.wrong.get(path, []))
        if deep:
            found += [text for p, texts in self.wrong.items() if p.startswith(f"{path}/") for text in texts]
        return found
