"""Types and names of scripts. A name made in a block is known to the end of that block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language import types as t
from adjudicator.language.checker import Checker, Locals, narrowed
from adjudicator.language.parser import Word
from adjudicator.language.scope import Signature


class ScriptChecker:
    def __init__(self, checker: Checker, result: t.Type | None = None) -> None:
        self.checker = checker
        self.scope = checker.scope
        self.result = result
        self._check: dict[type[s.Statement], Callable[[Any, Locals], None]] = {
            s.Assign: self._assign,
            s.Change: self._change,
            s.Move: self._move,
            s.Let: self._let,
            s.Do: self._do,
            s.Return: self._return,
            s.Cite: self._cite,
            s.End: lambda _statement, _names: None,
            s.Moment: self._moment,
            s.Apply: self._apply,
            s.Ask: self._ask,
            s.Roll: self._roll,
            s.Draw: self._draw,
            s.Branch: self._branch,
            s.Loop: self._loop,
            s.While: self._while,
        }

    def check(self, statements: list[s.Statement], names: Locals) -> Locals:
        """Check a block; the names it makes come back, the caller's are left alone."""
        names = dict(names)
        for statement in statements:
            self._check[type(statement)](statement, names)
            if isinstance(statement, s.Branch) and _always_leaves(statement):
                names.update(narrowed(statement.cases[0][0], names, holds=False))
        return names

    # ------------------------------------------------------------------ changes

    def _target(self, target: s.Expr, names: Locals) -> t.Type:
        given = self.checker.infer(target, names)
        base = target
        while isinstance(base, s.Attribute):
            if not isinstance(base.of.type, t.Record) and base.of.type != t.ANYTHING:
                return self.checker.problem("cannot-change", target)
            base = base.of
        if isinstance(base, s.Name | s.Call) and base.refers in ("local", "field", ""):
            return given
        return self.checker.problem("cannot-change", target)

    def _assign(self, e: s.Assign, names: Locals) -> None:
        self.checker.expect(e.value, names, self._target(e.target, names))

    def _change(self, e: s.Change, names: Locals) -> None:
        target = self._target(e.target, names)
        if not t.fits(target, t.NUMBER):
            self.checker.problem("wrong-type", e.target, found=str(target), expected="Number")
        self.checker.expect(e.by, names, t.NUMBER)

    def _move(self, e: s.Move, names: Locals) -> None:
        bags: list[t.BagOf] = []
        for place in (e.source, e.goal):
            if place is None:
                continue
            bag = self._target(place, names)
            if not isinstance(bag, t.BagOf):
                if bag != t.ANYTHING:
                    self.checker.problem("wrong-type", place, found=str(bag), expected="Bag")
                continue
            bags.append(bag)
        pieces = self._pieces(e.pieces, names, bags[-1] if bags else None)
        for bag in bags:
            if not t.fits(pieces, bag) and not t.fits(pieces, bag.of):
                self.checker.problem("wrong-type", e.pieces, found=str(pieces), expected=str(bag))
                break

    def _pieces(self, e: s.Expr, names: Locals, bag: t.BagOf | None) -> t.Type:
        """A bag or a single piece: a bare word is read as the one, then as the other."""
        problems = self.checker.problems
        before = len(problems)
        given = self.checker.infer(e, names, bag)
        if bag is None or (len(problems) == before and t.fits(given, bag)):
            return given
        found = problems[before:]
        del problems[before:]
        piece = self.checker.infer(e, names, bag.of)
        if len(problems) == before and t.fits(piece, bag.of):
            return piece
        problems[before:] = found
        return given

    def _let(self, e: s.Let, names: Locals) -> None:
        given = self.checker.infer(e.value, names)
        known = names.get(e.name)
        if known is not None and not t.fits(given, known):
            self.checker.problem("wrong-type", e.value, found=str(given), expected=str(known))
        names[e.name] = known or given

    # ------------------------------------------------------------------ calls

    def _do(self, e: s.Do, names: Locals) -> None:
        signature = self.scope.procedures.get(e.procedure)
        if signature is None:
            self.checker.unknown("unknown-procedure", e, e.procedure, list(self.scope.procedures))
            return
        self.checker.arguments(e, e.arguments, signature, names, e.procedure)
        if e.result is not None:
            if signature.result == t.NONE:
                self.checker.problem("returns-nothing", e, name=e.procedure)
            self._make(e.result, signature.result, names, e)

    def _return(self, e: s.Return, names: Locals) -> None:
        if e.value is None:
            if self.result is not None:
                self.checker.problem("wrong-type", e, found="none", expected=str(self.result))
        elif self.result is None:
            self.checker.problem("returns-nothing", e.value, name="return")
        else:
            self.checker.expect(e.value, names, self.result)

    def _cite(self, e: s.Cite, _names: Locals) -> None:
        for rule in e.rules:
            self._rule(rule, rule if isinstance(rule, Word) else e)

    def _rule(self, rule: str, at: s.Node | Word) -> None:
        if rule not in self.scope.rules:
            self.checker.unknown("unknown-rule", at, rule, list(self.scope.rules))

    def _moment(self, e: s.Moment, names: Locals) -> None:
        parameters = self.scope.moments.get(e.name)
        if parameters is None:
            self.checker.unknown("unknown-moment", e, e.name, list(self.scope.moments))
            return
        self.checker.arguments(e, e.arguments, Signature(parameters, t.NONE), names, e.name)

    def _apply(self, e: s.Apply, names: Locals) -> None:
        if e.until not in self.scope.moments:
            self.checker.unknown("unknown-moment", e, e.until, list(self.scope.moments))
        parameters = self.scope.effects.get(e.effect)
        if parameters is None:
            at = e.effect if isinstance(e.effect, Word) else e
            self.checker.unknown("unknown-effect", at, e.effect, list(self.scope.effects))
            return
        self.checker.arguments(e, e.arguments, Signature(parameters, t.NONE), names, e.effect)

    # ------------------------------------------------------------------ questions

    def _ask(self, e: s.Ask, names: Locals) -> None:
        self.checker.infer(e.who, names)
        answer = self._answer_type(e, names)
        if e.how != "act":
            self._make(e.name, answer, names, e)
        inside = {**names, e.name: t.bare(answer)}  # leaving out is free of conditions
        for condition in e.conditions:
            self._rule(condition.rule, condition)
            self.checker.expect(condition.that, inside, t.BOOL)

    def _answer_type(self, e: s.Ask, names: Locals) -> t.Type:
        if e.how == "whether":
            return t.BOOL
        if e.how == "act":
            for action in e.actions:
                if action not in self.scope.actions:
                    at = action if isinstance(action, Word) else e
                    self.checker.unknown("unknown-action", at, action, sorted(self.scope.actions))
            return t.NONE
        assert e.source is not None
        if e.how == "number":
            assert e.upto is not None
            self.checker.expect(e.source, names, t.NUMBER)
            self.checker.expect(e.upto, names, t.NUMBER)
            return t.NUMBER
        source = self.checker.infer(e.source, names)
        inner = t.element(source)
        if source == t.ANYTHING:
            return source
        if inner is None or (e.how == "take" and not isinstance(source, t.BagOf)):
            expected = "Bag" if e.how == "take" else "Set"
            return self.checker.problem("wrong-type", e.source, found=str(source), expected=expected)
        self.scope.choices[e.name] = source if e.how == "take" else t.SetOf(inner)
        if e.how == "take":
            return source
        return t.maybe(inner) if e.optional else inner

    def _roll(self, e: s.Roll, names: Locals) -> None:
        face = self.scope.dice.get(e.die)
        if face is None:
            at = e.die if isinstance(e.die, Word) else e
            self.checker.unknown("unknown-die", at, e.die, list(self.scope.dice))
            face = t.ANYTHING
        if e.number is None:
            self._make(e.name, face, names, e)
            return
        self.checker.expect(e.number, names, t.NUMBER)
        if e.counting is None or e.face is None:
            self._make(e.name, t.BagOf(face), names, e)
            return
        self.checker.expect(e.counting, {**names, e.face: face}, t.BOOL)
        self._make(e.name, t.NUMBER, names, e)

    def _draw(self, e: s.Draw, names: Locals) -> None:
        source = self.checker.infer(e.source, names)
        if not isinstance(source, t.BagOf):
            if source != t.ANYTHING:
                self.checker.problem("wrong-type", e.source, found=str(source), expected="Bag")
            names[e.name] = t.ANYTHING
        elif e.number is None:
            self._make(e.name, source.of, names, e)
        else:
            self.checker.expect(e.number, names, t.NUMBER)
            self._make(e.name, source, names, e)

    def _make(self, name: str, given: t.Type, names: Locals, at: s.Node) -> None:
        """A name gets a value; one that is known keeps its type, for the blocks around rely on it."""
        if name in names and not t.fits(given, names[name]):
            self.checker.problem("name-taken", name if isinstance(name, Word) else at, name=str(name))
        names[name] = given

    # ------------------------------------------------------------------ flow

    def _branch(self, e: s.Branch, names: Locals) -> None:
        known = names
        for test, body in e.cases:
            self.checker.expect(test, known, t.BOOL)
            self.check(body, narrowed(test, known))
            known = narrowed(test, known, holds=False)
        self.check(e.other, known)

    def _loop(self, e: s.Loop, names: Locals) -> None:
        collection = self.checker.infer(e.collection, names)
        inner = t.element(collection)
        if inner is None:
            if collection != t.ANYTHING:
                self.checker.problem("not-a-collection", e.collection, found=str(collection))
            inner = t.ANYTHING
        inside = dict(names)
        self._make(e.name, inner, inside, e)
        self.check(e.body, inside)

    def _while(self, e: s.While, names: Locals) -> None:
        self.checker.expect(e.test, names, t.BOOL)
        self.check(e.body, narrowed(e.test, names))


def always_returns(statements: list[s.Statement]) -> bool:
    """Does every way through a script end with `return`?"""
    last = statements[-1] if statements else None
    if isinstance(last, s.Branch):
        return all(always_returns(body) for _, body in last.cases) and always_returns(last.other)
    return isinstance(last, s.Return | s.End)


def _always_leaves(branch: s.Branch) -> bool:
    """`if x = none: return` - afterwards the test is known to have failed."""
    return len(branch.cases) == 1 and not branch.other and isinstance(branch.cases[0][1][-1], s.Return)
