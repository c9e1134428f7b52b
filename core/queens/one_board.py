"""What the methods share that work on one full board and end with one solution."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.queens.problem import Queens
from core.search import Goal, Status
from core.tree import KernelSearch

LARGEST_SHOWN = 4096
"""Beyond this N snapshots carry no placement; `OneBoard.board_array` shows the board itself."""


def solves(n: int, board: NDArray[Any]) -> bool:
    """Whether ``board`` (each row's column) is a solution of n queens, in O(n)."""
    if board.shape != (n,) or board.min(initial=0) < 0 or board.max(initial=0) >= n:
        return False
    rows = np.arange(n, dtype=np.int32)
    for lines in (board, rows + board, rows - board + n - 1):
        taken = np.zeros(2 * n, dtype=np.bool_)
        taken[lines] = True
        if int(np.count_nonzero(taken)) != n:
            return False
    return True


class OneBoard(KernelSearch):
    """State: ``board`` (int32, n), each row's column.  N = 2 and 3 have no solution: complete at once."""

    counts_nodes = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit, width=problem.n)
        self.n = problem.n
        self.arrays = {"board": np.full(problem.n, -1, dtype=np.int32)}
        if not problem.solvable:
            self.status = Status.COMPLETE

    def board_array(self) -> NDArray[np.int32]:
        """The board as it is now, each row's column or -1: a view, for looking only."""
        view: NDArray[np.int32] = self.arrays["board"].view()
        view.flags.writeable = False
        return view

    def _verify(self, rows: NDArray[Any]) -> bool:
        return all(solves(self.n, row) for row in rows)

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.arrays["board"].tolist()) if self.n <= LARGEST_SHOWN else ()
