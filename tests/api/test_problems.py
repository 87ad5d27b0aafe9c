"""Everything that can be wrong with a request, and how it is told."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from api import create_app
from api.resources import judging
from tests.api.conftest import ILLEGAL, LEGAL, ROUND, START, Asker

VERDICT = "/v1/wotr2/verdict"
MARCH = {"action": "march_two_armies", "by": "shadow", "means": "army-die"}


def kind(document: dict[str, Any]) -> str:
    return str(document["type"]).removeprefix("urn:adjudicator:problem:")


@pytest.mark.parametrize(
    ("path", "code", "nearest"),
    [
        ("/nothing", "no-page", None),
        ("/v1/wotr3", "unknown-ruleset", "wotr2"),
        ("/v1/wotr2/rules/battle.atack.at-war", "unknown-rule", "battle.attack.at-war"),
        ("/v1/wotr2/items/Regions", "unknown-type", "Region"),
        ("/v1/wotr2/items/Region/dael", "unknown-item", "dale"),
        ("/v1/wotr2/setups/strat", "unknown-setup", "start"),
        ("/v1/wotr2/questions/battle-rond", "unknown-question", "battle-round"),
    ],
)
def test_what_is_not_there_is_not_found(ask: Asker, path: str, code: str, nearest: str | None) -> None:
    response = ask.get(path)
    assert response.status_code == 404 and kind(response.json) == "not-found"
    assert response.json["problems"][0]["code"] == code
    if nearest is not None and code != "unknown-ruleset":
        assert response.json["problems"][0]["nearest"] == nearest


@pytest.mark.parametrize("path", ["questions/nothing", "odds/nothing"])
def test_a_question_that_is_not_there_is_not_found_whatever_is_asked(ask: Asker, path: str) -> None:
    assert ask.post(f"/v1/wotr2/{path}", {"bad": 1}).status_code == 404


def test_a_wrong_method_tells_the_right_ones(ask: Asker) -> None:
    response = ask.get(VERDICT)
    assert response.status_code == 405 and kind(response.json) == "method-not-allowed"
    assert "POST" in response.headers["Allow"]
    assert ask.checked("delete", "/v1/wotr2/rules").status_code == 405


def test_an_unknown_language_is_refused_in_the_browser_s_own(ask: Asker) -> None:
    response = ask.get("/v1/wotr2?lang=de", headers={"Accept-Language": "pl"})
    assert response.status_code == 400 and kind(response.json) == "invalid-query"
    assert response.json["problems"][0]["parameter"] == "lang"
    assert response.headers["Content-Language"] == "pl"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-body"),
        (b"{", "json-syntax"),
        (b"\xff\xfe", "not-unicode"),
        (b'{"position": {}, "position": {}}', "duplicate-member"),
        (b'{"position": NaN}', "json-syntax"),
        (b'{"position": ' + b"9" * 5000 + b"}", "json-syntax"),
        (b'{"position": "\\ud800"}', "not-unicode"),
        (b"[" * 33 + b"]" * 33, "nested-too-deep"),
        (b"[" * 100_000, "nested-too-deep"),
        (b"[]", "schema-type"),
        (b"{}", "missing-key"),
        (b'{"position": {}, "move": {}}', "missing-key"),
        (b'{"position": {}, "move": {"answer": 10001}}', "out-of-range"),
        (b'{"position": {}, "move": {"answer": -10001}}', "out-of-range"),
        (b'{"position": {}, "move": {"answer": 1.5}}', "schema-type"),
        (b'{"position": {"setpu": "start"}, "move": {"answer": 1}}', "unknown-key"),
    ],
)
def test_a_body_that_cannot_be_read_is_a_bad_request(ask: Asker, data: bytes, code: str) -> None:
    response = ask.post(VERDICT, data=data, content_type="application/json")
    assert response.status_code == 400 and kind(response.json) == "invalid-body"
    assert code in [p["code"] for p in response.json["problems"]]


def test_thirty_two_levels_are_read(ask: Asker) -> None:
    inner = json.loads("[" * 30 + "]" * 30)  # and two objects around
    response = ask.post(VERDICT, {"position": {}, "move": {"answer": inner}})
    assert response.status_code == 422


def test_every_problem_of_a_body_is_told_at_once_with_its_place(ask: Asker) -> None:
    body = {"positoin": {}, "move": {"answer": 10**9}}
    problems = ask.post(VERDICT, body).json["problems"]
    assert {(p["pointer"], p["code"]) for p in problems} == {
        ("/move/answer", "out-of-range"),
        ("", "missing-key"),
        ("/positoin", "unknown-key"),
    }


def test_every_problem_of_a_position_is_told_at_once_with_its_place(ask: Asker) -> None:
    changes = {"figures": {"dael": {"north-regular": 1}, "dale": {"nort-regular": "x"}}, "playres": 3}
    response = ask.post("/v1/wotr2/positions", {"position": {"setup": "start", "changes": changes}})
    assert response.status_code == 422 and kind(response.json) == "not-understood"
    assert {p["pointer"] for p in response.json["problems"]} == {
        "/position/changes/figures/dael",
        "/position/changes/figures/dale/nort-regular",
        "/position/changes/playres",
    }


def test_a_move_that_is_not_understood_is_told_where(ask: Asker) -> None:
    move = {**LEGAL, "from": "dol-guldor", "who": {"sauron-regulars": 1}, "too": 1}
    del move["to"]
    response = ask.post(VERDICT, {"position": START, "move": move})
    assert response.status_code == 422 and kind(response.json) == "not-understood"
    found = {p["pointer"]: p["code"] for p in response.json["problems"]}
    assert found == {
        "/move/from": "unknown-item",
        "/move/to": "missing-parameter",
        "/move/who/sauron-regulars": "unknown-item",
        "/move/too": "surplus-parameter",
    }


@pytest.mark.parametrize("path", ["verdict", "apply"])
def test_an_answer_nobody_waits_for_is_not_understood(ask: Asker, path: str) -> None:
    response = ask.post(f"/v1/wotr2/{path}", {"position": START, "move": {"answer": 1}})
    assert response.status_code == 422
    assert response.json["problems"][0]["code"] == "not-waiting"


def test_moves_of_somebody_who_does_not_play_are_not_understood(ask: Asker) -> None:
    response = ask.post("/v1/wotr2/moves", {"position": START, "by": "nobody"})
    assert response.status_code == 422
    assert response.json["problems"][0]["pointer"] == "/by"


def test_a_position_of_another_rule_set_is_not_understood(ask: Asker) -> None:
    response = ask.post("/v1/wotr2/positions", {"position": {"ruleset": "meq"}})
    assert response.status_code == 422
    assert response.json["problems"][0]["pointer"] == "/position/ruleset"


def test_an_impossible_roll_is_told_where_it_stands(ask: Asker) -> None:
    answers = [{"answer": [1, 1, 1, 1]}, {"answer": [9, 9]}]
    response = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND, "answers": answers})
    assert response.status_code == 422
    assert response.json["problems"][0]["pointer"] == "/answers/1/answer"


def test_an_answer_too_many_is_told_where_it_stands(ask: Asker) -> None:
    answers = [{"answer": 0}, {"answer": 0}, {"answer": 0}]
    response = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND, "answers": answers})
    assert response.status_code == 422
    assert response.json["problems"][0]["pointer"] == "/answers/2"


def test_more_pieces_than_the_box_holds_cannot_be_answered(ask: Asker) -> None:
    inputs = {**ROUND, "attackers": {"sauron-regular": 9999}}
    for path in ("questions", "odds"):
        response = ask.post(f"/v1/wotr2/{path}/battle-round", {"inputs": inputs})
        assert response.status_code in (400, 422)
        problem = response.json["problems"][0]
        assert (problem["code"], problem["pointer"]) == ("out-of-range", "/inputs/attackers/sauron-regular")


@pytest.mark.parametrize(
    "frame",
    [
        {"run": "procedure nothing", "step": 0, "locals": {}},
        {"run": "procedure combat_round", "step": 999, "locals": {}},
        {"run": "procedure combat_round", "step": 6, "locals": {}},
        {"moment": "round_begins", "locals": {}},
        {"moment": "round_begins", "locals": {}, "waiting": ["nothing"]},
        {"locals": {}},
    ],
)
@pytest.mark.parametrize("path", ["positions", "moves", "verdict", "apply"])
def test_a_damaged_stack_is_the_position_s_fault(ask: Asker, path: str, frame: dict[str, Any]) -> None:
    body: dict[str, Any] = {"position": {"setup": "start", "stack": [frame]}}
    if path in ("verdict", "apply"):
        body["move"] = {"answer": 1}
    response = ask.post(f"/v1/wotr2/{path}", body)
    assert response.status_code in (200, 422)
    if response.status_code == 422:
        assert kind(response.json) == "not-understood"


@pytest.mark.parametrize("effect", [1, {}, {"effect": "nothing", "arguments": [], "until": "end_of_round"}])
def test_a_damaged_effect_is_the_position_s_fault(ask: Asker, effect: Any) -> None:
    response = ask.post("/v1/wotr2/moves", {"position": {"setup": "start", "changes": {"effects": [effect]}}})
    assert response.status_code == 422


def test_a_body_in_another_format_is_not_accepted(ask: Asker) -> None:
    for media_type in ("text/plain", "application/x-www-form-urlencoded", ""):
        response = ask.post(VERDICT, data=b"{}", content_type=media_type)
        assert response.status_code == 415 and kind(response.json) == "unsupported-media-type"


def test_json_may_call_itself_by_a_longer_name(ask: Asker) -> None:
    body = json.dumps({"position": START, "move": LEGAL})
    for media_type in ("application/json; charset=utf-8", "application/vnd.position+json"):
        assert ask.post(VERDICT, data=body, content_type=media_type).status_code == 200


def test_a_body_too_large_is_refused(ask: Asker) -> None:
    body = json.dumps({"position": START, "move": LEGAL, "x": "x" * (256 * 1024)})
    response = ask.post(VERDICT, data=body, content_type="application/json")
    assert response.status_code == 413 and kind(response.json) == "too-large"


def test_problems_are_told_in_four_languages(ask: Asker) -> None:
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("get", "/v1/wotr2/rules/nothing", {}),
        ("get", VERDICT, {}),
        ("post", VERDICT, {"json": {}}),
        ("post", VERDICT, {"data": b"{", "content_type": "application/json"}),
        ("post", VERDICT, {"data": b"x", "content_type": "text/plain"}),
        ("post", VERDICT, {"data": b" " * 300_000, "content_type": "application/json"}),
        ("post", VERDICT, {"json": {"position": START, "move": {**ILLEGAL, "by": "x"}}}),
    ]
    for method, path, options in cases:
        told = [ask.checked(method, f"{path}?lang={lang}", **options).json for lang in LANGUAGES]
        assert len({document["type"] for document in told}) == 1
        assert len({document["title"] for document in told}) == len(LANGUAGES)
        assert len({document["detail"] for document in told}) == len(LANGUAGES), told


def test_a_budget_used_up_cannot_be_answered(
    ask: Asker, served_library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    budget = served_library.rules["wotr2"].compiled.budget
    monkeypatch.setattr(budget, "limit", 1)
    for path, body in {
        "moves": {"position": START},
        "apply": {"position": START, "move": MARCH},
        "questions/battle-round": {"inputs": ROUND},
        "odds/battle-round": {"inputs": ROUND},
    }.items():
        response = ask.post(f"/v1/wotr2/{path}", body)
        assert response.status_code == 422, path
        assert response.json["problems"][0]["code"] == "budget-exceeded"


def test_odds_of_too_many_positions_cannot_be_answered(ask: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.resources.questions.MOST_POSITIONS", 3)
    response = ask.post("/v1/wotr2/odds/battle-round", {"inputs": ROUND})
    assert response.status_code == 422
    assert response.json["problems"][0]["code"] == "not-enumerable"


def test_a_defect_of_ours_is_logged_and_shows_nothing_of_itself(
    served_library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr(judging, "verdict", fail)
    for testing in (False, True):
        app = create_app(served_library)
        app.testing = testing
        with caplog.at_level(logging.ERROR):
            response = Asker(app).post(f"{VERDICT}?lang=it", {"position": START, "move": LEGAL})
        assert response.status_code == 500 and kind(response.json) == "internal"
        assert "secret" not in response.text and "Traceback" not in response.text
        assert "a secret of the house" in caplog.text
        caplog.clear()


def test_a_rule_set_with_damaged_data_says_so(served_library: Library) -> None:
    good = served_library.rules["wotr2"].rule_set
    broken = Library(served_library.root, {}, {"wotr2": good}, served_library.catalog, [], "x")
    ask = Asker(create_app(broken))
    response = ask.get("/v1/wotr2")
    assert response.status_code == 503 and kind(response.json) == "data-broken"
    assert ask.get("/health").json["status"] == "degraded"
