"""Writes down a solution at once, for every N but 2 and 3.

The constructions are those that document 004 quotes: Evans (1997) for N mod 6
in 0, 4 and, with a queen in the last corner, 1, 5; Beasley (1989) for N mod 6 =
2 and, with that corner again, 3.  Each step of the search places one queen, so you can watch the
pattern grow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core._queens.boards import OneBoardSearch
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS


def ladders(n: int) -> list[tuple[int, int, int]]:
    """The construction for n (not 2 or 3): runs of rows (first row, last row + 1, first column).

    Within a run each queen stands two columns further than the one before.  If two runs give the same row, the
    later one is right.
    """
    even = n - n % 2  # an odd board is an even one plus a queen in the last corner
    half = even // 2
    if even % 6 == 2:
        # Beasley: a knight's ladder with two queens exchanged; the far half is the near one turned by 180°.
        exchanged = [(0, even - 4), (half - 2, 0), (even - 1, 3), (half + 1, even - 1)]
        pieces = [(0, half, 0), (half, even, 1), *((row, row + 1, column) for row, column in exchanged)]
    else:
        # Evans: 1, 3, 5, … and then 0, 2, 4, …
        pieces = [(0, half, 1), (half, even, 0)]
    return [*pieces, (even, n, even)]


def write_columns(n: int, columns: NDArray[np.int32], start: int, stop: int) -> None:
    """Write the construction for n into rows ``start`` to ``stop`` - 1."""
    for first, end, column in ladders(n):
        top, bottom = max(first, start), min(end, stop)
        if top < bottom:
            columns[top:bottom] = np.arange(column + 2 * (top - first), column + 2 * (bottom - first), 2)


class ClosedForm(OneBoardSearch):
    """Presents the construction as a search, though there is nothing to search for."""

    phases = (DONE, FRESH)

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        counters = self.counters
        if budget <= 0 or quota <= 0 or counters[PHASE] == DONE:
            return
        start = int(counters[LEVEL])
        stop = min(self._n, start + budget)
        write_columns(self._n, self.arrays["columns"], start, stop)
        counters[NODES] += stop - start
        counters[LEVEL] = stop
        if stop == self._n:
            counters[PHASE] = DONE
            counters[SOLUTIONS] = 1
            if len(found):
                found[0] = self.arrays["columns"]
                counters[KEPT] = 1

    def prepare(self) -> None:
        """Do nothing: there is no kernel, because NumPy is fast enough."""

    def kernel_state(self) -> tuple[()]:
        """Nothing, because there is no kernel."""
        return ()

    def _engine(self) -> None:
        return None

    def progress(self) -> float:
        """The share of the rows that have their queen."""
        return int(self.counters[LEVEL]) / self._n
