"""A move half written: what may stand in each of its places, and which of those can still become legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.engine.moves import Bag, Group, Lister, Range
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import Action
from adjudicator.language.runtime import RuleFault, Undecided


class _Narrowed(Lister):
    """Lists the moves of an action some of whose values are already chosen."""

    def __init__(self, rules: Rules, action: Action, state: dict[str, Any], chosen: dict[str, Any]) -> None:
        super().__init__(rules, action, state)
        self.chosen = chosen

    def _candidates(self, name: str, env: dict[str, Any]) -> list[Any]:
        return [self.chosen[name]] if name in self.chosen else super()._candidates(name, env)

    def _bags(self, depth: int, env: dict[str, Any]) -> Iterator[Group]:
        name = self.order[depth]
        if name not in self.chosen or depth + 1 == len(self.order):
            yield from super()._bags(depth, env)
        elif self._allowed(depth + 1, inside := {**env, name: self.chosen[name]}):
            yield from self._fill(depth + 1, inside)

    def _range(self, name: str, offered: Bag, env: dict[str, Any], depth: int) -> Range | None:
        if name not in self.chosen:
            return super()._range(name, offered, env, depth)
        bag: Bag = self.chosen[name]
        if not self._allowed(depth, {**env, name: bag}):
            return None
        return Range({piece: (n, n) for piece, n in bag.items()}, 1, bag)


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
    lister = _Narrowed(rules, definition, position["state"], others)
    rules.compiled.budget.reset()
    found = [group.example().get(name) for group in lister.groups(by)]
    return [value for index, value in enumerate(found) if value not in found[:index]]
