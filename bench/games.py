"""Random play: moves carried out, found and listed per second, and what reasons cost beside them."""

from __future__ import annotations

import itertools
import random
from typing import Any

from adjudicator.engine import play
from adjudicator.engine.moves import moves
from adjudicator.engine.position import complete
from adjudicator.engine.random_moves import random_move
from adjudicator.engine.rules import Rules
from adjudicator.engine.verdict import verdict
from adjudicator.referee import library
from bench.side_by_side import rates

_STEPS = 1_500
_START = {"action": "play_on", "by": "free-peoples"}


def game(rules: Rules, seed: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """A stretch of a random game: positions and the moves made in them."""
    roll = random.Random(seed)
    position, _ = complete(rules, {"setup": "start"})
    outcome = play.carry_out(rules, position, _START)
    found = []
    while outcome.pending is not None and len(found) < _STEPS:
        move = random_move(rules, outcome.position, roll)
        assert move is not None
        found.append((outcome.position, move))
        outcome = play.carry_out(rules, outcome.position, move)
    return found


def run() -> list[tuple[str, float, str]]:
    rules = library().rules["wotr2"]
    steps = game(rules, 7)
    actions = itertools.cycle([step for step in steps if "action" in step[1]])
    anything, listed = itertools.cycle(steps), itertools.cycle([p for p, m in steps if "action" in m][::9])
    measured = rates(
        {
            "carry out": lambda: play.carry_out(rules, *next(anything)),
            "carry out with reasons": lambda: play.apply(rules, *next(anything)),
            "find a move": lambda: random_move(rules, next(anything)[0], random.Random(1)),
            "list moves": lambda: moves(rules, next(listed)),
            "verdict": lambda: verdict(rules, *next(actions)),
        },
        rounds=5,
    )
    for name, rate in measured.items():
        print(f"{rate:12,.0f}/s  {name}")
    quick, reasoned = measured["carry out"], measured["carry out with reasons"]
    return [
        ("moves carried out with reasons / without", reasoned / quick, "for information"),
        ("lists of moves / moves carried out", measured["list moves"] / quick, "for information"),
    ]
