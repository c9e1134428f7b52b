"""Every grid with boxes of 2×2, to compare answers with."""

from __future__ import annotations

from functools import cache

from core import Goal, Shape, Status, Sudoku
from core.sudoku._verdict import start_proposed

FOUR = Shape(2, 2)
RULES = ("cage 5: r1c1 r1c2", "cage 6: r2c3 r3c3", "thermo: r1c1 r2c2 r3c2", "thermo: r4c4-r4c3", "cage 7: r3c1 r4c1")


@cache
def every_grid() -> list[tuple[int, ...]]:
    """The 288 grids with boxes of 2×2."""
    search = start_proposed(Sudoku.empty(FOUR), Goal.ALL)
    while search.status is Status.RUNNING:
        search.advance(1 << 16)
    return [tuple(map(int, each)) for each in search.solutions]


def solutions(problem: Sudoku) -> list[tuple[int, ...]]:
    """Those of these grids that solve a puzzle."""
    return [values for values in every_grid() if problem.verify(values)]
