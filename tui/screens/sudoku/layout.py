"""Where the cells and lines of a Sudoku grid go: as roomy as the space allows, for any shape of boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core.sudoku.shape import Shape

LIGHT, HEAVY = 1, 2

_INSIDE = {(1, 1): "┼", (1, 2): "┿", (2, 1): "╂", (2, 2): "╋"}
_EDGES = {"top": "┯┳", "bottom": "┷┻", "left": "┠┣", "right": "┨┫"}


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to draw a grid; all lengths in character cells."""

    shape: Shape
    cell_width: int
    cell_height: int
    inner: bool = False
    """Whether there are lines between all cells, not only between boxes."""
    frame: bool = True
    """Whether there is a line around the whole."""
    pad: int = 0
    """Blank columns at the right end of each box."""

    @property
    def roomy(self) -> bool:
        """Whether each pencil mark has a place of its own."""
        shape = self.shape
        return self.cell_height >= shape.box_rows and self.cell_width >= shape.box_columns + 2 and self.cell_height > 1

    def _weight(self, edge: int, box_side: int) -> int:
        """How heavy the line before row or column ``edge`` is; 0 for none."""
        if edge in (0, self.shape.order):
            return HEAVY if self.frame else 0
        if edge % box_side == 0:
            return HEAVY if self.inner else LIGHT
        return LIGHT if self.inner else 0

    def above(self, row: int) -> int:
        """The weight of the line above this row (below the last one for row n)."""
        return self._weight(row, self.shape.box_rows)

    def before(self, column: int) -> int:
        """The weight of the line to the left of this column (to the right of the last one for column n)."""
        return self._weight(column, self.shape.box_columns)

    def left(self, column: int) -> int:
        """Where a column's cells begin."""
        return _starts(self, 0)[column]

    def top(self, row: int) -> int:
        """Where a row's cells begin."""
        return _starts(self, 1)[row]

    @property
    def width(self) -> int:
        """Of the whole drawing."""
        n = self.shape.order
        return self.left(n - 1) + self.cell_width + self.pad + bool(self.before(n))

    @property
    def height(self) -> int:
        """Of the whole drawing."""
        n = self.shape.order
        return self.top(n - 1) + self.cell_height + bool(self.above(n))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn at this place; None on a line or outside."""
        n = self.shape.order
        column = next((c for c in range(n) if 0 <= x - self.left(c) < self.cell_width), None)
        row = next((r for r in range(n) if 0 <= y - self.top(r) < self.cell_height), None)
        return None if row is None or column is None else row * n + column

    def vertical(self, column: int, unicode: bool) -> str:
        """The line to the left of a column, one row high; empty for none."""
        weight = self.before(column)
        if not unicode:
            return ("", ":" if self.inner else "|", "|")[weight]
        return ("", "│", "┃")[weight]

    def horizontal(self, row: int, unicode: bool) -> str:
        """The whole line above a row (below the last for row n); empty for none."""
        weight = self.above(row)
        if not weight:
            return ""
        n = self.shape.order
        bar = "─━"[weight - 1] if unicode else "-="[weight - 1]
        parts = []
        for column in range(n + 1):
            crossing = self.before(column)
            if crossing:
                parts.append(self._junction(row, column, crossing, weight) if unicode else "+")
            if column < n:
                parts.append(bar * (self.cell_width + (self.pad if (column + 1) % self.shape.box_columns == 0 else 0)))
        return "".join(parts)

    def _junction(self, row: int, column: int, down: int, across: int) -> str:
        n = self.shape.order
        at_top, at_bottom, at_left, at_right = row == 0, row == n, column == 0, column == n
        if at_top or at_bottom:
            if at_left or at_right:
                return {(True, True): "┏", (True, False): "┓", (False, True): "┗", (False, False): "┛"}[at_top, at_left]
            return _EDGES["top" if at_top else "bottom"][down - 1]
        if at_left or at_right:
            return _EDGES["left" if at_left else "right"][across - 1]
        return _INSIDE[down, across]


@lru_cache(maxsize=64)
def _starts(layout: Layout, axis: int) -> tuple[int, ...]:
    """Where each column (axis 0) or row (axis 1) begins."""
    starts, at = [], 0
    box, length = layout.shape.box_columns, layout.cell_width
    if axis:
        box, length = layout.shape.box_rows, layout.cell_height
    for line in range(layout.shape.order):
        if not axis and line and line % box == 0:
            at += layout.pad
        at += bool(layout.above(line) if axis else layout.before(line))
        starts.append(at)
        at += length
    return tuple(starts)


def layouts(shape: Shape) -> Iterator[Layout]:
    """Every way to draw a grid of this shape, the roomiest first."""
    marks_wide, marks_high = shape.box_columns, shape.box_rows
    if marks_high > 1:
        yield Layout(shape, max(2 * marks_wide + 1, 7), max(marks_high, 3), inner=True)
        yield Layout(shape, 2 * marks_wide + 1, marks_high, inner=True)
        yield Layout(shape, 2 * marks_wide + 1, marks_high)
        yield Layout(shape, marks_wide + 2, marks_high, inner=True)
        yield Layout(shape, marks_wide + 2, marks_high)
    for frame in (True, False):
        yield Layout(shape, 5, 1, inner=True, frame=frame)
        yield Layout(shape, 3, 1, inner=True, frame=frame)
        yield Layout(shape, 3, 1, frame=frame)
        yield Layout(shape, 2, 1, frame=frame, pad=1)
        yield Layout(shape, 2, 1, frame=frame)
        if frame:  # without one there would be no place for the signs of broken rules
            yield Layout(shape, 1, 1)


@lru_cache(maxsize=32)
def best_layout(shape: Shape, width: int, height: int) -> Layout:
    """The roomiest layout that fits; when none does, one that fits in width and is scrolled, or the smallest."""
    every = list(layouts(shape))
    for layout in every:
        if layout.width <= width and layout.height <= height:
            return layout
    scrolled = [layout for layout in every if layout.cell_height == 1 and not layout.inner and layout.frame]
    return next((layout for layout in scrolled if layout.width <= width), scrolled[-1])
