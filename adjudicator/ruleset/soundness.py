"""What no schema and no type can tell: exceptions that never apply or collide, terms in a circle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.data.diagnostic import Diagnostic, Span, nearest_name
from adjudicator.data.yaml_reader import Path
from adjudicator.language import syntax as s
from adjudicator.language.precedence import CircularPrecedence, ordered, stands_over
from adjudicator.language.program import ExceptionRule, Program, Term
from adjudicator.language.satisfiability import fixed, reads, satisfiable
from adjudicator.ruleset.definitions import Definition

Places = dict[tuple[str, str], tuple[Definition, Path]]


def unsound(program: Program, places: Places, terms: dict[str, Definition]) -> Iterator[Diagnostic]:
    """Every problem of the exceptions and of the way terms use each other."""
    for term in program.terms.values():
        yield from _unknown_precedence(term, places)
        yield from _never_applying(term, places)
        yield from _colliding(term, places)
        try:
            ordered(term.exceptions)
        except CircularPrecedence as error:
            d, path = places[term.name, error.ids[0]]
            yield Diagnostic("circular-precedence", d.span((*path, "over")), {"names": error.ids})
    yield from _recursive(program, terms)


def _unknown_precedence(term: Term, places: Places) -> Iterator[Diagnostic]:
    known = [e.id for e in term.exceptions]
    for e in term.exceptions:
        for other in sorted(e.over - set(known)):
            d, path = places[term.name, e.id]
            near = nearest_name(other, known)
            place = _member(d, (*path, "over"), other)
            yield Diagnostic("unknown-exception", place, {"name": other, "term": term.name}, near)


def _member(d: Definition, path: Path, member: str) -> Span:
    """The place of one member of a list."""
    written: Any = d.data
    for step in path:
        written = written[step]
    return d.span((*path, written.index(member)))


def _never_applying(term: Term, places: Places) -> Iterator[Diagnostic]:
    for e in term.exceptions:
        if _never_applies(e, term):
            d, path = places[term.name, e.id]
            place = d.span((*path, "when")) if e.when is not None else d.span(path)
            yield Diagnostic("exception-never-applies", place, {"term": term.name, "rule": e.rule})


def _never_applies(e: ExceptionRule, term: Term) -> bool:
    if e.when is not None and not satisfiable(e.when):
        return True
    if e.value is None or e.effect is not None:
        return False
    above = [o for o in term.exceptions if o is not e and stands_over(o, e, term.exceptions)]
    return any(o.value is not None and o.when is None and o.effect is None for o in above)


def _colliding(term: Term, places: Places) -> Iterator[Diagnostic]:
    replacing = [e for e in term.exceptions if e.value is not None]
    for index, a in enumerate(replacing):
        for b in replacing[index + 1 :]:
            if _may_collide(a, b, term):
                d, path = places[term.name, b.id]
                first, first_path = places[term.name, a.id]
                values = {"term": term.name, "one": a.rule, "other": b.rule}
                yield Diagnostic(
                    "exceptions-conflict", d.span(path), values, related=(first.span(first_path),)
                )


def _may_collide(a: ExceptionRule, b: ExceptionRule, term: Term) -> bool:
    if stands_over(a, b, term.exceptions) or stands_over(b, a, term.exceptions):
        return False
    assert a.value is not None and b.value is not None
    if reads(a.value) == reads(b.value):
        return False
    (a_fixed, a_value), (b_fixed, b_value) = fixed(a.value), fixed(b.value)
    if a_fixed and b_fixed and a_value == b_value:
        return False
    return satisfiable(a.when, b.when)


def _recursive(program: Program, definitions: dict[str, Definition]) -> Iterator[Diagnostic]:
    uses = {name: _terms_used(term) & program.terms.keys() for name, term in program.terms.items()}
    done: set[str] = set()
    for name in uses:
        circle = _circle(name, uses, done, [])
        if circle:
            d = definitions[circle[0]]
            yield Diagnostic("recursive-term", d.span(("is",)), {"names": [*circle, circle[0]]})
            done.update(circle)


def _circle(name: str, uses: dict[str, set[str]], done: set[str], path: list[str]) -> list[str]:
    if name in path:
        return path[path.index(name) :]
    if name in done:
        return []
    for other in sorted(uses[name]):
        found = _circle(other, uses, done, [*path, name])
        if found:
            return found
    done.add(name)
    return []


def _terms_used(term: Term) -> set[str]:
    found: set[str] = set()
    _collect(term.value, found)
    for e in term.exceptions:
        for part in (e.when, e.value, e.adds):
            _collect(part, found)
    return found


def _collect(node: Any, found: set[str]) -> None:
    if isinstance(node, s.Name | s.Call) and node.refers == "term":
        found.add(node.id)
    if isinstance(node, s.Expr):
        for name in node.__dataclass_fields__:
            _collect(getattr(node, name), found)
    elif isinstance(node, list):
        for child in node:
            _collect(child, found)
    elif isinstance(node, dict):
        for child in node.values():
            _collect(child, found)
