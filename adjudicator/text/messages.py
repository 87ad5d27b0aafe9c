"""Messages: texts with places for values. `message_syntax.py` describes the format.

Nothing in a message or in a value is ever executed or looked up in Python: a text is parsed once, and its
parts are written out one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from adjudicator.text import languages
from adjudicator.text.message_syntax import Count, Insert, MessageError, Part, Parts, Plural, parts_of

__all__ = ["Message", "MessageError", "NameOf", "parse", "plain_name"]


class NameOf(Protocol):
    """From an item's id, or any other value, to what it is called, perhaps in a grammatical form."""

    def __call__(self, value: Any, form: str | None = None, /) -> str: ...


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


@lru_cache(maxsize=8192)
def parse(text: str) -> Message:
    """The message written in a text; raises `MessageError` where it is none."""
    return Message(parts_of(text))


# ---------------------------------------------------------------------- writing


class _Writer:
    def __init__(self, values: Mapping[str, Any], language: str, name_of: NameOf) -> None:
        self.values, self.language, self.name_of = values, language, name_of

    def write(self, parts: Parts) -> str:
        return "".join([part if isinstance(part, str) else self._part(part) for part in parts])

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
        if value.__class__ is str:  # nearly always
            return self.name_of(value, form)
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
