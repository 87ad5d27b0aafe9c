"""`make bench`: every figure side by side, and whether it is what we ask for."""

from __future__ import annotations

import sys

from bench import loading, memory, verdicts

PARTS = {"verdicts": verdicts.run, "loading": loading.run, "memory": memory.run}


def main() -> None:
    wanted = sys.argv[1:] or list(PARTS)
    results = []
    for name in wanted:
        print(f"== {name}")
        results += PARTS[name]()
    print()
    for name, ratio, asked in results:
        print(f"{ratio:8.3f}  {name}  ({asked})")


main()
