"""`make bench`: every figure side by side, and whether it is what we ask for."""

from __future__ import annotations

import sys

from bench import games, loading, memory, odds, requests, verdicts

PARTS = {
    "verdicts": verdicts.run,
    "games": games.run,
    "odds": odds.run,
    "loading": loading.run,
    "memory": memory.run,
    "requests": requests.run,
}


def main() -> None:
    wanted = sys.argv[1:] or list(PARTS)
    results = []
    for name in wanted:
        print(f"== {name}")
        results += PARTS[name]()
    print()
    for name, ratio, asked in results:
        print(f"{ratio:8.3f}  {_mark(ratio, asked):5}  {name}  ({asked})")


def _mark(ratio: float, asked: str) -> str:
    """Whether a figure is what was asked for; nothing where that is no bound."""
    words = asked.split()
    if words[:2] == ["at", "least"]:
        return "ok" if ratio >= float(words[2]) else "short"
    if words[:2] == ["at", "most"]:
        return "ok" if ratio <= float(words[2]) else "short"
    return ""


main()
