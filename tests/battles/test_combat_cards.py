"""The seams for Combat cards, tried with invented ones: every scenario told with them is a test."""

from __future__ import annotations

import pytest

from adjudicator.engine import scenario
from tests.battles.invented_cards import invented


@pytest.mark.parametrize("id_", sorted(invented().rule_set.scenarios))
def test_a_card_works_at_its_seam(id_: str) -> None:
    result = scenario.run(invented(), invented().rule_set.scenarios[id_])
    assert result.passed, scenario.trace(result)
