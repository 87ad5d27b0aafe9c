"""Can a condition ever hold? Can two hold together?

An approximation from above: atoms the solver does not understand may be true or false as they like, so
`False` is certain and `True` means "perhaps". It understands comparisons of the same expression with fixed
values, membership in literal sets, and negation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import syntax as s

_FEW = 512  # beyond so many alternatives, answer "perhaps"


@dataclass(slots=True)
class _Facts:
    """What a conjunction says about each expression, keyed by how the expression reads."""

    truths: dict[str, bool] = field(default_factory=dict)
    equal: dict[str, Any] = field(default_factory=dict)
    unequal: dict[str, set[Any]] = field(default_factory=dict)
    low: dict[str, int] = field(default_factory=dict)
    high: dict[str, int] = field(default_factory=dict)

    def contradictory(self) -> bool:
        for key, value in self.equal.items():
            if value in self.unequal.get(key, ()):
                return True
            number = isinstance(value, int) and not isinstance(value, bool)
            if number and not self.low.get(key, value) <= value <= self.high.get(key, value):
                return True
        return any(self.low[k] > self.high[k] for k in self.low.keys() & self.high.keys())


Clause = list[tuple[s.Expr, bool]]


def satisfiable(*conditions: s.Expr | None) -> bool:
    """May these conditions all hold at once?"""
    clauses: list[Clause] = [[]]
    for condition in conditions:
        if condition is None:
            continue
        alternatives = _alternatives(condition, True)
        if alternatives is None or len(clauses) * len(alternatives) > _FEW:
            return True
        clauses = [a + b for a in clauses for b in alternatives]
    return any(_consistent(clause) for clause in clauses)


def reads(e: Any) -> str:
    """An expression as a key: equal text means equal value in one position."""
    if isinstance(e, s.Expr):
        parts = [reads(getattr(e, f)) for f in e.__dataclass_fields__ if f not in ("line", "column", "type")]
        return f"{type(e).__name__}({','.join(parts)})"
    if isinstance(e, list):
        return "[" + ",".join(reads(x) for x in e) + "]"
    if isinstance(e, dict):
        return "{" + ",".join(f"{k}:{reads(v)}" for k, v in e.items()) + "}"
    return repr(e)


def fixed(e: s.Expr) -> tuple[bool, Any]:
    """Is this a value written out, and which?"""
    if isinstance(e, s.Literal):
        return True, e.value
    if isinstance(e, s.Qualified) or (isinstance(e, s.Name) and e.refers == "item"):
        return True, e.id
    return False, None


def _alternatives(e: s.Expr, holds: bool) -> list[Clause] | None:
    """Disjunctive normal form, or nothing when it grows too large."""
    if isinstance(e, s.Not):
        return _alternatives(e.of, not holds)
    if isinstance(e, s.And | s.Or):
        if isinstance(e, s.And) == holds:
            result: list[Clause] = [[]]
            for part in e.parts:
                more = _alternatives(part, holds)
                if more is None or len(result) * len(more) > _FEW:
                    return None
                result = [a + b for a in result for b in more]
            return result
        gathered: list[Clause] = []
        for part in e.parts:
            more = _alternatives(part, holds)
            if more is None or len(gathered) + len(more) > _FEW:
                return None
            gathered += more
        return gathered
    return [[(e, holds)]]


def _consistent(clause: Clause) -> bool:
    facts = _Facts()
    return all(_add(facts, atom, holds) for atom, holds in clause) and not facts.contradictory()


def _add(facts: _Facts, atom: s.Expr, holds: bool) -> bool:
    if isinstance(atom, s.Literal):
        return bool(atom.value) == holds
    if isinstance(atom, s.Compare):
        return _add_comparison(facts, atom, holds)
    if isinstance(atom, s.Member) and isinstance(atom.collection, s.SetLiteral):
        return _add_membership(facts, atom, holds != atom.negated)
    key = reads(atom)
    return facts.truths.setdefault(key, holds) == holds


def _add_comparison(facts: _Facts, atom: s.Compare, holds: bool) -> bool:
    left, right, op = atom.left, atom.right, atom.op
    if fixed(left)[0]:
        left, right = right, left
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
    known, value = fixed(right)
    ordering = op not in ("=", "!=")
    if not known or fixed(left)[0] or (ordering and type(value) is not int):
        if not ordering:  # the same question, asked the other way round
            holds = holds == (op == "=")
            key = " = ".join(sorted((reads(left), reads(right))))
        else:
            key = reads(atom)
        return facts.truths.setdefault(key, holds) == holds
    if not holds:
        op = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}[op]
    key = reads(left)
    if op == "=":
        return bool(facts.equal.setdefault(key, value) == value)
    if op == "!=":
        facts.unequal.setdefault(key, set()).add(value)
    elif op in ("<", "<="):
        bound = value - (op == "<")
        facts.high[key] = min(bound, facts.high.get(key, bound))
    else:
        bound = value + (op == ">")
        facts.low[key] = max(bound, facts.low.get(key, bound))
    return True


def _add_membership(facts: _Facts, atom: s.Member, holds: bool) -> bool:
    assert isinstance(atom.collection, s.SetLiteral)
    values = [fixed(i) for i in atom.collection.items]
    if not all(known for known, _ in values):
        return True
    key = reads(atom.item)
    options = {v for _, v in values}
    if not holds:
        facts.unequal.setdefault(key, set()).update(options)
        return True
    if len(options) == 1:
        return facts.equal.setdefault(key, next(iter(options))) in options
    return facts.equal.get(key, next(iter(options), None)) in options
