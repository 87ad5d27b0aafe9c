"""Finding what answers a question, in whatever of our languages it is asked."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from dataclasses import dataclass, field

from adjudicator.library import Library
from adjudicator.reference.index import Index
from adjudicator.reference.pages import RULE, Page, pages, rule_sets
from adjudicator.reference.question import Question, read
from adjudicator.reference.ranking import in_order, score
from adjudicator.reference.reading import Reader, share
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.vocabulary import Language
from adjudicator.text.catalog import Term
from adjudicator.text.languages import LANGUAGES, known

_CANDIDATES = 150
_LEAST = 0.1  # hits much worse than the best only fill the page
_ID_SCORE = 9.0  # an id says exactly what is wanted


@dataclass(slots=True)
class Hit:
    """A page that was found, in the rule set asked for or the first it holds in."""

    page: Page
    rule_set: str
    score: float
    editions: list[str] = field(default_factory=list)  # rule sets in which the same id says something else


@dataclass(slots=True)
class Answer:
    """What was found, best first, and how the question was understood."""

    text: str
    language: str  # the language it was read in
    hits: list[Hit]
    terms: list[str]
    corrections: dict[str, str]
    looked_for: set[str] = field(default_factory=set)  # as tokens


class Searcher:
    """All pages of a library, indexed in all languages."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.pages = pages(library)
        self._sets = rule_sets(library)
        self._asked: dict[tuple[str, str | None], TermFinder] = {}
        enabled = gc.isenabled()
        gc.disable()  # nearly everything that is made here is kept: collecting in between is waste
        try:
            self._indexes = self._indexed()
        finally:
            if enabled:
                gc.enable()

    def _indexed(self) -> dict[str, Index]:
        catalog = self.library.catalog
        readers = {}
        for code in LANGUAGES:
            glossaries = {id_: catalog.glossary(s.chain, code) for id_, s in self._sets.items()}
            finders = {id_: TermFinder(glossary, code) for id_, glossary in glossaries.items()}
            language = Language(catalog, code)
            readers[code] = Reader(language, finders)
            together = {id_: term for each in reversed(glossaries.values()) for id_, term in each.items()}
            for rule_set, glossary in [(None, together), *glossaries.items()]:
                finder = TermFinder(glossary, code, asked=True, ignored=language.ignored)
                self._asked[code, rule_set] = finder
        readings = {code: [reader.page(page) for page in self.pages] for code, reader in readers.items()}
        share(list(readings.values()))
        return {code: Index(self.pages, readings[code], reader) for code, reader in readers.items()}

    def index(self, language: str) -> Index:
        return self._indexes[language]

    def finder(self, rule_set: str | None, language: str) -> TermFinder:
        """What knows the terms of a rule set, or of all, by everything people call them."""
        return self._asked[language, rule_set]

    def glossary(self, rule_set: str, language: str) -> dict[str, Term]:
        return self.library.catalog.glossary(self._sets[rule_set].chain, language)

    def search(
        self,
        text: str,
        language: str,
        rule_set: str | None = None,
        kind: str | None = None,
        most: int = 10,
    ) -> Answer:
        """The best pages for a question; `kind` is `rule`, `item`, `term`, or a kind of rule or item."""
        language = known(language)
        spoken, question = self._understood(text, language, rule_set)
        index = self.index(spoken)
        candidates = index.candidates(question.tokens, rule_set, kind, _CANDIDATES)
        scored = {number: score(number, self.pages[number], question, index) for number in candidates}
        for number in self._by_id(text, rule_set, kind):
            scored[number] = _ID_SCORE - len(self.pages[number].id) / 1000
        hits = self._collapsed(in_order(scored, self.pages, question), scored, rule_set)
        best = max((hit.score for hit in hits), default=0.0)
        kept = [hit for hit in hits if hit.score >= _LEAST * best and hit.score > 0][:most]
        corrections = {need.word.text: need.corrected for need in question.needs if need.corrected}
        return Answer(text, spoken, kept, question.terms, corrections, question.tokens)

    def _understood(self, text: str, language: str, rule_set: str | None) -> tuple[str, Question]:
        """The question in the reader's language, unless another one knows more of its words."""
        spoken, most = language, self.index(language).share_known(text)
        for other in LANGUAGES if most < 1 else ():
            share = self.index(other).share_known(text)
            if share > most:
                spoken, most = other, share
        return spoken, read(text, self.index(spoken), self.finder(rule_set, spoken))

    def _by_id(self, text: str, rule_set: str | None, kind: str | None) -> Iterable[int]:
        """Pages whose id was typed, or begins with what was typed."""
        typed = text.strip().lower()
        if " " in typed or not typed:
            return
        for number, page in enumerate(self.pages):
            if page.sort != RULE or (rule_set and rule_set not in page.rule_sets):
                continue
            if kind is not None and kind not in (page.sort, page.kind):
                continue
            if page.id == typed or ("." in typed and page.id.startswith(f"{typed}.")):
                yield number

    def _collapsed(self, order: list[int], scored: dict[int, float], rule_set: str | None) -> list[Hit]:
        """One hit for each id of a game and its editions: that of the rule set asked for, or the newest's."""
        hits: dict[tuple[str, str, str], Hit] = {}
        for number in order:
            page, points = self.pages[number], scored[number]
            shown = rule_set or page.rule_sets[0]
            family = self._sets[shown].chain[-1]
            hit = hits.setdefault((family, *page.key), Hit(page, shown, points))
            if hit.page is not page:
                hit.editions += page.rule_sets
                if len(self._sets[shown].chain) < len(self._sets[hit.rule_set].chain):
                    hit.editions = [*hit.page.rule_sets]
                    hit.page, hit.rule_set = page, shown
        return list(hits.values())
