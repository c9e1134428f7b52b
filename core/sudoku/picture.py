"""A grid as an SVG picture: givens bold, placed values lighter, marks or candidates small.

The picture stands alone (no fonts or scripts from elsewhere) and is legible
without colour: givens differ from placed values by weight and slant too.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.formats.base import clean_text
from core.sudoku.grid import Grid, values_in
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol
from core.svg import document, element, lettering

CELL = 40
MARGIN = 8
_STYLE = (
    ".extra{fill:#e8e8e8}text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:#000}"
    ".given{font-weight:bold}.placed{font-style:italic;fill:#1a4f9c}.mark{fill:#555}"
    ".conflict{text-decoration:underline;fill:#b00020}"
    ".thin{stroke:#999;stroke-width:1}.thick{stroke:#000;stroke-width:2.5}"
)


def to_svg(grid: Grid, *, title: str = "", candidates: bool = False) -> str:
    """The picture as a text.  Empty cells show their pencil marks, or with ``candidates`` what the rules leave."""
    side = grid.shape.order * CELL + 2 * MARGIN
    parts = [element("style", _STYLE), *_shaded(grid), *_cells(grid, candidates), *_lines(grid)]
    return document(parts, side, side, title=clean_text(title) or str(grid.puzzle))


def problem_svg(problem: Sudoku) -> str:
    """The givens of a problem, the other cells empty."""
    return to_svg(Grid.from_problem(problem))


def _cells(grid: Grid, candidates: bool) -> Iterator[str]:
    n = grid.shape.order
    wrong = {cell for conflict in grid.conflicts for cell in conflict.cells}
    for cell, value in enumerate(grid.values):
        x, y = MARGIN + cell % n * CELL, MARGIN + cell // n * CELL
        if value:
            kind = "given" if grid.givens[cell] else "placed"
            more = " conflict" if cell in wrong else ""
            yield _text(x + CELL / 2, y + CELL / 2, CELL * 0.6, f"{kind}{more}", symbol(value))
        else:
            yield from _small(grid, x, y, grid.candidates[cell] if candidates else grid.marks[cell])


def _small(grid: Grid, x: float, y: float, bits: int) -> Iterator[str]:
    """Each value at a place of its own, laid out as a box is."""
    shape = grid.shape if grid.shape.regions is None else Shape.default(grid.shape.order)
    columns, rows = shape.box_columns, shape.box_rows
    width, height = CELL / columns, CELL / rows
    for value in values_in(bits):
        row, column = divmod(value - 1, columns)
        size = min(width, height) * 0.8
        yield _text(x + (column + 0.5) * width, y + (row + 0.5) * height, size, "mark", symbol(value))


def _text(x: float, y: float, size: float, kind: str, text: str) -> str:
    return lettering(text, x=x, y=y, font_size=size, class_=kind)


def _lines(grid: Grid) -> Iterator[str]:
    """The lines of the grid; those around it and between boxes or regions are heavy and come last."""
    shape = grid.shape
    n = shape.order
    light: list[tuple[int, int, int, int]] = []
    heavy: list[tuple[int, int, int, int]] = []
    for at in range(n + 1):
        for along in range(n):
            across = along * n + at - 1, along * n + at
            down = (at - 1) * n + along, at * n + along
            place, start = MARGIN + at * CELL, MARGIN + along * CELL
            for (one, other), line in (
                (across, (place, start, place, start + CELL)),
                (down, (start, place, start + CELL, place)),
            ):
                edge = at in (0, n) or shape.box(one) != shape.box(other)
                (heavy if edge else light).append(line)
    for kind, lines in (("thin", light), ("thick", heavy)):
        for x1, y1, x2, y2 in _merged(lines):
            yield element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)


def _merged(lines: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Join lines that meet end to end into one."""
    out: list[tuple[int, int, int, int]] = []
    upright = sorted(line for line in lines if line[0] == line[2])
    level = sorted((line for line in lines if line[0] != line[2]), key=lambda line: (line[1], line[0]))
    for line in (*upright, *level):
        last = out[-1] if out else None
        straight = last is not None and (last[0] == line[2] or last[1] == line[3])
        if last is not None and straight and last[2:] == line[:2] and (last[0] == last[2]) == (line[0] == line[2]):
            out[-1] = (*last[:2], *line[2:])
        else:
            out.append(line)
    return out


def _shaded(grid: Grid) -> Iterator[str]:
    """The cells of diagonals and windows."""
    n = grid.shape.order
    for cell in sorted({cell for unit in grid.shape.extra_units for cell in unit}):
        x, y = MARGIN + cell % n * CELL, MARGIN + cell // n * CELL
        yield element("rect", x=x, y=y, width=CELL, height=CELL, class_="extra")
