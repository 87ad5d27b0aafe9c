"""The reference as a tree in reading order: what stands above, below, before and after an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from adjudicator.ruleset.rule_set import Entry

SECTION = "section"  # the kind of a rule that is a heading


class Tree:
    """The entries of one rule set. An entry whose parent is missing stands at the top.

    Entries stand as they are written, except that sections, which come from many files, follow the book.
    """

    def __init__(self, reference: Mapping[str, Entry]) -> None:
        self._reference = reference
        self._children: dict[str | None, list[str]] = {}
        for id_ in reference:
            self._children.setdefault(self.parent(id_), []).append(id_)
        pages = _pages(reference)
        for siblings in self._children.values():
            self._follow_the_book(siblings, pages)
        self._among = {id_: n for siblings in self._children.values() for n, id_ in enumerate(siblings)}
        self._order = list(self._reading_order())
        self._place = {id_: number for number, id_ in enumerate(self._order)}

    def _follow_the_book(self, siblings: list[str], pages: Mapping[str, int]) -> None:
        """Put the sections among some siblings in the order of their pages; everything else stays."""
        places = [
            n for n, id_ in enumerate(siblings) if self._reference[id_].kind == SECTION and id_ in pages
        ]
        ordered = sorted((siblings[n] for n in places), key=lambda id_: pages[id_])
        for place, id_ in zip(places, ordered, strict=True):
            siblings[place] = id_

    def _reading_order(self) -> Iterator[str]:
        """Every entry before those below it. Entries in a circle of parents come last."""
        seen: set[str] = set()
        for top in [*self.children(None), *self._reference]:
            waiting = [top]
            while waiting:
                id_ = waiting.pop()
                if id_ not in seen:
                    seen.add(id_)
                    yield id_
                    waiting += reversed(self.children(id_))

    @property
    def order(self) -> list[str]:
        """All entries in reading order."""
        return list(self._order)

    def parent(self, id_: str) -> str | None:
        above = self._reference[id_].parent
        return above if above in self._reference else None

    def children(self, id_: str | None) -> list[str]:
        """The entries directly below one, or those at the top."""
        return list(self._children.get(id_, []))

    def place_among_siblings(self, id_: str) -> int:
        """How many entries stand before this one below the same parent."""
        return self._among[id_]

    def elder(self, id_: str) -> str | None:
        """The entry just before this one below the same parent."""
        place = self._among[id_]
        return self._children[self.parent(id_)][place - 1] if place else None

    def path(self, id_: str) -> list[str]:
        """The entries above one, the top first."""
        above: list[str] = []
        current = self.parent(id_)
        while current is not None and current not in above:
            above.insert(0, current)
            current = self.parent(current)
        return above

    def previous(self, id_: str) -> str | None:
        """The entry read before this one."""
        place = self._place[id_]
        return self._order[place - 1] if place > 0 else None

    def next(self, id_: str) -> str | None:
        """The entry read after this one."""
        place = self._place[id_] + 1
        return self._order[place] if place < len(self._order) else None

    def below(self, id_: str) -> list[str]:
        """The entry and everything below it, in reading order."""
        found, waiting = [], [id_]
        while waiting:
            current = waiting.pop()
            if current not in found:
                found.append(current)
                waiting += reversed(self.children(current))
        return found


def _pages(reference: Mapping[str, Entry]) -> dict[str, int]:
    """The page each entry is on, in the book of which we know most pages."""
    found: dict[str, dict[str, int]] = {}
    for id_, entry in reference.items():
        for book, places in entry.sources.items():
            page = next((place["page"] for place in places if isinstance(place.get("page"), int)), None)
            if page is not None:
                found.setdefault(book, {})[id_] = page
    counts = Counter({book: len(pages) for book, pages in found.items()})
    return found[counts.most_common(1)[0][0]] if counts else {}
