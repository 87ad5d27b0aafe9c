from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.reference.spelling import Spelling, distance

KNOWN = Spelling(
    ["stacking", "stop", "siege", "mury", "armii", "iniziata", "iniziativa", "12"], {"iniziativa"}
)
WORDS = st.text("abcdé", max_size=7)


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [("siege", "siege", 0), ("seige", "siege", 1), ("stakcing", "stacking", 1), ("kitten", "sitting", 3)],
)
def test_distance_counts_slips(one: str, other: str, far: int) -> None:
    assert distance(one, other, 5) == far


@given(WORDS, WORDS)
def test_distance_is_the_same_both_ways(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)


@given(WORDS, WORDS, st.integers(0, 3))
def test_a_limit_only_cuts_off(one: str, other: str, most: int) -> None:
    assert distance(one, other, most) == min(distance(one, other, 9), most + 1)


@pytest.mark.parametrize(
    ("typed", "meant"), [("stakcing", "stacking"), ("sotp", "stop"), ("mruy", "mury"), ("amrii", "armii")]
)
def test_a_slip_is_set_right_in_long_and_in_short_words(typed: str, meant: str) -> None:
    assert KNOWN.nearest(typed)[0].word == meant


def test_of_words_equally_near_the_likelier_is_meant() -> None:
    assert KNOWN.nearest("iniziatva")[0].word == "iniziativa"


def test_numbers_and_very_short_words_are_left_alone() -> None:
    assert KNOWN.nearest("13") == []
    assert KNOWN.nearest("sie") == []


def test_what_is_too_far_from_everything_stays_unknown() -> None:
    assert KNOWN.nearest("zzzzzz") == []
