"""The seams for cards in the Hunt and on the way, tried with invented effects in an extending rule set."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engine import scenario
from tests.invented import invented

RULES = invented(Path(__file__).parent / "invented")


@pytest.mark.parametrize("id_", sorted(RULES.rule_set.scenarios))
def test_a_card_works_at_its_seam(id_: str) -> None:
    result = scenario.run(RULES, RULES.rule_set.scenarios[id_])
    assert result.passed, scenario.trace(result)
