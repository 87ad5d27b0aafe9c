"""Ready-made questions: the form of each, its answer, its odds. They exist because the rule set has them."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, Response

from adjudicator.data.diagnostic import nearest_name
from adjudicator.language import types as t
from adjudicator.language.program import Input, Question
from adjudicator.ruleset import values
from api.asking import Table, engine, table
from api.bodies import body
from api.problems import not_found
from api.responses import answer, reference
from api.service import Json

blueprint = Blueprint("questions", __name__, url_prefix="/v1/<ruleset>")

MOST_POSITIONS = 20_000  # that the odds of one request may go through: some seconds
_SEEDS = 2**32
_SHAPES: dict[type[t.Type], str] = {
    t.BagOf: "bag",
    t.SetOf: "set",
    t.ListOf: "list",
    t.Kind: "choice",
    t.Enumeration: "choice",
    t.Record: "record",
}


# ---------------------------------------------------------------------- the form


def form(at: Table, question: Question) -> Json:
    """What a form for a question needs: its inputs with their labels and choices, and what it reports."""
    return {
        **_summary(at, question),
        "setup": question.setup,
        "inputs": [_input(at, n, i) for n, i in question.inputs.items()],
        "reports": [{"name": n, "label": at.name("Report", n)} for n in question.reports],
        "policies": list(question.policies),
    }


def forms(at: Table) -> Json:
    """The questions there are."""
    return {"questions": [_summary(at, q) for q in at.judge.rules.program.questions.values()]}


def known(at: Table, name: str) -> Question:
    """The question named in the address."""
    questions = at.judge.rules.program.questions
    if name not in questions:
        raise not_found("unknown-question", name, nearest_name(name, questions))
    return questions[name]


def _summary(at: Table, question: Question) -> Json:
    return {
        "id": question.id,
        "label": at.name("Question", question.id),
        "rule": question.rule,
        "text": at.answers.rule_text(question.rule),
    }


def _input(at: Table, name: str, wanted: Input) -> Json:
    program, type_ = at.judge.rules.program, t.bare(wanted.type)
    field: Json = {
        "name": name,
        "label": at.answers.label("local", name),
        "type": str(wanted.type),
        "shape": _shape(type_),
        "optional": isinstance(wanted.type, t.Maybe),
        "required": wanted.required,
        "default": wanted.default,
    }
    of = t.element(type_) or type_
    ids = values.members(of, program)
    if ids is not None:
        field["of"] = str(of)
        field["options"] = [_option(at, of, id_) for id_ in ids]
    return field


def _shape(type_: t.Type) -> str:
    if isinstance(type_, t.Simple):
        return {t.BOOL: "whether", t.NUMBER: "number"}.get(type_, "value")
    return _SHAPES[type(type_)]


def _option(at: Table, of: t.Type, id_: str) -> Json:
    option: dict[str, Any] = {"id": id_, "name": at.name(str(of), id_)}
    most = at.judge.rules.program.boxes.get(str(of), {}).get(id_)
    return option if most is None else {**option, "most": most}


# ---------------------------------------------------------------------- the answer


def resolution(at: Table, question: Question, asked: Json) -> Json:
    """A question answered as far as dice and choices are known; `roll` lets the service roll the rest."""
    seed = asked.get("seed")
    if seed is None and asked.get("roll"):
        seed = secrets.randbelow(_SEEDS)
    with engine(at):
        found = at.judge.resolve(
            question.id, asked["inputs"], asked.get("answers"), seed=seed, choose=asked.get("choose", True)
        )
        data = at.answers.resolution(found)
    return data if seed is None else {**data, "seed": seed}


def odds(at: Table, question: Question, asked: Json) -> Json:
    """Every outcome with its exact probability, choices made by the question's policies."""
    with engine(at):
        return at.answers.odds(at.judge.odds(question.id, asked["inputs"], most=MOST_POSITIONS))


@blueprint.get("/questions")
def list_questions(ruleset: str) -> Response:
    at = table(ruleset)
    return reference(lambda: forms(at))


@blueprint.get("/questions/<id_>")
def show_question(ruleset: str, id_: str) -> Response:
    at = table(ruleset)
    return reference(lambda: form(at, known(at, id_)))


@blueprint.post("/questions/<id_>")
def resolve_question(ruleset: str, id_: str) -> Response:
    at = table(ruleset)
    return answer(resolution(at, known(at, id_), body("resolution-question")))


@blueprint.post("/odds/<id_>")
def give_odds(ruleset: str, id_: str) -> Response:
    at = table(ruleset)
    return answer(odds(at, known(at, id_), body("odds-question")))
