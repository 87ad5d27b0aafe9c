"""The data of this checkout are sound: rules, texts and names, in every language."""

from __future__ import annotations

from adjudicator.library import Library


def test_no_file_has_a_problem(library: Library) -> None:
    assert [f"{d.span} {d.code} {d.values}" for d in library.problems] == []


def test_the_four_rule_sets_are_there(library: Library) -> None:
    assert sorted(library.rules) == ["knizia", "meq", "wotr1", "wotr2"]
