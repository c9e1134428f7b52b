"""Sudoku as exact cover (Nery, 003): each cell, and each value in each house, covered once.

Option ``cell · n + value - 1`` puts a value in a cell.  Of the n³ options
only those that the candidates allow stay: the given one in a given cell, and elsewhere
every candidate that no given cell in a common house holds.  A given that clashes with
another loses its option too, so that contradictory givens leave an item without any.

Items are the cells, then the values of each house: in a plain grid row-values,
column-values and box-values.  The incidence is built twice over: sparsely, in O(n³);
and through the explicit matrix (n³ × 4n² in the document), in O(n⁵), to show what
that costs.  Both give the same options in the same order, hence the same search tree.
"""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._search import Goal
from core.exact_cover._kernels.algorithm_x import AlgorithmX
from core.exact_cover._kernels.cover_search import SMALLEST_ITEM, CoverSearch
from core.exact_cover._kernels.dancing_links import DancingLinks
from core.exact_cover._kernels.probing import CoverProbing
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._solvers.arrays import all_solve, buffer_rows, candidates_array


@lru_cache(maxsize=64)
def _places(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The houses of all cells, cell by cell; where those of each begin (and the end); and the cell of each entry."""
    of_cells = [layout.houses_of(cell) for cell in range(layout.cells)]
    counts = np.array([len(houses) for houses in of_cells], dtype=np.int64)
    houses = np.array([house for own in of_cells for house in own], dtype=np.int64)
    return houses, np.concatenate([[0], np.cumsum(counts)]), np.repeat(np.arange(layout.cells), counts)


def item_count(problem: Sudoku) -> int:
    """How many items there are: n² cells, and n values in each house."""
    return problem.shape.cells + len(problem.houses) * problem.shape.order


def allowed_options(problem: Sudoku) -> NDArray[np.int64]:
    """The numbers of the options that agree with the candidates and the givens, ascending."""
    n, cells = problem.shape.order, problem.shape.cells
    givens = np.array(problem.givens)
    houses, _, cell_of = _places(problem.layout)
    given = np.flatnonzero(givens)
    held = np.zeros((cells, n), dtype=np.int64)
    held[given, givens[given] - 1] = 1
    load = np.zeros((len(problem.houses), n), dtype=np.int64)
    np.add.at(load, houses, held[cell_of])  # how many givens of the house have each value
    foreign = np.zeros((cells, n), dtype=np.int64)
    np.add.at(foreign, cell_of, load[houses] - held[cell_of])
    sets = candidates_array(problem)
    allowed = sets[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1) == 1
    return np.flatnonzero((allowed & (foreign == 0)).reshape(cells * n))


def sparse_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence of the allowed options, and their numbers, in O(n³)."""
    options = allowed_options(problem)
    starts, items = _items_of(problem, options)
    return Incidence(item_count(problem), 0, starts, items), options


def probing(problem: Sudoku, seed: int) -> CoverProbing | None:
    """The probing of a problem; None if rules say more than its exact cover does."""
    return CoverProbing(sparse_incidence(problem)[0], seed) if problem.layout.only_houses else None


def _items_of(problem: Sudoku, options: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The items of each option, its cell and its value in each house of that cell; where each begins, and the end."""
    n, cells = problem.shape.order, problem.shape.cells
    cell, value = np.divmod(options, n)
    houses, first, _ = _places(problem.layout)
    counts = first[cell + 1] - first[cell]
    starts = np.concatenate([[0], np.cumsum(counts + 1)])
    items = np.empty(starts[-1], dtype=np.int32)
    items[starts[:-1]] = cell
    rest = np.ones(len(items), dtype=bool)
    rest[starts[:-1]] = False
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    items[rest] = cells + houses[np.repeat(first[cell], counts) + within] * n + np.repeat(value, counts)
    return starts, items


def dense_matrix(problem: Sudoku) -> NDArray[np.uint8]:
    """The document's matrix M: n³ rows with a column for each item, the rows that are ruled out deleted (all 0)."""
    n, cells = problem.shape.order, problem.shape.cells
    matrix = np.zeros((cells * n, item_count(problem)), dtype=np.uint8)
    starts, items = _items_of(problem, np.arange(cells * n))
    matrix[np.repeat(np.arange(cells * n), np.diff(starts)), items] = 1
    keep = np.zeros(cells * n, dtype=bool)
    keep[allowed_options(problem)] = True
    matrix[~keep] = 0
    return matrix


def dense_incidence(problem: Sudoku) -> tuple[Incidence, NDArray[np.int64]]:
    """The incidence of a Sudoku, read off the explicit matrix cell by cell, in O(n⁵)."""
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
