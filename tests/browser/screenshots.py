"""Pictures of the main pages for `docs/screenshots`, as a phone and a desk show them.

python -m tests.browser.screenshots
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.load import HOST
from bench.servers import running, served
from tests.browser.conftest import chromium
from tests.browser.test_asking import FREE, TAKEN, fight, move_on_the_map
from tests.browser.visitor import DESK, PHONE, SIZES, Visitor

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
LARGEST = 200_000  # bytes of a picture
SCALES = {PHONE: 1, DESK: 0.65}

Scene = Callable[[Visitor], None]


def at(path: str) -> Scene:
    return lambda visitor: visitor.open(path)


def searching(visitor: Visitor) -> None:
    visitor.open("")
    visitor.page.locator("#q").press_sequentially("nazgul wlatuje do obleganej twierdzy")
    visitor.page.locator("#found a.hit").first.wait_for()


def legal(visitor: Visitor) -> None:
    move_on_the_map(visitor, FREE)


def illegal(visitor: Visitor) -> None:
    move_on_the_map(visitor, TAKEN)
    visitor.page.locator("#verdict").scroll_into_view_if_needed()


def battle(visitor: Visitor) -> None:
    fight(visitor, ["5 5 1 6", "1 6"])
    visitor.page.locator("#result").scroll_into_view_if_needed()


def odds(visitor: Visitor) -> None:
    fight(visitor, ["5 5 1 6", "1 6"])
    visitor.page.locator(".inputs button[value=odds]").click()
    visitor.page.locator(".odds").wait_for()
    visitor.page.locator(".odds").evaluate("e => e.scrollIntoView()")


# Name, language, dark or light, and how to get there.
SCENES: list[tuple[str, str, bool, Scene]] = [
    ("start", "en", False, at("")),
    ("search", "pl", False, searching),
    ("game", "it", False, at("/wotr2")),
    ("rule", "fr", False, at("/wotr2/rules/movement.limits.stacking")),
    ("rule-dark", "pl", True, at("/wotr2/rules/armies.stacking.limit")),
    ("region", "it", False, at("/wotr2/items/Region/minas-tirith")),
    ("rulings", "en", False, at("/wotr2/rulings")),
    ("map", "it", False, at("/wotr2/map?setup=start")),
    ("legal", "en", False, legal),
    ("illegal", "pl", False, illegal),
    ("battle", "fr", False, battle),
    ("odds", "en", True, odds),
]


def main() -> None:
    path = chromium()
    if path is None:
        raise SystemExit("no chromium here")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with running(served(1)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, language, dark, scene in SCENES:
            for size in SIZES:
                site = f"http://{HOST}:{server.port}"
                scale = {"device_scale_factor": SCALES[size]}
                visitor = Visitor.comes(browser, site, language, size, scripts=True, dark=dark, **scale)
                scene(visitor)
                file = FOLDER / f"{name}-{size}.png"
                visitor.page.screenshot(path=file, animations="disabled")
                visitor.leave()
                large = file.stat().st_size
                print(f"{file.name}: {large // 1000} kB{'' if large < LARGEST else ', too large'}")
        browser.close()


if __name__ == "__main__":
    main()
