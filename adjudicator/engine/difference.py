"""A position as what differs from a setup: the short form in which it is written, and in which it travels."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.position import Position
from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef


def difference(rules: Rules, base: Position, position: Position, setup: str) -> dict[str, Any]:
    """What to write so that completing it gives the position; `base` is the complete one of the setup."""
    changes: dict[str, Any] = {}
    for name, definition in rules.program.fields.items():
        was, now = base["state"][name], position["state"][name]
        if was != now:
            changes[name] = _changes(definition, was, now)
    written: dict[str, Any] = {"setup": setup}
    if changes:
        written["changes"] = changes
    if position["stack"]:
        written["stack"] = position["stack"]
    return written


def _changes(definition: FieldDef, was: Any, now: Any) -> Any:
    """Tables key by key, a key that is gone with the default; records field by field; else the value."""
    if definition.key is not None:
        keys = [*now, *(key for key in was if key not in now)]
        default = definition.default
        return {k: now.get(k, default) for k in keys if now.get(k, default) != was.get(k, default)}
    if isinstance(definition.type, t.Record):
        return {k: v for k, v in now.items() if v != was.get(k)}
    return now
