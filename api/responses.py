"""How data become responses: the content version in each, and tags on what a reader may keep."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request

from api.languages import language
from api.service import Json, dumps, service

_JSON = "application/json"
_KEEP = "public, max-age=300"
# What a reader says who has something already; without it there is nothing to compare.
_CONDITIONS = frozenset(
    f"HTTP_{name}" for name in ("IF_NONE_MATCH", "IF_MATCH", "IF_MODIFIED_SINCE", "IF_RANGE", "RANGE")
)


def answer(data: Json) -> Response:
    """The answer to a question; it belongs to the asker and is not kept."""
    headers = [("Content-Type", _JSON), ("Cache-Control", "no-store")]
    return Response(dumps({**data, "version": service().version}), headers=headers)


def reference(make: Callable[[], Json]) -> Response:
    """Something to look up: written once, tagged by the content version, 304 for a reader who has it."""
    key = (request.endpoint, language(), *sorted((request.view_args or {}).items()))
    kept = service().written(key, lambda: {**make(), "version": service().version})
    return keepable(Response(kept.body, content_type=_JSON), kept.etag)


def keepable(response: Response, etag: str) -> Response:
    response.headers["ETag"] = f'"{etag}"'
    response.headers["Cache-Control"] = _KEEP
    if not _CONDITIONS.isdisjoint(request.environ):
        response.make_conditional(request)
    return response
