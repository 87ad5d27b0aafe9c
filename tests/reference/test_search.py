from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.library import Library
from adjudicator.reference.results import results
from adjudicator.reference.search import Searcher
from adjudicator.text.languages import LANGUAGES
from tests.reference.test_queries import ALL


def ids(searcher: Searcher, text: str, language: str, rule_set: str | None = None) -> list[str]:
    return [hit.page.id for hit in searcher.search(text, language, rule_set).hits]


def test_a_question_in_another_language_is_understood_and_answered_in_the_reader_s(
    searcher: Searcher,
) -> None:
    answer = searcher.search("limite di ammassamento", "pl", "wotr2")
    assert answer.language == "it"
    first = results(searcher, answer, "pl", "wotr2")["hits"][0]
    assert first["id"].startswith("armies.stacking")
    assert first["text"] == searcher.library.catalog.rule_text(["wotr2"], first["id"], "pl")
    assert first["snippet"]["marks"]  # the Polish words for what was asked in Italian


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("officier", "components.leaders"),  # the word of the first edition
        ("chef", "components.leaders"),  # of other translations
        ("pions de substitution", "armies.boxes"),  # what the second edition has instead
        ("Elessar", "Figure/aragorn-heir-to-isildur"),
        ("chasse", "hunt"),
    ],
)
def test_words_of_other_french_editions_find_the_rule_of_the_second(
    searcher: Searcher, typed: str, expected: str
) -> None:
    assert any(id_.startswith(expected) for id_ in ids(searcher, typed, "fr", "wotr2")[:3])


@pytest.mark.parametrize(
    ("language", "with_accents", "without"),
    [
        ("pl", "oblężona twierdza", "oblezona twierdza"),
        ("pl", "sługa", "sluga"),
        ("fr", "œil", "oeil"),
        ("fr", "armée assiégée", "armee assiegee"),
        ("it", "unità", "unita"),
    ],
)
def test_missing_accents_make_no_difference(
    searcher: Searcher, language: str, with_accents: str, without: str
) -> None:
    assert ids(searcher, with_accents, language, "wotr2") == ids(searcher, without, language, "wotr2")


def test_an_id_finds_its_rule_first_and_then_what_is_below(searcher: Searcher) -> None:
    found = ids(searcher, "siege.sortie", "it", "wotr2")
    assert found[0] == "siege.sortie"
    assert all(id_.startswith("siege.sortie.") for id_ in found[1:4])


def test_a_name_finds_the_thing(searcher: Searcher) -> None:
    assert ids(searcher, "Gran Burrone", "it", "wotr2")[0] == "Region/rivendell"
    assert ids(searcher, "rivendell", "it", "wotr2")[0] == "Region/rivendell"


@pytest.mark.parametrize("rule_set", ["wotr2", "wotr1", "meq", "knizia"])
def test_a_rule_set_can_be_asked_for(searcher: Searcher, rule_set: str) -> None:
    hits = searcher.search("Sauron", "en", rule_set).hits
    assert hits
    assert {hit.rule_set for hit in hits} == {rule_set}


@pytest.mark.parametrize("kind", ["rule", "item", "term", "limit", "Region"])
def test_a_kind_can_be_asked_for(searcher: Searcher, kind: str) -> None:
    hits = searcher.search("stronghold Moria", "en", "wotr2", kind).hits
    assert hits
    assert all(kind in (hit.page.sort, hit.page.kind) for hit in hits)


def test_editions_that_differ_are_one_hit(searcher: Searcher) -> None:
    hits = searcher.search("maximum of dice in the Hunt Box", "en").hits
    rules = [hit for hit in hits if hit.page.id == "dice.hunt-allocation.maximum"]
    assert [(hit.rule_set, hit.editions) for hit in rules] == [("wotr2", ["wotr1"])]


def test_the_first_edition_is_answered_with_its_own_text(searcher: Searcher, library: Library) -> None:
    hit = searcher.search("dice.hunt-allocation.maximum", "en", "wotr1").hits[0]
    own = library.catalog.rule_text(["wotr1", "wotr2"], hit.page.id, "en")
    assert hit.page.texts["en"] == own != library.catalog.rule_text(["wotr2"], hit.page.id, "en")


def test_what_was_corrected_is_said(searcher: Searcher) -> None:
    assert searcher.search("stakcing limit", "en").corrections == {"stakcing": "stacking"}


def test_terms_of_the_question_come_with_their_meaning(searcher: Searcher) -> None:
    data = results(searcher, searcher.search("oblegana twierdza", "pl", "wotr2"), "pl", "wotr2")
    assert {term["id"] for term in data["terms"]} >= {"siege", "stronghold"}
    assert all(term["definition"] for term in data["terms"])


def test_a_hit_says_where_it_stands(searcher: Searcher) -> None:
    data = results(searcher, searcher.search("siege.sortie.rearguard", "en", "wotr2"), "en", "wotr2")
    assert [above["id"] for above in data["hits"][0]["path"]] == [
        "armies-and-battles",
        "siege",
        "siege.sortie",
    ]


@pytest.mark.parametrize("nothing", ["", "   ", "?", "…", "xqzvkw"])
def test_nothing_to_look_for_finds_nothing(searcher: Searcher, nothing: str) -> None:
    assert searcher.search(nothing, "en").hits == []


@pytest.mark.parametrize(
    "hostile",
    ['"', "a OR b", "NEAR(a b)", "found:x", "x*", "'; DROP TABLE page; --", "a\0b", "(" * 400, "-" * 99],
)
def test_signs_of_the_database_are_only_signs(searcher: Searcher, hostile: str) -> None:
    searcher.search(hostile, "en")
    assert searcher.search("sortie", "en", "wotr2").hits


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60), language=st.sampled_from(LANGUAGES))
def test_any_text_gets_an_answer(searcher: Searcher, text: str, language: str) -> None:
    data = results(searcher, searcher.search(text, language), language)
    for hit in data["hits"]:
        for start, end in hit["snippet"]["marks"]:
            assert 0 <= start < end <= len(hit["snippet"]["text"])


def test_several_threads_get_the_same_answers(searcher: Searcher) -> None:
    asked = [(query["query"], language) for language, query in ALL[::9]]
    alone = [ids(searcher, *each) for each in asked]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda each: ids(searcher, *each), asked)) == alone


def test_the_index_is_built_in_under_a_second(library: Library) -> None:
    times = []
    for _ in range(3):  # the best of three, in time of this process: other work on the machine is not meant
        start = time.process_time()
        Searcher(library)
        times.append(time.process_time() - start)
    assert min(times) < 1.0


def test_an_answer_takes_less_than_five_milliseconds(searcher: Searcher) -> None:
    taken = []
    for language, query in ALL:
        start = time.process_time()
        searcher.search(query["query"], language, query.get("ruleset", "wotr2"))
        taken.append(time.process_time() - start)
    assert sum(taken) / len(taken) < 0.005
