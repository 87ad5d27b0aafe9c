"""How many moves are legal at sixty fixed positions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.engine.position import complete, status
from adjudicator.referee import Referee
from tests.games.counting import FILE, POSITIONS, counted

ENTRIES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))


def test_there_are_sixty_positions_with_moves_of_many_kinds() -> None:
    assert len(ENTRIES) >= POSITIONS
    listed = {action for entry in ENTRIES for action in entry["moves"]}
    assert len(listed) >= 18


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_the_legal_moves_are_as_many_as_ever(wotr2: Referee, number: int) -> None:
    position, problems = complete(wotr2.rules, ENTRIES[number]["position"])
    assert not problems and not status(wotr2.rules, position)
    assert counted(wotr2.rules, position) == ENTRIES[number]["moves"]
