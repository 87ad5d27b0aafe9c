"""Which rule introduces a word of the game: the first one in the section that speaks of it most."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reference.pages import RULE, SECTION, Page
from adjudicator.reference.reading import TEXT, PageReading


def introducing(pages: Sequence[Page], readings: Sequence[PageReading]) -> list[set[str]]:
    """For every page, the tokens of the terms it introduces. Pages come in reading order."""
    by_section: dict[tuple[str, str], dict[tuple[str, ...], list[int]]] = {}
    for number, (page, reading) in enumerate(zip(pages, readings, strict=True)):
        if page.sort == RULE and page.kind != SECTION:
            for token, weight in reading.meanings.items():
                if token.startswith("t_") and weight >= TEXT:
                    sections = by_section.setdefault((page.owner, token), {})
                    sections.setdefault(page.path, []).append(number)
    found: list[set[str]] = [set() for _ in pages]
    for (_, token), sections in by_section.items():
        most = max(sections.values(), key=len)
        found[most[0]].add(token)
    return found
