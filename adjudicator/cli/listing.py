"""Lists of a rule set: its rulings, what is in its box, its starting positions."""

from __future__ import annotations

import click

from adjudicator import referee
from adjudicator.cli.common import referee_of, say_wrong, show, speaking
from adjudicator.cli.finding import drawing
from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.reference import box
from adjudicator.reference.details import Details
from adjudicator.reference.telling import Telling


def _telling(ruleset: str, lang: str) -> Telling:
    judge = referee_of(ruleset, lang)
    return Telling(judge.catalog, judge.rule_set, lang)


@click.command()
@click.argument("ruleset")
@click.option("--open", "only_open", is_flag=True, help="Only what is not decided.")
@speaking
def rulings(ruleset: str, only_open: bool, lang: str, as_json: bool) -> None:
    """Where the books disagree or are silent: the readings considered, the one taken, and why."""
    referee_of(ruleset, lang)
    found = Details(referee.library(), ruleset, lang).all_rulings()
    data = [ruling for ruling in found if not (only_open and ruling.get("takes"))]
    show(data, drawing(lang).rulings(data), as_json)


@click.command()
@click.argument("ruleset")
@speaking
def components(ruleset: str, lang: str, as_json: bool) -> None:
    """What is in the box: pieces, cards and tiles with their numbers, dice with their faces."""
    data = box.components(_telling(ruleset, lang))
    show(data, drawing(lang).components(data), as_json)


@click.command()
@click.argument("ruleset")
@click.argument("name", required=False)
@speaking
def setup(ruleset: str, name: str | None, lang: str, as_json: bool) -> None:
    """A starting position of a rule set; without a NAME, which there are."""
    telling = _telling(ruleset, lang)
    setups = telling.rule_set.setups
    if name is None:
        listed = [{"id": id_, "name": telling.label("Setup", id_, id_)} for id_ in setups]
        show(listed, "\n".join(f"{each['id']:<16} {each['name']}" for each in listed), as_json)
        return
    if name not in setups:
        near = nearest_name(name, setups)
        say_wrong([Diagnostic("unknown-setup", Span(ruleset), {"name": name}, near)], lang)
    data = box.setup(telling, name)
    show(data, drawing(lang).setup(data), as_json)


COMMANDS = (rulings, components, setup)
