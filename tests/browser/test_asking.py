"""Asking about moves on the map, resolving a battle round, and coming back by a permanent link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from adjudicator.text.languages import LANGUAGES
from tests.browser.conftest import Comes
from tests.browser.visitor import DESK, PHONE, SIZES, Visitor

MOVE = {"by": "shadow", "action": "move_army", "from": "dol-guldur", "means": "army-die"}
FREE, TAKEN = "southern-mirkwood", "lorien"
ENEMIES = "movement.limits.enemy-units"


def move_on_the_map(visitor: Visitor, to: str) -> None:
    """Say who moves and how, tap where from and where to, and ask; the page is never left."""
    page = visitor.page
    visitor.open("/wotr2/ask")
    visitor.stay()
    for name in ("by", "action", "means"):
        page.locator(f"#m-{name}").select_option(MOVE[name])
        settled(visitor)
    for place in (MOVE["from"], to):
        page.locator(f"[data-place={place}]").first.click()
        settled(visitor)
    expect(page.locator("#m-from")).to_have_value(MOVE["from"])
    expect(page.locator("#m-to")).to_have_value(to)
    page.locator("#m-who-sauron-regular").fill("5")
    page.locator("button[value=ask]").last.click()
    page.locator("#verdict").wait_for()
    assert visitor.stayed()
    visitor.look()


def settled(visitor: Visitor) -> None:
    """Wait until what was chosen has been answered."""
    expect(visitor.page.locator("#asking.busy")).to_have_count(0)


def fight(visitor: Visitor, dice: list[str]) -> None:
    """Four Shadow units against two of the North at Dale, with the dice as they fell."""
    page = visitor.page
    visitor.open("/wotr2/questions/battle-round")
    page.locator("#i-site").select_option("dale")
    for bag, pieces, number in (("attackers", "sauron-regular", 4), ("defenders", "north-regular", 2)):
        field = page.locator(f"#i-{bag}-{pieces}")
        if not field.is_visible():  # the pieces of one side are folded away
            page.locator("details", has=field).locator("summary").click()
        field.fill(str(number))
    page.locator(".inputs button[value=ask]").click()
    for number, faces in enumerate(dice, start=1):
        expect(page.locator(".log .roll")).to_have_count(number - 1)
        page.locator("#a-typed").fill(faces)
        page.locator("#waiting button[value=answer]").click()
    page.locator("#result .report").wait_for()
    visitor.look()


def report(visitor: Visitor) -> list[str]:
    return visitor.page.locator("#result .report dd").all_inner_texts()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_on_the_map_are_judged_with_reasons(comes: Comes, language: str, size: str) -> None:
    """A legal one; then another goal, which is illegal; then what would be legal instead."""
    visitor = comes(language, size)
    page, verdict = visitor.page, visitor.page.locator("#verdict")
    move_on_the_map(visitor, FREE)
    expect(verdict).to_have_class("verdict legal")
    assert verdict.locator(".fails").count() == 0
    assert verdict.locator(".holds").count() > 3
    page.locator(".taps-what a[href='?tap=to']").click()
    settled(visitor)
    page.locator(f"[data-place={TAKEN}]").first.click()
    expect(page.locator("#m-to")).to_have_value(TAKEN)
    page.locator("button[value=ask]").last.click()
    expect(verdict).to_have_class("verdict illegal")
    reason = verdict.locator(f".fails a[href$='/rules/{ENEMIES}']")
    assert reason.get_attribute("href") == f"/{language}/wotr2/rules/{ENEMIES}"
    visitor.look()
    page.locator(".instead a").first.click()
    expect(verdict).to_have_class("verdict legal")
    assert visitor.stayed()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battle_round_comes_out_as_the_dice_fell(comes: Comes, language: str, size: str) -> None:
    visitor = comes(language, size)
    fight(visitor, ["5 5 1 6", "1 6"])
    assert report(visitor)[:2] == ["1", "1"]


def test_a_permanent_link_shows_the_same_to_others(comes: Comes) -> None:
    first = comes("en", DESK)
    move_on_the_map(first, TAKEN)
    link = first.page.locator("#permanent-link").input_value()
    for language in LANGUAGES:
        second = comes(language, PHONE)
        second.open(link.replace("/en/", f"/{language}/", 1))
        assert second.page.locator("section.verdict.illegal").is_visible()
        assert second.page.locator(".compared.same").is_visible()
        assert second.page.locator(f"section.verdict a[href$='/rules/{ENEMIES}']").is_visible()


def test_a_permanent_link_keeps_a_battle_round(comes: Comes) -> None:
    first = comes("pl", PHONE)
    fight(first, ["5 5 1 6", "1 6"])
    link = first.page.locator("#permanent-link").input_value()
    second = comes("pl", DESK)
    second.open(link)
    assert report(second) == report(first)
    assert second.page.locator(".compared.same").is_visible()


def test_a_link_is_copied_by_its_button(comes: Comes) -> None:
    visitor = comes("fr", DESK)
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    move_on_the_map(visitor, FREE)
    visitor.page.locator("[data-copy] button").click()
    told = visitor.page.locator("[data-copy] [role=status]")
    expect(told).to_have_text(told.get_attribute("data-done") or "")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == visitor.page.locator("#permanent-link").input_value()


# ---------------------------------------------------------------------- without JavaScript


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_is_judged_without_scripts(comes: Comes, language: str) -> None:
    visitor = comes(language, PHONE, scripts=False)
    page = visitor.page
    visitor.open("/wotr2/ask")
    page.locator("#m-by").select_option(MOVE["by"])
    page.locator("#m-action").select_option(MOVE["action"])
    keep = page.locator("section p.buttons button[value=keep]").first
    keep.click()
    for name in ("from", "means"):
        page.locator(f"#m-{name}").select_option(MOVE[name])
    page.locator("#m-to").select_option(TAKEN)
    keep.click()
    page.locator("#m-who-sauron-regular").fill("5")
    page.locator("button[value=ask]").last.click()
    visitor.look()
    assert page.locator("#verdict.illegal").is_visible()
    assert page.locator(f"#verdict .fails a[href$='/rules/{ENEMIES}']").is_visible()


def test_a_battle_round_is_resolved_without_scripts(comes: Comes) -> None:
    visitor = comes("it", PHONE, scripts=False)
    fight(visitor, ["5 5 1 6", "1 6"])
    assert report(visitor)[:2] == ["1", "1"]
