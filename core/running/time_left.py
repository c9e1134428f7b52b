"""Tells how long a search still takes, without jumps that nobody would believe."""

from __future__ import annotations

import math

from core.search import Engine, Snapshot, Status

SOONEST_SECONDS = 1.0
LEAST_SHARE = 1e-6
"""The share of the tree that must be visited before anything is told."""
CALM_SECONDS, HURRIED_SECONDS = 6.0, 0.5
"""How quickly the time told follows the estimate: for a small difference, and for a large one."""
SMALL = 0.25
LEAST_SECONDS = 0.1
"""Less time than this is told as none."""


class TimeLeft:
    """Follows the estimate ``seconds (1 - share) / share`` without its jumps.

    Between two looks the time told goes down by the time that has passed, and
    moves part of the way towards the new estimate.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin again with another search."""
        self._told: float | None = None
        self._at = 0.0
        self._since = 0.0, 0.0

    def of(self, shot: Snapshot, seconds: float) -> float | None:
        """The time left after ``seconds`` of a search; None if nothing can be told yet."""
        if shot.status is not Status.RUNNING:
            return None
        if shot.made_ready is not None or (shot.engine is Engine.INTERPRETED and _is_compiling()):
            self.wait(seconds, shot.progress)
        return self.look(seconds, shot.progress)

    def wait(self, seconds: float, share: float | None) -> None:
        """Begin again from here, because the search so far says nothing about the pace of the rest.

        Another run made it, or it ran interpreted while machine code was being made, or it was preparation.
        """
        self.forget()
        self._since = seconds, share or 0.0

    def look(self, seconds: float, share: float | None) -> float | None:
        """The time left after ``seconds`` of searching and this share of the tree; None if nothing can be told yet."""
        spent, visited = seconds - self._since[0], (share or 0.0) - self._since[1]
        if not share or visited < LEAST_SHARE or spent < SOONEST_SECONDS:
            return self._told
        estimate = spent * (1 - share) / visited
        if self._told is None:
            self._told, self._at = estimate, seconds
            return estimate
        passed, self._at = max(0.0, seconds - self._at), seconds
        expected = max(0.0, self._told - passed)
        far = abs(estimate - expected) > SMALL * max(expected, estimate)
        follow = 1 - math.exp(-passed / (HURRIED_SECONDS if far else CALM_SECONDS))
        if far:  # by factors: from hours to seconds is a long way
            self._told = max(expected, LEAST_SECONDS) ** (1 - follow) * max(estimate, LEAST_SECONDS) ** follow
        else:
            self._told = expected + (estimate - expected) * follow
        return self._told


def _is_compiling() -> bool:
    from core.kernels.compiling import is_compiling  # it needs NumPy, which a search that has run has loaded

    return is_compiling()
