"""For whoever keeps the service running: is it well, and what has it done."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator import __version__
from adjudicator.library import Library
from api.metrics import MEDIA_TYPE
from api.responses import answer
from api.service import Json, service

blueprint = Blueprint("operations", __name__)


def health(library: Library) -> Json:
    """Which rule sets can be asked, and which could not be loaded."""
    return {
        "status": "degraded" if library.broken or not library.rules else "ok",
        "program": __version__,
        "rulesets": sorted(library.rules),
        "broken": sorted(library.broken),
    }


@blueprint.get("/health")
def show_health() -> Response:
    return answer(health(service().library))


@blueprint.get("/metrics")
def show_metrics() -> Response:
    response = Response(service().metrics.text(service().version), content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    return response
