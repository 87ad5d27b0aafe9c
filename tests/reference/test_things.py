"""Cards, boxes, setups and rulings as people look them up."""

from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.reference import box
from adjudicator.reference.bound_texts import own_texts
from adjudicator.reference.details import Details
from adjudicator.reference.search import Searcher
from adjudicator.reference.telling import Telling
from adjudicator.text.languages import LANGUAGES


def telling(library: Library, name: str, language: str) -> Telling:
    return Telling(library.catalog, library.rules[name].rule_set, language)


def test_the_two_sides_have_two_decks_of_twenty_four_numbered_cards_each(library: Library) -> None:
    cards = library.rules["wotr2"].rule_set.program.attributes["Card"]
    decks: dict[tuple[str, str], list[int]] = {}
    for id_, side in cards["side"].items():
        decks.setdefault((side, cards["deck"][id_]), []).append(cards["number"][id_])
    assert len(decks) == 4
    assert all(sorted(numbers) == list(range(1, 25)) for numbers in decks.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_title_in_every_language_attested_or_marked_as_ours(
    library: Library, language: str
) -> None:
    rule_set = library.rules["wotr2"].rule_set
    names = [
        library.catalog.find_name(rule_set.chain, "Card", c, language) for c in rule_set.program.items["Card"]
    ]
    assert None not in names
    attested = sum(not name.ours for name in names if name)
    assert attested == 96 if language == "en" else 0 < attested < 96


@pytest.mark.parametrize(
    ("language", "asked", "card"),
    [
        ("en", "strategy 9 free peoples", "the-red-arrow"),
        ("it", "carta 5 ombra strategia", "threats-and-promises"),
        ("pl", "karta 17 cień postaci", "balrog-of-moria"),
        ("fr", "carte 3 stratégie ombre", "denethors-folly"),
    ],
)
def test_a_card_is_found_by_its_deck_and_number(
    searcher: Searcher, language: str, asked: str, card: str
) -> None:
    assert searcher.search(asked, language, "wotr2", "Card", 1).hits[0].page.id == f"Card/{card}"


def test_the_cards_of_the_first_edition_bear_no_number_and_no_initiative(library: Library) -> None:
    attributes = library.rules["wotr1"].rule_set.program.attributes
    assert set(attributes["Card"]["number"].values()) == {None}
    assert all(not initiative for initiative in attributes["CombatCard"]["initiative"].values())


def test_a_word_that_two_enumerations_share_is_told_by_its_type(library: Library) -> None:
    facts = {
        f["attribute"]: f["text"]
        for f in Details(library, "wotr2", "pl").item("Card", "axe-and-bow")["facts"]
    }
    assert (facts["deck"], facts["icon"]) == ("talia Postaci", "Postać")


def test_a_lower_half_names_the_cards_that_have_it(library: Library) -> None:
    [group] = Details(library, "wotr2", "it").item("CombatCard", "scouts")["named_by"]
    assert [item["id"] for item in group["items"]] == [
        "the-spirit-of-mordor",
        "the-red-arrow",
        "grimbeorn-the-old-son-of-beorn",
    ]


def test_the_text_of_a_card_says_the_number_of_its_script(library: Library) -> None:
    rule_set = library.rules["knizia"].rule_set
    assert "o 1 pole w" in own_texts(library.catalog, rule_set, "elessar", "pl")["text"]
    assert "1 space towards" in own_texts(library.catalog, rule_set, "elessar", "en")["text"]


def test_the_box_is_counted_kind_by_kind(library: Library) -> None:
    kinds = {kind["kind"]: kind for kind in box.components(telling(library, "wotr2", "fr"))["kinds"]}
    assert kinds["Card"]["total"] == 96
    assert {"id": "nazgul", "count": 8}.items() <= next(
        item for item in kinds["Figure"]["items"] if item["id"] == "nazgul"
    ).items()


def test_a_setup_says_what_stands_where_in_the_readers_words(library: Library) -> None:
    data = box.setup(telling(library, "wotr2", "it"), "start")
    [figures] = [field for field in data["fields"] if field["field"] == "figures"]
    [dale] = [held for held in figures["holds"] if held["id"] == "dale"]
    assert dale["name"] == "Valle"
    assert dale["text"] == "1 × Regolare del Nord, 1 × Comandante del Nord"
    assert data["rule"] == "setup.place-armies"


@pytest.mark.parametrize("name", ["wotr2", "wotr1", "meq", "knizia"])
@pytest.mark.parametrize("language", ["it", "pl", "fr"])
def test_every_ruling_is_told_in_every_language(library: Library, name: str, language: str) -> None:
    original = library.rules[name].rule_set.rulings
    for ruling in Details(library, name, language).all_rulings():
        assert ruling["question"] != original[ruling["ruling"]]["question"]
        assert ruling["why"] != original[ruling["ruling"]]["why"]


def test_what_the_books_say_differently_stands_at_the_rule(library: Library) -> None:
    assert "12" in Details(library, "wotr2", "it").rule("mordor.rules.win")["remark"]
    assert Details(library, "wotr1", "it").rule("mordor.rules.win")["remark"] is None


def test_an_old_id_leads_to_the_rule(library: Library) -> None:
    assert Details(library, "knizia", "en").rule("d-merry-rate")["id"] == "solo-merry"


def test_a_text_in_a_language_without_the_book_is_marked_as_our_translation(library: Library) -> None:
    told = {
        code: Details(library, "wotr2", code).rule("mordor.rules.win")["translation"] for code in LANGUAGES
    }
    assert told == {"en": True, "it": False, "pl": False, "fr": True}


def test_where_an_edition_says_something_else_only_its_own_book_is_cited(library: Library) -> None:
    assert list(Details(library, "wotr1", "en").rule("mordor.rules.idle")["sources"]) == ["fr"]


@pytest.mark.parametrize("name", ["wotr2", "wotr1", "meq", "knizia"])
def test_what_cannot_be_judged_says_why(library: Library, name: str) -> None:
    entries = library.rules[name].rule_set.reference.values()
    assert [e.id for e in entries if e.adjudicable == bool(e.why_not)] == []
