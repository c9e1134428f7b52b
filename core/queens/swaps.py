"""The permutative method (document 004, §II): a full board with one queen in each row and column, improved by swaps.

Two random rows change columns if that leaves fewer collisions on the diagonals
(Sosic and Gu's QS1 is of this kind).  When nothing has improved for long, the
search draws a new random permutation.  A step is one swap tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import kernel
from core.kernels.random_numbers import ALL, random_below, seeded
from core.queens.boards import OneBoardSearch
from core.queens.collisions import drop, exchange
from core.queens.problem import Queens
from core.running.kernel_search import DONE, FRESH, KEPT, PHASE, SOLUTIONS, UNBOUNDED, Bounds, leave
from core.search import Goal

_SWAPPING = 1
RANDOM_STATE, IDLE, COLLISIONS, RESTARTS = range(4)
"""The words of the state vector: random numbers, swaps tried since one last helped, collisions, restarts."""
PATIENCE = 4
"""How many swaps without improvement make the search draw a new permutation, as a multiple of all pairs."""


class CountedBoard(NamedTuple):
    """A queen in each row and column, and how many stand on each diagonal."""

    n: int
    columns: NDArray[np.int32]
    rising: NDArray[np.int32]
    falling: NDArray[np.int32]
    words: NDArray[np.uint64]
    counters: NDArray[np.int64]


@kernel
def improve(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Run the whole method; the contract is that of `core.running.kernel_search`, and a step is one swap tried."""
    n, columns, rising, falling, words = state.n, state.columns, state.rising, state.falling, state.words
    counters = state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    phase = counters[PHASE]
    idle: Any = np.int64(words[IDLE])
    collisions: Any = np.int64(words[COLLISIONS])
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            rising[:] = 0
            falling[:] = 0
            for i in range(n):
                columns[i] = i
            for i in range(n):
                j = i + random_below(words, n - i)
                columns[i], columns[j] = columns[j], columns[i]
            collisions = 0
            for i in range(n):
                collisions += drop(n, columns, rising, falling, i)
            idle = 0
            phase = _SWAPPING
        elif collisions == 0:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                for i in range(n):
                    found[0, i] = columns[i]
                counters[KEPT] = 1
        elif idle > PATIENCE * n * n:
            words[RESTARTS] += np.uint64(1)
            phase = FRESH
        else:
            steps_left -= 1
            one = random_below(words, n)
            other = random_below(words, n)
            if one != other:
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
    """The search over `improve`."""

    kernel = improve
    layout = CountedBoard
    phases = (DONE, FRESH, _SWAPPING)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        self.arrays |= {
            "rising": np.zeros(2 * self._n, dtype=np.int32),
            "falling": np.zeros(2 * self._n, dtype=np.int32),
            "words": seeded(seed, 4),
        }

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The random word may be any number, and swaps without improvement stop at the restart."""
        idle = PATIENCE * self._n**2 + 1
        return {**super().array_bounds(), "words": (0, np.array([ALL, idle, 2 * self._n, UNBOUNDED], dtype=np.uint64))}

    def detail(self) -> Mapping[str, Any]:
        """The collisions now and the restarts so far."""
        words = self.arrays["words"]
        return {"conflicts": int(words[COLLISIONS]), "restarts": int(words[RESTARTS])}
