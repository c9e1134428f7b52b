"""Counts the solutions that a turn of the board maps to themselves, and from them the symmetry classes.

Of the Q solutions, let P be equal to their own half turn and, among those, R equal
to their own quarter turn (no solution is its own mirror image, except for N = 1).
Then R / 2 classes have 2 members, (P - R) / 4 classes have 4 and (Q - P) / 8
classes have 8, which makes (Q + P + 2 R) / 8 classes (Burnside's lemma).  P and R
are far smaller than Q, so they are counted quickly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._queens.problem import Queens
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, LEVEL, PHASE, SOLUTIONS, KernelSearch, leave

LINES, SUMS, DIFFERENCES, TODO, ROW = range(5)
_RUNNING = 1
ZERO, ONE = np.uint64(0), np.uint64(1)


class Orbits(NamedTuple):
    """The words of every level."""

    n: int
    quarter: bool
    levels: NDArray[np.uint64]
    counters: NDArray[np.int64]


@kernel
def count_turned(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Place whole orbits of a half or a quarter turn; the contract is that of `core.running._kernel_search`.

    ``levels`` is uint64 (n + 1, 5): columns taken (with a quarter turn also the
    rows), sum diagonals r + c, difference diagonals c - r + n - 1, columns to try, and their row.  The
    caller fills row 0 of ``levels``.
    """
    n, quarter, levels, counters = state.n, state.quarter, state.levels, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    size = np.uint64(n)
    last = size - ONE
    full = (ONE << size) - ONE
    nodes_left = budget
    solutions_left = quota
    level = np.uint64(counters[LEVEL])
    if counters[PHASE] == FRESH:
        counters[PHASE] = _RUNNING
        nodes_left -= 1
    while nodes_left > 0 and solutions_left > 0:
        todo = levels[level, TODO]
        if todo == ZERO:
            if level == ZERO:
                counters[PHASE] = DONE
                break
            level -= ONE
            continue
        queen = todo & (~todo + ONE)
        levels[level, TODO] = todo ^ queen
        row, column = levels[level, ROW], ZERO
        while queen >> column != ONE:
            column += ONE
        lines = levels[level, LINES] | queen | (ONE << (last - column))
        sums, differences = levels[level, SUMS], levels[level, DIFFERENCES]
        images = 2
        if quarter:
            images = 4
            lines |= (ONE << row) | (ONE << (last - row))
        fits = True
        for _ in range(images):
            rising, falling = ONE << (row + column), ONE << (column + last - row)
            if sums & rising != ZERO or differences & falling != ZERO:
                fits = False
                break
            sums |= rising
            differences |= falling
            if quarter:
                row, column = column, last - row
            else:
                row, column = last - row, last - column
        if not fits:
            continue
        nodes_left -= 1
        if lines == full:
            solutions_left -= 1
            continue
        row = levels[level, ROW] + ONE
        if quarter:
            while (lines >> row) & ONE != ZERO:
                row += ONE
        level += ONE
        levels[level, LINES], levels[level, SUMS], levels[level, DIFFERENCES] = lines, sums, differences
        levels[level, ROW] = row
        free = full & ~(lines | (sums >> row) | (differences >> (last - row)))
        if quarter:
            free &= ~(ONE << row)
        levels[level, TODO] = free
    leave(counters, level, counters[PHASE], 0, budget - nodes_left, quota - solutions_left)


class TurnedSearch(KernelSearch):
    """Counts the solutions of N queens, N up to 32, that a half (or a quarter) turn maps to themselves."""

    kernel = count_turned
    layout = Orbits

    def __init__(self, problem: Queens, *, quarter: bool) -> None:
        super().__init__(problem, Goal.COUNT, None, width=problem.n)
        self.keep_at_most(0)
        n = problem.n
        levels = np.zeros((n + 1, 5), dtype=np.uint64)
        middle = n // 2 if n % 2 else None
        if middle is not None:  # the middle square maps to itself, so there must be a queen on it
            levels[0, LINES] = 1 << middle
            levels[0, SUMS] = levels[0, DIFFERENCES] = 1 << (n - 1)
        levels[0, TODO] = ((1 << n) - 1) & ~int(levels[0, LINES]) & ~(1 | 1 << (n - 1))
        self.fixed = {"n": n, "quarter": quarter}
        self.arrays = {"levels": levels}
        if n == 1:
            self.counters[[SOLUTIONS, PHASE]] = 1, DONE
        elif quarter and n % 4 > 1:
            self.counters[PHASE] = DONE


@dataclass(frozen=True, slots=True)
class ClassCounts:
    """The number of symmetry classes, by the number of solutions in each."""

    of_eight: int
    of_four: int
    of_two: int
    of_one: int = 0
    """Only for N = 1."""

    @property
    def classes(self) -> int:
        """The number of all classes (A002562)."""
        return self.of_eight + self.of_four + self.of_two + self.of_one

    @classmethod
    def of(cls, n: int, solutions: int, half_turn: int, quarter_turn: int) -> ClassCounts:
        """Work out the classes from the numbers of all solutions, of half-turn ones and of quarter-turn ones."""
        if n == 1:
            return cls(0, 0, 0, 1)
        return cls((solutions - half_turn) // 8, (half_turn - quarter_turn) // 4, quarter_turn // 2)


def count_classes(problem: Queens, solutions: int) -> ClassCounts:
    """Count the symmetry classes, given the number of all solutions.

    N = 20 takes a tenth of a second, and each increase of N by 2 takes eight times as long.
    Raises OverflowError beyond N = 32.
    """
    counts = []
    for quarter in (False, True):
        search = TurnedSearch(problem, quarter=quarter)
        search.advance(1 << 62)
        counts.append(search.counts()[0])
    return ClassCounts.of(problem.n, solutions, *counts)
