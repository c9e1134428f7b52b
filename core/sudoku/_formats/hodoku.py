"""HoDoKu library lines: ``:technique:candidates:givens:deleted:eliminations:placements:extra``.

    :0000:x:53..7....6..195....98....6.8...6...34..8+53..17...2...6.6....28....419..5....8..79:213 413:::

The grid has 81 characters, with ``+`` before a value that was placed; *deleted*
lists struck-out candidates as digit, row, column (1-based).  A whole state
without a step has technique ``0000`` and one field less.  9×9 only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.sudoku._formats.base import CannotWrite, Puzzle, PuzzleOrError, SourceText
from core.sudoku._formats.hodoku_lines import listed, puzzle_of
from core.sudoku._formats.line import read_line
from core.sudoku._grid import values_in
from core.sudoku._layout import PLAIN_NINE, Layout
from core.sudoku._symbols import EMPTY


def read(source: SourceText, layout: Layout | None = None) -> Iterator[PuzzleOrError]:
    """One puzzle on each line, which may also be one of 81 plain characters; lines with ``#`` are comments."""

    def puzzle(number: int, line: str) -> Puzzle:
        if layout is not None and layout != PLAIN_NINE:
            raise source.error(number, 1, f"expected boxes of {layout}; this format holds 3×3 only")
        if not line.lstrip().startswith(":"):
            return read_line(source, number, line, layout, strict=layout is not None)
        return puzzle_of(source, number, line)

    return source.one_a_line(puzzle)


def write(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """One line for each whole state.  Raises CannotWrite for other shapes than 3×3."""
    for puzzle in puzzles:
        grid = puzzle.grid
        if grid.layout != PLAIN_NINE:
            raise CannotWrite(f"a HoDoKu line holds 9×9 grids with 3×3 boxes, not {grid.layout}")
        cells = "".join(
            str(given) if given else f"+{own}" if own else EMPTY
            for given, own in zip(grid.givens, grid.placed, strict=True)
        )
        deleted = " ".join(listed(value, cell) for cell, bits in enumerate(grid.struck) for value in values_in(bits))
        code, values, *more = puzzle.step.split(":") if puzzle.step else ("0000", "x")
        yield f":{code}:{values}:{cells}:{deleted}:{':'.join(more) or ':'}"
