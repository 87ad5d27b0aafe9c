"""The rules to read: the table of contents, chapters, and one rule with all that is known of it."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request

from adjudicator.reference.details import Details, Unknown
from adjudicator.reference.tree import SECTION
from adjudicator.text.languages import LANGUAGES
from api import lookup
from api.asking import Table, table
from api.pages import enforcing, examples, rulings
from api.pages.frame import BESIDE, kept, url
from api.pages.texts import linked, shortened
from api.problems import not_found
from api.service import Json, service

blueprint = Blueprint("rules", __name__, url_prefix="/<ruleset>/rules")


@blueprint.get("")
def all_(ruleset: str) -> Response:
    return kept("rules/contents.html", lambda: _contents(table(ruleset)))


@blueprint.get("/<id_>")
def show(ruleset: str, id_: str) -> Response:
    at = table(ruleset)
    entry = at.judge.rule_set.reference.get(id_)
    if entry is None:
        return _elsewhere(at, id_)
    if entry.kind == SECTION:
        beside = request.args.get(BESIDE)
        return kept("rules/chapter.html", lambda: chapter(lookup.details(ruleset), id_, beside), by=(BESIDE,))
    return kept("rules/rule.html", lambda: rule(at, lookup.details(ruleset), id_))


def _elsewhere(at: Table, id_: str) -> Response:
    """A rule that has another id now is shown there; of any other the nearest is named."""
    try:
        now = str(lookup.details(at.judge.rule_set.id).rule(id_)["id"])
    except Unknown as unknown:
        raise not_found("unknown-rule", id_, unknown.nearest) from None
    return redirect(url("rules.show", id_=now), 301)  # type: ignore[return-value]


# ---------------------------------------------------------------------- contents and chapters


def _contents(at: Table) -> Json:
    details = lookup.details(at.judge.rule_set.id)
    return {"sections": contents(details), "loose": loose(details)}


def contents(at: Details, below: str | None = None, *, deep: bool = True) -> list[Json]:
    """The sections as a tree, each with the number of rules in it."""
    return [
        {
            **at.heading(id_),
            "rules": sum(at.rule_set.reference[rule].kind != SECTION for rule in at.tree.below(id_)),
            "sections": contents(at, id_) if deep else [],
        }
        for id_ in at.tree.children(below)
        if at.rule_set.reference[id_].kind == SECTION
    ]


def loose(at: Details) -> list[Json]:
    """The rules that stand in no section, under the headings of the book where it has any."""
    groups: list[Json] = []
    for id_ in at.tree.children(None):
        entry = at.rule_set.reference[id_]
        if entry.kind == SECTION:
            continue
        book = next(iter(entry.sources), None)
        heading = entry.sources[book][0].get("heading") if book else None
        if not groups or groups[-1]["heading"] != heading:
            groups.append({"heading": heading, "language": _book_language(at, book), "rules": []})
        groups[-1]["rules"].append(_read(at, id_))
    return groups


def _book_language(at: Details, book: str | None) -> str:
    books = at.rule_set.info.get("books", {})
    return str(books[book]["language"]) if book in books else at.language


def _read(at: Details, id_: str) -> Json:
    """A rule as it is read: its text with the words of the game as links."""
    entry = at.rule_set.reference[id_]
    text = at.catalog.rule_text(at.chain, id_, at.language)
    return {"id": id_, "kind": entry.kind, "text": linked(at, text, at.terms_in(text, entry.terms))}


def chapter(at: Details, id_: str, beside: str | None = None) -> Json:
    """A section with everything below it, to be read from beginning to end, perhaps in two languages."""
    found, first = at.rule(id_), len(at.tree.path(id_))
    other = beside if beside in LANGUAGES and beside != at.language else None
    parts = []
    for below in at.tree.below(id_)[1:]:
        depth = len(at.tree.path(below)) - first
        section = at.rule_set.reference[below].kind == SECTION
        part = at.heading(below) if section else _read(at, below)
        second = at.catalog.rule_text(at.chain, below, other) if other else None
        level = min(depth + 1, 4)
        parts.append({**part, "section": section, "level": level, "depth": depth, "second": second})
    return {"rule": found, "parts": parts, "beside": other, **_neighbours(at, id_)}


def _neighbours(at: Details, id_: str) -> Json:
    """The sections before and after, as a book's chapters follow each other."""
    siblings = [i for i in at.tree.children(at.tree.parent(id_)) if at.rule_set.reference[i].kind == SECTION]
    place = siblings.index(id_)
    before = siblings[place - 1] if place else None
    after = siblings[place + 1] if place + 1 < len(siblings) else None
    return {
        "before": at.heading(before) if before else None,
        "after": at.heading(after) if after else None,
    }


# ---------------------------------------------------------------------- one rule


def rule(at: Table, details: Details, id_: str) -> Json:
    """Everything known of a rule, ready to be drawn."""
    found = details.rule(id_)
    rule_set, known = at.judge.rule_set, service().library.rules
    return {
        "rule": found,
        "short": shortened(found["text"]),
        "read": linked(details, found["text"], found["terms"]),
        "below": [_read(details, child["id"]) for child in found["children"]],
        "editions": [_edition(edition, id_) for edition in found["editions"] if edition["ruleset"] in known],
        "sources": sources(details, found["sources"]),
        "rulings": [rulings.told(details, written) for written in found["rulings"]],
        "enforced": enforcing.told(at, found["enforced_by"]),
        "bent_by": [details.heading(other) for other in enforcing.bent_by(rule_set).get(id_, [])],
        "bends": [details.heading(other) for other in enforcing.bends(rule_set).get(id_, [])],
        "examples": [examples.told(at, rule_set.scenarios[name]) for name in found["tested_by"]],
    }


def _edition(edition: Json, id_: str) -> Json:
    """What another edition says, with the place where it says so."""
    page, place = ("rules.show", {"id_": id_}) if edition["text"] else ("home.show", {})
    return {**edition, "url": url(page, ruleset=edition["ruleset"], **place)}


def sources(at: Details, written: Json) -> list[Json]:
    """Where the books say it: the book, the heading, the page."""
    books = at.rule_set.info.get("books", {})
    return [
        {
            "book": books.get(book, {}).get("title", book),
            "language": books.get(book, {}).get("language", at.language),
            "heading": place.get("heading"),
            "page": place.get("page"),
            "number": place.get("number"),
        }
        for book, places in written.items()
        for place in places
    ]
