"""Permanent links to ready-made questions: what they hold, and the page they open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response

from adjudicator.language.program import Question
from api.asking import Table, engine
from api.pages.frame import html, url
from api.pages.links_packing import DamagedLink
from api.pages.questions_asked import ODDS, RESULT, Asked
from api.pages.questions_results import (
    chart,
    inputs_told,
    odds_found,
    resolution_found,
    resolution_told,
    then_told,
)
from api.pages.referee_game import check as check_form
from api.problems import Problem
from api.resources.questions import MOST_POSITIONS
from api.service import Json

_KEYS = {"question", "inputs", "answers", "odds", "choose", "found", "version"}


def check(data: Json) -> None:
    """The form of a link to a question; raises `DamagedLink`."""
    if data.keys() - _KEYS or not isinstance(data["question"], str):
        raise DamagedLink("link-damaged")
    if not isinstance(data.get("odds", False), bool):
        raise DamagedLink("link-damaged")
    asked: Json = {key: data[key] for key in ("inputs", "answers", "choose") if key in data}
    check_form("resolution-question", asked)


def page(
    at: Table,
    data: Json,
    compare: Callable[[Json | None], Any],
    link: Callable[[Table, Json, Json], str],
) -> Response:
    """The answer to the question of a link, with what the link says of it."""
    question = at.judge.rules.program.questions.get(data["question"])
    asked = {k: v for k, v in data.items() if k not in ("found", "version")}
    content: Json = {"found": None, "reasons": [], "odds": None, "told": None}
    if question is not None:
        _answered(at, question, data, content)
    now = content["found"]
    return html(
        "asking/answered.html",
        at=at,
        data=data,
        question=question,
        label=at.name("Question", data["question"]),
        inputs=inputs_told(at, question, data["inputs"]) if question is not None else [],
        compared=compare(now),
        then=then_told(at, data["found"]),
        link=None if now is None else link(at, asked, now),
        going_on=None if question is None else url("questions.show", id_=question.id, link=_form_link(data)),
        **content,
    )


def _form_link(data: Json) -> str:
    return Asked(
        data["inputs"],
        data.get("answers", []),
        ODDS if data.get("odds") else RESULT,
        data.get("choose", True),
    ).link()


def _answered(at: Table, question: Question, data: Json, content: Json) -> None:
    """Today's answer, or why there is none."""
    try:
        with engine(at):
            if data.get("odds"):
                odds = at.judge.odds(question.id, data["inputs"], most=MOST_POSITIONS)
                content["odds"], content["found"] = chart(at, question, odds), odds_found(odds)
            else:
                result = at.judge.resolve(
                    question.id, data["inputs"], data.get("answers"), choose=data.get("choose", True)
                )
                content["told"], content["found"] = resolution_told(at, result), resolution_found(result)
    except Problem as problem:
        content["reasons"] = [reason["detail"] for reason in problem.problems]
