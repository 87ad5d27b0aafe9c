"""What people at a table stumble over: two languages, long pages, empty fields, a keyboard, wrong names."""

from __future__ import annotations

import re

import pytest

from adjudicator.text.languages import LANGUAGES, labelled
from tests.pages.asking import Table
from tests.pages.conftest import Browser

HUNT = "/it/wotr2/questions/hunt"


def test_a_french_colon_has_its_space() -> None:
    told = {language: labelled("a", "b", language) for language in LANGUAGES}
    assert told == {"en": "a: b", "it": "a: b", "pl": "a: b", "fr": "a\u00a0: b"}


def test_moves_and_fields_are_told_with_it(browser: Browser) -> None:
    address = "wotr2/rules/movement.limits.stacking"
    assert "déplacer une armée\u00a0: territoire" in browser.html(f"/fr/{address}")
    assert "muovere un Esercito: regione" in browser.html(f"/it/{address}")
    keys = [span.text for span in browser.open("/fr/wotr2/setups/start").all("span")]
    assert "Dale\u00a0: " in keys


@pytest.mark.parametrize(("reader", "other"), [("it", "pl"), ("pl", "fr")])
def test_who_reads_two_languages_changes_sides_and_keeps_both(
    browser: Browser, reader: str, other: str
) -> None:
    links = browser.open(f"/{reader}/wotr2/rules/siege?beside={other}").links
    assert f"/{other}/wotr2/rules/siege?beside={reader}" in links
    assert f"/en/wotr2/rules/siege?beside={other}" in links


def test_rulings_begin_with_their_questions_and_say_which_are_open(browser: Browser) -> None:
    page = browser.open("/pl/wotr2/rulings")
    points = [e.attributes["id"] for e in page.all("section") if "point" in e.attributes.get("class", "")]
    assert len(points) > 20
    assert [link[1:] for link in page.links if link[:1] == "#" and link != "#main"] == points
    marked = [e for e in page.all("span") if e.text == "nierozstrzygnięte" and "ol" in e.inside]
    without = [e for e in page.all("span") if e.attributes.get("class") == "chip open" and "p" in e.inside]
    assert len(marked) == len(without) > 0


def test_a_number_left_out_is_missing_and_not_misspelt(browser: Browser) -> None:
    table = Table(browser.app).open(HUNT).send(422, deed="ask", i__shadow_dice="")
    assert table.wrong == ["Questo è ancora da indicare."]
    field = re.search(r'<input id="i-shadow_dice"[^>]*>', table.page)
    assert (
        field and 'aria-invalid="true"' in field[0] and 'aria-describedby="i-shadow_dice-wrong"' in field[0]
    )
    assert 'id="i-shadow_dice-wrong"' in table.page


def test_a_number_misspelt_is_shown_as_it_was_typed(browser: Browser) -> None:
    table = Table(browser.app).open(HUNT).send(422, deed="ask", i__shadow_dice="tre")
    assert table.wrong == ["“tre” non è un numero intero."]
    assert table.value("i/shadow_dice") == "tre"


def test_the_steps_begin_with_what_happens_and_not_with_laying_out_the_pieces(browser: Browser) -> None:
    table = Table(browser.app).open(HUNT).send(deed="ask", i__shadow_dice="3")
    first = re.search(r'<ol class="log">\s*<li class="(\w+)">', table.page)
    assert first and first[1] == "rule"
    opened = Table(browser.app).open(table.link)
    assert re.search(r'<ol class="log">\s*<li class="rule">', opened.page)


@pytest.mark.parametrize("address", ["map?setup=start", "ask"])
def test_a_keyboard_need_not_go_through_every_place(browser: Browser, address: str) -> None:
    page = browser.open(f"/en/wotr2/{address}")
    places = [n for n, e in enumerate(page.elements) if "data-place" in e.attributes]
    over = next(n for n, e in enumerate(page.elements) if e.attributes.get("href") == "#after-map")
    behind = next(n for n, e in enumerate(page.elements) if e.attributes.get("id") == "after-map")
    assert len(places) > 100 and over < places[0] and places[-1] < behind


def test_a_wrong_name_leads_to_a_game_or_a_rule_by_what_it_says(browser: Browser) -> None:
    game = browser.open("/it/wotr3", 404)
    assert "La Guerra dell'Anello, seconda edizione" in [a.text for a in game.all("a")]
    rule = browser.open("/pl/wotr2/rules/battle.atack.at-war", 404)
    assert any(a.text.startswith("Rozpocząć bitwę może") for a in rule.all("a"))


def test_what_one_game_does_not_know_can_be_looked_for_in_all(browser: Browser) -> None:
    assert "/fr/search?q=xyzzyq" in browser.open("/fr/wotr2/search?q=xyzzyq").links
    assert "/fr/search?q=xyzzyq" not in browser.open("/fr/search?q=xyzzyq&kind=rule").links
