"""Lists on the command line, and recording what translations were made from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.data.files import data_root
from adjudicator.text.languages import LANGUAGES

TOY = Path(__file__).parents[1] / "language" / "base"


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_id_finds_its_card_and_no_other_of_a_like_name(language: str) -> None:
    data = json.loads(ask("card", "elven-cloaks", "--lang", language, "--json").output)
    assert (data["ruleset"], data["id"]) == ("wotr2", "elven-cloaks")


def test_the_lower_half_of_a_card_is_looked_up_like_a_card() -> None:
    assert ask("card", "scouts", "--lang", "it").output.startswith("Esploratori  [CombatCard scouts, wotr2]")


def test_the_rulings_are_listed_with_the_readings_and_the_reason() -> None:
    result = ask("rulings", "wotr2", "--lang", "pl")
    assert result.exit_code == 0
    assert "> held-by-first-owner:" in result.output
    assert "Dlaczego:" in result.output


def test_only_what_is_open_can_be_listed() -> None:
    data = json.loads(ask("rulings", "knizia", "--open", "--json").output)
    assert data and not any(ruling.get("takes") for ruling in data)


def test_the_box_and_the_setups_are_listed() -> None:
    assert "  9 × Reckless" in ask("components", "meq", "--lang", "en").output
    assert "start" in ask("setup", "wotr2", "--lang", "en").output
    assert "Erebor" in ask("setup", "wotr2", "start", "--lang", "fr").output


def test_an_unknown_setup_is_answered_with_the_nearest() -> None:
    result = ask("setup", "wotr2", "strat", "--lang", "en")
    assert result.exit_code == 2
    assert "start" in result.output


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The toy rule set with everything that `validate` needs."""
    shutil.copytree(TOY, tmp_path, dirs_exist_ok=True)
    shutil.copytree(data_root() / "schema", tmp_path / "schema")
    for language in LANGUAGES:
        for file in (data_root() / "locales" / language).glob("*.yaml"):
            shutil.copy(file, tmp_path / "locales" / language)
    return tmp_path


def test_a_translation_grows_stale_with_its_original_until_it_is_reviewed(root: Path) -> None:
    where = ("--root", str(root))
    assert ask("translated", "toy", *where).exit_code == 0
    assert ask("validate", *where).exit_code == 0
    english = root / "locales/en/toy/rules/rules.yaml"
    english.write_text(english.read_text("utf-8").replace("next door", "nearby"), "utf-8")
    result = ask("validate", "--lang", "it", *where)
    assert result.exit_code == 1
    assert result.output.count("stale-text") == 3
    assert "locales/pl/toy/rules/rules.yaml:6:15" in result.output
    ask("translated", "toy", *where)
    assert ask("validate", *where).exit_code == 1
    assert "march.border" in ask("translated", "toy", "march.border", *where).output
    assert ask("validate", *where).exit_code == 0


def test_an_unknown_id_is_answered_with_the_nearest(root: Path) -> None:
    result = ask("translated", "toy", "march.bordr", "--lang", "en", "--root", str(root))
    assert result.exit_code == 2
    assert "march.border" in result.output
