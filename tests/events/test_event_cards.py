"""The seams for Event cards, tried with invented ones in a rule set that extends the game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from adjudicator.data.files import data_root
from adjudicator.engine import scenario
from adjudicator.engine.rules import Rules
from adjudicator.library import build_library, contents_of

HERE = Path(__file__).parent / "invented"


@lru_cache(maxsize=1)
def invented() -> Rules:
    """The rules of the game with the invented cards laid over them."""
    root = data_root()
    game = [(name, text) for name, text in contents_of(root) if name.startswith(("rules/wotr2/", "schema/"))]
    cards = [
        (f"rules/invented-events/{path.relative_to(HERE).as_posix()}", path.read_bytes())
        for path in HERE.rglob("*.yaml")
    ]
    built = build_library(root, sorted([*game, *cards]))
    wrong = [d for d in built.problems if d.span.file.startswith("rules/")]
    assert not wrong, [f"{d.span} {d.code} {d.values}" for d in wrong[:10]]
    return built.rules["invented-events"]


@pytest.mark.parametrize("id_", sorted(invented().rule_set.scenarios))
def test_an_event_card_works_at_its_seam(id_: str) -> None:
    result = scenario.run(invented(), invented().rule_set.scenarios[id_])
    assert result.passed, scenario.trace(result)
