"""How much of the rules is written down, enforced and tested."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.coverage import coverage
from api.asking import table
from api.responses import reference

blueprint = Blueprint("coverage", __name__, url_prefix="/v1/<ruleset>/coverage")


@blueprint.get("")
def show_coverage(ruleset: str) -> Response:
    judge = table(ruleset).judge
    return reference(lambda: coverage(judge).as_json())
