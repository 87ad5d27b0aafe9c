"""Entries and the words of the game they name: are there such words, and do all languages use them?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from adjudicator.data.diagnostic import Diagnostic, nearest_name
from adjudicator.data.yaml_reader import Document
from adjudicator.reference.folding import words
from adjudicator.reference.terms import TermFinder
from adjudicator.ruleset.rule_set import Entry, RuleSet
from adjudicator.text.catalog import RULES, Catalog, Chain
from adjudicator.text.languages import LANGUAGES


def differing_terms(catalog: Catalog, chain: Chain, reference: Mapping[str, Entry]) -> Iterator[Diagnostic]:
    """A word that all other languages of a text have, and one has not.

    Where two languages go another way, that is a matter of style; where a single one does, it is a slip.
    """
    written = {language: catalog.texts(RULES, chain[0], language) for language in LANGUAGES}
    glossaries = {language: catalog.glossary(chain, language) for language in LANGUAGES}
    finders = {language: TermFinder(glossaries[language], language) for language in LANGUAGES}
    for id_, entry in reference.items():
        texts = {language: texts[id_] for language, texts in written.items() if id_ in texts}
        if not entry.terms or len(texts) < len(LANGUAGES):
            continue
        had = {language: _terms(finders[language], text.text) for language, text in texts.items()}
        for term in entry.terms:
            lacking = [language for language in LANGUAGES if term not in had[language]]
            if len(lacking) == 1 and term in glossaries[lacking[0]]:
                [language] = lacking
                values = {"term": term, "language": language, "expected": glossaries[language][term].term}
                yield Diagnostic("terms-differ", catalog.span(texts[language]), values)


def _terms(finder: TermFinder, text: str) -> set[str]:
    return {id_ for found in finder.all(words(text)) for id_ in found.ids}


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
