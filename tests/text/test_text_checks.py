from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.text.catalog import Catalog
from adjudicator.text.checks import engine_problems, text_problems

Build = Callable[[dict[str, str]], Catalog]
Found = list[tuple[str, str, dict[str, Any]]]


def everywhere(name: str, **texts: str) -> dict[str, str]:
    """The same file in the four languages, with what differs."""
    return {f"{lang}/{name}": texts.get(lang, texts["en"]) for lang in ("en", "it", "pl", "fr")}


def found(
    catalog: Catalog, chain: list[str], ids: list[str], items: dict[str, list[str]] | None = None
) -> Found:
    return [(d.code, str(d.span), d.values) for d in text_problems(catalog, chain, ids, items or {})]


def test_complete_texts_have_no_problems(catalog_of: Build) -> None:
    files = everywhere("g/rules/a", en="a.x: 2 units\n") | everywhere("g/names", en="Side: {s: S}\n")
    assert found(catalog_of(files), ["g"], ["a.x"], {"Side": ["s"]}) == []


def test_a_missing_text_is_reported_at_the_english_one(catalog_of: Build) -> None:
    files = everywhere("g/rules/a", en="a.x: X\na.y: Y\n", pl="a.x: X\n")
    assert found(catalog_of(files), ["g"], ["a.x", "a.y"]) == [
        ("missing-text", "locales/en/g/rules/a.yaml:2:1", {"rule": "a.y", "language": "pl"})
    ]


def test_a_text_missing_everywhere_is_reported_where_it_would_stand(catalog_of: Build) -> None:
    catalog = catalog_of(everywhere("g/rules/a", en="a.x: X\n") | everywhere("g/rules/b", en="b.x: X\n"))
    problems = found(catalog, ["g"], ["a.x", "b.x", "b.y"])
    assert [place for _, place, _ in problems] == [
        f"locales/{lang}/g/rules/b.yaml:1:1" for lang in ("en", "it", "pl", "fr")
    ]


def test_inherited_texts_are_not_missing(catalog_of: Build) -> None:
    catalog = catalog_of(everywhere("base/rules/a", en="a.x: X\n"))
    assert found(catalog, ["child", "base"], ["a.x"]) == []


def test_an_edition_s_own_text_must_exist_in_all_languages(catalog_of: Build) -> None:
    files = everywhere("base/rules/a", en="a.x: X\n") | {"fr/child/rules/a": "a.x: Y\n"}
    problems = found(catalog_of(files), ["child", "base"], ["a.x"])
    assert [values["language"] for _, _, values in problems] == ["en", "it", "pl"]


def test_a_surplus_text_is_reported_at_its_key_with_the_nearest_rule(catalog_of: Build) -> None:
    files = everywhere("g/rules/a", en="a.first: X\n", it="a.first: X\na.firts: Y\n")
    [problem] = text_problems(catalog_of(files), ["g"], ["a.first"], {})
    assert (problem.code, str(problem.span)) == ("surplus-text", "locales/it/g/rules/a.yaml:2:1")
    assert problem.values == {"rule": "a.firts", "language": "it"}
    assert problem.nearest == "a.first"


def test_texts_an_edition_has_no_use_for_are_no_fault_of_the_edition(catalog_of: Build) -> None:
    catalog = catalog_of(everywhere("base/rules/a", en="a.x: X\na.y: Y\n"))
    assert found(catalog, ["child", "base"], ["a.x"]) == []


def test_a_missing_name_is_reported(catalog_of: Build) -> None:
    files = everywhere("g/names", en="Side:\n  s: S\n  t: T\n", fr="Side: {s: S}\n")
    assert found(catalog_of(files), ["g"], [], {"Side": ["s", "t", "u"]}) == [
        ("missing-name", "locales/en/g/names.yaml:3:3", {"kind": "Side", "item": "t", "language": "fr"}),
        *(
            (
                "missing-name",
                f"locales/{lang}/g/names.yaml:1:1",
                {"kind": "Side", "item": "u", "language": lang},
            )
            for lang in ("en", "it", "pl", "fr")
        ),
    ]


def test_placeholders_are_compared_with_the_english_ones(catalog_of: Build) -> None:
    files = everywhere(
        "g/sentences", en="a: '{who} moves'\n", it="a: 'muove {wo.di}'\n", pl="a: '{who.gen} {who}'\n"
    )
    problems = list(text_problems(catalog_of(files), ["g"], [], {}))
    assert [(d.code, d.values, d.nearest) for d in problems] == [
        ("missing-placeholder", {"name": "who", "language": "it"}, None),
        ("surplus-placeholder", {"name": "wo", "language": "it"}, "who"),
    ]
    assert {str(d.span) for d in problems} == {"locales/it/g/sentences.yaml:1:4"}


def test_numbers_are_compared_as_a_multiset(catalog_of: Build) -> None:
    files = everywhere(
        "g/rules/a", en="a: 5 dice, then 2, then 10\n", it="a: poi 10, poi 2, 5 dadi\n", pl="a: 5, 2, 2, 10\n"
    )
    assert found(catalog_of(files), ["g"], ["a"]) == [
        (
            "numbers-differ",
            "locales/pl/g/rules/a.yaml:1:4",
            {"found": ["2", "2", "5", "10"], "expected": ["2", "5", "10"], "language": "pl"},
        )
    ]


def test_every_plural_form_of_the_language_is_wanted(catalog_of: Build) -> None:
    text = "a: '{n, plural, one {x} other {y}}'\n"
    assert found(catalog_of(everywhere("g/sentences", en=text)), ["g"], []) == [
        ("missing-plural-form", "locales/pl/g/sentences.yaml:1:4", {"form": form, "language": "pl"})
        for form in ("few", "many")
    ]


def test_a_message_that_cannot_be_read_is_reported_and_compared_with_nothing(catalog_of: Build) -> None:
    files = everywhere("g/sentences", en="a: '{x}'\nb: '{'\n", fr="a: '{x'\nb: ok\n", it="a: '{x}'\nb: ok\n")
    problems = found(catalog_of(files | {"pl/g/sentences": files["it/g/sentences"]}), ["g"], [])
    assert problems == [
        ("message-syntax", "locales/en/g/sentences.yaml:2:4", {"problem": "name-expected"}),
        ("message-syntax", "locales/fr/g/sentences.yaml:1:4", {"problem": "brace-not-closed"}),
    ]


def test_sentences_must_be_the_same_in_all_languages(catalog_of: Build) -> None:
    files = everywhere("g/sentences", en="a: A\ngroup: {b: B}\n", it="a: A\nc: C\n")
    assert found(catalog_of(files), ["g"], []) == [
        ("missing-text", "locales/en/g/sentences.yaml:2:9", {"rule": "group.b", "language": "it"}),
        ("surplus-text", "locales/it/g/sentences.yaml:2:1", {"rule": "c", "language": "it"}),
    ]


def test_the_engine_s_own_messages_are_sound(engine_texts: Catalog) -> None:
    assert list(engine_problems(engine_texts)) == []
