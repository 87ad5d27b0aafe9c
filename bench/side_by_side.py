"""Times several functions in turns, so that whatever disturbs the machine disturbs them alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def rates(
    functions: dict[str, Callable[[], Any]], *, rounds: int = 9, seconds: float = 0.15
) -> dict[str, float]:
    """Calls per second of each function: the median over rounds in which all take turns."""
    repeats = {name: _calibrated(function, seconds) for name, function in functions.items()}
    samples: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(rounds):
        for name, function in functions.items():
            started = time.perf_counter()
            for _ in range(repeats[name]):
                function()
            samples[name].append(repeats[name] / (time.perf_counter() - started))
    return {name: sorted(values)[len(values) // 2] for name, values in samples.items()}


def _calibrated(function: Callable[[], Any], seconds: float) -> int:
    """How many calls fill the time of one sample."""
    number = 1
    while True:
        started = time.perf_counter()
        for _ in range(number):
            function()
        taken = time.perf_counter() - started
        if taken > seconds / 4:
            return max(1, int(number * seconds / taken))
        number *= 4
