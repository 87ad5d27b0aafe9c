"""Somebody with a browser: a phone or a desk, a language, with or without JavaScript."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

PHONE = "phone"
DESK = "desk"
SIZES: dict[str, dict[str, Any]] = {
    PHONE: {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    DESK: {"viewport": {"width": 1280, "height": 900}},
}
_PATIENCE = 5_000  # milliseconds for anything to appear


@dataclass
class Visitor:
    """A page and everything that went wrong on it; `leave` tells."""

    page: Page
    site: str
    language: str
    wrong: list[str] = field(default_factory=list)

    @classmethod
    def comes(
        cls, browser: Browser, site: str, language: str, size: str, *, scripts: bool, dark: bool, **more: Any
    ) -> Visitor:
        context = browser.new_context(
            **SIZES[size],
            locale=language,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(_PATIENCE)
        visitor = cls(context.new_page(), site, language)
        visitor.page.on("console", visitor._console)
        visitor.page.on("pageerror", lambda error: visitor.wrong.append(f"script: {error}"))
        visitor.page.on("request", visitor._request)
        visitor.page.on("response", visitor._response)
        return visitor

    def _console(self, message: ConsoleMessage) -> None:
        # What the content security policy forbids is told here as well.
        if message.type in ("error", "warning"):
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.site, "data:")):
            self.wrong.append(f"asked somebody else: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status}: {response.url}")

    def open(self, path: str) -> None:
        """Open a page of the reader's language; a path with another beginning is taken as it is."""
        self.page.goto(path if path.startswith("http") else f"{self.site}/{self.language}{path}")
        self.look()

    def look(self) -> None:
        """What holds on every page: one heading, the right language, nothing beyond the screen's edge."""
        self.page.wait_for_load_state()
        assert self.page.locator("h1").count() == 1, self.page.url
        assert self.page.locator("html").get_attribute("lang") == self.language, self.page.url
        wide, screen = self.width()
        assert wide <= screen, f"{self.page.url} is {wide} pixels wide on a screen of {screen}"

    def width(self) -> tuple[int, int]:
        """How wide the page is, and how wide the screen."""
        box = self.page.locator("html").evaluate("e => [e.scrollWidth, e.clientWidth]")
        return box[0], box[1]

    def stay(self) -> None:
        """Mark the page; `stayed` tells whether it is still the same one."""
        self.page.evaluate("window.stayed = true")

    def stayed(self) -> bool:
        return bool(self.page.evaluate("window.stayed === true"))

    def leave(self) -> None:
        self.page.context.close()
        assert not self.wrong, self.wrong
