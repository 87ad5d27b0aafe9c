"""The game with invented Combat cards."""

from __future__ import annotations

from pathlib import Path

from adjudicator.engine.rules import Rules
from tests import invented as laid_over


def invented() -> Rules:
    return laid_over.invented(Path(__file__).parent / "invented")
