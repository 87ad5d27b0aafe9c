"""What compiled rules may call: pure helpers on JSON values, a budget, and the two ways of not knowing.

Runtime values are the JSON of the position itself: an item is its id, a bag is a mapping from item to count,
a set is a list without repetitions, a record is a mapping. `?` in a bag counts pieces nobody has identified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any

UNKNOWN = "?"
BUDGET = "budget-exceeded"
Bag = dict[str, int]


class RuleFault(Exception):
    """A script did something impossible: the data are at fault, not the question."""

    def __init__(self, code: str, **values: Any) -> None:
        self.code, self.values = code, values
        super().__init__(f"{code} {values}")


class Undecided(Exception):
    """The rules do not say: a ruling nobody has taken."""

    def __init__(self, ruling: str) -> None:
        self.ruling = ruling
        super().__init__(ruling)


class Budget:
    """A bound on the work of one request, so that a looping script is stopped and reported.

    Steps are counted, so that the same question is always stopped at the same place; the clock is only for
    what steps do not measure, the two innermost loops of an expression, which go without counting.
    """

    def __init__(self, limit: int = 2_000_000, seconds: float = 4.0) -> None:
        self.limit = limit
        self.seconds = seconds
        self.reset()

    def reset(self) -> None:
        self.left = self.limit
        self.deadline = perf_counter() + self.seconds

    def spend(self, collection: Any) -> Any:
        """Pay for walking through a collection, and hand it back."""
        self.left -= len(collection) + 1
        self._check()
        return collection

    def pay(self, steps: int) -> None:
        """Pay for work that is not a walk through a collection."""
        self.left -= steps
        self._check()

    def _check(self) -> None:
        if self.left < 0 or perf_counter() > self.deadline:
            raise RuleFault(BUDGET, limit=self.limit)


def known(bag: Bag) -> Bag:
    """A bag without its unidentified pieces."""
    return bag if UNKNOWN not in bag else {k: n for k, n in bag.items() if k != UNKNOWN}


def or_else(value: Any, other: Any) -> Any:
    return other if value is None else value


def divide(a: int, b: int) -> int:
    if b == 0:
        raise RuleFault("division-by-zero")
    return a // b


def modulo(a: int, b: int) -> int:
    if b == 0:
        raise RuleFault("division-by-zero")
    return a % b


def size(collection: Any) -> int:
    return sum(collection.values()) if isinstance(collection, dict) else len(collection)


def make_bag(number: int, piece: str) -> Bag:
    return {piece: number} if number > 0 else {}


def as_bag(pieces: Any) -> Bag:
    """A single piece counts as a bag of one."""
    return pieces if isinstance(pieces, dict) else {pieces: 1}


def bag_add(a: Bag, b: Bag) -> Bag:
    result = dict(a)
    for piece, number in b.items():
        result[piece] = result.get(piece, 0) + number
    return result


def bag_subtract(a: Bag, b: Bag) -> Bag:
    """`a` without the pieces of `b`, as far as it has them."""
    result = {}
    for piece, number in a.items():
        rest = number - b.get(piece, 0)
        if rest > 0:
            result[piece] = rest
    return result


def bag_within(a: Bag, b: Bag) -> bool:
    return all(number <= b.get(piece, 0) for piece, number in a.items())


def at(values: Any, number: int) -> Any:
    """An element of a list, counted from 1; nothing where the list is shorter."""
    return values[number - 1] if 1 <= number <= len(values) else None


def distinct(values: Iterable[Any]) -> list[Any]:
    """Without repetitions, in the order of first appearance."""
    return list(dict.fromkeys(values))


def union(a: Iterable[Any], b: Iterable[Any]) -> list[Any]:
    return distinct([*a, *b])


def minus(a: Iterable[Any], b: Iterable[Any]) -> list[Any]:
    gone = set(b)
    return [x for x in a if x not in gone]


def same_set(a: Iterable[Any], b: Iterable[Any]) -> bool:
    return set(a) == set(b)


def reach(
    start: Iterable[Any],
    steps: Callable[[Any], Iterable[Any]],
    allowed: Callable[[Any, Any], bool],
    within: int | None,
    budget: Budget,
) -> list[Any]:
    """Everything that can be reached from `start`, nearest first."""
    found = dict.fromkeys(start)
    edge = list(found)
    distance = 0
    while edge and (within is None or distance < within):
        distance += 1
        following = []
        for here in edge:
            for there in budget.spend(steps(here)):
                if there not in found and allowed(here, there):
                    found[there] = None
                    following.append(there)
        edge = following
    return list(found)


def with_field(record: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """A copy of a record with one field, perhaps a nested one, replaced."""
    head, *rest = path
    return {**record, head: with_field(record[head], tuple(rest), value) if rest else value}
