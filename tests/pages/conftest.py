"""The pages of this checkout, asked for as a browser asks."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from flask import Flask

from adjudicator.library import Library, open_library
from api import create_app
from tests.pages.reader import Page

BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8"


@dataclass
class Browser:
    """Opens pages; every page that is opened is well-formed, and none needs anything inline."""

    app: Flask

    def open(self, address: str, status: int = 200, **headers: str) -> Page:
        return Page.read(self.html(address, status, **headers))

    def html(self, address: str, status: int = 200, **headers: str) -> str:
        asked = {"Accept": BROWSER, **{name.replace("_", "-"): value for name, value in headers.items()}}
        response = self.app.test_client().get(address, headers=asked)
        assert response.status_code == status, (address, response.status_code, response.text[:300])
        assert response.mimetype == "text/html"
        return response.text


@pytest.fixture(scope="session")
def library() -> Library:
    """As it is served, with its version."""
    return open_library()


@pytest.fixture(scope="session")
def app(library: Library) -> Flask:
    return create_app(library)


@pytest.fixture(scope="session")
def browser(app: Flask) -> Browser:
    return Browser(app)
