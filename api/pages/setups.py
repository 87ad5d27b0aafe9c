"""Starting positions to look at: what stands where when the game begins."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from api import lookup
from api.asking import Table, table
from api.pages import values
from api.pages.frame import kept
from api.problems import not_found
from api.service import Json

blueprint = Blueprint("setups", __name__, url_prefix="/<ruleset>/setups")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("setups/list.html", lambda: {"setups": _listed(table(ruleset))})


@blueprint.get("/<name>")
def show(ruleset: str, name: str) -> Response:
    return kept("setups/setup.html", lambda: setup(table(ruleset), name))


def _listed(at: Table) -> list[Json]:
    return [{"id": name, "name": at.name("Setup", name)} for name in at.judge.rule_set.setups]


def setup(at: Table, name: str) -> Json:
    setups = at.judge.rule_set.setups
    if name not in setups:
        raise not_found("unknown-setup", name, nearest_name(name, setups))
    state = setups[name].state
    written: Any = setups[name].document.value
    rule = written.get("rule") if isinstance(written, dict) else None
    return {
        "id": name,
        "name": at.name("Setup", name),
        "rule": lookup.details(at.judge.rule_set.id).heading(rule) if rule else None,
        "fields": [field for field in values.fields(at, state) if field["parts"] or field["rows"]],
    }
