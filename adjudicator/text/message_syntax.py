r"""The message format: what may be written, and the tree it is read into.

    {name}                                       a value
    {place.gen}                                  a grammatical form of a named thing
    {n, plural, one {# unit} other {# units}}    a plural form by the language's rules, `#` is the number

A list is joined in the language's way. `\{`, `\}`, `\#` and `\\` stand for the characters themselves.
Apostrophes mean nothing, unlike in ICU's format: Italian and French are full of them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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


def parts_of(text: str) -> Parts:
    """The parts of the message written in a text; raises `MessageError` where it is none."""
    return _Parser(text).whole()


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
