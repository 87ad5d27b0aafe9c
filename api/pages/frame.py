"""What every page is written with: its texts, its links, its game, and the ways to send it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, render_template, request, url_for

from adjudicator.reference.titles import title
from adjudicator.text.languages import LANGUAGES, labelled, language_name
from api.keeping import Store
from api.languages import language
from api.pages import chapters
from api.responses import keepable
from api.service import Service, Written, service

PAGES = "pages"  # the blueprint above all pages
BESIDE = "beside"  # in the query of a chapter: the language to read it in as well
_STORE = "adjudicator-pages"
_KEPT = 2048  # pages; there are more in four languages, but most readers want the same few hundred
_FOREVER = "public, max-age=31536000, immutable"  # the address of a static file has its version in it


def install(app: Flask) -> None:
    found: Service = app.extensions["adjudicator"]
    app.extensions[_STORE] = Store(_KEPT, found.version)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(context)
    app.after_request(_keep_static)


# ---------------------------------------------------------------------- sending


def html(template: str, /, *, status: int = 200, **values: Any) -> Response:
    """A page in the reader's language that answers just this request."""
    response = Response(render_template(template, **values), status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    return response


def kept(template: str, make: Callable[[], dict[str, Any]], by: Collection[str] = ()) -> Response:
    """A page to look something up: written once, tagged, 304 for a reader who has it.

    What it says depends on its address and the content version alone. Of a query it depends too; pages are
    kept for the parameters named in `by` and written anew for any other.
    """

    def write() -> bytes:
        return render_template(template, **make()).encode()

    store: Store = current_app.extensions[_STORE]
    if not set(request.args) <= set(by):
        return _tagged(store.written(write()))
    place = sorted((request.view_args or {}).items())
    return _tagged(store.get((request.endpoint, language(), *place, *request.args.items(multi=True)), write))


def _tagged(page: Written) -> Response:
    return keepable(Response(page.body, mimetype="text/html"), page.etag)


# ---------------------------------------------------------------------- what templates know


def context() -> dict[str, Any]:
    """What templates know without being told."""
    return {
        "t": text,
        "language": language(),
        "languages": LANGUAGES,
        "language_name": language_name,
        "labelled": lambda label, told: labelled(label, told, language()),
        "ruleset": ruleset(),
        "title_of": title_of,
        "chapters": lambda: chapters.of(language(), ruleset() or ""),
        "url": url,
        "asset": asset,
        "in_language": in_language,
        "version": service().version,
    }


def ruleset() -> str | None:
    """The rule set of the page that is being written, where there is one of that name."""
    named = (request.view_args or {}).get("ruleset")
    return named if named in service().library.rules else None


def title_of(id_: str) -> str:
    """What a rule set is called in the reader's language."""
    return title(service().library.rules[id_].rule_set.info, language())


def text(key: str, /, **values: Any) -> str:
    """A text of `locales/*/interface.yaml` in the reader's language: `t("pages.search.label")`."""
    return service().library.catalog.say("interface", key, language(), values)


def url(page: str, /, **values: Any) -> str:
    """The address of a page, `url("rules.show", id_="a.b")`: same language, same rule set if not said."""
    endpoint = f"{PAGES}.{page}"
    if "language" not in values:
        values["language"] = language()
    if "ruleset" not in values and "ruleset" in _arguments(endpoint):
        values["ruleset"] = (request.view_args or {}).get("ruleset")
    return url_for(endpoint, **values)


def in_language(other: str) -> str:
    """The page that is being written, in another language."""
    endpoint = request.endpoint or ""
    if not endpoint.startswith(f"{PAGES}."):
        return url("start.show", language=other)
    asked = request.args.to_dict(flat=False) if request.method == "GET" else {}
    if asked.get(BESIDE) == [other]:  # who reads two languages side by side goes on reading both
        asked[BESIDE] = [language()]
    place: dict[str, Any] = {**asked, **(request.view_args or {}), "language": other}
    return url_for(endpoint, **place)


def asset(name: str) -> str:
    """The address of a static file; it changes with the content, so that a browser may keep it for ever."""
    return url_for("static", filename=name, v=_digest(Path(current_app.static_folder or "") / name))


@lru_cache(maxsize=256)
def _digest(file: Path) -> str:
    return hashlib.blake2b(file.read_bytes(), digest_size=6).hexdigest()


@lru_cache(maxsize=1024)
def _arguments(endpoint: str) -> frozenset[str]:
    """The names in the address of an endpoint."""
    return frozenset(a for rule in current_app.url_map.iter_rules(endpoint) for a in rule.arguments)


def _keep_static(response: Response) -> Response:
    if request.endpoint == "static" and request.args.get("v") and response.status_code in (200, 304):
        response.headers["Cache-Control"] = _FOREVER
    return response
