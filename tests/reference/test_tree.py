from __future__ import annotations

import pytest

from adjudicator.library import Library
from adjudicator.reference.tree import Tree
from adjudicator.ruleset.rule_set import Entry


def tree(**parents: str | None) -> Tree:
    return Tree({id_: Entry(id_, parent, "definition", True) for id_, parent in parents.items()})


# The order of the file: b, then what is below a.
SMALL = tree(a=None, b=None, c="a", d="a", e="c")


def test_children_come_in_the_order_of_the_file() -> None:
    assert SMALL.children("a") == ["c", "d"]
    assert SMALL.children(None) == ["a", "b"]
    assert SMALL.children("b") == []


def test_the_path_leads_from_the_top_to_the_parent() -> None:
    assert SMALL.path("e") == ["a", "c"]
    assert SMALL.path("a") == []


def test_reading_goes_down_before_it_goes_on() -> None:
    assert SMALL.order == ["a", "c", "e", "d", "b"]


def test_neighbours_follow_the_reading_order() -> None:
    assert SMALL.previous("d") == "e"
    assert SMALL.next("d") == "b"
    assert SMALL.previous("a") is None
    assert SMALL.next("b") is None


def test_below_is_the_entry_and_all_under_it() -> None:
    assert SMALL.below("a") == ["a", "c", "e", "d"]


def test_an_elder_stands_below_the_same_parent() -> None:
    assert SMALL.elder("d") == "c"
    assert SMALL.elder("c") is None


def test_an_entry_whose_parent_is_missing_stands_at_the_top() -> None:
    assert tree(a="gone").children(None) == ["a"]


def test_parents_in_a_circle_do_no_harm() -> None:
    circle = tree(a="b", b="a")
    assert sorted(circle.order) == ["a", "b"]
    assert circle.path("a") == ["a", "b"] or circle.path("a") == ["b"]


@pytest.mark.parametrize("name", ["wotr2", "wotr1", "meq", "knizia"])
def test_every_entry_of_a_rule_set_is_read_once(library: Library, name: str) -> None:
    reference = library.rules[name].rule_set.reference
    order = Tree(reference).order
    assert len(order) == len(set(order)) == len(reference)
