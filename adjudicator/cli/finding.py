"""Finding things: search, terms, and the things of a game by their names."""

from __future__ import annotations

import math
import sys
from typing import Any

import click

from adjudicator import referee
from adjudicator.cli.common import NO, referee_of, say_wrong, show, speaking
from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.reference.details import Details
from adjudicator.reference.pages import ITEM, TERM, rule_sets
from adjudicator.reference.results import results
from adjudicator.reference.search import Hit
from adjudicator.reference.terminal import Drawing

_RULESET = click.option("--ruleset", help="Only this rule set.")


def drawing(lang: str) -> Drawing:
    strong = (lambda text: click.style(text, bold=True)) if sys.stdout.isatty() else str
    return Drawing(referee.library().catalog, lang, strong)


@click.command()
@click.argument("query", nargs=-1, required=True)
@_RULESET
@click.option("--kind", help="Only rules, items or terms; or one kind of them, such as `limit`.")
@click.option("--most", default=10, show_default=True, type=click.IntRange(1, 100))
@speaking
def search(
    query: tuple[str, ...], ruleset: str | None, kind: str | None, most: int, lang: str, as_json: bool
) -> None:
    """Find what answers a question, asked in any of the languages.

    Words, names, ids, numbers of cards or whole questions; typing errors and missing accents do no harm.
    """
    from adjudicator.reference.opened import searcher

    if ruleset is not None:
        referee_of(ruleset, lang)
    engine = searcher()
    text = " ".join(query)
    data = results(engine, engine.search(text, lang, ruleset, kind, most), lang, ruleset)
    show(data, drawing(lang).results(data), as_json)
    sys.exit(0 if data["hits"] else NO)


def _best(word: str, lang: str, ruleset: str | None, kind: str) -> Hit | None:
    """The best page of one kind for a name: that of the id itself, or what search finds."""
    from adjudicator.reference.opened import searcher

    engine = searcher()
    for page in engine.pages:
        named = page.id.partition("/")[2] if page.sort == ITEM else page.id
        if kind in (page.sort, page.kind) and named == word and (not ruleset or ruleset in page.rule_sets):
            return Hit(page, ruleset or page.rule_sets[0], math.inf)  # an id leaves no doubt
    hits = engine.search(word, lang, ruleset, kind, 1).hits
    return hits[0] if hits else None


def _nothing(word: str, lang: str) -> None:
    click.echo(drawing(lang).say("nothing", query=word), err=True)
    sys.exit(NO)


@click.command()
@click.argument("word", nargs=-1, required=True)
@_RULESET
@speaking
def term(word: tuple[str, ...], ruleset: str | None, lang: str, as_json: bool) -> None:
    """A word of the game: what it means, its forms, its other languages, where it is used."""
    if ruleset is not None:
        referee_of(ruleset, lang)
    text = " ".join(word)
    hit = _best(text, lang, ruleset, TERM)
    if hit is None:
        return _nothing(text, lang)
    data = Details(referee.library(), hit.rule_set, lang).term(hit.page.id)
    show(data, drawing(lang).term(data), as_json)
    return None


@click.command()
@click.argument("kind")
@click.argument("name", nargs=-1, required=True)
@_RULESET
@speaking
def item(kind: str, name: tuple[str, ...], ruleset: str | None, lang: str, as_json: bool) -> None:
    """A thing of a game by its name or id: KIND is a kind of the rule set, such as `Region`."""
    names = [ruleset] if ruleset else _rule_sets()
    kinds = {k for n in names for k in referee_of(n, lang).rule_set.program.items}
    if kind not in kinds:
        near = nearest_name(kind, kinds)
        say_wrong([Diagnostic("unknown-type", Span(ruleset or "-"), {"name": kind}, near)], lang)
    _show_item([(n, kind) for n in names], " ".join(name), lang, as_json)


def _show_item(places: list[tuple[str, str]], name: str, lang: str, as_json: bool) -> None:
    """The best of the things of this name in several rule sets."""
    found = [hit for ruleset, kind in places if (hit := _best(name, lang, ruleset, kind))]
    if not found:
        return _nothing(name, lang)
    hit = max(found, key=lambda h: h.score)
    kind, _, id_ = hit.page.id.partition("/")
    data = Details(referee.library(), hit.rule_set, lang).item(kind, id_)
    show(data, drawing(lang).item(data), as_json)
    return None


def _rule_sets() -> list[str]:
    """The rule sets, an edition after the one it starts from: what both have is shown from the first."""
    return [id_ for id_ in rule_sets(referee.library()) if id_ in referee.library().rules]


def lookups() -> dict[str, list[tuple[str, str]]]:
    """The names under which rule sets let their things be looked up: rule set and kind of each."""
    found: dict[str, list[tuple[str, str]]] = {}
    for id_ in _rule_sets():
        for name, kinds in referee.library().rules[id_].rule_set.info.get("lookups", {}).items():
            places = [(id_, kind) for kind in (kinds if isinstance(kinds, list) else [kinds])]
            found.setdefault(name, []).extend(places)
    return found


def lookup_command(name: str, places: list[tuple[str, str]]) -> click.Command:
    """`adjudicator region NAME`: the words come from the rule sets, not from here."""

    @click.command(name, help=f"A {name} by its name or id ({', '.join(id_ for id_, _ in places)}).")
    @click.argument("wanted", metavar="NAME", nargs=-1, required=True)
    @_RULESET
    @speaking
    def command(wanted: tuple[str, ...], ruleset: str | None, lang: str, as_json: bool) -> None:
        if ruleset is not None:
            referee_of(ruleset, lang)
        chosen = [place for place in places if ruleset in (None, place[0])]
        _show_item(chosen, " ".join(wanted), lang, as_json)

    made: Any = command
    return made  # type: ignore[no-any-return]


COMMANDS = (search, term, item)
