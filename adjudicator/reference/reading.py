"""Reading pages in one language: every page becomes weighted tokens.

A token is the stem of a word, `t_...` for a term of the glossary, or `a_...` for a group of everyday words.
Terms and groups are the same in every language: they are what a page means, whatever words it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.reference.folding import compounds, fold, split
from adjudicator.reference.pages import ITEM, RULE, TERM, Page
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.tree import SECTION
from adjudicator.reference.vocabulary import Language, group_token, term_token

# How much a token counts by where it stands.
TEXT, ABOVE, HEADED, MORE, NAMED, SHARED = 1.0, 0.8, 0.8, 0.6, 0.5, 0.55
BEFORE = 0.4  # "such a battle" is the one of the rule before
KIND = 0.55  # "what happens" asks for a consequence, "how many" for a limit
_FARTHER = 0.7  # each heading farther up counts this much less
_ID_WORDS = 0.5
_AGAIN, _OFTEN = 0.05, 1.15  # a word that comes again counts a little more
_BY_STEM = 0.8  # a term that was only recognised by its stem

Tokens = dict[str, float]


class Reading(NamedTuple):
    """What one text holds: its stems in order, its tokens, its words as written."""

    stems: list[str]
    tokens: Tokens
    written: frozenset[str]


class PageReading(NamedTuple):
    """What a page holds: its own text, and all its tokens with the weight of the best place."""

    own: Reading
    tokens: Tokens
    about: Tokens  # those of the heading it stands under, or is, and of its id: what it is about

    @property
    def meanings(self) -> Tokens:
        """The tokens of its own text that are the same in every language."""
        return {token: weight for token, weight in self.own.tokens.items() if token[1:2] == "_"}


class _Known(NamedTuple):
    """A word: folded, its stem, the groups of everyday words it is in, whether it says nothing."""

    folded: str
    stem: str
    groups: tuple[str, ...]
    ignored: bool


class Reader:
    """Reads pages in one language and remembers the words it has met."""

    def __init__(self, language: Language, finders: Mapping[str, TermFinder]) -> None:
        """`finders`: what knows the terms of each rule set."""
        self.language = language
        self.surface: dict[str, set[str]] = {}  # a folded word as written -> its stems
        self._finders = finders
        self._readings: dict[tuple[str, int], Reading] = {}
        self._words: dict[str, _Known] = {}

    def page(self, page: Page) -> PageReading:
        tokens: Tokens = {}
        # A term's own page needs no search for terms among the many forms it lists.
        finder = None if page.sort == TERM else self._finders[page.rule_sets[0]]
        code = self.language.code
        own = self._once(page.texts[code], finder)
        _keep_all(tokens, own.tokens, TEXT)
        for distance, heading in enumerate(page.above.get(code, ())):
            _keep_all(tokens, self._once(heading, finder).tokens, ABOVE * _FARTHER**distance)
        if page.before and page.kind != SECTION:
            _keep_all(tokens, self._once(page.before[code], finder).tokens, BEFORE)
        if page.more.get(code):
            _keep_all(tokens, self._once(page.more[code], finder).tokens, MORE)
        _keep(tokens, group_token(page.kind), KIND)
        for term in page.terms:
            _keep(tokens, term_token(term), _named(page))
        for part in split(page.id):
            # The id of a thing is its English name.
            _keep(tokens, self.language.stem(part), TEXT if page.sort == ITEM else _ID_WORDS)
        return PageReading(own, tokens, self._about(page, own, finder))

    def _about(self, page: Page, own: Reading, finder: TermFinder | None) -> Tokens:
        headings = page.above.get(self.language.code, ())
        about: Tokens = {}
        if page.kind == SECTION or not headings:
            _keep_all(about, own.tokens, 1.0)
        else:
            _keep_all(about, self._once(headings[0], finder).tokens, 1.0)
        _keep(about, term_token(page.id.rpartition(".")[2]), 1.0)
        return about

    def _once(self, text: str, finder: TermFinder | None) -> Reading:
        """Headings are read once, though many pages stand under them."""
        key = (text, id(finder))
        if key not in self._readings:
            self._readings[key] = self._read(text, finder)
        return self._readings[key]

    def _read(self, text: str, finder: TermFinder | None) -> Reading:
        taken = [self._known(word) for word in split(text)]
        tokens: Tokens = {}
        stems = []
        for word in taken:
            for group in word.groups:
                tokens[group] = 1.0
            if not word.ignored:
                stems.append(word.stem)
                tokens[word.stem] = min(_OFTEN, tokens.get(word.stem, 1.0 - _AGAIN) + _AGAIN)
        for joined in compounds(text):
            self.surface.setdefault(joined, set()).add(joined)
            tokens[joined] = 1.0
        folded = [word.folded for word in taken]
        if finder is not None:
            for _, _, ids, exact in finder.matches(folded, [word.stem for word in taken]):
                for id_ in ids:
                    _keep(tokens, term_token(id_), 1.0 if exact else _BY_STEM)
        return Reading(stems, tokens, frozenset(folded))

    def _known(self, text: str) -> _Known:
        """A word as the language reads it; every word is looked at once, however often it comes."""
        word = self._words.get(text)
        if word is None:
            folded, stemmed = fold(text), self.language.stem(text)
            self.surface.setdefault(folded, set()).add(stemmed)
            groups = tuple(self.language.groups(stemmed))
            word = self._words[text] = _Known(folded, stemmed, groups, folded in self.language.ignored)
        return word


def _named(page: Page) -> float:
    """How much the terms count that a page is said to have. A heading stands for all below it."""
    if page.sort == RULE:
        return HEADED if page.kind == SECTION else NAMED
    return TEXT  # a thing that is a term as well is found by everything the term is called


def _keep(tokens: Tokens, token: str, weight: float) -> None:
    if weight > tokens.get(token, 0.0):
        tokens[token] = weight


def _keep_all(tokens: Tokens, more: Tokens, weight: float) -> None:
    for token, value in more.items():
        value *= weight
        if value > tokens.get(token, 0.0):  # written out: this is where most of the time goes
            tokens[token] = value


def share(readings: list[list[PageReading]]) -> None:
    """Give every page, in each language, what it means by its texts in the others.

    Translators choose their words differently: where one text says "go back" and another "return", both are
    found by either. `readings` are those of each language, page by page.
    """
    for versions in zip(*readings, strict=True):
        meant: Tokens = {}
        for version in versions:
            _keep_all(meant, version.meanings, SHARED)
        for version in versions:
            _keep_all(version.tokens, meant, 1.0)
