"""Questions about a position: verdict, moves, apply, position, resolve, odds, explain."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from adjudicator.cli.common import NO, OK, WRONG, answering, read_question, referee_of, show, speaking
from adjudicator.engine.questions import QuestionError
from adjudicator.engine.verdict import INVALID, LEGAL
from adjudicator.language.checker import Checker
from adjudicator.language.parser import ScriptError, parse_expression
from adjudicator.referee import Referee
from adjudicator.ruleset.values import ValueProblem
from adjudicator.text import terminal


def _part(question: Any, key: str) -> Any:
    """A part of the question that must be there."""
    if not isinstance(question, dict) or key not in question:
        raise QuestionError([ValueProblem((key,), "missing-parameter", {"name": key})])
    return question[key]


def _position(judge: Referee, question: Any) -> Any:
    """The position of a question: under `position`, or written out beside the move."""
    if isinstance(question, dict) and "position" not in question:
        return judge.position(
            {k: v for k, v in question.items() if k in ("setup", "changes", "state", "stack")}
        )
    return judge.position(_part(question, "position"))


@click.command()
@click.argument("ruleset")
@click.argument("file", default="-")
@speaking
def verdict(ruleset: str, file: str, lang: str, as_json: bool) -> None:
    """Is this move legal? FILE holds `position` and `move`."""
    judge = referee_of(ruleset, lang)
    question = read_question(file, lang)
    drawn = judge.answers(lang)
    judged = answering(
        judge, lang, lambda: judge.verdict(_position(judge, question), _part(question, "move"))
    )
    data = drawn.verdict(judged)
    show(data, terminal.verdict(drawn, data), as_json)
    sys.exit({LEGAL: OK, INVALID: WRONG}.get(judged.verdict, NO))


@click.command()
@click.argument("ruleset")
@click.argument("file", default="-")
@click.option("--by", help="Only the moves of this side.")
@speaking
def moves(ruleset: str, file: str, by: str | None, lang: str, as_json: bool) -> None:
    """Everything that may be done in a position."""
    judge = referee_of(ruleset, lang)
    question = read_question(file, lang)
    found = answering(judge, lang, lambda: judge.moves(_position(judge, question), by))
    drawn = judge.answers(lang)
    data = drawn.moves(found)
    show(data, terminal.moves(drawn, data), as_json)


@click.command()
@click.argument("ruleset")
@click.argument("file", default="-")
@click.option("--agreed", is_flag=True, help="Carry out a move that the rules leave undecided.")
@speaking
def apply(ruleset: str, file: str, agreed: bool, lang: str, as_json: bool) -> None:
    """Carry a move out; with --json the new position comes back."""
    judge = referee_of(ruleset, lang)
    question = read_question(file, lang)
    outcome = answering(
        judge,
        lang,
        lambda: judge.apply(_position(judge, question), _part(question, "move"), undecided_too=agreed),
    )
    drawn = judge.answers(lang)
    data = drawn.outcome(outcome)
    show(data, terminal.outcome(drawn, data), as_json)
    sys.exit(OK if outcome.applied else WRONG if outcome.verdict.verdict == INVALID else NO)


@click.command()
@click.argument("ruleset")
@click.argument("file", default="-")
@speaking
def position(ruleset: str, file: str, lang: str, as_json: bool) -> None:
    """Complete a typed-in position and list everything that is inconsistent in it."""
    judge = referee_of(ruleset, lang)
    question = read_question(file, lang)
    complete = answering(judge, lang, lambda: _position(judge, question))
    drawn = judge.answers(lang)
    found = [drawn.inconsistency(p) for p in judge.status(complete)]
    data: dict[str, Any] = {"position": judge.canonical(complete), "digest": judge.digest(complete)}
    data["inconsistencies"] = found
    waiting = drawn.waiting(judge.waiting(complete))
    lines = [f"{p['path']}: {p['text']}" for p in found]
    lines.append(waiting["text"] if waiting else drawn.say("nothing-waiting"))
    show({**data, "waiting": waiting}, "\n".join([data["digest"], *lines]), as_json)
    sys.exit(NO if found else OK)


@click.command()
@click.argument("ruleset")
@click.argument("question")
@click.argument("file", default="-")
@click.option("--roll", "seed", type=int, help="Roll dice that were not reported, from this seed.")
@speaking
def resolve(ruleset: str, question: str, file: str, seed: int | None, lang: str, as_json: bool) -> None:
    """A ready-made question, such as a battle round. FILE holds `inputs` and, if reported, `answers`."""
    judge = referee_of(ruleset, lang)
    form = read_question(file, lang)
    resolution = answering(
        judge, lang, lambda: judge.resolve(question, _part(form, "inputs"), form.get("answers"), seed=seed)
    )
    drawn = judge.answers(lang)
    data = drawn.resolution(resolution)
    show(data, terminal.resolution(data), as_json)


@click.command()
@click.argument("ruleset")
@click.argument("question")
@click.argument("file", default="-")
@speaking
def odds(ruleset: str, question: str, file: str, lang: str, as_json: bool) -> None:
    """The exact odds of a ready-made question."""
    judge = referee_of(ruleset, lang)
    form = read_question(file, lang)
    found = answering(judge, lang, lambda: judge.odds(question, _part(form, "inputs")))
    drawn = judge.answers(lang)
    data = drawn.odds(found)
    show(data, terminal.odds(data), as_json)


@click.command()
@click.argument("ruleset")
@click.argument("expression")
@click.argument("file", default="-")
@speaking
def explain(ruleset: str, expression: str, file: str, lang: str, as_json: bool) -> None:
    """The value of an expression in a position, and every fact and rule it rests on."""
    judge = referee_of(ruleset, lang)
    question = read_question(file, lang)

    def ask() -> Any:
        state = _position(judge, question)["state"]
        try:
            tree = parse_expression(expression)
        except ScriptError as error:
            raise QuestionError([_wrong(error)]) from None
        checker = Checker(judge.rules.program.scope)
        checker.infer(tree, {})
        if checker.problems:
            raise QuestionError([_wrong(p) for p in checker.problems])
        return judge.rules.evaluator.explain(tree, judge.rules.evaluator.walk(state), {})

    value, facts = answering(judge, lang, ask)
    drawn = judge.answers(lang)
    data = {"value": value, "text": drawn.value(value), "facts": [drawn.fact(f) for f in facts]}
    show(json.loads(json.dumps(data)), "\n".join([data["text"], *_tree(data["facts"], 1)]), as_json)


def _wrong(error: ScriptError) -> ValueProblem:
    values = dict(error.values)
    near = values.pop("nearest", None)
    return ValueProblem(("expression", error.column), error.code, values, near)


def _tree(facts: list[dict[str, Any]], depth: int) -> list[str]:
    lines = []
    for fact in facts:
        rule = f"  [{fact['rule']}]" if "rule" in fact else ""
        lines.append(f"{'  ' * depth}{fact['text']}{rule}")
        lines += _tree(fact.get("because", []), depth + 1)
    return lines


COMMANDS = (verdict, moves, apply, position, resolve, odds, explain)
