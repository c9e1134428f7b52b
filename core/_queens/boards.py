"""What all searches for queens share: a board, given by the column in each row, and how it is shown and verified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._queens.completion import not_completable
from core._queens.problem import Queens
from core._search import Goal, Status
from core.running._kernel_runner import HOPELESS_STEPS
from core.running._kernel_search import LEVEL, Bounds, KernelSearch

LARGEST_PLACEMENT = 4096
"""Beyond this N a snapshot has no placement; `BoardSearch.board_array` shows the board instead."""

MOST_COUNTED = 1 << 61
"""The bounds of a count in a state: a kernel adds a quota to the count, and the sum must stay below 2⁶³."""

RUNNING = 1
"""The phase of a search for queens between its root and its end."""

_LARGEST_SORTED = 1024
_CHUNK = 1 << 16


def all_valid(n: int, rows: NDArray[Any]) -> bool:
    """Whether every row of a (count, n) array of columns is a solution of n queens."""
    if rows.shape[1] != n or rows.min(initial=0) < 0 or rows.max(initial=0) >= n:
        return False
    if n > _LARGEST_SORTED:
        return all(_no_line_twice(n, row) for row in rows)
    board = np.arange(n, dtype=np.int32)
    lines = (rows, rows + board, rows - board)
    return all(bool((np.diff(np.sort(line, axis=1), axis=1) != 0).all()) for line in lines)


def _no_line_twice(n: int, columns: NDArray[Any]) -> bool:
    """Like `all_valid`, for one large board: in linear time, in chunks that stay in the processor's cache."""
    column_seen, rising_seen, falling_seen = (np.zeros(size, dtype=np.bool_) for size in (n, 2 * n, 2 * n))
    for start in range(0, n, _CHUNK):
        line = columns[start : start + _CHUNK].astype(np.intp)
        rows = np.arange(start, start + len(line))
        column_seen[line] = True
        line += rows
        rising_seen[line] = True
        line -= rows
        line -= rows
        falling_seen[line] = True  # a negative number counts from the end, where no other diagonal is
    return all(int(np.count_nonzero(seen)) == n for seen in (column_seen, rising_seen, falling_seen))


def all_honoured(problem: Queens, rows: NDArray[Any]) -> bool:
    """Whether every row of an array of solutions has the placed queens, and no queen on a forbidden square."""
    return all(bool((rows[:, row] == column).all()) for row, column in problem.placed) and not any(
        bool((rows[:, row] == column).any()) for row, column in problem.forbidden
    )


class BoardSearch(KernelSearch):
    """A search whose array ``columns`` (int32, N) holds the queens of rows 0 … `_filled` - 1."""

    can_prove_unsolvable = True
    """Whether a run to the end shows that there is no solution.  If not, the method does not search at all for 2 or 3
    queens, which are known to have no solution (Pauls 1874), nor on boards that `not_completable` rules out."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit, width=problem.n)
        self._n = problem.n
        if goal is not Goal.FIRST and limit is None:
            # Each solution is a node of its own.  No search waits for the compiler, so that figures move meanwhile.
            self.least_steps = min(problem.known_count or 0, HOPELESS_STEPS - 1)
        self.fixed = {"n": problem.n}
        self.arrays = {"columns": np.zeros(problem.n, dtype=np.int32)}
        if not self.can_prove_unsolvable and (not problem.solvable or not_completable(problem) is not None):
            self.status = Status.COMPLETE

    def _filled(self) -> int:
        """The number of first rows that hold a queen."""
        return int(self.counters[LEVEL])

    def board_array(self) -> NDArray[np.int32]:
        """The columns of the rows filled so far: a read-only view, which changes with the search."""
        view: NDArray[np.int32] = self.arrays["columns"][: self._filled()]
        view.flags.writeable = False
        return view

    def placement(self) -> tuple[int, ...]:
        """The columns of the rows filled so far; empty for N beyond `LARGEST_PLACEMENT`."""
        return tuple(self.board_array().tolist()) if self._n <= LARGEST_PLACEMENT else ()

    def array_bounds(self) -> Mapping[str, Bounds]:
        """Every column is on the board."""
        return {"columns": (0, self._n - 1)}

    def verify(self, rows: NDArray[Any]) -> bool:
        """Whether every row of a (count, N) array of columns solves the problem, restrictions included."""
        problem = self.problem
        assert isinstance(problem, Queens)
        return all_valid(self._n, rows) and all_honoured(problem, rows)


class OneBoardSearch(BoardSearch):
    """A method that ends with one solution and has no tree: its steps are not nodes."""

    counts_nodes = False
    can_prove_unsolvable = False


def masks_of(open_squares: NDArray[np.bool_]) -> list[int]:
    """For each row, the columns where a queen can stand, as bits."""
    packed = np.packbits(open_squares, axis=1, bitorder="little")
    held, width = packed.tobytes(), packed.shape[1]
    return [int.from_bytes(held[at : at + width], "little") for at in range(0, len(held), width)]
