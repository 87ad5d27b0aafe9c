"""The naive evaluator: walks the syntax tree, remembers what it looked at.

It is slow on purpose: it shares no code with the compiler, so that each checks the other, and its record of
facts is the explanation a verdict gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.precedence import ordered
from adjudicator.language.program import Exception_, Program, Term
from adjudicator.language.runtime import UNKNOWN, RuleFault, Undecided

State = Mapping[str, Any]
Env = dict[str, Any]
_ENOUGH = 4_000_000


@dataclass(slots=True)
class Fact:
    """Something that was looked up: a term, a field of the position, or a ruling."""

    what: str
    name: str
    arguments: list[Any]
    value: Any
    rule: str | None = None
    because: list[Fact] = field(default_factory=list)


class Evaluator:
    def __init__(self, program: Program, amount: Callable[[State, Any, Any], int]) -> None:
        self.program = program
        self.amount = amount
        self.facts: list[Fact] = []
        self._left = _ENOUGH
        self._value: dict[type[s.Expr], Callable[[Any, State, Env], Any]] = {
            s.Literal: lambda e, _s, _v: e.value,
            s.Name: self._name,
            s.Qualified: lambda e, _s, _v: e.id,
            s.Everything: lambda e, _s, _v: self._everything(e.owner),
            s.Attribute: self._attribute,
            s.Amount: self._amount,
            s.Call: self._call,
            s.RecordOf: self._record,
            s.SetLiteral: lambda e, state, env: [self.value(i, state, env) for i in e.items],
            s.Not: lambda e, state, env: not self.value(e.of, state, env),
            s.And: lambda e, state, env: all(self.value(p, state, env) for p in e.parts),
            s.Or: lambda e, state, env: any(self.value(p, state, env) for p in e.parts),
            s.Compare: self._compare,
            s.Member: self._member,
            s.Otherwise: self._otherwise,
            s.Arithmetic: self._arithmetic,
            s.Negative: lambda e, state, env: -self.value(e.of, state, env),
            s.Conditional: self._conditional,
            s.Quantified: self._quantified,
            s.Reach: self._reach,
        }

    def explain(self, expr: s.Expr, state: State, env: Env) -> tuple[Any, list[Fact]]:
        """The value, and the facts looked at on the way."""
        self._left = _ENOUGH
        outer, self.facts = self.facts, []
        try:
            value = self.value(expr, state, env)
            return value, self.facts
        finally:
            self.facts = outer

    def value(self, expr: s.Expr, state: State, env: Env) -> Any:
        self._left -= 1
        if self._left < 0:
            raise RuleFault("budget-exceeded", limit=_ENOUGH)
        return self._value[type(expr)](expr, state, env)

    # ------------------------------------------------------------------ names and lookups

    def _name(self, e: s.Name, state: State, env: Env) -> Any:
        if e.refers == "local":
            return env[e.id]
        if e.refers == "field":
            self.facts.append(Fact("field", e.id, [], state[e.id]))
            return state[e.id]
        if e.refers == "term":
            return self.term(self.program.terms[e.id], [], state)
        return e.id

    def _everything(self, owner: str) -> list[Any]:
        return list(self.program.items.get(owner) or self.program.scope.enumerations[owner])

    def _attribute(self, e: s.Attribute, state: State, env: Env) -> Any:
        of = self.value(e.of, state, env)
        if of is None:
            return None
        owner = t.bare(e.of.type)
        if isinstance(owner, t.Kind):
            return self.program.attributes[owner.name][e.name][of]
        return of[e.name]

    def _amount(self, e: s.Amount, state: State, env: Env) -> int:
        bag, key = self.value(e.of, state, env), self.value(e.key, state, env)
        return self.amount(state, bag, key) if UNKNOWN in bag else bag.get(key, 0)

    def _call(self, e: s.Call, state: State, env: Env) -> Any:
        if e.refers == "builtin" and e.id == "ruling":
            return self._ruling(e)
        arguments = [self.value(a, state, env) for a in e.arguments]
        if e.refers == "field":
            value = state[e.id].get(arguments[0], self.program.fields[e.id].default)
            self.facts.append(Fact("field", e.id, arguments, value))
            return value
        if e.refers == "term":
            return self.term(self.program.terms[e.id], arguments, state)
        return self._builtin(e.id, arguments)

    def _ruling(self, e: s.Call) -> str:
        name = e.arguments[0]
        assert isinstance(name, s.Name)
        ruling = self.program.rulings[name.id]
        if ruling.takes is None:
            raise Undecided(ruling.id)
        self.facts.append(Fact("ruling", ruling.id, [], ruling.takes, ruling.rule))
        return ruling.takes

    def _builtin(self, name: str, arguments: list[Any]) -> Any:
        first = arguments[0]
        if name == "size":
            return sum(first.values()) if isinstance(first, dict) else len(first)
        if name == "bag":
            return {arguments[1]: first} if first > 0 else {}
        if name == "pieces":
            return [p for p in first if p != UNKNOWN]
        if name == "unknown":
            return first.get(UNKNOWN, 0)
        if name == "abs":
            return abs(first)
        return min(arguments) if name == "min" else max(arguments)

    def term(self, term: Term, arguments: list[Any], state: State) -> Any:
        """A term's value: the general one, or the exception that applies, and whatever is added."""
        env = dict(zip(term.parameters, arguments, strict=True))
        outer, self.facts = self.facts, []
        value, rule = None, None
        for exception in ordered(term.exceptions):
            if exception.value is None:
                continue
            for inside in self._applications(exception, state, env):
                if exception.when is None or self.value(exception.when, state, inside):
                    value, rule = self.value(exception.value, state, inside), exception.rule
                    break
            if rule is not None:
                break
        if rule is None:
            value, rule = self.value(term.value, state, env), term.rule
        for exception in term.exceptions:
            if exception.adds is None:
                continue
            for inside in self._applications(exception, state, env):
                if exception.when is None or self.value(exception.when, state, inside):
                    more = self.value(exception.adds, state, inside)
                    self.facts.append(Fact("added", term.name, arguments, more, exception.rule))
                    value += more
        because, self.facts = self.facts, outer
        self.facts.append(Fact("term", term.name, arguments, value, rule, because))
        return value

    def _applications(self, e: Exception_, state: State, env: Env) -> list[Env]:
        if e.effect is None:
            return [env]
        parameters = self.program.effects[e.effect].parameters
        return [
            {**env, **dict(zip(parameters, applied["arguments"], strict=True))}
            for applied in state["effects"]
            if applied["effect"] == e.effect
        ]

    def _record(self, e: s.RecordOf, state: State, env: Env) -> dict[str, Any]:
        values = {name: self.value(v, state, env) for name, v in e.fields.items()}
        return {**self.program.record_defaults[e.owner], **values}

    # ------------------------------------------------------------------ operators

    def _compare(self, e: s.Compare, state: State, env: Env) -> bool:
        left, right = self.value(e.left, state, env), self.value(e.right, state, env)
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            left, right = frozenset(left), frozenset(right)
        if isinstance(left, dict) and e.op in ("<=", ">="):
            inner, outer = (left, right) if e.op == "<=" else (right, left)
            return not any(inner[piece] > outer.get(piece, 0) for piece in inner)
        return bool(
            {
                "=": lambda: left == right,
                "!=": lambda: left != right,
                "<": lambda: left < right,
                "<=": lambda: left <= right,
                ">": lambda: left > right,
                ">=": lambda: left >= right,
            }[e.op]()
        )

    def _member(self, e: s.Member, state: State, env: Env) -> bool:
        item, collection = self.value(e.item, state, env), self.value(e.collection, state, env)
        if isinstance(collection, dict) and UNKNOWN in collection and item is not None:
            return (self.amount(state, collection, item) > 0) != e.negated
        return (item in collection) != e.negated

    def _otherwise(self, e: s.Otherwise, state: State, env: Env) -> Any:
        first = self.value(e.first, state, env)
        return self.value(e.second, state, env) if first is None else first

    def _arithmetic(self, e: s.Arithmetic, state: State, env: Env) -> Any:
        left, right = self.value(e.left, state, env), self.value(e.right, state, env)
        if isinstance(left, dict):
            sign = 1 if e.op == "+" else -1
            sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in [*left, *right]}
            return {k: n for k, n in sums.items() if n > 0}
        if isinstance(left, list | tuple):
            if e.op == "+":
                return [*left, *(x for x in right if x not in left)]
            return [x for x in left if x not in right]
        if e.op in ("//", "mod") and right == 0:
            raise RuleFault("division-by-zero")
        operations: dict[str, Callable[[], int]] = {
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "//": lambda: left // right,
            "mod": lambda: left % right,
        }
        return operations[e.op]()

    def _conditional(self, e: s.Conditional, state: State, env: Env) -> Any:
        return self.value(e.then if self.value(e.test, state, env) else e.other, state, env)

    # ------------------------------------------------------------------ collections

    def _quantified(self, e: s.Quantified, state: State, env: Env) -> Any:
        collection = self.value(e.collection, state, env)
        if e.word == "count" and e.where is None:
            return self._builtin("size", [collection])
        weights = collection if isinstance(collection, dict) else None
        chosen: list[Any] = []
        for item in collection:
            if item == UNKNOWN and weights is not None:
                continue
            inside = {**env, e.variable: item}
            if e.where is not None and not self.value(e.where, state, inside):
                continue
            if e.word == "all":
                assert e.body is not None
                if not self.value(e.body, state, inside):
                    return False
                continue
            chosen.append(item)
            if e.word in ("any", "no", "first"):
                break
        return self._gathered(e, chosen, weights, state, env)

    def _gathered(
        self, e: s.Quantified, chosen: list[Any], weights: dict[Any, int] | None, state: State, env: Env
    ) -> Any:
        if e.word in ("any", "no"):
            return bool(chosen) == (e.word == "any")
        if e.word == "all":
            return True
        if e.word == "first":
            return chosen[0] if chosen else None
        if e.word == "those":
            return chosen if weights is None else {c: weights[c] for c in chosen}
        if e.word == "count":
            return len(chosen) if weights is None else sum(weights[c] for c in chosen)
        assert e.body is not None
        values = [self.value(e.body, state, {**env, e.variable: c}) for c in chosen]
        if e.word == "sum":
            return sum(v * (weights[c] if weights else 1) for c, v in zip(chosen, values, strict=True))
        if e.word == "each":
            return list(dict.fromkeys(values))
        return (min if e.word == "least" else max)(values, default=None)

    def _reach(self, e: s.Reach, state: State, env: Env) -> list[Any]:
        limit = self.value(e.within, state, env) if e.within is not None else None
        distance = dict.fromkeys(self.value(e.start, state, env), 0)
        queue = list(distance)
        while queue:
            here = queue.pop(0)
            if limit is not None and distance[here] >= limit:
                continue
            for there in self.value(e.steps, state, {**env, e.here: here}):
                inside = {**env, e.here: here, e.there: there}
                if there in distance or (e.where is not None and not self.value(e.where, state, inside)):
                    continue
                distance[there] = distance[here] + 1
                queue.append(there)
        return list(distance)
