"""Looking things up: what does the rule say?"""

from __future__ import annotations

import json
import sys

import click

from adjudicator import referee
from adjudicator.cli.common import WRONG, default_language, referee_of, show, speaking
from adjudicator.cli.finding import drawing
from adjudicator.data.diagnostic import Diagnostic, Span
from adjudicator.reference.details import Details, Unknown
from adjudicator.reference.titles import title
from adjudicator.text import diagnostics


@click.command()
@click.argument("ruleset")
@click.argument("id_", metavar="ID")
@click.option("--all", "all_languages", is_flag=True, help="In all languages.")
@speaking
def rule(ruleset: str, id_: str, all_languages: bool, lang: str, as_json: bool) -> None:
    """A rule: its text, place and sources, what other editions say, what enforces it and what tests it."""
    judge = referee_of(ruleset, lang)
    try:
        data = Details(referee.library(), ruleset, lang).rule(id_)
    except Unknown as unknown:
        problem = Diagnostic("unknown-rule", Span(ruleset), {"name": id_}, unknown.nearest)
        click.echo(diagnostics.sentence(problem, referee.library().catalog, lang), err=True)
        sys.exit(WRONG)
    source = judge.answers(lang).say("source")
    show(data, drawing(lang).rule(data, source, all_languages=all_languages), as_json)


@click.command()
@speaking
def rulesets(lang: str, as_json: bool) -> None:
    """The rule sets on this machine."""
    found = {id_: title(r.rule_set.info, lang) for id_, r in sorted(referee.library().rules.items())}
    show(found, "\n".join(f"{id_:<8} {name}" for id_, name in found.items()), as_json)


@click.command()
@click.argument("ruleset")
def schema(ruleset: str) -> None:
    """The JSON Schema of a rule set's positions."""
    judge = referee_of(ruleset, default_language())
    click.echo(json.dumps(judge.schema(), ensure_ascii=False, indent=2))


COMMANDS = (schema, rule, rulesets)
