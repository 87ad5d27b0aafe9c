"""The checks of one action written by hand in Python, as a programmer would who needs nothing but the answer.

It reads the same position and the same tables as the compiled rules and makes the same checks in the same
order. Only the benchmark uses it; it is the yardstick, not a part of the referee.
"""

from __future__ import annotations

from typing import Any

from adjudicator.engine.rules import Rules

ANNIHILATED: dict[str, int] = {}
ARMY_MEANS = ("army-die", "muster-army-die", "will-of-the-west-die", "character-die", "event-card")


class HandWrittenMove:
    """Moving an army in `wotr2`, by hand."""

    def __init__(self, rules: Rules) -> None:
        regions, figures = rules.program.attributes["Region"], rules.program.attributes["Figure"]
        sides, nations = rules.program.attributes["Side"], rules.program.attributes["Nation"]
        self.borders, self.impassable = regions["borders"], regions["impassable"]
        self.region_nation, self.settlement = regions["nation"], regions["settlement"]
        self.side, self.type = figures["side"], figures["type"]
        self.nation, self.level = figures["nation"], figures["level"]
        self.enemy, self.nation_side = sides["enemy"], nations["side"]
        self.nations = rules.program.items["Nation"]

    def forces(self, state: Any, region: str, side: str) -> dict[str, int]:
        found = {}
        for piece, number in state["figures"].get(region, ANNIHILATED).items():
            if self.side[piece] == side and self.type[piece] not in ("ring-bearers", "gollum"):
                found[piece] = number
        return found

    def units(self, bag: dict[str, int]) -> int:
        total = 0
        for piece, number in bag.items():
            if self.type[piece] in ("regular", "elite"):
                total += number
        return total

    def nations_of(self, bag: dict[str, int]) -> list[str]:
        found = []
        for nation in self.nations:
            for piece in bag:
                if self.nation[piece] == nation and self.type[piece] in ("regular", "elite", "leader"):
                    found.append(nation)
                    break
        return found

    def controller(self, state: Any, region: str) -> str | None:
        if self.settlement[region] is None:
            return None
        marker = state["control"].get(region)
        if marker is not None:
            return str(marker)
        nation = self.region_nation[region]
        return None if nation is None else str(self.nation_side[nation])

    def free_for_armies(self, state: Any, region: str, side: str) -> bool:
        enemy = self.enemy[side]
        inside = state["inside"].get(region, ANNIHILATED)
        if self.units(inside) > 0:
            besieged = next(self.side[p] for p in inside if self.type[p] in ("regular", "elite"))
            if besieged == enemy and self.units(self.forces(state, region, side)) > 0:
                return True
        enemies = self.units(self.forces(state, region, enemy))
        if enemies == 0 and self.controller(state, region) != enemy:
            return True
        return enemies == 0

    def may_stand_in(self, state: Any, nation: str, region: str) -> bool:
        owner = self.region_nation[region]
        return state["political"].get(nation, 0) == 0 or owner is None or owner == nation

    def leads_or_character(self, state: Any, piece: str) -> bool:
        if self.type[piece] in ("leader", "nazgul", "companion", "minion"):
            return True
        if piece == "isengard-elite" or (piece == "southrons-easterlings-elite" and state["players"] > 2):
            return any(
                "saruman" in state[place].get("orthanc", ANNIHILATED) for place in ("figures", "inside")
            )
        return False

    def paying(self, state: Any) -> bool:
        return state["phase"] == "action-resolution" and not state["march"]["on"] and not state["event"]["on"]

    def shared(self, state: Any, side: str) -> bool:
        return bool(state["players"] == 4 or (state["players"] == 3 and side == "shadow"))

    def legal(  # noqa: C901 - one check after the other, as a plain function would have them
        self, state: Any, side: str, start: str, to: str, means: str, who: dict[str, int]
    ) -> bool:
        if self.paying(state) and state["acting"] not in (None, side):
            return False
        if means not in ARMY_MEANS:
            return False
        here = self.forces(state, start, side)
        if any(number > here.get(piece, 0) for piece, number in who.items()):
            return False
        moving = self.units(who)
        if moving == 0:
            return False
        if to not in self.borders[start] and to not in self.impassable[start]:
            return False
        if to in self.impassable[start]:
            return False
        if not self.free_for_armies(state, to, side):
            return False
        arrived = state["arrived"].get(start, ANNIHILATED)
        if any(number > here.get(piece, 0) - arrived.get(piece, 0) for piece, number in who.items()):
            return False
        if state["march"]["on"]:
            raise NotImplementedError("the yardstick judges single moves only")
        if self.units(self.forces(state, to, side)) + moving > 10:
            return False
        for nation in self.nations_of(who):
            if not self.may_stand_in(state, nation, to):
                return False
        rest = {p: n - who.get(p, 0) for p, n in here.items() if n > who.get(p, 0)}
        if self.units(rest) == 0 and any(self.type[p] == "leader" for p in rest):
            return False
        if means == "character-die":
            if not any(self.leads_or_character(state, p) for p in here):
                return False
            if not any(self.leads_or_character(state, p) for p in who):
                return False
        if any(self.level[p] == 0 for p in who):
            return False
        if self.shared(state, side) or state["players"] == 3:
            raise NotImplementedError("the yardstick judges games for two only")
        return not self.paying(state) or state["dice"].get(side, ANNIHILATED).get(means, 0) > 0
