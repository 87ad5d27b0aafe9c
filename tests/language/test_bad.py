"""Broken rule files, each beside the exact diagnostics it must draw: all of them, in order, to the column."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.data.diagnostic import Diagnostic
from adjudicator.text.diagnostics import sentence
from adjudicator.text.languages import FALLBACK, LANGUAGES
from tests.language.toy import HERE, engine_texts, library, written

CASES = sorted((HERE / "bad").glob("*.yaml"))
PACKAGE = Path(adjudicator.__file__).parent
OTHERS = [language for language in LANGUAGES if language != FALLBACK]

# What loading and validating is made of, and in which argument of which call a code is handed on there.
LOADER = (
    "data/*.py",
    "ruleset/*.py",
    "language/*.py",
    "library.py",
    "text/checks.py",
    "text/rulings.py",
    "text/versions.py",
    "reference/agreement.py",
    "reference/bound_texts.py",
)
REPORTING = {
    **dict.fromkeys(("Diagnostic", "ScriptError", "problem", "unknown", "report", "_here", "_at_key"), 0),
    "ValueProblem": 1,
}


def modules() -> list[Path]:
    return [path for pattern in LOADER for path in sorted(PACKAGE.glob(pattern))]


def handed_on(path: Path) -> Iterator[ast.expr]:
    """Every expression that stands for a code in a call that reports a problem."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            place = REPORTING.get(name or "")
            if place is not None and len(node.args) > place:
                yield node.args[place]


def codes_in_the_source() -> set[str]:
    return {str(e.value) for path in modules() for e in handed_on(path) if isinstance(e, ast.Constant)}


def expectations(path: Path) -> list[dict[str, Any]]:
    expected: list[dict[str, Any]] = written(path)["expect"]
    return expected


def drawn(diagnostic: Diagnostic, languages: list[str]) -> dict[str, Any]:
    """A diagnostic in the form in which cases write it."""
    span, texts = diagnostic.span, engine_texts()
    said = {f"message_{language}": sentence(diagnostic, texts, language) for language in languages}
    near = {} if diagnostic.nearest is None else {"nearest": diagnostic.nearest}
    place = {"file": span.file, "line": span.line, "column": span.column}
    return {**place, "code": diagnostic.code, **said, **near}


def test_the_rule_set_all_cases_start_from_is_without_problems() -> None:
    built = library({})
    assert built.problems == []
    assert list(built.rules) == ["toy"]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_broken_rule_file_draws_exactly_these_diagnostics(path: Path) -> None:
    expected = expectations(path)
    languages = [language for language in LANGUAGES if f"message_{language}" in expected[0]]
    found = [drawn(diagnostic, languages) for diagnostic in library(written(path)["files"]).problems]
    assert found == expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_a_diagnostic_points_at_is_there(path: Path) -> None:
    """The line exists and is reached by the column; where something is missing it may be just behind it."""
    files = written(path)["files"]
    for expected in expectations(path):
        text = files.get(expected["file"])
        if isinstance(text, str) and (expected["line"], expected["column"]) != (1, 1):
            line = text.split("\n")[expected["line"] - 1]
            assert expected["column"] <= len(line) + (expected["code"] == "syntax-incomplete")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_named_after_a_code_it_draws(path: Path) -> None:
    codes = {expected["code"] for expected in expectations(path)}
    assert any(path.stem == code or path.stem.startswith(f"{code}-") for code in codes | {"many-codes"})


def test_every_code_of_the_source_has_a_case() -> None:
    assert codes_in_the_source() - {e["code"] for path in CASES for e in expectations(path)} == set()


def test_every_code_of_a_case_is_in_the_source() -> None:
    assert {e["code"] for path in CASES for e in expectations(path)} - codes_in_the_source() == set()


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_a_code_is_written_out_or_only_passed_on(path: Path) -> None:
    """So that looking through the source finds every code there is."""
    for e in handed_on(path):
        passed_on = (isinstance(e, ast.Name) and e.id == "code") or (
            isinstance(e, ast.Attribute) and e.attr == "code"
        )
        assert isinstance(e, ast.Constant) or passed_on, ast.unparse(e)


def test_every_code_of_the_source_has_a_sentence_in_every_language() -> None:
    texts = engine_texts()
    for language in LANGUAGES:
        assert codes_in_the_source() - texts.texts("diagnostics", "", language).keys() == set(), language


def test_there_are_enough_cases_and_enough_of_them_in_four_languages() -> None:
    translated = [p for p in CASES if all(f"message_{o}" in e for e in expectations(p) for o in OTHERS)]
    assert len(CASES) >= 60
    assert len(translated) >= 10
