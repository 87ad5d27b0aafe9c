"""How data become responses: the content version in each, and tags on what a reader may keep."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from api.languages import language
from api.service import Json, dumps, service

_KEEP = "public, max-age=300"


def answer(data: Json) -> Response:
    """The answer to a question; it belongs to the asker and is not kept."""
    response = Response(dumps({**data, "version": service().version}), mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def reference(make: Callable[[], Json]) -> Response:
    """Something to look up: written once, tagged by the content version, 304 for a reader who has it."""
    key = (request.endpoint, language(), *sorted((request.view_args or {}).items()))
    kept = service().written(key, lambda: {**make(), "version": service().version})
    response = Response(kept.body, mimetype="application/json")
    return keepable(response, kept.etag)


def keepable(response: Response, etag: str) -> Response:
    response.set_etag(etag)
    response.headers["Cache-Control"] = _KEEP
    response.make_conditional(request)
    return response
