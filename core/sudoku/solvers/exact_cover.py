"""Sudoku as exact cover (Nery, 003): cell, row-value, column-value and box-value each covered once.

Option ``cell · n + value - 1`` puts a value in a cell.  Of the n³ options
only those that the givens allow stay: the given one in a given cell, and elsewhere
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

from core.exact_cover.kernels.algorithm_x import AlgorithmX
from core.exact_cover.kernels.cover_search import SMALLEST_ITEM, CoverSearch
from core.exact_cover.kernels.dancing_links import DancingLinks
from core.kernels.incidence import Incidence
from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import all_solve, buffer_rows, units_of_array


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


def sparse_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence of the allowed options, and their numbers, in O(n³)."""
    if problem.shape.extra_units:
        return variant_incidence(problem)
    options = allowed_options(problem)
    items = items_of(problem, options).reshape(-1)
    starts = np.arange(0, 4 * len(options) + 1, 4, dtype=np.int64)
    return Incidence(4 * problem.shape.cells, 0, starts, items), options


def variant_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The same for a variant: each additional unit adds an item for each value."""
    shape, givens = problem.shape, problem.givens
    n, base = shape.order, 4 * shape.cells
    extra_of: list[list[int]] = [[] for _ in range(shape.cells)]
    for number, unit in enumerate(shape.extra_units):
        for cell in unit:
            extra_of[cell].append(number)
    held = [[givens[cell] for cell in unit] for unit in shape.extra_units]

    def allowed(option: int) -> bool:
        cell, value = divmod(int(option), n)
        own = int(givens[cell] == value + 1)
        return all(held[number].count(value + 1) == own for number in extra_of[cell])

    options = np.array([option for option in allowed_options(problem) if allowed(option)], dtype=np.int64)
    plain = items_of(problem, options).tolist()
    items: list[int] = []
    starts = [0]
    for option, own in zip(options.tolist(), plain, strict=True):
        cell, value = divmod(option, n)
        items += own
        items += [base + number * n + value for number in extra_of[cell]]
        starts.append(len(items))
    total = base + len(shape.extra_units) * n
    return Incidence(total, 0, np.array(starts, dtype=np.int64), np.array(items, dtype=np.int32)), options


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


class CoverOfGrid(CoverSearch):
    """An exact cover search on a Sudoku, smallest item first: its path is shown as a grid, givens included."""

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        givens = self._sudoku.givens
        return tuple(given or value for given, value in zip(givens, super().placement(), strict=True))

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return self._sudoku.shape.cells

    @property
    def _sudoku(self) -> Sudoku:
        assert isinstance(self.problem, Sudoku)
        return self.problem


class SudokuMatrix(CoverOfGrid, AlgorithmX):
    """Algorithm X on the matrix of a Sudoku, without links; it visits the tree of `SudokuLinks`."""

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        incidence, options = sparse_incidence(problem)
        cells = problem.shape.cells
        self.buffer_rows = buffer_rows(goal, limit, cells)
        super().__init__(
            problem, goal, limit, incidence, rule=SMALLEST_ITEM, longest=cells,
            decode=partial(values_of, problem, options), verify=partial(all_solve, problem),
        )  # fmt: skip


class SudokuLinks(CoverOfGrid, DancingLinks):
    """Dancing Links on a Sudoku.

    ``build`` says how the incidence is made, ``sparse`` or ``dense``; the tree is the same.
    """

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None, *, build: str = "sparse") -> None:
        incidence, options = dense_incidence(problem) if build == "dense" else sparse_incidence(problem)
        self.buffer_rows = buffer_rows(goal, limit, incidence.primary)
        super().__init__(
            problem, goal, limit, incidence, rule=SMALLEST_ITEM,
            decode=partial(values_of, problem, options), verify=partial(all_solve, problem),
        )  # fmt: skip


dense_links = partial(SudokuLinks, build="dense")
"""Start the same search with its links built through the explicit matrix."""
