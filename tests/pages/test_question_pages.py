"""Ready-made questions as forms: filled in, mistaken, answered with dice reported or rolled, odds."""

from __future__ import annotations

import html
import re

import pytest

from adjudicator.engine.foresight import CHANCE, CHOICE, foreseen
from adjudicator.engine.questions import QuestionError, resolve
from adjudicator.language.runtime import RuleFault
from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from tests.pages.asking import Table
from tests.pages.conftest import Browser

ROUND = "/en/wotr2/questions/battle-round"
BATTLE = {"i__site": "dale", "i__attackers__sauron-regular": "4", "i__defenders__north-regular": "2"}


@pytest.fixture
def table() -> Table:
    return Table.of()


@pytest.fixture
def wotr2(browser: Browser) -> Table:
    return Table(browser.app)


def _reported(table: Table) -> dict[str, str]:
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", table.page.partition('class="facts report"')[2])
    return {html.unescape(name): html.unescape(value) for name, value in found}


def test_the_form_is_made_from_the_questions_description(table: Table) -> None:
    table.open("/en/toy/questions/fight")
    assert table.value("i/site") == "mill"
    assert table.value("i/attacker") == ""


def test_a_missing_input_is_named_beside_its_field_and_the_rest_is_kept(table: Table) -> None:
    table.open("/it/toy/questions/fight").send(422, deed="ask", i__site="lake")
    assert table.wrong == ["Questo è ancora da indicare."]
    assert table.value("i/site") == "lake"


def test_what_the_question_asks_next_is_asked_and_then_the_result_is_told(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="ask", i__site="gate", i__attacker="red")
    assert table.page.count('class="die"') == 1
    table.send(deed="answer", a__die__0="6")
    assert list(_reported(table).values()) == ["4"]
    table.send(deed="back")
    assert table.page.count('class="die"') == 1
    table.send(deed="answer", a__typed="3")
    assert list(_reported(table).values()) == ["3"]


def test_with_other_inputs_earlier_dice_count_no_more(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="ask", i__site="gate", i__attacker="red")
    table.send(deed="answer", a__typed="3").send(deed="ask", i__site="tower", i__attacker="blue")
    assert table.page.count('class="die"') == 1 and not _reported(table)


def test_the_service_rolls_what_the_table_does_not(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="chance-all", i__site="gate", i__attacker="red")
    assert list(_reported(table).values()) in (["3"], ["4"])


def test_odds_are_a_table_with_exact_fractions(table: Table) -> None:
    table.open("/en/toy/questions/fight").send(deed="odds", i__site="gate", i__attacker="red")
    rows = re.findall(
        r'<th scope="row">(.*?)</th>.*?class="number">(.*?)</td><td class="fraction">(.*?)<', table.page, re.S
    )
    assert rows == [("3", "83.33 %", "5/6"), ("4", "16.67 %", "1/6")]
    assert 'class="part" width="83.33"' in table.page and "3.17 on average" in table.text


def test_percentages_are_written_as_the_language_writes_them(table: Table) -> None:
    table.open("/fr/toy/questions/fight").send(deed="odds", i__site="gate", i__attacker="red")
    assert "83,33 %" in table.text


def test_plus_and_minus_work_without_a_script(wotr2: Table) -> None:
    wotr2.open(ROUND).send(step="i/attackers/sauron-regular:+1:0", **BATTLE)
    assert wotr2.value("i/attackers/sauron-regular") == "5"
    wotr2.send(step="i/attackers/sauron-elite:-1:0", **{**BATTLE, "i__attackers__sauron-elite": "0"})
    assert wotr2.value("i/attackers/sauron-elite") == "0"


def test_a_battle_round_with_the_dice_of_the_table_is_told_step_by_step(wotr2: Table) -> None:
    wotr2.open(ROUND).send(deed="ask", **BATTLE)
    assert wotr2.page.count('class="die"') == 4
    wotr2.send(deed="answer", a__typed="2 5 5 6").send(deed="answer", a__typed="1, 6")
    assert _reported(wotr2)["Hits by the defender"] == "1"
    assert "/en/wotr2/rules/battle.combat-roll.dice" in wotr2.page


def test_choices_are_asked_when_nobody_else_is_to_make_them(wotr2: Table) -> None:
    wotr2.open(ROUND).send(deed="ask", shown="policies", **{**BATTLE, "i__attackers__sauron-elite": "1"})
    wotr2.send(deed="answer", a__typed="1 1 1 1 1").send(deed="answer", a__typed="6 6")
    assert 'type="radio" name="a"' in wotr2.page


def test_more_than_the_box_holds_is_answered_not_crashed_upon(wotr2: Table) -> None:
    wotr2.open(ROUND).send(422, deed="ask", **{**BATTLE, "i__attackers__sauron-regular": "400"})
    assert wotr2.wrong and wotr2.value("i/attackers/sauron-regular") == "400"


def test_an_unknown_question_is_a_page_with_the_nearest_name(browser: Browser) -> None:
    assert "battle-round" in browser.html("/en/wotr2/questions/batle-round", 404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_every_game_has_a_form_in_every_language(
    browser: Browser, library: Library, language: str
) -> None:
    for name, rules in library.rules.items():
        index = browser.open(f"/{language}/{name}/questions")
        for id_ in rules.program.questions:
            address = f"/{language}/{name}/questions/{id_}"
            assert address in index.links
            page = browser.open(address)
            names = {e.attributes.get("name", "") for e in page.elements}
            shown = {e.attributes["value"] for e in page.elements if e.attributes.get("name") == "shown"}
            for wanted in rules.program.questions[id_].inputs:
                own = f"i/{wanted}"
                assert own in names or own in shown or any(n.startswith(f"{own}/") for n in names), (
                    address,
                    wanted,
                )
            assert not page.inline and len(page.ids) == len(set(page.ids))


def test_every_question_answers_something_when_asked_empty(browser: Browser, library: Library) -> None:
    for name, rules in library.rules.items():
        for id_ in rules.program.questions:
            for deed in ("ask", "chance-all", "odds"):
                response = browser.app.test_client().post(f"/en/{name}/questions/{id_}", data={"deed": deed})
                assert response.status_code in (303, 422), (name, id_, deed)
                if response.status_code == 303:
                    followed = browser.app.test_client().get(response.headers["Location"])
                    assert followed.status_code in (200, 422), (name, id_, deed)


def test_dice_are_offered_only_where_dice_can_fall(wotr2: Table) -> None:
    assert 'value="odds"' in wotr2.open(ROUND).page and 'value="chance-all"' in wotr2.page
    assert 'name="policies"' in wotr2.page
    assert 'value="odds"' not in wotr2.open("/en/wotr2/questions/victory-check").page
    assert 'name="policies"' not in wotr2.page


def test_foresight_is_never_surprised(library: Library) -> None:
    """What the worked examples of a question come to was foreseen."""
    met = 0
    for rules in library.rules.values():
        for example in rules.rule_set.scenarios.values():
            asked = example.data.get("given", {})
            if asked.get("question") not in rules.program.questions:
                continue
            try:
                result = resolve(rules, asked["question"], asked.get("inputs", {}), choose=False)
            except (QuestionError, RuleFault):
                continue  # an example of a question that is refused
            if result.pending is not None:
                met += 1
                wanted = CHANCE if result.pending.chance else CHOICE
                assert wanted in foreseen(rules, asked["question"]), example.id
    assert met > 20
