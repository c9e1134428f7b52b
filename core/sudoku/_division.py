"""Cuts a grid into grids that together have its solutions, by filling some cells in every possible way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core._catalog import Algorithm
from core._lazy import keeps
from core._search import Goal, Search
from core.sudoku._grid import candidates_left, values_in
from core.sudoku._problem import Sudoku

PIECES = 40


@keeps(last=2)
def divide(problem: Sudoku, pieces: int) -> tuple[Sudoku, ...]:
    """Divide the problem into at least ``pieces`` grids, if possible, each time at a cell with the fewest candidates.

    The result is cached, because all parts of a count ask for the same division.
    """
    grids = [problem]
    while len(grids) < pieces:
        opened = [piece for grid in grids for piece in _filled(grid)]
        if len(opened) == len(grids) and all(0 not in grid.givens for grid in opened):
            return tuple(opened)
        grids = opened
    return tuple(grids)


def _filled(grid: Sudoku) -> Iterator[Sudoku]:
    """The grid with its first cell of fewest candidates filled, once for each of them."""
    if grid.conflicts:
        return
    left = [a & b for a, b in zip(candidates_left(grid.layout, grid.givens), grid.candidates, strict=True)]
    empty = [cell for cell, given in enumerate(grid.givens) if not given]
    if not empty:
        yield grid
        return
    cell = min(empty, key=lambda cell: left[cell].bit_count())
    for value in values_in(left[cell]):
        yield grid.with_value(cell, value)


def searches(
    entry: Algorithm, problem: Sudoku, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """The searches of part ``number`` (see `core._parts.part`): every ``of``-th piece."""
    for piece in divide(problem, of)[number::of]:
        yield entry.start(piece, Goal.COUNT, None, parameters=settings)


def usual_parts(problem: Sudoku) -> int:
    """The number of parts unless the user says otherwise: as many as pieces."""
    return max(1, len(divide(problem, PIECES)))
