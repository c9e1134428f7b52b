"""What the two local searches share: random numbers, and queens taken off and put on with the collisions counted.

The board is always a permutation, so only diagonals can hold more than one
queen.  A diagonal with k > 1 queens has k - 1 *collisions* (Sosic and Gu's
measure, computed in constant time from two counters).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from core.kernel import inline_kernel
from core.queens.boards import BoardSearch
from core.queens.problem import Queens
from core.search import Goal

CONFLICTS, SWAPS, RESTARTS, QUEEN, OTHER, IDLE = range(6)
"""Entries of the int64 vector ``memory`` (what OTHER and IDLE count is each kernel's own business)."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = (np.uint64(shift) for shift in (27, 30, 31, 32))


@inline_kernel
def below(random: Any, bound: Any) -> Any:
    """A number from 0 to bound - 1 (bound < 2^32), by SplitMix64 (Steele, Lea and Flood 2014); state in random[0]."""
    state = random[0] + _GOLDEN
    random[0] = state
    state = (state ^ (state >> _S30)) * _MIX1
    state = (state ^ (state >> _S27)) * _MIX2
    state = state ^ (state >> _S31)
    return np.int64(((state >> _S32) * np.uint64(bound)) >> _S32)


@inline_kernel
def lift(rising: Any, falling: Any, n: Any, row: Any, column: Any) -> Any:
    """Take a queen off both diagonal counters; returns the collisions that this removes."""
    up, down = row + column, row - column + n - 1
    rising[up] -= 1
    falling[down] -= 1
    return np.int64(rising[up] > 0) + np.int64(falling[down] > 0)


@inline_kernel
def drop(rising: Any, falling: Any, n: Any, row: Any, column: Any) -> Any:
    """Put a queen on both diagonal counters; returns the collisions that this adds."""
    up, down = row + column, row - column + n - 1
    added = np.int64(rising[up] > 0) + np.int64(falling[down] > 0)
    rising[up] += 1
    falling[down] += 1
    return added


class LocalSearch(BoardSearch):
    """A permutation that is being repaired.  One step is one test: a look at one way to place or swap."""

    counts_nodes = False

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int, counter: DTypeLike) -> None:
        super().__init__(problem, goal, limit)
        self._finish_if_unsolvable()
        n = self._n
        self.arrays = {
            "columns": np.arange(n, dtype=np.int32),
            "rising": np.zeros(2 * n - 1, dtype=counter),
            "falling": np.zeros(2 * n - 1, dtype=counter),
            "random": np.array([seed], dtype=np.uint64),
            "memory": np.zeros(6, dtype=np.int64),
        }

    def _detail(self) -> Mapping[str, Any]:
        memory = self.arrays["memory"]
        return {
            "conflicts": int(memory[CONFLICTS]),
            "swaps": int(memory[SWAPS]),
            "restarts": int(memory[RESTARTS]),
        }
