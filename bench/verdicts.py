"""A verdict through the compiled language against the same checks written by hand."""

from __future__ import annotations

import adjudicator
from adjudicator.engine import play, verdict
from bench.hand_written import HandWrittenMove
from bench.side_by_side import rates

MOVES = [
    ("shadow", "minas-morgul", "south-ithilien", "army-die", {"sauron-regular": 5, "nazgul": 1}),
    ("shadow", "orthanc", "gap-of-rohan", "army-die", {"isengard-regular": 4, "isengard-elite": 1}),
    ("free-peoples", "edoras", "westemnet", "army-die", {"rohan-regular": 1, "rohan-elite": 1}),
    (
        "free-peoples",
        "minas-tirith",
        "lossarnach",
        "character-die",
        {"gondor-regular": 2, "gondor-leader": 1},
    ),
    ("shadow", "dol-guldur", "north-anduin-vale", "army-die", {"sauron-regular": 5, "sauron-elite": 1}),
]


def run() -> list[tuple[str, float, str]]:
    """Ratios to the hand-written function: name, ratio, what is asked for."""
    referee = adjudicator.load("wotr2")
    rules = referee.rules
    position = referee.position({"setup": "start", "changes": {"political": {"sauron": 0}}})
    state = position["state"]
    by_hand = HandWrittenMove(rules)
    asked = [
        {"action": "move_army", "by": by, "from": start, "to": to, "means": means, "who": who}
        for by, start, to, means, who in MOVES
    ]
    for (by, start, to, means, who), move in zip(MOVES, asked, strict=True):
        assert by_hand.legal(state, by, start, to, means, who) == play.is_legal(rules, position, move), move
    measured = rates(
        {
            "hand": lambda: [by_hand.legal(state, *move) for move in MOVES],
            "compiled": lambda: [play.is_legal(rules, position, move) for move in asked],
            "traced": lambda: [verdict.verdict(rules, position, move) for move in asked],
        }
    )
    number = len(MOVES)
    print(f"verdicts per second: {', '.join(f'{n} {r * number:,.0f}' for n, r in measured.items())}")
    return [
        ("compiled verdict / hand-written", measured["compiled"] / measured["hand"], "at least 0.5"),
        ("verdict with full trace / hand-written", measured["traced"] / measured["hand"], "at least 0.05"),
    ]
