"""The headers of every response: what a browser may do with it, and who may read it.

They are the same for all, so they are added where the response leaves, as one list to another: the header
objects of the framework look at every name and value anew for each response.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, Response

from api.languages import language

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_Headers = list[tuple[str, str]]

POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
# No view sets any of these itself.
_SAFE: _Headers = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Vary", "Accept-Language"),
]
# Anybody's page may ask, as anybody's program may: nothing is stored, nobody is known, no cookie is read.
_SHARED: _Headers = [
    *_SAFE,
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Content-Language"),
]
_PREFLIGHT: _Headers = [
    *_SHARED,
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Accept-Language, If-None-Match"),
    ("Access-Control-Max-Age", "86400"),
]


def install(app: Flask) -> None:
    app.after_request(_speak)
    app.wsgi_app = _careful(app.wsgi_app)  # type: ignore[method-assign,assignment]


def _speak(response: Response) -> Response:
    if "Content-Language" not in response.headers:
        response.headers["Content-Language"] = language()
    return response


def _careful(inner: WSGIApplication) -> WSGIApplication:
    """The application with our headers on every response."""

    def outer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        more = _SAFE
        if environ.get("PATH_INFO", "").startswith("/v1/"):
            more = _PREFLIGHT if environ["REQUEST_METHOD"] == "OPTIONS" else _SHARED

        def start(status: str, headers: _Headers, *error: Any) -> Any:
            return start_response(status, headers + more, *error)

        return inner(environ, start)

    return outer
