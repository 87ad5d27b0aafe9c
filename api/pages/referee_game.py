"""A game somebody asks about: a position, how it came about, and the move that is being thought of.

All of it travels in the address of the page, so that going back in the browser is going back in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.engine.difference import difference
from adjudicator.engine.position import Position
from api.asking import Table, position
from api.pages.links_packing import MOST_LETTERS, DamagedLink, packed, unpacked
from api.service import Json, service

USUAL = "start"  # the setup a game begins with, where a rule set has one of this name
_MOST_STEPS = 80


@dataclass(frozen=True, slots=True)
class Game:
    """`at` is the position as written: a setup and what differs; `past` what was before, and the moves."""

    at: Json
    past: list[Json] = field(default_factory=list)
    draft: Json = field(default_factory=dict)
    place: str | None = None  # the place being looked at
    tap: str | None = None  # the part of the move a tap on the map chooses

    def position(self, at: Table) -> Position:
        return position(at, self.at)

    def link(self) -> str:
        """The game as an address; of a very long one the beginning is forgotten."""
        past = self.past[-_MOST_STEPS:]
        while True:
            letters = packed({k: v for k, v in self._parts(past) if v not in (None, {}, [])})
            if len(letters) <= MOST_LETTERS * 2 // 3 or not past:
                return letters
            past = past[len(past) // 2 + 1 :]

    def _parts(self, past: list[Json]) -> Iterator[tuple[str, Any]]:
        yield "at", self.at
        yield "past", past
        yield "draft", self.draft
        yield "place", self.place
        yield "tap", self.tap

    def moved(self, at: Table, move: Json, to: Position) -> Game:
        """The game after a move."""
        step = {"at": self.at, "move": move}
        return Game(written(at, to, self.at.get("setup")), [*self.past, step], place=self.place)

    def changed(self, at: Table, to: Position) -> Game:
        """The game with something put elsewhere; what happened before no longer tells how it came about."""
        now = written(at, to, self.at.get("setup"))
        return self if now == self.at else replace(self, at=now, past=[])

    def undone(self) -> Game:
        """The game before the last move, which is thought of again."""
        if not self.past:
            return self
        last = self.past[-1]
        return Game(last["at"], self.past[:-1], last["move"], place=self.place)


def usual_setup(at: Table) -> str:
    setups = at.judge.rule_set.setups
    return USUAL if USUAL in setups else next(iter(setups))


def begun(setup: str) -> Game:
    return Game({"setup": setup})


def written(at: Table, here: Position, setup: str | None) -> Json:
    """A position as what differs from its setup."""
    base = setup if setup is not None else usual_setup(at)
    return difference(at.judge.rules, at.judge.position({"setup": base}), here, base)


def opened(link: str) -> Game:
    """The game in an address; raises `DamagedLink` when it is none."""
    data = unpacked(link)
    if data.keys() - {"at", "past", "draft", "place", "tap"} or not isinstance(data.get("at"), dict):
        raise DamagedLink("link-damaged")
    past, draft = data.get("past", []), data.get("draft", {})
    place, tap = data.get("place"), data.get("tap")
    if not isinstance(past, list) or not isinstance(draft, dict) or len(past) > _MOST_STEPS:
        raise DamagedLink("link-damaged")
    if not all(v is None or isinstance(v, str) for v in (place, tap)):
        raise DamagedLink("link-damaged")
    check("position-question", {"position": data["at"]})
    check("verdict-question", {"position": {}, "move": {"action": "", **draft}})
    for step in past:
        if not isinstance(step, dict) or step.keys() != {"at", "move"}:
            raise DamagedLink("link-damaged")
        check("verdict-question", {"position": step["at"], "move": step["move"]})
    return Game(data["at"], past, draft, place, tap)


def check(schema: str, body: Json) -> None:
    """What a link says must have the form of a request that says it."""
    if service().schemas.problems(schema, body):
        raise DamagedLink("link-damaged")
