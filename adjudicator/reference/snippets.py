"""The part of a text that shows why it was found, with the words that were looked for marked."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from adjudicator.reference.folding import words
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.vocabulary import Language, term_token

LONGEST = 220


class Snippet(NamedTuple):
    """A text, perhaps shortened, and the places in it to mark."""

    text: str
    marks: list[tuple[int, int]]


def snippet(text: str, looked_for: Set[str], language: Language, finder: TermFinder) -> Snippet:
    """The best part of a text; the marks count from its beginning."""
    marks = _marks(text, looked_for, language, finder)
    if len(text) <= LONGEST:
        return Snippet(text, marks)
    start, end = _window(text, marks)
    before, after = "… " if start else "", " …" if end < len(text) else ""
    moved = len(before) - start
    inside = [(a + moved, b + moved) for a, b in marks if a >= start and b <= end]
    return Snippet(f"{before}{text[start:end]}{after}", inside)


def _marks(text: str, looked_for: Set[str], language: Language, finder: TermFinder) -> list[tuple[int, int]]:
    """Words by their stems, terms by their meaning: so a text in another language is marked as well."""
    taken = words(text)
    found = {
        (word.start, word.end)
        for word in taken
        if word.folded not in language.ignored and language.stem(word.text) in looked_for
    }
    for term in finder.all(taken):
        if any(term_token(id_) in looked_for for id_ in term.ids):
            found.add((term.start, term.end))
    return _joined(sorted(found))


def _joined(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places that overlap become one."""
    merged: list[tuple[int, int]] = []
    for start, end in places:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _window(text: str, marks: list[tuple[int, int]]) -> tuple[int, int]:
    """Where most marks are close together, cut between words."""
    starts = [0, *(a for a, _ in marks)]
    best = max(starts, key=lambda s: sum(s <= a and b <= s + LONGEST for a, b in marks))
    start = max(0, min(best - LONGEST // 6, len(text) - LONGEST))
    if start:
        start = text.find(" ", start) + 1
    end = start + LONGEST
    return (start, len(text)) if end >= len(text) else (start, text.rfind(" ", start, end))
