"""Side by side: two languages, or two editions."""

from __future__ import annotations

import click

from adjudicator import referee
from adjudicator.cli.common import referee_of, say_wrong, show, speaking
from adjudicator.cli.finding import drawing
from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.reference.compare import compare as compared
from adjudicator.reference.details import Unknown
from adjudicator.text.languages import LANGUAGES


@click.command()
@click.argument("ruleset")
@click.argument("other")
@click.argument("id_", metavar="[ID]", required=False)
@click.option("--all", "all_", is_flag=True, help="Also what both editions say alike.")
@speaking
def compare(ruleset: str, other: str, id_: str | None, all_: bool, lang: str, as_json: bool) -> None:
    """A rule, and what stands below it, in two versions; without an ID all rules.

    OTHER is a language (the rule set in the language of the answer beside that one) or another rule set (two
    editions; only what differs).
    """
    referee_of(ruleset, lang)
    if other in LANGUAGES:
        versions = (ruleset, lang), (ruleset, other)
    else:
        referee_of(other, lang)
        versions = (ruleset, lang), (other, lang)
    try:
        data = compared(referee.library(), id_, *versions, all_=all_)
    except Unknown as unknown:
        say_wrong([Diagnostic("unknown-rule", Span(ruleset), {"name": unknown.name}, unknown.nearest)], lang)
    show(data, drawing(lang).comparison(data), as_json)


COMMANDS = (compare,)
