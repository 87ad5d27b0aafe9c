"""Looking a rule up, and reading it in another language."""

from __future__ import annotations

import pytest

from adjudicator.text.languages import LANGUAGES
from tests.browser.conftest import Comes
from tests.browser.visitor import DESK, PHONE, SIZES

QUESTIONS = {
    "en": "stacking limit",
    "it": "limite di ammassamento",
    "pl": "limit oddziałów w regionie",
    "fr": "limite d'empilement",
}
RULE = "armies.stacking"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_found_while_it_is_typed(comes: Comes, language: str, size: str) -> None:
    visitor = comes(language, size)
    page = visitor.page
    visitor.open("/wotr2")
    visitor.stay()
    page.locator("#q").press_sequentially(QUESTIONS[language], delay=5)
    hit = page.locator(f"#found a[href*='{RULE}']").first
    hit.wait_for()
    assert visitor.stayed()
    hit.click()
    page.wait_for_url(f"**/{language}/wotr2/rules/{RULE}*")
    visitor.look()
    assert page.locator("[data-rule] h1").is_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_found_without_scripts(comes: Comes, language: str) -> None:
    visitor = comes(language, PHONE, scripts=False)
    visitor.open("")
    visitor.page.locator("#q").fill(QUESTIONS[language])
    visitor.page.locator("form[role=search] button").click()
    visitor.look()
    visitor.page.locator(f".hits a[href*='/wotr2/rules/{RULE}']").first.click()
    visitor.page.wait_for_url(f"**/{language}/wotr2/rules/{RULE}*")
    visitor.look()


@pytest.mark.parametrize("size", SIZES)
def test_a_rule_is_read_in_all_languages(comes: Comes, size: str) -> None:
    visitor = comes("en", size)
    visitor.open(f"/wotr2/rules/{RULE}")
    heads = {visitor.page.locator("h1").inner_text()}
    for language in LANGUAGES[1:]:
        visitor.page.locator(f".tongues a[hreflang={language}]").click()
        visitor.page.wait_for_url(f"**/{language}/wotr2/rules/{RULE}")
        visitor.language = language
        visitor.look()
        heads.add(visitor.page.locator("h1").inner_text())
    assert len(heads) == len(LANGUAGES)


def test_results_are_reached_with_the_keyboard_alone(comes: Comes) -> None:
    visitor = comes("en", DESK)
    page = visitor.page
    visitor.open("/wotr2")
    page.locator("#q").focus()
    page.keyboard.type(QUESTIONS["en"])
    page.locator("#found a.hit").first.wait_for()
    page.keyboard.press("ArrowDown")
    assert page.locator("#found a.hit").first.evaluate("e => e === document.activeElement")
    page.keyboard.press("Escape")
    assert page.locator("#q").evaluate("e => e === document.activeElement")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/wotr2/rules/**")
    visitor.look()


def test_rules_read_before_are_on_the_start_page(comes: Comes) -> None:
    visitor = comes("it", PHONE)
    visitor.open("")
    assert visitor.page.locator("#recent").is_hidden()
    visitor.open(f"/wotr2/rules/{RULE}")
    visitor.open("")
    assert visitor.page.locator(f"#recent a[href*='{RULE}']").is_visible()
