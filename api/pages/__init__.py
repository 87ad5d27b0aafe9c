"""The pages: one module a family, each with a `blueprint`, all of them below the reader's language.

A family's addresses start after the language: the blueprint of the rules has the prefix `/<ruleset>/rules`
and answers at `/it/<ruleset>/rules`. Its endpoints are named `pages.<family>.<view>`; templates write
`url("<family>.<view>", ...)`, which adds language and rule set of the page that is being written.
"""

from __future__ import annotations

import importlib
import pkgutil

from flask import Blueprint, Flask, g

from adjudicator.text.languages import LANGUAGES
from api.pages import frame, front


def install(app: Flask) -> None:
    """Serve the front door and every family of pages."""
    frame.install(app)
    app.register_blueprint(front.blueprint)
    app.register_blueprint(_pages())


def _pages() -> Blueprint:
    """All families under one name, so that everything which is a page is known by its blueprint."""
    pages = Blueprint(frame.PAGES, __name__, url_prefix=f"/<any({', '.join(LANGUAGES)}):language>")
    pages.url_value_preprocessor(_take_language)
    for module in pkgutil.iter_modules(__path__):
        family = getattr(importlib.import_module(f"{__name__}.{module.name}"), "blueprint", None)
        if isinstance(family, Blueprint) and family is not front.blueprint:
            pages.register_blueprint(family)
    return pages


def _take_language(_endpoint: str | None, values: dict[str, str] | None) -> None:
    """Views need not take the language: everything that speaks asks `api.languages.language()`."""
    if values is not None and "language" in values:
        g.language = values.pop("language")
