"""The options of a Sudoku as an exact cover problem: which agree with the givens, and what each covers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import units_of_array


def allowed_options(problem: Sudoku) -> NDArray[np.int64]:
    """The numbers of the options that agree with the givens, ascending."""
    n, cells = problem.shape.order, problem.shape.cells
    givens = np.array(problem.givens)
    units = units_of_array(problem.shape)
    given = np.flatnonzero(givens)
    taken = np.zeros((3 * n, n), dtype=np.int64)
    for kind in range(3):
        np.add.at(taken, (units[given, kind], givens[given] - 1), 1)
    load = taken[units].sum(axis=1)  # (n², n): how many givens in the three units have each value
    allowed = load == 0
    allowed[given] = False
    clean = load[given, givens[given] - 1] == 3  # a given counts itself once in each unit
    allowed[given[clean], givens[given[clean]] - 1] = True
    return np.flatnonzero(allowed.reshape(cells * n))


def items_of(problem: Sudoku, options: NDArray[np.int64]) -> NDArray[np.int32]:
    """(options, 4): the items of each option - its cell, row-value, column-value and box-value."""
    n, cells = problem.shape.order, problem.shape.cells
    cell, value = np.divmod(options, n)
    units = units_of_array(problem.shape)[cell]
    within = units - np.array([0, n, 2 * n])  # the number of the row, the column, the box
    places = cells * np.arange(1, 4) + within * n + value[:, None]
    return np.concatenate([cell[:, None], places], axis=1).astype(np.int32)
