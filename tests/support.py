"""Random values and random play, for any rule set."""

from __future__ import annotations

import random
from typing import Any

from adjudicator.engine import asking
from adjudicator.engine.chance import random_answer
from adjudicator.engine.machine import Machine
from adjudicator.engine.moves import moves, part_count, sub_bags, telling_bags
from adjudicator.engine.position import Position, complete
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import Program, default_of
from adjudicator.ruleset import values


def random_value(type_: t.Type, program: Program, roll: random.Random, depth: int = 0) -> Any:
    """Any value of a type."""
    if isinstance(type_, t.Maybe):
        return None if roll.random() < 0.3 else random_value(type_.of, program, roll, depth)
    if type_ == t.BOOL:
        return roll.random() < 0.5
    if type_ == t.NUMBER:
        return roll.choice([0, 0, 1, 1, 2, 3, 4, 5, 6, 10, 12])
    members = values.members(type_, program)
    if members is not None:
        return roll.choice(members)
    if isinstance(type_, t.BagOf):
        kinds = values.members(type_.of, program) or [1]
        return {roll.choice(kinds): roll.randint(1, 4) for _ in range(roll.randint(0, 4))}
    if isinstance(type_, t.SetOf | t.ListOf):
        found = [random_value(type_.of, program, roll, depth + 1) for _ in range(roll.randint(0, 3))]
        return list(dict.fromkeys(found)) if isinstance(type_, t.SetOf) else found
    if isinstance(type_, t.Record):
        table = program.scope.records[type_.name]
        return {name: random_value(of, program, roll, depth + 1) for name, of in table.items()}
    return default_of(type_, program)


def random_state(rules: Rules, roll: random.Random) -> dict[str, Any]:
    """A state whose values have the right types and mean nothing: rules must cope with any."""
    setup = roll.choice(list(rules.rule_set.setups))
    position, _ = complete(rules, {"setup": setup})
    state = dict(position["state"])
    for name, definition in rules.program.fields.items():
        if name == "effects" or roll.random() < 0.4:
            continue
        if definition.key is None:
            state[name] = random_value(definition.type, rules.program, roll)
        else:
            keys = values.members(definition.key, rules.program) or []
            chosen = roll.sample(keys, min(len(keys), roll.randint(0, 12)))
            table = {key: random_value(definition.type, rules.program, roll) for key in chosen}
            state[name] = {k: v for k, v in {**state[name], **table}.items() if v != definition.default}
    return state


def random_move(rules: Rules, position: Position, roll: random.Random) -> dict[str, Any] | None:
    """A legal move or answer, or nothing when there is none."""
    machine = Machine(rules, position)
    asked = asking.pending(machine)
    if asked is None or asked.kind == "act":
        groups = moves(rules, position).groups
        if not groups:
            return None
        return roll.choice(groups).example()
    if asked.chance:
        return {"name": asked.name, "answer": random_answer(machine, asked, roll)}
    return {"name": asked.name, "answer": _choice(machine, asked, roll)}


def _choice(machine: Machine, asked: asking.Pending, roll: random.Random) -> Any:
    if asked.kind == "choose":
        return roll.choice([*asked.options, *([None] if asked.optional else [])])
    if asked.kind == "whether":
        return roll.choice(asked.options)
    if asked.kind == "number":
        return roll.randint(*asked.options)
    few = part_count(asked.options) <= 500
    bags = list(sub_bags(asked.options) if few else telling_bags(asked.options))
    roll.shuffle(bags)
    return next(bag for bag in bags if asking.check(machine, asked, bag).accepted)
