"""What would be legal instead: the same action with one thing changed, or another with the same things."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.engine.moves import sub_bags
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules, State
from adjudicator.engine.verdict import Move, Verdict
from adjudicator.language import types as t
from adjudicator.language.compiler import Function
from adjudicator.language.program import Action
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.ruleset import values

_ENOUGH = 6
_TRIES = 3000


def instead(rules: Rules, position: Position, judged: Verdict) -> list[Move]:
    """A few legal moves close to one that was understood but is not legal."""
    move = judged.move
    action = rules.program.actions[move["action"]]
    failing = _Failing(rules, judged, position["state"])
    tries = itertools.chain(_other_actions(rules, action, move), _changed(rules, action, failing))
    found: list[Move] = []
    for candidate in itertools.islice(tries, _TRIES):
        if candidate != move and candidate not in found and _legal(rules, position, candidate):
            found.append(candidate)
            if len(found) == _ENOUGH:
                break
    return found


def _legal(rules: Rules, position: Position, move: Move) -> bool:
    action = rules.program.actions[move["action"]]
    try:
        return bool(
            rules.checks[action.name](position["state"], move["by"], *[move[n] for n in action.given]) < 0
        )
    except (RuleFault, Undecided):
        return False


def _other_actions(rules: Rules, action: Action, move: Move) -> Iterator[Move]:
    """Other actions that take things of the same names and types."""
    for other in rules.program.actions.values():
        alike = other is not action and other.given and other.given.keys() == action.given.keys()
        if alike and all(given.type == action.given[name].type for name, given in other.given.items()):
            yield {**move, "action": other.name}


def _changed(rules: Rules, action: Action, failing: _Failing) -> Iterator[Move]:
    """The same action with one value changed; pieces are only left out, never invented."""
    for name, given in reversed(action.given.items()):
        if isinstance(given.type, t.BagOf):
            bags = itertools.islice(sub_bags(failing.move[name]), 500)
            yield from failing.mended(name, sorted(filter(None, bags), key=lambda b: -sum(b.values())))
    for name, given in reversed(action.given.items()):
        yield from failing.mended(name, values.members(t.bare(given.type), rules.program) or [])


class _Failing:
    """The requirements a move fails. A change after which one of them fails again needs no closer look.

    A requirement knows which things of the move it speaks of, so that most changes need not even be tried: as
    long as the goal is out of reach, it does not matter who goes there.
    """

    def __init__(self, rules: Rules, judged: Verdict, state: State) -> None:
        self.state, self.move = state, judged.move
        action = rules.program.actions[self.move["action"]]
        self.given = {action.by: self.move["by"], **{name: self.move[name] for name in action.given}}
        last = judged.conditions[-len(action.requires) :] if action.requires else []
        self.requirements = [
            rules.requirement(action.name, index) for index, c in enumerate(last) if c.holds is False
        ]

    def mended(self, name: str, choices: Sequence[Any]) -> Iterator[Move]:
        """The move with one thing changed, wherever that mends everything it fails by."""
        if any(name not in names for _, names in self.requirements):
            return
        checks = [self._check(function, names, name) for function, names in self.requirements]
        for value in choices:
            for holds in checks:
                if not holds(value):
                    break
            else:
                yield {**self.move, name: value}

    def _check(self, function: Function, names: list[str], name: str) -> Callable[[Any], Any]:
        """A requirement as a function of one thing, everything else being as the move has it."""
        state, place = self.state, names.index(name)
        arguments = [self.given[n] for n in names]

        def holds(value: Any) -> Any:
            arguments[place] = value
            try:
                return function(state, *arguments)
            except (RuleFault, Undecided):
                return True  # not known, so worth a closer look

        return holds
