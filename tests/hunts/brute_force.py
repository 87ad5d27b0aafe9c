"""The Hunt worked out without the rule engine: every face, every tile, every counter, in exact fractions."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

LEVELS = {
    "gandalf-the-grey": 3,
    "strider": 3,
    "boromir": 2,
    "legolas": 2,
    "gimli": 2,
    "meriadoc": 1,
    "peregrin": 1,
}
HOBBITS = ("meriadoc", "peregrin")
NUMBERS = {"zero-reveal": 0, "one": 1, "one-reveal": 1, "two": 2, "two-reveal": 2, "three": 3}
COUNTS = {"eye-reveal": 4, "zero-reveal": 2, "one": 2, "one-reveal": 2, "two": 2, "two-reveal": 1, "three": 3}
STANDARD = tuple(name for name, number in COUNTS.items() for _ in range(number))
End = tuple[int, int, bool, int, tuple[str, ...]]  # successes, damage, revealed, Corruption, Companions left


@dataclass(frozen=True)
class Plan:
    """What lies in the Hunt Box, where the Fellowship is, who travels, and what its player means to do."""

    shadow: int
    free_peoples: int = 0
    rerolls: int = 0
    watched: bool = False  # in a Shadow Stronghold: a reveal costs another tile
    mordor: bool = False
    company: tuple[str, ...] = ("strider",)
    corruption: int = 0
    casualty: str | None = None
    tiles: tuple[str, ...] = STANDARD


@dataclass(frozen=True)
class State:
    company: tuple[str, ...]
    corruption: int
    revealed: bool = False
    damage: int = 0
    pool: tuple[str, ...] = ()


def successes(plan: Plan) -> dict[int, Fraction]:
    """Counted over all faces of the roll and of the re-roll."""
    dice = min(5, plan.shadow)
    good = {face for face in range(1, 7) if face != 1 and face + plan.free_peoples >= 6}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for roll in itertools.product(range(1, 7), repeat=dice):
        first = sum(face in good for face in roll)
        again = min(dice - first, plan.rerolls)
        for second in itertools.product(range(1, 7), repeat=again):
            found[first + sum(face in good for face in second)] += Fraction(1, 6 ** (dice + again))
    return dict(found)


def guide_of(company: tuple[str, ...]) -> str:
    """The first of the highest Level, in the order of the box; Gollum when nobody is left."""
    highest = max((LEVELS[name] for name in company), default=0)
    return next((name for name in LEVELS if name in company and LEVELS[name] == highest), "gollum")


def without(company: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in company if other != name)


def still_reveals(before: State, after: State, drawn: str, reveals: bool) -> bool:
    """Once Gollum has become the Guide, a tile with a number no longer reveals."""
    return reveals and not (before.company and not after.company and drawn in NUMBERS)


def guided(state: State, damage: int, drawn: str, reveals: bool, asked: str) -> tuple[State, int, bool, str]:
    """Each Guide once: Hobbits leave, Gollum betrays a hidden Fellowship."""
    while damage > 0 and (guide := guide_of(state.company)) != asked:
        if guide in HOBBITS:
            before = state
            state, damage = replace(state, company=without(state.company, guide)), damage - 1
            reveals = still_reveals(before, state, drawn, reveals)
        elif guide == "gollum" and not reveals and not state.revealed:
            damage, reveals = damage - 1, True
        else:
            break
        asked = guide
    return state, damage, reveals, asked


def losses(state: State, damage: int, plan: Plan) -> Iterator[tuple[State, int, Fraction]]:
    """The casualty, for certain or by lot."""
    if damage <= 0 or plan.casualty is None or not state.company:
        yield state, damage, Fraction(1)
        return
    drawn = (guide_of(state.company),) if plan.casualty == "the-guide" else state.company
    for name in drawn:
        left = replace(state, company=without(state.company, name))
        yield left, max(0, damage - LEVELS[name]), Fraction(1, len(drawn))


def tile(state: State, plan: Plan, eye: int) -> Iterator[tuple[State, Fraction]]:
    """Draw one tile and resolve it to its end; on a watched way a reveal draws another."""
    for index, drawn in enumerate(state.pool):
        chance = Fraction(1, len(state.pool))
        damage = NUMBERS.get(drawn, eye)
        here = replace(state, pool=state.pool[:index] + state.pool[index + 1 :], damage=state.damage + damage)
        hidden = guide_of(here.company) == "gollum" and drawn in NUMBERS
        reveals = drawn.endswith("reveal") and not hidden
        here, damage, reveals, asked = guided(here, damage, drawn, reveals, "")
        for left, rest, part in losses(here, damage, plan):
            still = still_reveals(here, left, drawn, reveals)
            after, rest, shown, _ = guided(left, rest, drawn, still, asked)
            after = replace(after, corruption=after.corruption + rest)
            again = shown and not after.revealed and plan.watched and after.corruption < 12
            after = replace(after, revealed=after.revealed or (shown and after.corruption < 12))
            if not again:
                yield after, chance * part
            else:
                for end, more in tile(after, plan, 0):
                    yield end, chance * part * more


def hunt(plan: Plan) -> dict[End, Fraction]:
    """Every end of a movement and the Hunt against it."""
    start = State(plan.company, plan.corruption, pool=plan.tiles)
    rolled = {0: Fraction(1)} if plan.mordor else successes(plan)
    result: dict[End, Fraction] = defaultdict(Fraction)
    for number, chance in rolled.items():
        eye = plan.shadow + plan.free_peoples if plan.mordor else number
        ends = tile(start, plan, eye) if plan.mordor or number else iter([(start, Fraction(1))])
        for end, part in ends:
            key = (number, end.damage, end.revealed, end.corruption, tuple(sorted(end.company)))
            result[key] += chance * part
    return dict(result)
