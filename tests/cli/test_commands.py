"""The command line: answers in four languages, JSON, and three exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

QUESTION = """
setup: start
changes:
  figures: {north-ithilien: {sauron-regular: 5}, minas-morgul: {nazgul: 1}}
move:
  {action: move_army, by: shadow, from: north-ithilien, to: osgiliath, means: army-die,
   who: {sauron-regular: 5}}
"""
LEGAL = QUESTION.replace("to: osgiliath", "to: dagorlad")
ROUND = """
inputs: {site: osgiliath, attackers: {sauron-regular: 5, nazgul: 2}, defenders: {gondor-regular: 2}}
answers: [{answer: [1, 3, 5, 6, 6]}, {answer: [5, 6]}, {answer: [6, 2]}]
"""


def ask(*arguments: str, question: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=question)


def test_an_illegal_move_exits_with_one_and_names_the_rule() -> None:
    result = ask("verdict", "wotr2", "-", "--lang", "en", question=QUESTION)
    assert result.exit_code == 1
    assert result.output.startswith("ILLEGAL")
    assert "[movement.limits.enemy-units]" in result.output


def test_a_legal_move_exits_with_zero() -> None:
    assert ask("verdict", "wotr2", question=LEGAL).exit_code == 0


def test_a_misspelt_region_exits_with_two_and_offers_the_right_one() -> None:
    question = QUESTION.replace("to: osgiliath", "to: osgiliat")
    result = ask("verdict", "wotr2", "-", "--lang", "it", question=question)
    assert result.exit_code == 2
    assert "osgiliath" in result.output.lower() and "/to" in result.output


WORDS = [("it", "ILLEGALE"), ("pl", "NIEDOZWOLONE"), ("fr", "ILLÉGAL")]


@pytest.mark.parametrize(("language", "word"), WORDS)
def test_the_same_verdict_in_every_language(language: str, word: str) -> None:
    told = ask("verdict", "wotr2", "-", "--lang", language, question=QUESTION)
    data = json.loads(ask("verdict", "wotr2", "-", "--lang", language, "--json", question=QUESTION).output)
    assert told.output.startswith(word)
    assert (data["verdict"], data["because"]) == ("illegal", ["movement.limits.enemy-units"])


def test_an_illegal_move_comes_with_what_would_be_legal() -> None:
    data = json.loads(ask("verdict", "wotr2", "-", "--json", question=QUESTION).output)
    assert {"move_army", "attack"} >= {entry["move"]["action"] for entry in data["instead"]}
    failing = next(c for c in data["conditions"] if c["holds"] is False)
    assert failing["needs"] and failing["facts"]


def test_a_battle_round_counts_reported_dice() -> None:
    data = json.loads(ask("resolve", "wotr2", "battle-round", "-", "--json", question=ROUND).output)
    report = {name: part["value"] for name, part in data["report"].items()}
    assert (report["attacker_hits"], report["defender_hits"]) == (3, 2)


def test_dice_that_were_not_reported_are_asked_for() -> None:
    question = "inputs: {site: dale, attackers: {sauron-regular: 1}, defenders: {north-regular: 1}}"
    data = json.loads(ask("resolve", "wotr2", "battle-round", "-", "--json", question=question).output)
    assert not data["answered"] and data["waiting"]["kind"] == "roll"


def test_odds_add_up_to_one() -> None:
    data = json.loads(ask("odds", "wotr2", "battle-round", "-", "--json", question=ROUND).output)
    assert abs(sum(outcome["decimal"] for outcome in data["outcomes"]) - 1) < 1e-9


def test_explain_shows_the_rules_a_value_rests_on() -> None:
    result = ask("explain", "wotr2", "controller(moria)", "-", "--lang", "en", question="{setup: start}")
    assert result.exit_code == 0 and "capture.at-start" in result.output


def test_explain_answers_a_wrong_expression_with_the_nearest_name() -> None:
    result = ask("explain", "wotr2", "controler(moria)", "-", "--lang", "en", question="{setup: start}")
    assert result.exit_code == 2 and "controller" in result.output


def test_a_position_lists_everything_that_is_inconsistent() -> None:
    question = "{setup: start, changes: {figures: {dale: {north-regular: 12}, bree: {north-leader: 1}}}}"
    result = ask("position", "wotr2", "-", "--json", question=question)
    codes = [p["code"] for p in json.loads(result.output)["inconsistencies"]]
    assert result.exit_code == 1
    assert codes.count("pieces-do-not-add-up") == 1 and codes.count("broken-invariant") == 2


UNREADABLE = ["", "[", "{move: 3}", "{setup: nowhere, move: {}}", "{position: 3, move: {}}"]


@pytest.mark.parametrize("question", UNREADABLE)
def test_a_question_that_cannot_be_read_exits_with_two_and_no_traceback(question: str) -> None:
    result = ask("verdict", "wotr2", question=question)
    assert result.exit_code == 2
    assert "Traceback" not in result.output and result.output.strip()


def test_an_unknown_rule_set_is_answered_with_the_nearest() -> None:
    result = ask("moves", "wort2", "-", "--lang", "en", question="{setup: start}")
    assert result.exit_code == 2 and "wotr2" in result.output


def test_a_file_that_is_not_there_is_a_wrong_question(tmp_path: Path) -> None:
    assert ask("verdict", "wotr2", str(tmp_path / "none.yaml")).exit_code == 2


def test_validate_finds_nothing_in_this_checkout() -> None:
    assert ask("validate").exit_code == 0


def test_validate_of_a_missing_path_exits_with_two() -> None:
    assert ask("validate", "no-such-folder").exit_code == 2


@pytest.mark.parametrize("how", ["text", "json", "github", "sarif"])
def test_validate_speaks_every_format(how: str, tmp_path: Path) -> None:
    (tmp_path / "rules" / "x").mkdir(parents=True)
    (tmp_path / "schema").symlink_to(Path("schema").resolve())
    (tmp_path / "rules" / "x" / "ruleset.yaml").write_text("ruleset: x\nruleset: y\n")
    result = ask("validate", "--root", str(tmp_path), "--format", how)
    assert result.exit_code == 1 and "duplicate-key" in result.output
    if how in ("json", "sarif"):
        json.loads(result.output)


def test_coverage_is_told_for_every_rule_set() -> None:
    reports = json.loads(ask("coverage", "--json").output)
    assert {r["ruleset"] for r in reports} == {"knizia", "meq", "wotr1", "wotr2"}
    assert all(r["texts"]["pl"] == r["entries"] for r in reports)


def test_a_rule_is_told_with_its_sources() -> None:
    result = ask("rule", "wotr2", "siege.attacker-needs-six", "--lang", "fr")
    assert result.exit_code == 0 and "PRZEPROWADZANIE" in result.output
