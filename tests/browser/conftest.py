"""A real browser at a real server: Debian's chromium, driven by Playwright, at `adjudicator serve`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from bench.load import HOST
from bench.servers import running, served

try:
    from playwright.sync_api import Browser, sync_playwright

    from tests.browser.visitor import Visitor
except ImportError:
    collect_ignore_glob = ["test_*.py"]

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_MISSING = "no chromium here; as root, `apt-get install chromium` brings it"

Comes = Callable[..., "Visitor"]


def chromium() -> str | None:
    """Where this machine has it."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def site() -> Iterator[str]:
    """The address of a server of our own."""
    with running(served(1)) as server:
        yield f"http://{HOST}:{server.port}"


@pytest.fixture
def comes(browser: Browser, site: str) -> Iterator[Comes]:
    """Lets visitors come; when they leave, they tell what went wrong on the way."""
    here: list[Visitor] = []

    def come(language: str, size: str, *, scripts: bool = True, dark: bool = False) -> Visitor:
        here.append(Visitor.comes(browser, site, language, size, scripts=scripts, dark=dark))
        return here[-1]

    yield come
    for visitor in here:
        visitor.leave()
