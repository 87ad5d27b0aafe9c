"""Rule sets that extend a game by invented cards and nothing else."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from adjudicator.data.files import data_root
from adjudicator.engine.rules import Rules
from adjudicator.library import build_library, contents_of


@lru_cache(maxsize=4)
def invented(folder: Path) -> Rules:
    """The rules of the game with the files of a folder laid over them; they must load without a problem."""
    root = data_root()
    game = [(name, text) for name, text in contents_of(root) if name.startswith(("rules/wotr2/", "schema/"))]
    name = _name(folder)
    files = [
        (f"rules/{name}/{p.relative_to(folder).as_posix()}", p.read_bytes()) for p in folder.rglob("*.yaml")
    ]
    built = build_library(root, sorted([*game, *files]))
    wrong = [d for d in built.problems if d.span.file.startswith("rules/")]
    assert not wrong, [f"{d.span} {d.code} {d.values}" for d in wrong[:10]]
    return built.rules[name]


def _name(folder: Path) -> str:
    """The id a rule set gives itself, which is its folder's name among the others."""
    first = (folder / "ruleset.yaml").read_text("utf-8").splitlines()
    return next(line.removeprefix("ruleset: ") for line in first if line.startswith("ruleset: "))
