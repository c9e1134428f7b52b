"""Linear-time local search with conflict minimisation, in the style of QS4 (Sosic and Gu 1994, 1991).

Two phases on one permutation, so that rows and columns are always in order and
only diagonals can be contested:

1. *Placing*: each row takes a random column not yet used, drawn again until its
   diagonals are free; only the last few rows take what is left, conflicts and all.
2. *Repair*: each of those last rows that is in conflict changes columns with a
   random row until neither is attacked.

A repair that has failed often enough starts over with another permutation.
A step is one draw that is looked at; the expected number is about 3 N.
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

_PLACING, _REPAIR = 1, 2
RANDOM_STATE, ROW, TRIES, LOOSE, RESTARTS = range(5)
"""Words of the state vector: random numbers, the row in hand, draws for it, rows placed last, restarts."""
LOOSE_ROWS = 80
MOST_TRIES = 7_000
"""Draws for one row in repair before everything starts over (the figure of the paper); fewer on small boards."""
MOST_PLACING_TRIES = 400
"""Draws for one row in placing before it is left to repair."""


@inline_kernel
def _shift(n: Any, board: Any, rising: Any, falling: Any, row: Any, by: Any) -> None:
    """Count the queen of ``row`` in (1) or out (-1) of its diagonals."""
    rising[row + board[row]] += by
    falling[row - board[row] + n - 1] += by


@inline_kernel
def _alone(n: Any, board: Any, rising: Any, falling: Any, row: Any) -> Any:
    """Whether the queen of ``row``, itself counted, is alone on both diagonals."""
    return rising[row + board[row]] == 1 and falling[row - board[row] + n - 1] == 1


@kernel
def place_and_repair(
    n: Any, board: Any, rising: Any, falling: Any, words: Any, counters: Any, budget: Any, quota: Any, found: Any
) -> None:
    """Both phases; the contract is that of `core.tree`, a step being one draw."""
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    steps_left = budget
    phase = counters[PHASE]
    row: Any = np.int64(words[ROW])
    tries: Any = np.int64(words[TRIES])
    loose: Any = np.int64(words[LOOSE])
    most_tries = min(MOST_TRIES, 20 * n)
    while steps_left > 0 and phase != DONE:
        if phase == FRESH:
            for i in range(n):
                board[i] = i
            rising[:] = 0
            falling[:] = 0
            row = 0
            tries = 0
            loose = n
            phase = _PLACING
        elif phase == _PLACING:
            if row == n or (n - row) <= LOOSE_ROWS or tries >= MOST_PLACING_TRIES:
                # What is left is shuffled in as it comes.
                loose = row
                for i in range(row, n):
                    j = i + random_below(words, n - i)
                    board[i], board[j] = board[j], board[i]
                    _shift(n, board, rising, falling, i, 1)
                tries = 0
                phase = _REPAIR
            else:
                steps_left -= 1
                j = row + random_below(words, n - row)
                column = board[j]
                if rising[row + column] == 0 and falling[row - column + n - 1] == 0:
                    board[j] = board[row]
                    board[row] = column
                    _shift(n, board, rising, falling, row, 1)
                    row += 1
                    tries = 0
                else:
                    tries += 1
        elif loose == n:
            phase = DONE
            counters[SOLUTIONS] = 1
            if found.shape[0] > 0:
                found[0, :n] = board[:n]
                counters[KEPT] = 1
        elif _alone(n, board, rising, falling, loose):
            loose += 1
            tries = 0
        elif tries == most_tries:
            words[RESTARTS] += np.uint64(1)
            phase = FRESH
        else:
            steps_left -= 1
            tries += 1
            other = random_below(words, n)
            if other != loose:
                _shift(n, board, rising, falling, loose, -1)
                _shift(n, board, rising, falling, other, -1)
                board[loose], board[other] = board[other], board[loose]
                _shift(n, board, rising, falling, loose, 1)
                _shift(n, board, rising, falling, other, 1)
                if not (_alone(n, board, rising, falling, loose) and _alone(n, board, rising, falling, other)):
                    _shift(n, board, rising, falling, loose, -1)
                    _shift(n, board, rising, falling, other, -1)
                    board[loose], board[other] = board[other], board[loose]
                    _shift(n, board, rising, falling, loose, 1)
                    _shift(n, board, rising, falling, other, 1)
    words[ROW] = np.uint64(row)
    words[TRIES] = np.uint64(tries)
    words[LOOSE] = np.uint64(loose)
    counters[NODES] += budget - steps_left
    counters[PHASE] = phase
    counters[LEVEL] = row if phase == _PLACING else loose


class MinConflicts(OneBoard):
    """The search over `place_and_repair`."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, seed: int) -> None:
        super().__init__(problem, goal, limit)
        self.arrays |= {
            "rising": np.zeros(2 * self.n, dtype=np.uint8),
            "falling": np.zeros(2 * self.n, dtype=np.uint8),
            "words": seeded(seed, 5),
        }

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        a = self.arrays
        place_and_repair(self.n, a["board"], a["rising"], a["falling"], a["words"], self.counters, budget, quota, found)

    def _placed(self) -> int:
        """Rows that hold a queen of theirs already; below them the board is only a store of columns."""
        return int(self.arrays["words"][ROW]) if self.counters[PHASE] in (FRESH, _PLACING) else self.n

    def board_array(self) -> NDArray[np.int32]:
        return super().board_array()[: self._placed()]

    def _placement(self) -> tuple[int, ...]:
        return super()._placement()[: self._placed()]

    def _detail(self) -> Mapping[str, Any]:
        a = self.arrays
        detail = {"restarts": int(a["words"][RESTARTS])}
        if self.counters[PHASE] != _REPAIR:
            detail["conflicts"] = 0
        elif self.n <= 100_000:  # beyond that, counting would take longer than the repair
            detail["conflicts"] = sum(
                int(np.maximum(a[lines].astype(np.int16) - 1, 0).sum()) for lines in ("rising", "falling")
            )
        return detail


def start(problem: Queens, goal: Goal, limit: int | None, seed: int) -> MinConflicts:
    """Start with this seed; the same seed gives the same run."""
    return MinConflicts(problem, goal, limit, seed)
