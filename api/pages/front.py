"""The front door: a reader who names no language is led to the one his browser asks for."""

from __future__ import annotations

from flask import Blueprint, Response, redirect

from api.languages import language
from api.pages.frame import url

blueprint = Blueprint("front", __name__)


@blueprint.get("/")
def show() -> Response:
    response = redirect(url("start.show", language=language()), 302)
    response.headers["Cache-Control"] = "no-cache"
    return response  # type: ignore[return-value]
