from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.text.languages import LANGUAGES, integer_forms
from adjudicator.text.messages import MessageError, parse

UNITS = {
    "en": "{n, plural, one {# unit} other {# units}}",
    "it": "{n, plural, one {# unità} other {# unità}}",
    "pl": "{n, plural, one {# jednostka} few {# jednostki} many {# jednostek}}",
    "fr": "{n, plural, one {# unité} other {# unités}}",
}


def said(text: str, language: str = "en", **values: Any) -> str:
    return parse(text).format(values, language)


def test_a_name_in_braces_is_replaced_by_its_value() -> None:
    assert said("from {a} to {b}", a="Dale", b="Erebor") == "from Dale to Erebor"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 jednostek"),
        (1, "1 jednostka"),
        (2, "2 jednostki"),
        (5, "5 jednostek"),
        (12, "12 jednostek"),
        (22, "22 jednostki"),
        (112, "112 jednostek"),
    ],
)
def test_polish_has_three_forms_for_whole_numbers(number: int, text: str) -> None:
    assert said(UNITS["pl"], "pl", n=number) == text


def test_nothing_is_singular_in_french_and_plural_in_english() -> None:
    assert said(UNITS["fr"], "fr", n=0) == "0 unité"
    assert said(UNITS["en"], "en", n=0) == "0 units"


def test_millions_take_the_general_form_in_italian_and_french() -> None:
    assert said(UNITS["fr"], "fr", n=2_000_000).endswith("unités")
    assert said(UNITS["it"], "it", n=2_000_000) == "2.000.000 unità"


def test_the_forms_a_language_needs_are_those_of_small_whole_numbers() -> None:
    assert {language: sorted(integer_forms(language)) for language in LANGUAGES} == {
        "en": ["one", "other"],
        "it": ["one", "other"],
        "pl": ["few", "many", "one"],
        "fr": ["one", "other"],
    }


def test_a_missing_form_is_replaced_by_other_or_by_the_last_one() -> None:
    assert said("{n, plural, one {a} other {b}}", "pl", n=5) == "b"
    assert said("{n, plural, one {a} few {b}}", "pl", n=5) == "b"


def test_an_empty_form_says_nothing() -> None:
    assert said("unit{n, plural, one {} other {s}}", n=1) == "unit"


def test_a_plural_may_hold_values_and_other_plurals() -> None:
    text = "{n, plural, one {# army of {who}} other {# armies of {m, plural, one {# unit} other {# units}}}}"
    assert said(text, n=1, who="Rohan") == "1 army of Rohan"
    assert said(text, n=2, m=1) == "2 armies of 1 unit"


@pytest.mark.parametrize(
    ("language", "text"), [("en", "a, b and c"), ("it", "a, b e c"), ("pl", "a, b i c"), ("fr", "a, b et c")]
)
def test_a_list_is_joined_in_the_language_s_way(language: str, text: str) -> None:
    assert said("{x}", language, x=["a", "b", "c"]) == text


def test_a_bag_is_read_as_how_many_of_each() -> None:
    assert said("{x}", x={"elite": 2, "regular": 1}) == "2 × elite and 1 × regular"


def test_an_empty_list_is_none() -> None:
    assert said("{x}", x=[]) == "none"


def test_names_are_asked_for_in_the_form_the_message_wants() -> None:
    def name_of(value: Any, form: str | None = None) -> str:
        return f"{value}/{form}"

    values = {"place": "dale", "all": ["dale", "erebor"], "n": 3}
    message = parse("{place} {place.gen} {all.loc} {n}")
    assert message.format(values, "pl", name_of) == "dale/None dale/gen dale/loc i erebor/loc 3"


def test_a_value_that_is_missing_stays_visible() -> None:
    assert said("{a} {b.gen}") == "{a} {b.gen}"


def test_apostrophes_and_number_signs_mean_nothing_outside_plurals() -> None:
    assert said("l'{x} dell'Ombra, # 3", x="esercito") == "l'esercito dell'Ombra, # 3"


def test_a_backslash_takes_the_meaning_from_braces_and_number_signs() -> None:
    assert said(r"\{x\} \\ {n, plural, other {\# #}}", n=4) == r"{x} \ # 4"


def test_values_are_never_read_as_messages() -> None:
    assert said("{x}", x="{y} {0.__class__} \\{") == "{y} {0.__class__} \\{"


def test_placeholders_and_plural_forms_are_known() -> None:
    message = parse("{place.gen} {n, plural, one {# {who}} other {#}} {place}")
    assert message.placeholders == {"place", "n", "who"}
    assert message.plural_forms == (("n", frozenset({"one", "other"})),)


def test_the_same_text_is_parsed_once() -> None:
    assert parse("{once}") is parse("{once}")


def test_a_message_survives_pickling() -> None:
    message = parse(UNITS["pl"])
    assert pickle.loads(pickle.dumps(message)) == message


@pytest.mark.parametrize(
    ("text", "problem", "offset"),
    [
        ("a } b", "brace-not-opened", 2),
        ("ab {name", "brace-not-closed", 3),
        ("{n, plural, one {x}", "brace-not-closed", 0),
        ("{n, plural, one {x other {y}}", "brace-not-closed", 0),
        ("{}", "name-expected", 1),
        ("{a b}", "brace-not-closed", 0),
        ("{a.}", "name-expected", 3),
        ("{n, select, a {b}}", "only-plural", 3),
        ("{n, plural}", "only-plural", 3),
        ("{n, plural, }", "no-plural-form", 0),
        ("{n, plural, some {x}}", "unknown-plural-form", 12),
        ("{n, plural, one {x} one {y}}", "repeated-plural-form", 20),
        ("{n, plural, one x}", "brace-expected", 15),
        (r"a \n", "bad-escape", 2),
        ("\\", "bad-escape", 0),
        ("{n, plural, other {" * 9, "nested-too-deep", 8 * 19),
    ],
)
def test_bad_syntax_is_reported_with_its_place(text: str, problem: str, offset: int) -> None:
    with pytest.raises(MessageError) as caught:
        parse(text)
    assert (caught.value.problem, caught.value.offset) == (problem, offset)


@given(st.text(alphabet="{}#\\,. abnplurote'", max_size=40), st.sampled_from(LANGUAGES))
def test_any_text_is_either_a_message_or_a_message_error(text: str, language: str) -> None:
    try:
        message = parse(text)
    except MessageError as error:
        assert 0 <= error.offset <= len(text)
    else:
        message.format({"a": 1, "b": ["x"]}, language)
