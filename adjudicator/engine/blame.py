"""Why a condition failed, down to the comparisons that would have to come out otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language.evaluator import Env, Evaluator, Walk
from adjudicator.language.precedence import ordered
from adjudicator.language.program import Program, Term
from adjudicator.language.runtime import UNKNOWN

_ENOUGH = 8


@dataclass(slots=True)
class Need:
    """One thing that would have to be different.

    `what` says what was looked at: ("term", name), ("field", name), ("local", name) or ("expression", text).
    """

    what: tuple[str, str]
    arguments: list[Any] = field(default_factory=list)
    op: str = "="
    expected: Any = True
    found: Any = None
    rule: str | None = None


def blame(program: Program, walker: Evaluator, expr: s.Expr, walk: Walk, env: Env) -> list[Need]:
    """What would have to change for `expr` to hold; at most a handful."""
    return _Blame(program, walker, walk).of(expr, env, True, None)[:_ENOUGH]


_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


class _Blame:
    def __init__(self, program: Program, walker: Evaluator, walk: Walk) -> None:
        self.program = program
        self.walker = walker
        self.walk = walk

    def value(self, expr: s.Expr, env: Env) -> Any:
        value, _ = self.walker.explain(expr, self.walk, env)
        return value

    def of(self, e: s.Expr, env: Env, wanted: bool, rule: str | None) -> list[Need]:
        """The needs of one expression, which does not have the wanted truth value."""
        if isinstance(e, s.Not):
            return self.of(e.of, env, not wanted, rule)
        if isinstance(e, s.And | s.Or):
            return self._parts(e, env, wanted, rule)
        if isinstance(e, s.Compare):
            return [self._comparison(e, env, wanted, rule)]
        if isinstance(e, s.Member):
            op = "in" if wanted != e.negated else "not-in"
            need = self._subject(e.item, env)
            return [
                Need(
                    need.what,
                    need.arguments,
                    op,
                    self.value(e.collection, env),
                    self.value(e.item, env),
                    rule,
                )
            ]
        if isinstance(e, s.Quantified) and e.word in ("any", "no", "all"):
            return self._quantified(e, env, wanted, rule)
        if isinstance(e, s.Conditional):
            chosen = e.then if self.value(e.test, env) else e.other
            return self.of(chosen, env, wanted, rule)
        if isinstance(e, s.Call | s.Name) and e.refers == "term":
            arguments = [self.value(a, env) for a in e.arguments] if isinstance(e, s.Call) else []
            return self._term(self.program.terms[e.id], arguments, wanted)
        need = self._subject(e, env)
        return [Need(need.what, need.arguments, "=", wanted, not wanted, rule)]

    def _parts(self, e: s.And | s.Or, env: Env, wanted: bool, rule: str | None) -> list[Need]:
        """For a conjunction that should hold every failing part counts; for a disjunction any would do."""
        needs: list[Need] = []
        for part in e.parts:
            if bool(self.value(part, env)) != wanted:
                needs += self.of(part, env, wanted, rule)
                if isinstance(e, s.And) and wanted:
                    break  # later parts may only make sense once this one holds
        return needs

    def _comparison(self, e: s.Compare, env: Env, wanted: bool, rule: str | None) -> Need:
        subject, other, op = e.left, e.right, e.op
        if isinstance(subject, s.Literal):
            subject, other = other, subject
            op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
        need = self._subject(subject, env)
        op = op if wanted else _OPPOSITE[op]
        return Need(need.what, need.arguments, op, self.value(other, env), self.value(subject, env), rule)

    def _quantified(self, e: s.Quantified, env: Env, wanted: bool, rule: str | None) -> list[Need]:
        collection = self.value(e.collection, env)
        needs: list[Need] = []
        universal = (e.word in ("all", "no")) == wanted
        for item in collection:
            if item == UNKNOWN:
                continue
            inside = {**env, e.variable: item}
            selected = e.where is None or bool(self.value(e.where, inside))
            if e.word == "all" and universal and selected:
                assert e.body is not None
                if not self.value(e.body, inside):
                    needs += self.of(e.body, inside, True, rule)
            elif e.word != "all" and universal and selected:
                if e.where is None:
                    needs.append(Need(("item", str(item)), [], "not-in", [item], item, rule))
                else:
                    needs += self.of(e.where, inside, False, rule)
            if len(needs) >= _ENOUGH:
                break
        if needs:
            return needs
        text = source(e)
        return [Need(("expression", text), [], "=", wanted, not wanted, rule)]

    def _term(self, term: Term, arguments: list[Any], wanted: bool) -> list[Need]:
        """Into the definition that was used: the general one or the exception that applied."""
        env = dict(zip(term.parameters, arguments, strict=True))
        for exception in ordered(term.exceptions):
            if exception.value is None or exception.effect is not None:
                continue
            if exception.when is None or self.value(exception.when, env):
                if isinstance(exception.value, s.Literal):
                    return [Need(("term", term.name), arguments, "=", wanted, not wanted, exception.rule)]
                return self.of(exception.value, env, wanted, exception.rule)
        return self.of(term.value, env, wanted, term.rule)

    def _subject(self, e: s.Expr, env: Env) -> Need:
        if isinstance(e, s.Call) and e.refers in ("term", "field"):
            return Need((e.refers, e.id), [self.value(a, env) for a in e.arguments])
        if isinstance(e, s.Name) and e.refers in ("term", "field"):
            return Need((e.refers, e.id))
        if isinstance(e, s.Name) and e.refers == "local":
            return Need(("local", e.id))
        return Need(("expression", source(e)))


def source(e: s.Expr) -> str:
    """An expression as a person would write it, for the rare need no term has a name for."""
    if isinstance(e, s.Literal):
        return "none" if e.value is None else str(e.value).lower()
    if isinstance(e, s.Quantified):
        return _quantified_source(e)
    write = _SOURCES.get(type(e))
    return write(e) if write is not None else type(e).__name__.lower()


def _quantified_source(e: s.Quantified) -> str:
    where = f" where {source(e.where)}" if e.where is not None else ""
    head = f"{source(e.body)} over " if e.body is not None and e.word != "all" else ""
    tail = f": {source(e.body)}" if e.body is not None and e.word == "all" else ""
    return f"{e.word} {head}{e.variable} in {source(e.collection)}{where}{tail}"


_SOURCES: dict[type[s.Expr], Callable[[Any], str]] = {
    s.Name: lambda e: e.id,
    s.Qualified: lambda e: e.id,
    s.Everything: lambda e: e.owner,
    s.Attribute: lambda e: f"{source(e.of)}.{e.name}",
    s.Amount: lambda e: f"{source(e.of)}[{source(e.key)}]",
    s.Call: lambda e: f"{e.id}({', '.join(source(a) for a in e.arguments)})",
    s.Compare: lambda e: f"{source(e.left)} {e.op} {source(e.right)}",
    s.Arithmetic: lambda e: f"{source(e.left)} {e.op} {source(e.right)}",
    s.Member: lambda e: f"{source(e.item)} {'not in' if e.negated else 'in'} {source(e.collection)}",
    s.And: lambda e: " and ".join(source(p) for p in e.parts),
    s.Or: lambda e: " or ".join(source(p) for p in e.parts),
    s.Not: lambda e: f"not {source(e.of)}",
    s.SetLiteral: lambda e: f"[{', '.join(source(i) for i in e.items)}]",
}
