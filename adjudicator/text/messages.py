r"""A tiny message format.

    {name}                                       a value
    {place.gen}                                  a grammatical form of a named thing
    {n, plural, one {# unit} other {# units}}    a plural form by the language's rules, `#` is the number

A list is joined in the language's way. `\{`, `\}`, `\#` and `\\` stand for the characters themselves.
Apostrophes mean nothing, unlike in ICU's format: Italian and French are full of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.text import languages

NameOf = Callable[[Any, str | None], str]

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_DEEPEST = 8
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_LITERAL = re.compile(r"[^{}#\\]+")
_SPACE = re.compile(r"\s*")


class MessageError(Exception):
    """Text that is no message. `problem` is a word of `diagnostics.yaml`, `offset` counts from 0."""

    def __init__(self, problem: str, offset: int) -> None:
        self.problem, self.offset = problem, offset
        super().__init__(f"{problem} at {offset}")


class Insert(NamedTuple):
    name: str
    form: str | None


class Count(NamedTuple):
    """`#`: the number the plural around it was chosen by."""

    name: str


class Plural(NamedTuple):
    name: str
    branches: dict[str, Parts]

    def chosen(self, form: str) -> Parts:
        """The branch for a form; `other`, or else the last one written, stands in for a missing one."""
        for candidate in (form, "other"):
            if candidate in self.branches:
                return self.branches[candidate]
        return self.branches[next(reversed(self.branches))]


Part = str | Insert | Count | Plural
Parts = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed message."""

    parts: Parts

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of all values the message uses."""
        return frozenset(part.name for part in _walk(self.parts) if not isinstance(part, str))

    @property
    def plural_forms(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """For every plural in the message, in order: the value it depends on and the forms it has."""
        return tuple((p.name, frozenset(p.branches)) for p in _walk(self.parts) if isinstance(p, Plural))

    @property
    def literals(self) -> tuple[str, ...]:
        """The words that are always there; of a plural those of its most general form."""
        return tuple(_literals(self.parts))

    def format(self, values: Mapping[str, Any], language: str, name_of: NameOf | None = None) -> str:
        """The message with its values; one that is missing stays visible as `{name}`. Never raises."""
        return _Writer(values, language, name_of or plain_name).write(self.parts)


def plain_name(value: Any, _form: str | None = None) -> str:
    """A value as it is, where nothing has names: true, false and none as the rule language writes them."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _walk(parts: Parts) -> Iterator[Part]:
    for part in parts:
        yield part
        if isinstance(part, Plural):
            for branch in part.branches.values():
                yield from _walk(branch)


def _literals(parts: Parts) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Plural):
            yield from _literals(part.chosen("other"))


# ---------------------------------------------------------------------- writing


class _Writer:
    def __init__(self, values: Mapping[str, Any], language: str, name_of: NameOf) -> None:
        self.values, self.language, self.name_of = values, language, name_of

    def write(self, parts: Parts) -> str:
        return "".join(part if isinstance(part, str) else self._part(part) for part in parts)

    def _part(self, part: Insert | Count | Plural) -> str:
        form = part.form if isinstance(part, Insert) else None
        if part.name not in self.values:
            return f"{{{part.name}.{form}}}" if form else f"{{{part.name}}}"
        value = self.values[part.name]
        if not isinstance(part, Plural):
            return self._shown(value, form)
        counted = isinstance(value, int | float)
        return self.write(part.chosen(languages.plural_form(value, self.language) if counted else "other"))

    def _shown(self, value: Any, form: str | None) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return languages.number_text(value, self.language)
        if isinstance(value, Mapping):  # a bag: how many of each
            each = [f"{self._shown(n, None)} × {self._shown(piece, form)}" for piece, n in value.items()]
        elif isinstance(value, Set):  # no order of its own: by what is read
            each = sorted(self._shown(item, form) for item in value)
        elif isinstance(value, list | tuple):
            each = [self._shown(item, form) for item in value]
        else:
            return self.name_of(value, form)
        return languages.joined(each, self.language) if each else self.name_of(None, form)


# ---------------------------------------------------------------------- parsing


@lru_cache(maxsize=8192)
def parse(text: str) -> Message:
    """The message written in a text; raises `MessageError` where it is none."""
    return Message(_Parser(text).whole())


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def whole(self) -> Parts:
        parts = self._parts([])
        if self.at < len(self.text):
            raise MessageError("brace-not-opened", self.at)
        return parts

    def _parts(self, plurals: list[str]) -> Parts:
        """Everything up to a closing brace or the end; `plurals` are the values of the plurals around."""
        parts: list[Part] = []
        while self.at < len(self.text) and self.text[self.at] != "}":
            here = self.text[self.at]
            if here == "{":
                parts.append(self._braces(plurals))
            elif here == "\\":
                parts.append(self._escaped())
            elif here == "#":
                parts.append(Count(plurals[-1]) if plurals else "#")
                self.at += 1
            else:
                parts.append(self._taken(_LITERAL))
        return tuple(parts)

    def _escaped(self) -> str:
        character = self.text[self.at + 1 : self.at + 2]
        if not character or character not in "{}#\\":
            raise MessageError("bad-escape", self.at)
        self.at += 2
        return character

    def _braces(self, plurals: list[str]) -> Insert | Plural:
        start = self.at
        self.at += 1
        name = self._word()
        form = None
        if self._next_is("."):
            form = self._word()
        elif self._next_is(","):
            return self._plural(name, start, plurals)
        self._close(start)
        return Insert(name, form)

    def _plural(self, name: str, start: int, plurals: list[str]) -> Plural:
        if len(plurals) >= _DEEPEST:
            raise MessageError("nested-too-deep", start)
        at = self.at
        if self._word() != "plural" or not self._next_is(","):
            raise MessageError("only-plural", at)
        branches: dict[str, Parts] = {}
        while not self._next_is("}"):
            self._skip()
            if self.at >= len(self.text):
                raise MessageError("brace-not-closed", start)
            at = self.at
            form = self._word()
            if form not in CATEGORIES:
                raise MessageError("unknown-plural-form", at)
            if form in branches:
                raise MessageError("repeated-plural-form", at)
            opening = self.at
            if not self._next_is("{"):
                raise MessageError("brace-expected", opening)
            branches[form] = self._parts([*plurals, name])
            self._close(opening)
        if not branches:
            raise MessageError("no-plural-form", start)
        return Plural(name, branches)

    def _word(self) -> str:
        self._skip()
        if _NAME.match(self.text, self.at) is None:
            raise MessageError("name-expected", self.at)
        return self._taken(_NAME)

    def _close(self, opened: int) -> None:
        if not self._next_is("}"):
            raise MessageError("brace-not-closed", opened)

    def _next_is(self, character: str) -> bool:
        """Step over a character, with the space before it, if it comes next."""
        self._skip()
        found = self.text.startswith(character, self.at)
        self.at += found
        return found

    def _skip(self) -> None:
        self._taken(_SPACE)

    def _taken(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        assert match is not None
        self.at = match.end()
        return match.group()
