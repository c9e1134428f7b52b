"""Sudoku as exact cover (Nery, 003): cell, row-value, column-value and box-value each covered once.

Option ``cell · n + value - 1`` puts a value in a cell.  Of the n³ options only
those stay that the givens allow: the given one in a given cell, and elsewhere
every value that no given peer has.  A given that clashes with another loses its
option too, so that contradictory givens leave an item without any.

The incidence is built twice over: sparsely, in O(n³); and through the explicit
matrix of n³ × 4n² of the document, in O(n⁵), to show what that costs.  Both give
the same options in the same order, hence the same search tree.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.kernels.dancing_links import SMALLEST_ITEM, DancingLinks
from core.exact_cover.kernels.incidence import Incidence
from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import all_solve, buffer_rows
from core.sudoku.solvers.cover_options import allowed_options, items_of
from core.sudoku.solvers.variant_cover import variant_incidence


def sparse_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence of the allowed options, and their numbers, in O(n³)."""
    if problem.shape.extra_units:
        return variant_incidence(problem)
    options = allowed_options(problem)
    items = items_of(problem, options).reshape(-1)
    starts = np.arange(0, 4 * len(options) + 1, 4, dtype=np.int64)
    return Incidence(4 * problem.shape.cells, 0, starts, items), options


def dense_matrix(problem: Sudoku) -> NDArray[np.uint8]:
    """The document's matrix M: n³ rows of 4n² columns, the rows that the givens rule out deleted (all 0)."""
    n, cells = problem.shape.order, problem.shape.cells
    matrix = np.zeros((cells * n, 4 * cells), dtype=np.uint8)
    every = np.arange(cells * n)
    matrix[every[:, None], items_of(problem, every)] = 1
    keep = np.zeros(cells * n, dtype=bool)
    keep[allowed_options(problem)] = True
    matrix[~keep] = 0
    return matrix


def dense_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The same incidence, read off the explicit matrix cell by cell, in O(n⁵)."""
    matrix = dense_matrix(problem)
    rows, items = np.nonzero(matrix)
    options, lengths = np.unique(rows, return_counts=True)
    starts = np.zeros(len(options) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return Incidence(matrix.shape[1], 0, starts, items.astype(np.int32)), options


def values_of(problem: Sudoku, options: NDArray[np.int64], rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Found rows of option positions (padded with -1) as rows of n² values, 0 = empty."""
    n, cells = problem.shape.order, problem.shape.cells
    out = np.zeros((len(rows), cells), dtype=np.int32)
    which, level = np.nonzero(rows >= 0)
    cell, value = np.divmod(options[rows[which, level]], n)
    out[which, cell] = value + 1
    return out


class SudokuLinks(DancingLinks):
    """Dancing Links on a Sudoku, smallest item first; the current path is shown as a grid, givens included.

    ``build`` says how the incidence is made, ``sparse`` or ``dense``; the tree is the same.
    """

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None, *, build: str = "sparse") -> None:
        incidence, options = dense_incidence(problem) if build == "dense" else sparse_incidence(problem)
        self.buffer_rows = buffer_rows(goal, limit, incidence.primary)
        super().__init__(
            problem, goal, limit, incidence, rule=SMALLEST_ITEM,
            decode=partial(values_of, problem, options), verify=partial(all_solve, problem),
        )  # fmt: skip
        self._givens = np.array(problem.givens)

    def placement(self) -> tuple[int, ...]:
        path = np.array([self.path()], dtype=np.int32).reshape(1, -1)
        values: list[int] = np.where(self._givens > 0, self._givens, self.decode(path)[0]).tolist()
        return tuple(values)

    def max_depth(self) -> int:
        return len(self._givens)


dense_links = partial(SudokuLinks, build="dense")
"""Start the same search with its links built through the explicit matrix."""
