"""What every command shares: language, JSON, reading a question, and the three exit codes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from adjudicator import referee
from adjudicator.data.diagnostic import DataError, Diagnostic
from adjudicator.data.yaml_reader import read
from adjudicator.engine.questions import QuestionError
from adjudicator.language.runtime import RuleFault
from adjudicator.referee import InvalidPosition, Referee, UnknownRuleSet
from adjudicator.text import diagnostics
from adjudicator.text.languages import LANGUAGES

OK, NO, WRONG = 0, 1, 2
Command = TypeVar("Command", bound=Callable[..., Any])


def default_language() -> str:
    """The language of the terminal, where it is one of ours."""
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en")[:2]
    return spoken if spoken in LANGUAGES else "en"


def speaking(command: Command) -> Command:
    """Add `--lang` and `--json`."""
    command = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default=default_language, help="Language of the answer."
    )(command)


def show(data: Any, text: str, as_json: bool) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2) if as_json else text)


def referee_of(name: str, lang: str) -> Referee:
    """The referee of a rule set, or a clear answer why there is none."""
    try:
        return referee.load(name)
    except UnknownRuleSet as unknown:
        say_wrong([Diagnostic("unknown-ruleset", _nowhere("ruleset"), {"name": name}, unknown.nearest)], lang)
    except DataError as broken:
        say_wrong(broken.diagnostics, lang)


def read_question(file: str, lang: str) -> Any:
    """A question from a file or, with `-`, from standard input; YAML or JSON."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
        return read(text, "<stdin>" if file == "-" else file).value
    except (OSError, UnicodeDecodeError):
        say_wrong([Diagnostic("cannot-read", _nowhere(file), {"file": file})], lang)
    except DataError as error:
        say_wrong(error.diagnostics, lang)


def say_wrong(problems: list[Diagnostic], lang: str) -> NoReturn:
    """The question itself is wrong: say how, exit with 2."""
    click.echo(diagnostics.formatted(problems, referee.library().catalog, lang, "text"), err=True)
    sys.exit(WRONG)


def _nowhere(file: str) -> Any:
    from adjudicator.data.diagnostic import Span

    return Span(file)


def answering(judge: Referee, lang: str, ask: Callable[[], Any]) -> Any:
    """Ask, turning everything that can be wrong with a question into its clear answer."""
    drawn = judge.answers(lang)
    try:
        return ask()
    except InvalidPosition as wrong:
        lines = [drawn.inconsistency(p) for p in wrong.problems]
    except QuestionError as wrong:
        lines = [drawn.value_problem(p) for p in wrong.problems]
    except RuleFault as fault:
        lines = [{"path": "", "text": drawn.problem(fault.code, fault.values)}]
        if fault.code == "ruling-open":
            click.echo(f"{drawn.say('undecided').upper()}  {lines[0]['text']}")
            sys.exit(NO)
    for line in lines:
        click.echo(f"{line['path'] or '/'}: {line['text']}", err=True)
    sys.exit(WRONG)
