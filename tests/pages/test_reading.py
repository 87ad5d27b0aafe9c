"""Pages for looking things up: all of them, in every language, whole and reachable."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from flask import Flask

from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from tests.pages.conftest import Browser
from tests.pages.reader import Page

PAGES = [
    "",
    "/search?q=ring",
    "/wotr2",
    "/wotr2/rules",
    "/wotr2/rules/battle",
    "/wotr2/rules/siege?beside=pl",
    "/wotr2/editions/wotr1",
    "/wotr2/rules/battle.attack.at-war",
    "/wotr2/search?q=siege",
    "/wotr2/search",
    "/wotr2/terms",
    "/wotr2/terms/army",
    "/wotr2/items",
    "/wotr2/items/Region",
    "/wotr2/items/Region?nation=gondor",
    "/wotr2/items/Region/dol-amroth",
    "/wotr2/rulings",
    "/wotr2/setups",
    "/wotr2/setups/start",
    "/wotr2/components",
    "/wotr1/rules/battle.attack.at-war",
    "/meq",
    "/meq/rules",
    "/meq/setups/start",
    "/knizia",
    "/knizia/rules",
    "/knizia/components",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_sound_in_every_language(browser: Browser, address: str, language: str) -> None:
    page = browser.open(f"/{language}{address}")
    assert page.one("html").attributes["lang"] == language
    assert page.one("h1").text.strip() and page.one("title").text.strip()
    assert not page.inline
    assert len(page.ids) == len(set(page.ids))
    for landmark in ("header", "main", "footer"):
        page.one(landmark)
    assert page.links[0] == "#main"  # the first thing a keyboard reaches leads past the rest
    assert not re.search(r"\bpages\.[a-z]", page.one("body").text)  # a text that is missing shows its key
    _check_labels(page)
    _check_headings(page)


def _check_labels(page: Page) -> None:
    labelled = {label.attributes.get("for") for label in page.all("label")}
    for tag in ("input", "select", "textarea"):
        for field in page.all(tag):
            named = field.attributes.get("id") in labelled or "aria-label" in field.attributes
            assert named or field.attributes.get("type") == "hidden", field
    for nav in page.all("nav"):
        assert nav.attributes.get("aria-label"), nav
    for link in page.all("a"):
        assert link.text.strip() or link.attributes.get("aria-label"), link


def _check_headings(page: Page) -> None:
    """No level is left out on the way down."""
    levels = [int(e.tag[1]) for e in page.elements if re.fullmatch("h[1-6]", e.tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels


def test_the_language_switch_leads_to_the_same_page(browser: Browser) -> None:
    page = browser.open("/it/wotr2/items/Region?nation=gondor")
    switched = {
        e.attributes["hreflang"]: e.attributes["href"] for e in page.all("a") if "hreflang" in e.attributes
    }
    assert switched["pl"] == "/pl/wotr2/items/Region?nation=gondor"


def test_a_stranger_is_led_to_his_language(app: Flask) -> None:
    for accepted, language in (("pl-PL,en;q=0.5", "pl"), ("de", "en"), ("", "en")):
        response = app.test_client().get("/", headers={"Accept-Language": accepted})
        assert response.status_code == 302 and response.headers["Location"] == f"/{language}"


def crawl(browser: Browser, language: str, ruleset: str) -> Iterator[tuple[str, str]]:
    """Every page of a rule set that links lead to, with its text."""
    start = f"/{language}/{ruleset}"
    waiting, seen = [start], {start}
    while waiting:
        address = waiting.pop()
        html = browser.html(address)
        yield address, html
        for link in re.findall(r'(?:href|action)="([^"]+)"', html):
            target = urldefrag(link.replace("&amp;", "&")).url
            below = urlsplit(target).path.startswith(f"{start}/") or target == start
            if below and target not in seen and "?" not in target:
                seen.add(target)
                waiting.append(target)


def test_no_link_of_a_rule_set_is_dead(browser: Browser, library: Library) -> None:
    """From its home every rule, word and thing of a game is reached, and nothing that is not there."""
    rule_set = library.rules["knizia"].rule_set
    visited, outside = set(), set()
    for address, html in crawl(browser, "fr", "knizia"):
        visited.add(address)
        page = Page.read(html)
        for link in page.links:
            if link.startswith("#"):
                assert link[1:] in page.ids, (address, link)
            elif not urljoin(address, link).startswith("/fr/knizia"):
                outside.add(urldefrag(link).url)
    assert {f"/fr/knizia/rules/{id_}" for id_ in rule_set.reference} <= visited
    assert {f"/fr/knizia/items/Card/{id_}" for id_ in rule_set.program.items["Card"]} <= visited
    assert {f"/fr/knizia/terms/{id_}" for id_ in library.catalog.glossary(["knizia"], "fr")} <= visited
    for link in sorted(outside):
        assert link.startswith("/") and not link.startswith("//"), link
        if "/knizia/" not in link:  # the same pages in other languages are tested above
            response = browser.app.test_client().get(link)
            assert response.status_code == 200, link
            response.close()


@pytest.mark.long
@pytest.mark.parametrize("ruleset", ["wotr2", "wotr1", "meq"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_link_of_any_rule_set_is_dead(browser: Browser, ruleset: str, language: str) -> None:
    for _, html in crawl(browser, language, ruleset):
        Page.read(html)


def test_no_style_or_script_is_large_and_none_comes_from_elsewhere(browser: Browser) -> None:
    page, weight = browser.open("/en/wotr2/rules/battle"), 0
    loaded = [e.attributes["href"] for e in page.all("link")]
    loaded += [e.attributes["src"] for e in page.elements if "src" in e.attributes]
    for address in loaded:
        assert address.startswith("/static/")
        response = browser.app.test_client().get(address)
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        weight += len(response.data)
        response.close()
    assert len(loaded) >= 3 and weight < 60_000


def test_a_page_is_not_sent_twice_to_the_same_reader(app: Flask) -> None:
    for address in ("/it/wotr2/rules/battle", "/it/wotr2/search?q=assedio"):
        first = app.test_client().get(address)
        again = app.test_client().get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304 and not again.data
        assert "max-age" in first.headers["Cache-Control"]
        assert first.headers["Content-Language"] == "it"
