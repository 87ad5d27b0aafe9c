"""What would be legal instead: the same action with one thing changed, or another with the same things."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from adjudicator.engine.moves import sub_bags
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import Action
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.ruleset import values

_ENOUGH = 6
_TRIES = 3000


def instead(rules: Rules, position: Position, move: dict[str, Any]) -> list[dict[str, Any]]:
    """A few legal moves close to one that was understood but is not legal."""
    action = rules.program.actions[move["action"]]
    tries = itertools.chain(_other_actions(rules, action, move), _changed(rules, action, move))
    found: list[dict[str, Any]] = []
    for candidate in itertools.islice(tries, _TRIES):
        if candidate != move and candidate not in found and _legal(rules, position, candidate):
            found.append(candidate)
            if len(found) == _ENOUGH:
                break
    return found


def _legal(rules: Rules, position: Position, move: dict[str, Any]) -> bool:
    action = rules.program.actions[move["action"]]
    try:
        return bool(
            rules.checks[action.name](position["state"], move["by"], *[move[n] for n in action.given]) < 0
        )
    except (RuleFault, Undecided):
        return False


def _other_actions(rules: Rules, action: Action, move: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Other actions that take things of the same names and types."""
    for other in rules.program.actions.values():
        same = {n: g.type for n, g in other.given.items()} == {n: g.type for n, g in action.given.items()}
        if other is not action and same and other.given:
            yield {**move, "action": other.name}


def _changed(rules: Rules, action: Action, move: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same action with one value changed; pieces are only left out, never invented."""
    for name, given in reversed(action.given.items()):
        if isinstance(given.type, t.BagOf):
            bags = sorted(itertools.islice(sub_bags(move[name]), 500), key=lambda b: -sum(b.values()))
            yield from ({**move, name: bag} for bag in bags if bag)
    for name, given in reversed(action.given.items()):
        for value in values.members(t.bare(given.type), rules.program) or []:
            yield {**move, name: value}
