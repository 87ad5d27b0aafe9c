"""Legal moves counted at fixed positions: `python -m tests.games.counting` writes the counts anew.

The positions come from random games and are kept as what differs from the setup, with nothing under way, so
that they outlive changes of the scripts. A count that changes is a rule that changed: look before writing.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from adjudicator.engine import play
from adjudicator.engine.difference import difference
from adjudicator.engine.moves import moves
from adjudicator.engine.position import Position, complete
from adjudicator.engine.random_moves import random_move
from adjudicator.engine.rules import Rules
from adjudicator.referee import library
from tests.games.war_of_the_ring import FIRST, temperaments

FILE = Path(__file__).with_name("counted_positions.json")
POSITIONS = 60
_AMONG = 25  # of so many places in a game where an action is awaited, one is kept


def counted(rules: Rules, position: Position) -> dict[str, list[int]]:
    """For every action of the player to act: how many groups of moves, and how many moves they hold."""
    found: dict[str, list[int]] = {}
    for group in moves(rules, position, position["state"]["acting"]).groups:
        count = found.setdefault(group.action, [0, 0])
        count[0] += 1
        count[1] += group.count
    return dict(sorted(found.items()))


def positions(rules: Rules, seed: int, number: int) -> list[dict[str, Any]]:
    """Positions from the course of one game, written as differences from its setup."""
    roll = random.Random(seed)
    minded = temperaments(rules, 2 + seed % 3)[seed % 5]
    start, _ = complete(rules, {"setup": minded.setup})
    begun, _ = complete(rules, {"setup": minded.setup, "changes": dict(minded.changes)})
    outcome = play.carry_out(rules, begun, FIRST)
    kept: list[dict[str, Any]] = []
    met = 0
    while outcome.pending is not None and len(kept) < number:
        if outcome.pending.kind == "act" and outcome.position["state"]["phase"] == "action-resolution":
            met += 1
            if met % _AMONG == 0 and not outcome.position["state"]["march"]["on"]:
                bare = {**outcome.position, "stack": []}
                kept.append(difference(rules, start, bare, minded.setup))
        move = random_move(rules, outcome.position, roll, minded.weights.get(outcome.pending.who or "", {}))
        assert move is not None
        outcome = play.carry_out(rules, outcome.position, move)
    return kept


def main() -> None:
    """Count again at the positions there are, or make them where there are none."""
    rules = library().rules["wotr2"]
    if FILE.exists():
        written = [entry["position"] for entry in json.loads(FILE.read_text("utf-8"))]
    else:
        written = [p for seed in range(10) for p in positions(rules, seed, POSITIONS // 10)]
    entries = []
    for position in written:
        complete_position, problems = complete(rules, position)
        assert not problems, problems
        entries.append({"position": position, "moves": counted(rules, complete_position)})
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in entries)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
    print(f"{len(entries)} positions, {sum(n for e in entries for _, n in e['moves'].values()):,} moves")


if __name__ == "__main__":
    main()
