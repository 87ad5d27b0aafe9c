"""Exact odds against a simulation of the same question: faster, and right to the last digit."""

from __future__ import annotations

import random
import time
from typing import Any

from adjudicator.engine import odds, questions
from adjudicator.engine.rules import Rules
from adjudicator.referee import library

RUNS = 20_000
_TIMED = 500  # runs that are really made; the time of all is reckoned from them
_BATTLE = {
    "site": "osgiliath",
    "attackers": {"sauron-regular": 7, "sauron-elite": 3, "nazgul": 3},
    "defenders": {"gondor-regular": 3, "gondor-elite": 2, "gondor-leader": 2},
}
_CASES: dict[str, tuple[str, dict[str, Any], str]] = {
    "battle of ten against five with leaders": ("battle", _BATTLE, "winner"),
    "hunt with five dice": (
        "hunt",
        {"shadow_dice": 5, "free_peoples_dice": 1, "shadow_units_there": True, "nazgul_there": True},
        "corruption",
    ),
}


def simulated(
    rules: Rules, question: str, inputs: dict[str, Any], report: str
) -> tuple[float, dict[Any, float]]:
    """Seconds for all runs, and how often each answer came out."""
    roll = random.Random(1)
    counts: dict[Any, int] = {}
    started = time.perf_counter()
    for _ in range(_TIMED):
        found = questions.resolve(rules, question, inputs, [], roll=roll, choose=True).report
        assert found is not None
        counts[found[report]] = counts.get(found[report], 0) + 1
    taken = (time.perf_counter() - started) * RUNS / _TIMED
    return taken, {value: number / _TIMED for value, number in counts.items()}


def run() -> list[tuple[str, float, str]]:
    rules = library().rules["wotr2"]
    results = []
    for name, (question, inputs, report) in _CASES.items():
        seconds, often = simulated(rules, question, inputs, report)
        started = time.perf_counter()
        exact = odds.odds(rules, question, inputs)
        taken = time.perf_counter() - started
        chances = exact.of(report)
        off = max(abs(float(chance) - often.get(value, 0.0)) for value, chance in chances.items())
        assert sum(chances.values()) == 1
        print(f"{taken:8.3f} s exact, {seconds:8.1f} s for {RUNS:,} runs, at most {off:.3f} apart: {name}")
        results.append((f"{RUNS:,} simulated runs / exact odds, {name}", seconds / taken, "at least 1"))
    return results
