"""Every scenario of every rule set is a test of its own; a failure shows what happened."""

from __future__ import annotations

import pytest

from adjudicator.engine import scenario
from adjudicator.referee import Referee, library


def _all() -> list[tuple[str, str]]:
    return [
        (name, id_) for name, rules in sorted(library().rules.items()) for id_ in rules.rule_set.scenarios
    ]


@pytest.mark.parametrize(("name", "id_"), _all())
def test_scenario(referees: dict[str, Referee], name: str, id_: str) -> None:
    rules = referees[name].rules
    result = scenario.run(rules, rules.rule_set.scenarios[id_])
    assert result.passed, scenario.trace(result)


@pytest.mark.parametrize("name", ["knizia", "meq", "wotr1", "wotr2"])
def test_every_rule_set_has_scenarios(referees: dict[str, Referee], name: str) -> None:
    assert referees[name].rule_set.scenarios
