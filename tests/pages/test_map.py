"""The map: what borders touches, what is impassable is drawn so, names do not cover each other."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import api
from adjudicator.data.files import data_root
from adjudicator.library import Library, build_library
from adjudicator.ruleset.board_map import board_map
from adjudicator.text.languages import LANGUAGES
from api.pages.map_cells import APART, CLOSED, COAST, OPEN, Cells, cells
from api.pages.map_drawing import COLOURS, SEATS
from api.pages.map_labels import ROW, labels, text_width
from api.pages.map_triangles import Point, crosses, edge, triangulated, without_crossings
from tests.pages.asking import Table, files
from tests.pages.conftest import Browser

WITH_MAP = ["meq", "wotr2"]


@pytest.fixture(scope="module")
def boards(library: Library) -> dict[str, tuple[Cells, dict[str, Point]]]:
    return {name: _board(library, name) for name in WITH_MAP}


def _board(library: Library, name: str) -> tuple[Cells, dict[str, Point]]:
    rule_set = library.rules[name].rule_set
    plan = board_map(rule_set.info)
    assert plan is not None
    attributes = rule_set.program.attributes[plan.kind]
    places = {i: (x * plan.unit[0], y * plan.unit[1]) for i, (x, y) in attributes[plan.at].items()}
    order = {id_: index for index, id_ in enumerate(places)}

    def pairs(attribute: str | None) -> set[frozenset[int]]:
        found = attributes[attribute].items() if attribute else ()
        return {edge(order[a], order[b]) for a, others in found for b in others or []}

    return cells(places, pairs(plan.borders), pairs(plan.impassable)), places


def _pairs(library: Library, name: str, attribute: str) -> set[frozenset[str]]:
    rule_set = library.rules[name].rule_set
    plan = board_map(rule_set.info)
    assert plan is not None
    named = getattr(plan, attribute)
    if named is None:
        return set()
    return {
        frozenset((a, b))
        for a, others in rule_set.program.attributes[plan.kind][named].items()
        for b in others
    }


def _area(outline: list[Point]) -> float:
    return (
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1], strict=True)))
        / 2
    )


@pytest.mark.parametrize("name", WITH_MAP)
def test_places_that_border_touch_or_are_joined_by_a_line(
    name: str, library: Library, boards: dict[str, tuple[Cells, dict[str, Point]]]
) -> None:
    board, _ = boards[name]
    touching = {frozenset((b.here, b.there)) for b in board.borders if b.kind == OPEN}
    joined = {frozenset(pair) for pair in board.joins}
    assert touching | joined == _pairs(library, name, "borders")
    assert not touching & joined
    assert len(joined) <= 3


def test_impassable_borders_are_drawn_where_the_cells_touch(
    library: Library, boards: dict[str, tuple[Cells, dict[str, Point]]]
) -> None:
    board, _ = boards["wotr2"]
    closed = {frozenset((b.here, b.there)) for b in board.borders if b.kind == CLOSED}
    assert closed <= _pairs(library, "wotr2", "impassable")
    assert len(closed) >= len(_pairs(library, "wotr2", "impassable")) - 2


@pytest.mark.parametrize("name", WITH_MAP)
def test_what_does_not_border_hardly_touches(
    name: str, boards: dict[str, tuple[Cells, dict[str, Point]]]
) -> None:
    board, _ = boards[name]
    lengths = {
        kind: [
            sum(math.dist(a, b) for a, b in zip(x.line, x.line[1:], strict=False))
            for x in board.borders
            if x.kind == kind
        ]
        for kind in (OPEN, APART)
    }
    assert sum(lengths[APART]) / max(1, len(lengths[APART])) < 0.6 * sum(lengths[OPEN]) / len(lengths[OPEN])


@pytest.mark.parametrize("name", WITH_MAP)
def test_every_cell_is_closed_and_holds_its_place(
    name: str, boards: dict[str, tuple[Cells, dict[str, Point]]]
) -> None:
    board, places = boards[name]
    assert board.outlines.keys() == places.keys()
    for id_, lines in board.outlines.items():
        for line, following in zip(lines, lines[1:] + lines[:1], strict=True):
            assert math.dist(line[-1], following[0]) < 1e-9, id_
        assert _area([p for line in lines for p in line]) > board.spacing**2 / 12, id_
    assert any(b.kind == COAST for b in board.borders)


def test_a_wanted_edge_is_in_the_triangulation_however_the_points_lie() -> None:
    points = [(0.0, 0.0), (10.0, 0.2), (5.0, 1.0), (5.0, -1.0), (4.0, 3.0), (6.0, -4.0)]
    plain = {
        side
        for t in triangulated(points, [])
        for side in (edge(t[0], t[1]), edge(t[1], t[2]), edge(t[0], t[2]))
    }
    assert edge(0, 1) not in plain
    forced = {
        side
        for t in triangulated(points, [edge(0, 1)])
        for side in (edge(t[0], t[1]), edge(t[1], t[2]), edge(t[0], t[2]))
    }
    assert edge(0, 1) in forced


def test_of_two_edges_that_cross_one_is_left_over() -> None:
    points = [(0.0, 0.0), (2.0, 2.0), (0.0, 2.0), (2.0, 0.0)]
    kept, left = without_crossings(points, [edge(0, 1), edge(2, 3), edge(0, 2)])
    assert (len(kept), len(left)) == (2, 1)
    assert not any(
        crosses(*(points[i] for i in sorted(a)), *(points[i] for i in sorted(b)))
        for a in kept
        for b in kept
        if not a & b
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_MAP)
def test_names_do_not_cover_each_other_in_any_language(
    name: str, language: str, library: Library, boards: dict[str, tuple[Cells, dict[str, Point]]]
) -> None:
    rule_set = library.rules[name].rule_set
    plan = board_map(rule_set.info)
    assert plan is not None
    board, places = boards[name]
    scale = 1080 / (max(p[0] for p in places.values()) - min(p[0] for p in places.values()))
    outlines = {
        id_: [(x * scale, y * scale) for line in lines for x, y in line[:-1]]
        for id_, lines in board.outlines.items()
    }
    names = {id_: library.catalog.name(rule_set.chain, plan.kind, id_, language) for id_ in outlines}
    boxes = {}
    for id_, label in labels(names, outlines).items():
        assert " ".join(label.lines) == names[id_]
        half = max(text_width(line, label.size) for line in label.lines) / 2
        height = len(label.lines) * label.size * 1.08
        boxes[id_] = (label.x - half, label.y - ROW * 0.9, label.x + half, label.y + height)
    covering = [
        (a, b)
        for a, (left, top, right, bottom) in boxes.items()
        for b, (l2, t2, r2, b2) in boxes.items()
        if a < b and min(right, r2) - max(left, l2) > 1 and min(bottom, b2) - max(top, t2) > 1
    ]
    assert not covering


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_map_names_every_place_in_the_readers_language_and_links_it(
    browser: Browser, library: Library, language: str
) -> None:
    page = browser.open(f"/{language}/wotr2/map")
    places = [a for a in page.all("a") if "data-place" in a.attributes]
    assert len(places) == len(library.rules["wotr2"].program.items["Region"])
    for place in places:
        id_ = place.attributes["data-place"]
        assert place.attributes["href"] == f"/{language}/wotr2/items/Region/{id_}"
        name = library.catalog.name(library.rules["wotr2"].rule_set.chain, "Region", id_, language)
        assert place.attributes["aria-label"].startswith(name)
    assert not page.inline


def test_a_starting_position_is_drawn_on_the_map(browser: Browser) -> None:
    bare = browser.html("/en/wotr2/map")
    full = browser.html("/en/wotr2/map?setup=start")
    assert 'class="counter pieces' not in bare.partition('class="legend"')[0]
    assert full.count('class="counter pieces s1') > 10
    assert "5 × Sauron Regular" in full


def test_a_game_without_a_map_has_no_map_page(browser: Browser) -> None:
    assert "/knizia/map" in browser.html("/en/knizia/map", 404)


def test_an_unknown_setup_is_named_with_the_nearest_right_name(browser: Browser) -> None:
    assert "start" in browser.html("/en/wotr2/map?setup=strat", 404)


def test_the_map_of_an_invented_game_shows_its_own_words() -> None:
    table = Table.of().open("/en/toy/map?setup=start")
    assert table.places("place") == set() and "Gate" in table.text
    assert table.page.count("data-place=") == 4
    assert 'href="#sign-wall"' in table.page and 'href="#sign-tower"' in table.page


@pytest.mark.parametrize(
    ("old", "new", "code", "nearest"),
    [
        ("kind: Place", "kind: Plaice", "unknown-type", "Place"),
        ("at: at", "at: att", "unknown-attribute", "at"),
        ("borders: borders", "borders: terrain", "wrong-type", None),
        ("{wood: tower}", "{woods: tower}", "unknown-item", "wood"),
        ("shows: [standing", "shows: [standings", "unknown-field", "standing"),
        ("shows: [standing", "shows: [turn", "wrong-type", None),
        ("closed: wall", "borders: wall", "wrong-type", None),
    ],
)
def test_a_map_that_names_what_is_not_there_is_refused_with_its_place(
    old: str, new: str, code: str, nearest: str | None
) -> None:
    laid = files()
    written = laid["rules/toy/ruleset.yaml"].decode()
    laid["rules/toy/ruleset.yaml"] = written.replace(old, new).encode()
    assert old in written
    found = [
        d
        for d in build_library(data_root(), sorted(laid.items())).problems
        if d.span.file == "rules/toy/ruleset.yaml"
    ]
    assert [(d.code, d.nearest) for d in found] == [(code, nearest)]
    line = written.replace(old, new).split("\n")[found[0].span.line - 1]
    assert new.split(":")[-1].strip(" {}[").split(":")[0] in line


def test_the_stylesheet_has_every_colour_a_map_may_use() -> None:
    css = (Path(api.__file__).parent / "static" / "asking" / "asking.css").read_text("utf-8")
    for token in [*(f"--c{n}" for n in range(COLOURS)), *(f"--s{n}" for n in range(SEATS)), "--c-none"]:
        assert len(re.findall(rf"{token}: ", css)) == 2, token  # by day and by night
