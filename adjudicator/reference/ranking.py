"""Which page answers best: the one that has most of what was asked for, and little else."""

from __future__ import annotations

from adjudicator.reference.index import Index
from adjudicator.reference.pages import ITEM, SECTION, Page
from adjudicator.reference.question import Need, Question
from adjudicator.reference.reading import Tokens
from adjudicator.reference.vocabulary import term_token

_LENGTH = 0.18  # how much a page suffers from being long
_MISSING = 1.6  # how much it suffers from what it lacks
_ABOUT = 0.5  # how much it gains from standing under a heading that has the words
_INTRODUCED = 0.25  # what introduces a word answers whoever types the word
_PAIR = 0.1  # words side by side, as in the question
_OTHER_FORM = 0.93  # a word in another form than was typed
_HEADING = 0.85  # a heading does not answer a question
_NAMED_ITEM = 1.15  # a question that is the name of a thing asks for the thing
_NOT_THE_TERM = 0.75  # the stem of a term, on a page that does not have the term
_STRONG = 0.6


def score(number: int, page: Page, question: Question, index: Index) -> float:
    """How well a page answers; 0 where it has nothing of the question."""
    wanted = question.wanted
    if not wanted:
        return 0.0
    had = sum(need.rarity * _satisfied(need, number, index) for need in question.needs)
    relative = index.lengths[number] / index.average
    points = (had / wanted) ** _MISSING / (1 - _LENGTH + _LENGTH * relative)
    about = sum(need.rarity * _best(need, index.about[number]) for need in question.needs)
    points *= 1 + _ABOUT * min(1.0, about / wanted)
    points *= 1 + _INTRODUCED * _introduced(number, question, index)
    if question.pairs:
        row = index.sequences[number]
        points *= 1 + _PAIR * sum(pair in row for pair in question.pairs) / len(question.pairs)
    if question.asks and page.kind == SECTION:
        points *= _HEADING
    return points * page.weight * (_of_name(number, page, question, index) if page.sort == ITEM else 1.0)


def _best(need: Need, tokens: Tokens) -> float:
    return max((weight * tokens.get(token, 0.0) for token, weight in need.tokens.items()), default=0.0)


def _introduced(number: int, question: Question, index: Index) -> float:
    """How many of the terms asked for a page introduces, of 1; only where nothing but terms was asked for."""
    if not question.terms or question.asks or not all(need.term for need in question.needs):
        return 0.0
    introduced = index.introduced[number]
    return sum(term_token(term) in introduced for term in question.terms) / len(question.terms)


def _satisfied(need: Need, number: int, index: Index) -> float:
    """How well a page has one of the words, of 1."""
    tokens = index.tokens[number]
    if (need.corrected or need.word.folded) in index.written[number]:
        return _best(need, tokens)
    best = 0.0
    for token, weight in need.tokens.items():
        value = weight * tokens.get(token, 0.0)
        if not token.startswith("t_"):
            value *= _NOT_THE_TERM if need.term else _OTHER_FORM
        best = max(best, value)
    return best


def _of_name(number: int, page: Page, question: Question, index: Index) -> float:
    """Items are found by their name, not by single words of it."""
    asked = {token for need in question.needs for token, weight in need.tokens.items() if weight >= _STRONG}
    if any(term in question.terms for term in page.terms):
        return _NAMED_ITEM
    name = index.sequences[number].split()
    part = sum(stem in asked for stem in name) / max(1, len(name))
    return _NAMED_ITEM * part * part
