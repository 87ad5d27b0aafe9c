"""What can be looked up."""

from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.text.languages import LANGUAGES
from tests.api.conftest import Asker


def test_every_rule_set_is_listed(ask: Asker, served_library: Library) -> None:
    listed = ask.get("/v1/rulesets").json["rulesets"]
    assert [r["id"] for r in listed] == sorted(served_library.rules)


def test_every_rule_set_tells_what_it_offers(ask: Asker, served_library: Library) -> None:
    for name, rules in served_library.rules.items():
        told = ask.get(f"/v1/{name}").json
        assert told["setups"] == list(rules.rule_set.setups)
        assert told["questions"] == list(rules.program.questions)
        assert told["version"] == served_library.version


def test_who_plays_is_told_by_name(ask: Asker) -> None:
    seats = ask.get("/v1/wotr2?lang=it").json["seats"]
    assert {seat["id"] for seat in seats} == {"free-peoples", "shadow"}
    assert all(seat["name"] != seat["id"] for seat in seats)


def test_the_tree_holds_every_rule_once(ask: Asker, served_library: Library) -> None:
    def ids(branches: list[dict[str, object]]) -> list[str]:
        return [i for b in branches for i in (str(b["id"]), *ids(b["children"]))]  # type: ignore[arg-type]

    for name, rules in served_library.rules.items():
        found = ids(ask.get(f"/v1/{name}/rules").json["rules"])
        assert sorted(found) == sorted(rules.rule_set.reference)


def test_a_rule_tells_its_place_and_its_neighbours(ask: Asker) -> None:
    rule = ask.get("/v1/wotr2/rules/battle.attack.at-war").json
    assert [link["id"] for link in rule["path"]][-1] == "battle.attack"
    assert ask.get(f"/v1/wotr2/rules/{rule['next']}").json["previous"] == rule["id"]
    assert ask.get(f"/v1/wotr2/rules/{rule['previous']}").json["next"] == rule["id"]
    assert "requirement attack" in rule["enforced_by"]


def test_a_rule_has_its_text_in_four_languages(ask: Asker) -> None:
    texts = {ask.get(f"/v1/wotr2/rules/battle.attack.at-war?lang={lang}").json["text"] for lang in LANGUAGES}
    assert len(texts) == len(LANGUAGES)
    assert set(ask.get("/v1/wotr2/rules/battle.attack.at-war").json["texts"].values()) == texts


def test_following_next_goes_through_the_whole_book(ask: Asker) -> None:
    tree = ask.get("/v1/knizia/rules").json["rules"]
    id_, seen = tree[0]["id"], list[str]()
    while id_ is not None:
        seen.append(id_)
        id_ = ask.get(f"/v1/knizia/rules/{id_}").json["next"]
    assert len(seen) == ask.get("/v1/knizia").json["rules"]


def test_every_kind_of_every_rule_set_is_listed_with_its_items(ask: Asker, served_library: Library) -> None:
    for name, rules in served_library.rules.items():
        for kind, ids in rules.program.items.items():
            listed = ask.get(f"/v1/{name}/items/{kind}").json
            assert [i["id"] for i in listed["items"]] == ids
            if ids:
                one = ask.get(f"/v1/{name}/items/{kind}/{ids[0]}").json
                assert one["id"] == ids[0] and set(one["attributes"]) == set(listed["attributes"])


def test_an_item_is_told_in_the_words_of_the_reader(ask: Asker) -> None:
    told = ask.get("/v1/wotr2/items/Region/dol-amroth?lang=pl").json["attributes"]
    assert told["settlement"]["value"] == "stronghold"
    assert told["settlement"]["text"].lower() == "twierdza"


def test_every_setup_is_a_position_that_can_be_sent_back(ask: Asker, served_library: Library) -> None:
    for name, rules in served_library.rules.items():
        for setup in rules.rule_set.setups:
            told = ask.get(f"/v1/{name}/setups/{setup}").json
            for form in ("position", "canonical"):
                back = ask.post(f"/v1/{name}/positions", {"position": told[form]}).json
                assert back["digest"] == told["digest"]


def test_rulings_tell_their_readings_and_the_one_taken(ask: Asker) -> None:
    rulings = {r["id"]: r for r in ask.get("/v1/wotr2/rulings").json["rulings"]}
    one = rulings["unconquered-definition"]
    assert one["takes"] in [option["id"] for option in one["options"]]


def test_coverage_is_what_the_command_line_tells(ask: Asker, served_library: Library) -> None:
    told = ask.get("/v1/wotr2/coverage").json
    assert told["entries"] == len(served_library.rules["wotr2"].rule_set.reference)
    assert set(told["texts"]) == set(LANGUAGES)


def test_a_question_describes_its_form(ask: Asker) -> None:
    form = ask.get("/v1/wotr2/questions/battle-round?lang=fr").json
    fields = {field["name"]: field for field in form["inputs"]}
    assert fields["attackers"]["shape"] == "bag" and fields["attackers"]["required"]
    regular = next(o for o in fields["attackers"]["options"] if o["id"] == "sauron-regular")
    assert regular["most"] == 36
    assert fields["first_round"]["shape"] == "whether" and fields["first_round"]["default"] is True
    assert fields["site"]["shape"] == "choice" and len(fields["site"]["options"]) == 105


def test_every_question_of_every_rule_set_has_a_form(ask: Asker, served_library: Library) -> None:
    for name, rules in served_library.rules.items():
        listed = ask.get(f"/v1/{name}/questions").json["questions"]
        assert [q["id"] for q in listed] == list(rules.program.questions)
        for question in listed:
            form = ask.get(f"/v1/{name}/questions/{question['id']}").json
            assert [f["name"] for f in form["inputs"]] == list(rules.program.questions[question["id"]].inputs)


@pytest.mark.parametrize("path", ["/health", "/v1/openapi.json", "/v1/docs", "/metrics"])
def test_what_keeps_the_service_running_is_served(ask: Asker, path: str) -> None:
    assert ask.get(path).status_code == 200
