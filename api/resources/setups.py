"""Starting positions."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from api.asking import Table, table
from api.problems import not_found
from api.resources.positions import report
from api.responses import reference
from api.service import Json

blueprint = Blueprint("setups", __name__, url_prefix="/v1/<ruleset>/setups")


def setup(at: Table, name: str) -> Json:
    """A starting position, in the form in which positions are compared and sent."""
    setups = at.judge.rule_set.setups
    if name not in setups:
        raise not_found("unknown-setup", name, nearest_name(name, setups))
    return {"setup": name, **report(at, {"setup": name})}


@blueprint.get("/<name>")
def show_setup(ruleset: str, name: str) -> Response:
    at = table(ruleset)
    return reference(lambda: setup(at, name))
