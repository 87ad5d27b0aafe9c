"""The YAML reader: what a scalar is, where everything stands, and what is refused."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.data.diagnostic import DataError, Diagnostic, Span
from adjudicator.data.yaml_reader import Path, read, walk

FILE = "some.yaml"


def place(span: Span) -> tuple[int, int]:
    return span.line, span.column


def problems(text: str) -> list[Diagnostic]:
    with pytest.raises(DataError) as caught:
        read(text, FILE)
    return caught.value.diagnostics


# ---------------------------------------------------------------------- scalars


@pytest.mark.parametrize(
    "written",
    [
        *["no", "yes", "on", "off", "NO", "y", "True", "Null", "12:30", "2022-01-02", "017", "01.5", "0x1F"],
        *["0o17", "1_000", "1e3", "+1", "--1", "-", ".5", "1.", "١", "=", "<<"],
    ],
)
def test_what_yaml_1_1_would_turn_into_something_else_stays_text(written: str) -> None:
    assert read(f"[{written}, x]", FILE).value[0] == written


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[("true", True), ("false", False), ("null", None), ("~", None), ("", None)],
        *[("0", 0), ("12", 12), ("-5", -5), ("-0", 0), ("1.50", 1.5), ("-0.25", -0.25)],
    ],
)
def test_only_these_plain_scalars_are_not_text(written: str, value: object) -> None:
    found = read(f"a: {written}", FILE).value["a"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("written", ["'true'", '"12"', "|-\n  5", ">-\n  null", "''"])
def test_a_quoted_or_block_scalar_is_always_text(written: str) -> None:
    assert isinstance(read(f"a: {written}", FILE).value["a"], str)


def test_keys_are_text_even_when_they_look_like_numbers_or_words() -> None:
    assert read("1: a\ntrue: b\nnull: c", FILE).value == {"1": "a", "true": "b", "null": "c"}


def test_a_tag_creates_nothing() -> None:
    assert read("a: !!python/object/apply:os.system [ls]", FILE).value == {"a": ["ls"]}


def test_a_merge_key_is_a_key_like_any_other() -> None:
    assert read("<<: {a: 1}\nb: 2", FILE).value == {"<<": {"a": 1}, "b": 2}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file_holds_nothing_and_begins_at_its_first_line(text: str) -> None:
    document = read(text, FILE)
    assert document.value is None
    assert document.span(("anything", 3)).line == 1


def test_the_byte_order_mark_and_windows_line_ends_do_not_matter() -> None:
    document = read("\ufeffa: 1\r\nb: x\r\n", FILE)
    assert document.value == {"a": 1, "b": "x"}
    assert place(document.span(("b",))) == (2, 4)


texts = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12)
scalars = st.none() | st.booleans() | st.integers() | texts
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(documents)
def test_json_is_read_as_what_it_says(value: object) -> None:
    assert read(json.dumps(value, ensure_ascii=False), FILE).value == value


@given(documents)
def test_every_value_of_a_document_has_a_place_inside_it(value: object) -> None:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    document = read(text, FILE)
    lines = text.splitlines()
    for path, _ in walk(document.value):
        span = document.span(path)
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1])


# ---------------------------------------------------------------------- places

NESTED = """\
# a comment
Region:
  dale: {borders: [erebor, "iron-hills"], nation: north}
  erebor:
    borders:
      - dale
      - {to: x}
"""


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), (2, 1, 8, 1)),
        (("Region", "dale"), (3, 9, 3, 57)),
        (("Region", "dale", "borders"), (3, 19, 3, 41)),
        (("Region", "dale", "borders", 1), (3, 28, 3, 40)),
        (("Region", "dale", "nation"), (3, 51, 3, 56)),
        (("Region", "erebor", "borders", 0), (6, 9, 6, 13)),
        (("Region", "erebor", "borders", 1, "to"), (7, 14, 7, 15)),
    ],
)
def test_the_place_of_a_value_runs_from_its_first_to_after_its_last_character(
    path: Path, expected: tuple[int, int, int, int]
) -> None:
    assert read(NESTED, FILE).span(path) == Span(FILE, *expected)


def test_the_place_of_a_key_is_asked_for_with_the_path_of_its_value() -> None:
    document = read(NESTED, FILE)
    assert document.span(("Region", "erebor"), key=True) == Span(FILE, 4, 3, 4, 9)
    assert document.span(("Region", "dale", "nation"), key=True) == Span(FILE, 3, 43, 3, 49)


def test_a_list_member_has_no_key_so_its_own_place_is_given() -> None:
    document = read(NESTED, FILE)
    path: Path = ("Region", "erebor", "borders", 0)
    assert document.span(path, key=True) == document.span(path)


def test_a_path_that_leads_nowhere_gives_the_nearest_enclosing_place() -> None:
    document = read(NESTED, FILE)
    assert document.span(("Region", "dale", "settlement")) == document.span(("Region", "dale"))
    assert document.span(("Region", "dale", "borders", 9)) == document.span(("Region", "dale", "borders"))


def test_a_pickled_document_is_only_its_name() -> None:
    copy = pickle.loads(pickle.dumps(read(NESTED, FILE)))
    assert copy.file == FILE
    assert copy.span(("Region", "erebor"), key=True).file == FILE


def test_walking_names_parents_before_children() -> None:
    assert list(walk({"a": [1, {"b": 2}]})) == [
        ((), {"a": [1, {"b": 2}]}),
        (("a",), [1, {"b": 2}]),
        (("a", 0), 1),
        (("a", 1), {"b": 2}),
        (("a", 1, "b"), 2),
    ]


# ---------------------------------------------------------------------- places inside scripts

SCRIPTS = """\
- plain: units(to, side) <= 10
  single: 'units(to)'
  double: "units(to)"
  block: |
    let n be 1

    set turn to n
    if n = 1:
      set turn to 2
  folded: >-
    units(to)
  deeper:
      - {that: "a = b"}
      - does: |2
          cite x.y
  flow: {a: b, that: x in y}
"""


@pytest.mark.parametrize(
    ("path", "line", "column", "expected"),
    [
        (("plain",), 1, 1, (1, 10)),
        (("plain",), 1, 7, (1, 16)),
        (("single",), 1, 1, (2, 12)),
        (("single",), 1, 7, (2, 18)),
        (("double",), 1, 1, (3, 12)),
        (("double",), 1, 7, (3, 18)),
        (("block",), 1, 1, (5, 5)),
        (("block",), 1, 5, (5, 9)),
        (("block",), 3, 1, (7, 5)),
        (("block",), 3, 5, (7, 9)),
        (("folded",), 1, 7, (11, 11)),
        (("deeper", 0, "that"), 1, 5, (13, 21)),
        (("flow", "that"), 1, 3, (16, 24)),
    ],
)
def test_a_place_inside_a_script_is_a_place_in_the_file(
    path: Path, line: int, column: int, expected: tuple[int, int]
) -> None:
    assert place(read(SCRIPTS, FILE).script_span((0, *path), line, column)) == expected


def test_a_place_in_an_indented_line_of_a_script_counts_the_indentation_once() -> None:
    assert place(read(SCRIPTS, FILE).script_span((0, "block"), 5, 7)) == (9, 11)


def test_a_place_after_the_end_of_a_script_stays_near_it() -> None:
    document = read("does: |\n  return\n", FILE)
    assert place(document.script_span(("does",), 2, 1)) == (3, 1)


# ---------------------------------------------------------------------- refusals


def test_every_duplicate_key_is_reported_with_the_place_of_the_first() -> None:
    first, second, third = problems("a: 1\nb: {c: 1, c: 2}\na: 2\na: 3\n")
    assert [first.code, second.code, third.code] == ["duplicate-key"] * 3
    assert (place(first.span), first.values) == ((2, 11), {"key": "c"})
    assert [place(s) for s in first.related] == [(2, 5)]
    assert (place(second.span), [place(s) for s in second.related]) == ((3, 1), [(1, 1)])
    assert (place(third.span), [place(s) for s in third.related]) == ((4, 1), [(1, 1)])


def test_keys_that_are_written_differently_but_mean_the_same_are_duplicates() -> None:
    (problem,) = problems("a: 1\n'a': 2\n")
    assert (problem.code, place(problem.span)) == ("duplicate-key", (2, 1))


def test_the_same_key_in_two_mappings_is_no_duplicate() -> None:
    assert read("a: {x: 1}\nb: {x: 2}", FILE).value == {"a": {"x": 1}, "b": {"x": 2}}


@pytest.mark.parametrize(("text", "column"), [("[a]: 1", 1), ("? {a: 1}\n: 2", 3)])
def test_a_key_must_be_text(text: str, column: int) -> None:
    (problem,) = problems(text)
    assert (problem.code, place(problem.span)) == ("key-not-text", (1, column))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: [\n", (3, 1)),
        ("a: b: c", (1, 5)),
        ("\ta: 1", (1, 1)),
        ("a: 1\n---\nb: 2", (2, 1)),
        ("a: *nope", (1, 4)),
        ("a: @x", (1, 4)),
        ('a: "x', (1, 6)),
    ],
)
def test_a_syntax_error_is_reported_where_it_is(text: str, expected: tuple[int, int]) -> None:
    (problem,) = problems(text)
    assert (problem.code, problem.span.file, place(problem.span)) == ("yaml-syntax", FILE, expected)
    assert problem.values["problem"]


def test_a_control_character_is_a_syntax_error_too() -> None:
    (problem,) = problems("a: \x07")
    assert (problem.code, problem.span.file) == ("yaml-syntax", FILE)
