"""Positions: completed, canonical, checked, and described by a schema made from the rule set."""

from __future__ import annotations

import json
import random

import jsonschema
import pytest

from adjudicator.engine.position import canonical, complete, digest, status
from adjudicator.referee import Referee
from tests.support import random_state

RULE_SETS = ["knizia", "meq", "wotr1", "wotr2"]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_setup_is_a_sound_position(referees: dict[str, Referee], name: str) -> None:
    rules = referees[name].rules
    for setup in rules.rule_set.setups:
        position, problems = complete(rules, {"setup": setup})
        assert problems == [] and status(rules, position) == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_meet_the_schema_made_from_the_rule_set(referees: dict[str, Referee], name: str) -> None:
    rules = referees[name].rules
    schema = referees[name].schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for setup in rules.rule_set.setups:
        position, _ = complete(rules, {"setup": setup})
        validator.validate(position)
        validator.validate(canonical(rules, position))


def test_the_schema_refuses_what_the_referee_refuses(wotr2: Referee) -> None:
    validator = jsonschema.Draft202012Validator(wotr2.schema())
    for wrong in (
        {"setup": "strat"},
        {"changes": {"figures": {"dale": {"balrog": 1}}}},
        {"changes": {"figures": {"nowhere": {}}}},
        {"changes": {"political": {"north": 9}}},
        {"changes": {"unheard-of": 1}},
    ):
        assert list(validator.iter_errors(wrong)), wrong
        assert complete(wotr2.rules, wrong)[1], wrong


@pytest.mark.parametrize("seed", range(20))
def test_the_canonical_form_does_not_depend_on_the_order_of_keys(wotr2: Referee, seed: int) -> None:
    state = random_state(wotr2.rules, random.Random(seed))
    position = {"ruleset": "wotr2", "state": state, "stack": []}
    turned = json.loads(json.dumps(position))
    turned["state"] = dict(reversed(turned["state"].items()))
    assert digest(wotr2.rules, position) == digest(wotr2.rules, turned)


def test_completing_a_canonical_position_changes_nothing(wotr2: Referee) -> None:
    position = wotr2.position({"setup": "start", "changes": {"control": {"dale": "shadow"}}})
    again = wotr2.position(canonical(wotr2.rules, position))
    assert again["state"] == position["state"]


def test_every_problem_of_a_typed_in_position_is_reported(wotr2: Referee) -> None:
    written = {
        "setup": "start",
        "changes": {
            "control": {"dael": "shadow", "erebor": "shaddow"},
            "political": {"north": "soon"},
            "figurs": {},
        },
        "stak": [],
    }
    _, problems = complete(wotr2.rules, written)
    found = {("/".join(map(str, p.path)), p.code, p.nearest) for p in problems}
    assert found == {
        ("stak", "unknown-key", "stack"),
        ("changes/control/dael", "unknown-item", "dale"),
        ("changes/control/erebor", "unknown-item", "shadow"),
        ("changes/political/north", "wrong-value", None),
        ("changes/figurs", "unknown-field", "figures"),
    }


def test_a_hand_may_stay_unknown(referees: dict[str, Referee]) -> None:
    meq = referees["meq"]
    hidden = [d for d in meq.rules.program.fields.values() if d.hidden and d.key is not None]
    assert hidden
    name = hidden[0].name
    key = meq.rules.program.items[str(hidden[0].key)][0]
    position, problems = complete(meq.rules, {"setup": "start", "changes": {name: {key: {"?": 4}}}})
    assert problems == [] and position["state"][name][key] == {"?": 4}
