"""Starting states are completed once and shared: nobody may notice, but for the speed."""

from __future__ import annotations

import copy
import hashlib
import json
import random

import pytest

from adjudicator.engine import play
from adjudicator.engine.position import Position, canonical, complete, digest
from adjudicator.engine.rules import Rules
from adjudicator.engine.starting import start
from adjudicator.referee import Referee
from tests.support import random_move, random_state

NAMES = ["wotr2", "wotr1", "meq", "knizia"]


def by_hand(rules: Rules, position: Position) -> str:
    form = canonical(rules, position)
    text = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


@pytest.mark.parametrize("name", NAMES)
def test_a_digest_is_that_of_the_canonical_form(referees: dict[str, Referee], name: str) -> None:
    rules = referees[name].rules
    for setup in rules.rule_set.setups:
        position, _ = complete(rules, {"setup": setup})
        assert digest(rules, position) == by_hand(rules, position)
        assert digest(rules, copy.deepcopy(position)) == by_hand(rules, position)
    for seed in range(20):
        state = random_state(rules, random.Random(seed))
        position = {"ruleset": name, "state": state, "stack": [{"run": "x", "step": seed, "locals": {}}]}
        assert digest(rules, position) == by_hand(rules, position)


@pytest.mark.parametrize("name", NAMES)
def test_play_never_changes_the_state_it_started_from(referees: dict[str, Referee], name: str) -> None:
    rules, roll = referees[name].rules, random.Random(7)
    for setup in rules.rule_set.setups:
        shared = start(rules, setup)
        before = copy.deepcopy(shared)
        position, _ = complete(rules, {"setup": setup})
        for _ in range(25):
            move = random_move(rules, position, roll)
            if move is None:
                break
            position = play.apply(rules, position, move).position
        assert shared == before and start(rules, setup) is shared


def test_a_position_shares_what_it_does_not_change(wotr2: Referee) -> None:
    shared = start(wotr2.rules, "start")
    changes = {
        "figures": {"dale": {"north-regular": 3, "north-elite": 0}, "erebor": {}},
        "march": {"left": 2},
    }
    state = wotr2.position({"setup": "start", "changes": changes})["state"]
    assert state["figures"]["dale"] == {"north-regular": 3}
    assert "erebor" not in state["figures"] and "erebor" in shared["figures"]
    assert state["march"] == {**shared["march"], "left": 2}
    others = [name for name in state if name not in changes]
    assert others and all(state[name] is shared[name] for name in others)


def test_a_position_written_out_is_the_same_as_its_setup(wotr2: Referee) -> None:
    whole = wotr2.position({"setup": "start"})
    again = wotr2.position(json.loads(json.dumps(whole)))
    assert again == whole and wotr2.digest(again) == wotr2.digest(whole)
