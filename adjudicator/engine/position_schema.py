"""The JSON Schema (2020-12) of a rule set's positions, made from its state and vocabulary."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef, Program
from adjudicator.language.runtime import UNKNOWN
from adjudicator.ruleset import values

Schema = dict[str, Any]


def position_schema(rules: Rules) -> Schema:
    """What a position may look like, as people write it or as the referee keeps it."""
    program = rules.program
    state = {
        "type": "object",
        "properties": {name: _field(d, program) for name, d in program.fields.items()},
        "additionalProperties": False,
    }
    frame = {"type": "object", "required": ["locals"], "properties": {"locals": {"type": "object"}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:adjudicator:position:{rules.id}",
        "title": f"Position of {rules.rule_set.info.get('title', rules.id)}",
        "type": "object",
        "properties": {
            "ruleset": {"const": rules.id},
            "version": {"type": "string"},
            "setup": {"enum": list(rules.rule_set.setups)},
            "changes": {"$ref": "#/$defs/state"},
            "state": {"$ref": "#/$defs/state"},
            "stack": {"type": "array", "items": frame},
            "answer": {"type": "object"},
            "question": {"type": "object"},
        },
        "additionalProperties": False,
        "$defs": {"state": state, **_names(program), **_records(program)},
    }


def _names(program: Program) -> Schema:
    kinds = {kind: {"enum": items} for kind, items in program.items.items() if items}
    return kinds | {name: {"enum": words} for name, words in program.scope.enumerations.items()}


def _records(program: Program) -> Schema:
    return {
        record: {
            "type": "object",
            "properties": {name: _type(of, program) for name, of in fields.items()},
            "additionalProperties": False,
        }
        for record, fields in program.scope.records.items()
    }


def _field(d: FieldDef, program: Program) -> Schema:
    if d.name == "effects":
        return {"type": "array", "items": {"type": "object", "required": ["effect", "arguments", "until"]}}
    value = _type(d.type, program, hidden=d.hidden)
    if d.least is not None:
        value["minimum"] = d.least
    if d.most is not None:
        value["maximum"] = d.most
    if d.key is None:
        return value
    keys = values.members(d.key, program) or []
    return {"type": "object", "propertyNames": {"enum": keys}, "additionalProperties": value}


def _type(type_: t.Type, program: Program, *, hidden: bool = False) -> Schema:
    if isinstance(type_, t.Maybe):
        return {"anyOf": [{"type": "null"}, _type(type_.of, program)]}
    if type_ == t.BOOL:
        return {"type": "boolean"}
    if type_ == t.NUMBER:
        return {"type": "integer"}
    if isinstance(type_, t.SetOf | t.ListOf):
        return {"type": "array", "items": _type(type_.of, program), "uniqueItems": isinstance(type_, t.SetOf)}
    if isinstance(type_, t.BagOf):
        pieces = list(values.members(type_.of, program) or []) + ([UNKNOWN] if hidden else [])
        number = {"type": "integer", "minimum": 0}
        return {"type": "object", "propertyNames": {"enum": pieces}, "additionalProperties": number}
    return {"$ref": f"#/$defs/{type_}"}
