"""The syntax tree. Nodes know where they stand; the checker adds `type` and what a name refers to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.language.types import ANYTHING, Type


@dataclass(slots=True, kw_only=True)
class Node:
    line: int = 0
    column: int = 0


# -------------------------------------------------------------------- expressions


@dataclass(slots=True, kw_only=True)
class Expr(Node):
    type: Type = ANYTHING


@dataclass(slots=True)
class Literal(Expr):
    """A number, `true`, `false` or `none`."""

    value: Any


@dataclass(slots=True)
class Name(Expr):
    """A bare word. `refers` is filled by the checker: local, field, term, item, word or ruling."""

    id: str
    refers: str = ""


@dataclass(slots=True)
class Qualified(Expr):
    """`Kind.item`: an item or word named together with its type."""

    owner: str
    id: str


@dataclass(slots=True)
class Everything(Expr):
    """A bare type name: the set of all its items or words."""

    owner: str


@dataclass(slots=True)
class Attribute(Expr):
    of: Expr
    name: str


@dataclass(slots=True)
class Amount(Expr):
    """`bag[piece]`: how many of a piece a bag holds."""

    of: Expr
    key: Expr


@dataclass(slots=True)
class Call(Expr):
    """`name(arguments)`. `refers` is filled by the checker: field, term, builtin or ruling."""

    id: str
    arguments: list[Expr]
    refers: str = ""


@dataclass(slots=True)
class RecordOf(Expr):
    owner: str
    fields: dict[str, Expr]


@dataclass(slots=True)
class SetLiteral(Expr):
    items: list[Expr]


@dataclass(slots=True)
class Not(Expr):
    of: Expr


@dataclass(slots=True)
class And(Expr):
    parts: list[Expr]


@dataclass(slots=True)
class Or(Expr):
    parts: list[Expr]


@dataclass(slots=True)
class Compare(Expr):
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Member(Expr):
    item: Expr
    collection: Expr
    negated: bool


@dataclass(slots=True)
class Otherwise(Expr):
    """`a otherwise b`: `a`, or `b` where `a` is none."""

    first: Expr
    second: Expr


@dataclass(slots=True)
class Arithmetic(Expr):
    op: str
    left: Expr
    right: Expr


@dataclass(slots=True)
class Negative(Expr):
    of: Expr


@dataclass(slots=True)
class Conditional(Expr):
    test: Expr
    then: Expr
    other: Expr


@dataclass(slots=True)
class Quantified(Expr):
    """`any`, `no`, `all`, `count`, `those`, `first`, `sum`, `least`, `greatest`, `each` over a collection."""

    word: str
    variable: str
    collection: Expr
    where: Expr | None
    body: Expr | None


@dataclass(slots=True)
class Reach(Expr):
    """Everything reachable from a start by repeated steps, each allowed by a condition, within a distance."""

    here: str
    start: Expr
    there: str
    steps: Expr
    where: Expr | None
    within: Expr | None


# -------------------------------------------------------------------- statements


@dataclass(slots=True, kw_only=True)
class Statement(Node):
    pass


@dataclass(slots=True)
class Assign(Statement):
    target: Expr
    value: Expr


@dataclass(slots=True)
class Change(Statement):
    """`increase` and `decrease` (sign -1)."""

    target: Expr
    by: Expr
    sign: int


@dataclass(slots=True)
class Move(Statement):
    """Pieces from one bag to another; without a source they come from nowhere, without a goal they leave."""

    pieces: Expr
    source: Expr | None
    goal: Expr | None


@dataclass(slots=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(slots=True)
class Do(Statement):
    procedure: str
    arguments: list[Expr]
    result: str | None


@dataclass(slots=True)
class Return(Statement):
    value: Expr | None


@dataclass(slots=True)
class Cite(Statement):
    rules: list[str]


@dataclass(slots=True)
class Moment(Statement):
    name: str
    arguments: list[Expr]


@dataclass(slots=True)
class Apply(Statement):
    """`until MOMENT apply EFFECT(arguments)`."""

    until: str
    effect: str
    arguments: list[Expr]


@dataclass(slots=True)
class Condition(Node):
    rule: str
    that: Expr


@dataclass(slots=True)
class Ask(Statement):
    """A question to a player: `how` is choose, take, number, whether or act."""

    how: str
    who: Expr
    name: str
    source: Expr | None = None
    upto: Expr | None = None
    secret: bool = False
    optional: bool = False
    actions: list[str] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)


@dataclass(slots=True)
class Roll(Statement):
    """One die for its face, or several for their faces or for how many meet a condition."""

    die: str
    name: str
    number: Expr | None = None
    face: str | None = None
    counting: Expr | None = None


@dataclass(slots=True)
class End(Statement):
    """`end play`: nothing that is under way goes on."""


@dataclass(slots=True)
class Draw(Statement):
    """One piece, or several, at random from a bag."""

    name: str
    source: Expr
    number: Expr | None = None


@dataclass(slots=True)
class Branch(Statement):
    cases: list[tuple[Expr, list[Statement]]]
    other: list[Statement]


@dataclass(slots=True)
class Loop(Statement):
    name: str
    collection: Expr
    body: list[Statement]


@dataclass(slots=True)
class While(Statement):
    test: Expr
    body: list[Statement]


SUSPENDING = (Ask, Roll, Draw, Do, Moment, End)


def suspends(statements: list[Statement]) -> bool:
    """Can running these stop to wait for an answer, or call something that might?"""
    for s in statements:
        if isinstance(s, SUSPENDING):
            return True
        if isinstance(s, Branch) and (suspends(s.other) or any(suspends(b) for _, b in s.cases)):
            return True
        if isinstance(s, Loop | While) and suspends(s.body):
            return True
    return False
