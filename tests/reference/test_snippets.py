from __future__ import annotations

from adjudicator.reference.snippets import LONGEST, Snippet, snippet
from adjudicator.reference.terms import TermFinder
from adjudicator.reference.vocabulary import Language
from adjudicator.text.catalog import Catalog, Term

ENGLISH = Language(Catalog(), "en")
FINDER = TermFinder({"hunt-box": Term("Hunt Box", (), (), (), False, "-", "-", ())}, "en")


def marked(shown: Snippet) -> list[str]:
    return [shown.text[start:end] for start, end in shown.marks]


def test_words_are_marked_in_any_form() -> None:
    assert marked(snippet("Two sieges and a siege.", {"sieg"}, ENGLISH, FINDER)) == ["sieges", "siege"]


def test_a_term_is_marked_as_a_whole() -> None:
    assert marked(snippet("Dice in the Hunt Box stay.", {"t_hunt_box", "hunt"}, ENGLISH, FINDER)) == [
        "Hunt Box"
    ]


def test_a_short_text_is_shown_whole() -> None:
    assert snippet("A short text.", set(), ENGLISH, FINDER) == Snippet("A short text.", [])


def test_of_a_long_text_the_part_with_the_marks_is_shown() -> None:
    text = "word " * 100 + "the siege ends here " + "word " * 100
    shown = snippet(text, {"sieg"}, ENGLISH, FINDER)
    assert marked(shown) == ["siege"]
    assert len(shown.text) <= LONGEST + 4
    assert shown.text.startswith("… ")
    assert shown.text.endswith(" …")
