"""Sudoku geometry and checks as NumPy arrays: what the kernels and their drivers share."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape

_FOUND_CELLS = 1 << 19
"""How many cells a buffer of found solutions may hold: 2 MiB."""


@lru_cache(maxsize=64)
def units_array(shape: Shape) -> NDArray[np.int32]:
    """(units, n): the cells of each unit, in the order of `Shape.units`; 3n rows for a plain grid."""
    return np.array(shape.units, dtype=np.int32)


@lru_cache(maxsize=64)
def units_of_array(shape: Shape) -> NDArray[np.int32]:
    """(n², 3): the row, column and box of each cell, as unit numbers."""
    return np.array([shape.units_of(cell) for cell in range(shape.cells)], dtype=np.int32)


@lru_cache(maxsize=64)
def peers_array(shape: Shape) -> NDArray[np.int32]:
    """(n², most peers): the peers of each cell; where a variant gives it fewer, the last is repeated."""
    peers = [shape.peers(cell) for cell in range(shape.cells)]
    most = max(map(len, peers))
    rows = [own + own[-1:] * (most - len(own)) for own in peers]
    return np.array(rows, dtype=np.int32).reshape(shape.cells, -1)


def all_solve(problem: Sudoku, rows: NDArray[np.integer]) -> bool:
    """Whether every row of a (count, n²) array solves the problem."""
    n, cells = problem.shape.order, problem.shape.cells
    if rows.ndim != 2 or rows.shape[1] != cells:
        return False
    givens = np.array(problem.givens)
    if not np.array_equal(
        rows[:, givens > 0], np.broadcast_to(givens[givens > 0], (len(rows), int((givens > 0).sum())))
    ):
        return False
    by_unit = np.sort(rows[:, units_array(problem.shape)], axis=2)
    return bool((by_unit == np.arange(1, n + 1)).all())


def buffer_rows(goal: Goal, limit: int | None, width: int) -> int:
    """How many rows a search's buffer of found solutions needs: few for wide grids or low limits."""
    rows = max(16, min(4096, _FOUND_CELLS // max(width, 1)))
    return 1 if goal is Goal.FIRST else rows if limit is None else max(1, min(rows, limit))
