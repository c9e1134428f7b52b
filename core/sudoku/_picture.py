"""A grid in a figure: alone as an SVG picture, on a sheet, or at a node of a search.

Clues are bold, other values are not; marks or candidates are small, and a value in conflict is underlined: the
picture is legible without colour.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from core._drawing import figure
from core._drawing.cells import runs
from core._drawing.figure import Area, Mark, Page, Stroke, centred
from core.explain._reason import Reason
from core.sudoku._formats.base import clean_text
from core.sudoku._grid import Grid, values_in
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._ruled_picture import HEAD, RuledPicture, clues_outside, corners
from core.sudoku._shape import Shape
from core.sudoku._symbols import symbol

CELL, MARGIN = 30.0, 6.0
"""Side of a cell, and margin around the grid, of a picture of its own, in points."""
THIN, HEAVY = 0.4, 1.6


def to_svg(grid: Grid, *, title: str = "", candidates: bool = False) -> str:
    """The picture as a text.  Empty cells show their pencil marks, or with ``candidates`` what the rules leave."""
    side = (grid.shape.order + (2 if clues_outside(grid.layout) else 0)) * CELL
    wrong = {cell for conflict in grid.conflicts for cell in conflict.cells}
    clues = [value if given else 0 for value, given in zip(grid.values, grid.givens, strict=True)]
    marks = grid_marks(
        grid.layout, grid.values, clues, MARGIN, MARGIN, side, placed="mark", wrong=wrong,
        small=grid.candidates if candidates else grid.marks,
    )  # fmt: skip
    page = Page(side + 2 * MARGIN, side + 2 * MARGIN, marks)
    return figure.to_svg([page], title=clean_text(title) or str(grid.puzzle))


def problem_svg(problem: Sudoku) -> str:
    """The givens of a problem, the other cells empty."""
    return to_svg(Grid.from_problem(problem))


def _within(layout: Layout, left: float, top: float, side: float) -> tuple[float, float, float]:
    """The place and side of the grid itself, with room for clues around it."""
    outside = side / (layout.order + 2) if clues_outside(layout) else 0.0
    return left + outside, top + outside, side - 2 * outside


def grid_marks(
    layout: Layout, values: Sequence[int], clues: Sequence[int], left: float, top: float, side: float, *,
    placed: str = "ink", wrong: Collection[int] = (), small: Sequence[int] = (),
) -> Iterator[Mark]:  # fmt: skip
    """A grid at a place: its lines, the shaded cells, the clues bold.

    ``placed`` is the ink of values other than clues, ``wrong`` are cells in conflict, and ``small`` are the small
    values in each empty cell (bits of values).
    """
    n, area = layout.order, layout.area
    left, top, side = _within(layout, left, top, side)
    cell = side / n
    ruled = RuledPicture(layout, left, top, cell)
    headed = corners(layout) if small else ()
    for at in sorted(layout.shaded):
        yield Area(left + at % n * cell, top + at // n * cell, cell, cell)
    yield from ruled.below()
    for at, value in enumerate(values):
        x, y = left + at % n * cell, top + at // n * cell
        if value:
            ink = "bad" if at in wrong else "ink" if clues[at] else placed
            yield centred(x + cell / 2, y + cell / 2, cell * 0.62, symbol(value), bold=bool(clues[at]), ink=ink)
            if at in wrong:
                yield Stroke(x + 0.3 * cell, y + 0.8 * cell, x + 0.7 * cell, y + 0.8 * cell, cell / 25, ink)
        elif small:
            yield from _small(layout, x, y, cell, small[at], HEAD * cell if at in headed else 0)
    for heavy in (False, True):
        width = HEAVY if heavy else THIN
        for line in range(n + 1):
            edge, place = line in (0, n), line * cell
            upright = [edge or area(along * n + line - 1) != area(along * n + line) for along in range(n)]
            level = [edge or area((line - 1) * n + along) != area(line * n + along) for along in range(n)]
            for start, end in runs([is_heavy is heavy for is_heavy in upright]):
                yield Stroke(left + place, top + start * cell, left + place, top + end * cell, width)
            for start, end in runs([is_heavy is heavy for is_heavy in level]):
                yield Stroke(left + start * cell, top + place, left + end * cell, top + place, width)
    yield from ruled.above()


def _small(layout: Layout, x: float, y: float, cell: float, bits: int, head: float) -> Iterator[Mark]:
    """Each value at a place of its own, laid out like a box, below the ``head`` with a sum in it."""
    shape = layout.shape if layout.rectangular else Shape.default(layout.order)
    width, height = cell / shape.box_columns, (cell - head) / shape.box_rows
    for value in values_in(bits):
        row, column = divmod(value - 1, shape.box_columns)
        size = min(width, height) * 0.85
        yield centred(x + (column + 0.5) * width, y + head + (row + 0.5) * height, size, symbol(value), ink="muted")


def at_node(problem: Sudoku, reason: Reason, left: float, top: float, side: float) -> tuple[list[Mark], float]:
    """The grid at a node of a search, the last cell highlighted; and its height."""
    shape, marks = problem.shape, list[Mark]()
    values = list(problem.givens)
    taken = [t.option for t in reason.path if t.option is not None and not t.refused]
    taken += [c.option for c in reason.concluded]
    for option in taken:
        if option.number < shape.cells * shape.order and "=" in option.name:
            cell, value = divmod(option.number, shape.order)
            values[cell] = value + 1
    last = reason.taken.option if reason.taken is not None else None
    inner_left, inner_top, inner = _within(problem.layout, left, top, side)
    cell_side = inner / shape.order
    if last is not None and last.number < shape.cells * shape.order:
        row, column = divmod(last.number // shape.order, shape.order)
        marks.append(Area(inner_left + column * cell_side, inner_top + row * cell_side, cell_side, cell_side, "lit"))
    return [*marks, *grid_marks(problem.layout, values, problem.givens, left, top, side)], side
