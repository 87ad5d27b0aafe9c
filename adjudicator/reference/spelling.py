"""Words that were probably meant: the known words nearest to one that is not known."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

_SHORT = 6
_COMPARED = 60


class Guess(NamedTuple):
    word: str
    distance: int


class Spelling:
    """Known words, kept so that only the likely ones are compared with what was typed.

    Long words are reached by the groups of three letters they share with it. Short ones may share none after
    a single slip, so they are reached by what is left when any one letter is dropped from both.
    """

    def __init__(self, known: Iterable[str], likely: Container[str] = ()) -> None:
        """`likely`: words that are rather meant than others equally near."""
        self._preferred = likely
        self._known = sorted(set(known))
        self._by_part: dict[str, list[int]] = {}
        for number, word in enumerate(self._known):
            for part in _parts(word):
                self._by_part.setdefault(part, []).append(number)

    def nearest(self, word: str, farthest: int = 2, most: int = 3) -> list[Guess]:
        """The nearest words, only those of the smallest distance; none where all are too far."""
        allowed = min(_allowed(word), farthest)
        if not allowed:
            return []
        guesses = []
        for number in self._likely(word):
            known = self._known[number]
            far = distance(word, known, allowed)
            if far <= allowed:
                guesses.append(Guess(known, far))
        # The first letter is seldom wrong, and a word of the same length is likelier than a longer one.
        guesses.sort(
            key=lambda g: (
                *(g.distance, g.word not in self._preferred, g.word[0] != word[0]),
                *(abs(len(g.word) - len(word)), g.word),
            )
        )
        return [g for g in guesses[:most] if g.distance == guesses[0].distance]

    def _likely(self, word: str) -> list[int]:
        shared: dict[int, int] = {}
        for part in _parts(word):
            for number in self._by_part.get(part, ()):
                shared[number] = shared.get(number, 0) + 1
        return sorted(shared, key=lambda n: (-shared[n], abs(len(self._known[n]) - len(word)), n))[:_COMPARED]


def _parts(word: str) -> set[str]:
    parts = _threes(word)
    if len(word) <= _SHORT:
        parts.update(f"-{word[:at]}{word[at + 1 :]}" for at in range(len(word)))
        parts.add(f"-{word}")
    return parts


def _threes(word: str) -> set[str]:
    framed = f"^{word}$"
    return {framed[at : at + 3] for at in range(len(framed) - 2)}


def _allowed(word: str) -> int:
    """How many letters may be wrong: none in a number or a very short word, two in a long one."""
    if len(word) < 4 or any(c.isdigit() for c in word):
        return 0
    return 1 if len(word) < 6 else 2


def distance(one: str, other: str, most: int) -> int:
    """Letters to change, add, leave out or swap with their neighbour; `most` + 1 where there are more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
