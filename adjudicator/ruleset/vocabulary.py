"""The words of a rule set: enumerations, dice, kinds with their items, records, and what a position holds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.language import types as t
from adjudicator.language.parser import ScriptError, parse_type
from adjudicator.language.program import Die, FieldDef, Program, Ruling, default_of
from adjudicator.language.scope import Signature, ruling_type
from adjudicator.ruleset import values
from adjudicator.ruleset.places import script_place


class Vocabulary:
    """Reads vocabulary, state, item and ruling files into a program. Kinds must be read before items."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.scope = program.scope
        self.problems: list[Diagnostic] = []
        self._symmetric: list[tuple[str, str]] = []
        self._boxes: dict[str, str] = {}
        self._placed: dict[tuple[str, str], tuple[Document, Path]] = {}
        self._written: dict[tuple[str, str, str], tuple[Document, Path]] = {}  # the same for each attribute
        self._given: dict[str, dict[str, dict[str, Any]]] = {}

    def report(
        self,
        code: str,
        document: Document,
        path: Path,
        near: str | None = None,
        *,
        key: bool = False,
        **values: Any,
    ) -> None:
        self.problems.append(Diagnostic(code, document.span(path, key=key), values, near))

    def _report_values(self, document: Document, path: Path, found: Iterable[values.ValueProblem]) -> None:
        for problem in found:
            place = document.span((*path, *problem.path), key=problem.at_key)
            self.problems.append(Diagnostic(problem.code, place, problem.values, problem.nearest))

    # ------------------------------------------------------------------ names first, then types

    def declare(self, document: Document) -> None:
        """Make the type names of a vocabulary file known."""
        content = document.value or {}
        for name, words in content.get("enumerations", {}).items():
            self.scope.add_enumeration(name, words)
        for name, faces in content.get("dice", {}).items():
            self._die(document, name, faces)
        for name in content.get("kinds", {}):
            self.scope.kinds[name] = {}
            self.program.items.setdefault(name, [])
            self.program.attributes.setdefault(name, {})
        for name in content.get("records", {}):
            self.scope.records[name] = {}

    def _die(self, document: Document, name: str, written: list[Any] | dict[str, Any]) -> None:
        """A die with faces of its own, or one that bears words of an enumeration it shares with others."""
        if isinstance(written, dict):
            self._shared_die(document, name, written["of"], [str(face) for face in written["faces"]])
            return
        faces = written
        numeric = all(type(f) is int for f in faces)
        if not numeric:
            self.scope.add_enumeration(name, list(dict.fromkeys(str(f) for f in faces)))
        face = t.NUMBER if numeric else t.Enumeration(name)
        self.scope.dice[name] = face
        self.program.dice[name] = Die(name, faces if numeric else [str(f) for f in faces], face)

    def _shared_die(self, document: Document, name: str, of: str, faces: list[str]) -> None:
        words = self.scope.enumerations.get(of)
        if words is None:
            near = nearest_name(of, self.scope.enumerations)
            self.report("unknown-type", document, ("dice", name, "of"), near, name=of)
            words = faces
        for place, face in enumerate(faces):
            if face not in words:
                near = nearest_name(face, words)
                self.report(
                    "unknown-item", document, ("dice", name, "faces", place), near, name=face, owner=of
                )
        self.scope.dice[name] = t.Enumeration(of)
        self.program.dice[name] = Die(name, faces, t.Enumeration(of))

    def define(self, document: Document) -> None:
        """Read attributes and record fields, now that every type name is known."""
        content = document.value or {}
        for kind, definition in content.get("kinds", {}).items():
            for attribute, written in (definition.get("attributes") or {}).items():
                self._attribute(document, kind, attribute, written)
            if "box" in definition:
                self._box(document, kind, definition["box"])
        for record, fields in content.get("records", {}).items():
            for field, written in fields.items():
                path = ("records", record, field)
                self.scope.records[record][field] = self.type(document, *_type_of(path, written))

    def _box(self, document: Document, kind: str, attribute: str) -> None:
        table, path = self.scope.kinds[kind], ("kinds", kind, "box")
        if attribute not in table:
            near = nearest_name(attribute, table)
            self.report("unknown-attribute", document, path, near, name=attribute, owner=kind)
        elif not t.fits(table[attribute], t.NUMBER):
            self.report("wrong-type", document, path, found=str(table[attribute]), expected="Number")
        else:
            self._boxes[kind] = attribute

    def _attribute(self, document: Document, kind: str, attribute: str, written: Any) -> None:
        path = ("kinds", kind, "attributes", attribute)
        self.scope.kinds[kind][attribute] = self.type(document, *_type_of(path, written))
        self.program.attributes[kind][attribute] = {}
        if isinstance(written, dict) and written.get("symmetric"):
            self._symmetric.append((kind, attribute))

    def finish_records(self, documents: list[Document]) -> None:
        """Defaults of record fields, once items are known; a record's after those of the records in it."""
        waiting = [(d, record) for d in documents for record in (d.value or {}).get("records", {})]
        self.program.record_defaults |= {record: {} for _, record in waiting}
        while waiting:
            left = {record for _, record in waiting}
            ready = [entry for entry in waiting if not self._inside(entry[1]) & left] or waiting
            for document, record in ready:
                self._record_defaults(document, record)
            waiting = [entry for entry in waiting if entry not in ready]

    def _inside(self, record: str) -> set[str]:
        """The records a record has as fields."""
        return {type_.name for type_ in self.scope.records[record].values() if isinstance(type_, t.Record)}

    def _holds(self, record: str, other: str) -> bool:
        """Is there one of the other records in this one, directly or inside what it has?"""
        seen, edge = set(), {record}
        while edge:
            seen |= edge
            edge = {inner for outer in edge for inner in self._inside(outer)} - seen
        return other in seen

    def _record_defaults(self, document: Document, record: str) -> None:
        defaults = self.program.record_defaults[record]
        for field, written in document.value["records"][record].items():
            type_ = self.scope.records[record][field]
            path = ("records", record, field)
            if isinstance(type_, t.Record) and self._holds(type_.name, record):  # it would have no end
                place = _type_of(path, written)[0]
                self.report("wrong-type", document, place, found=str(type_), expected=f"{type_}?")
                defaults[field] = None
            elif isinstance(written, dict) and "default" in written:
                found = values.problems(written["default"], type_, self.program)
                self._report_values(document, (*path, "default"), found)
                defaults[field] = written["default"]
            else:
                defaults[field] = default_of(type_, self.program)

    def type(self, document: Document, path: Path, text: str) -> t.Type:
        """A type as written in a file; problems are reported where it stands."""
        try:
            written = parse_type(text)
        except ScriptError as error:
            self.problems.append(
                Diagnostic(error.code, script_place(document, path, error.line, error.column), error.values)
            )
            return t.ANYTHING
        resolved = self.scope.resolve(written)
        if resolved is None:
            name = _first_unknown(written, self.scope.type_names())
            near = nearest_name(name, self.scope.type_names())
            place = script_place(document, path, 1, text.rindex(name) + 1)
            self.problems.append(Diagnostic("unknown-type", place, {"name": name}, near))
            return t.ANYTHING
        return resolved

    # ------------------------------------------------------------------ items

    def items(self, document: Document) -> None:
        """Items of kinds: `Region: {id: {attribute: value}}`. A later file may change attributes."""
        for kind, entries in (document.value or {}).items():
            if kind not in self.scope.kinds:
                near = nearest_name(kind, self.scope.kinds)
                self.report("unknown-type", document, (kind,), near, key=True, name=kind)
                continue
            for item, attributes in (entries or {}).items():
                if (kind, item) not in self._placed:
                    self.program.items[kind].append(item)
                    self.scope.add_item(kind, item)
                self._placed[kind, item] = (document, (kind, item))
                for name in attributes or {}:
                    self._written[kind, item, name] = (document, (kind, item, name))
                self._given.setdefault(kind, {}).setdefault(item, {}).update(attributes or {})

    def finish_items(self) -> None:
        """Check every attribute of every item, then symmetry and box contents."""
        for kind, entries in self._given.items():
            table = self.scope.kinds[kind]
            for item, attributes in entries.items():
                for name in attributes.keys() - table.keys():
                    near = nearest_name(name, table)
                    place = self._written[kind, item, name]
                    self.report("unknown-attribute", *place, near, key=True, name=name, owner=kind)
                for name, type_ in table.items():
                    self._item_value(kind, item, name, type_, attributes)
        for kind, attribute in self._symmetric:
            self._check_symmetry(kind, attribute)
        for kind, attribute in self._boxes.items():
            counts = self.program.attributes[kind][attribute]
            self.program.boxes[kind] = {item: n for item, n in counts.items() if type(n) is int}

    def _item_value(self, kind: str, item: str, name: str, type_: t.Type, attributes: dict[str, Any]) -> None:
        if name not in attributes:
            default = default_of(type_, self.program)
            if isinstance(type_, t.Kind | t.Enumeration):
                place = self._placed[kind, item]
                self.report("missing-attribute", *place, key=True, name=name, owner=kind, item=item)
            self.program.attributes[kind][name][item] = default
            return
        value = attributes[name]
        found = values.problems(value, type_, self.program)
        self._report_values(*self._written[kind, item, name], found)
        self.program.attributes[kind][name][item] = value

    def _check_symmetry(self, kind: str, attribute: str) -> None:
        table = self.program.attributes[kind][attribute]
        for item, neighbours in table.items():
            several = isinstance(neighbours, list)
            for index, other in enumerate(neighbours if several else [neighbours]):
                if not isinstance(other, str) or isinstance(table.get(other), dict):
                    continue  # wrong in itself, and reported as that
                back = table.get(other, [item])
                if item not in (back if isinstance(back, list) else [back]):
                    document, path = self._written[kind, item, attribute]
                    place = (*path, index) if several else path
                    self.report("asymmetric", document, place, attribute=attribute, one=item, other=other)

    # ------------------------------------------------------------------ state and rulings

    def state(self, document: Document) -> None:
        for name, written in ((document.value or {}).get("fields") or {}).items():
            path = ("fields", name)
            type_ = self.type(document, (*path, "type"), written["type"])
            key = self.type(document, (*path, "of"), written["of"]) if "of" in written else None
            default = written.get("default", default_of(type_, self.program))
            if name == "effects":  # the engine keeps the effects that are applied under this name
                self.report("name-taken", document, path, key=True, name=name)
            if key is not None and not isinstance(key, t.Kind | t.Enumeration) and key != t.ANYTHING:
                self.report("wrong-type", document, (*path, "of"), found=str(key), expected="Kind")
            if "default" in written:
                found = values.problems(default, type_, self.program)
                self._report_values(document, (*path, "default"), found)
            flags = {flag: bool(written.get(flag)) for flag in ("hidden", "place", "option")}
            self.program.fields[name] = FieldDef(
                name, key, type_, default, **flags, least=written.get("least"), most=written.get("most")
            )
            parameters = {"of": key} if key is not None else {}
            self.scope.fields[name] = Signature(parameters, type_)

    def rulings(self, document: Document, removed: frozenset[str] = frozenset()) -> None:
        """Rulings; one about a rule that an extending rule set has removed is of no use and goes with it."""
        for index, written in enumerate(document.value or []):
            if written["rule"] in removed:
                continue
            name, options = written["ruling"], list(written["options"])
            takes = written.get("takes")
            if takes is not None and takes not in options:
                near = nearest_name(takes, options)
                self.report("unknown-item", document, (index, "takes"), near, name=takes, owner=name)
            if written["rule"] not in self.scope.rules:
                near = nearest_name(written["rule"], self.scope.rules)
                self.report("unknown-rule", document, (index, "rule"), near, name=written["rule"])
            self.program.rulings[name] = Ruling(name, written["rule"], options, takes)
            self.scope.rulings[name] = options
            self.scope.add_enumeration(ruling_type(name).name, options)


def _type_of(path: Path, written: Any) -> tuple[Path, str]:
    """A type and where it stands: alone, or under `type` beside what else is said."""
    return ((*path, "type"), written["type"]) if isinstance(written, dict) else (path, written)


def _first_unknown(written: t.Type, known: list[str]) -> str:
    while isinstance(written, t.SetOf | t.ListOf | t.BagOf | t.Maybe):
        written = written.of
    name = str(written)
    return name if name not in known else str(written)
