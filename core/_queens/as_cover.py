"""N queens as exact cover: on links, by the first item or the S heuristic (Veneroso 2017, §3.3), or on sparse sets."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._queens.boards import all_honoured, all_valid
from core._queens.encoding import incidence, item_order, placements
from core._queens.problem import Queens
from core._queens.squares import open_squares
from core._search import Goal
from core.exact_cover._kernels.cover_search import FIRST_ITEM, SMALLEST_ITEM
from core.exact_cover._kernels.dancing_cells import DancingCells
from core.exact_cover._kernels.dancing_links import DancingLinks


def start_first_item(problem: Queens, goal: Goal, limit: int | None) -> DancingLinks:
    """Start a search that takes the rows in order: it visits the same tree as backtracking, but updates links."""
    return _start(problem, goal, limit, FIRST_ITEM, "natural")


def start_smallest_item(problem: Queens, goal: Goal, limit: int | None, order: str) -> DancingLinks:
    """Start a search that takes the item with fewest options left; ties go to the first in the order named."""
    return _start(problem, goal, limit, SMALLEST_ITEM, order)


def start_cells(problem: Queens, goal: Goal, limit: int | None, order: str) -> QueensCells:
    """Start dancing cells, which branch on the row or column with fewest squares left; ties as for links."""
    n = problem.n
    squares = np.flatnonzero(open_squares(problem))
    search = QueensCells(
        problem, goal, limit, incidence(n, squares), longest=n, order=item_order(n, order),
        decode=partial(placements, n, squares), verify=partial(_valid, problem),
    )  # fmt: skip
    search.squares = squares
    return search


def _start(problem: Queens, goal: Goal, limit: int | None, rule: int, order: str) -> DancingLinks:
    n = problem.n
    squares = np.flatnonzero(open_squares(problem))
    search = QueensLinks(
        problem, goal, limit, incidence(n, squares), rule=rule, order=item_order(n, order),
        decode=partial(placements, n, squares), verify=partial(_valid, problem),
    )  # fmt: skip
    search.squares = squares
    return search


def _valid(problem: Queens, rows: NDArray[Any]) -> bool:
    return all_valid(problem.n, rows) and all_honoured(problem, rows)


class QueensLinks(DancingLinks):
    """Dancing Links on a board: N options make a solution, although there are 2 N primary items."""

    squares: NDArray[np.int64]
    """The square of each option, numbered in row-major order."""

    def max_depth(self) -> int:
        """N, because a solution has N options."""
        return self.problem.size


class QueensCells(DancingCells):
    """Dancing cells on a board."""

    squares: NDArray[np.int64]
    """The square of each option, numbered in row-major order."""
