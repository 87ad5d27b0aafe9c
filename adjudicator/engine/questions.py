"""Ready-made questions: from a small form to an answer, with chance reported, rolled or left open."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.engine import asking
from adjudicator.engine.chance import random_answer
from adjudicator.engine.machine import LogEntry, Machine
from adjudicator.engine.moves import part_count, sub_bags, telling_bags
from adjudicator.engine.position import Position, complete
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.expressions import python_name
from adjudicator.language.program import Input, Question
from adjudicator.language.runtime import RuleFault, Undecided
from adjudicator.ruleset import values

_FEW = 5_000


class QuestionError(Exception):
    """A question that was not understood; carries every problem with its JSON path."""

    def __init__(self, problems: list[values.ValueProblem]) -> None:
        self.problems = problems
        super().__init__("; ".join(p.code for p in problems))


@dataclass(slots=True)
class Resolution:
    """How far a question got: its report when it is answered, what it waits for when not."""

    question: str
    report: dict[str, Any] | None
    position: Position
    log: list[LogEntry] = field(default_factory=list)
    pending: asking.Pending | None = None
    policies_used: list[str] = field(default_factory=list)


def question_named(rules: Rules, name: str) -> Question:
    question = rules.program.questions.get(name)
    if question is None:
        near = nearest_name(name, rules.program.questions)
        raise QuestionError([values.ValueProblem(("question",), "unknown-question", {"name": name}, near)])
    return question


def prepare(rules: Rules, name: str, inputs: dict[str, Any]) -> Machine:
    """A machine about to run a question with these inputs."""
    question = question_named(rules, name)
    problems = _input_problems(rules, question, inputs)
    if problems:
        raise QuestionError(problems)
    position, wrong = complete(rules, {"setup": question.setup})
    assert not wrong, wrong
    given = {n: inputs.get(n, i.default) for n, i in question.inputs.items()}
    refused = _against_rules(rules, question, position, given)
    if refused:
        raise QuestionError(refused)
    machine = Machine(rules, {**position, "question": {"id": name, "inputs": inputs}})
    machine.start(
        f"question {name}",
        {n: values.completed(v, question.inputs[n].type, rules.program) for n, v in given.items()},
    )
    rules.compiled.budget.reset()
    return machine


def _input_problems(rules: Rules, question: Question, inputs: Any) -> list[values.ValueProblem]:
    if not isinstance(inputs, dict):
        return [
            values.ValueProblem(("inputs",), "wrong-value", {"found": str(inputs)[:60], "expected": "object"})
        ]
    found: list[values.ValueProblem] = []
    for name in sorted(inputs.keys() - question.inputs.keys()):
        near = nearest_name(name, question.inputs)
        found.append(values.ValueProblem(("inputs", name), "surplus-parameter", {"name": name}, near))
    for name, wanted in question.inputs.items():
        if name in inputs:
            problems = values.problems(inputs[name], wanted.type, rules.program, ("inputs", name))
            found += list(problems) or _out_of_bounds(rules, name, wanted, inputs[name])
        elif wanted.required:
            found.append(values.ValueProblem(("inputs", name), "missing-parameter", {"name": name}))
    return found


def _out_of_bounds(rules: Rules, name: str, wanted: Input, value: Any) -> list[values.ValueProblem]:
    """A number beyond its bounds, or more of a piece than the box holds."""
    if type(value) is int:
        low, high = wanted.least, wanted.most
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = {"found": value, "least": low, "most": high}
            return [values.ValueProblem(("inputs", name), "out-of-range", bounds)]
    if not isinstance(value, dict):
        return []
    box = rules.program.boxes.get(str(t.element(wanted.type)), {})
    return [
        values.ValueProblem(
            ("inputs", name, piece), "out-of-range", {"found": n, "least": 0, "most": box[piece]}
        )
        for piece, n in value.items()
        if n > box.get(piece, n)
    ]


def _against_rules(
    rules: Rules, question: Question, position: Position, given: dict[str, Any]
) -> list[values.ValueProblem]:
    """Inputs that can be understood but do not fit together, each with the rule they break."""
    return [
        values.ValueProblem(("inputs",), "against-a-rule", {"rule": requirement.rule})
        for requirement in question.requires
        if not rules.evaluator.value(requirement.that, position["state"], given)
    ]


def policy_answer(machine: Machine, question: Question, asked: asking.Pending) -> Any:
    """What is chosen when nobody answers: the question's own policy, else the first that is offered."""
    if asked.name in question.policies:
        frame = next(f for f in machine.stack if f.get("run") == f"question {question.id}")
        function = machine.function(python_name(f"{python_name('q', question.id)}_p", asked.name))
        return function(machine, machine.state, frame["locals"], asked.options)
    return default_choice(machine, asked)


def default_choice(machine: Machine, asked: asking.Pending) -> Any:
    """Decline where one may, else take the first allowed answer."""
    if asked.kind == "choose":
        return None if asked.optional else asked.options[0]
    if asked.kind == "whether":
        return asked.options[-1]
    if asked.kind == "number":
        return asked.options[0]
    few = part_count(asked.options) <= _FEW
    for bag in sub_bags(asked.options) if few else telling_bags(asked.options):
        if asking.check(machine, asked, bag).accepted:
            return bag
    raise RuleFault("nothing-to-choose", name=asked.name)


def resolve(
    rules: Rules,
    name: str,
    inputs: dict[str, Any],
    answers: list[dict[str, Any]] | None = None,
    *,
    roll: random.Random | None = None,
    choose: bool = True,
) -> Resolution:
    """Run a question: with the answers given, then by dice (if `roll`) and policies (if `choose`)."""
    question = question_named(rules, name)
    machine = prepare(rules, name, inputs)
    given = list(answers or [])
    used: list[str] = []
    try:
        pending = _answered(machine, question, given, used, roll=roll, choose=choose)
    except Undecided as open_:  # the rules do not say: that is an answer about the books, not a crash
        raise RuleFault("ruling-open", ruling=open_.ruling) from None
    if given:
        raise QuestionError(
            [values.ValueProblem(("answers", len(answers or []) - len(given)), "not-waiting", {})]
        )
    return Resolution(name, machine.extra.get("answer"), machine.position(), machine.log, pending, used)


def _answered(
    machine: Machine,
    question: Question,
    given: list[dict[str, Any]],
    used: list[str],
    *,
    roll: random.Random | None,
    choose: bool,
) -> asking.Pending | None:
    """Go on with the answers given, with dice and policies, as far as they reach."""
    number = len(given)
    pending = asking.advance(machine)
    while pending is not None:
        answer = _given_answer(machine, pending, given, number - len(given))
        if answer is asking.OPEN and pending.chance and roll is not None:
            answer = random_answer(machine, pending, roll)
        if answer is asking.OPEN and not pending.chance and choose and pending.kind != "act":
            answer = policy_answer(machine, question, pending)
            used.append(pending.name)
        if answer is asking.OPEN:
            break
        asking.accept(machine, pending, answer)
        pending = asking.advance(machine)
    return pending


def _given_answer(machine: Machine, pending: asking.Pending, given: list[dict[str, Any]], index: int) -> Any:
    """The next answer that was given, if it is for this question."""
    if not given or given[0].get("name", pending.name) != pending.name:
        return asking.OPEN
    checked = asking.check(machine, pending, given[0]["answer"])
    if checked.problems:
        raise QuestionError([replace(p, path=("answers", index, *p.path)) for p in checked.problems])
    if not checked.accepted:
        rules = [rule for rule, holds in checked.conditions if not holds]
        raise QuestionError(
            [values.ValueProblem(("answers", index), "not-allowed", {"name": pending.name, "rules": rules})]
        )
    given.pop(0)
    return checked.value
