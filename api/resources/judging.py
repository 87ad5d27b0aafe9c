"""Moves: is this one legal, which are there, and what comes of one."""

from __future__ import annotations

from flask import Blueprint, Response

from adjudicator.language.runtime import BUDGET
from api.asking import Table, engine, player, position, table, understood
from api.bodies import body
from api.responses import answer
from api.service import Json

blueprint = Blueprint("judging", __name__, url_prefix="/v1/<ruleset>")


def verdict(at: Table, question: Json) -> Json:
    """Legal, illegal or undecided, with every condition, its rule, and what would be legal instead."""
    here = position(at, question["position"])
    with engine(at, question["position"]):
        judged = understood(at, at.judge.verdict(here, question["move"]))
        text = at.answers.move_text(judged.move)
        return {**at.answers.verdict(judged), "move_text": text, "digest": at.judge.digest(here)}


def moves(at: Table, question: Json) -> Json:
    """Everything that may be done now, grouped by action."""
    here = position(at, question["position"])
    by = player(at, question.get("by"))
    with engine(at, question["position"]):
        return {**at.answers.moves(at.judge.moves(here, by)), "digest": at.judge.digest(here)}


def outcome(at: Table, question: Json) -> Json:
    """What comes of a move: the position afterwards, what happened, what is asked next."""
    here = position(at, question["position"])
    with engine(at, question["position"]):
        agreed = question.get("agreed", False)
        found = at.judge.apply(here, question["move"], undecided_too=agreed)
        understood(at, found.verdict)
        if found.fault is not None and found.fault.code == BUDGET:
            raise found.fault
        return {**at.answers.outcome(found), "digest": at.judge.digest(found.position)}


@blueprint.post("/verdict")
def give_verdict(ruleset: str) -> Response:
    at = table(ruleset)
    return answer(verdict(at, body("verdict-question")))


@blueprint.post("/moves")
def list_moves(ruleset: str) -> Response:
    at = table(ruleset)
    return answer(moves(at, body("moves-question")))


@blueprint.post("/apply")
def apply_move(ruleset: str) -> Response:
    at = table(ruleset)
    return answer(outcome(at, body("apply-question")))
