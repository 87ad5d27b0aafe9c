"""A move half written: what may stand in each of its places, and which of those can still become legal."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from adjudicator.engine.moves import Lister, part_count, sub_bags, telling_bags
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.runtime import RuleFault, Undecided

_MOST_BAGS = 1_000  # parts of a bag that are tried; of a larger one only the telling ones


def offered(rules: Rules, position: Position, action: str, by: str, chosen: dict[str, Any]) -> dict[str, Any]:
    """What the rules name as possible values of each parameter, as far as those chosen already tell.

    A list of values, or a bag of pieces to take from; nothing where the rules do not say.
    """
    definition = rules.program.actions[action]
    lister = Lister(rules, definition, position["state"])
    env = {definition.by: by, **chosen}
    rules.compiled.budget.reset()
    found: dict[str, Any] = {}
    for name, given in definition.given.items():
        try:
            if isinstance(given.type, t.BagOf):
                found[name] = lister.offered_bag(name, env)
            elif given.source is not None:
                found[name] = lister.candidates(name, env)
        except (RuleFault, Undecided):
            continue  # nothing can be said: everything of the type may be tried
    return {name: values for name, values in found.items() if values is not None}


def open_values(
    rules: Rules, position: Position, action: str, by: str, chosen: dict[str, Any], name: str
) -> list[Any]:
    """The values of one parameter with which, the others as chosen, at least one move is legal."""
    definition = rules.program.actions[action]
    others = {n: value for n, value in chosen.items() if n != name}
    search = _Search(Lister(rules, definition, position["state"]), others, name)
    rules.compiled.budget.reset()
    if search.lister.allowed(0, {definition.by: by}):
        search.fill(0, {definition.by: by})
    return search.found


class _Search:
    """Goes through the moves that hold what is chosen, until every value that has one has been seen."""

    def __init__(self, lister: Lister, chosen: dict[str, Any], name: str) -> None:
        self.lister, self.chosen, self.name = lister, chosen, name
        self.found: list[Any] = []

    def fill(self, depth: int, env: dict[str, Any]) -> None:
        if depth == len(self.lister.order):
            self.found.append(env[self.name])
            return
        parameter = self.lister.order[depth]
        for value in self._values(parameter, env):
            inside = {**env, parameter: value}
            if self.name in inside and inside[self.name] in self.found:
                continue
            if self.lister.allowed(depth + 1, inside):
                self.fill(depth + 1, inside)

    def _values(self, parameter: str, env: dict[str, Any]) -> Iterable[Any]:
        if parameter in self.chosen:
            return [self.chosen[parameter]]
        if not isinstance(self.lister.action.given[parameter].type, t.BagOf):
            return self.lister.candidates(parameter, env) or []
        bag = self.lister.offered_bag(parameter, env) or {}
        few = part_count(bag) <= _MOST_BAGS
        return itertools.islice(sub_bags(bag) if few else telling_bags(bag), _MOST_BAGS)
