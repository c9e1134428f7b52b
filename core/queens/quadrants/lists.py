"""The lists that all searches for one N read; whichever search needs them makes them, slice by slice."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.lazy import keeps
from core.queens.quadrants.count import Workspace
from core.queens.quadrants.jobs import Jobs, job_count, list_jobs, set_ranks
from core.queens.quadrants.layout import Layout
from core.queens.quadrants.memory import PLACEMENTS
from core.queens.quadrants.placement_table import PlacementTable, build_table
from core.running.kernel_runner import SLICE_SECONDS

Listed = TypeVar("Listed")

JOB_COST = 6
"""Listing one job takes about as long as visiting this many placements."""


class Lists:
    """The placements of a quadrant, the ranks of sets of rows, and the jobs.

    `advance` makes them, in any thread; several threads take turns.  Nobody may read
    anything else of this object before `advance` has returned True.
    """

    table: PlacementTable
    ranks: NDArray[np.int64]
    jobs: Jobs

    def __init__(self, n: int) -> None:
        self.n = n
        self.share = 0.0
        """The share that has been listed, 0 to 1; anybody may read it at any time."""
        self.complete = False
        self.rooms: defaultdict[int, list[tuple[int, Workspace]]] = defaultdict(list)
        """Workspaces of finished searches, for the next ones to use, by the lanes of their vectors.

        With each comes how many halves it holds.  Without this a part would spend a tenth of its time making its own.
        """
        self._turn = threading.Lock()
        self._steps: Generator[None, None, None] | None = None

    def advance(self, seconds: float = SLICE_SECONDS) -> bool:
        """List on for about ``seconds``, or wait as long for a thread that does; returns whether everything is listed.

        It gets on with every call, however late the thread has its turn.

        Raises MemoryError if there is not enough memory; another call then starts again.
        """
        if self.complete or not self._turn.acquire(timeout=seconds):
            return self.complete
        try:
            until = time.perf_counter() + seconds
            self._steps = self._steps or self._list()
            while not self.complete:
                next(self._steps, None)
                if time.perf_counter() >= until:
                    break
        except BaseException:
            self._steps = None
            raise
        finally:
            self._turn.release()
        return self.complete

    def finish(self) -> None:
        """Go on until everything is listed."""
        while not self.advance():
            pass

    def _list(self) -> Generator[None, None, None]:
        h = self.n // 2
        placements, jobs = 2 * PLACEMENTS[h], JOB_COST * job_count(self.n)
        everything = placements + jobs
        self.table = yield from self._made(build_table(Layout.of(self.n)), lambda visited: visited / everything)
        self.jobs = yield from self._made(
            list_jobs(self.n), lambda listed: (placements + JOB_COST * listed) / everything
        )
        self.ranks = set_ranks(h)
        self.share = 1.0
        self.complete = True

    def _made(
        self, steps: Generator[int, None, Listed], share: Callable[[int], float]
    ) -> Generator[None, None, Listed]:
        """Run these steps and return their result; the figures that they yield on the way set the share."""
        while True:
            try:
                told = next(steps)
            except StopIteration as end:
                made: Listed = end.value
                return made
            self.share = share(told)
            yield


@keeps(last=1)
def lists_of(n: int) -> Lists:
    """Return the lists for N = ``n``; a process makes them once and keeps them until it is asked for another N."""
    return Lists(n)
