"""Questions nobody would think of: no answer is a 5xx, every answer conforms to its schema."""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from adjudicator.library import open_library
from adjudicator.ruleset import values
from api import create_app
from tests.api.conftest import Asker

_MORE = int(os.environ.get("FUZZ", "1"))  # how many times as long as usual
APP: Flask = create_app(open_library())
ASK = Asker(APP)
RULES = APP.extensions["adjudicator"].library.rules

# ---------------------------------------------------------------------- everything the document allows

load_all_checks()
_CHECKS = [
    check
    for check in CHECKS.get_all()
    # What is sound JSON need not make sense to a rule set: 422 is the right answer to most of it.
    if check.__name__ != "positive_data_acceptance"
]
_DOCUMENT = schemathesis.openapi.from_wsgi("/v1/openapi.json", APP)
_SLOW = ("check_files",)  # each starts a process; its own test is below


@_DOCUMENT.exclude(operation_id=list(_SLOW)).parametrize()
@settings(
    max_examples=25 * _MORE,
    deadline=None,
    derandomize=_MORE == 1,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_the_document_allows_is_answered_as_it_promises(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=_CHECKS)


# ---------------------------------------------------------------------- near misses of sensible questions

NAMES = sorted(
    {n for rules in RULES.values() for ids in rules.program.items.values() for n in ids}
    | {n for rules in RULES.values() for words in rules.program.scope.enumerations.values() for n in words}
)
KEYS = sorted({n for rules in RULES.values() for n in (*rules.program.fields, *rules.program.actions)})
scalars = st.none() | st.booleans() | st.integers(-3, 40) | st.sampled_from(NAMES) | st.text(max_size=5)
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
fuzzing = settings(
    max_examples=150 * _MORE,
    deadline=None,
    derandomize=_MORE == 1,  # the same questions every time, unless somebody goes looking
    suppress_health_check=list(HealthCheck),
    database=None,
)


@st.composite
def positions(draw: st.DrawFn, ruleset: str) -> dict[str, Any]:
    """A setup with changes of the right types, or nearly."""
    rules = RULES[ruleset]
    written: dict[str, Any] = {"setup": draw(st.sampled_from(list(rules.rule_set.setups)))}
    changes: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(list(rules.program.fields)), max_size=3)):
        definition = rules.program.fields[name]
        if definition.key is None:
            changes[name] = draw(typed(ruleset, definition.type) | anything)
        else:
            keys = st.sampled_from(values.members(definition.key, rules.program) or ["x"])
            changes[name] = draw(st.dictionaries(keys, typed(ruleset, definition.type), max_size=3))
    if changes:
        written["changes"] = changes
    if draw(st.integers(0, 3)) == 0:
        written["stack"] = draw(st.lists(frames(ruleset), min_size=1, max_size=2))
    return written


@st.composite
def frames(draw: st.DrawFn, ruleset: str) -> dict[str, Any]:
    """A procedure under way that may or may not be possible."""
    rules = RULES[ruleset]
    scripts = {name: code for name, code in rules.compiled.scripts.items() if code.steps}
    moments = list(rules.program.scope.moments)
    if moments and draw(st.booleans()) and draw(st.booleans()):
        handlers = list(rules.program.handlers) or ["x"]
        waiting = draw(st.lists(st.sampled_from(handlers), max_size=2))
        return {"moment": draw(st.sampled_from(moments)), "locals": {}, "waiting": waiting}
    name = draw(st.sampled_from(sorted(scripts)))
    code = scripts[name]
    step = draw(st.integers(0, len(code.steps)))
    given_ = {parameter: draw(scalars) for parameter in code.parameters}
    return {"run": name, "step": step, "locals": given_}


def typed(ruleset: str, type_: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as far as that is easily said."""
    from adjudicator.language import types as t

    program, bare = RULES[ruleset].program, t.bare(type_)
    members = values.members(t.element(bare) or bare, program)
    of = st.sampled_from(members) if members else scalars
    if isinstance(bare, t.BagOf):
        return st.dictionaries(of, st.integers(0, 12), max_size=4)
    if isinstance(bare, t.SetOf | t.ListOf):
        return st.lists(of, max_size=3)
    if bare == t.BOOL:
        return st.booleans()
    return st.integers(-1, 12) if bare == t.NUMBER else of


@st.composite
def moves(draw: st.DrawFn, ruleset: str) -> dict[str, Any]:
    rules = RULES[ruleset]
    if not rules.program.actions or draw(st.integers(0, 3)) == 0:
        return {"answer": draw(anything)}
    action = rules.program.actions[draw(st.sampled_from(list(rules.program.actions)))]
    move: dict[str, Any] = {"action": action.name, "by": draw(typed(ruleset, action.by_type))}
    for name, wanted in action.given.items():
        move[name] = draw(typed(ruleset, wanted.type))
    return move


rulesets = st.sampled_from(sorted(name for name, rules in RULES.items() if rules.rule_set.setups))


@given(st.data())
@fuzzing
@pytest.mark.parametrize("path", ["positions", "verdict", "moves", "apply"])
def test_nearly_sensible_positions_and_moves_are_answered(path: str, data: st.DataObject) -> None:
    ruleset = data.draw(rulesets)
    body: dict[str, Any] = {"position": data.draw(positions(ruleset))}
    if path in ("verdict", "apply"):
        body["move"] = data.draw(moves(ruleset))
    response = ASK.post(f"/v1/{ruleset}/{path}", body)
    assert response.status_code in (200, 400, 422), response.text
    if path == "apply" and response.status_code == 200:
        back = ASK.post(f"/v1/{ruleset}/positions", {"position": response.json["position"]})
        assert back.status_code in (200, 422), back.text
        if not body["position"].get("stack"):
            assert back.status_code == 200, back.text


@given(st.data())
@fuzzing
@pytest.mark.parametrize("path", ["questions", "odds"])
def test_nearly_sensible_forms_are_answered(path: str, data: st.DataObject) -> None:
    asked = [(name, question) for name, rules in RULES.items() for question in rules.program.questions]
    ruleset, id_ = data.draw(st.sampled_from(asked))
    inputs = RULES[ruleset].program.questions[id_].inputs
    filled = {
        n: data.draw(typed(ruleset, i.type))
        for n, i in inputs.items()
        if i.required or data.draw(st.booleans())
    }
    body: dict[str, Any] = {"inputs": filled}
    if path == "questions":
        body["answers"] = data.draw(st.lists(st.fixed_dictionaries({"answer": anything}), max_size=3))
        body["roll"] = data.draw(st.booleans())
    response = ASK.post(f"/v1/{ruleset}/{path}/{id_}", body)
    assert response.status_code in (200, 400, 422), response.text


@given(st.sampled_from(["positions", "verdict", "moves", "apply"]), anything)
@fuzzing
def test_any_json_at_all_is_answered(path: str, body: Any) -> None:
    response = ASK.checked(
        "post", f"/v1/wotr2/{path}", data=json.dumps(body), content_type="application/json"
    )
    assert response.status_code in (200, 400, 422)


@given(st.binary(max_size=60))
@fuzzing
def test_any_bytes_at_all_are_answered(body: bytes) -> None:
    response = ASK.checked("post", "/v1/wotr2/verdict", data=body, content_type="application/json")
    assert response.status_code in (400, 422)


@given(st.text(max_size=30), st.text(max_size=10), st.text(max_size=10))
@fuzzing
def test_any_address_at_all_is_answered(path: str, name: str, value: str) -> None:
    for below in ("/", "/v1/", "/v1/wotr2/", "/v1/wotr2/rules/", "/v1/wotr2/items/Region/"):
        address = f"{below}{quote(path)}?{urlencode({name: value, 'lang': value})}"
        response = APP.test_client().get(address)
        assert response.status_code in (200, 308, 400, 404, 405)


@given(
    st.dictionaries(
        st.sampled_from(["rules/wotr2/terms/x.yaml", "locales/it/x.yaml", "x"]), st.text(max_size=80)
    )
)
@settings(
    max_examples=5, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
def test_any_files_at_all_are_checked(files: dict[str, str]) -> None:
    response = ASK.post("/v1/wotr2/validate", {"files": files})
    assert response.status_code in (200, 400, 422), response.text
