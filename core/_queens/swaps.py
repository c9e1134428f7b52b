"""The permutative method (document 004, §II): a full board with one queen in each row and column, improved by swaps.

Two random rows exchange columns if that leaves fewer collisions on the diagonals (as in Sosic and Gu's QS1).  When
nothing has improved for long, the search draws a new random permutation.  A step is one swap tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from core._kernels.kernel import kernel
from core._kernels.random_numbers import ALL, random_below, seeded
from core._queens.boards import OneBoardSearch
from core._queens.collisions import drop, exchange
from core._queens.kept_queens import KeptBoard, movable, swap
from core._queens.problem import Queens
from core._search import Goal, Status
from core.running._kernel_search import DONE, FRESH, KEPT, PHASE, SOLUTIONS, UNBOUNDED, Bounds, leave

_SWAPPING = 1
RANDOM_STATE, IDLE, COLLISIONS, RESTARTS = range(4)
"""The words of the state vector: random numbers, swaps tried since one last helped, collisions, restarts."""
IDLE_SWAPS = 4
"""The number of swaps without improvement before a new permutation is drawn, as a multiple of all pairs."""
MOST_RESTARTS = 1_000
"""The number of permutations tried on a board with restrictions, which may have no solution."""


@kernel
def improve(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Run the whole method; the contract is that of `core.running._kernel_search`, and a step is one swap tried."""
    n, rows, closed, columns = state.n, state.rows, state.closed, state.columns
    rising, falling, words, counters = state.rising, state.falling, state.words, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    phase = counters[PHASE]
    count = rows.shape[0]
    restricted = closed.shape[0] > 0
    idle: Any = np.int64(words[IDLE])
    collisions: Any = np.int64(words[COLLISIONS])
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            rising[:] = 0
            falling[:] = 0
            for i in range(n):
                columns[i] = state.start[i]
            for i in range(count):
                one, other = rows[i], rows[i + random_below(words, count - i)]
                columns[one], columns[other] = columns[other], columns[one]
            collisions = 0
            for i in range(count):
                collisions += drop(n, columns, rising, falling, rows[i])
                if restricted:
                    collisions += np.int64(closed[rows[i], columns[rows[i]]])
            idle = 0
            phase = _SWAPPING
        elif collisions == 0:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                for i in range(n):
                    found[0, i] = columns[i]
                counters[KEPT] = 1
        elif idle > IDLE_SWAPS * count * count:
            words[RESTARTS] += np.uint64(1)
            phase = DONE if restricted and words[RESTARTS] >= np.uint64(MOST_RESTARTS) else FRESH
        else:
            steps_left -= 1
            one = rows[random_below(words, count)]
            other = rows[random_below(words, count)]
            if one != other:
                if restricted:
                    change = swap(n, closed, columns, rising, falling, one, other)
                else:
                    change = exchange(n, columns, rising, falling, one, other)
                if change < 0:
                    collisions += change
                    idle = 0
                else:
                    exchange(n, columns, rising, falling, one, other)
                    idle += 1
            else:
                idle += 1
    words[IDLE] = np.uint64(idle)
    words[COLLISIONS] = np.uint64(collisions)
    leave(counters, 0 if phase == FRESH else n, phase, counters[KEPT], budget - steps_left, 0)


class Swaps(OneBoardSearch):
    """The search that runs `improve`."""

    kernel = improve
    layout = KeptBoard
    phases = (DONE, FRESH, _SWAPPING)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        self.fixed |= dict(zip(("rows", "start", "closed"), movable(problem), strict=True))
        self.arrays |= {
            "rising": np.zeros(2 * self._n, dtype=np.int32),
            "falling": np.zeros(2 * self._n, dtype=np.int32),
            "words": seeded(seed, 4),
        }

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The random word may be any number, and swaps without improvement are limited by the restart."""
        idle = IDLE_SWAPS * self._n**2 + 1
        return {**super().array_bounds(), "words": (0, np.array([ALL, idle, 4 * self._n, UNBOUNDED], dtype=np.uint64))}

    def exhausted(self) -> Status:
        """COMPLETE with a solution, otherwise GAVE_UP."""
        return Status.COMPLETE if self.counters[SOLUTIONS] else Status.GAVE_UP

    def detail(self) -> Mapping[str, Any]:
        """The collisions now and the restarts so far."""
        words = self.arrays["words"]
        return {"conflicts": int(words[COLLISIONS]), "restarts": int(words[RESTARTS])}
