"""Requests a second and their 99th percentile, against a bare Flask endpoint on the same server.

All servers run at once and are asked in turns, so that whatever else the machine does disturbs them alike.
The clock counts, if the machine is quiet. Where others use it too, the clock measures them; then the
processor time counts that an answer costs the worker, and the result says so.
"""

from __future__ import annotations

import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from bench.load import Request, ask_all, load
from bench.servers import BARE, Server, machine_busy, running, served

_ROUNDS = 7
_SECONDS = 0.5
_FEWEST = 3  # undisturbed rounds that say something
_QUIET = 0.15  # cores others may use before the clock is not to be believed
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
    fresh: bool = False  # nothing is asked twice: each round has its own part

    def part(self, number: int) -> list[bytes]:
        """What is asked in one round."""
        chosen = self.requests[number::_ROUNDS] if self.fresh else self.requests
        return [request.written() for request in chosen]


def _kinds() -> list[Kind]:
    found = list(product(_LANGUAGES, _WORDS))
    rules = list(product(_LANGUAGES, _RULES))
    questions = [{"position": p, "move": m} for p, m in product(_POSITIONS, _MOVES)]
    reported = {"inputs": _ROUND, "answers": _DICE}
    return [
        Kind("rule", [Request(f"/v1/wotr2/rules/{rule}?lang={lang}") for lang, rule in rules], 0.5),
        Kind("rule page", [Request(f"/{lang}/wotr2/rules/{rule}") for lang, rule in rules], 0.5),
        Kind("search", [Request(f"/v1/wotr2/search?q={w}&lang={lang}") for lang, w in found], 0.5),
        Kind(
            "new search",
            [Request(f"/v1/wotr2/search?q={w}+{n}") for n in range(1000) for w in _WORDS],
            fresh=True,
        ),
        Kind("search page", [Request(f"/{lang}/wotr2/search?q={w}") for lang, w in found]),
        Kind("verdict", [Request("/v1/wotr2/verdict", q) for q in questions], 0.25),
        Kind("battle round", [Request("/v1/wotr2/questions/battle-round", reported)]),
        Kind("odds", [Request("/v1/wotr2/odds/battle-round", {"inputs": _ROUND})]),
    ]


def run() -> list[tuple[str, float, str]]:
    kinds = _kinds()
    with ExitStack() as stack:
        servers = [stack.enter_context(running(c)) for c in (BARE, served(1), served(2))]
        bare, one, two = servers
        quiet = _Quiet(servers)
        by_clock, by_cost = _ratios(bare, one, kinds)
        others = quiet.others()
        scaling = _scaling(one, two, next(k for k in kinds if k.name == "odds"))
    print(f"while these were compared, others used {others:.2f} cores")
    calm = others <= _QUIET
    how = "by the clock" if calm else "by cost: the machine is too busy for the clock"
    ratios = by_clock if calm else by_cost
    return [
        *((f"{k.name} / bare, {how}", ratios[k.name], f"at least {k.asked}") for k in kinds if k.asked),
        scaling,
    ]


class _Quiet:
    """Watches what others do on the machine: they may take the very core that is being measured."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers, self.begun, self.before = servers, time.monotonic(), 0.0
        self.before = self._foreign()

    def _foreign(self) -> float:
        return machine_busy() - sum(s.busy() for s in self.servers) - time.process_time()

    def others(self) -> float:
        """How many cores they kept busy."""
        return (self._foreign() - self.before) / (time.monotonic() - self.begun)


def _ratios(bare: Server, one: Server, kinds: list[Kind]) -> tuple[dict[str, float], dict[str, float]]:
    """Each kind of question as a part of the bare endpoint, by the clock and by cost; all take turns."""
    kinds = [Kind("bare", [Request("/")]), *kinds]
    servers = {k.name: bare if k.name == "bare" else one for k in kinds}
    samples: dict[str, list[_Sample]] = {k.name: [] for k in kinds}
    for kind in kinds:
        ask_all(servers[kind.name].port, kind.part(0)[:200])
    for number in range(_ROUNDS):
        for kind in kinds:
            samples[kind.name].append(_sample(servers[kind.name], kind.part(number), _SECONDS))
    found = {name: _middle(taken) for name, taken in samples.items()}
    for name, m in found.items():
        part, cost = m.rate / found["bare"].rate, found["bare"].cost / m.cost
        print(f"{name:13}{m.rate:8,.0f}/s  99 of 100 within {m.slow * 1e3:5.1f} ms", end="")
        print(f"  {m.cost * 1e6:6,.0f} µs of a core  of bare: {part:4.2f} by the clock, {cost:4.2f} by cost")
    clock = {name: m.rate / found["bare"].rate for name, m in found.items()}
    return clock, {name: found["bare"].cost / m.cost for name, m in found.items()}


class _Sample(NamedTuple):
    rate: float
    slow: float
    cost: float  # processor time the worker spends on an answer


def _sample(server: Server, requests: list[bytes], seconds: float, connections: int = 4) -> _Sample:
    before = server.busy()
    measured = load(server.port, requests, seconds, connections)
    return _Sample(measured.rate, measured.slow, (server.busy() - before) / measured.answers)


def _middle(samples: list[_Sample]) -> _Sample:
    return _Sample(*(statistics.median(column) for column in zip(*samples, strict=True)))


def _scaling(one: Server, two: Server, kind: Kind) -> tuple[str, float, str]:
    """How much more two processes answer than one, by the clock.

    Asked is what keeps a worker busy longest for the least work of ours: on two cores a generator that took
    part of one would be measured in place of the second worker. Rounds in which others used the machine are
    left out; where too few remain, nothing is judged. Cost would not do: it sees nobody wait.
    """
    requests = kind.part(0)
    ratios, calm = [], []
    for _ in range(_ROUNDS):
        quiet = _Quiet([one, two])
        alone, both = (_sample(s, requests, _SECONDS * 2, connections=16) for s in (one, two))
        ratios.append(both.rate / alone.rate)
        calm += [ratios[-1]] if quiet.others() <= _QUIET else []
    print(f"two workers answer {', '.join(f'{r:.2f}' for r in ratios)} times as much as one by the clock")
    name = f"two workers / one, odds, {len(calm)} of {_ROUNDS} rounds undisturbed"
    if len(calm) < _FEWEST:
        return name, statistics.median(ratios), "1.7 is asked; not judged, the machine is too busy"
    return name, statistics.median(calm), "at least 1.7"
