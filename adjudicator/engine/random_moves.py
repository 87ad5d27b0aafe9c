"""One legal move or answer at random: how games are played out when nobody minds how."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.chance import random_answer as by_chance
from adjudicator.engine.machine import Machine
from adjudicator.engine.moves import Bag, Lister, telling_bags
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.ruleset import values

Move = dict[str, Any]
_RANDOM_PARTS = 12  # so many parts of a bag are tried before those that tell most


def random_move(
    rules: Rules, position: Position, roll: random.Random, weights: Mapping[str, float] | None = None
) -> Move | None:
    """A legal move, or none; `weights` make actions likelier (0: only if nothing else is left)."""
    machine = Machine(rules, position)
    rules.compiled.budget.reset()
    waiting = asking.pending(machine)
    if waiting is not None and waiting.kind != "act":
        answer = random_answer(machine, waiting, roll)
        return None if answer is asking.OPEN else {"answer": answer, "name": waiting.name}
    actions = waiting.actions if waiting is not None else list(rules.program.actions)
    seats = values.members(rules.program.seats, rules.program) or []
    players = [waiting.who] if waiting is not None else seats
    for name in _weighted(actions, weights or {}, roll):
        lister = Lister(rules, rules.program.actions[name], position["state"])
        for player in roll.sample(players, len(players)):
            found = next(_some(lister, 0, {lister.action.by: player}, roll), None)
            if found is not None:
                given = {parameter: found[parameter] for parameter in lister.order}
                return {"action": name, "by": player, **given}
    return None


def _weighted(actions: list[str], weights: Mapping[str, float], roll: random.Random) -> list[str]:
    """The actions in a random order in which the heavy ones tend to come early."""
    drawn = {
        name: roll.random() ** (1 / weights.get(name, 1.0)) if weights.get(name, 1.0) else -1
        for name in actions
    }
    return sorted(actions, key=lambda name: -drawn[name])


def _some(lister: Lister, depth: int, env: dict[str, Any], roll: random.Random) -> Iterator[dict[str, Any]]:
    """The legal ways to fill in the parameters from `depth` on, in a random order."""
    if not lister.allowed(depth, env):
        return
    if depth == len(lister.order):
        yield env
        return
    name = lister.order[depth]
    candidates: Iterator[Any]
    if isinstance(lister.action.given[name].type, t.BagOf):
        offered = lister.offered_bag(name, env) or {}
        candidates = itertools.chain(_parts(offered, roll), telling_bags(offered))
    else:
        listed = lister.candidates(name, env) or []
        candidates = iter(roll.sample(listed, len(listed)))
    for value in candidates:
        yield from _some(lister, depth + 1, {**env, name: value}, roll)


def _parts(bag: Bag, roll: random.Random) -> Iterator[Bag]:
    yield from (dict(bag) for _ in range(1) if roll.random() < 0.5)
    for _ in range(_RANDOM_PARTS):
        part = {piece: roll.randint(0, number) for piece, number in bag.items()}
        yield {piece: number for piece, number in part.items() if number}


def random_answer(machine: Machine, waiting: asking.Pending, roll: random.Random) -> Any:
    """An answer that is accepted, or `asking.OPEN` where none was found."""
    if waiting.chance:
        return by_chance(machine, waiting, roll)
    for answer in _answers(waiting, roll):
        if asking.check(machine, waiting, answer).accepted:
            return answer
    return asking.OPEN


def _answers(waiting: asking.Pending, roll: random.Random) -> Iterator[Any]:
    if waiting.kind == "take":
        yield from _parts(waiting.options, roll)
        yield from telling_bags(waiting.options)
    elif waiting.kind == "number":
        low, high = waiting.options
        yield from roll.sample(range(low, high + 1), high + 1 - low)
    else:
        offered = [*waiting.options, None] if waiting.optional else list(waiting.options)
        yield from roll.sample(offered, len(offered))
