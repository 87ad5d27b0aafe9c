"""Looking things up: what does the rule say?"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from adjudicator import referee
from adjudicator.cli.common import WRONG, default_language, referee_of, show, speaking
from adjudicator.coverage import enforcing, testing
from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.text import diagnostics


@click.command()
@click.argument("ruleset")
@click.argument("id_", metavar="ID")
@speaking
def rule(ruleset: str, id_: str, lang: str, as_json: bool) -> None:
    """The text of a rule, its sources, what enforces it and what tests it."""
    judge = referee_of(ruleset, lang)
    entry = judge.rule_set.reference.get(id_)
    if entry is None:
        near = nearest_name(id_, judge.rule_set.reference)
        problem = Diagnostic("unknown-rule", Span(ruleset), {"name": id_}, near)
        click.echo(diagnostics.sentence(problem, referee.library().catalog, lang), err=True)
        sys.exit(WRONG)
    drawn = judge.answers(lang)
    data: dict[str, Any] = {
        "id": id_,
        "kind": entry.kind,
        "parent": entry.parent,
        "text": drawn.rule_text(id_),
        "sources": entry.sources,
        "see": entry.see,
        "rulings": entry.rulings,
        "enforced_by": enforcing(judge.rule_set).get(id_, []),
        "tested_by": testing(judge.rule_set).get(id_, []),
    }
    lines = [f"{id_}  ({entry.kind})", data["text"]]
    for book, places in entry.sources.items():
        told = [f"«{p['heading']}»" + (f", {p['page']}" if "page" in p else "") for p in places]
        lines.append(f"{drawn.say('source')} {book}: {'; '.join(told)}")
    lines += [f"  > {name}" for name in (*data["enforced_by"], *data["tested_by"])]
    show(data, "\n".join(lines), as_json)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def rulesets(as_json: bool) -> None:
    """The rule sets on this machine."""
    found = {id_: r.rule_set.info["title"] for id_, r in sorted(referee.library().rules.items())}
    show(found, "\n".join(f"{id_:<8} {title}" for id_, title in found.items()), as_json)


@click.command()
@click.argument("ruleset")
def schema(ruleset: str) -> None:
    """The JSON Schema of a rule set's positions."""
    judge = referee_of(ruleset, default_language())
    click.echo(json.dumps(judge.schema(), ensure_ascii=False, indent=2))


COMMANDS = (schema, rule, rulesets)
