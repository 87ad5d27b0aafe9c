"""Texts as they stand on a page: words of the game as links, words that were looked for marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup, escape

from adjudicator.reference.details import Details
from api.pages.frame import url
from api.service import Json

_SHORT = 96


def linked(at: Details, text: str, terms: Iterable[Json]) -> Markup:
    """A text whose terms lead to the glossary, each where it stands first.

    Every link says what the word means before anybody follows it.
    """
    glossary = at.glossary
    first: dict[str, Json] = {}
    for place in terms:
        first.setdefault(place["id"], place)

    def link(place: Json, words: str) -> Markup:
        meaning = glossary[place["id"]].definition if place["id"] in glossary else ""
        address = url("terms.show", ruleset=at.rule_set.id, id_=place["id"])
        return Markup('<a class="term" href="{}" title="{}">{}</a>').format(address, meaning, words)

    return _parts(text, [(p["start"], p["end"], p) for p in first.values()], link)


def marked(text: str, marks: Iterable[Sequence[int]]) -> Markup:
    """A text with some of its words marked."""

    def mark(_: None, words: str) -> Markup:
        return Markup("<mark>{}</mark>").format(words)

    return _parts(text, [(start, end, None) for start, end in marks], mark)


def _parts(text: str, places: list[tuple[int, int, Any]], draw: Callable[[Any, str], Markup]) -> Markup:
    written, done = Markup(), 0
    for start, end, place in places:
        written += escape(text[done:start]) + draw(place, text[start:end])
        done = end
    return written + escape(text[done:])


def shortened(text: str, longest: int = _SHORT) -> str:
    """The beginning of a text, for the title of a window."""
    if len(text) <= longest:
        return text
    return text[: text.rfind(" ", 0, longest)] + " …"
