"""The list of moves and the verdict agree: what is listed is legal, what is legal is listed."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from adjudicator.engine.moves import moves, sub_bags
from adjudicator.engine.play import is_legal
from adjudicator.engine.verdict import LEGAL, verdict
from adjudicator.language import types as t
from adjudicator.referee import Referee
from adjudicator.ruleset import values
from tests.support import random_state


def position_of(referee: Referee, seed: int) -> dict[str, Any]:
    state = random_state(referee.rules, random.Random(seed))
    return {"ruleset": referee.rules.id, "state": state, "stack": []}


@pytest.mark.parametrize("seed", range(15))
def test_every_listed_move_is_legal(wotr2: Referee, seed: int) -> None:
    position = position_of(wotr2, seed)
    for group in moves(wotr2.rules, position).groups:
        example = group.example()
        assert verdict(wotr2.rules, position, example).verdict == LEGAL, example
        assert is_legal(wotr2.rules, position, example)


@pytest.mark.parametrize("seed", range(15))
def test_every_legal_move_is_listed(wotr2: Referee, seed: int) -> None:
    position = position_of(wotr2, seed)
    roll = random.Random(seed)
    listed = moves(wotr2.rules, position).groups
    action = wotr2.rules.program.actions["move_army"]
    regions = wotr2.rules.program.items["Region"]
    for _ in range(300):
        start = roll.choice(regions)
        goal = roll.choice(wotr2.rules.program.attributes["Region"]["borders"][start])
        side = roll.choice(["shadow", "free-peoples"])
        here = position["state"]["figures"].get(start, {})
        bag = roll.choice(list(itertools.islice(sub_bags(here), 50)))
        means = roll.choice(values.members(action.given["means"].type, wotr2.rules.program) or [])
        move = {"action": "move_army", "by": side, "from": start, "to": goal, "means": means, "who": bag}
        if is_legal(wotr2.rules, position, move):
            given = {"from": start, "to": goal, "means": means}
            groups = [g for g in listed if g.action == "move_army" and g.by == side and g.given == given]
            assert len(groups) == 1, move
            for piece, number in bag.items():
                low, high = groups[0].bags["who"].pieces[piece]
                assert low <= number <= high


def test_ranges_describe_choices_of_many_figures(wotr2: Referee) -> None:
    position = wotr2.position({"setup": "start"})
    found = moves(wotr2.rules, position, "shadow").groups
    army = {"action": "move_army", "from": "barad-dur", "means": "army-die"}
    group = next(g for g in found if {"action": g.action, **g.given}.items() >= army.items())
    assert group.bags["who"].pieces == {"sauron-regular": (0, 4), "sauron-elite": (0, 1), "nazgul": (0, 1)}
    assert group.bags["who"].choices == 18  # 5 * 2 * 2 parts, less the two without a unit


def test_every_parameter_is_of_a_kind_that_can_be_listed(wotr2: Referee) -> None:
    for action in wotr2.rules.program.actions.values():
        for given in action.given.values():
            assert given.source is not None or t.bare(given.type) != t.NUMBER
