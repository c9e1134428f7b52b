"""The permutative method (document 004, §II): a full board, one queen a row and column, and swaps that improve it.

Two random rows change columns if that leaves fewer conflicts on the diagonals
(Sosic and Gu's QS1 is of this kind).  Where nothing has improved for long, a
new random permutation is drawn.  A step is one swap tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernel import inline_kernel, kernel
from core.queens.one_board import OneBoard
from core.queens.problem import Queens
from core.queens.random_numbers import random_below, seeded
from core.search import Goal
from core.tree import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS

_SWAPPING = 1
RANDOM_STATE, IDLE, CONFLICTS, RESTARTS = range(4)
"""Words of the state vector: random numbers, swaps tried since the last that helped, conflicts, restarts."""
PATIENCE = 4
"""Swaps tried without improvement, as a multiple of all pairs, before a new permutation is drawn."""


@inline_kernel
def _lift(n: Any, board: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Take the queen of ``row`` off its diagonals; returns the conflicts that go with it."""
    up, down = row + board[row], row - board[row] + n - 1
    rising[up] -= 1
    falling[down] -= 1
    return np.int64(rising[up] > 0) + np.int64(falling[down] > 0)


@inline_kernel
def _drop(n: Any, board: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Put the queen of ``row`` on its diagonals; returns the conflicts that come with it."""
    up, down = row + board[row], row - board[row] + n - 1
    rising[up] += 1
    falling[down] += 1
    return np.int64(rising[up] > 1) + np.int64(falling[down] > 1)


@kernel
def improve(
    n: Any, board: Any, rising: Any, falling: Any, words: Any, counters: Any, budget: Any, quota: Any, found: Any
) -> None:
    """The whole method; the contract is that of `core.tree`, a step being one swap tried.

    Conflicts are queens beyond the first on a diagonal, over all diagonals.
    """
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    phase = counters[PHASE]
    idle: Any = np.int64(words[IDLE])
    conflicts: Any = np.int64(words[CONFLICTS])
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            rising[:] = 0
            falling[:] = 0
            for i in range(n):
                board[i] = i
            for i in range(n):
                j = i + random_below(words, n - i)
                board[i], board[j] = board[j], board[i]
            conflicts = 0
            for i in range(n):
                conflicts += _drop(n, board, rising, falling, i)
            idle = 0
            phase = _SWAPPING
        elif conflicts == 0:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                found[0, :n] = board[:n]
                counters[KEPT] = 1
        elif idle > PATIENCE * n * n:
            words[RESTARTS] += np.uint64(1)
            phase = FRESH
        else:
            steps_left -= 1
            one = random_below(words, n)
            other = random_below(words, n)
            if one != other:
                change = -_lift(n, board, rising, falling, one) - _lift(n, board, rising, falling, other)
                board[one], board[other] = board[other], board[one]
                change += _drop(n, board, rising, falling, one) + _drop(n, board, rising, falling, other)
                if change < 0:
                    conflicts += change
                    idle = 0
                else:
                    _lift(n, board, rising, falling, one)
                    _lift(n, board, rising, falling, other)
                    board[one], board[other] = board[other], board[one]
                    _drop(n, board, rising, falling, one)
                    _drop(n, board, rising, falling, other)
                    idle += 1
            else:
                idle += 1
    words[IDLE] = np.uint64(idle)
    words[CONFLICTS] = np.uint64(conflicts)
    counters[NODES] += budget - steps_left
    counters[PHASE] = phase
    counters[LEVEL] = 0 if phase == FRESH else n


class Swaps(OneBoard):
    """The search over `improve`."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        self.arrays |= {
            "rising": np.zeros(2 * self.n, dtype=np.int32),
            "falling": np.zeros(2 * self.n, dtype=np.int32),
            "words": seeded(seed, 4),
        }

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        a = self.arrays
        improve(self.n, a["board"], a["rising"], a["falling"], a["words"], self.counters, budget, quota, found)

    def _detail(self) -> Mapping[str, Any]:
        words = self.arrays["words"]
        return {"conflicts": int(words[CONFLICTS]), "restarts": int(words[RESTARTS])}


def start(problem: Queens, goal: Goal, limit: int | None, seed: int) -> Swaps:
    """Start with this seed; the same seed gives the same run."""
    return Swaps(problem, goal, limit, seed)
