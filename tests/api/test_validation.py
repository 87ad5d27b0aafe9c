"""Is this edit sound? Asked over HTTP, checked in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.data.files import data_root
from api import checking
from api.resources import validation
from tests.api.conftest import Asker

URL = "/v1/wotr2/validate"
NEW = "rules/wotr2/terms/new.yaml"
TERM = "- term: new_term\n  type: Number\n  is: {is_}\n  rule: {rule}\n"


def everything() -> dict[Path, float]:
    return {p: p.stat().st_mtime for p in (data_root() / "rules").rglob("*") if p.is_file()}


def new_problems(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(d["code"], d["file"], d["line"]) for d in answer["diagnostics"] if d["file"] == NEW]


def test_no_change_changes_no_outcome(ask: Asker) -> None:
    told = ask.post(URL, {"files": {}}).json
    assert told["scenarios"]["changed"] == []
    assert told["scenarios"]["run"] == ask.get("/v1/wotr2").json["scenarios"]


def test_a_broken_edit_draws_its_diagnostics_in_the_asker_s_language(ask: Asker) -> None:
    before = everything()
    text = TERM.format(is_="nothing_known", rule="battle.attack.at-waar")
    told = ask.post(f"{URL}?lang=it", {"files": {NEW: text}}).json
    assert not told["sound"] and told["scenarios"] is None
    assert {code for code, _, _ in new_problems(told)} == {"unknown-name", "unknown-rule"}
    rule = next(d for d in told["diagnostics"] if d["code"] == "unknown-rule" and d["file"] == NEW)
    assert rule["line"] == 4 and rule["nearest"] == "battle.attack.at-war"
    assert "Forse" in rule["message"]
    assert everything() == before


def test_a_sound_edit_draws_none(ask: Asker) -> None:
    text = TERM.format(is_="5", rule="battle.attack.at-war")
    told = ask.post(URL, {"files": {NEW: text}}).json
    assert new_problems(told) == []
    assert told["scenarios"]["changed"] == []


def test_an_edit_that_changes_outcomes_names_the_examples(ask: Asker) -> None:
    file = "rules/wotr2/actions/move-army.yaml"
    text = (data_root() / file).read_text("utf-8")
    edited = text.replace("that: free_for_armies(to, side)", "that: true")
    assert edited != text
    told = ask.post(URL, {"files": {file: edited}}).json
    changed = told["scenarios"]["changed"]
    assert changed and all(c["before"] != c["after"] for c in changed)
    assert any(c["before"]["verdict"] == "illegal" and c["after"]["verdict"] == "legal" for c in changed)


def test_a_file_may_be_taken_away(ask: Asker) -> None:
    told = ask.post(URL, {"files": {"rules/wotr2/state.yaml": None}}).json
    assert not told["sound"] and told["scenarios"] is None


@pytest.mark.parametrize(
    "path",
    ["../etc/passwd.yaml", "/etc/x.yaml", "rules/../x.yaml", "schema/items.json", "rules/wotr2/x.py", ""],
)
def test_other_files_are_refused(ask: Asker, path: str) -> None:
    response = ask.post(URL, {"files": {path: ""}})
    assert response.status_code == 400
    assert response.json["problems"][0]["code"] == "bad-form"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "- " * 50_000,
        "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{n}: &{n} [{', '.join(['*' + m] * 9)}]\n" for m, n in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        TERM.format(is_="(" * 20_000 + "1" + ")" * 20_000, rule="battle.attack.at-war"),
        TERM.format(is_="9" * 5000, rule="battle.attack.at-war"),
        TERM.format(is_="not " * 30_000 + "true", rule="battle.attack.at-war"),
        "\x00",
        "? [a]\n",
    ],
    ids=["brackets", "dashes", "aliases", "parentheses", "digits", "nots", "nul", "odd-key"],
)
def test_hostile_files_harm_nobody(ask: Asker, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "MOST_SECONDS", 5)
    response = ask.post(URL, {"files": {NEW: text}})
    assert response.status_code in (200, 422)
    assert ask.get("/health").status_code == 200


def test_files_that_take_too_long_are_given_up(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "MOST_SECONDS", 0.01)
    response = ask.post(URL, {"files": {}})
    assert response.status_code == 422
    assert response.json["problems"][0]["code"] == "too-slow"


def test_what_the_process_does_can_be_asked_in_python(ask: Asker) -> None:
    text = TERM.format(is_="true", rule="battle.attack.at-war")
    found = checking.check(data_root(), "wotr2", {NEW: text}, "en")
    told = ask.post(URL, {"files": {NEW: text}}).json
    assert {key: told[key] for key in found} == found
