"""From a request to the referee and back: who is asked, in which language, and what can be wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.engine.position import Inconsistency, Position
from adjudicator.engine.questions import QuestionError
from adjudicator.engine.verdict import INVALID, Verdict
from adjudicator.language.runtime import BUDGET, RuleFault, Undecided
from adjudicator.referee import InvalidPosition, Referee
from adjudicator.ruleset.values import ValueProblem
from adjudicator.text.answers import Answers, pointer
from api.languages import language
from api.problems import Problem, diagnosed, not_found, said
from api.service import Json, Reading, Service, service

log = logging.getLogger("adjudicator.api")


@dataclass(frozen=True, slots=True)
class Table:
    """One rule set and one reader: all a view needs to give its data."""

    judge: Referee
    answers: Answers
    reading: Reading

    @property
    def language(self) -> str:
        return self.answers.language

    def name(self, kind: str, id_: str) -> str:
        return self.answers.name(kind, id_)


def table(ruleset: str) -> Table:
    """The rule set named in the address, in the reader's language."""
    known, reader = service(), language()
    found = known.tables.get((ruleset, reader))
    if found is None:
        judge = _judge(known, ruleset)
        found = known.tables[ruleset, reader] = Table(judge, judge.answers(reader), known.reading(judge))
    return found


def _judge(known: Service, ruleset: str) -> Referee:
    judge = known.referee(ruleset)
    if judge is None:
        library = known.library
        if ruleset in library.broken:
            raise Problem("data-broken", [said("data-broken", name=ruleset)])
        raise not_found("unknown-ruleset", ruleset, nearest_name(ruleset, library.rules))
    return judge


# ---------------------------------------------------------------------- positions and moves


def position(at: Table, written: Json) -> Position:
    """The position of a question, complete; every problem with it is told where it stands in the body."""
    asked = written.get("ruleset", at.judge.rule_set.id)
    if asked != at.judge.rule_set.id:
        reason = said("other-ruleset", "/position/ruleset", found=asked, expected=at.judge.rule_set.id)
        raise Problem("not-understood", [reason])
    try:
        return at.judge.position(written)
    except InvalidPosition as wrong:
        reasons = [_inconsistency(at, p) for p in wrong.problems]
        raise Problem("not-understood", reasons) from None


def understood(at: Table, judged: Verdict) -> Verdict:
    """A verdict on a move that was understood and could be judged; illegal is an answer, invalid is none."""
    if judged.verdict == INVALID:
        raise Problem("not-understood", [_value(at, p, "/move") for p in judged.problems])
    for condition in judged.conditions:
        if condition.code == BUDGET:
            raise _stopped(at, RuleFault(BUDGET, **condition.values))
    return judged


def player(at: Table, by: str | None) -> str | None:
    """Somebody who plays, or nobody in particular."""
    from adjudicator.ruleset import values

    program = at.judge.rules.program
    wrong = [] if by is None else list(values.problems(by, program.seats, program, ("by",)))
    if wrong:
        raise Problem("not-understood", [_value(at, p) for p in wrong])
    return by


@contextmanager
def engine(at: Table, written: Json | None = None) -> Iterator[None]:
    """Ask the engine, turning everything that can be wrong with a question into its problem document.

    A stack that somebody typed in can name a step with local values that no script would have left there.
    Their types are known only to the script, so that what fails then is the position, not the program.
    """
    try:
        yield
    except QuestionError as wrong:
        raise Problem("not-understood", [_value(at, p) for p in wrong.problems]) from None
    except RuleFault as fault:
        raise _stopped(at, fault) from None
    except Undecided as open_:
        raise _stopped(at, RuleFault("ruling-open", ruling=open_.ruling)) from None
    except Problem:
        raise
    except Exception as error:
        stack = (written or {}).get("stack") or []
        if not stack:
            raise
        log.info("a position with a damaged stack: %r", error)
        top = len(stack) - 1
        named = {"name": str(stack[top].get("run") or stack[top].get("moment"))}
        reason = diagnosed("bad-frame", named, pointer=f"/position/stack/{top}")
        raise Problem("not-understood", [reason]) from None


def _stopped(at: Table, fault: RuleFault) -> Problem:
    text = at.answers.problem(fault.code, fault.values)
    return Problem("not-answerable", [{"pointer": "", "code": fault.code, "detail": text}])


def _value(at: Table, problem: ValueProblem, below: str = "") -> Json:
    told = at.answers.value_problem(problem)
    return _reason(below + told["path"], told, problem.nearest)


def _inconsistency(at: Table, problem: Inconsistency) -> Json:
    told = at.answers.inconsistency(problem)
    return _reason("/position" + pointer(problem.path), told, problem.nearest)


def _reason(place: str, told: Json, nearest: str | None) -> Json:
    reason: dict[str, Any] = {"pointer": place, "code": told["code"], "detail": told["text"]}
    return reason if nearest is None else {**reason, "nearest": nearest}
