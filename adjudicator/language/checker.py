"""Types and names of expressions: fills in `type` and `refers`, and collects every problem.

Where `none` is possible, an attribute of it is `none` again, so chains need no ceremony; but a parameter
that does not take `none` must be given a value, which `x != none and ...` or `otherwise` guarantees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.data.diagnostic import nearest_name
from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.parser import ScriptError, Word
from adjudicator.language.scope import Scope, Signature, ruling_type

Locals = dict[str, t.Type]
BUILTINS = ("size", "min", "max", "abs", "bag", "pieces", "unknown", "ruling")


class Checker:
    """Checks expressions in one scope. One instance may check many; `problems` grows."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.problems: list[ScriptError] = []
        self._infer: dict[type[s.Expr], Callable[[Any, Locals, t.Type | None], t.Type]] = {
            s.Literal: lambda e, _l, _w: e.type,
            s.Name: self._name,
            s.Qualified: self._qualified,
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

    # ------------------------------------------------------------------ entry points

    def infer(self, expr: s.Expr, names: Locals, wanted: t.Type | None = None) -> t.Type:
        """The type of an expression; `wanted` only helps to tell apart items of the same name."""
        expr.type = self._infer[type(expr)](expr, names, wanted)
        return expr.type

    def expect(self, expr: s.Expr, names: Locals, wanted: t.Type) -> None:
        """The expression must have this type."""
        given = self.infer(expr, names, wanted)
        if not t.fits(given, wanted):
            self.problem("wrong-type", expr, found=str(given), expected=str(wanted))

    def problem(self, code: str, at: s.Node | Word, **values: Any) -> t.Type:
        self.problems.append(ScriptError(code, at.line, at.column, **values))
        return t.ANYTHING

    def unknown(
        self, code: str, at: s.Node | Word, name: str, candidates: list[str], **values: Any
    ) -> t.Type:
        return self.problem(code, at, name=str(name), nearest=nearest_name(name, candidates), **values)

    # ------------------------------------------------------------------ names

    def _name(self, e: s.Name, names: Locals, wanted: t.Type | None) -> t.Type:
        if e.id in names:
            e.refers = "local"
            return names[e.id]
        meanings = list(dict.fromkeys(self.scope.meanings(e.id)))  # a rule set may declare a type anew
        if wanted is not None and (hit := _fitting(meanings, wanted)) is not None:
            e.refers = "item"
            return hit
        if e.id in self.scope.fields and not self.scope.fields[e.id].parameters:
            e.refers = "field"
            return self.scope.fields[e.id].result
        if e.id in self.scope.terms and not self.scope.terms[e.id].parameters:
            e.refers = "term"
            return self.scope.terms[e.id].result
        if len(meanings) == 1:
            e.refers = "item"
            return meanings[0]
        if meanings:
            return self.problem("ambiguous-name", e, name=e.id, meanings=[str(m) for m in meanings])
        return self._unknown_name(e, names)

    def _unknown_name(self, e: s.Name, names: Locals) -> t.Type:
        if e.id in self.scope.fields or e.id in self.scope.terms:
            signature = self.scope.fields.get(e.id) or self.scope.terms[e.id]
            return self.problem(
                "wrong-number-of-arguments", e, name=e.id, found=0, expected=len(signature.parameters)
            )
        known = [*names, *self.scope.fields, *self.scope.terms, *self.scope.items, *self.scope.words]
        return self.unknown("unknown-name", e, e.id, known)

    def _qualified(self, e: s.Qualified, _names: Locals, _wanted: t.Type | None) -> t.Type:
        kind = self.scope.resolve(t.Kind(e.owner))
        if kind is None and e.owner not in self.scope.type_names():
            return self.unknown("unknown-type", e, e.owner, self.scope.type_names())
        if kind is not None and kind in self.scope.meanings(e.id):
            return kind
        at = e.id if isinstance(e.id, Word) else e
        return self.unknown("unknown-item", at, e.id, self._members(e.owner), owner=e.owner)

    def _members(self, owner: str) -> list[str]:
        if owner in self.scope.enumerations:
            return self.scope.enumerations[owner]
        return [i for i, kinds in self.scope.items.items() if owner in kinds]

    def _everything(self, e: s.Everything, _names: Locals, _wanted: t.Type | None) -> t.Type:
        kind = self.scope.resolve(t.Kind(e.owner))
        if isinstance(kind, t.Kind | t.Enumeration):
            return t.SetOf(kind)
        if e.owner in self.scope.type_names():  # a record, Bool, Number: types whose values cannot be listed
            return self.problem("not-a-collection", e, found=e.owner)
        return self.unknown("unknown-type", e, e.owner, self.scope.type_names())

    # ------------------------------------------------------------------ access

    def _attribute(self, e: s.Attribute, names: Locals, _wanted: t.Type | None) -> t.Type:
        of = self.infer(e.of, names)
        owner = t.bare(of)
        if owner == t.ANYTHING:
            return owner
        table = {}
        if isinstance(owner, t.Kind):
            table = self.scope.kinds.get(owner.name, {})
        elif isinstance(owner, t.Record):
            table = self.scope.records.get(owner.name, {})
        if e.name not in table:
            return self.unknown("unknown-attribute", e, e.name, list(table), owner=str(owner))
        return t.maybe(table[e.name]) if isinstance(of, t.Maybe) else table[e.name]

    def _amount(self, e: s.Amount, names: Locals, _wanted: t.Type | None) -> t.Type:
        of = self.infer(e.of, names)
        if isinstance(of, t.ListOf):  # the first is number 1; none where the list is shorter
            self.expect(e.key, names, t.NUMBER)
            return t.maybe(of.of)
        if isinstance(of, t.BagOf):
            self.expect(e.key, names, of.of)
        elif of != t.ANYTHING:
            self.problem("wrong-type", e.of, found=str(of), expected="Bag")
        return t.NUMBER

    def _call(self, e: s.Call, names: Locals, wanted: t.Type | None) -> t.Type:
        if e.id in BUILTINS and e.id not in self.scope.terms:
            e.refers = "builtin"
            return self._builtin(e, names, wanted)
        for refers, table in (("field", self.scope.fields), ("term", self.scope.terms)):
            if e.id in table:
                e.refers = refers
                self.arguments(e, e.arguments, table[e.id], names, e.id)
                return table[e.id].result
        for argument in e.arguments:
            self.infer(argument, names)
        return self.unknown("unknown-term", e, e.id, [*self.scope.terms, *self.scope.fields, *BUILTINS])

    def arguments(
        self, at: s.Node, given: list[s.Expr], signature: Signature, names: Locals, name: str
    ) -> None:
        """Arguments against parameters, by place."""
        if len(given) != len(signature.parameters):
            self.problem(
                "wrong-number-of-arguments",
                at,
                name=name,
                found=len(given),
                expected=len(signature.parameters),
            )
            for argument in given:
                self.infer(argument, names)
            return
        for argument, wanted in zip(given, signature.parameters.values(), strict=True):
            self.expect(argument, names, wanted)

    def _builtin(self, e: s.Call, names: Locals, wanted: t.Type | None) -> t.Type:
        count = len(e.arguments)
        fixed = {"size": 1, "abs": 1, "bag": 2, "pieces": 1, "unknown": 1, "ruling": 1}
        if count != fixed.get(e.id, count) or count == 0:
            return self.problem(
                "wrong-number-of-arguments", e, name=e.id, found=count, expected=fixed.get(e.id, 1)
            )
        if e.id in ("min", "max", "abs"):
            for argument in e.arguments:
                self.expect(argument, names, t.NUMBER)
            return t.NUMBER
        if e.id == "ruling":
            return self._ruling(e)
        if e.id == "bag":
            self.expect(e.arguments[0], names, t.NUMBER)
            inner = wanted.of if isinstance(wanted, t.BagOf) else None
            return t.BagOf(self.infer(e.arguments[1], names, inner))
        of = self.infer(e.arguments[0], names)
        inner = t.element(of)
        if inner is None and of != t.ANYTHING:
            return self.problem("not-a-collection", e.arguments[0], found=str(of))
        if e.id == "unknown" and not isinstance(of, t.BagOf) and of != t.ANYTHING:
            return self.problem("wrong-type", e.arguments[0], found=str(of), expected="Bag")
        return t.SetOf(inner or t.ANYTHING) if e.id == "pieces" else t.NUMBER

    def _ruling(self, e: s.Call) -> t.Type:
        argument = e.arguments[0]
        if not isinstance(argument, s.Name) or argument.id not in self.scope.rulings:
            name = argument.id if isinstance(argument, s.Name) else "…"
            return self.unknown("unknown-ruling", argument, name, list(self.scope.rulings))
        return ruling_type(argument.id)

    def _record(self, e: s.RecordOf, names: Locals, _wanted: t.Type | None) -> t.Type:
        table = self.scope.records.get(e.owner)
        if table is None:
            return self.unknown("unknown-type", e, e.owner, list(self.scope.records))
        for name, value in e.fields.items():
            if name in table:
                self.expect(value, names, table[name])
            else:
                at = name if isinstance(name, Word) else value
                self.unknown("unknown-attribute", at, name, list(table), owner=e.owner)
        return t.Record(e.owner)

    def _set_literal(self, e: s.SetLiteral, names: Locals, wanted: t.Type | None) -> t.Type:
        inner = t.element(wanted) if wanted is not None else None
        joined: t.Type | None = None
        for item in e.items:
            given = self.infer(item, names, inner or joined)
            joined = given if joined is None else t.join(joined, given)
            if joined is None:
                return self.problem("mixed-collection", item, found=str(given))
        return t.SetOf(joined if joined is not None else t.ANYTHING)

    # ------------------------------------------------------------------ logic

    def _not(self, e: s.Not, names: Locals, _wanted: t.Type | None) -> t.Type:
        self.expect(e.of, names, t.BOOL)
        return t.BOOL

    def _and(self, e: s.And, names: Locals, _wanted: t.Type | None) -> t.Type:
        for part in e.parts:
            self.expect(part, names, t.BOOL)
            names = narrowed(part, names)
        return t.BOOL

    def _or(self, e: s.Or, names: Locals, _wanted: t.Type | None) -> t.Type:
        for part in e.parts:
            self.expect(part, names, t.BOOL)
            names = narrowed(part, names, holds=False)
        return t.BOOL

    def _compare(self, e: s.Compare, names: Locals, _wanted: t.Type | None) -> t.Type:
        left, right = self._pair(e.left, e.right, names)
        if e.op in ("=", "!="):
            if t.join(left, right) is None:
                self.problem("cannot-compare", e, left=str(left), right=str(right))
            return t.BOOL
        # `<=` between bags asks whether one is contained in the other.
        if e.op in ("<=", ">=") and isinstance(left, t.BagOf | t.SetOf) and t.join(left, right) is not None:
            return t.BOOL
        for side, given in ((e.left, left), (e.right, right)):
            if not t.fits(given, t.NUMBER):
                self.problem("wrong-type", side, found=str(given), expected="Number")
        return t.BOOL

    def _pair(self, left: s.Expr, right: s.Expr, names: Locals) -> tuple[t.Type, t.Type]:
        """Both sides, each helping the other to resolve a bare word."""
        if isinstance(left, s.Name) and left.id not in names and not isinstance(right, s.Name):
            right_type = self.infer(right, names)
            return self.infer(left, names, right_type), right_type
        left_type = self.infer(left, names)
        return left_type, self.infer(right, names, left_type)

    def _member(self, e: s.Member, names: Locals, _wanted: t.Type | None) -> t.Type:
        if isinstance(e.collection, s.SetLiteral):
            item = self.infer(e.item, names)
            collection = self.infer(e.collection, names, t.SetOf(t.bare(item)))
        else:
            collection = self.infer(e.collection, names)
            item = self.infer(e.item, names, t.element(t.bare(collection)))
        inner = t.element(collection)
        if inner is None and collection != t.ANYTHING:
            return self.problem("not-a-collection", e.collection, found=str(collection))
        if inner is not None and t.join(t.bare(item), inner) is None:
            self.problem("wrong-type", e.item, found=str(item), expected=str(inner))
        return t.BOOL

    def _otherwise(self, e: s.Otherwise, names: Locals, wanted: t.Type | None) -> t.Type:
        first = self.infer(e.first, names, wanted)
        if not isinstance(first, t.Maybe) and first not in (t.NONE, t.ANYTHING):
            self.problem("never-none", e.first, found=str(first))
        second = self.infer(e.second, names, t.bare(first))
        joined = t.join(t.bare(first), second)
        if joined is None:
            return self.problem("wrong-type", e.second, found=str(second), expected=str(t.bare(first)))
        return joined

    # ------------------------------------------------------------------ arithmetic

    def _arithmetic(self, e: s.Arithmetic, names: Locals, wanted: t.Type | None) -> t.Type:
        left = self.infer(e.left, names, wanted)
        right = self.infer(e.right, names, left)
        if e.op in ("+", "-") and isinstance(left, t.SetOf | t.BagOf):
            joined = t.join(left, right)
            if joined is None:
                return self.problem("wrong-type", e.right, found=str(right), expected=str(left))
            return joined
        for side, given in ((e.left, left), (e.right, right)):
            if not t.fits(given, t.NUMBER):
                self.problem("wrong-type", side, found=str(given), expected="Number")
        return t.NUMBER

    def _negative(self, e: s.Negative, names: Locals, _wanted: t.Type | None) -> t.Type:
        self.expect(e.of, names, t.NUMBER)
        return t.NUMBER

    def _conditional(self, e: s.Conditional, names: Locals, wanted: t.Type | None) -> t.Type:
        self.expect(e.test, names, t.BOOL)
        then = self.infer(e.then, narrowed(e.test, names), wanted)
        other = self.infer(e.other, narrowed(e.test, names, holds=False), wanted or then)
        joined = t.join(then, other)
        if joined is None:
            return self.problem("wrong-type", e.other, found=str(other), expected=str(then))
        return joined

    # ------------------------------------------------------------------ collections

    def _bind(self, e: s.Quantified, names: Locals) -> tuple[t.Type, Locals]:
        collection = self.infer(e.collection, names)
        inner = t.element(collection)
        if inner is None:
            if collection != t.ANYTHING:
                self.problem("not-a-collection", e.collection, found=str(collection))
            inner = t.ANYTHING
        if e.variable in names:
            at = e.variable if isinstance(e.variable, Word) else e
            self.problem("name-taken", at, name=str(e.variable))
        inside = {**names, e.variable: inner}
        if e.where is not None:
            self.expect(e.where, inside, t.BOOL)
            inside = narrowed(e.where, inside)
        return collection, inside

    def _quantified(self, e: s.Quantified, names: Locals, _wanted: t.Type | None) -> t.Type:
        collection, inside = self._bind(e, names)
        inner = t.element(collection) or t.ANYTHING
        if e.word == "all":
            assert e.body is not None
            self.expect(e.body, inside, t.BOOL)
        if e.word in ("any", "no", "all"):
            return t.BOOL
        if e.word == "count":
            return t.NUMBER
        if e.word == "those":
            return collection
        if e.word == "first":
            return t.maybe(inner)
        assert e.body is not None
        if e.word == "each":
            return t.SetOf(t.bare(self.infer(e.body, inside)))
        self.expect(e.body, inside, t.NUMBER)
        return t.NUMBER if e.word == "sum" else t.maybe(t.NUMBER)

    def _reach(self, e: s.Reach, names: Locals, _wanted: t.Type | None) -> t.Type:
        start = self.infer(e.start, names)
        inner = t.element(start)
        if inner is None:
            if start != t.ANYTHING:
                self.problem("not-a-collection", e.start, found=str(start))
            inner = t.ANYTHING
        inside = {**names, e.here: inner}
        self.expect(e.steps, inside, t.SetOf(inner))
        if e.where is not None:
            self.expect(e.where, {**inside, e.there: inner}, t.BOOL)
        if e.within is not None:
            self.expect(e.within, names, t.NUMBER)
        return t.SetOf(inner)


def narrowed(test: s.Expr, names: Locals, *, holds: bool = True) -> Locals:
    """The names as they are known once `test` has held, or has failed: `x != none` makes `x` a value."""
    if isinstance(test, s.And) and holds:
        for part in test.parts:
            names = narrowed(part, names)
        return names
    if isinstance(test, s.Or) and not holds:
        for part in test.parts:
            names = narrowed(part, names, holds=False)
        return names
    if isinstance(test, s.Compare) and test.op == ("!=" if holds else "=") and isinstance(test.left, s.Name):
        known = names.get(test.left.id)
        if isinstance(test.right, s.Literal) and test.right.value is None and isinstance(known, t.Maybe):
            return {**names, test.left.id: known.of}
    return names


def _fitting(meanings: list[t.Type], wanted: t.Type) -> t.Type | None:
    target = t.bare(wanted)
    return target if target in meanings else None
