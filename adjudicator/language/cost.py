"""How deep loops nest in an expression, through the terms it calls; terms never call in a circle."""

from __future__ import annotations

from typing import Any

from adjudicator.language import syntax as s
from adjudicator.language.program import Program


class Nesting:
    """The greatest number of collections walked one inside another."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._terms: dict[str, int] = {}

    def of(self, node: Any) -> int:
        if isinstance(node, s.Expr):
            if isinstance(node, s.Quantified):  # the collection is walked once, what is inside every time
                return max(self.of(node.collection), 1 + self.of([node.where, node.body]))
            inner = max(
                (self.of(getattr(node, f)) for f in node.__dataclass_fields__ if f != "type"), default=0
            )
            if isinstance(node, s.Name | s.Call) and node.refers == "term":
                inner = max(inner, self._term(node.id))
            return inner + 1 if isinstance(node, s.Reach) else inner
        if isinstance(node, list):
            return max(map(self.of, node), default=0)
        if isinstance(node, dict):
            return max(map(self.of, node.values()), default=0)
        return 0

    def _term(self, name: str) -> int:
        if name not in self._terms:
            self._terms[name] = 0
            term = self.program.terms[name]
            parts = [term.value, *(x for e in term.exceptions for x in (e.when, e.value, e.adds))]
            self._terms[name] = self.of(parts)
        return self._terms[name]


def uses(node: Any, name: str) -> int:
    """How often an expression mentions a local name; inside a loop counts as often."""
    if isinstance(node, s.Name):
        return int(node.refers == "local" and node.id == name)
    if isinstance(node, s.Quantified):
        return uses(node.collection, name) + 9 * uses([node.where, node.body], name)
    if isinstance(node, s.Expr):
        number = sum(uses(getattr(node, f), name) for f in node.__dataclass_fields__ if f != "type")
        return number * 9 if isinstance(node, s.Reach) else number
    if isinstance(node, list):
        return sum(uses(child, name) for child in node)
    if isinstance(node, dict):
        return sum(uses(child, name) for child in node.values())
    return 0
