"""What the asking pages call things: those who play, starting positions, actions, choices."""

from __future__ import annotations

from typing import Any

from babel.numbers import format_decimal
from flask import request

from adjudicator.engine.verdict import Verdict
from adjudicator.ruleset import values
from api.asking import Table
from api.languages import language
from api.pages.map_drawing import seat_number
from api.service import Json, service

Named = tuple[Any, str]


def seats(at: Table) -> list[Named]:
    """Those who play, by the number of their colour."""
    program = at.judge.rules.program
    ids = values.members(program.seats, program) or []
    return [(seat_number(program, id_), at.name(str(program.seats), id_)) for id_ in ids]


def players(at: Table) -> list[Named]:
    program = at.judge.rules.program
    return [(id_, at.name(str(program.seats), id_)) for id_ in values.members(program.seats, program) or []]


def setups(at: Table) -> list[Named]:
    """The starting positions, the usual one first."""
    return [(name, setup_name(at, name)) for name in at.judge.rule_set.setups]


def setup_name(at: Table, name: str) -> str:
    found = at.name("Setup", name)
    return found if found != name else name.replace("_", " ").replace("-", " ")


def capital(text: str) -> str:
    """A name at the beginning of a line."""
    return text[:1].upper() + text[1:]


def verdict_told(at: Table, judged: Verdict) -> Json:
    """A verdict as JSON, without what would help nobody: rules in their own language, choices of nothing."""
    told: Json = at.answers.verdict(judged)
    no_choice = at.answers.say("op-in", value=at.answers.value([]))
    for shown, condition in zip(told["conditions"], judged.conditions, strict=True):
        raw = [str(need.what[1]) for need in condition.needs if need.what[0] == "expression"]
        raw.append(no_choice)
        needs = [n for n in shown.get("needs", []) if not any(words in n["text"] for words in raw)]
        shown.pop("needs", None)
        if needs:
            shown["needs"] = needs
    return told


def helpers() -> dict[str, Any]:
    """What the templates of these pages may call."""
    return {"known_rule": known_rule, "decimal": decimal}


def known_rule(id_: str) -> bool:
    """Is there a page for this rule? A link may name one of long ago."""
    rules = service().library.rules.get((request.view_args or {}).get("ruleset", ""))
    return rules is not None and id_ in rules.rule_set.reference


def decimal(number: float) -> str:
    """A number as the reader's language writes it, two places at most."""
    return format_decimal(number, format="#,##0.##", locale=language())
