"""Odds are exact: equal, to the last digit of a fraction, to counting every roll of every die."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from adjudicator.referee import Referee

CASES = [
    ({"sauron-regular": 2, "nazgul": 1}, {"gondor-regular": 2}, "osgiliath", "field"),
    ({"sauron-regular": 3}, {"gondor-regular": 1, "gondor-leader": 1}, "dale", "field"),
    ({"isengard-regular": 2, "isengard-elite": 1}, {"rohan-regular": 2}, "helms-deep", "assault"),
]


def brute_force(
    attackers: int, defenders: int, a_lead: int, d_lead: int, a_needs: int
) -> Counter[tuple[int, int]]:
    """Hits of both sides, by going through every face of every die."""

    def hits(dice: int, lead: int, needs: int) -> dict[int, Fraction]:
        found: Counter[int] = Counter()
        for roll in itertools.product(range(1, 7), repeat=dice):
            first = sum(1 for face in roll if face >= needs)
            again = min(dice - first, lead)
            for second in itertools.product(range(1, 7), repeat=again):
                chance = Fraction(1, 6 ** (dice + again))
                found[first + sum(1 for face in second if face >= needs)] += chance  # type: ignore[assignment]
        return dict(found)

    result: Counter[tuple[int, int]] = Counter()
    for (a, p), (d, q) in itertools.product(
        hits(attackers, a_lead, a_needs).items(), hits(defenders, d_lead, 5).items()
    ):
        result[a, d] += p * q  # type: ignore[assignment]
    return result


@pytest.mark.parametrize(("attackers", "defenders", "site", "kind"), CASES)
def test_a_battle_round_equals_brute_force(
    wotr2: Referee, attackers: dict[str, int], defenders: dict[str, int], site: str, kind: str
) -> None:
    inputs = {"site": site, "attackers": attackers, "defenders": defenders, "kind": kind}
    found = wotr2.odds("battle-round", inputs)
    counted: Counter[tuple[int, int]] = Counter()
    for report, chance in found.outcomes:
        counted[report["attacker_hits"], report["defender_hits"]] += chance  # type: ignore[assignment]
    units = {"attackers": sum(n for p, n in attackers.items() if p.endswith(("regular", "elite")))}
    units["defenders"] = sum(n for p, n in defenders.items() if p.endswith(("regular", "elite")))
    leaders = sum(attackers.values()) - units["attackers"], sum(defenders.values()) - units["defenders"]
    expected = brute_force(units["attackers"], units["defenders"], *leaders, 6)
    assert counted == expected
    assert sum(counted.values()) == 1


def test_a_reported_roll_counts_faces_as_the_odds_do(wotr2: Referee) -> None:
    inputs = {"site": "osgiliath", "attackers": {"sauron-regular": 2}, "defenders": {"gondor-regular": 1}}
    answers = [{"answer": [5, 6], "name": "attacker_roll"}, {"answer": [4], "name": "defender_roll"}]
    report = wotr2.resolve("battle-round", inputs, answers).report
    assert report is not None and (report["attacker_hits"], report["defender_hits"]) == (1, 0)


def test_rolling_from_a_seed_can_be_repeated(wotr2: Referee) -> None:
    inputs = {"site": "dale", "attackers": {"sauron-regular": 5}, "defenders": {"north-regular": 2}}
    first = wotr2.resolve("battle-round", inputs, seed=7)
    second = wotr2.resolve("battle-round", inputs, seed=7)
    assert first.report == second.report
    reports = {str(wotr2.resolve("battle-round", inputs, seed=s).report) for s in range(30)}
    assert len(reports) > 3


def test_random_rolls_come_near_the_odds(wotr2: Referee) -> None:
    inputs = {"site": "dale", "attackers": {"sauron-regular": 1}, "defenders": {"north-regular": 1}}
    exact = wotr2.odds("battle-round", inputs).of("defender_hits")
    roll = random.Random(3)
    hits = sum(
        wotr2.resolve("battle-round", inputs, seed=roll.randrange(10**9)).report["defender_hits"]
        for _ in range(2000)
    )  # type: ignore[index]
    assert exact == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert abs(hits / 2000 - 1 / 3) < 0.05
