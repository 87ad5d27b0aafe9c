"""A whole program of the rule language: checked definitions, ready for the compiler and the evaluator."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.scope import Scope


@dataclass(slots=True)
class ExceptionRule:
    """A guarded departure from a term's general value: another value (`value`) or something added."""

    id: str
    rule: str
    when: s.Expr | None
    value: s.Expr | None = None
    adds: s.Expr | None = None
    over: frozenset[str] = frozenset()  # ids of exceptions this one takes precedence over
    effect: str | None = None  # works only while this effect is applied, once per application


@dataclass(slots=True)
class Term:
    name: str
    parameters: dict[str, t.Type]
    result: t.Type
    value: s.Expr
    rule: str
    exceptions: list[ExceptionRule] = field(default_factory=list)


@dataclass(slots=True)
class Requirement:
    """A condition with the rule it enforces; `shows` are values its sentence may use."""

    rule: str
    that: s.Expr
    shows: dict[str, s.Expr] = field(default_factory=dict)
    ruling: str | None = None


@dataclass(slots=True)
class Given:
    """A parameter of an action; `source` is the collection its values come from."""

    type: t.Type
    source: s.Expr | None = None


@dataclass(slots=True)
class Action:
    name: str
    by: str  # the name under which the acting player is known
    by_type: t.Type
    given: dict[str, Given]
    requires: list[Requirement]
    does: list[s.Statement]
    rule: str


@dataclass(slots=True)
class Invariant:
    """What holds in every sound position, for each combination of its parameters."""

    id: str
    rule: str
    parameters: dict[str, t.Type]
    that: s.Expr


@dataclass(slots=True)
class Procedure:
    name: str
    parameters: dict[str, t.Type]
    result: t.Type | None
    does: list[s.Statement]


@dataclass(slots=True)
class Handler:
    """What a card, a character or a rule hangs on to a moment."""

    id: str
    moment: str
    rule: str
    when: s.Expr | None
    order: list[s.Expr]
    does: list[s.Statement]


@dataclass(slots=True)
class Input:
    type: t.Type
    default: Any = None
    required: bool = True
    least: int | None = None
    most: int | None = None


@dataclass(slots=True)
class Question:
    """A ready-made question: a small form, the script that answers it, and what is reported."""

    id: str
    rule: str
    setup: str
    inputs: dict[str, Input]
    does: list[s.Statement]
    reports: dict[str, s.Expr]
    policies: dict[str, s.Expr]  # name of a choice -> what is chosen when nobody answers
    requires: list[Requirement] = field(default_factory=list)  # what must hold between the inputs


@dataclass(slots=True)
class Effect:
    """Something that changes a term until a moment comes."""

    name: str
    parameters: dict[str, t.Type]


@dataclass(slots=True)
class Die:
    name: str
    faces: list[Any]
    type: t.Type


@dataclass(slots=True)
class FieldDef:
    """One thing a position holds."""

    name: str
    key: t.Type | None
    type: t.Type
    default: Any
    hidden: bool = False  # may hold pieces whose identity the table keeps secret
    place: bool = False  # its pieces count towards what the box holds
    option: bool = False  # fixed when the game is set up
    least: int | None = None
    most: int | None = None


@dataclass(slots=True)
class Ruling:
    """A point the books leave open, the readings considered, and the one taken (or none)."""

    id: str
    rule: str
    options: list[str]
    takes: str | None


@dataclass(slots=True)
class Program:
    scope: Scope
    attributes: dict[str, dict[str, dict[str, Any]]] = field(
        default_factory=dict
    )  # kind -> attribute -> item -> value
    items: dict[str, list[str]] = field(default_factory=dict)  # kind -> its items in order
    record_defaults: dict[str, dict[str, Any]] = field(default_factory=dict)
    fields: dict[str, FieldDef] = field(default_factory=dict)
    terms: dict[str, Term] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    handlers: dict[str, Handler] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    invariants: dict[str, Invariant] = field(default_factory=dict)
    dice: dict[str, Die] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    boxes: dict[str, dict[str, int]] = field(default_factory=dict)  # kind -> piece -> how many the box holds
    seats: t.Type = t.ANYTHING  # who plays: the type of the acting side


def default_of(type_: t.Type, program: Program) -> Any:
    """The value a field of this type has when nothing was said."""
    if isinstance(type_, t.Maybe):
        return None
    if type_ == t.BOOL:
        return False
    if type_ == t.NUMBER:
        return 0
    if isinstance(type_, t.BagOf):
        return {}
    if isinstance(type_, t.SetOf | t.ListOf):
        return []
    if isinstance(type_, t.Record):
        return dict(program.record_defaults[type_.name])
    if isinstance(type_, t.Enumeration):
        return program.scope.enumerations[type_.name][0]
    return next(iter(program.items.get(type_.name, [])), None) if isinstance(type_, t.Kind) else None
