"""The rules: the whole tree, and one rule with its place, its sources and what enforces it."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from adjudicator.text.languages import LANGUAGES
from api.asking import Table, table
from api.problems import not_found
from api.responses import reference
from api.service import Json

blueprint = Blueprint("rules", __name__, url_prefix="/v1/<ruleset>/rules")


def tree(at: Table) -> Json:
    """Every rule in the order of the books, each below the one it belongs to."""
    entries = at.judge.rule_set.reference

    def branch(id_: str) -> Json:
        entry = entries[id_]
        return {
            "id": id_,
            "kind": entry.kind,
            "text": at.answers.rule_text(id_),
            "adjudicable": entry.adjudicable,
            "children": [branch(child) for child in at.reading.children.get(id_, [])],
        }

    return {"rules": [branch(id_) for id_ in at.reading.children.get(None, [])]}


def rule(at: Table, id_: str) -> Json:
    """One rule: its text in every language, its place, its sources, what enforces and what tests it."""
    entries = at.judge.rule_set.reference
    entry = entries.get(id_)
    if entry is None:
        raise not_found("unknown-rule", id_, nearest_name(id_, entries))
    catalog, chain = at.judge.catalog, at.answers.chain
    place = at.reading.order.index(id_)
    return {
        "id": id_,
        "kind": entry.kind,
        "text": at.answers.rule_text(id_),
        "texts": {reader: catalog.rule_text(chain, id_, reader) for reader in LANGUAGES},
        "adjudicable": entry.adjudicable,
        "path": [_title(at, above) for above in _above(at, id_)],
        "children": [_title(at, child) for child in at.reading.children.get(id_, [])],
        "previous": at.reading.order[place - 1] if place else None,
        "next": at.reading.order[place + 1] if place + 1 < len(at.reading.order) else None,
        "sources": entry.sources,
        "see": [_title(at, other) for other in entry.see],
        "terms": entry.terms,
        "rulings": entry.rulings,
        "changes": entry.changes,
        "enforced_by": at.reading.enforced.get(id_, []),
        "tested_by": at.reading.tested.get(id_, []),
    }


def _above(at: Table, id_: str) -> list[str]:
    """The rules a rule stands below, the outermost first."""
    entries, found = at.judge.rule_set.reference, list[str]()
    parent = entries[id_].parent
    while parent is not None and parent in entries and parent not in found:
        found.insert(0, parent)
        parent = entries[parent].parent
    return found


def _title(at: Table, id_: str) -> Json:
    return {"id": id_, "text": at.answers.rule_text(id_)}


@blueprint.get("")
def show_tree(ruleset: str) -> Response:
    at = table(ruleset)
    return reference(lambda: tree(at))


@blueprint.get("/<id_>")
def show_rule(ruleset: str, id_: str) -> Response:
    at = table(ruleset)
    return reference(lambda: rule(at, id_))
