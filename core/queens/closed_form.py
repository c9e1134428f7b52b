"""Solutions written down at once, for every N but 2 and 3.

The constructions are those that document 004 quotes: Evans (1997) for N mod 6
in 0, 4 and, with a queen in the last corner, 1, 5; Beasley (1989) for N mod 6 =
2 and, with that corner again, 3.  A step of the search puts one queen down, so
that the pattern can be watched growing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.queens.one_board import OneBoard
from core.queens.problem import Queens
from core.search import Goal
from core.tree import DONE, KEPT, LEVEL, NODES, PHASE, SOLUTIONS


def columns_between(n: int, start: int, stop: int) -> NDArray[np.int32]:
    """The columns of rows ``start`` to ``stop`` - 1 in the construction for n (not 2 or 3)."""
    rows = np.arange(start, stop, dtype=np.int32)
    even = n - n % 2  # an odd board is an even one with a queen in its last corner
    half = even // 2
    if even % 6 == 2:
        # Beasley: a knight's ladder with two queens exchanged; the far half is the near one turned by 180°.
        near = np.where(rows < half, rows, even - 1 - rows)
        columns = 2 * near
        columns[near == 0] = even - 4
        columns[near == half - 2] = 0
        columns = np.where(rows < half, columns, even - 1 - columns)
    else:
        # Evans: 1, 3, 5, … and then 0, 2, 4, …
        columns = np.where(rows < half, 2 * rows + 1, 2 * (rows - half))
    columns[rows == even] = even
    return columns.astype(np.int32, copy=False)


class ClosedForm(OneBoard):
    """The construction as a search without any searching."""

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        counters = self.counters
        if budget <= 0 or quota <= 0 or counters[PHASE] == DONE:
            return
        start = int(counters[LEVEL])
        stop = min(self.n, start + budget)
        self.arrays["board"][start:stop] = columns_between(self.n, start, stop)
        counters[NODES] += stop - start
        counters[LEVEL] = stop
        if stop == self.n:
            counters[PHASE] = DONE
            counters[SOLUTIONS] = 1
            if len(found):
                found[0] = self.arrays["board"]
                counters[KEPT] = 1

    def _progress(self) -> float:
        return int(self.counters[LEVEL]) / self.n


def start(problem: Queens, goal: Goal, limit: int | None) -> ClosedForm:
    """Start the construction."""
    return ClosedForm(problem, goal, limit)
