"""Which page answers best: the one that has most of what was asked for, and little else."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reference.folding import split
from adjudicator.reference.index import Index
from adjudicator.reference.pages import ITEM, Page
from adjudicator.reference.question import Need, Question
from adjudicator.reference.reading import Tokens
from adjudicator.reference.tree import SECTION

_LENGTH = 0.18  # how much a page suffers from being long
_MISSING = 1.6  # how much it suffers from what it lacks
_ABOUT = 0.5  # how much it gains from standing under a heading that has the words
_PAIR = 0.1  # words side by side, as in the question
_OTHER_FORM = 0.93  # a word in another form than was typed
_HEADING = 0.85  # a heading does not answer a question
_NAMED_ITEM = 1.15  # a question that is the name of a thing asks for the thing
_NOT_THE_TERM = 0.75  # the stem of a term, on a page that does not have the term
_STRONG = 0.6
_CLOSE = 0.9


def score(number: int, page: Page, question: Question, index: Index) -> float:
    """How well a page answers; 0 where it has nothing of the question."""
    wanted = question.wanted
    if not wanted:
        return 0.0
    had = sum(need.rarity * _satisfied(need, number, index) for need in question.needs)
    relative = index.lengths[number] / index.average
    points: float = (had / wanted) ** _MISSING / (1 - _LENGTH + _LENGTH * relative)
    about = sum(need.rarity * _about(need, index.about[number]) for need in question.needs)
    points *= 1 + _ABOUT * min(1.0, about / wanted)
    if question.pairs:
        row = index.sequences[number]
        points *= 1 + _PAIR * sum(pair in row for pair in question.pairs) / len(question.pairs)
    if question.asks and page.kind == SECTION:
        points *= _HEADING
    return points * page.weight * (_of_name(number, page, question, index) if page.sort == ITEM else 1.0)


def _best(need: Need, tokens: Tokens) -> float:
    return max((weight * tokens.get(token, 0.0) for token, weight in need.tokens.items()), default=0.0)


def _about(need: Need, tokens: Tokens) -> float:
    """How much a heading is about a word; one word of a term does not make it about the term."""
    wanted = {t: w for t, w in need.tokens.items() if not need.term or t.startswith("t_")}
    return max((weight * tokens.get(token, 0.0) for token, weight in wanted.items()), default=0.0)


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
    """Items are found by their name or printed number, not by single words of the name."""
    asked = {token for need in question.needs for token, weight in need.tokens.items() if weight >= _STRONG}
    if any(term in question.terms for term in page.terms) or page.number in asked:
        return _NAMED_ITEM
    names = (
        index.sequences[number].split(),
        [index.language.stem(w) for w in split(page.id.partition("/")[2])],
    )
    part = max(sum(stem in asked for stem in name) / max(1, len(name)) for name in names)
    return _NAMED_ITEM * part * part


def in_order(scores: dict[int, float], pages: Sequence[Page], question: Question) -> list[int]:
    """Pages from the best to the worst.

    To somebody who types a few words, scores that are close say nothing; among neighbours of one section the
    order of the book then decides, in which the general comes before the special. Questions want the special.
    """
    order = sorted(scores, key=lambda number: (-scores[number], number))
    if question.asks:
        return order
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and scores[order[end]] >= _CLOSE * scores[order[start]]:
            end += 1
        _sort_siblings(order, start, end, pages)
        start = end
    return order


def _sort_siblings(order: list[int], start: int, end: int, pages: Sequence[Page]) -> None:
    places: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for at in range(start, end):
        page = pages[order[at]]
        if page.path:
            places.setdefault((page.owner, page.path), []).append(at)
    for at_places in places.values():
        in_book = sorted(order[at] for at in at_places)
        for at, number in zip(at_places, in_book, strict=True):
            order[at] = number
