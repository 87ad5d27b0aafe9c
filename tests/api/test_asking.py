"""Questions and their answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.library import Library
from adjudicator.referee import Referee
from adjudicator.text.languages import LANGUAGES
from tests.api.conftest import ILLEGAL, LEGAL, ROUND, START, Asker


def test_an_illegal_move_is_an_answer(ask: Asker) -> None:
    response = ask.post("/v1/wotr2/verdict", {"position": START, "move": ILLEGAL})
    assert response.status_code == 200
    assert response.json["verdict"] == "illegal"
    assert "movement.limits.enemy-units" in response.json["because"]
    assert response.json["instead"]


def test_a_legal_move_is_legal_for_reasons(ask: Asker) -> None:
    told = ask.post("/v1/wotr2/verdict", {"position": START, "move": LEGAL}).json
    assert told["verdict"] == "legal" and told["because"] == []
    assert all(condition["holds"] for condition in told["conditions"])


@pytest.mark.parametrize("move", [LEGAL, ILLEGAL], ids=["legal", "illegal"])
def test_four_languages_give_the_same_verdict(ask: Asker, move: dict[str, Any]) -> None:
    told = [
        ask.post(f"/v1/wotr2/verdict?lang={lang}", {"position": START, "move": move}) for lang in LANGUAGES
    ]
    assert [r.headers["Content-Language"] for r in told] == list(LANGUAGES)
    assert len({(r.json["verdict"], tuple(r.json["because"]), r.json["digest"]) for r in told}) == 1
    assert len({r.json["text"] for r in told}) == len(LANGUAGES)


def test_the_answer_is_the_referee_s_own(ask: Asker, served_library: Library) -> None:
    judge = Referee(served_library.rules["wotr2"], served_library.catalog)
    told = ask.post("/v1/wotr2/verdict?lang=it", {"position": START, "move": ILLEGAL}).json
    own = judge.answers("it").verdict(judge.verdict(judge.position(START), ILLEGAL))
    assert {key: told[key] for key in own} == own


def test_every_listed_example_is_legal(ask: Asker) -> None:
    listed = ask.post("/v1/wotr2/moves", {"position": START}).json["actions"]
    for groups in listed.values():
        for group in groups[:5]:
            told = ask.post("/v1/wotr2/verdict", {"position": START, "move": group["example"]}).json
            assert told["verdict"] != "illegal"


def test_moves_of_one_side_are_only_its_own(ask: Asker) -> None:
    listed = ask.post("/v1/wotr2/moves", {"position": START, "by": "free-peoples"}).json["actions"]
    assert {group["by"] for groups in listed.values() for group in groups} == {"free-peoples"}


def test_a_move_is_carried_out_on_a_copy(ask: Asker) -> None:
    told = ask.post("/v1/wotr2/apply", {"position": START, "move": LEGAL}).json
    assert told["applied"] and told["log"]
    there = told["position"]["state"]["figures"]["southern-mirkwood"]
    assert there == {"sauron-regular": 5}
    again = ask.post("/v1/wotr2/apply", {"position": START, "move": LEGAL}).json
    assert again["digest"] == told["digest"]


def test_an_illegal_move_changes_nothing(ask: Asker) -> None:
    told = ask.post("/v1/wotr2/apply", {"position": START, "move": ILLEGAL}).json
    assert not told["applied"]
    assert told["digest"] == ask.get("/v1/wotr2/setups/start").json["digest"]


def test_a_position_in_the_middle_of_a_procedure_travels(ask: Asker) -> None:
    move = {"action": "march_two_armies", "by": "shadow", "means": "army-die"}
    first = ask.post("/v1/wotr2/apply", {"position": START, "move": move}).json
    assert first["waiting"]["kind"] == "act"
    asked = {"position": first["position"], "move": LEGAL}
    assert (
        ask.post("/v1/wotr2/positions", {"position": first["position"]}).json["waiting"] == first["waiting"]
    )
    assert ask.post("/v1/wotr2/apply", asked).json["applied"]
    assert ask.post("/v1/wotr2/moves", {"position": first["position"]}).json["waiting"]["who"] == "shadow"


def test_a_typed_in_position_is_completed_and_its_inconsistencies_listed(ask: Asker) -> None:
    changes = {"figures": {"dale": {"north-regular": 5}}}
    told = ask.post("/v1/wotr2/positions", {"position": {"setup": "start", "changes": changes}}).json
    assert told["position"]["state"]["players"] == 2
    assert "pieces-do-not-add-up" in [p["code"] for p in told["inconsistencies"]]


def test_a_battle_round_with_reported_dice_has_one_result(ask: Asker) -> None:
    answers = [{"answer": [5, 5, 1, 1]}, {"answer": [1, 2]}]
    told = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND, "answers": answers}).json
    assert told["answered"] and "seed" not in told
    assert told["report"]["defender_hits"]["value"] == 0


def test_dice_nobody_reported_are_asked_for(ask: Asker) -> None:
    told = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND}).json
    assert not told["answered"] and told["waiting"]["kind"] == "roll"


def test_rolled_dice_can_be_rolled_again_from_the_seed_told(ask: Asker) -> None:
    first = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND, "roll": True}).json
    again = ask.post("/v1/wotr2/questions/battle-round", {"inputs": ROUND, "seed": first["seed"]}).json
    assert again == first


def test_odds_add_up_to_one(ask: Asker) -> None:
    told = ask.post("/v1/wotr2/odds/battle-round", {"inputs": ROUND}).json
    assert sum(Fraction(outcome["probability"]) for outcome in told["outcomes"]) == 1


def test_every_answer_names_the_content_version(ask: Asker, served_library: Library) -> None:
    assert served_library.version
    for path, body in {
        "verdict": {"position": START, "move": LEGAL},
        "moves": {"position": START},
        "apply": {"position": START, "move": LEGAL},
        "positions": {"position": START},
        "questions/battle-round": {"inputs": ROUND},
        "odds/battle-round": {"inputs": ROUND},
        "odds/nothing": {"inputs": ROUND},
    }.items():
        assert ask.post(f"/v1/wotr2/{path}", body).json["version"] == served_library.version
