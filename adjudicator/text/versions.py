"""Translations left behind: each text is recorded with the version of the original it was made from.

The original is the English text. A language that keeps no record for a rule set at all is left in peace; once
there is a record, every text has to be in it, or it could grow old unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.data.diagnostic import Diagnostic
from adjudicator.text import rulings
from adjudicator.text.catalog import CARDS, GLOSSARY, REMARKS, RULES, RULINGS, VERSIONS, Catalog, Term, Text
from adjudicator.text.languages import FALLBACK, LANGUAGES

SECTIONS = (RULES, REMARKS, RULINGS, CARDS, GLOSSARY)
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")  # no fingerprint is taken for a number

Json = dict[str, Any]


class Translation(NamedTuple):
    """A text that was translated, the fingerprint of the original now, and the one it was made from."""

    section: str
    key: str
    language: str
    entry: Text | Term
    now: str
    made_from: str | None

    @property
    def stale(self) -> bool:
        return self.made_from != self.now


def fingerprint(text: str) -> str:
    """Eight letters that change with the words of a text, not with how its lines are broken."""
    return hashlib.blake2b(" ".join(text.split()).encode(), digest_size=4).hexdigest().translate(_LETTERS)


def translations(catalog: Catalog, owner: str, written: Mapping[str, Json]) -> Iterator[Translation]:
    """Every translated text of one rule set; `written` are the rulings that are its own."""
    for section in SECTIONS:
        now = {key: fingerprint(text) for key, text in _originals(catalog, owner, section, written).items()}
        for language in LANGUAGES:
            if language == FALLBACK:
                continue
            recorded = catalog.texts(VERSIONS, owner, language)
            for key, entry in _entries(catalog, owner, section, language).items():
                if key in now:
                    made_from = recorded.get(f"{section}.{key}")
                    told = None if made_from is None else made_from.text
                    yield Translation(section, key, language, entry, now[key], told)


def _originals(catalog: Catalog, owner: str, section: str, written: Mapping[str, Json]) -> dict[str, str]:
    if section == RULINGS:
        return rulings.originals(written)
    entries = _entries(catalog, owner, section, FALLBACK)
    return {key: _said(entry) for key, entry in entries.items()}


def _entries(catalog: Catalog, owner: str, section: str, language: str) -> Mapping[str, Text | Term]:
    if section == GLOSSARY:
        return catalog.terms(owner, language)
    return catalog.texts(section, owner, language)


def _said(entry: Text | Term) -> str:
    return entry.text if isinstance(entry, Text) else f"{entry.term}: {entry.definition}"


def stale_texts(catalog: Catalog, owner: str, written: Mapping[str, Json]) -> Iterator[Diagnostic]:
    """Texts whose original has changed since, and texts that nobody has recorded."""
    recording = {language for language in LANGUAGES if catalog.texts(VERSIONS, owner, language)}
    for each in translations(catalog, owner, written):
        if each.language not in recording or not each.stale:
            continue
        span = catalog.span(each.entry)
        values = {"rule": each.key, "language": each.language, "owner": owner}
        if each.made_from is None:
            yield Diagnostic("unrecorded-text", span, values)
        else:
            yield Diagnostic("stale-text", span, values)


# ---------------------------------------------------------------------- recording


def named(each: Translation, id_: str) -> bool:
    """Is this a text of that rule, term or ruling?"""
    return id_ == each.key or (each.section == RULINGS and each.key.startswith(f"{id_}."))


def records(known: Iterable[Translation], reviewed: Collection[str]) -> dict[str, dict[str, dict[str, str]]]:
    """By language, section and key: what every text is made from, once `reviewed` ids are up to date.

    A text not recorded before is taken to be new; one whose original has changed keeps its old record
    unless it was reviewed, so that it stays stale.
    """
    found: dict[str, dict[str, dict[str, str]]] = {}
    for each in known:
        new = each.made_from is None or any(named(each, id_) for id_ in reviewed)
        sections = found.setdefault(each.language, {})
        sections.setdefault(each.section, {})[each.key] = each.now if new else each.made_from or each.now
    return found


def written(sections: Mapping[str, Mapping[str, str]]) -> str:
    """The record of one language as a file."""
    lines = [
        "# The English text each text was made from, as a fingerprint. Written by `adjudicator translated`."
    ]
    for section in SECTIONS:
        texts = sections.get(section, {})
        lines += [f"{section}:"] if texts else []
        lines += [f"  {key}: {texts[key]}" for key in sorted(texts)]
    return "\n".join(lines) + "\n"
