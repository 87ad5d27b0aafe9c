"""Where the names stand on a map: inside their cells where they fit, and never on each other."""

from __future__ import annotations

from dataclasses import dataclass

from api.pages.map_triangles import Point

SIZES = (12.0, 11.0, 10.0, 9.0, 8.0)
ROW = 15.0  # the row of signs and counters above a name
_ROW_WIDTH = 34.0
_WIDTH = {**dict.fromkeys("ijlltfrI.,'’ -", 0.32), **dict.fromkeys("mwMWÅ", 0.86)}
_SCAN = 3.0
_REACH = 110.0  # names farther away cannot be covered
_SMALLER = 28.0  # what a size less costs, against names standing over a border
_Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Label:
    """A name in lines, centred below `x`, the row of signs above it ending at `y`."""

    x: float
    y: float
    size: float
    lines: list[str]


@dataclass(frozen=True, slots=True)
class _Block:
    size: float
    lines: list[str]
    width: float
    height: float


def text_width(text: str, size: float) -> float:
    """About how wide a text is; a little more than it is in most faces."""
    return size * sum(_WIDTH.get(c, 0.68 if c.isupper() else 0.53) for c in text)


def labels(names: dict[str, str], outlines: dict[str, list[Point]]) -> dict[str, Label]:
    """A place for every name; the smallest cells choose first, as they have the least choice."""
    spans = {id_: _Spans(outline) for id_, outline in outlines.items()}
    taken: list[_Box] = []
    found: dict[str, Label] = {}
    for id_ in sorted(names, key=lambda i: spans[i].area):
        found[id_], box = _best(names[id_], spans[id_], taken)
        taken.append(box)
    return found


class _Spans:
    """A cell cut into rows: from where to where it reaches in each."""

    def __init__(self, outline: list[Point]) -> None:
        self.top = min(p[1] for p in outline)
        bottom = max(p[1] for p in outline)
        self.rows: list[tuple[float, float]] = []
        y = self.top + _SCAN / 2
        while y < bottom:
            self.rows.append(self._reach(outline, y))
            y += _SCAN
        self.area = sum(right - left for left, right in self.rows) * _SCAN
        self.centre = self._centre()

    def _centre(self) -> Point:
        """The middle of the area."""
        widths = [right - left for left, right in self.rows]
        whole = sum(widths) or 1
        across = sum(
            width * (left + right) / 2 for width, (left, right) in zip(widths, self.rows, strict=True)
        )
        down = sum(width * (self.top + (row + 0.5) * _SCAN) for row, width in enumerate(widths))
        return across / whole, down / whole

    @staticmethod
    def _reach(outline: list[Point], y: float) -> tuple[float, float]:
        """The widest stretch of a row that lies inside."""
        cuts = sorted(
            a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
            for a, b in zip(outline, [*outline[1:], outline[0]], strict=True)
            if (a[1] <= y) != (b[1] <= y)
        )
        stretches = list(zip(cuts[::2], cuts[1::2], strict=False)) or [(0.0, 0.0)]
        return max(stretches, key=lambda s: s[1] - s[0])

    def outside(self, left: float, top: float, right: float, bottom: float) -> float:
        """How much of a box lies outside the cell."""
        first, last = int((top - self.top) // _SCAN), int((bottom - self.top) // _SCAN)
        missing = 0.0
        for row in range(first, last + 1):
            if 0 <= row < len(self.rows):
                start, end = self.rows[row]
                missing += (right - left) - max(0.0, min(right, end) - max(left, start))
            else:
                missing += right - left
        return missing * _SCAN


def _best(name: str, cell: _Spans, taken: list[_Box]) -> tuple[Label, _Box]:
    best: tuple[float, Label, _Box] | None = None
    near = _around(cell.centre, taken)
    for block in _blocks(name):
        if best is not None and best[0] <= (SIZES[0] - block.size) * _SMALLER:
            break  # no smaller one can be better
        for dy in (0, -6, 6, -13, 13, -20, 20):
            for dx in (0, -7, 7, -14, 14, -22, 22):
                x, y = cell.centre[0] + dx, cell.centre[1] + dy
                box = (x - block.width / 2, y - block.height / 2, x + block.width / 2, y + block.height / 2)
                cost = cell.outside(*box) + 30 * sum(_overlap(box, other) for other in near)
                cost += (abs(dx) + abs(dy)) * 0.8 + (SIZES[0] - block.size) * _SMALLER
                if best is None or cost < best[0]:
                    best = cost, Label(x, box[1] + ROW, block.size, block.lines), box
    assert best is not None
    return best[1], best[2]


def _around(point: Point, boxes: list[_Box]) -> list[_Box]:
    x, y = point
    return [
        (left, top, right, bottom)
        for left, top, right, bottom in boxes
        if left - _REACH < x < right + _REACH and top - _REACH < y < bottom + _REACH
    ]


def _overlap(a: _Box, b: _Box) -> float:
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0


def _blocks(name: str) -> list[_Block]:
    """A name in all sizes, in one, two or three lines."""
    blocks = []
    for size in SIZES:
        for lines in _wrapped(name):
            width = max(_ROW_WIDTH, *(text_width(line, size) for line in lines)) + 2
            blocks.append(_Block(size, lines, width, ROW + len(lines) * size * 1.08))
    return blocks


def _wrapped(name: str) -> list[list[str]]:
    """The name in as many lines as it has words, at most three, each time as narrow as can be."""
    words = name.split()
    found = [[name]]
    for count in range(2, min(3, len(words)) + 1):
        ways = _splits(words, count)
        found.append(min(ways, key=lambda lines: max(text_width(line, 1) for line in lines)))
    return found


def _splits(words: list[str], count: int) -> list[list[str]]:
    if count == 1:
        return [[" ".join(words)]]
    return [
        [" ".join(words[:cut]), *rest]
        for cut in range(1, len(words) - count + 2)
        for rest in _splits(words[cut:], count - 1)
    ]
