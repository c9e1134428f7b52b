"""``.ss`` (Simple Sudoku): a framed grid, an empty line, then what the user did.

    *-----*
    |1.|3.|
    |..|2.|
    |--+--|
    |.1|..|
    |4.|..|
    *-----*

    I012
    E04004

``Innc`` places digit c in cell nn (00-80); ``Ennccc`` strikes the candidates ccc
out of cell nn (zeros only fill up: ``E78007``).  9×9 and below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.sudoku._formats import rows
from core.sudoku._formats.base import CannotWrite, FormatError, Puzzle, PuzzleOrError, SourceText, boxes_comment, quoted
from core.sudoku._grid import Grid, bits_of, values_in
from core.sudoku._layout import Layout
from core.sudoku._symbols import symbol

STEP = re.compile(r"\s*([IE])(\d\d)(\d+)\s*")


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """The grids of a text, each with the steps that follow it."""
    drawn = ["" if line.lstrip()[:1] in ("I", "E") else line for line in source.lines]
    items = list(rows.read(SourceText(source.name, drawn), layout))
    starts = [item.line for item in items]
    if not items:
        yield source.error(1, 1, "expected a grid with a frame drawn round it")
        return
    for item, end in zip(items, [*starts[1:], len(source.lines) + 1], strict=True):
        if isinstance(item, FormatError):
            yield item
            continue
        try:
            yield replace(item, grid=_with_steps(source, item, end))
        except FormatError as error:
            yield error


def _with_steps(source: SourceText, puzzle: Puzzle, end: int) -> Grid:
    grid = puzzle.grid
    placed, struck = list(grid.placed), list(grid.struck)
    for number in range(puzzle.line, end):
        line = source.lines[number - 1]
        if line.lstrip()[:1] not in ("I", "E"):
            continue
        match = STEP.fullmatch(line)
        if match is None:
            raise source.error(number, 1, f"expected I or E, a cell 00-80 and digits, found {quoted(line)}")
        cell, values = int(match[2]), [int(digit) for digit in match[3].lstrip("0") or "0"]
        column = match.start(2) + 1
        if cell >= grid.layout.cells:
            raise source.error(
                number, column, f"expected a cell from 00 to {grid.layout.cells - 1:02}, found {match[2]}"
            )
        if max(values) > grid.layout.order or min(values) < 1:
            raise source.error(number, column + 2, f"expected digits 1-{grid.layout.order}, found {match[3]}")
        if match[1] == "E":
            struck[cell] |= bits_of(values)
        elif len(values) != 1 or grid.givens[cell]:
            why = "one digit" if len(values) != 1 else "an empty cell"
            raise source.error(number, column + 2, f"expected {why} to place in, found {quoted(line.strip())}")
        else:
            placed[cell] = values[0]
    return replace(grid, placed=tuple(placed), struck=tuple(struck))


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """The framed grid, then ``I`` and ``E`` lines.  Raises CannotWrite above 9×9."""
    for number, puzzle in enumerate(puzzles):
        grid = puzzle.grid
        if grid.layout.order > 9:
            raise CannotWrite(f".ss holds grids up to 9×9, not {grid.layout.order}×{grid.layout.order}")
        if not grid.layout.plain:
            raise CannotWrite(f".ss holds plain grids, not {grid.layout.variant}")
        if number:
            yield ""
        if puzzle.title:
            yield f"# {puzzle.title}"
        if 1 in (grid.shape.bands, grid.shape.stacks):
            yield from boxes_comment(grid.layout)
        # A grid without any given is written as it is: its values are the puzzle.
        own = grid.placed if any(grid.givens) else (0,) * grid.layout.cells
        yield from rows.framed(grid.layout, [symbol(value) for value in puzzle.clues], "*", "+", "|", "")
        yield ""
        for cell, value in enumerate(own):
            if value:
                yield f"I{cell:02}{value}"
        for cell, bits in enumerate(grid.struck):
            if bits:
                yield f"E{cell:02}{''.join(map(str, values_in(bits)))}"
