"""Solutions written as they are found, and then forgotten: a listing needs no more memory than its reader is slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.run import Run

LARGEST_BACKLOG = 1 << 24
"""Numbers found but not yet written (a solution is some of them); beyond that the search waits for the reader."""


class Listing:
    """Writes each solution once, in the order in which they were found.

    ``write`` gets one solution, or a read-only array where the search keeps
    arrays (-1 cells are padding); ``flush`` is called after a batch of them.
    With ``forget`` the search gives back the memory of what has been written:
    not for a search whose state is still to be saved.
    """

    def __init__(
        self, write: Callable[[Sequence[int]], object], flush: Callable[[], object], *, forget: bool = False
    ) -> None:
        self.written = 0
        self._write, self._flush, self._forget = write, flush, forget

    def follow(self, run: Run) -> None:
        """Write what has been found since the last call; the search waits if that is too much."""
        if run.search is None:
            return
        solutions = run.search.solutions
        waiting = len(solutions) - self.written
        behind = waiting > 0 and waiting * len(solutions[self.written]) > LARGEST_BACKLOG
        if behind:
            run.pause()
        self.write(solutions)
        if behind:
            run.resume()

    def write(self, solutions: Sequence[Sequence[int]]) -> None:
        """Write those that have not been written yet."""
        row: Any = getattr(solutions, "row", solutions.__getitem__)  # no tuple of a million where there is an array
        new = self.written < len(solutions)
        while self.written < len(solutions):
            self._write(row(self.written))
            self.written += 1
        if new:
            self._flush()
        forget = getattr(solutions, "forget", None)
        if self._forget and forget is not None:
            forget(self.written)
