"""Jobs of the quadrants with some queens given: parts small enough for a plain search however large the board is.

A plain search takes given queens as they are (`jobs_by_search`).  For the quadrants every other square of their rows
is closed: a queen there has the bits of all diagonals, so that whatever she stands in fits nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from core import Goal, Queens, Status, algorithm
from core._kernels.simd import Processor
from core._queens.quadrants.count import CountState
from core._queens.quadrants.halves import ALL
from core._queens.quadrants.jobs import job_count
from core._queens.quadrants.quadrant_search import QuadrantSearch
from tests.core.queens.jobs_by_search import board, job

CHUNK = 1 << 10
"""Halves in a list that is cut short."""
MOST_NODES = 20_000_000
"""How long a solution is looked for."""


class RestrictedJob(QuadrantSearch):
    """One job, of which only the boards count that have these queens (column by row)."""

    def __init__(self, n: int, number: int, processor: Processor, given: Mapping[int, int], halves: int) -> None:
        """A list has room for ``halves`` halves; longer ones are made and compared in chunks."""
        super().__init__(Queens(n), None, processor, number, job_count(n), halves=halves, most_halves=halves)
        self._given = given

    def kernel_state(self) -> CountState:
        """The state, with the squares closed on whatever shelf there is now."""
        state = super().kernel_state()
        h, odd = divmod(self.problem.size, 2)
        southern, northern = state.room.shelf.squares.reshape(2, h, h)
        for row, column in self._given.items():
            quadrant, at = (northern, row) if row < h else (southern, row - h - odd)
            own = column - h - odd if column >= h + odd else h - 1 - column
            quadrant[at, :own] = quadrant[at, own + 1 :] = ALL
        return state


def by_quadrants(n: int, number: int, processor: Processor, given: Mapping[int, int], halves: int = 1 << 21) -> int:
    """What the quadrants count."""
    search = RestrictedJob(n, number, processor, given, halves)
    while search.advance(1) is Status.RUNNING:
        pass
    return search.counts()[0]


def some_queens(n: int, number: int, free: int, seed: float) -> dict[int, int] | None:
    """Queens of a solution of the job's board, in all but ``free`` rows (and not in the middle row and column).

    None if none was found in time.
    """
    away, north, south, _ = job(n, number)
    h, odd = divmod(n, 2)
    whole, randomness = board(n, away, north, south), random.Random(seed)
    squares = [(row, column) for row in range(n) for column in range(n)]
    some = set(randomness.sample(squares, len(squares) // 8))  # closed, so that it is another solution each time
    closed = tuple(some - set(whole.placed) | set(whole.forbidden))
    search = algorithm("queens", "dlx-s").start(Queens(n, whole.placed, closed), Goal.FIRST)
    search.advance(MOST_NODES)
    if not search.solutions:
        return None
    columns = search.solutions[0]
    own = [row for row in range(n) if not odd or row not in (h, h - away)]
    return {row: columns[row] for row in sorted(randomness.sample(own, max(0, len(own) - free)))}
