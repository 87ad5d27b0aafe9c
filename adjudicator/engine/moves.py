"""Everything that may be done, grouped by action; choices of many pieces are told as ranges.

Candidates are tried with the very functions a verdict uses, so that the list and the verdict cannot disagree.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.machine import Machine
from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.compiler import Function
from adjudicator.language.expressions import python_name
from adjudicator.language.program import Action
from adjudicator.language.runtime import BUDGET, UNKNOWN, RuleFault, Undecided
from adjudicator.ruleset import values

Bag = dict[str, int]
_MOST_BAGS = 1_000  # beyond so many parts of a bag only the telling ones are tried
_TRIAL = range(15)  # trying one candidate costs as many steps of the budget


@dataclass(slots=True)
class Range:
    """How many of each piece a legal choice may hold, how many legal choices there are, and one of them.

    Where a bag has too many parts to try them all, `exact` is false: the range comes from the parts that tell
    most (all, single pieces, all but some of one kind) and `choices` counts only those.
    """

    pieces: dict[str, tuple[int, int]]
    choices: int
    example: Bag
    exact: bool = True


@dataclass(slots=True)
class Group:
    """Moves alike but for the pieces chosen."""

    action: str
    by: str
    given: dict[str, Any]
    bags: dict[str, Range] = field(default_factory=dict)

    def example(self) -> dict[str, Any]:
        """One move of the group."""
        chosen = {name: range_.example for name, range_ in self.bags.items()}
        return {"action": self.action, "by": self.by, **self.given, **chosen}

    @property
    def count(self) -> int:
        result = 1
        for range_ in self.bags.values():
            result *= range_.choices
        return result


@dataclass(slots=True)
class Moves:
    """What may be done now: actions, or answers to the question that waits."""

    waiting: asking.Pending | None
    groups: list[Group] = field(default_factory=list)


def moves(rules: Rules, position: Position, by: str | None = None) -> Moves:
    """All legal moves of the player to act; with nothing under way, of everybody (or of `by`)."""
    machine = Machine(rules, position)
    rules.compiled.budget.reset()
    waiting = asking.pending(machine)
    if waiting is not None and waiting.kind != "act":
        return Moves(waiting)
    if waiting is not None:
        assert waiting.who is not None
        actions, players = waiting.actions, [waiting.who]
    else:
        actions = list(rules.program.actions)
        players = [by] if by is not None else values.members(rules.program.seats, rules.program) or []
    groups: list[Group] = []
    for name in actions:
        lister = Lister(rules, rules.program.actions[name], machine.state)
        for player in players:
            groups += lister.groups(player)
    return Moves(waiting, groups)


class Lister:
    """Lists the legal moves of one action."""

    def __init__(self, rules: Rules, action: Action, state: dict[str, Any]) -> None:
        self.rules, self.action, self.state = rules, action, state
        self.order = self._order()
        self.checks = self._checks()

    def _order(self) -> list[str]:
        """Parameters so that bags come last: their choices are told as ranges."""
        plain = [n for n, g in self.action.given.items() if not isinstance(g.type, t.BagOf)]
        bags = [n for n, g in self.action.given.items() if isinstance(g.type, t.BagOf)]
        return plain + bags

    def _checks(self) -> list[list[tuple[Function, list[str]]]]:
        """For every place in the order, the requirements that can be tested once it is filled."""
        checks: list[list[tuple[Function, list[str]]]] = [[] for _ in range(len(self.order) + 1)]
        for index in range(len(self.action.requires)):
            function, names = self.rules.requirement(self.action.name, index)
            last = max((self.order.index(n) + 1 for n in names if n in self.order), default=0)
            checks[last].append((function, names))
        return checks

    def groups(self, player: str) -> Iterator[Group]:
        env = {self.action.by: player}
        if self.allowed(0, env):
            yield from self._fill(0, env)

    def _fill(self, depth: int, env: dict[str, Any]) -> Iterator[Group]:
        if depth == len(self.order):
            yield Group(self.action.name, env[self.action.by], {n: env[n] for n in self.order})
            return
        name = self.order[depth]
        if isinstance(self.action.given[name].type, t.BagOf):
            yield from self._bags(depth, env)
            return
        for value in self._candidates(name, env):
            inside = {**env, name: value}
            if self.allowed(depth + 1, inside):
                yield from self._fill(depth + 1, inside)

    def _candidates(self, name: str, env: dict[str, Any]) -> list[Any]:
        given = self.action.given[name]
        if given.source is not None:
            function = self.rules.function(python_name(f"{python_name('a', self.action.name)}_g", name))
            names = self.rules.source_names[self.action.name, name]
            if any(n not in env for n in names):
                return []
            found = [v for v in function(self.state, *[env[n] for n in names]) if v != UNKNOWN]
        elif t.bare(given.type) == t.BOOL:
            found = [True, False]
        else:
            found = list(values.members(t.bare(given.type), self.rules.program) or [])
        return [*found, None] if isinstance(given.type, t.Maybe) else found

    def allowed(self, depth: int, env: dict[str, Any]) -> bool:
        """Do all requirements hold that can be tested once so many parameters are filled in?"""
        self.rules.compiled.budget.spend(_TRIAL)
        for function, names in self.checks[depth]:
            try:
                if not function(self.state, *[env[n] for n in names]):
                    return False
            except Undecided:
                continue  # the rules do not forbid it
            except RuleFault as fault:
                if fault.code == BUDGET:  # a list cut short would pass for the whole one
                    raise
                return False
        return True

    # ------------------------------------------------------------------ bags

    def _bags(self, depth: int, env: dict[str, Any]) -> Iterator[Group]:
        """One group if at least one choice of pieces is legal. Only the last bag is told as a range."""
        name = self.order[depth]
        offered = self._offered(name, env)
        if depth + 1 < len(self.order):
            for bag in itertools.islice(sub_bags(offered), _MOST_BAGS):
                inside = {**env, name: bag}
                if self.allowed(depth + 1, inside):
                    yield from self._fill(depth + 1, inside)
            return
        range_ = self._range(name, offered, env, depth + 1)
        if range_ is not None:
            plain = {n: env[n] for n in self.order[:depth]}
            yield Group(self.action.name, env[self.action.by], plain, {name: range_})

    def candidates(self, name: str, env: dict[str, Any]) -> list[Any] | None:
        """The values of a parameter, or nothing as long as something they depend on is not chosen."""
        return self._candidates(name, env) if self._known(name, env) else None

    def offered_bag(self, name: str, env: dict[str, Any]) -> Bag | None:
        """The pieces to choose from, or nothing as long as something they depend on is not chosen."""
        known = self.action.given[name].source is not None and self._known(name, env)
        return self._offered(name, env) if known else None

    def _known(self, name: str, env: dict[str, Any]) -> bool:
        return all(n in env for n in self.rules.source_names.get((self.action.name, name), []))

    def _offered(self, name: str, env: dict[str, Any]) -> Bag:
        given = self.action.given[name]
        if given.source is None:
            return {}
        function = self.rules.function(python_name(f"{python_name('a', self.action.name)}_g", name))
        names = self.rules.source_names[self.action.name, name]
        found = function(self.state, *[env[n] for n in names])
        return {p: n for p, n in found.items() if p != UNKNOWN}

    def _range(self, name: str, offered: Bag, env: dict[str, Any], depth: int) -> Range | None:
        legal: Range | None = None
        exact = part_count(offered) <= _MOST_BAGS
        for bag in sub_bags(offered) if exact else telling_bags(offered):
            if not self.allowed(depth, {**env, name: bag}):
                continue
            if legal is None:
                legal = Range({p: (bag.get(p, 0), bag.get(p, 0)) for p in offered}, 0, bag, exact)
            legal.choices += 1
            for piece, (low, high) in legal.pieces.items():
                number = bag.get(piece, 0)
                legal.pieces[piece] = (min(low, number), max(high, number))
        return legal


def part_count(bag: Bag) -> int:
    """How many parts a bag has."""
    result = 1
    for number in bag.values():
        result *= number + 1
    return result


def telling_bags(bag: Bag) -> Iterator[Bag]:
    """The parts that tell most about what may be chosen: all, some of one piece, all but some of one."""
    yield dict(bag)
    for piece, number in sorted(bag.items()):
        rest = {p: n for p, n in bag.items() if p != piece}
        for part in range(number, -1, -1):
            if part < number:
                yield {**rest, piece: part} if part else rest
            if part:
                yield {piece: part}
        for other in sorted(rest):
            yield {piece: 1, other: 1}
    yield {}


def sub_bags(bag: Bag) -> Iterator[Bag]:
    """Every part of a bag, the whole first."""
    pieces = sorted(bag)
    for numbers in itertools.product(*(range(bag[p], -1, -1) for p in pieces)):
        yield {p: n for p, n in zip(pieces, numbers, strict=True) if n}
