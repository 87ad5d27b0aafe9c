"""A triangulation of points in which given edges appear: what the cells of a map are made from."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

Point = tuple[float, float]
Triangle = tuple[int, int, int]
Edge = frozenset[int]


def edge(a: int, b: int) -> Edge:
    return frozenset((a, b))


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive when a, b, c turn one way, negative when the other, zero in a line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do the segments ab and cd cross in a point inside both? Most lie far from each other."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def without_crossings(points: list[Point], wanted: Iterable[Edge]) -> tuple[list[Edge], list[Edge]]:
    """The wanted edges that can be drawn together, and those left over; the most troublesome go first."""
    kept = list(wanted)
    ends = {e: _ends(points, e) for e in kept}
    pairs = [
        {first, second}
        for first, second in itertools.combinations(kept, 2)
        if not first & second and crosses(*ends[first], *ends[second])
    ]
    left: list[Edge] = []
    while pairs:
        worst = max(kept, key=lambda e: sum(e in pair for pair in pairs))
        pairs = [pair for pair in pairs if worst not in pair]
        kept.remove(worst)
        left.append(worst)
    return kept, left


def _ends(points: list[Point], e: Edge) -> tuple[Point, Point]:
    a, b = sorted(e)
    return points[a], points[b]


def triangulated(points: list[Point], wanted: list[Edge]) -> list[Triangle]:
    """Delaunay's triangles, changed edge by edge until every wanted edge is a side of one.

    The wanted edges must not cross each other.
    """
    mesh = _Mesh(points, _delaunay(points))
    for e in wanted:
        mesh.enforce(e)
    return sorted(mesh.triangles())


def _delaunay(points: list[Point]) -> set[Triangle]:
    """Bowyer and Watson: add one point after another, replacing the triangles whose circle holds it."""
    reach = 20 * max(max(abs(x), abs(y)) for x, y in points) + 1
    every = [*points, (-reach, -reach), (reach, -reach), (0.0, reach)]
    n = len(points)
    found: dict[Triangle, tuple[float, float, float]] = {}
    first = _ordered(every, n, n + 1, n + 2)
    found[first] = _circle(*(every[i] for i in first))
    for index, (x, y) in enumerate(points):
        holding = [t for t, (cx, cy, r) in found.items() if (x - cx) ** 2 + (y - cy) ** 2 < r]
        sides: dict[Edge, int] = {}
        for triangle in holding:
            del found[triangle]
            for side in _sides(triangle):
                sides[side] = sides.get(side, 0) + 1
        for side in (s for s, times in sides.items() if times == 1):
            a, b = sorted(side)
            if turn(every[a], every[b], (x, y)):
                added = _ordered(every, a, b, index)
                found[added] = _circle(*(every[i] for i in added))
    return {t for t in found if max(t) < n}


def _ordered(points: list[Point], a: int, b: int, c: int) -> Triangle:
    return (a, b, c) if turn(points[a], points[b], points[c]) > 0 else (a, c, b)


def _sides(t: Triangle) -> tuple[Edge, Edge, Edge]:
    return edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])


def _circle(a: Point, b: Point, c: Point) -> tuple[float, float, float]:
    """Centre and square of the radius of the circle through three points."""
    d = 2 * turn(a, b, c)
    aa, bb, cc = (p[0] ** 2 + p[1] ** 2 for p in (a, b, c))
    x = (aa * (b[1] - c[1]) + bb * (c[1] - a[1]) + cc * (a[1] - b[1])) / d
    y = (aa * (c[0] - b[0]) + bb * (a[0] - c[0]) + cc * (b[0] - a[0])) / d
    return x, y, (a[0] - x) ** 2 + (a[1] - y) ** 2


class _Mesh:
    """Triangles by their sides, so that a side can be turned inside its two triangles."""

    def __init__(self, points: list[Point], triangles: set[Triangle]) -> None:
        self.points = points
        self.across: dict[Edge, set[int]] = {}
        for t in triangles:
            for side in _sides(t):
                self.across.setdefault(side, set()).update(set(t) - side)

    def triangles(self) -> set[Triangle]:
        return {
            _ordered(self.points, *sorted((*side, third)))
            for side, thirds in self.across.items()
            for third in thirds
        }

    def enforce(self, wanted: Edge) -> None:
        """Turn the sides that cross the wanted edge until none does (Sloan's method)."""
        if wanted in self.across:
            return
        a, b = _ends(self.points, wanted)
        crossing = [s for s in self.across if not s & wanted and crosses(a, b, *_ends(self.points, s))]
        patience = 50 * len(crossing)
        while crossing and patience:
            patience -= 1
            side = crossing.pop(0)
            turned = self._turn(side)
            if turned is None:
                crossing.append(side)
            elif not turned & wanted and crosses(a, b, *_ends(self.points, turned)):
                crossing.append(turned)

    def _turn(self, side: Edge) -> Edge | None:
        """The other diagonal of the quadrilateral around a side, unless that is not convex."""
        thirds = self.across[side]
        if len(thirds) != 2:
            return None
        (a, b), (c, d) = sorted(side), sorted(thirds)
        if not crosses(self.points[a], self.points[b], self.points[c], self.points[d]):
            return None
        del self.across[side]
        self.across[edge(c, d)] = {a, b}
        for p, q in ((a, b), (b, a)):
            for r, s in ((c, d), (d, c)):
                self.across[edge(p, r)].discard(q)
                self.across[edge(p, r)].add(s)
        return edge(c, d)
