"""The words of one rule set in one language: names, labels, rule texts, sentences.

An answer names the same things again and again, and so does the next one. What a thing is called depends on
nothing but the texts, so whatever was looked up once is kept, within bounds: strangers may ask for names that
nobody has given.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from adjudicator.engine.rules import Rules
from adjudicator.text.catalog import Catalog
from adjudicator.text.languages import joined, known
from adjudicator.text.messages import Message, MessageError, parse

_KEPT = 8192
_SINGLE = frozenset((str, int, bool, type(None)))
_AS_WRITTEN = ("expression", "item")  # nobody has given these a name
_LABELS = {"term": "Term", "field": "Field", "local": "Input", "ruling": "Ruling"}


class Words:
    """What things are called."""

    def __init__(self, rules: Rules, catalog: Catalog, language: str) -> None:
        self.rules, self.catalog, self.language = rules, catalog, language
        self.chain = rules.rule_set.chain
        self._reader = known(language)
        # 1 and true are the same key of a dictionary but not the same word.
        self._named = lru_cache(_KEPT, typed=True)(catalog.namer(self.chain, language))
        self._kind_named = lru_cache(_KEPT)(self._find_name)
        self._texts = lru_cache(_KEPT)(self._find_rule_text)
        self._sentences = lru_cache(_KEPT)(self._find_sentence)
        self._labels = lru_cache(_KEPT)(self._find_label)
        self._abouts = lru_cache(_KEPT, typed=True)(self._find_about)
        self._messages = lru_cache(_KEPT)(self._find_message)
        self._plain = lru_cache(_KEPT)(self._find_plain)
        self._joined = lru_cache(_KEPT)(self._join)

    def name_of(self, value: Any, form: str | None = None) -> str:
        """The name of a thing, in a grammatical form where there is one."""
        return self._named(value, form)

    def name(self, kind: str, id_: str) -> str:
        """The name of a thing whose kind is known."""
        return self._kind_named(kind, id_)

    def label(self, what: str, name: str) -> str:
        return self._labels(what, name)

    def rule_text(self, rule: str) -> str:
        return self._texts(rule)

    def say(self, key: str, /, **values: Any) -> str:
        """A sentence of the engine."""
        if not values:
            return self._plain(key)
        if None in values.values():  # there may be a message of its own for that
            return self.catalog.say("verdicts", key, self.language, values, self.name_of)
        return self.filled(self._messages(key), values)

    def sentence(self, action: str, rule: str, holds: bool) -> Message | str:
        """What a requirement says: its own sentence, still without values, or the text of its rule."""
        return self._sentences(action, rule, holds)

    def filled(self, message: Message | str, values: dict[str, Any]) -> str:
        return message if isinstance(message, str) else message.format(values, self._reader, self.name_of)

    def value(self, value: Any) -> str:
        """Any value as a person reads it."""
        if value.__class__ in _SINGLE:  # nearly always
            return self._named(value, None)
        if isinstance(value, dict):
            named = self._named
            return self._list(
                [f"{number} × {named(p, None)}" for p, number in value.items() if isinstance(number, int)]
            )
        if isinstance(value, list | tuple):
            return self._list([self.value(v) for v in value])
        return self._named(value, None)

    def about(self, what: str, name: str, arguments: list[Any]) -> str:
        """Something that was looked at: what it is called, and of what things it was asked."""
        if not arguments:
            return self._labels(what, name)
        for argument in arguments:
            if argument.__class__ not in _SINGLE:
                return f"{self._labels(what, name)} ({', '.join([self.value(a) for a in arguments])})"
        return self._abouts(what, name, *arguments)

    def _list(self, parts: list[str]) -> str:
        if len(parts) == 1:
            return parts[0]
        return self._joined(tuple(parts)) if parts else self._plain("none")

    # ------------------------------------------------------------------ looking up

    def _find_name(self, kind: str, id_: str) -> str:
        return self.catalog.name(self.chain, kind, id_, self.language)

    def _find_rule_text(self, rule: str) -> str:
        return self.catalog.rule_text(self.chain, rule, self.language)

    def _find_plain(self, key: str) -> str:
        return self.catalog.say("verdicts", key, self.language, {}, self.name_of)

    def _find_label(self, what: str, name: str) -> str:
        return name if what in _AS_WRITTEN else self._kind_named(_LABELS.get(what, "Term"), name)

    def _find_about(self, what: str, name: str, *arguments: Any) -> str:
        return f"{self._labels(what, name)} ({', '.join([self._named(a, None) for a in arguments])})"

    def _find_sentence(self, action: str, rule: str, holds: bool) -> Message | str:
        key = f"{action}.{rule}.{'holds' if holds else 'fails'}"
        if not self.catalog.has_sentence(self.chain, key):
            return self._texts(rule)
        return _parsed(self.catalog.sentence(self.chain, key, self.language))

    def _find_message(self, key: str) -> Message | str:
        return _parsed(self.catalog.message("verdicts", key, self.language))

    def _join(self, parts: tuple[str, ...]) -> str:
        return joined(parts, self.language)


def _parsed(text: str) -> Message | str:
    """A text ready for its values; one that is no message is given as it stands."""
    try:
        return parse(text)
    except MessageError:
        return text
