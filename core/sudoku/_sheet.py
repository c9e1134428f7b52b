"""Sheets to print: several puzzles on each page, their solutions at the end.  A page is A4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core._drawing.figure import Lettering, Page
from core._search import Goal
from core.sudoku._formats.base import Puzzle, clean_text
from core.sudoku._picture import grid_marks
from core.sudoku._verdict import start_proposed

WIDTH, HEIGHT, MARGIN, GAP, HEADING = 595.0, 842.0, 42.0, 26.0, 16.0
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""How many puzzles a page holds: columns and rows of them."""
SOLUTIONS_A_PAGE = 12
MOST_NODES = 1 << 20
"""How many nodes a solution may cost; a puzzle that needs more is printed without one."""


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
    search.advance(MOST_NODES)
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
            page += grid_marks(puzzle.grid.layout, values, puzzle.clues, x, y + HEADING, side)
        yield page
