"""The odds of the Hunt are exact: equal, to the last fraction, to going through all dice and tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.referee import Referee
from tests.hunts.brute_force import STANDARD, End, Plan, hunt

ALL = ("gandalf-the-grey", "strider", "boromir", "legolas", "gimli", "meriadoc", "peregrin")
HUNTS: list[tuple[str, Plan, dict[str, Any]]] = [
    ("no dice, no Hunt", Plan(0), {"nazgul_there": True}),
    ("one die", Plan(1), {}),
    ("three dice on the second move", Plan(3, 1, company=ALL), {}),
    ("a 1 fails in spite of the bonus", Plan(2, 5), {}),
    ("seven dice roll as five", Plan(7, rerolls=1), {"shadow_units_there": True}),
    (
        "five dice in Moria with all re-rolls",
        Plan(5, rerolls=3, watched=True),
        {"place": "moria", "shadow_units_there": True, "nazgul_there": True},
    ),
    ("a captured Stronghold", Plan(2, rerolls=1), {"place": "lorien", "stronghold_held_by_shadow": True}),
    ("the Guide is lost", Plan(3, 1, company=("gimli", "peregrin"), casualty="the-guide"), {}),
    (
        "a Companion is drawn",
        Plan(2, 1, company=("strider", "boromir", "gimli"), casualty="at-random"),
        {},
    ),
    ("the Hobbits leave, Gollum betrays", Plan(3, company=("meriadoc", "peregrin")), {}),
    ("Gollum alone", Plan(4, 1, company=()), {}),
    ("Gollum alone in Moria", Plan(2, rerolls=1, watched=True, company=()), {"place": "moria"}),
    ("on the Mordor Track", Plan(3, 2, mordor=True), {"mordor_step_before": 1}),
    ("the last step", Plan(2, mordor=True, corruption=10, company=()), {"mordor_step_before": 4}),
    ("a small pool", Plan(2, tiles=("eye-reveal", "three", "three")), {}),
]


def found(referee: Referee, plan: Plan, more: dict[str, Any]) -> dict[End, Fraction]:
    """The odds the referee gives, told as the brute force tells them."""
    inputs = {
        "shadow_dice": plan.shadow,
        "free_peoples_dice": plan.free_peoples,
        "company": dict.fromkeys(plan.company, 1),
        "corruption_before": plan.corruption,
        "casualty": plan.casualty,
        "tiles": dict(Counter(plan.tiles)),
        **more,
    }
    result: dict[End, Fraction] = defaultdict(Fraction)
    for report, chance in referee.odds("hunt", inputs).outcomes:
        left = tuple(sorted(report["companions_left"]))
        result[report["successes"], report["damage"], report["revealed"], report["corruption"], left] += (
            chance
        )
    return dict(result)


@pytest.mark.parametrize(("_name", "plan", "more"), HUNTS, ids=[name for name, _, _ in HUNTS])
def test_a_hunt_equals_brute_force(wotr2: Referee, _name: str, plan: Plan, more: dict[str, Any]) -> None:
    expected = hunt(plan)
    assert sum(expected.values()) == 1
    assert found(wotr2, plan, more) == expected


def test_the_tiles_of_the_brute_force_are_those_of_the_game(wotr2: Referee) -> None:
    standard = wotr2.rules.program.questions["hunt"].inputs["tiles"].default
    assert standard == dict(Counter(STANDARD))


def test_reported_dice_and_tiles_give_the_printed_example(wotr2: Referee) -> None:
    inputs = {"shadow_dice": 3, "free_peoples_dice": 1, "place": "goblins-gate", "progress_before": 1}
    answers: list[dict[str, Any]] = [
        {"name": "hunt_roll", "answer": [2, 5, 6]},
        {"name": "tile", "answer": "three"},
        {"name": "hunt_loss", "answer": "at-random"},
        {"name": "lost_companion", "answer": "gimli"},
    ]
    report = wotr2.resolve("hunt", inputs, answers).report
    assert report is not None
    assert (report["successes"], report["corruption"], report["revealed"]) == (2, 1, False)
    assert "gimli" not in report["companions_left"]
