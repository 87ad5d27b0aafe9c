"""Random forces, cards and choices: battles end, no piece is lost on the way, and any moment can be saved."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from adjudicator.engine.play import apply
from adjudicator.engine.position import Position, complete, status
from adjudicator.engine.rules import Rules
from tests.battles.invented_cards import invented
from tests.support import random_move

SHADOW = [
    "sauron-regular",
    "sauron-elite",
    "southrons-easterlings-regular",
    "southrons-easterlings-elite",
    "nazgul",
]
FREE = ["elves-regular", "elves-elite", "gondor-regular", "gondor-elite", "elves-leader"]
# From a plain region into one with a City, a Stronghold, a Fortification, and into another plain one.
WAYS = [
    ("old-forest-road", "dale"),
    ("dimrill-dale", "lorien"),
    ("south-ithilien", "osgiliath"),
    ("morannon", "dagorlad"),
]
MOST_STEPS = 400


def opening(rules: Rules, roll: random.Random) -> tuple[Position, dict[str, Any]]:
    """Two Armies side by side, hands of known cards, and the attack that starts the battle."""
    start, _ = complete(rules, {"setup": "empty"})
    state = start["state"]
    here, there = roll.choice(WAYS)
    armies = {
        here: {p: roll.randint(1, 3) for p in roll.sample(SHADOW, 3)}
        | {"sauron-regular": roll.randint(1, 4)},
        there: {p: roll.randint(1, 2) for p in roll.sample(FREE, 2)} | {"gondor-regular": roll.randint(1, 3)},
    }
    reserve = {side: dict(state["reserve"][side]) for side in ("free-peoples", "shadow")}
    for region, side in ((here, "shadow"), (there, "free-peoples")):
        for piece, number in armies[region].items():
            reserve[side][piece] -= number
    hands, decks = _hands(rules, roll)
    changes = {
        "figures": armies,
        "reserve": {side: {p: n for p, n in bag.items() if n} for side, bag in reserve.items()},
        "hand": hands,
        "deck": decks,
        "political": {"sauron": 0, "southrons-easterlings": 0},
    }
    position, problems = complete(rules, {"setup": "empty", "changes": changes})
    assert not problems and not status(rules, position), (problems, status(rules, position)[:3])
    move = {
        "action": "attack",
        "by": "shadow",
        "from": here,
        "to": there,
        "means": "army-die",
        "who": armies[here],
    }
    return position, move


def _hands(rules: Rules, roll: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Up to six cards a side, those with invented lower halves above all, and what is left of the decks."""
    cards = rules.program.attributes["Card"]
    hands: dict[str, Any] = {}
    decks = {
        f"{side}-{deck}": 24 for side in ("free-peoples", "shadow") for deck in ("character", "strategy")
    }
    for side in ("free-peoples", "shadow"):
        own = [c for c, of in cards["side"].items() if of == side]
        held = roll.sample(own[:12], 4) + roll.sample(own[12:], roll.randint(0, 2))
        hands[f"{side}-player"] = dict.fromkeys(held, 1)
        for card in held:
            decks[f"{side}-{cards['deck'][card]}"] -= 1
    return hands, {name: {"?": number} for name, number in decks.items()}


@pytest.mark.parametrize("seed", range(40))
def test_a_random_battle_ends_and_keeps_every_piece(seed: int) -> None:
    rules, roll = invented(), random.Random(seed)
    position, move = opening(rules, roll)
    for _ in range(MOST_STEPS):
        outcome = apply(rules, position, move)
        assert outcome.applied, (move, outcome.verdict.because, outcome.fault)
        position = json.loads(json.dumps(outcome.position))
        counted = [found for found in status(rules, position) if found.code != "broken-invariant"]
        assert not counted, counted
        if not position["stack"]:
            break
        next_move = random_move(rules, position, roll)
        assert next_move is not None
        move = next_move
    assert not position["stack"] and not position["state"]["battle"]["on"]
    assert not status(rules, position)
    assert not position["state"]["battle_cards"] and not position["state"]["effects"]
