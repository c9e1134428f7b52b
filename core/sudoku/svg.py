"""A grid as an SVG picture: givens bold, placed values lighter, marks or candidates small.

The picture stands alone (no fonts or scripts from elsewhere) and is legible
without colour: givens differ from placed values by weight and slant too.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from core.sudoku.formats.base import clean_text
from core.sudoku.grid import Grid, values_in
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import symbol

CELL = 40
MARGIN = 8
_STYLE = (
    "rect{fill:#fff}text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central;fill:#000}"
    ".given{font-weight:bold}.placed{font-style:italic;fill:#1a4f9c}.mark{fill:#555}"
    ".conflict{text-decoration:underline;fill:#b00020}"
    ".thin{stroke:#999;stroke-width:1}.thick{stroke:#000;stroke-width:2.5}"
)


def to_svg(grid: Grid, *, title: str = "", candidates: bool = False) -> str:
    """The picture as a text.  Empty cells show their pencil marks, or with ``candidates`` what the rules leave."""
    side = grid.shape.order * CELL + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">',
        f"<title>{escape(clean_text(title) or str(grid.puzzle))}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{side}" height="{side}"/>',
        *_cells(grid, candidates),
        *_lines(grid, side),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


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
    columns, rows = grid.shape.box_columns, grid.shape.box_rows
    width, height = CELL / columns, CELL / rows
    for value in values_in(bits):
        row, column = divmod(value - 1, columns)
        size = min(width, height) * 0.8
        yield _text(x + (column + 0.5) * width, y + (row + 0.5) * height, size, "mark", symbol(value))


def _text(x: float, y: float, size: float, kind: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:.3g}" class="{kind}">{escape(text)}</text>'


def _lines(grid: Grid, side: int) -> Iterator[str]:
    shape = grid.shape
    last = side - MARGIN
    for heavy in (False, True):
        for at in range(shape.order + 1):
            place = MARGIN + at * CELL
            kind = "thick" if heavy else "thin"
            if (at % shape.box_columns == 0) is heavy:
                yield f'<line x1="{place}" y1="{MARGIN}" x2="{place}" y2="{last}" class="{kind}"/>'
            if (at % shape.box_rows == 0) is heavy:
                yield f'<line x1="{MARGIN}" y1="{place}" x2="{last}" y2="{place}" class="{kind}"/>'
