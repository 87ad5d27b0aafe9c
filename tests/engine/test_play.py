"""Applying moves: pure, all or nothing, and a position can be saved at any moment."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from typing import Any

import pytest

from adjudicator.engine import play
from adjudicator.engine.position import complete, digest, status
from adjudicator.referee import Referee
from tests.support import random_move

ATTACK = {
    "setup": "start",
    "changes": {
        "political": {"sauron": 0},
        "figures": {"south-ithilien": {"sauron-regular": 5, "nazgul": 1}, "minas-morgul": {}},
    },
}
MOVE = {
    "action": "attack",
    "by": "shadow",
    "from": "south-ithilien",
    "to": "osgiliath",
    "means": "army-die",
    "who": {"sauron-regular": 5, "nazgul": 1},
}


def play_out(referee: Referee, position: Any, seed: int, *, reload: bool, most: int = 60) -> Any:
    """Random legal moves until nothing waits any more; perhaps saved and loaded before each."""
    roll = random.Random(seed)
    for _ in range(most):
        move = random_move(referee.rules, position, roll)
        if move is None:
            break
        if reload:
            position, problems = complete(referee.rules, json.loads(json.dumps(position)))
            assert not problems
        outcome = referee.apply(position, move)
        assert outcome.applied, (move, outcome.verdict.because, outcome.verdict.problems, outcome.fault)
        position = outcome.position
    return position


@pytest.mark.parametrize("seed", range(12))
def test_saving_and_loading_at_every_stop_gives_the_same_game(wotr2: Referee, seed: int) -> None:
    start = wotr2.apply(wotr2.position(ATTACK), MOVE).position
    straight = play_out(wotr2, start, seed, reload=False)
    saved = play_out(wotr2, start, seed, reload=True)
    assert wotr2.digest(straight) == wotr2.digest(saved)


def test_a_battle_can_go_on_in_a_new_process(wotr2: Referee) -> None:
    outcome = wotr2.apply(wotr2.position(ATTACK), MOVE)
    answer = {"answer": [6, 6, 6, 6, 6], "name": "attacker_roll"}
    here = wotr2.apply(outcome.position, answer)
    question = json.dumps({"position": outcome.position, "move": answer})
    command = [sys.executable, "-m", "adjudicator", "apply", "wotr2", "-", "--json"]
    there = subprocess.run(command, input=question, capture_output=True, text=True, check=True)
    assert json.loads(there.stdout)["position"] == json.loads(json.dumps(here.position))


def test_applying_leaves_the_old_position_alone(wotr2: Referee) -> None:
    position = wotr2.position(ATTACK)
    before = copy.deepcopy(position)
    assert wotr2.apply(position, MOVE).applied
    assert position == before


def test_an_illegal_move_changes_nothing(wotr2: Referee) -> None:
    position = wotr2.position(ATTACK)
    outcome = wotr2.apply(position, {**MOVE, "to": "dale"})
    assert not outcome.applied and outcome.position is position


def test_a_fault_half_way_changes_nothing(wotr2: Referee) -> None:
    position = wotr2.position({"setup": "start"})
    before = digest(wotr2.rules, position)
    none_left = {"p": "elves-leader", "r": "rivendell"}
    outcome = play.begin(wotr2.rules, position, "recruit_one", none_left)
    assert outcome.fault is not None and outcome.fault.code == "pieces-missing"
    assert outcome.position is position and digest(wotr2.rules, position) == before


@pytest.mark.parametrize("seed", range(6))
def test_random_play_keeps_every_figure_and_every_invariant(wotr2: Referee, seed: int) -> None:
    everyone = dict.fromkeys(wotr2.rules.program.items["Nation"], 0)
    position = wotr2.position({"setup": "start", "changes": {"political": everyone}})
    position = play_out(wotr2, position, seed, reload=False, most=30)
    roll = random.Random(seed)
    for _ in range(2000):  # finish the battle under way
        if wotr2.waiting(position) is None:
            break
        move = random_move(wotr2.rules, position, roll)
        assert move is not None
        position = wotr2.apply(position, move).position
    assert wotr2.waiting(position) is None
    assert status(wotr2.rules, position) == []
