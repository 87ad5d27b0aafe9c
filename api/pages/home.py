"""A game's own first page: what can be asked and what can be looked up."""

from __future__ import annotations

from flask import Blueprint, Response

from api import lookup
from api.asking import Table, table
from api.pages import editions, things
from api.pages.chapters import served
from api.pages.frame import kept
from api.pages.rules import contents
from api.service import Json

blueprint = Blueprint("home", __name__)


@blueprint.get("/<ruleset>")
def show(ruleset: str) -> Response:
    return kept("home.html", lambda: home(table(ruleset)))


def home(at: Table) -> Json:
    rule_set = at.judge.rule_set
    return {
        "books": list(rule_set.info.get("books", {}).values()),
        "questions": questions(at),
        "sections": contents(lookup.details(rule_set.id), deep=False),
        "kinds": things.kinds(at),
        "editions": editions.others(at),
    }


def questions(at: Table) -> list[Json]:
    """The ready-made questions that have a page."""
    found = []
    for id_ in at.judge.rules.program.questions:
        address = f"/{at.language}/{at.judge.rule_set.id}/questions/{id_}"
        if served(address):
            found.append({"id": id_, "name": at.name("Question", id_), "url": address})
    return found
