"""What would be legal instead: found quickly, but the same as by trying everything."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from adjudicator.engine import play, verdict
from adjudicator.engine.alternatives import instead
from adjudicator.engine.moves import sub_bags
from adjudicator.engine.position import Position, complete
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.referee import Referee
from adjudicator.ruleset import values
from tests.support import random_value

Move = dict[str, Any]
ENOUGH = 6


def by_trying(rules: Rules, position: Position, move: Move) -> list[Move]:
    """Every move that differs in one thing, in order, until enough are legal."""
    action = rules.program.actions[move["action"]]
    types = {name: given.type for name, given in action.given.items()}
    tries = [
        {**move, "action": other.name}
        for other in rules.program.actions.values()
        if other.given and other is not action and {n: g.type for n, g in other.given.items()} == types
    ]
    for name, type_ in reversed(types.items()):
        if isinstance(type_, t.BagOf):
            bags = sorted(itertools.islice(sub_bags(move[name]), 500), key=lambda b: -sum(b.values()))
            tries += [{**move, name: bag} for bag in bags if bag]
    for name, type_ in reversed(types.items()):
        tries += [{**move, name: v} for v in values.members(t.bare(type_), rules.program) or []]
    found: list[Move] = []
    for candidate in tries:
        if len(found) < ENOUGH and candidate != move and candidate not in found:
            found += [candidate] if legal(rules, position, candidate) else []
    return found


def legal(rules: Rules, position: Position, move: Move) -> bool:
    try:
        return play.is_legal(rules, position, move)
    except (RuleFault, Undecided):
        return False


def random_moves(rules: Rules, roll: random.Random, number: int) -> list[Move]:
    """Moves that mean nothing; most are illegal for several reasons."""
    actions = [a for a in rules.program.actions.values() if a.given]
    made = []
    for action in (roll.choice(actions) for _ in range(number)):
        given = {name: random_value(g.type, rules.program, roll) for name, g in action.given.items()}
        made.append({"action": action.name, "by": random_value(action.by_type, rules.program, roll), **given})
    return made


@pytest.mark.parametrize("name", ["wotr2", "wotr1", "meq", "knizia"])
def test_the_same_is_found_as_by_trying_everything(referees: dict[str, Referee], name: str) -> None:
    rules, roll = referees[name].rules, random.Random(11)
    position, _ = complete(rules, {"setup": next(iter(rules.rule_set.setups))})
    judged = [verdict.verdict(rules, position, move) for move in random_moves(rules, roll, 60)]
    illegal = [v for v in judged if v.verdict == verdict.ILLEGAL]
    assert illegal
    for found in illegal:
        assert instead(rules, position, found) == by_trying(rules, position, found.move), found.move


def test_the_same_is_found_close_to_a_legal_move(wotr2: Referee) -> None:
    """Moves that fail by one thing only, so that something is found."""
    rules, found = wotr2.rules, 0
    position = wotr2.position({"setup": "start"})
    move = {"action": "move_army", "by": "shadow", "from": "dol-guldur", "means": "army-die"}
    for to in rules.program.items["Region"]:
        asked = {**move, "to": to, "who": {"sauron-regular": 5, "sauron-elite": 1}}
        judged = verdict.verdict(rules, position, asked)
        if judged.verdict == verdict.ILLEGAL:
            close = instead(rules, position, judged)
            assert close == by_trying(rules, position, asked)
            found += bool(close)
    assert found > 50
