"""Raw definitions: pieces of YAML with an identity, before any script in them is parsed.

A rule set that extends another starts from the other's definitions and patches them by identity; every part
of a patched definition still knows the file it was written in.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.data.yaml_reader import Document, Path
from adjudicator.ruleset.places import script_place

KINDS = ("term", "action", "procedure", "handler", "effect", "moment", "exception", "question", "invariant")
RESTING = ("action", "handler", "exception", "question", "invariant")  # useless without their rule
Identity = tuple[str, str]


@dataclass(slots=True)
class Origin:
    document: Document
    path: Path


@dataclass(slots=True)
class Definition:
    kind: str
    name: str
    data: dict[str, Any]
    origins: dict[Path, Origin]

    def origin(self, path: Path) -> Origin:
        """Where the part at `path` was written."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.origins:
                found = self.origins[path[:length]]
                return Origin(found.document, (*found.path, *path[length:]))
        raise KeyError(path)

    def span(self, path: Path = (), *, key: bool = False) -> Span:
        place = self.origin(path)
        return place.document.span(place.path, key=key)

    def script_span(self, path: Path, line: int, column: int) -> Span:
        place = self.origin(path)
        return script_place(place.document, place.path, line, column)


@dataclass(slots=True)
class Definitions:
    """Everything defined so far, by identity, in the order of first mention."""

    table: dict[Identity, Definition] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def copy(self) -> Definitions:
        table = {
            k: Definition(d.kind, d.name, copy.deepcopy(d.data), dict(d.origins))
            for k, d in self.table.items()
        }
        return Definitions(table, list(self.problems))

    def read(self, document: Document) -> None:
        """Add or patch from one file: a list of definitions."""
        for index, entry in enumerate(document.value or []):
            origin = Origin(document, (index,))
            if "patch" in entry:
                self._patch(entry, origin)
            elif "remove" in entry:
                self._remove(entry["remove"], origin, ("remove",))
            else:
                self._add(entry, origin)

    def forget(self, rules: set[str]) -> set[str]:
        """Take out what rests on rules that an extending rule set has removed; the actions that go with them.

        Whole actions, handlers, exceptions, questions and invariants; of others members of their lists.
        """
        gone = {k for k, d in self.table.items() if k[0] in RESTING and d.data.get("rule") in rules}
        for identity in gone:
            del self.table[identity]
        for definition in self.table.values():
            for key in ("requires", "pays", "except"):
                members = definition.data.get(key, [])
                self._keep(definition, key, [i for i, m in enumerate(members) if m.get("rule") not in rules])
        return {name for kind, name in gone if kind == "action"}

    def of_kind(self, kind: str) -> list[Definition]:
        return [d for d in self.table.values() if d.kind == kind]

    def _add(self, entry: dict[str, Any], origin: Origin) -> None:
        kind = next(k for k in KINDS if k in entry)
        name = entry.get("id", entry.get("rule", "")) if kind == "exception" else entry[kind]
        if kind == "exception":
            name = f"{entry['exception']} / {name}"
        identity = (kind, name)
        if identity in self.table:
            earlier = self.table[identity].span(key=True)
            span = origin.document.span((*origin.path, kind))
            self.problems.append(
                Diagnostic("duplicate-definition", span, {"kind": kind, "name": name}, related=(earlier,))
            )
            return
        # A copy: patches of an extending rule set must not reach the document the base is made from.
        self.table[identity] = Definition(kind, name, dict(entry), {(): origin})

    # ------------------------------------------------------------------ patches

    def _target(self, text: str, origin: Origin, path: Path) -> Definition | None:
        kind, _, name = text.partition(" ")
        found = self.table.get((kind, name))
        if found is None:
            near = nearest_name(text, [f"{k} {n}" for k, n in self.table])
            span = origin.document.span((*origin.path, *path))
            self.problems.append(Diagnostic("patch-without-target", span, {"target": text}, near))
        return found

    def _remove(self, text: str, origin: Origin, path: Path) -> None:
        if self._target(text, origin, path) is not None:
            kind, _, name = text.partition(" ")
            del self.table[kind, name]

    def _patch(self, entry: dict[str, Any], origin: Origin) -> None:
        target = self._target(entry["patch"], origin, ("patch",))
        if target is None:
            return
        for key, value in entry.get("replace", {}).items():
            target.data[key] = value
            target.origins = {p: o for p, o in target.origins.items() if p[:1] != (key,)}
            target.origins[key,] = Origin(origin.document, (*origin.path, "replace", key))
        for index, text in enumerate(entry.get("without", [])):
            self._without(target, text, origin, ("without", index))
        for key, added in entry.get("add", {}).items():
            self._append(target, key, added, Origin(origin.document, (*origin.path, "add", key)))

    def _without(self, target: Definition, text: str, origin: Origin, path: Path) -> None:
        """Take the member of a list out, named by its rule: `requires movement.limits.stacking`."""
        key, _, rule = text.partition(" ")
        members = target.data.get(key, [])
        hits = [i for i, m in enumerate(members) if rule in (m.get("id"), m.get("rule"))]
        if not hits:
            near = nearest_name(text, [f"{key} {m.get('id', m.get('rule'))}" for m in members])
            span = origin.document.span((*origin.path, *path))
            self.problems.append(
                Diagnostic(
                    "patch-without-target", span, {"target": f"{target.kind} {target.name}: {text}"}, near
                )
            )
            return
        self._keep(target, key, [i for i in range(len(members)) if i not in hits])

    def _keep(self, target: Definition, key: str, kept: list[int]) -> None:
        """Leave only some members of a list; each still knows where it was written."""
        members = target.data.get(key, [])
        if len(kept) == len(members):
            return
        moved: dict[Path, Origin] = {(key, new): target.origin((key, old)) for new, old in enumerate(kept)}
        target.data[key] = [members[i] for i in kept]
        target.origins = {p: o for p, o in target.origins.items() if p[:1] != (key,) or len(p) < 2}
        target.origins.update(moved)

    def _append(self, target: Definition, key: str, added: list[Any], origin: Origin) -> None:
        existing = target.data.get(key, [])
        for offset in range(len(added)):
            place = Origin(origin.document, (*origin.path, offset))
            target.origins[key, len(existing) + offset] = place
        target.data[key] = [*existing, *added]
