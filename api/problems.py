"""Everything that can be wrong with a request, as RFC 9457 problem documents in the asker's language.

A view raises `Problem`; the handlers here turn it, and every other exception, into a document. Nothing that
is sent shows how the program is made: a traceback goes to the log only.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.routing import RequestRedirect

from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.text import diagnostics
from api.languages import language
from api.service import Json, dumps, service

log = logging.getLogger("adjudicator.api")
TYPE = "urn:adjudicator:problem:"
MEDIA_TYPE = "application/problem+json"
_DRAWING = "adjudicator-problem-drawing"
Drawing = Callable[[Json], Response | None]

_STATUS = {
    "invalid-query": 400,
    "invalid-body": 400,
    "not-found": 404,
    "method-not-allowed": 405,
    "too-large": 413,
    "unsupported-media-type": 415,
    "not-understood": 422,
    "not-answerable": 422,
    "internal": 500,
    "data-broken": 503,
}


class Problem(Exception):
    """An answer that cannot be given; carries every reason, each with the place it is about."""

    def __init__(self, kind: str, problems: Iterable[Json], status: int | None = None) -> None:
        self.kind, self.problems = kind, list(problems)
        self.status = status or _STATUS[kind]
        super().__init__(f"{kind}: {self.problems}")


def said(code: str, pointer: str = "", **values: Any) -> Json:
    """A reason in the service's own words (`locales/*/interface.yaml`)."""
    text = service().library.catalog.say("interface", f"details.{code}", language(), values)
    return {"pointer": pointer, "code": code, "detail": text}


def diagnosed(code: str, values: Json, nearest: str | None = None, pointer: str = "") -> Json:
    """A reason in the words of `locales/*/diagnostics.yaml`."""
    found = Diagnostic(code, Span("-"), values, nearest)
    text = diagnostics.sentence(found, service().library.catalog, language())
    reason: Json = {"pointer": pointer, "code": code, "detail": text}
    return reason if nearest is None else {**reason, "nearest": nearest}


def not_found(code: str, name: str, nearest: str | None = None, **values: Any) -> Problem:
    return Problem("not-found", [diagnosed(code, {"name": name, **values}, nearest)])


def document(problem: Problem) -> Response:
    """The problem as it is sent: a document for programs, unless somebody draws it for people."""
    catalog, reasons = service().library.catalog, problem.problems
    detail = reasons[0]["detail"] if len(reasons) == 1 else None
    detail = detail or catalog.say("interface", "details.several", language(), {"count": len(reasons)})
    data: Json = {
        "type": TYPE + problem.kind,
        "title": catalog.say("interface", f"problems.{problem.kind}", language(), {}),
        "status": problem.status,
        "detail": detail,
        "instance": request.path,
        "problems": reasons,
        "version": service().version,
    }
    draw: Drawing | None = current_app.extensions.get(_DRAWING)
    drawn = None if draw is None else draw(data)
    if drawn is not None:
        return drawn
    response = Response(dumps(data), problem.status, mimetype=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response


# ---------------------------------------------------------------------- handlers


def install(app: Flask, draw: Drawing | None = None) -> None:
    """`draw` makes a page of a problem for a person who asked, and nothing for a program."""
    app.extensions[_DRAWING] = draw
    app.register_error_handler(Problem, document)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _http(error: HTTPException) -> Response | HTTPException:
    """What the framework refuses, in our words."""
    if isinstance(error, RequestRedirect) or error.code is None:
        return error
    if error.code == 404:
        return document(Problem("not-found", [said("no-page", path=request.path)]))
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or [])
        reason = said("no-method", method=request.method, allowed=", ".join(allowed))
        response = document(Problem("method-not-allowed", [reason]))
        response.headers["Allow"] = ", ".join(allowed)
        return response
    if isinstance(error, RequestEntityTooLarge):
        limit = (request.max_content_length or 0) // 1024
        response = document(Problem("too-large", [said("too-large", limit=limit)]))
        response.headers["Connection"] = "close"  # what is still to come is not read
        return response
    if error.code >= 500:
        return _unexpected(error)
    return document(Problem("other", [said("other")], error.code))


def _unexpected(error: Exception) -> Response:
    """A defect of ours: noted with everything that helps to find it, told without any of it."""
    log.error("%s %s failed", request.method, request.path, exc_info=error)
    return document(Problem("internal", [said("internal")]))
