from __future__ import annotations

import pytest

from adjudicator.reference.folding import compounds, fold, split, words
from adjudicator.reference.stems import stem


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Łowcy", "lowcy"),
        ("Œil", "oeil"),
        ("Ætla", "aetla"),
        ("Nazgûl", "nazgul"),
        ("Oblężona", "oblezona"),
        ("Città", "citta"),
        ("forêt", "foret"),
        ("ŻÓŁĆ", "zolc"),
    ],
)
def test_letters_that_a_keyboard_may_lack_are_folded(written: str, typed: str) -> None:
    assert fold(written) == typed


def test_folding_twice_changes_nothing_more() -> None:
    assert fold(fold("Mûmakil Żółć Œuvre")) == fold("Mûmakil Żółć Œuvre")


def test_an_elided_article_is_a_word_of_its_own() -> None:
    assert split("dell'Anello") == ["dell", "Anello"]
    assert split("l’Ombre") == ["l", "Ombre"]


def test_words_know_their_places() -> None:
    text = "Il Re Stregone, dell'Ombra"
    assert [text[w.start : w.end] for w in words(text)] == split(text)


def test_a_compound_is_also_known_without_its_hyphen() -> None:
    assert compounds("a re-roll of the Ring-bearers") == ["reroll", "ringbearers"]
    assert compounds("nothing here") == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("pl", ["twierdza", "twierdzy", "twierdzę", "twierdzą", "twierdz"]),
        ("it", ["fortezza", "fortezze"]),
        ("fr", ["forteresse", "forteresses"]),
        ("en", ["stronghold", "strongholds"]),
    ],
)
def test_the_forms_of_a_word_share_a_stem(language: str, forms: list[str]) -> None:
    assert len({stem(form, language) for form in forms}) == 1
