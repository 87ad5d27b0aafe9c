"""What is wrong is told on a page too, in the reader's language, with the nearest right name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask

from adjudicator.library import Library
from api import create_app
from tests.pages.conftest import BROWSER, Browser

WRONG = [
    ("/pl/wotr2/rules/battle.atack.at-war", "/pl/wotr2/rules/battle.attack.at-war"),
    ("/it/wotr2/items/Region/dol-amrot", "/it/wotr2/items/Region/dol-amroth"),
    ("/it/wotr2/items/Regoin", "/it/wotr2/items/Region"),
    ("/fr/wotr2/terms/armi", "/fr/wotr2/terms/army"),
    ("/en/wotr2/setups/strat", "/en/wotr2/setups/start"),
    ("/en/wotr3/rules", "/en/wotr2/rules"),
]


@pytest.mark.parametrize(("wrong", "right"), WRONG)
def test_a_wrong_name_leads_to_the_nearest(browser: Browser, wrong: str, right: str) -> None:
    page = browser.open(wrong, 404)
    assert page.one("html").attributes["lang"] == wrong[1:3]
    assert page.one("h1").text and not page.inline
    assert right in page.links


def test_an_address_of_nothing_is_a_page_for_a_browser_and_a_document_for_a_program(app: Flask) -> None:
    client = app.test_client()
    for address in ("/it/wotr2/nothing", "/de", "/nothing/at/all"):
        page = client.get(address, headers={"Accept": BROWSER, "Accept-Language": "it"})
        assert page.status_code == 404 and page.mimetype == "text/html" and 'lang="it"' in page.text
        assert "A questo indirizzo non c'è nulla." in page.text.replace("&#39;", "'")
        assert client.get(address).mimetype == "application/problem+json"
    for address in ("/v1/wotr2/nothing", "/v1/wotr2/rules/nothing", "/static/nothing.js"):
        assert client.get(address, headers={"Accept": BROWSER}).mimetype == "application/problem+json"


def test_the_name_that_was_wrong_is_shown_as_text(browser: Browser) -> None:
    page = browser.open("/en/wotr2/rules/<img src=x onerror=alert(1)>", 404)
    assert not page.all("img") and not page.inline


def test_a_damaged_game_does_not_harm_the_others(library: Library) -> None:
    sound = {id_: rules for id_, rules in library.rules.items() if id_ != "meq"}
    damaged = replace(library, rules=sound, broken={"meq": library.rules["meq"].rule_set})
    browser = Browser(create_app(damaged))
    assert "danneggiati" in browser.open("/it/meq/rules", 503).one("h1").text
    for address in ("/it", "/it/search?q=corruzione", "/it/wotr2"):
        assert not any("/meq" in link for link in browser.open(address).links)


def test_a_defect_of_ours_is_a_page_without_a_traceback(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(library)
    monkeypatch.setattr("api.pages.home.home", lambda _at: 1 // 0)
    response = app.test_client().get("/fr/wotr2", headers={"Accept": BROWSER})
    assert response.status_code == 500 and response.mimetype == "text/html"
    assert "ZeroDivision" not in response.text and "Une erreur" in response.text
