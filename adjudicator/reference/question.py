"""Reading what somebody typed: the words that matter, and all the ways a page may have each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from adjudicator.reference.folding import Word, words
from adjudicator.reference.index import Index
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.vocabulary import term_token

# How good it is to find a word in each of these ways.
_AS_TYPED, _AS_TERM, _AS_CALLED, _AS_PART_OF_TERM, _BEGUN, _ALIKE = 1.0, 1.0, 0.85, 0.45, 0.6, 0.9
_PLAIN = 0.8  # in a sentence, a word that is no word of the game
_BY_STEM = 0.85
_CORRECTED = {1: 0.85, 2: 0.7}
_SECOND_GUESS = 0.8
_SENTENCE = 6  # words


@dataclass(slots=True)
class Need:
    """One word that was asked for: tokens that would satisfy it, with how well each does."""

    word: Word
    tokens: dict[str, float] = field(default_factory=dict)
    term: bool = False  # it is a word of the game
    corrected: str | None = None  # what was probably meant, where the word is not known
    rarity: float = 0.0

    def want(self, token: str, weight: float) -> None:
        if weight > self.tokens.get(token, 0.0):
            self.tokens[token] = weight


@dataclass(slots=True)
class Question:
    """What was typed, read in one language."""

    needs: list[Need]
    terms: list[str]  # the words of the game it names
    pairs: list[str]  # neighbouring words as they would stand in a row in a text
    asks: bool  # a whole sentence, not a few words

    @property
    def tokens(self) -> set[str]:
        return {token for need in self.needs for token in need.tokens}

    @property
    def wanted(self) -> float:
        return sum(need.rarity for need in self.needs)


def read(text: str, index: Index, finder: TermFinder) -> Question:
    """Read a question in the language of the index.

    `finder` knows what people call things, without the little words.
    """
    taken = words(text)
    # Where there is nothing but little words, these are what is looked for.
    needs = [Need(word) for word in taken if word.folded not in index.language.ignored] or [
        Need(word) for word in taken
    ]
    meant = [_fill(need, index) for need in needs]
    stems = [index.stem_of(word.text, word.folded) for word in meant]
    terms = _name_terms(meant, stems, needs, finder)
    asks = text.rstrip().endswith("?") or len(taken) >= _SENTENCE
    for need in needs:
        need.rarity = _rarity(need, index) * (_PLAIN if asks and not need.term else 1.0)
    pairs = [f" {one} {other} " for one, other in pairwise(stems)]
    return Question(needs, terms, pairs, asks)


def _fill(need: Need, index: Index) -> Word:
    """Find the word in the index, as typed or as it was probably meant; gives the word that was found."""
    word = need.word
    stems = index.stems_of(word.text, word.folded)
    known = word.folded in index.surface
    for stem in stems:
        need.want(stem, _AS_TYPED if known else _BY_STEM)
    if not stems:
        for stem in index.beginning_with(word.folded):
            need.want(stem, _BEGUN)
    # A stem alone may be that of another word: what is one slip away from a known word is rather that word.
    guesses = [] if known else index.spelling.nearest(word.folded, 1 if stems else 2)
    for place, guess in enumerate(guesses):
        weight = _CORRECTED[guess.distance] * (_SECOND_GUESS if place else 1.0)
        for stem in index.surface[guess.word]:
            need.want(stem, weight)
    meant = word
    if guesses:
        need.corrected = guesses[0].word
        meant = Word(need.corrected, need.corrected, word.start, word.end)
    for stem in index.surface.get(meant.folded) or {index.language.stem(meant.text)}:
        for group in index.language.groups(stem):
            need.want(group, _ALIKE * (_CORRECTED[guesses[0].distance] if guesses else 1.0))
    return meant


def _name_terms(meant: list[Word], stems: list[str], needs: list[Need], finder: TermFinder) -> list[str]:
    """The terms among the words; each word of a term is satisfied by a page that has the term."""
    terms: list[str] = []
    found = finder.matches([word.folded for word in meant], stems)
    covered: set[int] = set()
    for first, length, ids, exact in sorted(found, key=lambda f: (-f[1], f[0])):
        places = range(first, first + length)
        # A term inside a longer one is meant less than the whole.
        inside = covered.issuperset(places)
        weight = _AS_PART_OF_TERM if inside else _AS_TERM if exact else _AS_CALLED
        for at in places:
            needs[at].term = needs[at].term or (exact and not inside)
            for id_ in ids:
                needs[at].want(term_token(id_), weight)
        if not inside:
            covered.update(places)
            terms += [id_ for id_ in ids if id_ not in terms]
    return terms


def _rarity(need: Need, index: Index) -> float:
    best = max(need.tokens.values(), default=0.0)
    strong = [token for token, weight in need.tokens.items() if weight >= min(best, _AS_CALLED)]
    return index.rarity(strong)
