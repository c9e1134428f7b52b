"""How long a search still takes, told so that it can be believed."""

from __future__ import annotations

import math

SOONEST_SECONDS = 0.5
LEAST_SHARE = 1e-6
"""Before so much has been visited nothing is said."""
CALM_SECONDS, HURRIED_SECONDS = 6.0, 1.0
"""How soon what is told follows what is estimated: a small difference, and one that is not."""
SMALL = 0.25


class TimeLeft:
    """Follows the estimate ``seconds (1 - share) / share`` without jumping about with it.

    Between two looks what is told goes down by the time that went by, and a
    part of the way towards the new estimate.
    """

    def __init__(self) -> None:
        self._told: float | None = None
        self._at = 0.0

    def forget(self) -> None:
        """Another search begins."""
        self._told, self._at = None, 0.0

    def look(self, seconds: float, share: float | None) -> float | None:
        """What to tell after so many seconds of searching and so much of the tree; None for nothing."""
        if not share or share < LEAST_SHARE or seconds < SOONEST_SECONDS:
            return self._told
        estimate = seconds * (1 - share) / share
        if self._told is None:
            self._told, self._at = estimate, seconds
            return estimate
        passed, self._at = max(0.0, seconds - self._at), seconds
        expected = max(0.0, self._told - passed)
        far = abs(estimate - expected) > SMALL * max(expected, estimate)
        follow = 1 - math.exp(-passed / (HURRIED_SECONDS if far else CALM_SECONDS))
        self._told = expected + (estimate - expected) * follow
        return self._told
