from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.reference.compare import compare
from adjudicator.reference.details import Details, Unknown
from adjudicator.text.languages import LANGUAGES


def test_a_rule_comes_with_its_place_and_its_neighbours(library: Library) -> None:
    rule = Details(library, "wotr2", "it").rule("siege.sortie.rearguard")
    assert [above["id"] for above in rule["path"]] == ["armies-and-battles", "siege", "siege.sortie"]
    assert rule["previous"]["id"] == "siege.sortie.field-battle"
    assert rule["next"]["id"] == "siege.sortie.both-need-five"
    assert rule["languages"].keys() == set(LANGUAGES)
    assert {term["id"] for term in rule["terms"]} >= {"sortie", "rearguard", "stronghold"}


def test_a_section_lists_what_is_below(library: Library) -> None:
    rule = Details(library, "wotr2", "en").rule("siege.relief")
    assert [below["id"] for below in rule["children"]] == [
        "siege.relief.attack",
        "siege.relief.garrison-out",
        "siege.relief.advance",
    ]


def test_links_are_shown_from_both_ends(library: Library) -> None:
    details = Details(library, "wotr2", "en")
    seen = {other["id"] for other in details.rule("siege.sortie")["seen_from"]}
    assert "battle.attack.same-region" in seen


def test_a_rule_says_what_another_edition_has_instead(library: Library) -> None:
    [first] = Details(library, "wotr2", "en").rule("dice.hunt-allocation.maximum")["editions"]
    assert first["ruleset"] == "wotr1"
    assert "Gollum" in first["text"]


def test_a_rule_that_another_edition_lacks_is_said_to_be_absent(library: Library) -> None:
    [first] = Details(library, "wotr2", "en").rule("hunt.pool.refill-no-removed")["editions"]
    assert first["text"] is None


def test_rulings_come_with_their_options(library: Library) -> None:
    [ruling] = Details(library, "wotr2", "en").rule("board.unconquered.definition")["rulings"]
    assert ruling["takes"] in ruling["options"]


@pytest.mark.parametrize("name", ["wotr2", "wotr1", "meq", "knizia"])
def test_no_rule_links_to_a_rule_that_is_not_there(library: Library, name: str) -> None:
    reference = library.rules[name].rule_set.reference
    assert {other for entry in reference.values() for other in entry.see} <= reference.keys()


def test_a_term_is_given_in_all_languages_with_its_uses(library: Library) -> None:
    term = Details(library, "wotr2", "fr").term("leader")
    assert (term["term"], term["languages"]["pl"]["term"]) == ("officier", "dowódca")
    assert "chef" in term["synonyms"]
    assert term["used_in"]


def test_an_edition_has_its_own_words(library: Library) -> None:
    assert Details(library, "wotr1", "fr").term("aragorn-heir-to-isildur")["term"] == "Elessar"
    assert Details(library, "wotr2", "fr").term("aragorn-heir-to-isildur")["term"] != "Elessar"


def test_an_item_tells_what_is_known_of_it(library: Library) -> None:
    item = Details(library, "wotr2", "it").item("Region", "helms-deep")
    assert item["name"] == "Fosso di Helm"
    assert item["attributes"]["settlement"] == "stronghold"
    assert "coastal" not in item["attributes"]


def test_an_unknown_name_comes_with_the_nearest(library: Library) -> None:
    details = Details(library, "wotr2", "en")
    with pytest.raises(Unknown) as wrong:
        details.rule("siege.sorti")
    assert wrong.value.nearest == "siege.sortie"
    with pytest.raises(Unknown):
        details.term("no-such-word")
    with pytest.raises(Unknown):
        details.item("Region", "gondolin")


def test_two_languages_stand_side_by_side(library: Library) -> None:
    data = compare(library, "siege.sortie", ("wotr2", "it"), ("wotr2", "pl"))
    assert data["rules"][0] == {
        "id": "siege.sortie",
        "one": "Sortita",
        "other": "Wypad wojsk oblężonych",
        "same": False,
    }
    assert len(data["rules"]) == data["compared"]


def test_of_two_editions_only_what_differs_is_shown(library: Library) -> None:
    data = compare(library, "hunt.pool", ("wotr2", "en"), ("wotr1", "en"))
    assert [row["id"] for row in data["rules"]] == ["hunt.pool.refill-no-removed"]
    whole = compare(library, "hunt.pool", ("wotr2", "en"), ("wotr1", "en"), all_=True)
    assert len(whole["rules"]) == whole["compared"] == data["compared"] > 1


def test_whole_editions_can_be_compared(library: Library) -> None:
    data = compare(library, None, ("wotr2", "fr"), ("wotr1", "fr"))
    assert any(row["one"] is None for row in data["rules"])
    assert any(row["other"] is None for row in data["rules"])


def test_comparing_an_unknown_rule_names_the_nearest(library: Library) -> None:
    with pytest.raises(Unknown):
        compare(library, "nothing.here", ("wotr2", "en"), ("wotr1", "en"))
