"""The invented rule set these tests are about, with files laid over it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from adjudicator.data.diagnostic import Diagnostic
from adjudicator.data.files import data_root
from adjudicator.data.yaml_reader import read
from adjudicator.engine.rules import Rules
from adjudicator.library import Library, build_library, contents_of
from adjudicator.text.catalog import Catalog
from adjudicator.text.diagnostics import sentence
from adjudicator.text.languages import LANGUAGES

HERE = Path(__file__).parent
Overlay = Mapping[str, str | bytes]


@lru_cache(maxsize=1)
def base() -> tuple[tuple[str, bytes], ...]:
    """The files of the clean rule set `toy`, by their names below the root."""
    return tuple(contents_of(HERE / "base"))


@lru_cache(maxsize=1)
def engine_texts() -> Catalog:
    """The sentences of the program itself, as the repository has them."""
    catalog = Catalog()
    for language in LANGUAGES:
        for section in ("diagnostics", "verdicts"):
            name = f"locales/{language}/{section}.yaml"
            assert catalog.add(read((data_root() / name).read_text("utf-8"), name))
    return catalog


def library(overlay: Overlay) -> Library:
    """The base with other files laid over it; the schemas are the project's own."""
    laid = {name: text if isinstance(text, bytes) else text.encode() for name, text in overlay.items()}
    contents = {**dict(base()), **laid}
    return build_library(data_root(), sorted(contents.items()))


def rules(overlay: Overlay, name: str = "toy") -> Rules:
    """A rule set that must load without any problem."""
    built = library(overlay)
    assert not built.problems, [described(d) for d in built.problems]
    return built.rules[name]


def described(diagnostic: Diagnostic, language: str = "en") -> str:
    said = sentence(diagnostic, engine_texts(), language)
    return f"{diagnostic.span} {diagnostic.code}: {said}"


def written(path: Path) -> dict[str, Any]:
    """A case as it is written."""
    content: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return content
