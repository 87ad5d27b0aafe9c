"""The compiled rules and the naive evaluator agree on random positions: each is the other's oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.engine.rules import Rules
from adjudicator.language.expressions import python_name
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.referee import Referee
from tests.support import random_state, random_value

RULE_SETS = ["knizia", "meq", "wotr1", "wotr2"]


def outcome(function: Any, *arguments: Any) -> Any:
    """A value, or how it failed; sets in any order are the same set."""
    try:
        value = function(*arguments)
    except (RuleFault, Undecided) as error:
        return type(error).__name__
    return sorted(map(str, value)) if isinstance(value, list | tuple) else value


def terms_agree(rules: Rules, roll: random.Random) -> None:
    state = random_state(rules, roll)
    rules.compiled.budget.reset()
    for term in rules.program.terms.values():
        arguments = [random_value(type_, rules.program, roll) for type_ in term.parameters.values()]
        compiled = outcome(rules.compiled.functions[python_name("t", term.name)], state, *arguments)
        naive = outcome(rules.evaluator.term, term.name, state, arguments)
        assert compiled == naive, (term.name, arguments)


def requirements_agree(rules: Rules, roll: random.Random) -> None:
    state = random_state(rules, roll)
    rules.compiled.budget.reset()
    for action in rules.program.actions.values():
        env = {action.by: random_value(rules.program.seats, rules.program, roll)}
        env |= {n: random_value(g.type, rules.program, roll) for n, g in action.given.items()}
        first_failing = None
        for index, requirement in enumerate(action.requires):
            function, names = rules.requirement(action.name, index)
            compiled = outcome(function, state, *[env[n] for n in names])
            naive = outcome(rules.evaluator.value, requirement.that, state, env)
            assert compiled == naive, (action.name, requirement.rule, env)
            if first_failing is None and compiled is not True:
                first_failing = index if compiled is False else compiled
        together = outcome(rules.checks[action.name], state, *env.values())
        assert together == (-1 if first_failing is None else first_failing), (action.name, env)


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("seed", range(60))
def test_every_term_has_the_same_value_both_ways(referees: dict[str, Referee], name: str, seed: int) -> None:
    terms_agree(referees[name].rules, random.Random(seed))


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("seed", range(60))
def test_every_requirement_holds_or_fails_both_ways(
    referees: dict[str, Referee], name: str, seed: int
) -> None:
    requirements_agree(referees[name].rules, random.Random(seed))


@pytest.mark.long
@pytest.mark.parametrize("name", RULE_SETS)
def test_they_agree_on_thousands_of_positions(referees: dict[str, Referee], name: str) -> None:
    for seed in range(1000, 4000):
        terms_agree(referees[name].rules, random.Random(seed))
        requirements_agree(referees[name].rules, random.Random(seed))
