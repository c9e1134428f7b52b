"""Minimum conflicts on a board where queens are placed or squares forbidden: placed queens never move.

The other rows hold a permutation of the columns left.  Each row in collision in turn exchanges columns with a random
row if that adds no collision.  A *closed* square is forbidden or attacked by a placed queen; a queen on one is in
collision whatever else stands on the board.  Not every board can be completed, and this search cannot tell, so it
gives up after many restarts; boards that `core._queens.completion` proves impossible are not searched at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._kernels.random_numbers import ALL, random_below, seeded
from core._queens.boards import OneBoardSearch
from core._queens.collisions import alone, drop, exchange
from core._queens.problem import Queens
from core._queens.squares import open_squares
from core._search import Goal, Status
from core.running._kernel_search import DONE, FRESH, KEPT, PHASE, SOLUTIONS, Bounds, leave

_REPAIR = 1
RANDOM_STATE, TURN, IDLE, COLLISIONS, RESTARTS = range(5)
"""The words of the state vector: random numbers, the row whose turn it is, wasted draws, collisions, restarts."""
IDLE_DRAWS = 20
"""The number of wasted draws after which the search starts over, as a multiple of the rows that may move."""
MOST_RESTARTS = 10_000
MOST_DRAWS = 100
"""The number of columns a row draws at the start before it takes one with a collision."""


class KeptBoard(NamedTuple):
    """The rows that may move, the closed squares, and the number of these rows' queens on each diagonal."""

    n: int
    rows: NDArray[np.int32]
    closed: NDArray[np.uint8]
    start: NDArray[np.int32]
    columns: NDArray[np.int32]
    rising: NDArray[np.int32]
    falling: NDArray[np.int32]
    words: NDArray[np.uint64]
    counters: NDArray[np.int64]


@inline_kernel
def swap(n: Any, closed: Any, columns: Any, rising: Any, falling: Any, one: Any, other: Any) -> Any:
    """Exchange the columns of two rows; returns the change in collisions, closed squares included."""
    before = np.int64(closed[one, columns[one]]) + np.int64(closed[other, columns[other]])
    change = exchange(n, columns, rising, falling, one, other)
    return change + np.int64(closed[one, columns[one]]) + np.int64(closed[other, columns[other]]) - before


@inline_kernel
def shuffled_in(state: Any, draws: Any) -> Any:
    """Deal the remaining columns to the rows that may move, with ``draws`` tries for each; returns the collisions."""
    n, rows, closed, columns = state.n, state.rows, state.closed, state.columns
    rising, falling, words = state.rising, state.falling, state.words
    count = rows.shape[0]
    rising[:] = 0
    falling[:] = 0
    for i in range(n):
        columns[i] = state.start[i]
    collisions = np.int64(0)
    for i in range(count):
        row = rows[i]
        left = draws
        while left > 0:
            left -= 1
            other = rows[i + random_below(words, count - i)]
            columns[row], columns[other] = columns[other], columns[row]
            column = columns[row]
            if closed[row, column] == 0 and rising[row + column] == 0 and falling[row - column + n - 1] == 0:
                break
        collisions += drop(n, columns, rising, falling, row) + np.int64(closed[row, columns[row]])
    return collisions


@kernel
def repair_around(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Run the whole method; the contract is that of `core.running._kernel_search`, and a step is one draw."""
    n, rows, closed, columns = state.n, state.rows, state.closed, state.columns
    rising, falling, words, counters = state.rising, state.falling, state.words, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    left_at_top = budget + 1
    phase = counters[PHASE]
    count = rows.shape[0]
    turn: Any = np.int64(words[TURN])
    idle: Any = np.int64(words[IDLE])
    collisions: Any = np.int64(words[COLLISIONS])
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            steps_left -= 1
            collisions = shuffled_in(state, MOST_DRAWS)
            turn = 0
            idle = 0
            phase = _REPAIR
        elif collisions == 0:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                for i in range(n):
                    found[0, i] = columns[i]
                counters[KEPT] = 1
        elif turn == count:
            if steps_left == left_at_top:  # no row is in collision: a file counted them wrongly
                phase = FRESH
            turn = 0
            left_at_top = steps_left
        elif idle >= IDLE_DRAWS * count:
            words[RESTARTS] += np.uint64(1)
            phase = DONE if words[RESTARTS] >= np.uint64(MOST_RESTARTS) else FRESH
        else:
            row = rows[turn]
            if closed[row, columns[row]] == 0 and alone(n, columns, rising, falling, row):
                turn += 1
                continue
            steps_left -= 1
            idle += 1
            other = rows[random_below(words, count)]
            if other != row:
                change = swap(n, closed, columns, rising, falling, row, other)
                if change > 0:
                    swap(n, closed, columns, rising, falling, row, other)
                else:
                    collisions += change
                    turn += 1
                    if change < 0:
                        idle = 0
    words[TURN] = np.uint64(turn)
    words[IDLE] = np.uint64(idle)
    words[COLLISIONS] = np.uint64(collisions)
    leave(counters, n if phase != FRESH else 0, phase, counters[KEPT], budget - steps_left, 0)


def movable(problem: Queens) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]:
    """The rows without a placed queen, a column for each row (that of its placed queen, if any), and the closed
    squares.

    The squares are an (N, N) array, 1 where a queen would be in collision; empty for a board without restrictions.
    """
    n = problem.n
    if not problem.restricted:
        every = np.arange(n, dtype=np.int32)
        return every, every.copy(), np.zeros((0, 0), dtype=np.uint8)
    start = np.full(n, -1, dtype=np.int32)
    for row, column in problem.placed:
        start[row] = column
    rows = np.flatnonzero(start < 0).astype(np.int32)
    start[rows] = np.setdiff1d(np.arange(n, dtype=np.int32), start)[: len(rows)]
    return rows, start, (~open_squares(problem)).astype(np.uint8)


class KeptQueens(OneBoardSearch):
    """The search that runs `repair_around`; the board must be one that `core._queens.completion` does not rule out."""

    kernel = repair_around
    layout = KeptBoard
    phases = (DONE, FRESH, _REPAIR)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        rows, start, closed = movable(problem)
        self.fixed |= {"rows": rows, "start": start, "closed": closed}
        self.arrays["columns"][:] = start
        self.arrays |= {
            "rising": np.zeros(2 * self._n, dtype=np.int32),
            "falling": np.zeros(2 * self._n, dtype=np.int32),
            "words": seeded(seed, 5),
        }

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The random word may be any number, and only rows that may move have turns."""
        rows = len(self.fixed["rows"])
        most = [ALL, rows, IDLE_DRAWS * rows + 1, 4 * self._n, MOST_RESTARTS]
        return {**super().array_bounds(), "words": (0, np.array(most, dtype=np.uint64))}

    def exhausted(self) -> Status:
        """COMPLETE with a solution, otherwise GAVE_UP."""
        return Status.COMPLETE if self.counters[SOLUTIONS] else Status.GAVE_UP

    def detail(self) -> Mapping[str, Any]:
        """The collisions now and the restarts so far."""
        words = self.arrays["words"]
        return {"conflicts": int(words[COLLISIONS]), "restarts": int(words[RESTARTS])}
