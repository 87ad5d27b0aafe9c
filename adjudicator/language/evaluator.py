"""The naive evaluator: follows the syntax tree and remembers what it looked at.

It shares no code with the compiler, so that each checks the other, and its record of facts is the explanation
a verdict gives. Every node of the tree becomes a small Python function that asks those of its parts; they are
made once for a rule set, while everything that changes stands in a `Walk`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.precedence import ordered
from adjudicator.language.program import ExceptionRule, Program, Term
from adjudicator.language.runtime import UNKNOWN, RuleFault, Undecided

State = Mapping[str, Any]
Env = dict[str, Any]
Amount = Callable[[State, Any, Any], int]
_ENOUGH = 4_000_000
_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_UNHASHABLE = (dict, list)
_ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul}


@dataclass(slots=True)
class Fact:
    """Something that was looked up: a term, a field of the position, or a ruling."""

    what: str
    name: str
    arguments: list[Any]
    value: Any
    rule: str | None = None
    because: list[Fact] = field(default_factory=list)


class Walk:
    """One walk through one state: the facts met, and the terms already worked out."""

    __slots__ = ("facts", "known", "left", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.known: dict[Any, Fact] = {}
        self.left = _ENOUGH


Step = Callable[[Walk, Env], Any]
Definition = Callable[[Walk, Env], tuple[Any, str]]  # the value, and the rule it comes from


class Evaluator:
    """Works expressions of one program out. The functions are shared, each walk is its own."""

    def __init__(self, program: Program, amount: Amount) -> None:
        self.program = program
        self.amount = amount
        self._steps: dict[tuple[int, bool], tuple[s.Expr, Step]] = {}
        self._explained: dict[
            int, Step
        ] = {}  # the same functions by node alone: a verdict asks for them often
        self._terms: dict[str, tuple[Definition, bool, tuple[str, ...]]] = {}
        self._quiet = False  # while functions are made: nothing they look up is worth telling
        self._make: dict[type[s.Expr], Callable[[Any], Step]] = {
            s.Literal: lambda e: _constant(e.value),
            s.Name: self._name,
            s.Qualified: lambda e: _constant(e.id),
            s.Everything: self._everything,
            s.Attribute: self._attribute,
            s.Amount: self._amount,
            s.Call: self._call,
            s.RecordOf: self._record,
            s.SetLiteral: self._set_literal,
            s.Not: self._not,
            s.And: self._and,
            s.Or: self._or,
            s.Compare: self._compare,
            s.Member: self._member,
            s.Otherwise: self._otherwise,
            s.Arithmetic: self._arithmetic,
            s.Negative: self._negative,
            s.Conditional: self._conditional,
            s.Quantified: self._quantified,
            s.Reach: self._reach,
        }

    def walk(self, state: State) -> Walk:
        return Walk(state)

    def explain(self, expr: s.Expr, walk: Walk, env: Env) -> tuple[Any, list[Fact]]:
        """The value, and the facts looked at on the way."""
        step = self._explained.get(id(expr))
        if step is None:
            step = self._explained[id(expr)] = self.step(expr)
        outer, walk.facts = walk.facts, []
        try:
            value = step(walk, env)
            return value, walk.facts
        finally:
            walk.facts = outer

    def values(self, exprs: Mapping[str, s.Expr], walk: Walk, env: Env) -> dict[str, Any]:
        """Several values by name, without reasons."""
        outer, walk.facts = walk.facts, []
        try:
            return {name: self.step(expr)(walk, env) for name, expr in exprs.items()}
        finally:
            walk.facts = outer

    def value(self, expr: s.Expr, state: State, env: Env) -> Any:
        """The value alone."""
        return self.step(expr)(Walk(state), env)

    def term(self, name: str, state: State, arguments: list[Any]) -> Any:
        """The value of a term."""
        return self._term_fact(Walk(state), self.program.terms[name], arguments).value

    def fact(self, name: str, state: State, arguments: list[Any]) -> Fact:
        """The value of a term with everything it rests on."""
        return self._term_fact(Walk(state), self.program.terms[name], arguments)

    def step(self, expr: s.Expr) -> Step:
        """The function of a node; the node is kept beside it, so that its identity stays its own."""
        key = (id(expr), self._quiet)
        kept = self._steps.get(key)
        if kept is None:
            kept = self._steps[key] = (expr, self._make[type(expr)](expr))
        return kept[1]

    def _quietly(self, expr: s.Expr) -> Step:
        """The function of a node that only picks out items: what it looks at explains nothing."""
        outer, self._quiet = self._quiet, True
        try:
            return self.step(expr)
        finally:
            self._quiet = outer

    # ------------------------------------------------------------------ names and lookups

    def _name(self, e: s.Name) -> Step:
        name = e.id
        if e.refers == "local":
            return lambda _w, env: env[name]
        if e.refers == "field":
            if self._quiet:
                return lambda w, _env: w.state[name]
            return lambda w, _env: _noted(w, "field", name, [], w.state[name])
        if e.refers == "term":
            return self._term_call(self.program.terms[name], [])
        return _constant(name)

    def _everything(self, e: s.Everything) -> Step:
        return _constant(list(self.program.items.get(e.owner) or self.program.scope.enumerations[e.owner]))

    def _attribute(self, e: s.Attribute) -> Step:
        owner = t.bare(e.of.type)
        of = self.step(e.of)
        if isinstance(owner, t.Kind):
            table = self.program.attributes[owner.name][e.name]
            if isinstance(e.of, s.Name) and e.of.refers == "local" and not isinstance(e.of.type, t.Maybe):
                local = e.of.id
                return lambda _w, env: table[env[local]]
            return lambda w, env: None if (item := of(w, env)) is None else table[item]
        name = e.name
        return lambda w, env: None if (record := of(w, env)) is None else record[name]

    def _amount(self, e: s.Amount) -> Step:
        of, key = self.step(e.of), self.step(e.key)
        if isinstance(e.of.type, t.ListOf):
            return lambda w, env: dict(enumerate(of(w, env), 1)).get(key(w, env))

        def step(w: Walk, env: Env) -> int:
            bag, piece = of(w, env), key(w, env)
            return self.amount(w.state, bag, piece) if UNKNOWN in bag else bag.get(piece, 0)

        return step

    def _call(self, e: s.Call) -> Step:
        if e.refers == "builtin":
            return self._ruling(e) if e.id == "ruling" else self._builtin(e)
        arguments = [self.step(a) for a in e.arguments]
        name = e.id
        if e.refers == "field":
            default, key = self.program.fields[name].default, arguments[0]
            if self._quiet:
                return lambda w, env: w.state[name].get(key(w, env), default)

            def read(w: Walk, env: Env) -> Any:
                item = key(w, env)
                return _noted(w, "field", name, [item], w.state[name].get(item, default))

            return read
        return self._term_call(self.program.terms[name], arguments)

    def _term_call(self, term: Term, arguments: list[Step]) -> Step:
        if not self._quiet:
            return self._noted_term(term, arguments)
        if term.exceptions:
            return lambda w, env: self._term_fact(w, term, [a(w, env) for a in arguments]).value
        value, parameters = self.step(term.value), list(term.parameters)
        if len(parameters) == 1:
            (parameter,), (argument,) = parameters, arguments
            return lambda w, env: value(w, {parameter: argument(w, env)})
        return lambda w, env: value(w, {p: a(w, env) for p, a in zip(parameters, arguments, strict=True)})

    def _noted_term(self, term: Term, arguments: list[Step]) -> Step:
        fact_of = self._term_fact
        if len(arguments) == 1:
            only = arguments[0]

            def one(w: Walk, env: Env) -> Any:
                fact = fact_of(w, term, [only(w, env)])
                w.facts.append(fact)
                return fact.value

            return one
        if len(arguments) == 2:
            first, second = arguments

            def two(w: Walk, env: Env) -> Any:
                fact = fact_of(w, term, [first(w, env), second(w, env)])
                w.facts.append(fact)
                return fact.value

            return two

        def any_number(w: Walk, env: Env) -> Any:
            fact = fact_of(w, term, [a(w, env) for a in arguments])
            w.facts.append(fact)
            return fact.value

        return any_number

    def _ruling(self, e: s.Call) -> Step:
        name = e.arguments[0]
        assert isinstance(name, s.Name)
        ruling = self.program.rulings[name.id]

        def step(w: Walk, _env: Env) -> str:
            if ruling.takes is None:
                raise Undecided(ruling.id)
            w.facts.append(Fact("ruling", ruling.id, [], ruling.takes, ruling.rule))
            return ruling.takes

        return step

    def _builtin(self, e: s.Call) -> Step:
        arguments = [self.step(a) for a in e.arguments]
        function = _BUILTINS[e.id]
        return lambda w, env: function(*[a(w, env) for a in arguments])

    def _record(self, e: s.RecordOf) -> Step:
        defaults = self.program.record_defaults[e.owner]
        fields = {name: self.step(v) for name, v in e.fields.items()}
        return lambda w, env: {**defaults, **{name: v(w, env) for name, v in fields.items()}}

    def _set_literal(self, e: s.SetLiteral) -> Step:
        items = [self.step(i) for i in e.items]
        return lambda w, env: [i(w, env) for i in items]

    # ------------------------------------------------------------------ terms

    def _term_fact(self, w: Walk, term: Term, arguments: list[Any]) -> Fact:
        """A term with its reasons; within one walk the same term of the same things is worked out once."""
        define, hashable, names = self._terms.get(term.name) or self._definition(term)
        if hashable:
            key = (term.name, *arguments)
        else:  # a bag has no hash, but during a walk it is known by its identity: the fact keeps it alive
            key = (term.name, *[~id(a) if a.__class__ in _UNHASHABLE else a for a in arguments])
        known = w.known.get(key)
        if known is not None:
            return known
        if len(names) == 1:
            env = {names[0]: arguments[0]}
        elif len(names) == 2:
            env = {names[0]: arguments[0], names[1]: arguments[1]}
        else:
            env = dict(zip(names, arguments))  # noqa: B905 - checked when loaded
        outer, w.facts = w.facts, []
        try:
            value, rule = define(w, env)
            fact = w.known[key] = Fact("term", term.name, arguments, value, rule, w.facts)
        finally:
            w.facts = outer
        return fact

    def _definition(self, term: Term) -> tuple[Definition, bool, tuple[str, ...]]:
        simple = all(
            isinstance(t.bare(p), t.Kind | t.Enumeration | t.Simple) for p in term.parameters.values()
        )
        made = self._terms[term.name] = (self._defined(term), simple, tuple(term.parameters))
        return made

    def _defined(self, term: Term) -> Definition:
        """The general value, or the exception that applies, and whatever is added."""
        outer, self._quiet = self._quiet, False
        general, general_rule = self.step(term.value), term.rule
        if not term.exceptions:
            self._quiet = outer
            return lambda w, env: (general(w, env), general_rule)
        departures = [(self._guard(e), self.step(e.value), e) for e in ordered(term.exceptions) if e.value]
        additions = [(self._guard(e), self.step(e.adds), e) for e in term.exceptions if e.adds]
        self._quiet = outer

        def define(w: Walk, env: Env) -> tuple[Any, str]:
            value, rule = None, ""
            for guard, departing, e in departures:
                if e.effect is not None:
                    inside = next((i for i in self._applications(e, w, env) if guard(w, i)), None)
                else:
                    inside = env if guard(w, env) else None
                if inside is not None:
                    value, rule = departing(w, inside), e.rule
                    break
            if not rule:
                value, rule = general(w, env), general_rule
            for guard, adding, e in additions:
                for inside in self._applications(e, w, env):
                    if guard(w, inside):
                        more = adding(w, inside)
                        w.facts.append(Fact("added", term.name, [], more, e.rule))
                        value += more
            return value, rule

        return define

    def _guard(self, e: ExceptionRule) -> Step:
        return _constant(True) if e.when is None else self.step(e.when)

    def _applications(self, e: ExceptionRule, w: Walk, env: Env) -> list[Env]:
        if e.effect is None:
            return [env]
        parameters = self.program.effects[e.effect].parameters
        return [
            {**env, **dict(zip(parameters, applied["arguments"], strict=True))}
            for applied in w.state["effects"]
            if applied["effect"] == e.effect
        ]

    # ------------------------------------------------------------------ operators

    def _not(self, e: s.Not) -> Step:
        of = self.step(e.of)
        return lambda w, env: not of(w, env)

    def _and(self, e: s.And) -> Step:
        parts = [self.step(p) for p in e.parts]

        def step(w: Walk, env: Env) -> bool:
            for part in parts:  # noqa: SIM110 - a plain loop is the faster one
                if not part(w, env):
                    return False
            return True

        return step

    def _or(self, e: s.Or) -> Step:
        parts = [self.step(p) for p in e.parts]

        def step(w: Walk, env: Env) -> bool:
            for part in parts:  # noqa: SIM110
                if part(w, env):
                    return True
            return False

        return step

    def _compare(self, e: s.Compare) -> Step:
        left, right, op = self.step(e.left), self.step(e.right), _COMPARE[e.op]
        kinds = (t.bare(e.left.type), t.bare(e.right.type))
        if any(isinstance(k, t.SetOf | t.ListOf) for k in kinds) and t.NONE not in kinds:
            return lambda w, env: op(frozenset(left(w, env)), frozenset(right(w, env)))
        if any(isinstance(k, t.BagOf) for k in kinds) and e.op in ("<=", ">="):
            inner, outer = (left, right) if e.op == "<=" else (right, left)
            return lambda w, env: _contained(inner(w, env), outer(w, env))
        if _is_constant(e.right):
            fixed = right(Walk({}), {})
            if isinstance(e.left, s.Name) and e.left.refers == "local":
                local = e.left.id
                return lambda _w, env: op(env[local], fixed)
            return lambda w, env: op(left(w, env), fixed)
        return lambda w, env: op(left(w, env), right(w, env))

    def _member(self, e: s.Member) -> Step:
        item, collection, negated = self.step(e.item), self.step(e.collection), e.negated
        if isinstance(e.collection, s.SetLiteral) and all(_is_constant(i) for i in e.collection.items):
            fixed = frozenset(collection(Walk({}), {}))
            return lambda w, env: (item(w, env) in fixed) != negated

        def step(w: Walk, env: Env) -> bool:
            wanted, found = item(w, env), collection(w, env)
            if isinstance(found, dict) and UNKNOWN in found and wanted is not None:
                return (self.amount(w.state, found, wanted) > 0) != negated
            return (wanted in found) != negated

        return step

    def _otherwise(self, e: s.Otherwise) -> Step:
        first, second = self.step(e.first), self.step(e.second)
        return lambda w, env: second(w, env) if (value := first(w, env)) is None else value

    def _arithmetic(self, e: s.Arithmetic) -> Step:
        left, right = self.step(e.left), self.step(e.right)
        if isinstance(e.type, t.BagOf):
            sign = 1 if e.op == "+" else -1
            return lambda w, env: _bags(left(w, env), right(w, env), sign)
        if isinstance(e.type, t.SetOf):
            if e.op == "+":
                return lambda w, env: list(dict.fromkeys([*left(w, env), *right(w, env)]))
            return lambda w, env: _without(left(w, env), right(w, env))
        if e.op in ("//", "mod"):
            return lambda w, env: _divided(left(w, env), right(w, env), e.op)
        op = _ARITHMETIC[e.op]
        return lambda w, env: op(left(w, env), right(w, env))

    def _negative(self, e: s.Negative) -> Step:
        of = self.step(e.of)
        return lambda w, env: -of(w, env)

    def _conditional(self, e: s.Conditional) -> Step:
        test, then, other = self.step(e.test), self.step(e.then), self.step(e.other)
        return lambda w, env: then(w, env) if test(w, env) else other(w, env)

    # ------------------------------------------------------------------ collections

    def _quantified(self, e: s.Quantified) -> Step:
        collection = self.step(e.collection)
        word, variable = e.word, e.variable
        make = self.step if word in ("any", "no", "all") else self._quietly
        where = make(e.where) if e.where is not None else None
        body = make(e.body) if e.body is not None else None
        if word == "count" and where is None:
            return lambda w, env: _size(collection(w, env))

        def step(w: Walk, env: Env) -> Any:
            found = collection(w, env)
            weights = found if isinstance(found, dict) else None
            w.left -= len(found) + 1
            if w.left < 0:
                raise RuleFault("budget-exceeded", limit=_ENOUGH)
            inside = dict(env)
            chosen: list[Any] = []
            for item in found:
                if item == UNKNOWN and weights is not None:
                    continue
                inside[variable] = item
                if where is None or where(w, inside):
                    chosen.append(item)
                    if first:
                        break
            return finish(chosen, weights) if body is None else measure(w, inside, chosen, weights)

        def measure(w: Walk, inside: Env, chosen: list[Any], weights: dict[Any, int] | None) -> Any:
            assert body is not None
            values = []
            for item in chosen:
                inside[variable] = item
                values.append(body(w, inside))
                if word == "all" and not values[-1]:
                    return False
            return True if word == "all" else _measured(word, chosen, weights, values)

        first = word in ("any", "no", "first")
        finish = _FINISH.get(word, _FINISH["any"])
        return step

    def _reach(self, e: s.Reach) -> Step:
        start, steps = self.step(e.start), self.step(e.steps)
        where = self.step(e.where) if e.where is not None else None
        within = self.step(e.within) if e.within is not None else None

        def step(w: Walk, env: Env) -> list[Any]:
            limit = within(w, env) if within is not None else None
            distance = dict.fromkeys(start(w, env), 0)
            queue = list(distance)
            while queue:
                here = queue.pop(0)
                if limit is not None and distance[here] >= limit:
                    continue
                for there in steps(w, {**env, e.here: here}):
                    inside = {**env, e.here: here, e.there: there}
                    if there not in distance and (where is None or where(w, inside)):
                        distance[there] = distance[here] + 1
                        queue.append(there)
            return list(distance)

        return step


def _constant(value: Any) -> Step:
    return lambda _w, _env: value


def _is_constant(e: s.Expr) -> bool:
    return isinstance(e, s.Literal | s.Qualified) or (isinstance(e, s.Name) and e.refers == "item")


def _noted(w: Walk, what: str, name: str, arguments: list[Any], value: Any) -> Any:
    w.facts.append(Fact(what, name, arguments, value, None, []))
    return value


def _size(collection: Any) -> int:
    return sum(collection.values()) if isinstance(collection, dict) else len(collection)


_BUILTINS: dict[str, Callable[..., Any]] = {
    "size": _size,
    "bag": lambda number, piece: {piece: number} if number > 0 else {},
    "pieces": lambda bag: [piece for piece in bag if piece != UNKNOWN],
    "unknown": lambda bag: bag.get(UNKNOWN, 0),
    "abs": abs,
    "min": lambda *numbers: min(numbers),
    "max": lambda *numbers: max(numbers),
}


def _contained(inner: dict[str, int], outer: dict[str, int]) -> bool:
    return not any(inner[piece] > outer.get(piece, 0) for piece in inner)


def _bags(left: dict[str, int], right: dict[str, int], sign: int) -> dict[str, int]:
    sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in [*left, *right]}
    return {k: n for k, n in sums.items() if n > 0}


def _without(left: list[Any], right: list[Any]) -> list[Any]:
    return [x for x in left if x not in right]


def _divided(left: int, right: int, op: str) -> int:
    if right == 0:
        raise RuleFault("division-by-zero")
    return left // right if op == "//" else left % right


_FINISH: dict[str, Callable[[list[Any], dict[Any, int] | None], Any]] = {
    "any": lambda chosen, _weights: bool(chosen),
    "no": lambda chosen, _weights: not chosen,
    "first": lambda chosen, _weights: chosen[0] if chosen else None,
    "those": lambda chosen, weights: chosen if weights is None else {c: weights[c] for c in chosen},
    "count": lambda chosen, weights: len(chosen) if weights is None else sum(weights[c] for c in chosen),
}


def _measured(word: str, chosen: list[Any], weights: dict[Any, int] | None, values: list[Any]) -> Any:
    if word == "sum":
        return sum(v * (weights[c] if weights else 1) for c, v in zip(chosen, values, strict=True))
    if word == "each":
        return list(dict.fromkeys(values))
    return (min if word == "least" else max)(values, default=None)
