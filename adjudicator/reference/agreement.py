"""Entries and the words of the game they name: are there such words, and do all languages use them?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document
from adjudicator.reference.folding import fold, split, words
from adjudicator.reference.stems import stem
from adjudicator.reference.terms import TermFinder
from adjudicator.ruleset.rule_set import Entry, RuleSet
from adjudicator.text.catalog import RULES, Catalog, Chain, Term
from adjudicator.text.languages import LANGUAGES


def differing_terms(catalog: Catalog, chain: Chain, reference: Mapping[str, Entry]) -> Iterator[Diagnostic]:
    """A word that all other languages of a text have, and one has not.

    Where two languages go another way, that is a matter of style; where a single one does, it is a slip.
    """
    written = {language: catalog.texts(RULES, chain[0], language) for language in LANGUAGES}
    looks = {language: _Look(catalog.glossary(chain, language), language) for language in LANGUAGES}
    for id_, entry in reference.items():
        texts = {language: texts[id_] for language, texts in written.items() if id_ in texts}
        if not entry.terms or len(texts) < len(LANGUAGES):
            continue
        lacking = {code: looks[code].lacks(entry.terms, text.text) for code, text in texts.items()}
        for term in entry.terms:
            without = [code for code in LANGUAGES if term in lacking[code]]
            if len(without) == 1 and term in looks[without[0]].glossary:
                [language] = without
                expected = looks[language].glossary[term].term
                values = {"term": term, "language": language, "expected": expected}
                yield Diagnostic("terms-differ", catalog.span(texts[language]), values)


def _row(text: str) -> str:
    """The words of a text, folded, with a space around each."""
    return f" {' '.join(map(fold, split(text)))} "


def _any_in(row: str, parts: Iterable[str]) -> bool:
    return any(part in row for part in parts)


class _Look:
    """Looks for words of a glossary in texts of one language."""

    def __init__(self, glossary: Mapping[str, Term], language: str) -> None:
        self.glossary, self.language = glossary, language
        self._forms: dict[str, list[str]] = {}
        self._stems: dict[str, list[str]] = {}

    @cached_property
    def _finder(self) -> TermFinder:
        return TermFinder(self.glossary, self.language)

    def lacks(self, terms: Iterable[str], text: str) -> set[str]:
        """The words that are there neither in a form as written, nor by the stems of several words."""
        row = _row(text)
        left = {term for term in terms if not _any_in(row, self._written(term))}
        if left and self._perhaps_by_stems(left, text):
            left -= {id_ for found in self._finder.all(words(text)) for id_ in found.ids}
        return left

    def _perhaps_by_stems(self, terms: Iterable[str], text: str) -> bool:
        """Whether it is worth going through the text word by word; mostly it is not."""
        sought = [stems for term in terms for stems in self._by_stems(term)]
        return bool(sought) and _any_in(self._stem_row(split(text)), sought)

    def _written(self, term: str) -> list[str]:
        if term not in self._forms:
            known = self.glossary.get(term)
            self._forms[term] = [_row(form) for form in (known.term, *known.forms)] if known else []
        return self._forms[term]

    def _by_stems(self, term: str) -> list[str]:
        """The stems of its forms that have several words: of a single one, the stem alone says too little."""
        if term not in self._stems:
            known = self.glossary.get(term)
            forms = [split(form) for form in (known.term, *known.forms)] if known else []
            self._stems[term] = [self._stem_row(form) for form in forms if len(form) > 1]
        return self._stems[term]

    def _stem_row(self, taken: Iterable[str]) -> str:
        return f" {' '.join([stem(word, self.language) for word in taken])} "


def dead_links(
    documents: Iterable[Document], words: Collection[str], rule_set: RuleSet
) -> Iterator[Diagnostic]:
    """What entries name and nobody knows: words of a glossary, where there is one, and rulings.

    And old ids that lead elsewhere, because a rule bears them now.
    """
    rulings = rule_set.rulings
    for document in documents:
        for index, written in enumerate(document.value or []):
            for place, old in enumerate(written.get("was", ())):
                if old in rule_set.reference:
                    span, values = document.span((index, "was", place)), {"kind": "rule", "name": old}
                    yield Diagnostic("duplicate-definition", span, values)
            for place, word in enumerate(written.get("terms", ()) if words else ()):
                if word not in words:
                    span = document.span((index, "terms", place))
                    yield Diagnostic("unknown-word", span, {"name": word}, nearest_name(word, words))
            for place, ruling in enumerate(written.get("rulings", ())):
                if ruling not in rulings:
                    span = document.span((index, "rulings", place))
                    yield Diagnostic("unknown-ruling", span, {"name": ruling}, nearest_name(ruling, rulings))
