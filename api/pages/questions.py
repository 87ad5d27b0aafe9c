"""Ready-made questions: a form made from each one's description, its answer step by step, its odds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, redirect, request

from adjudicator.engine.foresight import foreseen
from adjudicator.engine.questions import QuestionError, Resolution
from adjudicator.language.program import Question
from api.asking import Table, engine, table
from api.pages.asking_fields import Field, Forms
from api.pages.asking_reading import Reader, told
from api.pages.frame import html, kept, text, url
from api.pages.links import question_link, refused
from api.pages.links_packing import DamagedLink
from api.pages.questions_asked import FORM, ODDS, RESULT, Asked, opened
from api.pages.questions_results import chart, odds_found, resolution_found, resolution_told
from api.pages.referee_answers import NOTHING, by_chance, read_answer
from api.pages.referee_forms import question as waiting_form
from api.problems import Problem
from api.resources.questions import MOST_POSITIONS, forms, known
from api.service import Json

blueprint = Blueprint("questions", __name__, url_prefix="/<ruleset>/questions")
_SEEN, _FEW = 4, 2  # inputs that need not be filled in: so many are seen at once, so few are not worth hiding
_MOST_ANSWERS = 400  # of one question left to chance


@blueprint.get("")
def index(ruleset: str) -> Response:
    at = table(ruleset)
    return kept("asking/questions.html", lambda: forms(at))


@blueprint.get("/<id_>", defaults={"link": None})
@blueprint.get("/<id_>/<link>")
def show(ruleset: str, id_: str, link: str | None) -> Response:
    at = table(ruleset)
    question = known(at, id_)
    return _page(at, question, _asked(question, link), Reader.of(request.args))


@blueprint.post("/<id_>", defaults={"link": None})
@blueprint.post("/<id_>/<link>")
def do(ruleset: str, id_: str, link: str | None) -> Response:
    """Do what the button says; then lead to the address of what came of it."""
    at = table(ruleset)
    question = known(at, id_)
    reader = Reader.of(request.form)
    before = _asked(question, link)
    asked = _filled_in(question, before, reader)
    deed = request.form.get("deed", "keep")
    if not reader.wrong:
        asked = _performed(at, question, asked, deed, reader)
    if reader.wrong:
        return _page(at, question, replace(asked, wants=FORM if deed == "ask" else asked.wants), reader, 422)
    address = url("questions.show", id_=question.id, link=asked.link())
    anchor = "" if asked.wants == FORM else "#result"
    response: Any = redirect(address + anchor, 303)
    return response  # type: ignore[no-any-return]


def _asked(question: Question, link: str | None) -> Asked:
    if link is not None:
        try:
            return opened(link)
        except DamagedLink as damaged:
            raise refused(damaged) from None
    kept = {n: i.default for n, i in question.inputs.items() if not i.required and i.default is not None}
    return Asked(kept)


def _filled_in(question: Question, before: Asked, reader: Reader) -> Asked:
    """The question as it stands on the form. With other inputs, earlier answers mean nothing."""
    inputs: Json = {}
    for name, wanted in question.inputs.items():
        value = reader.value(f"i/{name}", wanted.type, before.inputs.get(name))
        if value is not None:
            inputs[name] = value
    choose = "policies" in reader.form if "policies" in reader.form.getlist("shown") else before.choose
    if inputs == before.inputs and choose == before.choose:
        return before
    return Asked(inputs, [], FORM, choose)


def _performed(at: Table, question: Question, asked: Asked, deed: str, reader: Reader) -> Asked:
    if deed == "back":
        return replace(asked, answers=asked.answers[:-1])
    if deed not in ("ask", "odds", "answer", "chance", "chance-all"):
        return replace(asked, wants=FORM)
    try:
        with engine_or_fields(at):
            result = _resolved(at, question, asked)
            if deed == "odds":
                return replace(asked, wants=ODDS)
            if deed == "ask":
                return replace(asked, wants=RESULT)
            answers = _answered(at, question, asked, result, deed, reader)
    except QuestionError as wrong:
        _refuse(at, reader, wrong)
        return asked
    except Problem as problem:  # the engine gave up on it: told above the form, which stays as it is
        for reason in problem.problems:
            reader.refuse("i", reason["detail"])
        return asked
    return replace(asked, answers=answers, wants=RESULT)


@contextmanager
def engine_or_fields(at: Table) -> Iterator[None]:
    """The engine, but with problems of single fields left to whoever can show them beside the field."""
    held: list[QuestionError] = []
    with engine(at):
        try:
            yield
        except QuestionError as wrong:
            held.append(wrong)
    if held:
        raise held[0]


def _refuse(at: Table, reader: Reader, wrong: QuestionError) -> None:
    for problem in wrong.problems:
        inputs = problem.path[:1] == ("inputs",)
        for path, texts in told(
            at, [problem], "i" if inputs else "a", 1 if inputs else len(problem.path)
        ).items():
            for reason in texts:
                reader.refuse(path, reason)


def _resolved(at: Table, question: Question, asked: Asked) -> Resolution:
    return at.judge.resolve(question.id, asked.inputs, asked.answers, choose=asked.choose)


def _answered(
    at: Table, question: Question, asked: Asked, result: Resolution, deed: str, reader: Reader
) -> list[Json]:
    """The answers with one more: from the form, from chance; or all that chance can give."""
    answers = list(asked.answers)
    while result.pending is not None and len(answers) < _MOST_ANSWERS:
        waiting = result.pending
        chance = deed in ("chance", "chance-all")
        if chance and not waiting.chance:
            break
        value = by_chance(at, result.position, waiting) if chance else read_answer(reader, waiting)
        if value is NOTHING:
            if not reader.wrong:
                reader.refuse("a", text("asking.choose-one"))
            break
        answers.append({"answer": value, "name": waiting.name})
        result = _resolved(at, question, replace(asked, answers=answers))
        if deed != "chance-all":
            break
    return answers


# ---------------------------------------------------------------------- the page


def _page(at: Table, question: Question, asked: Asked, reader: Reader, status: int = 200) -> Response:
    fields_ = Forms(at, reader.wrong, reader.typed)
    content: Json = {"told": None, "odds": None, "waiting": None, "link": None, "problems": []}
    if asked.wants != FORM:
        try:
            with engine_or_fields(at):
                content |= _result(at, question, asked, fields_)
        except QuestionError as wrong:
            _refuse(at, reader, wrong)
            status = 422
        except Problem as problem:
            content["problems"] = [reason["detail"] for reason in problem.problems]
            status = problem.status
    fields = {name: _field(fields_, question, asked, name) for name in question.inputs}
    special = _special(question)
    return html(
        "asking/question.html",
        status=status,
        question=question,
        label=at.name("Question", question.id),
        foreseen=foreseen(at.judge.rules, question.id),
        introduction=at.answers.rule_text(question.rule),
        fields=list(fields.values()),
        special=[fields[name] for name in special],
        special_open=any(
            fields[n].wrong or asked.inputs.get(n) not in (None, question.inputs[n].default) for n in special
        ),
        asked=asked,
        typed=reader.typed,
        other_wrong=[r for path, reasons in reader.wrong.items() if path == "i" for r in reasons],
        **content,
    )


def _special(question: Question) -> list[str]:
    """Inputs most people leave as they are: those that need not be filled in, after the first few."""
    found = [name for name, wanted in question.inputs.items() if not wanted.required][_SEEN:]
    return found if len(found) > _FEW else []


def _field(fields_: Forms, question: Question, asked: Asked, name: str) -> Field:
    wanted = question.inputs[name]
    label = fields_.at.answers.label("local", name)
    more = {"required": wanted.required, "least": wanted.least, "most": wanted.most}
    return fields_.field(f"i/{name}", label, wanted.type, asked.inputs.get(name), **more)


def _result(at: Table, question: Question, asked: Asked, fields_: Forms) -> Json:
    record: Json = {"question": question.id, "inputs": asked.inputs}
    if asked.wants == ODDS:
        odds = at.judge.odds(question.id, asked.inputs, most=MOST_POSITIONS)
        link = question_link(at, {**record, "odds": True}, odds_found(odds))
        return {"odds": chart(at, question, odds), "link": link}
    result = _resolved(at, question, asked)
    waiting = result.pending
    record |= {"answers": asked.answers, "choose": asked.choose}
    return {
        "told": resolution_told(at, result),
        "waiting": None if waiting is None or waiting.kind == "act" else waiting_form(fields_, waiting),
        "link": question_link(at, record, resolution_found(result)),
    }
