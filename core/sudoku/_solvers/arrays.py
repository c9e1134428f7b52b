"""Sudoku houses and checks as NumPy arrays: what the kernels and their drivers share."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core._search import Goal
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku

_FOUND_CELLS = 1 << 19
"""How many cells a buffer of found solutions may hold: 2 MiB."""


@lru_cache(maxsize=64)
def units_array(layout: Layout) -> NDArray[np.int32]:
    """(houses, n): the cells of each house, in the order of `Layout.houses`; 3n rows for a plain grid."""
    return np.array(layout.units, dtype=np.int32).reshape(-1, layout.order)


@lru_cache(maxsize=64)
def units_of_array(layout: Layout) -> NDArray[np.int32]:
    """(n², houses of a cell): the houses of each cell, if all cells are in equally many."""
    return np.array([layout.houses_of(cell) for cell in range(layout.cells)], dtype=np.int32)


@lru_cache(maxsize=64)
def peers_array(layout: Layout) -> NDArray[np.int32]:
    """(n², most peers): the peers of each cell; if a variant gives it fewer, the last is repeated."""
    peers = [layout.peers(cell) for cell in range(layout.cells)]
    most = max(map(len, peers))
    rows = [own + own[-1:] * (most - len(own)) for own in peers]
    return np.array(rows, dtype=np.int32).reshape(layout.cells, -1)


def candidates_array(problem: Sudoku) -> NDArray[np.uint64]:
    """(n²,): the set of the values that each cell may hold."""
    return np.array(problem.candidates, dtype=np.uint64)


def all_solve(problem: Sudoku, rows: NDArray[np.integer]) -> bool:
    """Whether every row of a (count, n²) array solves the problem."""
    layout, cells = problem.layout, problem.shape.cells
    if rows.ndim != 2 or rows.shape[1] != cells:
        return False
    if not layout.only_houses:
        return all(map(problem.solved_by, rows.tolist()))
    if ((rows < 1) | (rows > layout.order)).any():
        return False
    held = np.uint64(1) << (rows - 1).astype(np.uint64)
    if not (candidates_array(problem) & held).all():
        return False
    return bool((np.bitwise_or.reduce(held[:, units_array(layout)], axis=2) == (1 << layout.order) - 1).all())


def buffer_rows(goal: Goal, limit: int | None, width: int) -> int:
    """How many rows a search's buffer of found solutions needs: few for wide grids or low limits."""
    rows = max(16, min(4096, _FOUND_CELLS // max(width, 1)))
    return 1 if goal is Goal.FIRST else rows if limit is None else max(1, min(rows, limit))
