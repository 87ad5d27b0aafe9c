"""The OpenAPI document and a page to read it, served from this machine alone."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, render_template

from api.openapi import document, operations, resolved
from api.responses import keepable
from api.service import service

blueprint = Blueprint("documentation", __name__, url_prefix="/v1")


@blueprint.get("/openapi.json")
def show_document() -> Response:
    kept = service().written(("openapi",), document)
    return keepable(Response(kept.body, mimetype="application/json"), kept.etag)


@blueprint.get("/docs")
def show_docs() -> Response:
    content = document()
    page = render_template(
        "docs.html",
        document=content,
        operations=operations(content),
        resolved=resolved,
        indented=_indented,
        version=service().version,
    )
    response = Response(page, mimetype="text/html")
    response.headers["Content-Language"] = "en"
    return keepable(response, service().written(("openapi",), document).etag)


def _indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
