"""Linear-time local search with conflict minimisation, after QS4 (Sosic and Gu 1991, 1994).

Two phases work on one permutation, so no row or column ever has two queens; only diagonals can:

1. *Placing*: each row takes a random column not yet used, drawn again until its
   diagonals are free; only the last few rows take the columns that are left, collisions and all.
2. *Repair*: each row in collision exchanges columns with a random row.  On a large board the
   exchange is kept only if it leaves both queens free, as in the paper.  On a small one there is
   hardly ever such an exchange, so any that adds no collision is kept, and the next row in
   collision has its turn.

A repair that makes no progress for long starts over with another permutation.  A step is one draw
examined; for large N about 3 N steps are expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._kernels.prefetch import fetch_ahead
from core._kernels.random_numbers import ALL, later_below, random_below, seeded
from core._queens.boards import OneBoardSearch
from core._queens.collisions import alone, drop, exchange
from core._queens.problem import Queens
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, PHASE, SOLUTIONS, UNBOUNDED, Bounds, leave

_PLACING, _REPAIR = 1, 2
RANDOM_STATE, ROW, IDLE, COLLISIONS, RESTARTS = range(5)
"""The words of the state vector: random numbers, the current row, wasted draws, collisions, restarts."""
LARGE = 1000
"""From this N on, an exchange must leave both queens free."""
LOOSE_ROWS = 80
"""The rows left to the repair; on a small board half of all rows."""
MOST_TRIES = 7_000
"""The number of wasted draws after which the search starts over (as in the paper); on a small board four times N."""
COARSE = 2048
"""The number of columns left is rounded up by at most N / 1024 for a draw; a draw beyond them is repeated."""
AHEAD = 16
"""The number of draws during which prefetched memory arrives."""
MOST_PLACING_TRIES = 400
"""The draws that the placing makes for one row before it leaves the rest to the repair."""

_ONE, _SHIFT, _LOW = np.uint64(1), np.uint64(6), np.uint64(63)


@inline_kernel
def _is_taken(taken: Any, line: Any) -> Any:
    """Whether the bit of this diagonal is set."""
    return (taken[np.uint64(line) >> _SHIFT] >> (np.uint64(line) & _LOW)) & _ONE != np.uint64(0)


@inline_kernel
def _take(taken: Any, line: Any) -> None:
    """Set the bit of this diagonal."""
    taken[np.uint64(line) >> _SHIFT] |= _ONE << (np.uint64(line) & _LOW)


@inline_kernel
def _count(counts: Any, taken: Any, line: Any) -> None:
    """If the bit of this diagonal is set, count it instead."""
    if _is_taken(taken, line):
        taken[np.uint64(line) >> _SHIFT] ^= _ONE << (np.uint64(line) & _LOW)
        counts[line] += 1


@inline_kernel
def _count_square(
    n: Any, rising: Any, falling: Any, rising_taken: Any, falling_taken: Any, row: Any, column: Any
) -> None:
    """Count the bits, if set, of both diagonals of a square."""
    _count(rising, rising_taken, row + column)
    _count(falling, falling_taken, row - column + n - 1)


class HalfCountedBoard(NamedTuple):
    """A queen in each row and column; a diagonal has a count, or just a bit as long as its queens have not been
    counted."""

    n: int
    columns: NDArray[np.int32]
    rising: NDArray[np.uint8]
    falling: NDArray[np.uint8]
    rising_taken: NDArray[np.uint64]
    falling_taken: NDArray[np.uint64]
    words: NDArray[np.uint64]
    counters: NDArray[np.int64]


@kernel
def place_and_repair(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Run both phases; the contract is that of `core.running._kernel_search`, and a step is one draw.

    The placing keeps only one bit for each diagonal: cache misses take most of its
    time, and bits fit into the cache where counts would not.  The repair moves a bit
    into the counts when it first looks at the diagonal, so it spends no time on
    diagonals that it never sees.  The placing also prefetches the memory that the next draws will
    look at: it knows where they fall, because that hardly depends on how many columns are left.
    """
    n, columns, rising, falling = state.n, state.columns, state.rising, state.falling
    rising_taken, falling_taken, words = state.rising_taken, state.falling_taken, state.words
    counters = state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    left_at_top = budget + 1
    phase = counters[PHASE]
    row: Any = np.int64(words[ROW])
    idle: Any = np.int64(words[IDLE])
    collisions: Any = np.int64(words[COLLISIONS])
    coarseness = 0
    while n >> coarseness >= COARSE:
        coarseness += 1
    roundness = (1 << coarseness) - 1
    loose_rows = min(LOOSE_ROWS, n - n // 2)
    placing_patience = min(MOST_PLACING_TRIES, n)
    repair_patience = MOST_TRIES if n >= LARGE else 4 * n
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            for i in range(n):
                columns[i] = i
            if words[RESTARTS] != np.uint64(0):
                rising[:] = 0
                falling[:] = 0
            rising_taken[:] = 0
            falling_taken[:] = 0
            row = 0
            idle = 0
            phase = _PLACING
        elif phase == _PLACING and n - row > loose_rows and idle < placing_patience:
            rest = n - row
            bound = ((rest + roundness) >> coarseness) << coarseness
            if n >= LARGE:
                fetch_ahead(columns, n - 1 - later_below(words, 2 * AHEAD, bound))
                column = np.int64(columns[n - 1 - min(n - 1, later_below(words, AHEAD, bound))])
                fetch_ahead(rising_taken, (row + column) >> 6)
                fetch_ahead(falling_taken, (row - column + n - 1) >> 6)
            place = random_below(words, bound)
            if place >= rest:
                continue
            steps_left -= 1
            j = n - 1 - place
            column = np.int64(columns[j])
            if _is_taken(rising_taken, row + column) or _is_taken(falling_taken, row - column + n - 1):
                idle += 1
            else:
                columns[j] = columns[row]
                columns[row] = column
                _take(rising_taken, row + column)
                _take(falling_taken, row - column + n - 1)
                row += 1
                idle = 0
        elif phase == _PLACING:
            # The remaining columns are dealt out in order.
            collisions = 0
            for i in range(row, n):
                j = i + random_below(words, n - i)
                columns[i], columns[j] = columns[j], columns[i]
                _count_square(n, rising, falling, rising_taken, falling_taken, i, columns[i])
                collisions += drop(n, columns, rising, falling, i)
            idle = 0
            phase = _REPAIR
        elif collisions == 0:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                for i in range(n):
                    found[0, i] = columns[i]
                counters[KEPT] = 1
        elif row == n:
            if steps_left == left_at_top:  # no row is in collision: this loop has not counted this board
                words[RESTARTS] += np.uint64(1)
                phase = FRESH
            row = 0
            left_at_top = steps_left
        elif idle >= repair_patience:
            words[RESTARTS] += np.uint64(1)
            phase = FRESH
        else:
            _count_square(n, rising, falling, rising_taken, falling_taken, row, columns[row])
            if alone(n, columns, rising, falling, row):
                row += 1
                continue
            steps_left -= 1
            idle += 1
            other = random_below(words, n)
            if other != row:
                _count_square(n, rising, falling, rising_taken, falling_taken, other, columns[other])
                _count_square(n, rising, falling, rising_taken, falling_taken, row, columns[other])
                _count_square(n, rising, falling, rising_taken, falling_taken, other, columns[row])
                change = exchange(n, columns, rising, falling, row, other)
                if n >= LARGE:
                    stands = alone(n, columns, rising, falling, row) and alone(n, columns, rising, falling, other)
                else:
                    stands = change <= 0
                if stands:
                    collisions += change
                    if change < 0:
                        idle = 0
                    row += 1
                else:
                    exchange(n, columns, rising, falling, row, other)
    words[ROW] = np.uint64(row)
    words[IDLE] = np.uint64(idle)
    words[COLLISIONS] = np.uint64(collisions)
    level = row if phase == _PLACING else (0 if phase == FRESH else n)
    leave(counters, level, phase, counters[KEPT], budget - steps_left, 0)


def start(problem: Queens, goal: Goal, limit: int | None, seed: int) -> OneBoardSearch:
    """Start minimum conflicts; if queens are placed or squares forbidden, with a kernel that honours them."""
    if problem.restricted:
        from core._queens.kept_queens import KeptQueens

        return KeptQueens(problem, goal, limit, seed)
    return MinConflicts(problem, goal, limit, seed)


class MinConflicts(OneBoardSearch):
    """The search that runs `place_and_repair`."""

    kernel = place_and_repair
    layout = HalfCountedBoard
    phases = (DONE, FRESH, _PLACING, _REPAIR)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        self.least_steps = self._n
        diagonals = 2 * self._n - 1
        self.arrays |= {
            "rising": np.zeros(diagonals, dtype=np.uint8),
            "falling": np.zeros(diagonals, dtype=np.uint8),
            "rising_taken": np.zeros(diagonals // 64 + 1, dtype=np.uint64),
            "falling_taken": np.zeros(diagonals // 64 + 1, dtype=np.uint64),
            "words": seeded(seed, 5),
        }

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The random word may be any number, rows are on the board, and wasted draws are limited by the restart."""
        n = self._n
        words = np.array([ALL, n, MOST_TRIES + 4 * n, 2 * n, UNBOUNDED], dtype=np.uint64)
        return {**super().array_bounds(), "words": (0, words)}

    def detail(self) -> Mapping[str, Any]:
        """The collisions (0 outside the repair) and the restarts so far."""
        words = self.arrays["words"]
        collisions = int(words[COLLISIONS]) if self.counters[PHASE] == _REPAIR else 0
        return {"conflicts": collisions, "restarts": int(words[RESTARTS])}
