"""Memory of a loaded referee, and whether it grows over 100,000 verdicts."""

from __future__ import annotations

import gc
import resource
import tracemalloc

import adjudicator
from adjudicator.engine import verdict
from bench.verdicts import MOVES

VERDICTS = 100_000


def run() -> list[tuple[str, float, str]]:
    referee = adjudicator.load("wotr2")
    position = referee.position({"setup": "start"})
    asked = [
        {"action": "move_army", "by": by, "from": start, "to": to, "means": means, "who": who}
        for by, start, to, means, who in MOVES
    ]

    def judge(number: int) -> None:
        for index in range(number):
            verdict.verdict(referee.rules, position, asked[index % len(asked)])

    judge(2000)
    gc.collect()
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tracemalloc.start()
    judge(1000)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    judge(5000)  # with every allocation watched
    gc.collect()
    growth = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    judge(VERDICTS - 8000)
    gc.collect()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"resident: {resident:.0f} MB loaded, {after:.0f} MB after {VERDICTS:,} verdicts")
    print(f"allocated and kept by 5,000 verdicts: {growth} bytes")
    return [("memory after 100,000 verdicts / before", after / resident, "1.00: no growth")]
