"""The types of the rule language, and which value may stand where another type is wanted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type; equal when it reads the same."""

    def __str__(self) -> str:
        return type(self).__name__


@dataclass(frozen=True, slots=True)
class Simple(Type):
    """Bool, Number and the types of `none` and of the empty set."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Kind(Type):
    """One of the game's own kinds: things with an id and fixed attributes (regions, pieces, cards)."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Enumeration(Type):
    """A closed list of words."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Record(Type):
    """Named fields that travel together."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class SetOf(Type):
    of: Type

    def __str__(self) -> str:
        return f"Set of {self.of}"


@dataclass(frozen=True, slots=True)
class ListOf(Type):
    of: Type

    def __str__(self) -> str:
        return f"List of {self.of}"


@dataclass(frozen=True, slots=True)
class BagOf(Type):
    """Interchangeable pieces and how many of each; `?` counts pieces whose identity is not known."""

    of: Type

    def __str__(self) -> str:
        return f"Bag of {self.of}"


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    of: Type

    def __str__(self) -> str:
        return f"{self.of}?"


BOOL = Simple("Bool")
NUMBER = Simple("Number")
NONE = Simple("none")
ANYTHING = Simple("anything")  # the element of an empty literal, and the type given to what is already wrong


def maybe(t: Type) -> Type:
    """`t`, with `none` added."""
    return t if isinstance(t, Maybe) or t in (NONE, ANYTHING) else Maybe(t)


def bare(t: Type) -> Type:
    """`t` without `none`."""
    return t.of if isinstance(t, Maybe) else t


def element(t: Type) -> Type | None:
    """What a collection holds."""
    return t.of if isinstance(t, SetOf | ListOf | BagOf) else None


def fits(given: Type, wanted: Type) -> bool:
    """May a value of type `given` stand where `wanted` is asked for?"""
    if given == wanted or ANYTHING in (given, wanted):
        return True
    if isinstance(wanted, Maybe):
        return given == NONE or fits(bare(given), wanted.of)
    given_element, wanted_element = element(given), element(wanted)
    if given_element is None or wanted_element is None or not fits(given_element, wanted_element):
        return False
    # An empty literal is an empty set, list or bag alike; a list may be read as a set, never the reverse.
    return given_element == ANYTHING or (isinstance(wanted, SetOf) and isinstance(given, ListOf))


def join(a: Type, b: Type) -> Type | None:
    """The narrowest type both values have, or nothing."""
    if fits(a, b):
        return b
    if fits(b, a):
        return a
    if a == NONE:
        return maybe(b)
    if b == NONE:
        return maybe(a)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = join(bare(a), bare(b))
        return maybe(inner) if inner is not None else None
    return None
