"""Writes solutions as they are found, then forgets them: a listing needs only as much memory as its reader lags."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from core.running.run import Run
from core.running.slicing import BY_TIME, Slicing

LARGEST_BACKLOG = 1 << 24
"""How many numbers (several make a solution) may wait to be written before the search waits for the reader."""
LARGEST_BLOCK = 1 << 13
"""How many numbers are written at once."""
WRITING_SECONDS = 0.4
"""How long one call of `Listing.follow` may write, so that others can look at the search too."""


class Listing:
    """Writes each solution once, in the order in which they were found.

    ``write`` gets several solutions in a row, as a read-only array where the search keeps
    arrays (-1 cells are padding); ``flush`` is called after many of them.
    With ``forget`` the search frees the memory of what has been written; do not
    use it for a search whose state is still to be saved.
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
        """Write some of what has been found; the search waits while too much of it is still to be written."""
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
        """Write the solutions not yet written, for a limited time, then forget what has been written."""
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
        """How many numbers are still to be written."""
        waiting = len(solutions) - self.written
        return waiting * len(solutions[self.written]) if waiting else 0


def _block(solutions: Any, start: int, most: int) -> Any:
    """Solutions from one on: no tuples of a million where there is an array."""
    block = getattr(solutions, "block", None)
    return solutions[start : start + most] if block is None else block(start, most)
