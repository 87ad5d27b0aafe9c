"""What makes a rule hold in the program, in a reader's words, and which rules bend which."""

from __future__ import annotations

from adjudicator.reference import bending
from adjudicator.ruleset.rule_set import RuleSet
from api.asking import Table
from api.service import Json

# Under which kind of name each sort of definition is called; the others have only their id.
_NAMES = {
    "term": "Term",
    "exception": "Term",
    "action": "Action",
    "requirement": "Action",
    "question": "Question",
}


def told(at: Table, enforced_by: list[str]) -> list[Json]:
    """`requirement attack` as its sort and the name of the action."""
    found = []
    for written in enforced_by:
        sort, _, name = written.partition(" ")
        shown = at.name(_NAMES[sort], name) if sort in _NAMES else name
        found.append({"sort": sort, "name": shown, "id": name, "named": shown != name})
    return found


def bent_by(rule_set: RuleSet) -> dict[str, list[str]]:
    return bending.bent_by(rule_set.program)


def bends(rule_set: RuleSet) -> dict[str, list[str]]:
    return bending.turned(bent_by(rule_set))
