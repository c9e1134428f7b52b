"""Writes solutions as they are found, then forgets them: only those that the reader has yet to take need memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from core.running._run import Run
from core.running._slicing import BY_TIME, Slicing

LARGEST_BACKLOG = 1 << 24
"""The most numbers (several make a solution) that may wait to be written before the search waits for the reader."""
LARGEST_BLOCK = 1 << 13
"""The number of numbers written at once."""
WRITING_SECONDS = 0.4
"""How long one call of `Listing.follow` may write, so that others can look at the search too."""


class Listing:
    """Writes each solution once, in the order found.

    ``write`` gets several solutions at a time, as a read-only array if the search keeps arrays (-1
    cells are padding); ``flush`` is called after many of them.  With ``forget`` the search frees
    the memory of the solutions written; do not use it if the search's state is yet to be saved.
    """

    def __init__(
        self, write: Callable[[Sequence[Sequence[int]]], object], flush: Callable[[], object], *, forget: bool = False,
        slicing: Slicing = BY_TIME,
    ) -> None:  # fmt: skip
        self.written = 0
        self._clock = slicing.wall
        self._write, self._flush, self._forget = write, flush, forget
        self._holding = False
        """Whether the search waits for this listing."""

    def follow(self, run: Run) -> None:
        """Write some of the solutions found; the search waits while too many are still unwritten."""
        if run.search is None:
            return
        solutions = run.search.solutions
        if not self._holding and self._backlog(solutions) > LARGEST_BACKLOG:
            self._holding = True
            run.pause()
        self.write(solutions, WRITING_SECONDS)
        if self._holding and self._backlog(solutions) <= LARGEST_BACKLOG // 2:
            self._holding = False
            run.resume()

    def write(self, solutions: Sequence[Sequence[int]], seconds: float = math.inf) -> None:
        """Write the solutions not yet written, for a limited time, then forget those."""
        begun = self._clock()
        found, before = len(solutions), self.written
        most = max(1, LARGEST_BLOCK // max(1, len(solutions[before]))) if before < found else 1
        while self.written < found and self._clock() - begun < seconds:
            block = _block(solutions, self.written, min(most, found - self.written))
            self._write(block)
            self.written += len(block)
        if self.written > before:
            self._flush()
        forget = getattr(solutions, "forget", None)
        if self._forget and forget is not None:
            forget(self.written)

    def _backlog(self, solutions: Sequence[Sequence[int]]) -> int:
        """The number of numbers still to be written."""
        waiting = len(solutions) - self.written
        return waiting * len(solutions[self.written]) if waiting else 0


def _block(solutions: Any, start: int, most: int) -> Any:
    """Solutions from ``start`` on; an array if there is one, rather than a million tuples."""
    block = getattr(solutions, "block", None)
    return solutions[start : start + most] if block is None else block(start, most)
