from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.reference.folding import words
from adjudicator.reference.terms import TermFinder, used_in
from adjudicator.text.catalog import Term
from adjudicator.text.languages import LANGUAGES

RULE_SETS = ["wotr2", "wotr1", "meq", "knizia"]


def term(name: str, *forms: str, synonyms: tuple[str, ...] = ()) -> Term:
    return Term(name, forms, synonyms, (), False, "-", "-", ())


GLOSSARY = {
    "hunt": term("Caccia"),
    "hunt-box": term("Riquadro della Caccia"),
    "leader": term("Comandante", "Comandanti", synonyms=("capo",)),
    "leadership": term("Comando"),
    "ring-bearers": term("Portatori dell'Anello"),
    "box": term("casella"),
    "space": term("casella"),
}
FINDER = TermFinder(GLOSSARY, "it")


def linked(text: str) -> list[tuple[str, str]]:
    return [(text[f.start : f.end], f.ids[0]) for f in FINDER.links(text)]


def test_the_longest_term_is_linked() -> None:
    assert linked("nel Riquadro della Caccia") == [("Riquadro della Caccia", "hunt-box")]


def test_a_term_inside_a_longer_one_is_found_but_not_linked() -> None:
    found = FINDER.all(words("Riquadro della Caccia"))
    assert {id_ for f in found for id_ in f.ids} == {"hunt", "hunt-box"}


def test_words_that_only_share_a_stem_are_no_terms() -> None:
    assert linked("come sempre") == []
    assert linked("Comandanti e Comando") == [("Comandanti", "leader"), ("Comando", "leadership")]


def test_several_words_are_known_by_their_stems() -> None:
    assert linked("il Portatore dell'Anello") == [("Portatore dell'Anello", "ring-bearers")]


def test_accents_and_capitals_do_not_matter() -> None:
    assert linked("la CACCIA") == [("CACCIA", "hunt")]


def test_what_people_call_a_term_finds_it_only_when_asked() -> None:
    asked = TermFinder(GLOSSARY, "it", asked=True)
    assert linked("il capo") == []
    assert [f.ids for f in asked.all(words("il capo"))] == [("leader",)]


def test_little_words_may_be_missing_in_what_is_asked() -> None:
    asked = TermFinder(GLOSSARY, "it", asked=True, ignored={"della", "dell"})
    assert ("hunt-box",) in [f.ids for f in asked.all(words("riquadro caccia"))]


def test_of_terms_that_share_a_form_the_one_the_entry_names_comes_first() -> None:
    assert FINDER.links("casella")[0].ids == ("box", "space")
    assert FINDER.links("casella", ["space"])[0].ids == ("space", "box")


def test_where_a_term_is_used(library: Library) -> None:
    rule_set = library.rules["wotr2"].rule_set
    places = used_in(library.catalog, rule_set.chain, rule_set.reference, "pl")
    assert "siege.sortie.defined" in places["sortie"]


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_links_do_not_overlap_and_stay_inside_the_text(library: Library, name: str, language: str) -> None:
    rule_set = library.rules[name].rule_set
    finder = TermFinder(library.catalog.glossary(rule_set.chain, language), language)
    for id_ in rule_set.reference:
        text = library.catalog.rule_text(rule_set.chain, id_, language)
        end = 0
        for found in finder.links(text):
            assert end <= found.start < found.end <= len(text)
            end = found.end


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_word_an_entry_names_is_in_the_glossary_of_every_language(library: Library, name: str) -> None:
    rule_set = library.rules[name].rule_set
    named = {word for entry in rule_set.reference.values() for word in entry.terms}
    for language in LANGUAGES:
        assert named - library.catalog.glossary(rule_set.chain, language).keys() == set()


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_ruling_an_entry_names_exists(library: Library, name: str) -> None:
    rule_set = library.rules[name].rule_set
    assert {r for entry in rule_set.reference.values() for r in entry.rulings} <= rule_set.rulings.keys()
