"""The rule sets, and what each of them has to offer."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.library import Library
from adjudicator.reference.titles import title
from adjudicator.ruleset import values
from api.asking import Table, table
from api.languages import language
from api.responses import reference
from api.service import Json, service

blueprint = Blueprint("rulesets", __name__, url_prefix="/v1")


def rulesets(library: Library, reader: str) -> Json:
    """All rule sets that can be asked."""
    return {
        "rulesets": [
            {"id": id_, "title": title(rules.rule_set.info, reader), "extends": rules.rule_set.chain[1:]}
            for id_, rules in sorted(library.rules.items())
        ]
    }


def overview(at: Table) -> Json:
    """One rule set: who plays, its books, and everything that can be looked up or asked by name."""
    rule_set, program = at.judge.rule_set, at.judge.rules.program
    seats = values.members(program.seats, program) or []
    return {
        "id": rule_set.id,
        "title": title(rule_set.info, at.language),
        "extends": rule_set.chain[1:],
        "books": rule_set.info.get("books", {}),
        "seats": [{"id": seat, "name": at.name(str(program.seats), seat)} for seat in seats],
        "kinds": {kind: len(ids) for kind, ids in program.items.items()},
        "setups": list(rule_set.setups),
        "questions": list(program.questions),
        "actions": [{"id": name, "name": at.name("Action", name)} for name in program.actions],
        "rules": len(rule_set.reference),
        "rulings": len(rule_set.rulings),
        "scenarios": len(rule_set.scenarios),
    }


@blueprint.get("/rulesets")
def list_rulesets() -> Response:
    return reference(lambda: rulesets(service().library, language()))


@blueprint.get("/<ruleset>")
def show_ruleset(ruleset: str) -> Response:
    at = table(ruleset)
    return reference(lambda: overview(at))
