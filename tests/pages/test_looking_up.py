"""What stands on the pages: words as links, languages side by side, the other edition, things."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from adjudicator.data.files import data_root
from adjudicator.data.yaml_reader import read
from adjudicator.library import Library
from adjudicator.reference.compare import compare
from adjudicator.reference.details import Details
from adjudicator.text.languages import LANGUAGES
from tests.pages.conftest import Browser

AT_WAR = "battle.attack.at-war"


def test_the_words_of_the_game_in_a_rule_lead_to_the_glossary(browser: Browser) -> None:
    page = browser.open(f"/pl/wotr2/rules/{AT_WAR}")
    terms = {e.text: e.attributes["href"] for e in page.all("a") if e.attributes.get("class") == "term"}
    assert terms["armia"] == "/pl/wotr2/terms/army"
    assert terms["Narodu"] == "/pl/wotr2/terms/nation"  # in whatever form it stands there
    assert "armia" in browser.open(terms["armia"]).one("h1").text.lower()


def test_a_word_is_a_link_only_where_it_stands_first(browser: Browser, library: Library) -> None:
    details = Details(library, "wotr2", "en")
    for id_ in ("armies.stacking.remove-excess", "battle.attack.same-region"):
        page = browser.open(f"/en/wotr2/rules/{id_}")
        law = next(e for e in page.all("p") if e.attributes.get("class") == "law")
        assert law.text == details.heading(id_)["text"]
        terms = [e.attributes["href"] for e in page.all("a") if e.attributes.get("class") == "term"]
        assert terms and len(terms) == len(set(terms))


def test_a_rule_stands_beside_its_other_languages(browser: Browser, library: Library) -> None:
    page = browser.open(f"/fr/wotr2/rules/{AT_WAR}")
    texts = library.catalog
    for code in LANGUAGES:
        said = texts.rule_text(["wotr2"], AT_WAR, code)
        beside = [e for e in page.elements if e.attributes.get("lang") == code and said in e.text]
        assert bool(beside), code


def test_a_rule_has_its_place_its_neighbours_and_its_sources(browser: Browser, library: Library) -> None:
    tree = Details(library, "wotr2", "it").tree
    page = browser.open(f"/it/wotr2/rules/{AT_WAR}")
    related = {e.attributes["rel"]: e.attributes["href"] for e in page.all("a") if "rel" in e.attributes}
    assert related["prev"] == f"/it/wotr2/rules/{tree.previous(AT_WAR)}"
    assert related["next"] == f"/it/wotr2/rules/{tree.next(AT_WAR)}"
    for above in tree.path(AT_WAR):
        assert f"/it/wotr2/rules/{above}" in page.links
    assert "ATAKOWANIE ARMII" in page.one("main").text and "28" in page.one("main").text


def test_a_rule_says_what_the_other_edition_has_instead(browser: Browser, library: Library) -> None:
    sets = {id_: library.rules[id_].rule_set for id_ in ("wotr1", "wotr2")}
    changed = next(
        id_
        for id_, entry in sets["wotr1"].reference.items()
        if entry.changes and id_ in sets["wotr2"].reference
    )
    said = library.catalog.rule_text(sets["wotr1"].chain, changed, "it")
    page = browser.open(f"/it/wotr2/rules/{changed}")
    assert said in page.one("main").text
    assert f"/it/wotr1/rules/{changed}" in page.links
    gone = next(
        id_
        for id_ in sets["wotr2"].reference
        if id_ not in sets["wotr1"].reference and sets["wotr2"].reference[id_].kind != "section"
    )
    assert (
        "L'altra edizione non ha questa regola." in browser.open(f"/it/wotr2/rules/{gone}").one("main").text
    )


def test_a_rule_says_what_enforces_it_and_shows_worked_examples(browser: Browser, library: Library) -> None:
    page = browser.open("/it/wotr2/rules/movement.limits.black-line")
    text = re.sub(r"\s+", " ", page.one("main").text)
    assert "condizione dell'azione: muovere un Esercito" in text
    shown = [e.text for e in page.all("summary")]
    wanted = Details(library, "wotr2", "it").rule("movement.limits.black-line")["tested_by"]
    assert len(shown) == len(wanted) and any("Illegale" in summary for summary in shown)


def test_a_rule_lists_the_exceptions_to_it(browser: Browser, library: Library) -> None:
    program = library.rules["wotr2"].rule_set.program
    term = next(t for t in program.terms.values() if any(e.rule != t.rule for e in t.exceptions))
    exception = next(e.rule for e in term.exceptions if e.rule != term.rule)
    assert f"/en/wotr2/rules/{exception}" in browser.open(f"/en/wotr2/rules/{term.rule}").links
    assert f"/en/wotr2/rules/{term.rule}" in browser.open(f"/en/wotr2/rules/{exception}").links


def test_an_old_id_leads_to_the_rule(app: Flask, library: Library) -> None:
    aliases = Details(library, "knizia", "en").aliases
    assert aliases
    old, now = next(iter(aliases.items()))
    response = app.test_client().get(f"/en/knizia/rules/{old}")
    assert response.status_code == 301 and response.headers["Location"] == f"/en/knizia/rules/{now}"


def test_a_chapter_can_be_read_from_beginning_to_end(browser: Browser, library: Library) -> None:
    details = Details(library, "wotr2", "pl")
    text = browser.open("/pl/wotr2/rules/siege").one("article").text
    places = [text.find(details.heading(id_)["text"]) for id_ in details.tree.below("siege")]
    assert -1 not in places


def test_a_chapter_can_be_read_in_two_languages(browser: Browser, library: Library) -> None:
    page = browser.open("/it/wotr2/rules/siege?beside=pl")
    polish = [e.text.strip() for e in page.elements if e.attributes.get("lang") == "pl"]
    texts = [
        library.catalog.rule_text(["wotr2"], id_, "pl")
        for id_ in Details(library, "wotr2", "it").tree.below("siege")
    ]
    assert set(texts) <= set(polish)
    assert browser.html("/it/wotr2/rules/siege?beside=it") == browser.html(
        "/it/wotr2/rules/siege?beside=xx"
    ).replace("beside=xx", "beside=it")


def test_editions_are_compared_rule_by_rule(browser: Browser, library: Library) -> None:
    found = compare(library, None, ("wotr1", "fr"), ("wotr2", "fr"))
    page = browser.open("/fr/wotr1/editions/wotr2")
    text = page.one("main").text
    assert all(row[side] is None or row[side] in text for row in found["rules"] for side in ("one", "other"))
    assert browser.open("/fr/wotr1/editions/meq", 404)


def test_chapters_follow_the_book(browser: Browser) -> None:
    page = browser.open("/en/wotr2/rules")
    top = [link.rsplit("/", 1)[1] for link in page.links if re.fullmatch(r"/en/wotr2/rules/[a-z-]+", link)]
    assert top.index("intro") < top.index("setup") < top.index("battle") < top.index("victory")


def test_a_region_leads_to_its_neighbours_and_to_the_rules_that_name_it(browser: Browser) -> None:
    page = browser.open("/it/wotr2/items/Region/moria")
    assert "/it/wotr2/items/Region/dimrill-dale" in page.links
    assert "/it/wotr2/items/Nation/sauron" in page.links
    assert any(link.startswith("/it/wotr2/rules/") and link.count(".") for link in page.links)


def test_a_nation_lists_what_belongs_to_it(browser: Browser) -> None:
    links = browser.open("/fr/wotr2/items/Nation/rohan").links
    assert "/fr/wotr2/items/Region/edoras" in links and "/fr/wotr2/items/Figure/rohan-elite" in links


def test_things_can_be_filtered(browser: Browser, library: Library) -> None:
    nations = library.rules["wotr2"].rule_set.program.attributes["Region"]["nation"]
    page = browser.open("/en/wotr2/items/Region?nation=gondor&coastal=true&settlement=&bogus=1")
    listed = [link.rsplit("/", 1)[1] for link in page.links if "/items/Region/" in link]
    assert "dol-amroth" in listed and "minas-tirith" not in listed
    assert all(nations[id_] == "gondor" for id_ in listed)
    chosen = {e.attributes["value"] for e in page.all("option") if "selected" in e.attributes}
    assert chosen == {"gondor", "true"}


def test_what_has_no_name_is_not_shown(browser: Browser) -> None:
    """Places on the map are for drawing it."""
    assert "539" not in browser.open("/en/wotr2/items/Region/dol-amroth").one("main").text


def test_a_word_has_its_forms_its_languages_and_where_it_is_used(browser: Browser, library: Library) -> None:
    page = browser.open("/pl/wotr2/terms/army")
    text = page.one("main").text
    assert "armii" in text and "Esercito" in text
    used = Details(library, "wotr2", "pl").term("army")["used_in"]
    assert used and all(f"/pl/wotr2/rules/{rule['id']}" in page.links for rule in used)


def test_every_ruling_is_told_with_its_options_and_the_one_taken(browser: Browser, library: Library) -> None:
    page = browser.open("/en/meq/rulings")
    text = page.one("main").text
    for ruling in library.rules["meq"].rule_set.rulings.values():
        assert ruling["ruling"] in page.ids
        assert ruling["question"] in text and ruling.get("why", "") in text
        assert all(option in text for option in ruling["options"].values())
    taken = [e for e in page.all("li") if e.attributes.get("class") == "taken"]
    assert len(taken) == sum(bool(r.get("takes")) for r in library.rules["meq"].rule_set.rulings.values())


def test_a_setup_shows_what_stands_where(browser: Browser) -> None:
    page = browser.open("/fr/wotr2/setups/start")
    rows = [" ".join(e.text.split()) for e in page.all("li")]
    assert any(row.startswith("Dol Amroth") and "3 ×" in row for row in rows)


def test_the_box_is_counted(browser: Browser, library: Library) -> None:
    numbers = library.rules["wotr2"].rule_set.program.attributes["Figure"]["count"]
    page = browser.open("/en/wotr2/components")
    heading = next(e for e in page.all("h2") if e.attributes.get("id") == "Figure")
    assert heading.text.split()[-1] == str(sum(numbers.values()))


@pytest.mark.parametrize("ruleset", ["wotr2", "meq", "knizia"])
def test_kinds_and_attributes_have_a_name_in_every_language_or_in_none(
    library: Library, ruleset: str
) -> None:
    program = library.rules[ruleset].rule_set.program
    wanted = [("Kind", f"{kind}.{form}") for kind in program.items for form in ("one", "many")]
    wanted += [
        ("Attribute", f"{kind}.{name}") for kind in program.items for name in program.scope.kinds[kind]
    ]
    wanted += [("Setup", name) for name in library.rules[ruleset].rule_set.setups]
    found = {
        key: [code for code in LANGUAGES if library.catalog.find_name([ruleset], *key, code)]
        for key in wanted
    }
    assert {key: codes for key, codes in found.items() if 0 < len(codes) < len(LANGUAGES)} == {}
    unnamed = {name for (sort, name), codes in found.items() if sort != "Attribute" and not codes}
    assert unnamed <= {"Seat.one", "Seat.many"}  # who plays alone needs no page of his own


def test_names_of_kinds_are_names_of_something(library: Library) -> None:
    """What the rules no longer have has no name either."""
    for ruleset in ("wotr2", "meq", "knizia"):
        scope = library.rules[ruleset].rule_set.program.scope
        file = data_root() / "locales" / "en" / ruleset / "names" / "kinds.yaml"
        for written in read(file.read_text("utf-8"), str(file)).value["Attribute"]:
            kind, name = written.split(".")
            assert name in scope.kinds[kind], written
