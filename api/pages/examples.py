"""Scenarios as worked examples: what was given, what was done, how the referee judges it."""

from __future__ import annotations

from typing import Any

from adjudicator.ruleset.rule_set import Scenario
from adjudicator.text.languages import FALLBACK, joined, labelled
from api.asking import Table
from api.pages import values
from api.service import Json


def told(at: Table, scenario: Scenario) -> Json:
    """A scenario in the reader's language, except its note, which is there in one language only."""
    data = scenario.data
    then = data.get("then", {})
    given = _given(at, data["given"])
    report = list(at.answers.report(then.get("report", {})).values())
    return {
        "id": scenario.id,
        "title": _title(at, data.get("when", []), given, report),
        "given": given,
        "when": [_move(at, move) for move in data.get("when", [])],
        "verdict": then.get("verdict"),
        "verdict_text": at.answers.say(then["verdict"]) if "verdict" in then else None,
        "because": [{"id": id_, "text": at.answers.rule_text(id_)} for id_ in _rules(at, then)],
        "report": report,
        "state": values.fields(at, then.get("state", {})),
        "note": data.get("note") if at.language == FALLBACK else None,
    }


def _rules(at: Table, then: Json) -> list[str]:
    """The rules a verdict rests on; that it is not a player's turn is no rule of the books."""
    return [id_ for id_ in then.get("because", []) if id_ in at.judge.rule_set.reference]


def _title(at: Table, moves: list[Json], given: Json, report: list[Json]) -> str:
    """The last move that is no mere answer; of a ready-made question, what came of it."""
    acted = [move for move in moves if "action" in move]
    if acted:
        return at.answers.move_text(acted[-1])
    outcome = joined([labelled(line["label"], line["text"], at.language) for line in report[:2]], at.language)
    return " · ".join(filter(None, (given["name"], outcome)))


def _given(at: Table, given: Json) -> Json:
    program = at.judge.rules.program
    if "question" not in given:
        setup = given.get("setup")
        return {
            "name": at.name("Setup", setup) if setup else None,
            "fields": values.fields(at, given.get("changes") or given.get("state") or {}),
        }
    question = program.questions[given["question"]]
    inputs = [
        {
            "label": at.name("Input", name),
            "parts": values.parts(at, value, question.inputs[name].type),
            "rows": [],
        }
        for name, value in given.get("inputs", {}).items()
        if name in question.inputs
    ]
    return {"name": at.name("Question", question.id), "fields": inputs}


def _move(at: Table, move: dict[str, Any]) -> Json:
    """Who does what; of an answer, what was asked."""
    who = move.get("by")
    if "action" in move:
        return {"who": who and at.answers.name_of(who), "text": at.answers.move_text(move)}
    asked = move.get("name")
    return {"who": asked and at.name("Choice", asked), "text": at.answers.value(move.get("answer"))}
