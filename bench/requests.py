"""Requests a second and their 99th percentile, against a bare Flask endpoint on the same server.

All servers run at once and are asked in turns, so that whatever else the machine does disturbs them alike.
The generator has the second core; its share of one is printed.
"""

from __future__ import annotations

import statistics
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from typing import Any

from bench.load import Measured, Request, ask_all, load
from bench.servers import BARE, running, served

_ROUNDS = 7
_SECONDS = 0.5
_WORDS = ("nazgul", "assedio", "obrona", "compagnon", "leader", "szturm", "anneau", "battle", "tessera")
_RULES = ("movement.limits.stacking", "battle.combat-roll.hit-number", "siege.attacker-needs-six")
_LANGUAGES = ("en", "it", "pl", "fr")

# Half of the moves are legal; half of the positions differ from their setup.
_POSITIONS: list[dict[str, Any]] = [
    {"setup": "start"},
    {"setup": "start", "changes": {"political": {"north": 1}, "figures": {"dale": {"north-regular": 2}}}},
]
_LEGAL = {
    "action": "move_army",
    "by": "shadow",
    "from": "dol-guldur",
    "to": "southern-mirkwood",
    "means": "army-die",
    "who": {"sauron-regular": 5},
}
_MOVES: list[dict[str, Any]] = [
    _LEGAL,
    {**_LEGAL, "to": "lorien"},
    {**_LEGAL, "from": "minas-morgul", "to": "south-ithilien", "who": {"sauron-regular": 5, "nazgul": 1}},
    {**_LEGAL, "from": "minas-morgul", "to": "minas-tirith", "who": {"sauron-regular": 5, "nazgul": 1}},
]
_ROUND: dict[str, Any] = {
    "site": "dale",
    "attackers": {"sauron-regular": 4},
    "defenders": {"north-regular": 2},
}
_DICE = [{"answer": [5, 5, 1, 1]}, {"answer": [1, 2]}]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question; `asked` is the part of the bare rate it should reach."""

    name: str
    requests: list[Request]
    asked: float | None = None


def _kinds() -> list[Kind]:
    found = list(product(_LANGUAGES, _WORDS))
    rules = list(product(_LANGUAGES, _RULES))
    questions = [{"position": p, "move": m} for p, m in product(_POSITIONS, _MOVES)]
    reported = {"inputs": _ROUND, "answers": _DICE}
    return [
        Kind("rule", [Request(f"/v1/wotr2/rules/{rule}?lang={lang}") for lang, rule in rules], 0.5),
        Kind("rule page", [Request(f"/{lang}/wotr2/rules/{rule}") for lang, rule in rules], 0.5),
        Kind("search", [Request(f"/v1/wotr2/search?q={w}&lang={lang}") for lang, w in found], 0.5),
        Kind("search page", [Request(f"/{lang}/wotr2/search?q={w}") for lang, w in found], 0.5),
        Kind("verdict", [Request("/v1/wotr2/verdict", q) for q in questions], 0.25),
        Kind("battle round", [Request("/v1/wotr2/questions/battle-round", reported)]),
        Kind("odds", [Request("/v1/wotr2/odds/battle-round", {"inputs": _ROUND})]),
    ]


def run() -> list[tuple[str, float, str]]:
    kinds = _kinds()
    with ExitStack() as stack:
        bare, one, two = (stack.enter_context(running(c)) for c in (BARE, served(1), served(2)))
        rates = _rates(bare, one, kinds)
        scaling = _scaling(one, two, next(k for k in kinds if k.name == "odds"))
    yardstick = rates["bare"]
    return [
        *((f"{k.name} / bare", rates[k.name] / yardstick, f"at least {k.asked}") for k in kinds if k.asked),
        ("two workers / one, odds", scaling, "at least 1.7"),
    ]


def _rates(bare: int, one: int, kinds: list[Kind]) -> dict[str, float]:
    """The median rate of each kind of question, over rounds in which all take turns."""
    asked = {"bare": (bare, [Request("/").written()])}
    asked |= {k.name: (one, [r.written() for r in k.requests]) for k in kinds}
    samples: dict[str, list[Measured]] = {name: [] for name in asked}
    for port, requests in asked.values():
        ask_all(port, requests)
    for _ in range(_ROUNDS):
        for name, (port, requests) in asked.items():
            samples[name].append(load(port, requests, _SECONDS))
    for name, found in samples.items():
        rate, slow, own = (statistics.median(getattr(m, a) for m in found) for a in Measured.__slots__)
        print(f"{name:14}{rate:9,.0f}/s   99 of 100 within {slow * 1000:6.2f} ms   generator {own:4.0%}")
    return {name: statistics.median(m.rate for m in found) for name, found in samples.items()}


def _scaling(one: int, two: int, kind: Kind) -> float:
    """How much more two processes answer than one, by the clock.

    Asked is what keeps a worker busy longest for the least work of ours: on two cores a generator that took
    part of one would be measured in place of the second worker.
    """
    requests = [r.written() for r in kind.requests]
    ratios = []
    for _ in range(_ROUNDS):
        alone = load(one, requests, _SECONDS * 2, connections=16)
        both = load(two, requests, _SECONDS * 2, connections=16)
        ratios.append(both.rate / alone.rate)
    print(f"two workers answer {', '.join(f'{r:.2f}' for r in ratios)} times as much as one")
    return statistics.median(ratios)
