"""Which rules bend which: a term states a rule in general, its exceptions depart from it by other rules."""

from __future__ import annotations

from adjudicator.language.program import Program


def bent_by(program: Program) -> dict[str, list[str]]:
    """For every rule, the rules that make exceptions to it: those of cards, characters, special cases."""
    found: dict[str, dict[str, None]] = {}
    for term in program.terms.values():
        for exception in term.exceptions:
            if exception.rule != term.rule:
                found.setdefault(term.rule, {})[exception.rule] = None
    return {rule: list(others) for rule, others in found.items()}


def turned(relation: dict[str, list[str]]) -> dict[str, list[str]]:
    """The same relation seen from the other end."""
    found: dict[str, list[str]] = {}
    for rule, others in relation.items():
        for other in others:
            found.setdefault(other, []).append(rule)
    return found
