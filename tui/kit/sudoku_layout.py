"""Where the cells and lines of a Sudoku grid go: as roomy as the space allows, for any shape of boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from core import Layout, Shape
from core.sudoku.rules import Look, Mark
from tui.kit.sudoku_digits import COLUMNS, LARGEST, ROWS

LIGHT, HEAVY = 1, 2

_INSIDE = {(1, 1): "┼", (1, 2): "┿", (2, 1): "╂", (2, 2): "╋"}
_EDGES = {"top": "┯┳", "bottom": "┷┻", "left": "┠┣", "right": "┨┫"}


@dataclass(frozen=True, slots=True)
class GridLayout:
    """One way to draw a grid; all lengths in character cells."""

    grid: Layout
    cell_width: int
    cell_height: int
    inner: bool = False
    """Whether there are lines between all cells, not only between boxes."""
    frame: bool = True
    """Whether there is a line around the whole."""
    pad: int = 0
    """Blank columns at the right end of each box."""
    lines: bool = True
    """Whether there are lines at all; without them boxes are told apart by blanks."""
    side: int = 0
    """Blank columns on the left, for clues beside rows; some wherever there is a clue outside."""
    right: int = 0
    """Blank columns on the right, for clues there."""

    @property
    def shape(self) -> Shape:
        """The size of the grid and of its boxes."""
        return self.grid.shape

    @property
    def boxed(self) -> bool:
        """Whether the grid is divided into rectangular boxes; else each line has a weight of its own."""
        return self.grid.rectangular

    @property
    def roomy(self) -> bool:
        """Whether each pencil mark has a place of its own."""
        high, wide = self.marks
        return self.cell_height >= high and self.cell_width >= wide + 2 and self.cell_height > 1

    @property
    def large(self) -> bool:
        """Whether values are drawn as large digits."""
        return self.cell_height >= ROWS and self.cell_width >= COLUMNS and self.shape.order <= LARGEST

    @property
    def marks(self) -> tuple[int, int]:
        """Rows and columns that the marks of a cell are laid out in: those of a box."""
        shape = self.shape
        if self.boxed:
            return shape.box_rows, shape.box_columns
        wide = max(2, round(shape.order**0.5))
        return -(-shape.order // wide), wide

    def _weight(self, edge: int, box_side: int) -> int:
        """How heavy the line before row or column ``edge`` is; 0 for none."""
        if not self.lines:
            return 0
        if edge in (0, self.shape.order):
            return HEAVY if self.frame else 0
        if not self.boxed:
            return LIGHT if self.inner else 0
        if edge % box_side == 0:
            return HEAVY if self.inner else LIGHT
        return LIGHT if self.inner else 0

    def above(self, row: int) -> int:
        """The weight of the line above this row (below the last one for row n)."""
        return self._weight(row, self.shape.box_rows)

    def before(self, column: int) -> int:
        """The weight of the line to the left of this column (to the right of the last one for column n)."""
        return self._weight(column, self.shape.box_columns)

    @property
    def apart(self) -> bool:
        """Whether there is something between any two cells of a row."""
        return self.shape.order == 1 or self.left(1) > self.left(0) + self.cell_width

    def left(self, column: int) -> int:
        """Where a column's cells begin."""
        return _starts(self, 0)[column]

    def top(self, row: int) -> int:
        """Where a row's cells begin."""
        return _starts(self, 1)[row]

    @property
    def width(self) -> int:
        """The width of the whole drawing."""
        n = self.shape.order
        return self.left(n - 1) + self.cell_width + self.pad + bool(self.before(n)) + self.right

    @property
    def height(self) -> int:
        """The height of the whole drawing."""
        n = self.shape.order
        return self.top(n - 1) + self.cell_height + bool(self.above(n))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn at this place; None on a line or outside."""
        n = self.shape.order
        column = next((c for c in range(n) if 0 <= x - self.left(c) < self.cell_width), None)
        row = next((r for r in range(n) if 0 <= y - self.top(r) < self.cell_height), None)
        return None if row is None or column is None else row * n + column

    def before_cell(self, row: int, column: int) -> int:
        """The weight of the line to the left of one cell: in a jigsaw, heavy between two regions."""
        return self._between(self.before(column), column, row, 1)

    def above_cell(self, row: int, column: int) -> int:
        """The weight of the line above one cell."""
        return self._between(self.above(row), row, column, 0)

    def _between(self, weight: int, edge: int, along: int, axis: int) -> int:
        n, areas = self.shape.order, self.grid.areas
        if self.boxed or not weight or not 0 < edge < n or not 0 <= along < n:
            return weight
        here, there = (along * n + edge, along * n + edge - 1) if axis else (edge * n + along, (edge - 1) * n + along)
        return HEAVY if areas[here] != areas[there] else LIGHT

    def vertical(self, column: int, unicode: bool, row: int = 0) -> str:
        """The line to the left of a cell, one line high; empty for none."""
        weight = self.before_cell(row, column)
        if not unicode:
            return ("", ":" if self.inner else "|", "|")[weight]
        return ("", "│", "┃")[weight]

    def horizontal(self, row: int, unicode: bool) -> str:
        """The whole line above a row (below the last for row n); empty for none."""
        weight = self.above(row)
        if not weight:
            return ""
        n = self.shape.order
        if not self.boxed:
            return self._irregular(row, unicode)
        bar = "─━"[weight - 1] if unicode else "-="[weight - 1]
        parts = []
        for column in range(n + 1):
            crossing = self.before(column)
            if crossing:
                parts.append(self._junction(row, column, crossing, weight) if unicode else "+")
            if column < n:
                parts.append(bar * (self.cell_width + (self.pad if (column + 1) % self.shape.box_columns == 0 else 0)))
        return "".join(parts)

    def _irregular(self, row: int, unicode: bool) -> str:
        """The line above a row of a jigsaw: each piece of it has a weight of its own."""
        n = self.shape.order
        signs = "─━" if unicode else "-="
        parts = []
        for column in range(n + 1):
            left = self.above_cell(row, column - 1) if column else 0
            right = self.above_cell(row, column) if column < n else 0
            up = self.before_cell(row - 1, column) if row else 0
            down = self.before_cell(row, column) if row < n else 0
            if up or down:
                parts.append(crossing_of(up, down, left, right) if unicode else "+")
            if column < n:
                parts.append(signs[right - 1] * self.cell_width)
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


@lru_cache(maxsize=1)
def _crossings() -> dict[tuple[int, int, int, int], str]:
    """The box-drawing characters by the weights of their four arms, as their names in Unicode tell them."""
    arms = {"UP": (0,), "DOWN": (1,), "LEFT": (2,), "RIGHT": (3,), "VERTICAL": (0, 1), "HORIZONTAL": (2, 3)}
    weights = {"LIGHT": LIGHT, "HEAVY": HEAVY}
    found = {(0, 0, 1, 2): "╼", (1, 2, 0, 0): "╽", (0, 0, 2, 1): "╾", (2, 1, 0, 0): "╿"}
    for code in (*range(0x2500, 0x2504), *range(0x250C, 0x254C), *range(0x2574, 0x257C)):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").replace(" AND ", " ").split()
        if words[0] in weights:
            words = [*words[1:], words[0]]  # one weight for all
        drawn = [0, 0, 0, 0]
        waiting: list[str] = []
        for word in words:
            if word in weights:
                for arm in (arm for name in waiting for arm in arms[name]):
                    drawn[arm] = weights[word]
                waiting = []
            else:
                waiting.append(word)
        found[drawn[0], drawn[1], drawn[2], drawn[3]] = chr(code)
    return found


def crossing_of(up: int, down: int, left: int, right: int) -> str:
    """The character with arms of these weights, of which one or more are not 0."""
    return _crossings()[up, down, left, right]


@lru_cache(maxsize=64)
def _starts(layout: GridLayout, axis: int) -> tuple[int, ...]:
    """Where each column (axis 0) or row (axis 1) begins."""
    starts, at = [], 0 if axis else layout.side
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


def layouts(grid: Layout) -> Iterator[GridLayout]:
    """Every way to draw such a grid, the roomiest first."""
    shape = grid.shape
    if grid.pictured:
        yield from _pictured_layouts(grid)
        return
    if not grid.rectangular:
        yield from _irregular_layouts(grid)
        return
    marks_wide, marks_high = shape.box_columns, shape.box_rows
    if marks_high > 1:
        if shape.order <= LARGEST:
            yield GridLayout(grid, max(2 * marks_wide + 3, 9), max(marks_high + 1, 4), inner=True)
        yield GridLayout(grid, max(2 * marks_wide + 1, 7), max(marks_high, 3), inner=True)
        yield GridLayout(grid, 2 * marks_wide + 1, marks_high, inner=True)
        yield GridLayout(grid, 2 * marks_wide + 1, marks_high)
        yield GridLayout(grid, marks_wide + 2, marks_high, inner=True)
        yield GridLayout(grid, marks_wide + 2, marks_high)
    for frame in (True, False):
        yield GridLayout(grid, 5, 1, inner=True, frame=frame)
        yield GridLayout(grid, 3, 1, inner=True, frame=frame)
        yield GridLayout(grid, 3, 1, frame=frame)
        yield GridLayout(grid, 2, 1, frame=frame, pad=1)
        yield GridLayout(grid, 2, 1, frame=frame)
        if frame:  # without one there would be no place for the signs of broken rules
            yield GridLayout(grid, 1, 1)
    yield GridLayout(grid, 2, 1, frame=False, pad=1, lines=False)


def _irregular_layouts(grid: Layout) -> Iterator[GridLayout]:
    """A jigsaw has lines between all cells, which tell its regions apart; if they do not fit, it has none."""
    high, wide = GridLayout(grid, 1, 1).marks
    if grid.order <= LARGEST:
        yield GridLayout(grid, max(2 * wide + 3, 9), max(high + 1, 4), inner=True)
    yield GridLayout(grid, 2 * wide + 1, high, inner=True)
    yield GridLayout(grid, 5, 1, inner=True)
    yield GridLayout(grid, 3, 1, inner=True)
    yield GridLayout(grid, 1, 1, inner=True)
    yield GridLayout(grid, 1, 1, frame=False)


def marks_outside(grid: Layout) -> list[Mark]:
    """The clues outside the grid."""
    return [mark for mark, _ in grid.drawn if mark.look is Look.OUTSIDE]


def place_outside(mark: Mark, n: int) -> tuple[int, int]:
    """The row and column of a clue outside, -1 or n beyond the frame: the place before its first cell."""
    (row, column), (down, across) = divmod(mark.cells[0], n), way_in(mark, n)
    return row - down, column - across


def way_in(mark: Mark, n: int) -> tuple[int, int]:
    """The direction of the cells of a clue outside, in rows and columns."""
    step = step_between(mark.cells[0], mark.cells[1], n) if len(mark.cells) > 1 else None
    return step or ((1, 1) if mark.cells[0] < n else (-1, 1))


def step_between(here: int, there: int, n: int) -> tuple[int, int] | None:
    """The direction from one cell to another in its row, column or diagonal; None for any other."""
    down, across = there // n - here // n, there % n - here % n
    if (not down and not across) or (down and across and abs(down) != abs(across)):
        return None
    return (down > 0) - (down < 0), (across > 0) - (across < 0)


def _pictured_layouts(grid: Layout) -> Iterator[GridLayout]:
    """If rules are drawn there are lines between all cells, for the edges of cages and for signs."""
    high, wide = GridLayout(grid, 1, 1).marks
    outside = [place_outside(mark, grid.order)[1] for mark in marks_outside(grid)]
    at_right = max(outside, default=0) == grid.order
    sizes = [(2 * wide + 1, high)] if high > 1 else []
    if grid.order <= LARGEST:
        sizes = [(max(2 * wide + 3, 9), max(high + 1, 4)), (max(2 * wide + 1, 7), max(high, 3)), *sizes]
    for width, height in (*sizes, (5, 1), (3, 1)):
        for side, right in ((3, 3), (2, 1), (1, 1)) if outside else ((0, 0),):
            yield GridLayout(grid, width, height, inner=True, side=side, right=right * at_right)


@lru_cache(maxsize=32)
def best_layout(grid: Layout, width: int, height: int) -> GridLayout:
    """The roomiest layout that fits; when none does, one that fits in width and is scrolled, or the smallest."""
    every = list(layouts(grid))
    for layout in every:
        if layout.width <= width and layout.height <= height:
            return layout
    lined = grid.pictured or not grid.rectangular  # without lines nobody could tell the regions apart
    scrolled = [layout for layout in every if layout.cell_height == 1 and layout.inner is lined and layout.frame]
    # Where it is scrolled sideways too, a clue of three digits may have its place.
    smallest = next(layout for layout in scrolled if layout.cell_width == scrolled[-1].cell_width)
    return next((layout for layout in scrolled if layout.width <= width), smallest)
