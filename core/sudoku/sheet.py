"""Sheets to print: several puzzles on each page, their solutions at the end.  A page is A4.

And one grid in a figure (`at_node`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.explain.reason import Reason
from core.figure import CAPITAL, DIGIT, Area, Lettering, Mark, Page, Stroke
from core.search import Goal
from core.sudoku.formats.base import Puzzle, clean_text
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.symbols import symbol
from core.sudoku.verdict import start_proposed

WIDTH, HEIGHT, MARGIN, GAP, HEADING = 595.0, 842.0, 42.0, 26.0, 16.0
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""How many puzzles a page holds: columns and rows of them."""
SOLUTIONS_A_PAGE = 12
PATIENCE = 1 << 20
"""How many nodes a solution may cost; a puzzle that takes more is printed without one."""


def sheets(puzzles: Sequence[Puzzle], *, per_page: int = 4, solutions: bool = True) -> list[Page]:
    """The pages: puzzles first, then solutions.  ``per_page`` is one of `LAYOUTS`."""
    drawn = [
        (puzzle, puzzle.clues, f"{number}. {puzzle.title}".rstrip(". ")) for number, puzzle in enumerate(puzzles, 1)
    ]
    pages = list(_pages(drawn, per_page))
    if solutions:
        solved = [
            (puzzle, found, f"Solution of {number}")
            for number, puzzle in enumerate(puzzles, 1)
            if (found := _solution(puzzle)) is not None
        ]
        pages += _pages(solved, max(per_page, SOLUTIONS_A_PAGE))
    return pages


def _solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    search = start_proposed(puzzle.problem, Goal.FIRST)
    search.advance(PATIENCE)
    return tuple(map(int, search.solutions[0])) if search.counts()[0] else None


def _pages(drawn: Sequence[tuple[Puzzle, tuple[int, ...], str]], per_page: int) -> Iterator[Page]:
    columns, rows = LAYOUTS[per_page]
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns
    high = (HEIGHT - 2 * MARGIN - (rows - 1) * GAP) / rows
    side = min(wide, high - HEADING)
    for first in range(0, len(drawn), per_page):
        page = Page(WIDTH, HEIGHT)
        for at, (puzzle, values, heading) in enumerate(drawn[first : first + per_page]):
            row, column = divmod(at, columns)
            x = MARGIN + column * (wide + GAP) + (wide - side) / 2
            y = MARGIN + row * (high + GAP)
            page.append(Lettering(x, y + 10, 10 if side > 180 else 8, clean_text(heading)[: int(side / 5)]))
            page += grid_marks(puzzle.grid.shape, values, puzzle.clues, x, y + HEADING, side)
        yield page


def grid_marks(
    shape: Shape, values: Sequence[int], clues: Sequence[int], left: float, top: float, side: float
) -> Iterator[Mark]:
    """A grid at a place: its lines, its extra units shaded, the clues bold."""
    n = shape.order
    cell = side / n
    for at in sorted({at for unit in shape.extra_units for at in unit}):
        yield Area(left + at % n * cell, top + at // n * cell, cell, cell)
    for at, value in enumerate(values):
        if value:
            text, size = symbol(value), cell * 0.62
            width = (DIGIT if text.isdigit() else CAPITAL) * size
            x, y = left + at % n * cell + (cell - width) / 2, top + at // n * cell + cell / 2 + size * 0.36
            yield Lettering(x, y, size, text, bool(clues[at]))
    for heavy in (False, True):
        for line in range(n + 1):
            for along in range(n):
                upright = line in (0, n) or shape.box(along * n + line - 1) != shape.box(along * n + line)
                level = line in (0, n) or shape.box((line - 1) * n + along) != shape.box(line * n + along)
                width = 1.6 if heavy else 0.4
                place, start, end = line * cell, along * cell, (along + 1) * cell
                if upright is heavy:
                    yield Stroke(left + place, top + start, left + place, top + end, width)
                if level is heavy:
                    yield Stroke(left + start, top + place, left + end, top + place, width)


def at_node(problem: Sudoku, reason: Reason, left: float, top: float, side: float) -> tuple[list[Mark], float]:
    """The grid at a node of a search, the last cell lit; and how high it is."""
    shape, marks = problem.shape, list[Mark]()
    values = list(problem.givens)
    taken = [t.option for t in reason.path if t.option is not None and not t.refused]
    taken += [c.option for c in reason.concluded]
    for option in taken:
        if option.number < shape.cells * shape.order and "=" in option.name:
            cell, value = divmod(option.number, shape.order)
            values[cell] = value + 1
    last = reason.taken.option if reason.taken is not None else None
    cell_side = side / shape.order
    if last is not None and last.number < shape.cells * shape.order:
        row, column = divmod(last.number // shape.order, shape.order)
        marks.append(Area(left + column * cell_side, top + row * cell_side, cell_side, cell_side, "lit"))
    return [*marks, *grid_marks(shape, values, problem.givens, left, top, side)], side
