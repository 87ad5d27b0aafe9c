"""From a checked expression to the Python source that computes it.

Names become `v_name` or an entry of the frame's locals; only helpers of `runtime` are reachable. Simple terms
are written out where they are called, and the variables of loops are numbered by depth, so that equal
expressions read the same and an action's requirements can share what they compute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.cost import Nesting, uses
from adjudicator.language.precedence import ordered
from adjudicator.language.program import Program, Term

Names = dict[str, str]  # name in the script -> Python expression

_ATOM = re.compile(r"[\w.']+\Z|S?\['\w+'\]\Z|A_\w+\[[\w']+\]\Z|'[\w-]+'\Z")
_WORD = re.compile(r"'[\w-]+'\Z")
_WORDS = re.compile(r"\((?:'[\w-]+', )+\)\Z")
_LONG = 1200  # a text longer than this is better called than repeated
_HARMLESS = 2  # so many loops inside each other need no budget
_COMPARE = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def python_name(prefix: str, name: str) -> str:
    """A Python identifier for a name of the language; `-` and `.` are spelled out so that none collide."""
    return f"{prefix}_{name.replace('_', '__').replace('-', '_h').replace('.', '_d')}"


# What is settled already when it is written is not computed again each time.


def _negated(text: str) -> str:
    return {"True": "False", "False": "True"}.get(text, f"(not {text})")


def _joined(word: str, parts: list[str]) -> str:
    """Parts joined by `and` or `or`: those that decide nothing are left out, those after a decision, too."""
    idle, decisive = ("True", "False") if word == "and" else ("False", "True")
    if decisive in parts:
        parts = parts[: parts.index(decisive) + 1]
    parts = [part for part in parts if part != idle]
    return parts[0] if len(parts) == 1 else f"({f' {word} '.join(parts)})" if parts else idle


def _chosen(test: str, then: str, other: str) -> str:
    """`then if test else other`; where one of them is a truth value, as a simple connection."""
    if test in ("True", "False"):
        return then if test == "True" else other
    if then == "True" and other == "False":
        return test
    return f"({then} if {test} else {other})"


class ExpressionWriter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.shared: list[
            tuple[str, bool]
        ] = []  # terms called outside loops: their text, and if always computed
        self._nesting = Nesting(program)
        self._depth = 0
        self._lazy = 0
        self._hiding = {
            f.type.of for f in program.fields.values() if f.hidden and isinstance(f.type, t.BagOf)
        }
        self._write: dict[type[s.Expr], Callable[[Any, Names], str]] = {
            s.Literal: lambda e, _n: repr(e.value),
            s.Name: self._name,
            s.Qualified: lambda e, _n: repr(e.id),
            s.Everything: lambda e, _n: python_name("E", e.owner),
            s.Attribute: self._attribute,
            s.Amount: self._amount,
            s.Call: self._call,
            s.RecordOf: self._record,
            s.SetLiteral: lambda e, n: "(" + "".join(f"{self.write(i, n)}, " for i in e.items) + ")",
            s.Not: lambda e, n: _negated(self.write(e.of, n)),
            s.And: lambda e, n: _joined("and", list(self._first_strict(e.parts, n))),
            s.Or: lambda e, n: _joined("or", list(self._first_strict(e.parts, n))),
            s.Compare: self._compare,
            s.Member: self._member,
            s.Otherwise: lambda e, n: f"or_else({self.write(e.first, n)}, {self.write(e.second, n)})",
            s.Arithmetic: self._arithmetic,
            s.Negative: lambda e, n: f"(-{self.write(e.of, n)})",
            s.Conditional: self._conditional,
            s.Quantified: self._quantified,
            s.Reach: self._reach,
        }

    def write(self, expr: s.Expr, names: Names) -> str:
        return self._write[type(expr)](expr, names)

    @contextmanager
    def _perhaps(self) -> Iterator[None]:
        """What is written inside may never be computed."""
        self._lazy += 1
        yield
        self._lazy -= 1

    def _first_strict(self, parts: list[s.Expr], names: Names) -> Iterator[str]:
        yield self.write(parts[0], names)
        with self._perhaps():
            for part in parts[1:]:
                yield self.write(part, names)

    def _conditional(self, e: s.Conditional, names: Names) -> str:
        test = self.write(e.test, names)
        with self._perhaps():
            return _chosen(test, self.write(e.then, names), self.write(e.other, names))

    def _name(self, e: s.Name, names: Names) -> str:
        if e.refers == "local":  # what no expression has bound is a local of the script's frame
            return names.get(e.id) or f"L[{e.id!r}]"
        if e.refers == "field":
            return f"S[{e.id!r}]"
        return self._term(e.id, []) if e.refers == "term" else repr(e.id)

    def _attribute(self, e: s.Attribute, names: Names) -> str:
        of, owner = self.write(e.of, names), t.bare(e.of.type)
        optional = isinstance(e.of.type, t.Maybe)
        if isinstance(owner, t.Kind):
            table = python_name("A", f"{owner.name}.{e.name}")
            return f"{table}.get({of})" if optional else f"{table}[{of}]"
        return f"({of} or EMPTY).get({e.name!r})" if optional else f"{of}[{e.name!r}]"

    def _amount(self, e: s.Amount, names: Names) -> str:
        of, key = self.write(e.of, names), self.write(e.key, names)
        if isinstance(e.of.type, t.ListOf):
            return f"at({of}, {key})"
        return f"amount(S, {of}, {key})" if self._hidden(e.of) else f"{of}.get({key}, 0)"

    def _hidden(self, e: s.Expr) -> bool:
        """May this bag hold unidentified pieces?"""
        return isinstance(e.type, t.BagOf) and e.type.of in self._hiding

    def _call(self, e: s.Call, names: Names) -> str:
        arguments = [self.write(a, names) for a in e.arguments]
        if e.refers == "field":
            default = self.program.fields[e.id].default
            fallback = "" if default is None else f", {python_name('D', e.id)}"
            return f"S[{e.id!r}].get({arguments[0]}{fallback})"
        return self._term(e.id, arguments) if e.refers == "term" else self._builtin(e, arguments)

    def _term(self, name: str, arguments: list[str]) -> str:
        text = self._inlined(self.program.terms[name], arguments)
        if text is None:
            text = f"{python_name('t', name)}({', '.join(['S', *arguments])})"
        if self._depth == 0:
            self.shared.append((text, self._lazy == 0))
        return text

    def _inlined(self, term: Term, arguments: list[str]) -> str | None:
        """The definition in place of the call, where that computes nothing twice."""
        if any(e.adds is not None or e.effect is not None for e in term.exceptions):
            return None
        parts = [term.value, *(x for e in term.exceptions for x in (e.when, e.value))]
        for parameter, text in zip(term.parameters, arguments, strict=True):
            if not _ATOM.match(text) and uses(parts, parameter) > 1:
                return None
        names = dict(zip(term.parameters, arguments, strict=True))
        with self._perhaps():
            result = self.write(term.value, names)
            for e in reversed(ordered(term.exceptions)):
                assert e.value is not None
                when = self.write(e.when, names) if e.when is not None else "True"
                result = _chosen(when, self.write(e.value, names), result)
        return result if len(result) < _LONG else None

    def _builtin(self, e: s.Call, arguments: list[str]) -> str:
        if e.id == "ruling":
            name = e.arguments[0]
            assert isinstance(name, s.Name)
            taken = self.program.rulings[name.id].takes
            return repr(taken) if taken is not None else f"undecided({name.id!r})"
        if e.id == "pieces":
            return f"list(known({arguments[0]}))"
        if e.id == "unknown":
            return f"{arguments[0]}.get('?', 0)"
        if e.id in ("min", "max") and len(arguments) == 1:
            return arguments[0]
        return f"{ {'bag': 'make_bag'}.get(e.id, e.id) }({', '.join(arguments)})"

    def _record(self, e: s.RecordOf, names: Names) -> str:
        fields = "".join(f", {k!r}: {self.write(v, names)}" for k, v in e.fields.items())
        return f"{{**{python_name('R', e.owner)}{fields}}}"

    def _compare(self, e: s.Compare, names: Names) -> str:
        left, right = self.write(e.left, names), self.write(e.right, names)
        kinds = (t.bare(e.left.type), t.bare(e.right.type))
        if any(isinstance(k, t.SetOf | t.ListOf) for k in kinds) and t.NONE not in kinds:
            if e.op in ("=", "!="):
                return f"({'not ' if e.op == '!=' else ''}same_set({left}, {right}))"
            if e.op in ("<=", ">="):
                return f"(set({left}) {e.op} set({right}))"
        if any(isinstance(k, t.BagOf) for k in kinds) and e.op in ("<=", ">="):
            inner, outer = (left, right) if e.op == "<=" else (right, left)
            return f"bag_within({inner}, {outer})"
        if "None" in (left, right) and e.op in ("=", "!="):
            return f"({left} is {'not ' if e.op == '!=' else ''}{right})"
        if e.op in ("=", "!=") and _WORD.match(left) and _WORD.match(right):
            return str((left == right) == (e.op == "="))
        return f"({left} {_COMPARE[e.op]} {right})"

    def _member(self, e: s.Member, names: Names) -> str:
        item, collection = self.write(e.item, names), self.write(e.collection, names)
        if self._hidden(e.collection):
            return f"({'not ' if e.negated else ''}(amount(S, {collection}, {item}) > 0))"
        if _WORD.match(item) and _WORDS.match(collection):
            return str((f"{item}, " in collection) != e.negated)
        return f"({item} {'not in' if e.negated else 'in'} {collection})"

    def _arithmetic(self, e: s.Arithmetic, names: Names) -> str:
        left, right = self.write(e.left, names), self.write(e.right, names)
        if isinstance(e.type, t.BagOf):
            return f"{'bag_add' if e.op == '+' else 'bag_subtract'}({left}, {right})"
        if isinstance(e.type, t.SetOf):
            return f"{'union' if e.op == '+' else 'minus'}({left}, {right})"
        if e.op in ("//", "mod"):
            return f"{'divide' if e.op == '//' else 'modulo'}({left}, {right})"
        return f"({left} {e.op} {right})"

    def _quantified(self, e: s.Quantified, names: Names) -> str:
        bag = isinstance(e.collection.type, t.BagOf)
        collection = self.write(e.collection, names)
        if e.word == "count" and e.where is None:
            return f"size({collection})"
        variable = f"{python_name('v', e.variable)}_{self._depth}"
        inside = {**names, e.variable: variable}
        self._depth += 1
        where = self.write(e.where, inside) if e.where is not None else None
        body = self.write(e.body, inside) if e.body is not None else variable
        self._depth -= 1
        walk = collection
        if bag and t.element(e.collection.type) in (*self._hiding, t.ANYTHING):
            walk = f"known({walk})"
        if self._nesting.of(e) > _HARMLESS:
            walk = f"spend({walk})"
        guard = f" if {where}" if where is not None else ""
        if e.word in ("any", "no"):
            test = f"any({where or 'True'} for {variable} in {walk})"
            return f"(not {test})" if e.word == "no" else test
        if e.word == "all":
            return f"all({body} for {variable} in {walk}{guard})"
        if e.word == "first":
            return f"next(({variable} for {variable} in {walk}{guard}), None)"
        if e.word == "each":
            return f"distinct({body} for {variable} in {walk}{guard})"
        if e.word in ("least", "greatest"):
            function = "min" if e.word == "least" else "max"
            return f"{function}(({body} for {variable} in {walk}{guard}), default=None)"
        if bag:
            pairs = f"for {variable}, n in {walk}.items(){guard}"
            if e.word == "those":
                return f"{{{variable}: n {pairs}}}"
            return f"sum({'n' if e.word == 'count' else f'n * {body}'} {pairs})"
        if e.word == "those":
            return f"[{variable} for {variable} in {walk}{guard}]"
        return f"sum({'1' if e.word == 'count' else body} for {variable} in {walk}{guard})"

    def _reach(self, e: s.Reach, names: Names) -> str:
        within = self.write(e.within, names) if e.within is not None else "None"
        start = self.write(e.start, names)
        here = f"{python_name('v', e.here)}_{self._depth}"
        there = f"{python_name('v', e.there)}_{self._depth}"
        inside = {**names, e.here: here}
        self._depth += 1
        steps = self.write(e.steps, inside)
        where = self.write(e.where, {**inside, e.there: there}) if e.where is not None else "True"
        self._depth -= 1
        return f"reach({start}, lambda {here}: {steps}, lambda {here}, {there}: {where}, {within}, budget)"
