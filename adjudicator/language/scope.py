"""What the names of a rule set mean to the language: kinds, fields, terms and the rest, with their types."""

from __future__ import annotations

from dataclasses import dataclass, field

from adjudicator.language import types as t


@dataclass(slots=True)
class Signature:
    """Named parameters and a result."""

    parameters: dict[str, t.Type]
    result: t.Type


@dataclass(slots=True)
class Scope:
    """Every name a script may use. Nothing here knows what the names stand for."""

    kinds: dict[str, dict[str, t.Type]] = field(default_factory=dict)  # kind -> attribute -> type
    items: dict[str, list[str]] = field(default_factory=dict)  # item id -> kinds that have it
    enumerations: dict[str, list[str]] = field(default_factory=dict)  # enumeration -> its words
    records: dict[str, dict[str, t.Type]] = field(default_factory=dict)  # record -> field -> type
    fields: dict[str, Signature] = field(default_factory=dict)  # what a position holds
    terms: dict[str, Signature] = field(default_factory=dict)
    procedures: dict[str, Signature] = field(default_factory=dict)
    moments: dict[str, dict[str, t.Type]] = field(default_factory=dict)
    effects: dict[str, dict[str, t.Type]] = field(default_factory=dict)
    actions: set[str] = field(default_factory=set)
    dice: dict[str, t.Type] = field(default_factory=dict)  # die -> type of a face
    rulings: dict[str, list[str]] = field(default_factory=dict)  # ruling -> its options
    rules: set[str] = field(default_factory=set)  # ids of the reference
    choices: dict[str, t.Type] = field(default_factory=dict)  # name of a choice -> what it is chosen from
    words: dict[str, list[str]] = field(default_factory=dict)  # word -> enumerations that have it

    def add_enumeration(self, name: str, words: list[str]) -> None:
        self.enumerations[name] = words
        for word in words:
            self.words.setdefault(word, []).append(name)

    def add_item(self, kind: str, item: str) -> None:
        self.items.setdefault(item, []).append(kind)

    def resolve(self, written: t.Type) -> t.Type | None:
        """The type a written type means here, or nothing when a name in it is unknown."""
        if isinstance(written, t.Kind):
            return self._named(written.name)
        if isinstance(written, t.SetOf | t.ListOf | t.BagOf | t.Maybe):
            inner = self.resolve(written.of)
            return None if inner is None else type(written)(inner)
        return written

    def _named(self, name: str) -> t.Type | None:
        if name in self.kinds:
            return t.Kind(name)
        if name in self.enumerations:
            return t.Enumeration(name)
        if name in self.records:
            return t.Record(name)
        return None

    def type_names(self) -> list[str]:
        return ["Bool", "Number", *self.kinds, *self.enumerations, *self.records]

    def has(self, type_: t.Type, name: str) -> bool:
        """Is this an item of that kind, or a word of that enumeration?"""
        if isinstance(type_, t.Kind):
            return type_.name in self.items.get(name, ())
        return isinstance(type_, t.Enumeration) and type_.name in self.words.get(name, ())

    def meanings(self, name: str) -> list[t.Type]:
        """Every type of which a bare word is an item or a word."""
        kinds: list[t.Type] = [t.Kind(k) for k in self.items.get(name, ())]
        return kinds + [t.Enumeration(e) for e in self.words.get(name, ())]


def ruling_type(ruling: str) -> t.Enumeration:
    """The enumeration formed by the options of a ruling."""
    return t.Enumeration(f"ruling {ruling}")
