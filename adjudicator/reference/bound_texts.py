"""Texts of cards and other things, bound to the scripts that carry them out.

A text has no number of its own. `{name}` in it is the term of that name, which the script uses as well, or
the name of a thing, or a word of the glossary: what the script does and what the text says stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.language import syntax as s
from adjudicator.ruleset.rule_set import RuleSet
from adjudicator.text.catalog import CARDS, Catalog, Text, filled
from adjudicator.text.languages import LANGUAGES
from adjudicator.text.messages import Message, MessageError, parse

_NUMBER = re.compile(r"[0-9]+")


def constants(rule_set: RuleSet) -> dict[str, int]:
    """The terms that are one number always: what a text may say."""
    return {
        name: term.value.value
        for name, term in rule_set.program.terms.items()
        if not term.parameters
        and not term.exceptions
        and isinstance(term.value, s.Literal)
        and type(term.value.value) is int
    }


def own_texts(catalog: Catalog, rule_set: RuleSet, id_: str, language: str) -> dict[str, str]:
    """What stands on a thing, part by part, with the numbers of its script."""
    values = _values(catalog, rule_set, language)
    found: dict[str, str] = {}
    for owner in reversed(rule_set.chain):
        for key, entry in catalog.texts(CARDS, owner, language).items():
            thing, _, part = key.partition(".")
            if thing == id_:
                found[part] = filled(entry.text, language, values, catalog.namer(rule_set.chain, language))
    return found


def _values(catalog: Catalog, rule_set: RuleSet, language: str) -> dict[str, Any]:
    words = {id_: term.term for id_, term in catalog.glossary(rule_set.chain, language).items()}
    things = {id_: id_ for ids in rule_set.program.items.values() for id_ in ids}
    return {**words, **things, **constants(rule_set)}


def bound_problems(catalog: Catalog, rule_set: RuleSet) -> Iterator[Diagnostic]:
    """Texts of no thing, placeholders that name nothing, numbers written out, numbers left unsaid."""
    numbers = constants(rule_set)
    things = {id_ for ids in rule_set.program.items.values() for id_ in ids}
    for language in LANGUAGES:
        known = {*numbers, *things, *catalog.glossary(rule_set.chain, language)}
        said: dict[str, set[str]] = {}
        for key, entry in catalog.texts(CARDS, rule_set.id, language).items():
            thing = key.partition(".")[0]
            if thing not in things:
                values = {"rule": thing, "language": language}
                span = catalog.span(entry, key=True)
                yield Diagnostic("surplus-text", span, values, nearest_name(thing, things))
                continue
            message = _parsed(entry)
            if message is not None:
                said.setdefault(thing, set()).update(message.placeholders)
                yield from _unbound(catalog, entry, message, known, language)
        yield from _unsaid(catalog, rule_set, said, numbers, language)


def _parsed(entry: Text) -> Message | None:
    try:
        return parse(entry.text)
    except MessageError:  # reported with the translations
        return None


def _unbound(
    catalog: Catalog, entry: Text, message: Message, known: set[str], language: str
) -> Iterator[Diagnostic]:
    for name in sorted(message.placeholders - known):
        near = nearest_name(name, known)
        yield Diagnostic("unbound-placeholder", catalog.span(entry), {"name": name}, near)
    for number in _NUMBER.findall(" ".join(message.literals)):
        yield Diagnostic("unbound-number", catalog.span(entry), {"found": number, "language": language})


def _unsaid(
    catalog: Catalog,
    rule_set: RuleSet,
    said: Mapping[str, set[str]],
    numbers: Mapping[str, int],
    language: str,
) -> Iterator[Diagnostic]:
    """A number of a thing's script, named after it as in `drum_cost`, that no part of its text says."""
    texts = catalog.texts(CARDS, rule_set.id, language)
    for thing, placeholders in said.items():
        own = {name for name in numbers if name.startswith(f"{thing.replace('-', '_')}_")}
        for name in sorted(own - placeholders):
            entry = next(entry for key, entry in texts.items() if key.partition(".")[0] == thing)
            values = {"name": name, "language": language}
            yield Diagnostic("unsaid-number", catalog.span(entry), values)
