"""The reference on the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main
from adjudicator.text.languages import LANGUAGES


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_answers_in_the_reader_s_language(language: str) -> None:
    result = ask("search", "sortita", "--ruleset", "wotr2", "--lang", language)
    assert result.exit_code == 0
    assert "1. siege.sortie" in result.output


def test_search_gives_json_to_programs() -> None:
    result = ask("search", "stacking", "limit", "--ruleset", "wotr2", "--kind", "limit", "--json")
    data = json.loads(result.output)
    assert data["query"] == "stacking limit"
    assert {hit["kind"] for hit in data["hits"]} == {"limit"}


def test_finding_nothing_exits_with_one() -> None:
    result = ask("search", "xqzvkw", "--lang", "en")
    assert result.exit_code == 1
    assert "Nothing was found" in result.output


def test_searching_an_unknown_rule_set_exits_with_two() -> None:
    assert ask("search", "siege", "--ruleset", "wotr3").exit_code == 2


def test_a_term_is_found_by_what_people_call_it() -> None:
    result = ask("term", "chef", "--ruleset", "wotr2", "--lang", "fr")
    assert result.output.startswith("officier  [leader]")


def test_a_term_that_is_not_known_exits_with_one() -> None:
    assert ask("term", "xqzvkw").exit_code == 1


def test_a_thing_is_looked_up_under_the_name_its_rule_set_gives() -> None:
    result = ask("region", "minas", "tirit", "--lang", "it")
    assert result.exit_code == 0
    assert result.output.startswith("Minas Tirith  [Region minas-tirith, wotr2]")


def test_a_thing_is_looked_up_by_its_kind() -> None:
    assert json.loads(ask("item", "Hero", "thalin", "--json").output)["ruleset"] == "meq"


def test_an_unknown_kind_exits_with_two_and_names_the_nearest() -> None:
    result = ask("item", "Regon", "moria", "--lang", "en")
    assert result.exit_code == 2
    assert "“Region”" in result.output


def test_an_unknown_thing_exits_with_one() -> None:
    assert ask("region", "xqzvkw").exit_code == 1


def test_lookups_are_listed_among_the_commands() -> None:
    listed = ask("--help").output
    assert "  region " in listed
    assert "  card " in listed


def test_a_rule_is_shown_in_all_languages() -> None:
    output = ask("rule", "wotr2", "siege.sortie", "--lang", "en", "--all").output
    assert "it: Sortita" in output
    assert "siege.sortie.attack" in output


def test_an_unknown_rule_exits_with_two() -> None:
    result = ask("rule", "wotr2", "siege.sorti", "--lang", "en")
    assert result.exit_code == 2
    assert "siege.sortie" in result.output


def test_two_languages_are_compared() -> None:
    output = ask("compare", "wotr2", "pl", "siege.sortie", "--lang", "it").output
    assert "wotr2 it: Sortita" in output
    assert "wotr2 pl: Wypad wojsk oblężonych" in output


def test_two_editions_are_compared() -> None:
    output = ask("compare", "wotr2", "wotr1", "hunt.pool", "--lang", "en").output
    assert "hunt.pool.refill-no-removed" in output
    assert "1 of " in output


def test_comparing_an_unknown_rule_exits_with_two() -> None:
    assert ask("compare", "wotr2", "wotr1", "nothing.here").exit_code == 2
