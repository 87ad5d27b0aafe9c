"""What is wrong with the texts: gaps, leftovers, and translations that do not say what the English says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.text.catalog import CARDS, ENGINE, NAMES, REMARKS, RULES, SENTENCES, Catalog, Chain, Text
from adjudicator.text.languages import FALLBACK, LANGUAGES, integer_forms
from adjudicator.text.messages import Message, MessageError, parse

_DIGITS = re.compile(r"[0-9]+")


def text_problems(
    catalog: Catalog, chain: Chain, rule_ids: Iterable[str], items: Mapping[str, Iterable[str]]
) -> Iterator[Diagnostic]:
    """Every problem of the texts of a rule set.

    `chain` is the rule set and those it extends, nearest first; `rule_ids` are all its rules, inherited ones
    too; `items` the ids of each kind. Gaps are looked for in the whole chain; what a text says is checked
    only in the rule set's own files, as those of the others are checked with theirs.
    """
    ids = list(rule_ids)
    for id_ in ids:
        yield from _missing_rule_text(catalog, chain, id_)
    yield from _surplus(catalog, RULES, chain[0], ids)
    for kind, members in items.items():
        for item in members:
            yield from _missing_name(catalog, chain, kind, item)
    yield from _translations(catalog, RULES, chain[0], numbers=True)
    yield from _same_keys(catalog, REMARKS, chain[0])
    yield from _surplus(catalog, REMARKS, chain[0], ids)
    yield from _translations(catalog, REMARKS, chain[0], numbers=True)
    for section in (SENTENCES, CARDS):
        yield from _same_keys(catalog, section, chain[0])
        yield from _translations(catalog, section, chain[0])
    yield from _missing_terms(catalog, chain[0])
    yield from _other_editions(catalog, chain)


def engine_problems(catalog: Catalog) -> Iterator[Diagnostic]:
    """The same for the messages that belong to no rule set."""
    for section in ENGINE:
        yield from _same_keys(catalog, section, "")
        yield from _translations(catalog, section, "")


# ---------------------------------------------------------------------- gaps and leftovers


def _missing_rule_text(catalog: Catalog, chain: Chain, id_: str) -> Iterator[Diagnostic]:
    for owner in chain:
        written = {language: catalog.texts(RULES, owner, language).get(id_) for language in LANGUAGES}
        found = [entry for entry in written.values() if entry is not None]
        if found:
            # Where one language has a text of this edition, a text of the edition before is no substitute.
            for language, entry in written.items():
                if entry is None:
                    yield _gap(catalog.span(found[0], key=True), id_, language)
            return
    for language in LANGUAGES:
        yield _gap(Span(_likely_file(catalog, chain[0], id_, language)), id_, language)


def _gap(span: Span, id_: str, language: str) -> Diagnostic:
    return Diagnostic("missing-text", span, {"rule": id_, "language": language})


def _likely_file(catalog: Catalog, owner: str, id_: str, language: str) -> str:
    """The file a text would stand in: named after the first part of its id, or the only one there is."""
    folder = f"locales/{language}/{owner}/{RULES}"
    named = f"{folder}/{id_.split('.')[0]}.yaml"
    files = sorted(file for file in catalog.documents if file.startswith(folder))
    return files[0] if len(files) == 1 else named


def _missing_name(catalog: Catalog, chain: Chain, kind: str, item: str) -> Iterator[Diagnostic]:
    written = {language: catalog.find_name(chain, kind, item, language) for language in LANGUAGES}
    found = next((entry for entry in written.values() if entry is not None), None)
    for language, entry in written.items():
        if entry is None:
            elsewhere = Span(f"locales/{language}/{chain[0]}/{NAMES}.yaml")
            span = catalog.span(found, key=True) if found is not None else elsewhere
            yield Diagnostic("missing-name", span, {"kind": kind, "item": item, "language": language})


def _surplus(catalog: Catalog, section: str, owner: str, expected: Iterable[str]) -> Iterator[Diagnostic]:
    wanted = set(expected)
    for language in LANGUAGES:
        for key, entry in catalog.texts(section, owner, language).items():
            if key not in wanted:
                values = {"rule": key, "language": language}
                span = catalog.span(entry, key=True)
                yield Diagnostic("surplus-text", span, values, nearest_name(key, wanted))


def _same_keys(catalog: Catalog, section: str, owner: str) -> Iterator[Diagnostic]:
    """Messages are bound to nothing but each other: the English ones say which there are."""
    english = catalog.texts(section, owner, FALLBACK)
    for language in LANGUAGES:
        there = catalog.texts(section, owner, language)
        for key, entry in english.items():
            if key not in there:
                yield _gap(catalog.span(entry, key=True), key, language)
    yield from _surplus(catalog, section, owner, english)


# ---------------------------------------------------------------------- words of the game


def _missing_terms(catalog: Catalog, owner: str) -> Iterator[Diagnostic]:
    """A word that one language explains must be explained in all."""
    written = {language: catalog.terms(owner, language) for language in LANGUAGES}
    for id_ in dict.fromkeys(id_ for terms in written.values() for id_ in terms):
        found = next(terms[id_] for terms in written.values() if id_ in terms)
        for language, terms in written.items():
            if id_ not in terms:
                span = catalog.span(found, key=True)
                yield Diagnostic("missing-term", span, {"term": id_, "language": language})


def _other_editions(catalog: Catalog, chain: Chain) -> Iterator[Diagnostic]:
    """Words that only another edition has, in the texts of this one."""
    for language in LANGUAGES:
        wrong = {
            word.casefold(): term.term
            for term in catalog.glossary(chain, language).values()
            for word in term.elsewhere
        }
        if not wrong:
            continue
        words = re.compile(rf"\b(?:{'|'.join(map(re.escape, wrong))})\b", re.IGNORECASE)
        for entry in catalog.texts(RULES, chain[0], language).values():
            for match in words.finditer(entry.text):
                values = {"found": match.group(), "expected": wrong[match.group().casefold()]}
                yield Diagnostic("wrong-edition", catalog.span(entry), {**values, "language": language})


# ---------------------------------------------------------------------- translations against the English


def _translations(
    catalog: Catalog, section: str, owner: str, *, numbers: bool = False
) -> Iterator[Diagnostic]:
    english = catalog.texts(section, owner, FALLBACK)
    for language in LANGUAGES:
        for key, entry in catalog.texts(section, owner, language).items():
            try:
                message = parse(entry.text)
            except MessageError as error:
                yield Diagnostic("message-syntax", catalog.span(entry), {"problem": error.problem})
                continue
            yield from _plurals(catalog, entry, message, language)
            original = _parsed(english.get(key)) if language != FALLBACK else None
            if original is not None:
                yield from _placeholders(catalog, entry, message, original, language)
                if numbers:
                    yield from _numbers(catalog, entry, message, original, language)


def _parsed(entry: Text | None) -> Message | None:
    try:
        return None if entry is None else parse(entry.text)
    except MessageError:  # reported where it stands; there is nothing to compare with
        return None


def _plurals(catalog: Catalog, entry: Text, message: Message, language: str) -> Iterator[Diagnostic]:
    needed = integer_forms(language)
    missing = {form for _, forms in message.plural_forms for form in needed - forms}
    for form in sorted(missing):
        yield Diagnostic("missing-plural-form", catalog.span(entry), {"form": form, "language": language})


def _placeholders(
    catalog: Catalog, entry: Text, message: Message, original: Message, language: str
) -> Iterator[Diagnostic]:
    here, there = message.placeholders, original.placeholders
    for name in sorted(there - here):
        yield Diagnostic("missing-placeholder", catalog.span(entry), {"name": name, "language": language})
    for name in sorted(here - there):
        values, near = {"name": name, "language": language}, nearest_name(name, there - here)
        yield Diagnostic("surplus-placeholder", catalog.span(entry), values, near)


def _numbers(
    catalog: Catalog, entry: Text, message: Message, original: Message, language: str
) -> Iterator[Diagnostic]:
    found, expected = _digit_groups(message), _digit_groups(original)
    if found != expected:
        values = {"found": found, "expected": expected, "language": language}
        yield Diagnostic("numbers-differ", catalog.span(entry), values)


def _digit_groups(message: Message) -> list[str]:
    """All numbers written in digits, sorted: the order of words differs between languages."""
    groups = [group for literal in message.literals for group in _DIGITS.findall(literal)]
    return sorted(groups, key=lambda group: (len(group), group))
