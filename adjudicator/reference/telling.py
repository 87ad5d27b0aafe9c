"""Things of a game and values of their types in the reader's words."""

from __future__ import annotations

from typing import Any

from adjudicator.language import types as t
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.catalog import Catalog

Json = dict[str, Any]


class Telling:
    """Tells of one rule set in one language. Types say what an id means where several things share it."""

    def __init__(self, catalog: Catalog, rule_set: RuleSet, language: str) -> None:
        self.catalog, self.rule_set, self.language = catalog, rule_set, language
        self.program = rule_set.program
        self._any = catalog.namer(rule_set.chain, language)

    def name(self, kind: str, id_: str) -> str:
        return self.catalog.name(self.rule_set.chain, kind, id_, self.language)

    def label(self, kind: str, id_: str, otherwise: str) -> str:
        """What a kind, an attribute or a field is called, where it has a name."""
        found = self.catalog.find_name(self.rule_set.chain, kind, id_, self.language)
        return otherwise if found is None else found.name

    def value(self, value: Any, type_: t.Type) -> str:
        """A value as a person reads it."""
        bare = t.bare(type_)
        if isinstance(bare, t.BagOf) and value:
            return ", ".join(f"{number} × {self.value(id_, bare.of)}" for id_, number in value.items())
        if isinstance(bare, t.SetOf | t.ListOf) and value:
            return ", ".join(self.value(member, bare.of) for member in value)
        if isinstance(bare, t.Record) and isinstance(value, dict):
            types = self.program.scope.records[bare.name]
            told = {
                self.name("Record", f"{bare.name}.{k}"): self.value(v, types[k]) for k, v in value.items()
            }
            return ", ".join(f"{label}: {text}" for label, text in told.items())
        if isinstance(bare, t.Kind | t.Enumeration) and isinstance(value, str) and value != "?":
            return self.name(bare.name, value)
        return self._any(None if value in ({}, []) else value)

    def facts(self, kind: str, id_: str) -> list[Json]:
        """The attributes of a thing in words; what is none, false, empty or 0 is not said.

        Where attributes of a kind have names, one without a name is bookkeeping.
        """
        types = self.program.scope.kinds[kind]
        labels = {name: self.label("Attribute", f"{kind}.{name}", "") for name in types}
        found = []
        for name, type_ in types.items():
            value = self.program.attributes[kind][name].get(id_)
            label = labels[name] or ("" if any(labels.values()) else name)
            if label and value not in (None, False, 0, [], {}):
                found.append({"attribute": name, "label": label, "text": self.value(value, type_)})
        return found

    def referring(self, kind: str, id_: str) -> list[Json]:
        """Things that name this one: the cards that share a lower half, the regions of a nation."""
        found = []
        for other, ids in self.program.items.items():
            for name, type_ in self.program.scope.kinds[other].items():
                bare = t.bare(type_)
                if other == kind or t.Kind(kind) not in (bare, t.element(bare)):
                    continue
                values = self.program.attributes[other][name]
                named = [i for i in ids if _holds(values.get(i), id_)]
                if named:
                    items = [{"id": i, "name": self.name(other, i)} for i in named]
                    found.append({"kind": other, "attribute": name, "items": items})
        return found


def _holds(value: Any, id_: str) -> bool:
    return id_ in value if isinstance(value, list | dict | set | frozenset) else value == id_
