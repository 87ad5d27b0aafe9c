"""Search and glossary: as pages, as parts of pages, as JSON."""

from __future__ import annotations

import pytest
from flask import Flask

from adjudicator.reference.folding import fold
from adjudicator.text.languages import LANGUAGES
from tests.pages.conftest import Browser
from tests.pages.reader import Page


def test_search_finds_the_rule_and_marks_the_words(browser: Browser) -> None:
    page = browser.open("/it/wotr2/search?q=limite+di+ammassamento")
    hits = [e for e in page.all("a") if e.attributes.get("class") == "hit"]
    assert any("armies.stacking" in hit.attributes["href"] for hit in hits[:3])
    assert any("ammassamento" in mark.text for mark in page.all("mark"))
    kept = next(e for e in page.all("input") if e.attributes.get("name") == "q")
    assert kept.attributes["value"] == "limite di ammassamento"


def test_search_over_all_games_names_the_game(browser: Browser) -> None:
    page = browser.open("/en/search?q=corruption")
    games = {e.attributes["href"].split("/")[2] for e in page.all("a") if e.attributes.get("class") == "hit"}
    assert len(games) > 1
    assert "Middle-earth Quest" in page.one("main").text


def test_search_can_be_limited(browser: Browser) -> None:
    page = browser.open("/en/wotr2/search?q=army&kind=term")
    hits = [e.attributes["href"] for e in page.all("a") if e.attributes.get("class") == "hit"]
    assert hits and all("/terms/" in hit for hit in hits)


def test_while_somebody_types_only_the_results_are_sent(browser: Browser) -> None:
    html = browser.html("/pl/wotr2/search?q=twierdza&part=1")
    assert "<html" not in html and "<h1" not in html
    assert Page.read(html).all("mark")


def test_what_was_typed_is_shown_as_text_whatever_it_is(browser: Browser) -> None:
    wild = "<script>alert(1)</script>\"'&"
    for address in ("/en/wotr2/search", "/en/search"):
        response = browser.app.test_client().get(address, query_string={"q": wild})
        page = Page.read(response.text)
        assert not page.inline and not [e for e in page.all("script") if "src" not in e.attributes]
        assert any(e.attributes.get("value") == wild for e in page.all("input"))


def test_nothing_found_is_said(browser: Browser) -> None:
    assert "Nothing was found" in browser.open("/en/wotr2/search?q=zzzzqqqq").one("main").text


def test_a_word_with_a_typing_error_is_told_how_it_was_read(browser: Browser) -> None:
    assert "ammassamento" in browser.open("/it/wotr2/search?q=amassamneto").one("main").text


def test_endless_questions_are_cut(browser: Browser) -> None:
    browser.open("/en/wotr2/search?q=" + "army+" * 500)


# ---------------------------------------------------------------------- JSON


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_service_searches_in_every_language(app: Flask, language: str) -> None:
    found = app.test_client().get(f"/v1/wotr2/search?q=nazgul&lang={language}&most=3").json
    assert 0 < len(found["hits"]) <= 3
    assert found["version"] and all(hit["ruleset"] == "wotr2" for hit in found["hits"])


def test_every_mistake_in_a_search_is_told_at_once(app: Flask) -> None:
    response = app.test_client().get("/v1/wotr2/search?kind=regoin&most=1000")
    assert response.status_code == 400 and response.mimetype == "application/problem+json"
    problems = {problem["parameter"]: problem for problem in response.json["problems"]}
    assert set(problems) == {"q", "kind", "most"}
    assert problems["kind"]["nearest"] == "Region"
    assert app.test_client().get(f"/v1/wotr2/search?q={'a' * 401}").status_code == 400


def test_the_glossary_is_in_the_order_of_the_alphabet(app: Flask) -> None:
    terms = [fold(t["term"]) for t in app.test_client().get("/v1/wotr2/glossary?lang=en").json["terms"]]
    assert terms == sorted(terms) and len(terms) > 100


def test_an_unknown_word_comes_with_the_nearest(app: Flask) -> None:
    response = app.test_client().get("/v1/wotr2/glossary/armi?lang=it")
    assert response.status_code == 404 and response.json["problems"][0]["nearest"] == "army"
