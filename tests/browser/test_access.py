"""Pages for everybody: labels, headings, contrast, the keyboard. The rules are those of axe-core."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Comes
from tests.browser.visitor import DESK, PHONE, Visitor

PAGES = [
    "",
    "/wotr2",
    "/wotr2/rules",
    "/wotr2/rules/movement.limits.stacking",
    "/wotr2/search?q=nazgul",
    "/wotr2/items/Region",
    "/wotr2/items/Region/dale",
    "/wotr2/terms",
    "/wotr2/rulings",
    "/wotr2/map",
    "/wotr2/ask",
    "/wotr2/questions",
    "/wotr2/questions/battle-round",
]


def violations(visitor: Visitor) -> list[str]:
    found = Axe().run(visitor.page).response["violations"]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['target']}" for v in found]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_keeps_anybody_out(comes: Comes, path: str) -> None:
    visitor = comes("it", PHONE)
    visitor.open(path)
    assert violations(visitor) == []


@pytest.mark.parametrize("path", ["", "/wotr2/rules/movement.limits.stacking", "/wotr2/ask"])
def test_nor_in_the_dark(comes: Comes, path: str) -> None:
    visitor = comes("en", DESK, dark=True)
    visitor.open(path)
    assert violations(visitor) == []


def test_what_keeps_somebody_out_would_be_found(comes: Comes) -> None:
    """The check is there: a field without its label, a heading too deep."""
    visitor = comes("en", DESK)
    visitor.open("/wotr2/rules/movement.limits.stacking")
    visitor.page.evaluate("document.querySelector('label[for=q]').remove()")
    visitor.page.evaluate("document.querySelector('#q').removeAttribute('placeholder')")
    visitor.page.evaluate("document.querySelector('main').append(document.createElement('h6'))")
    visitor.page.evaluate("document.querySelector('h6').textContent = 'deep'")
    assert {v.split(":")[0] for v in violations(visitor)} == {"label", "heading-order"}


def test_the_keyboard_goes_through_a_page_in_the_order_it_is_read(comes: Comes) -> None:
    visitor = comes("en", DESK)
    page = visitor.page
    visitor.open("/wotr2/rules/movement.limits.stacking")
    page.keyboard.press("Tab")
    assert page.locator("a.skip").evaluate("e => e === document.activeElement")
    assert page.locator("a.skip").is_visible()
    places = [_place(visitor)]
    for _ in range(12):
        page.keyboard.press("Tab")
        places.append(_place(visitor))
    assert places == sorted(set(places))


def test_the_skip_link_leads_to_the_text(comes: Comes) -> None:
    visitor = comes("pl", DESK)
    visitor.open("/wotr2")
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    assert visitor.page.evaluate("document.activeElement.id") == "main"


def test_a_place_on_the_map_is_chosen_with_the_keyboard(comes: Comes) -> None:
    visitor = comes("en", DESK)
    visitor.open("/wotr2/ask")
    visitor.page.locator("[data-place=dale]").first.focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.locator("#place h2").wait_for()
    visitor.look()


def _place(visitor: Visitor) -> int:
    """Where the focus stands, counted through the document."""
    return int(visitor.page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
