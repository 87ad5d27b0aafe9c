"""What is in the box, and where it stands when the game begins."""

from __future__ import annotations

from typing import Any

from adjudicator.reference.telling import Telling

Json = dict[str, Any]

_COUNTS = ("count", "copies")  # attributes that say how many of a thing there are
_COMPONENT = "component"  # the kind of rule that lists things


def components(telling: Telling) -> Json:
    """Every kind of thing with its pieces and their numbers, the dice, and the rules that list them."""
    program, rule_set = telling.program, telling.rule_set
    texts = {
        id_: telling.catalog.rule_text(rule_set.chain, id_, telling.language)
        for id_, entry in rule_set.reference.items()
        if entry.kind == _COMPONENT
    }
    return {
        "ruleset": rule_set.id,
        "kinds": [_pieces(telling, kind) for kind in program.items if _count(telling, kind)],
        "dice": [
            {"id": name, "name": telling.label("Die", name, name), "faces": _faces(telling, name)}
            for name in program.dice
        ],
        "rules": [{"id": id_, "text": text} for id_, text in texts.items()],
    }


def _count(telling: Telling, kind: str) -> str | None:
    return next((name for name in _COUNTS if name in telling.program.scope.kinds[kind]), None)


def _pieces(telling: Telling, kind: str) -> Json:
    numbers = telling.program.attributes[kind][_count(telling, kind) or ""]
    items = [
        {"id": id_, "name": telling.name(kind, id_), "count": numbers.get(id_) or 0}
        for id_ in telling.program.items[kind]
    ]
    return {
        "kind": kind,
        "name": telling.label("Kind", f"{kind}.many", kind),
        "total": sum(item["count"] for item in items),
        "items": items,
    }


def _faces(telling: Telling, name: str) -> list[Json]:
    die = telling.program.dice[name]
    times: dict[Any, int] = {}
    for face in die.faces:
        times[face] = times.get(face, 0) + 1
    return [{"text": telling.value(face, die.type), "times": number} for face, number in times.items()]


def setup(telling: Telling, name: str) -> Json:
    """A starting position: what each field of it holds, key by key, and the rule that says so."""
    made = telling.rule_set.setups[name]
    rule = made.rule
    fields = []
    for field, value in made.state.items():
        definition = telling.program.fields.get(field)
        if definition is None or value in (None, {}, []):
            continue
        label = telling.label("Field", field, field)
        if definition.key is None:
            held = [{"id": None, "name": None, "text": telling.value(value, definition.type)}]
        else:
            held = [
                {
                    "id": key,
                    "name": telling.value(key, definition.key),
                    "text": telling.value(inner, definition.type),
                }
                for key, inner in value.items()
            ]
        fields.append({"field": field, "label": label, "holds": held})
    return {
        "id": name,
        "ruleset": telling.rule_set.id,
        "name": telling.label("Setup", name, name),
        "rule": rule,
        "text": telling.catalog.rule_text(telling.rule_set.chain, rule, telling.language) if rule else None,
        "fields": fields,
    }
