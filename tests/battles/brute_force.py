"""Battles worked out without the rule engine: every face of every die, round after round, in exact fractions.

Armies are (Regular units, Elite units); leaders only ever add re-rolls and never fall before the last unit.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

Army = tuple[int, int]
Outcome = tuple[str, Army, Army]
Chances = dict[Outcome, Fraction]


@dataclass(frozen=True)
class Plan:
    """Numbers needed in the first and in later rounds, Leadership, and what the players mean to do."""

    attacker_needs: tuple[int, int] = (5, 5)
    attacker_leads: int = 0
    defender_leads: int = 0
    elites_first: bool = True
    attacker_stops_at: int = 0
    defender_retreats_at: int = 0
    defender_withdraws_at: int = 0


@cache
def hits(dice: int, leads: int, needs: int) -> dict[int, Fraction]:
    """How likely each number of hits is, counted over all faces of the roll and of the re-roll."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for roll in itertools.product(range(1, 7), repeat=dice):
        first = sum(face >= needs for face in roll)
        again = min(dice - first, leads, 5)
        for second in itertools.product(range(1, 7), repeat=again):
            found[first + sum(face >= needs for face in second)] += Fraction(1, 6 ** (dice + again))
    return dict(found)


def after_losses(army: Army, taken: int, elites_first: bool) -> Army:
    regulars, elites = army
    if taken >= regulars + 2 * elites:
        return 0, 0
    for _ in range(taken):
        if elites and (elites_first or not regulars):
            regulars, elites = regulars + 1, elites - 1
        else:
            regulars -= 1
    return regulars, elites


def rounds(attackers: Army, defenders: Army, plan: Plan, first: bool) -> dict[tuple[Army, Army], Fraction]:
    """What is left of both after one round."""
    needs = plan.attacker_needs[0 if first else 1]
    ours = hits(min(5, sum(attackers)), plan.attacker_leads, needs)
    theirs = hits(min(5, sum(defenders)), plan.defender_leads, 5)
    left: dict[tuple[Army, Army], Fraction] = defaultdict(Fraction)
    for (dealt, p), (taken, q) in itertools.product(ours.items(), theirs.items()):
        pair = (
            after_losses(attackers, taken, plan.elites_first),
            after_losses(defenders, dealt, plan.elites_first),
        )
        left[pair] += p * q
    return left


def battle(attackers: Army, defenders: Army, plan: Plan, first: bool = True) -> Chances:
    """Every end of a field battle. A round that changes nothing is fought again: hence the division."""
    if sum(defenders) <= plan.defender_withdraws_at:
        return {("into-siege", attackers, defenders): Fraction(1)}
    result: Chances = defaultdict(Fraction)
    same = Fraction(0)
    for (a, d), chance in rounds(attackers, defenders, plan, first).items():
        if not sum(a) or not sum(d):
            result["destroyed", a, d] += chance
        elif sum(a) <= plan.attacker_stops_at:
            result["ceased", a, d] += chance
        elif sum(d) <= plan.defender_retreats_at:
            result["retreated", a, d] += chance
        elif not first and (a, d) == (attackers, defenders):
            same += chance
        else:
            for end, part in battle(a, d, plan, first=False).items():
                result[end] += chance * part
    return {end: chance / (1 - same) for end, chance in result.items()}


def assault(attackers: Army, defenders: Army, plan: Plan, elites_kept: int) -> Chances:
    """Every end of a siege battle, prolonged while an Elite unit may be spent on it."""
    result: Chances = defaultdict(Fraction)
    for (a, d), chance in rounds(attackers, defenders, plan, first=True).items():
        if not sum(a) or not sum(d):
            result["destroyed", a, d] += chance
        elif a[1] > elites_kept and sum(a) > plan.attacker_stops_at:
            for end, part in assault((a[0] + 1, a[1] - 1), d, plan, elites_kept).items():
                result[end] += chance * part
        else:
            result["ceased", a, d] += chance
    return dict(result)
