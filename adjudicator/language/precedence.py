"""Which exception speaks first: one that stands over another is asked before it."""

from __future__ import annotations

from adjudicator.language.program import ExceptionRule


class CircularPrecedence(Exception):
    def __init__(self, ids: list[str]) -> None:
        self.ids = ids
        super().__init__(" > ".join(ids))


def ordered(exceptions: list[ExceptionRule]) -> list[ExceptionRule]:
    """The exceptions so that each stands before those it is over; otherwise as written."""
    remaining = list(exceptions)
    result: list[ExceptionRule] = []
    while remaining:
        for candidate in remaining:
            if not any(candidate.id in other.over for other in remaining if other is not candidate):
                result.append(candidate)
                remaining.remove(candidate)
                break
        else:
            raise CircularPrecedence([e.id for e in remaining])
    return result


def stands_over(a: ExceptionRule, b: ExceptionRule, exceptions: list[ExceptionRule]) -> bool:
    """Does `a` take precedence over `b`, directly or through others?"""
    by_id = {e.id: e for e in exceptions}
    seen, edge = set(), {a.id}
    while edge:
        current = edge.pop()
        seen.add(current)
        over = by_id[current].over & by_id.keys() if current in by_id else frozenset()
        if b.id in over:
            return True
        edge |= over - seen
    return False
