from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from adjudicator.data.yaml_reader import read
from adjudicator.text.catalog import Catalog, Item

Build = Callable[[dict[str, str]], Catalog]
FIRST = ["wotr1", "wotr2"]
SECOND = ["wotr2"]


@pytest.fixture
def catalog(catalog_of: Build) -> Catalog:
    return catalog_of(
        {
            "en/wotr2/rules/a": "a.both: second\na.only: only second\na.english: only English\n",
            "it/wotr2/rules/a": "a.both: seconda\na.only: solo seconda\n",
            "en/wotr1/rules/a": "a.both: first\n",
            "en/wotr2/sentences": "move: '{who} moves'\ngroup: {one: 1, two: deux}\n",
            "en/wotr2/names": "Side: {shadow: Shadow}\nRegion: {dale: Dale, moria: Moria}\n"
            "Board: {moria: The Mines}\n",
            "pl/wotr2/names": "Side:\n  shadow: {name: Cień, forms: {gen: Cienia}}\nRegion:\n"
            "  dale: {name: Dal, ours: true}\n",
            "fr/wotr1/names": "Region: {dale: Val}\n",
            "fr/wotr2/names": "Region: {dale: Le Val}\n",
            "en/verdicts": "'none': nothing\n'yes': aye\n'no': nay\nunknown-piece: unknown\nlegal: Legal\n"
            "log: '{key}: {now}'\nlog-without-key: 'now {now}'\nbroken: '{'\n",
            "it/verdicts": "legal: Legale\n",
        }
    )


def test_a_rule_text_is_found_in_the_reader_s_language(catalog: Catalog) -> None:
    assert catalog.rule_text(SECOND, "a.both", "it") == "seconda"


def test_a_rule_set_falls_back_to_the_one_it_extends(catalog: Catalog) -> None:
    assert catalog.rule_text(FIRST, "a.only", "it") == "solo seconda"


def test_a_changed_rule_is_rather_told_in_english_than_wrongly(catalog: Catalog) -> None:
    assert catalog.rule_text(FIRST, "a.both", "it") == "first"


def test_what_a_language_lacks_is_given_in_english_and_then_by_its_id(catalog: Catalog) -> None:
    assert catalog.rule_text(SECOND, "a.english", "it") == "only English"
    assert catalog.rule_text(SECOND, "a.nowhere", "it") == "a.nowhere"
    assert catalog.rule_text(SECOND, "a.both", "xx") == "second"
    assert catalog.rule_text([], "a.both", "it") == "a.both"


def test_names_have_grammatical_forms_and_do_without(catalog: Catalog) -> None:
    assert catalog.name(SECOND, "Side", "shadow", "pl", "gen") == "Cienia"
    assert catalog.name(SECOND, "Side", "shadow", "pl", "ins") == "Cień"
    assert catalog.name(SECOND, "Side", "shadow", "fr", "de") == "Shadow"
    assert catalog.name(SECOND, "Side", "nobody", "fr") == "nobody"


def test_an_edition_lists_only_the_names_it_has_changed(catalog: Catalog) -> None:
    assert catalog.name(FIRST, "Region", "dale", "fr") == "Val"
    assert catalog.name(SECOND, "Region", "dale", "fr") == "Le Val"
    assert catalog.name(FIRST, "Region", "dale", "pl") == "Dal"


def test_names_of_our_own_are_marked(catalog: Catalog) -> None:
    assert catalog.is_ours(FIRST, "Region", "dale", "pl")
    assert not catalog.is_ours(FIRST, "Region", "dale", "fr")
    assert not catalog.is_ours(FIRST, "Region", "nowhere", "fr")


def test_an_id_is_named_whatever_its_kind_unless_the_kind_is_given(catalog: Catalog) -> None:
    name_of = catalog.namer(SECOND, "en")
    assert name_of("moria") == "Moria"
    assert name_of(Item("Board", "moria")) == "The Mines"
    assert name_of("unheard-of") == "unheard-of"


def test_values_without_a_name_have_words(catalog: Catalog) -> None:
    name_of = catalog.namer(SECOND, "it")
    assert [name_of(v) for v in (None, True, False, "?")] == ["nothing", "aye", "nay", "unknown"]


def test_sentences_belong_to_a_rule_set_and_may_be_grouped(catalog: Catalog) -> None:
    assert catalog.sentence(FIRST, "move", "pl") == "{who} moves"
    assert catalog.sentence(FIRST, "group.two", "pl") == "deux"
    assert catalog.sentence(FIRST, "group.three", "pl") == "group.three"
    assert catalog.has_sentence(FIRST, "group.one") and not catalog.has_sentence(["meq"], "group.one")


def test_messages_of_the_engine_are_the_same_for_all_rule_sets(catalog: Catalog) -> None:
    assert catalog.message("verdicts", "legal", "it") == "Legale"
    assert catalog.message("verdicts", "legal", "fr") == "Legal"
    assert catalog.message("interface", "legal", "fr") == "legal"


def test_a_message_has_a_variant_for_a_value_that_is_none(catalog: Catalog) -> None:
    assert catalog.say("verdicts", "log", "it", {"key": "dale", "now": 1}) == "dale: 1"
    assert catalog.say("verdicts", "log", "it", {"key": None, "now": 1}) == "now 1"


def test_a_text_that_is_no_message_is_given_as_it_stands(catalog: Catalog) -> None:
    assert catalog.say("verdicts", "broken", "it", {}) == "{"


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("locales/it/wotr2/rules/battle.yaml", "texts"),
        ("locales/it/wotr2/names.yaml", "names"),
        ("locales/it/wotr2/sentences.yaml", "messages"),
        ("locales/it/verdicts.yaml", "messages"),
        ("locales/it/diagnostics.yaml", "messages"),
        ("locales/it/interface.yaml", "messages"),
        ("/srv/locales/data/locales/it/interface.yaml", "messages"),
        ("locales/it/other.yaml", None),
        ("locales/de/verdicts.yaml", None),
        ("locales/it/wotr2/other.yaml", None),
        ("rules/wotr2/state.yaml", None),
    ],
)
def test_the_place_of_a_file_tells_what_it_holds(file: str, kind: str | None) -> None:
    assert Catalog.kind_of_file(file) == kind


def test_a_file_without_a_place_is_not_taken() -> None:
    assert not Catalog().add(read("a: b", "locales/it/other.yaml"))


def test_malformed_content_is_left_to_the_schemas() -> None:
    catalog = Catalog()
    for content in ("", "- a\n", "a: [1]\n", "a: ~\n", "a: {b: {c: ~}}\n"):
        for name in ("names", "sentences", "rules/x"):
            catalog.add(read(content, f"locales/it/wotr2/{name}.yaml"))
    assert catalog.rule_text(SECOND, "b", "it") == "b"
    assert catalog.name(SECOND, "a", "b", "it") == "b"


def test_a_catalog_survives_pickling_and_still_knows_its_files(catalog: Catalog) -> None:
    copy = pickle.loads(pickle.dumps(catalog))
    assert copy.name(SECOND, "Side", "shadow", "pl", "gen") == "Cienia"
    entry = copy.texts("rules", "wotr2", "it")["a.only"]
    assert copy.span(entry).file == "locales/it/wotr2/rules/a.yaml"
