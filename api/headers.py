"""The headers of every response: what a browser may do with it, and who may read it."""

from __future__ import annotations

from flask import Flask, Response, request

from api.languages import language

POLICY = "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'"
# Lists, appended as they are: no view sets any of these itself.
_SAFE = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Vary", "Accept-Language"),
]
# Anybody's page may ask, as anybody's program may: nothing is stored, nobody is known, no cookie is read.
_SHARED = [
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag, Content-Language"),
]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Accept-Language, If-None-Match"),
    ("Access-Control-Max-Age", "86400"),
]


def install(app: Flask) -> None:
    app.after_request(_finish)


def _finish(response: Response) -> Response:
    response.headers.extend(_SAFE)
    if request.path.startswith("/v1/"):
        response.headers.extend(_SHARED)
        if request.method == "OPTIONS":
            response.headers.extend(_PREFLIGHT)
    response.headers.setdefault("Content-Language", language())
    return response
