"""Odds of whole battles are exact: equal, to the last fraction, to counting every face of every die."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.referee import Referee
from tests.battles.brute_force import Army, Chances, Plan, assault, battle

Figures = dict[str, int]


def army(figures: Figures) -> Army:
    def units(kind: str) -> int:
        return sum(number for piece, number in figures.items() if piece.endswith(kind))

    return units("regular"), units("elite")


def found(referee: Referee, question: str, inputs: dict[str, Any]) -> Chances:
    """The odds the referee gives, told as the brute force tells them."""
    result: Chances = defaultdict(Fraction)
    for report, chance in referee.odds(question, inputs).outcomes:
        left = army(report["attackers_left"]), army(report["defenders_left"])
        end = report.get("end") or ("ceased" if all(map(sum, left)) else "destroyed")
        result[(end, *left)] += chance
    return dict(result)


BATTLES: list[tuple[str, Figures, Figures, Plan, dict[str, Any]]] = [
    ("dagorlad", {"sauron-regular": 2}, {"gondor-regular": 1}, Plan(), {}),
    (
        "dale",  # a City: 6 in the first round
        {"sauron-regular": 2, "sauron-elite": 1, "nazgul": 1},
        {"north-regular": 1, "north-elite": 1, "north-leader": 1},
        Plan(attacker_needs=(6, 5), attacker_leads=1, defender_leads=1),
        {},
    ),
    (
        "dagorlad",
        {"sauron-regular": 3, "witch-king": 1},
        {"gondor-regular": 1, "gondor-elite": 2},
        Plan(attacker_leads=2, elites_first=False, attacker_stops_at=1, defender_retreats_at=1),
        {
            "attacker_losses": "regulars-first",
            "defender_losses": "regulars-first",
            "attacker_stops_at": 1,
            "defender_retreats_at": 1,
        },
    ),
    (
        "lorien",  # a Stronghold: behind the walls when one unit is left
        {"sauron-regular": 2, "sauron-elite": 1},
        {"elves-regular": 1, "elves-elite": 1, "elves-leader": 1},
        Plan(defender_leads=1, defender_withdraws_at=1),
        {"defender_withdraws_at": 1},
    ),
]


@pytest.mark.parametrize(("site", "attackers", "defenders", "plan", "policies"), BATTLES)
def test_a_whole_battle_equals_brute_force(
    wotr2: Referee, site: str, attackers: Figures, defenders: Figures, plan: Plan, policies: dict[str, Any]
) -> None:
    inputs = {"site": site, "attackers": attackers, "defenders": defenders, **policies}
    expected = battle(army(attackers), army(defenders), plan)
    assert found(wotr2, "battle", inputs) == expected
    assert sum(expected.values()) == 1


@pytest.mark.parametrize("elites_kept", [0, 1, 2])
def test_a_siege_battle_equals_brute_force(wotr2: Referee, elites_kept: int) -> None:
    attackers, defenders = (
        {"sauron-regular": 1, "sauron-elite": 2, "nazgul": 1},
        {"elves-elite": 2, "elves-regular": 1},
    )
    inputs = {
        "site": "lorien",
        "attackers": attackers,
        "defenders": defenders,
        "elites_kept": elites_kept,
        "attacker_losses": "elites-reduced-first",
    }
    plan = Plan(attacker_needs=(6, 6), attacker_leads=1)
    assert found(wotr2, "siege-assault", inputs) == assault(
        army(attackers), army(defenders), plan, elites_kept
    )


def test_the_winner_is_whoever_holds_the_field(wotr2: Referee) -> None:
    inputs = {"site": "dagorlad", "attackers": {"sauron-regular": 1}, "defenders": {"gondor-regular": 1}}
    odds = wotr2.odds("battle", inputs).of("winner")
    one_falls, both_fall = Fraction(2, 9), Fraction(1, 9)
    decided = 2 * one_falls + both_fall
    assert odds == {
        "shadow": one_falls / decided,
        "free-peoples": one_falls / decided,
        None: both_fall / decided,
    }


TEN_AGAINST_FIVE = {
    "site": "dale",
    "attackers": {"sauron-regular": 8, "sauron-elite": 2, "nazgul": 3},
    "defenders": {"north-regular": 3, "north-elite": 2, "north-leader": 2},
}


def test_simulated_battles_come_out_as_the_odds_say(wotr2: Referee) -> None:
    exact = wotr2.odds("battle", TEN_AGAINST_FIVE)
    seeds, runs = random.Random(5), 200
    won = sum(
        wotr2.resolve("battle", TEN_AGAINST_FIVE, seed=seeds.randrange(10**9)).report["winner"] == "shadow"  # type: ignore[index]
        for _ in range(runs)
    )
    assert sum(chance for _, chance in exact.outcomes) == 1
    assert abs(won / runs - exact.of("winner")["shadow"]) < 0.07
