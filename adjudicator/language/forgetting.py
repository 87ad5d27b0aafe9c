"""Inherited scripts, without the citations, conditions and actions that an extending rule set has removed."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.language import syntax as s


def forget(statements: list[s.Statement], rules: Collection[str], actions: Collection[str]) -> None:
    """Take the mentions of removed rules and actions out of a script, in place."""
    for statement in statements:
        if isinstance(statement, s.Cite):
            statement.rules = [rule for rule in statement.rules if rule not in rules]
        elif isinstance(statement, s.Ask):
            statement.conditions = [c for c in statement.conditions if c.rule not in rules]
            statement.actions = [action for action in statement.actions if action not in actions]
        elif isinstance(statement, s.Branch):
            for _, body in statement.cases:
                forget(body, rules, actions)
            forget(statement.other, rules, actions)
        elif isinstance(statement, s.Loop | s.While):
            forget(statement.body, rules, actions)
