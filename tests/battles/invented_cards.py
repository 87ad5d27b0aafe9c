"""A rule set that extends the game by invented Combat cards and nothing else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from adjudicator.data.files import data_root
from adjudicator.engine.rules import Rules
from adjudicator.library import build_library, contents_of

FOLDER = Path(__file__).parent / "invented"


@lru_cache(maxsize=1)
def invented() -> Rules:
    """The rules of the game with the invented cards laid over them."""
    root = data_root()
    game = [(name, text) for name, text in contents_of(root) if name.startswith(("rules/wotr2/", "schema/"))]
    cards = [
        (f"rules/invented/{p.relative_to(FOLDER).as_posix()}", p.read_bytes()) for p in FOLDER.rglob("*.yaml")
    ]
    built = build_library(root, sorted([*game, *cards]))
    wrong = [d for d in built.problems if d.span.file.startswith("rules/")]
    assert not wrong, [f"{d.span} {d.code} {d.values}" for d in wrong[:10]]
    return built.rules["invented"]
