"""Chance as a question: every outcome with its probability, or one of them at random."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.machine import Machine
from adjudicator.language.runtime import UNKNOWN, RuleFault, size

_MOST_DRAWS = 20_000


def outcomes(machine: Machine, asked: asking.Pending) -> list[tuple[Any, Fraction]]:
    """Every answer chance can give and how likely it is; the probabilities add up to one."""
    if asked.kind == "roll":
        return _rolls(machine, asked)
    return _draws(asked)


def _rolls(machine: Machine, asked: asking.Pending) -> list[tuple[Any, Fraction]]:
    assert asked.die is not None
    faces = machine.rules.program.dice[asked.die].faces
    if asked.number is None:
        return [(face, Fraction(faces.count(face), len(faces))) for face in dict.fromkeys(faces)]
    if not asked.counted:
        return _faces_together(faces, asked.number)
    frame = machine.stack[-1]
    good = Fraction(sum(1 for face in faces if asking.counts(machine, frame, face)), len(faces))
    n = asked.number
    chances = [(k, comb(n, k) * good**k * (1 - good) ** (n - k)) for k in range(n + 1)]
    return [(k, chance) for k, chance in chances if chance]


def _faces_together(faces: list[Any], number: int) -> list[tuple[Any, Fraction]]:
    """Every way so many dice can fall, their order left aside."""
    kinds = list(dict.fromkeys(faces))
    falls = list[tuple[Any, Fraction]]()
    for shown in itertools.combinations_with_replacement(kinds, number):
        counts = {face: shown.count(face) for face in kinds if face in shown}
        chance = Fraction(factorial(number), len(faces) ** number)
        for face, times in counts.items():
            chance *= Fraction(faces.count(face) ** times, factorial(times))
        falls.append((counts, chance))
    return falls


def _draws(asked: asking.Pending) -> list[tuple[Any, Fraction]]:
    bag: dict[str, int] = asked.options
    if UNKNOWN in bag:
        raise RuleFault("not-enumerable", name=asked.name)
    total = size(bag)
    if asked.number is None:
        return [(piece, Fraction(number, total)) for piece, number in bag.items()]
    number = min(asked.number, total)
    ways = comb(total, number)
    return [(drawn, Fraction(weight, ways)) for drawn, weight in _hands(bag, number)]


def _hands(bag: dict[str, int], number: int) -> Iterator[tuple[dict[str, int], int]]:
    """Every hand of so many pieces, and in how many ways it can be drawn."""
    pieces = list(bag)
    hands = itertools.product(*(range(min(bag[p], number) + 1) for p in pieces))
    for tried, numbers in enumerate(hands):
        if tried > _MOST_DRAWS:
            raise RuleFault("not-enumerable", name="draw")
        if sum(numbers) == number:
            weight = 1
            for piece, n in zip(pieces, numbers, strict=True):
                weight *= comb(bag[piece], n)
            yield {p: n for p, n in zip(pieces, numbers, strict=True) if n}, weight


def random_answer(machine: Machine, asked: asking.Pending, roll: random.Random) -> Any:
    """One outcome, rolled face by face or drawn piece by piece."""
    if asked.kind == "roll":
        assert asked.die is not None
        faces = machine.rules.program.dice[asked.die].faces
        if asked.number is None:
            return roll.choice(faces)
        if not asked.counted:
            return dict(Counter(roll.choices(faces, k=asked.number)))
        frame = machine.stack[-1]
        return sum(1 for _ in range(asked.number) if asking.counts(machine, frame, roll.choice(faces)))
    pool = [piece for piece, number in sorted(asked.options.items()) for _ in range(number)]
    if asked.number is None:
        return roll.choice(pool)
    drawn: dict[str, int] = {}
    for piece in roll.sample(pool, min(asked.number, len(pool))):
        drawn[piece] = drawn.get(piece, 0) + 1
    return drawn
