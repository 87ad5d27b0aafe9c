"""A rule set's board as a drawing: cells, lines, names, signs, legend, and what a position puts on it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

from adjudicator.engine.rules import Rules
from adjudicator.language import types as t
from adjudicator.language.program import FieldDef, Program
from adjudicator.ruleset import values
from adjudicator.ruleset.board_map import BoardMap, board_map
from adjudicator.text.languages import labelled
from api.asking import Table
from api.pages.map_cells import APART, CLOSED, COAST, Cells, cells
from api.pages.map_labels import Label, labels
from api.pages.map_triangles import Edge, Point, edge

COLOURS, SEATS = 10, 4  # how many of each the style sheet has; more begin again from the first
_WIDE = 1080.0  # of the paper a map is drawn on
_MARGIN = 12.0


@dataclass(frozen=True, slots=True)
class Place:
    """One cell: its outline as a path, its colour, name and signs."""

    id: str
    name: str
    path: str
    colour: int | None
    group: str | None
    label: Label
    signs: list[tuple[str, str]]

    @property
    def told(self) -> str:
        """The place for somebody who does not see the map."""
        return ", ".join(
            [self.name, *(text for _, text in self.signs), *([self.group] if self.group else [])]
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board in one language. It never changes; what stands on it is drawn over it."""

    kind: str
    box: tuple[int, int, int, int]
    places: list[Place]
    lines: dict[str, str]  # kind of border -> one path with all of them
    joins: list[tuple[int, int, int, int]]
    colours: list[tuple[int | None, str]] = field(default_factory=list)
    signs: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Counter:
    """Something that stands in a place: how many, whose, and in words."""

    text: str
    told: str
    seat: int | None
    shape: str  # pieces, number, owner, presence


@dataclass(slots=True)
class _Kept:
    """What was computed for one rule set: the cells, which no language changes, and the drawing in each."""

    board: tuple[Cells, dict[str, Point]] | None = None
    drawings: dict[str, Drawing] = field(default_factory=dict)


_KEPT: WeakKeyDictionary[Rules, _Kept] = WeakKeyDictionary()


def plan_of(at: Table) -> BoardMap | None:
    return board_map(at.judge.rule_set.info)


def drawing(at: Table) -> Drawing | None:
    """The drawing for a rule set and a reader, made once."""
    plan = plan_of(at)
    if plan is None:
        return None
    kept = _KEPT.setdefault(at.judge.rules, _Kept())
    if at.language not in kept.drawings:
        if kept.board is None:
            kept.board = _board(at, plan)
        kept.drawings[at.language] = _drawn(at, plan, *kept.board)
    return kept.drawings[at.language]


# ---------------------------------------------------------------------- the board


def _board(at: Table, plan: BoardMap) -> tuple[Cells, dict[str, Point]]:
    """The cells on paper of the usual width."""
    attributes = at.judge.rules.program.attributes[plan.kind]
    written = {id_: (xy[0] * plan.unit[0], xy[1] * plan.unit[1]) for id_, xy in attributes[plan.at].items()}
    scale = _WIDE / (max(p[0] for p in written.values()) - min(p[0] for p in written.values()))
    places = {id_: (x * scale, y * scale) for id_, (x, y) in written.items()}
    order = {id_: index for index, id_ in enumerate(places)}

    def pairs(name: str | None) -> set[Edge]:
        found = attributes[name].items() if name else ()
        return {edge(order[a], order[b]) for a, others in found for b in others or []}

    return cells(places, pairs(plan.borders), pairs(plan.impassable)), places


def _drawn(at: Table, plan: BoardMap, board: Cells, points: dict[str, Point]) -> Drawing:
    program = at.judge.rules.program
    outlines = {id_: [p for line in lines for p in line[:-1]] for id_, lines in board.outlines.items()}
    names = {id_: at.name(plan.kind, id_) for id_ in board.outlines}
    where = labels(names, outlines)
    colours = _colours(at, plan, program)
    signs = list(_signs(at, plan, program))
    places = [
        _place(id_, names[id_], _closed(board.outlines[id_]), where[id_], plan, program, colours, signs)
        for id_ in board.outlines
    ]
    used = {p.colour for p in places}
    return Drawing(
        plan.kind,
        _box(outlines),
        places,
        {kind: _lines(board, kinds) for kind, kinds in _LINES.items()},
        [_join(points[a], points[b]) for a, b in board.joins],
        [(c, n) for c, n in colours.values() if c in used],
        [(sign, text) for sign, _, _, text in signs],
    )


_LINES = {"coast": (COAST,), "open": ("open",), "closed": (CLOSED, APART)}


def _place(
    id_: str,
    name: str,
    path: str,
    label: Label,
    plan: BoardMap,
    program: Program,
    colours: dict[Any, tuple[int | None, str]],
    signs: list[tuple[str, str, Any, str]],
) -> Place:
    attributes = program.attributes[plan.kind]
    group = attributes[plan.group].get(id_) if plan.group else None
    colour, told = colours.get(group, (None, "")) if group is not None else (None, "")
    shown = [(sign, text) for sign, a, word, text in signs if attributes[a].get(id_) == word]
    return Place(id_, name, path, colour, told or None, label, shown)


def _colours(at: Table, plan: BoardMap, program: Program) -> dict[Any, tuple[int | None, str]]:
    """A colour for each word places are grouped by."""
    if plan.group is None:
        return {}
    type_ = t.bare(program.scope.kinds[plan.kind][plan.group])
    words: list[Any] = values.members(type_, program) or [True]
    named = {
        w: at.name(str(type_), w) if w is not True else _attribute(at, plan.kind, plan.group) for w in words
    }
    return {w: (index % COLOURS, text) for index, (w, text) in enumerate(named.items())}


def _signs(at: Table, plan: BoardMap, program: Program) -> Iterator[tuple[str, str, Any, str]]:
    """The signs of the map: what each looks like, the attribute and value it stands for, and in words."""
    for attribute, written in plan.marks.items():
        type_ = t.bare(program.scope.kinds[plan.kind][attribute])
        if isinstance(written, dict):
            yield from ((sign, attribute, w, at.name(str(type_), w)) for w, sign in written.items())
        else:
            yield written, attribute, True, _attribute(at, plan.kind, attribute)


def _attribute(at: Table, kind: str, name: str) -> str:
    """An attribute in words; as the data call it where the reader's language has no word for it."""
    found = at.name("Attribute", f"{kind}.{name}")
    return found if found != f"{kind}.{name}" else name.replace("_", " ")


def _box(outlines: dict[str, list[Point]]) -> tuple[int, int, int, int]:
    every = [p for outline in outlines.values() for p in outline]
    left, top = (min(p[i] for p in every) - _MARGIN for i in (0, 1))
    right, bottom = (max(p[i] for p in every) + _MARGIN for i in (0, 1))
    return round(left), round(top), round(right - left), round(bottom - top)


def _join(a: Point, b: Point) -> tuple[int, int, int, int]:
    """A line between two places, short of their names."""
    part = min(0.3, 34 / math.dist(a, b))
    x, y = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return round(a[0] + x), round(a[1] + y), round(b[0] - x), round(b[1] - y)


def _closed(lines: list[list[Point]]) -> str:
    first = lines[0][0]
    return f"M{_xy(first)}" + "".join(_curve(line) for line in lines) + "Z"


def _lines(board: Cells, kinds: tuple[str, ...]) -> str:
    return "".join(f"M{_xy(b.line[0])}{_curve(b.line)}" for b in board.borders if b.kind in kinds)


def _curve(line: list[Point]) -> str:
    """Through the points of a line without a kink, all but its ends only nearly touched."""
    parts = []
    for a, b in pairwise(line[1:-1]):
        parts.append(f"Q{_xy(a)} {_xy(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))}")
    parts.append(f"Q{_xy(line[-2])} {_xy(line[-1])}")
    return "".join(parts)


def _xy(p: Point) -> str:
    return f"{p[0]:.0f} {p[1]:.0f}"


# ---------------------------------------------------------------------- what stands on it


def seat_number(program: Program, seat: Any) -> int | None:
    seats = values.members(program.seats, program) or []
    return seats.index(seat) % SEATS if seat in seats else None


def counters(at: Table, state: dict[str, Any]) -> dict[str, list[Counter]]:
    """What a position puts into each place, as the rule set's map says."""
    plan = plan_of(at)
    found: dict[str, list[Counter]] = {}
    for name in plan.shows if plan else []:
        definition = at.judge.rules.program.fields[name]
        for place, counter in _counted(at, plan.kind if plan else "", definition, state[name]):
            found.setdefault(place, []).append(counter)
    return found


def _counted(at: Table, kind: str, definition: FieldDef, value: Any) -> Iterator[tuple[str, Counter]]:
    label = at.answers.label("field", definition.name)
    if definition.key != t.Kind(kind):  # somebody's or something's whereabouts
        where = value.items() if definition.key is not None else [(None, value)]
        for who, place in where:
            if place is not None:
                name = at.answers.name_of(who) if who is not None else label
                told = labelled(label, name, at.language) if who else label
                yield place, Counter(name[:1].upper(), told, None, "presence")
        return
    for place, held in value.items():
        if isinstance(held, dict):
            yield from ((place, c) for c in _pieces(at, definition, label, held))
        elif held is not None and held is not False and held != 0:
            seat = seat_number(at.judge.rules.program, held) if isinstance(held, str) else None
            shape = "owner" if isinstance(held, str) else "number"
            text = "" if shape == "owner" else str(held)
            yield place, Counter(text, labelled(label, at.answers.value(held), at.language), seat, shape)


def _pieces(at: Table, definition: FieldDef, label: str, bag: dict[str, int]) -> Iterator[Counter]:
    """The pieces of each side as one counter."""
    program = at.judge.rules.program
    owners = owner_of(program, t.element(definition.type))
    by: dict[Any, dict[str, int]] = {}
    for piece, number in bag.items():
        by.setdefault(owners.get(piece), {})[piece] = number
    for owner, part in by.items():
        told = labelled(label, at.answers.value(part), at.language)
        yield Counter(str(sum(part.values())), told, seat_number(program, owner), "pieces")


def owner_of(program: Program, kind: t.Type | None) -> dict[str, Any]:
    """Whose each piece of a kind is: its attribute of the type of those who play."""
    if isinstance(kind, t.Kind):
        for name, type_ in program.scope.kinds[kind.name].items():
            if t.bare(type_) == program.seats:
                return program.attributes[kind.name][name]
    return {}
