"""Starting states, completed once; every position that begins with one shares what it does not change.

Most positions are asked about as a setup and a few changes. The setup's fields are completed, and written for
the digest, once for a rule set; a position then pays only for the fields it changes. Nothing ever changes a
field's value in place: whoever changes a state makes a new value for the field.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from adjudicator.engine.rules import Rules, State
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef
from adjudicator.ruleset import values

DEFAULT = object()  # a field that says nothing: left out of the canonical form


@dataclass(slots=True)
class _Kept:
    """What one rule set keeps; the values stay alive with it, so that their identity stays their own."""

    fields: list[tuple[str, FieldDef]]  # in the order of the canonical form
    keys: dict[str, str]  # the names of the fields as JSON writes them
    states: dict[str | None, dict[str, Any]] = field(default_factory=dict)
    texts: dict[tuple[str, int], tuple[Any, str | None]] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[Rules, _Kept] = WeakKeyDictionary()


def _kept(rules: Rules) -> _Kept:
    found = _KEPT.get(rules)
    if found is None:
        found = _KEPT[rules] = _Kept(
            sorted(rules.program.fields.items()), {name: f"{dumped(name)}:" for name in rules.program.fields}
        )
    return found


# ---------------------------------------------------------------------- states


def start(rules: Rules, setup: str | None) -> dict[str, Any]:
    """The complete state of a setup, or one with nothing in it; not to be changed."""
    kept = _kept(rules)
    state = kept.states.get(setup)
    if state is None:
        given = {} if setup is None else rules.rule_set.setups[setup].state
        state = {
            name: _filled(rules, d, given.get(name, {} if d.key is not None else d.default))
            for name, d in rules.program.fields.items()
        }
        for name, definition in kept.fields:
            value = state[name]
            kept.texts[name, id(value)] = (value, _written(kept.keys[name], value, definition))
        kept.states[setup] = state
    return state


def changed(rules: Rules, state: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """A complete state with sound changes: keyed fields key by key, records field by field."""
    result = dict(state)
    for name, value in part.items():
        definition = rules.program.fields[name]
        if definition.key is not None:
            more = {k: values.completed(v, definition.type, rules.program) for k, v in value.items()}
            table = {**result[name], **more}
            gone = [k for k, v in more.items() if v == definition.default]
            for key in gone:
                del table[key]
            result[name] = table
        elif isinstance(definition.type, t.Record):
            result[name] = _filled(rules, definition, {**result[name], **value})
        else:
            result[name] = _filled(rules, definition, value)
    return result


def _filled(rules: Rules, definition: FieldDef, value: Any) -> Any:
    if definition.key is None:
        return values.completed(value, definition.type, rules.program)
    table = {k: values.completed(v, definition.type, rules.program) for k, v in value.items()}
    return {k: v for k, v in table.items() if v != definition.default}


# ---------------------------------------------------------------------- the canonical form


def canonical_value(value: Any, definition: FieldDef) -> Any:
    """A field's value in the one form it is compared in, or `DEFAULT`."""
    if definition.key is None:
        return DEFAULT if value == definition.default else _ordered(value, definition.type)
    table = {k: _ordered(v, definition.type) for k, v in sorted(value.items()) if v != definition.default}
    return table or DEFAULT


def _ordered(value: Any, type_: t.Type) -> Any:
    if isinstance(type_, t.SetOf) and isinstance(value, list):
        return sorted(value)
    return dict(sorted(value.items())) if isinstance(value, dict) else value


def canonical_text(rules: Rules, state: State) -> str:
    """The JSON of the canonical form of a state; what stands as in a setup has been written before."""
    kept = _kept(rules)
    parts = []
    for name, definition in kept.fields:
        value = state.get(name, definition.default)
        known = kept.texts.get((name, id(value)))
        if known is not None and known[0] is value:
            text = known[1]
        else:
            text = _written(kept.keys[name], value, definition)
        if text is not None:
            parts.append(text)
    return "{" + ",".join(parts) + "}"


def _written(key: str, value: Any, definition: FieldDef) -> str | None:
    shown = canonical_value(value, definition)
    return None if shown is DEFAULT else key + dumped(shown)


def dumped(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
