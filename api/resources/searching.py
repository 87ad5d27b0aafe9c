"""Finding things: the search, and the words of the game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from adjudicator.data.diagnostic import nearest_name
from adjudicator.reference.details import Details, Unknown
from adjudicator.reference.folding import fold
from adjudicator.reference.results import results
from adjudicator.text.catalog import Term
from api import lookup
from api.asking import table
from api.languages import language
from api.problems import Problem, diagnosed, not_found, said
from api.responses import keepable, reference
from api.service import Json, service

blueprint = Blueprint("searching", __name__, url_prefix="/v1/<ruleset>")

MOST, USUAL, LONGEST = 50, 10, 400  # hits, hits if nothing is said, letters of a question


def found(query: str, ruleset: str | None, kind: str | None = None, most: int = USUAL) -> Json:
    """What answers a question: hits with snippet and place, and how the question was understood."""
    searcher = lookup.searcher()
    answer = searcher.search(query[:LONGEST], language(), ruleset, kind, most)
    return results(searcher, answer, language(), ruleset)


def glossary(at: Details) -> Json:
    """All words of the game, in the order of the alphabet."""
    ordered = sorted(at.glossary.items(), key=lambda pair: (fold(pair[1].term), pair[0]))
    return {"terms": [_listed(id_, term) for id_, term in ordered]}


def _listed(id_: str, term: Term) -> Json:
    return {"id": id_, "term": term.term, "definition": term.definition, "ours": term.ours}


def term(at: Details, id_: str) -> Json:
    """One word: what it means, its forms, its other languages, where it is used."""
    try:
        return at.term(id_)
    except Unknown as unknown:
        raise not_found("unknown-term", id_, unknown.nearest) from None


def kinds(ruleset: str) -> list[str]:
    """What a search may be limited to: sorts of pages, kinds of rules, kinds of things."""
    at = table(ruleset)
    return ["rule", "item", "term", *at.reading.kinds, *at.judge.rule_set.program.items]


@blueprint.get("/search")
def search(ruleset: str) -> Response:
    query, kind, most = _asked(ruleset)
    key = ("search", ruleset, language(), query, kind, most)
    version = service().version
    kept = service().written(key, lambda: {**found(query, ruleset, kind, most), "version": version})
    return keepable(Response(kept.body, mimetype="application/json"), kept.etag)


def _asked(ruleset: str) -> tuple[str, str | None, int]:
    """The question, the kind wanted and how many hits; every mistake in them is told at once."""
    query, kind, most = request.args.get("q", ""), request.args.get("kind"), request.args.get("most")
    known, wrong = kinds(ruleset), list[Json]()
    if not query.strip():
        wrong.append({**diagnosed("missing-key", {"key": "q"}), "parameter": "q"})
    elif len(query) > LONGEST:
        wrong.append({**said("query-too-long", limit=LONGEST), "parameter": "q"})
    if kind is not None and kind not in known:
        near = nearest_name(kind, known)
        wrong.append({**diagnosed("unknown-type", {"name": kind}, near), "parameter": "kind"})
    number = int(most) if most is not None and most.isascii() and most.isdigit() and len(most) < 5 else None
    if most is not None and (number is None or not 1 <= number <= MOST):
        limits: dict[str, Any] = {"found": most[:12], "least": 1, "most": MOST}
        wrong.append({**diagnosed("out-of-range", limits), "parameter": "most"})
    if wrong:
        raise Problem("invalid-query", wrong)
    return query, kind, number or USUAL


@blueprint.get("/glossary")
def show_glossary(ruleset: str) -> Response:
    table(ruleset)
    return reference(lambda: glossary(lookup.details(ruleset)))


@blueprint.get("/glossary/<id_>")
def show_term(ruleset: str, id_: str) -> Response:
    table(ruleset)
    return reference(lambda: term(lookup.details(ruleset), id_))
