"""Cells of a map made from points and from what borders on what.

Two points that border get cells that touch: the cells are the dual of a triangulation in which every border
is an edge. Around the land lies a ring of points nobody sees; where their cells begin is the coast.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field

from api.pages.map_triangles import Edge, Point, Triangle, crosses, edge, triangulated, without_crossings

OPEN, CLOSED, APART, COAST = "open", "closed", "apart", "coast"
_NEAR = 0.62  # how far the land reaches from a border, in distances between neighbours
_FAR = 0.98  # how far from a place


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two cells, or between a cell and the sea (`there` is none)."""

    here: str
    there: str | None
    kind: str
    line: list[Point]


@dataclass(slots=True)
class Cells:
    outlines: dict[str, list[list[Point]]] = field(
        default_factory=dict
    )  # the lines around each cell, in order
    borders: list[Border] = field(default_factory=list)
    joins: list[tuple[str, str]] = field(default_factory=list)  # neighbours whose cells do not touch
    spacing: float = 1.0


def cells(places: dict[str, Point], open_: set[Edge], closed: set[Edge]) -> Cells:
    """The cells of places given by name; borders are pairs of their places in the order of the names."""
    names, land = list(places), list(places.values())
    spacing = _spacing(land)
    drawn, left = without_crossings(land, sorted(open_ | closed, key=sorted))
    points = [*land, *_sea(land, drawn, spacing)]
    triangles = triangulated(points, drawn)
    corners = _corners(points, triangles, _apart(triangles, open_ | closed, len(land)))
    return _Dual(names, points, triangles, corners, open_, closed, left, spacing).cells()


def _spacing(points: list[Point]) -> float:
    """The usual distance of a point to its nearest neighbour."""
    nearest = [min(math.dist(p, q) for q in points if q is not p) for p in points]
    return sorted(nearest)[len(nearest) // 2]


# ---------------------------------------------------------------------- the sea


def _sea(land: list[Point], borders: list[Edge], spacing: float) -> list[Point]:
    """Points outside the land, reached from the edge of the paper without crossing a border."""
    lines = [tuple(land[i] for i in sorted(e)) for e in borders]
    step = spacing * 0.7
    left, top = (min(p[i] for p in land) - 3 * spacing for i in (0, 1))
    columns = int((max(p[0] for p in land) + 3 * spacing - left) / step) + 1
    rows = int((max(p[1] for p in land) + 3 * spacing - top) / step) + 1
    grid = {
        (c, r): (left + (c + 0.5 * (r % 2)) * step + _noise(f"{c} {r} x") * step / 5, top + r * step)
        for c in range(columns)
        for r in range(rows)
    }
    reached = {(0, 0)}
    waiting = [(0, 0)]
    while waiting:
        c, r = waiting.pop()
        for near in ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)):
            if near in grid and near not in reached and not _parted(grid[c, r], grid[near], lines):
                reached.add(near)
                waiting.append(near)
    return [grid[g] for g in sorted(reached) if _at_sea(grid[g], land, lines, spacing)]


def _parted(a: Point, b: Point, lines: list[tuple[Point, ...]]) -> bool:
    return any(crosses(a, b, c, d) for c, d in lines)


def _at_sea(p: Point, land: list[Point], lines: list[tuple[Point, ...]], spacing: float) -> bool:
    near = _NEAR * spacing
    away = all(math.dist(p, q) > _FAR * spacing for q in land)
    return away and all(_distance(p, a, b) > near for a, b in lines if _beside(p, a, b, near))


def _beside(p: Point, a: Point, b: Point, near: float) -> bool:
    """Is a point anywhere near a segment?"""
    across = min(a[0], b[0]) - near < p[0] < max(a[0], b[0]) + near
    return across and min(a[1], b[1]) - near < p[1] < max(a[1], b[1]) + near


def _distance(p: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    part = max(0.0, min(1.0, along / (math.dist(a, b) ** 2)))
    return math.dist(p, _between(a, b, part))


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


# ---------------------------------------------------------------------- corners


def _sides(t: Triangle) -> tuple[Edge, Edge, Edge]:
    return edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])


def _apart(triangles: list[Triangle], borders: set[Edge], land: int) -> list[Edge]:
    """Sides between places that do not border on each other."""
    sides = {s for t in triangles for s in _sides(t) if max(s) < land}
    return sorted(sides - borders, key=sorted)


def _corners(points: list[Point], triangles: list[Triangle], apart: list[Edge]) -> dict[Triangle, Point]:
    """Where three cells meet; where two should not touch, their corners are drawn close to each other."""
    corners = {t: _mean([points[i] for i in t]) for t in triangles}
    owners = _owners(triangles)
    for _ in range(3):
        for side in apart:
            two = owners[side]
            if len(two) == 2:
                middle = _mean([corners[t] for t in two])
                for t in two:
                    corners[t] = _between(corners[t], middle, 0.4)
    return corners


def _owners(triangles: list[Triangle]) -> dict[Edge, list[Triangle]]:
    owners: dict[Edge, list[Triangle]] = {}
    for t in triangles:
        for side in _sides(t):
            owners.setdefault(side, []).append(t)
    return owners


def _mean(points: list[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


# ---------------------------------------------------------------------- outlines


@dataclass(slots=True)
class _Dual:
    names: list[str]
    points: list[Point]
    triangles: list[Triangle]
    corners: dict[Triangle, Point]
    open_: set[Edge]
    closed: set[Edge]
    left: list[Edge]
    spacing: float

    def cells(self) -> Cells:
        found = Cells(spacing=self.spacing)
        owners = _owners(self.triangles)
        lines: dict[Edge, list[Point]] = {}
        for side, two in sorted(owners.items(), key=lambda pair: sorted(pair[0])):
            if min(side) < len(self.names) and len(two) == 2:
                lines[side] = self._line(side, two)
                found.borders.append(self._border(side, lines[side]))
        for index, name in enumerate(self.names):
            found.outlines[name] = self._outline(index, owners, lines)
        found.joins = [self._named(e) for e in self.left if e in self.open_]
        return found

    def _named(self, e: Edge) -> tuple[str, str]:
        a, b = sorted(e)
        return self.names[a], self.names[b]

    def _border(self, side: Edge, line: list[Point]) -> Border:
        a, b = sorted(side)
        if b >= len(self.names):
            return Border(self.names[a], None, COAST, line)
        kind = OPEN if side in self.open_ else CLOSED if side in self.closed else APART
        return Border(self.names[a], self.names[b], kind, line)

    def _line(self, side: Edge, two: list[Triangle]) -> list[Point]:
        """From corner to corner, bent through the middle between the two places, a little unsteady."""
        a, b = sorted(side)
        start, end = (self.corners[t] for t in two)
        middle = _mean([_mean([self.points[a], self.points[b]]), _mean([start, end])])
        length = math.dist(start, middle) + math.dist(middle, end)
        line = [start]
        for part in (0.25, 0.5, 0.75):
            along = _between(_between(start, middle, part), _between(middle, end, part), part)
            sway = length * 0.07
            line.append(
                (along[0] + _noise(f"{a} {b} {part} x") * sway, along[1] + _noise(f"{a} {b} {part} y") * sway)
            )
        return [*line, end]

    def _outline(
        self, index: int, owners: dict[Edge, list[Triangle]], lines: dict[Edge, list[Point]]
    ) -> list[list[Point]]:
        """The lines around a cell, walked from triangle to triangle."""
        around = [t for t in self.triangles if index in t]
        here = around[0]
        outline: list[list[Point]] = []
        for _ in around:
            other = here[(here.index(index) + 2) % 3]
            side = edge(index, other)
            line = lines[side]
            outline.append(line if owners[side][0] == here else line[::-1])
            here = next(t for t in owners[side] if t != here)
        return outline


def _noise(key: str) -> float:
    """Between -1 and 1, always the same for the same key."""
    return hashlib.blake2b(key.encode(), digest_size=1).digest()[0] / 127.5 - 1
