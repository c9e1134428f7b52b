"""Families whose times do not follow a curve in N, so that nothing may be concluded from one size for the next."""

from __future__ import annotations

from core.search import Goal

_ONE_SOLUTION = "how long the first solution takes depends on where it lies, not on N alone"
_STRIDE = "quick except at N = 6k + 3, where it has to search"

IRREGULAR = {("queens", "stride"): _STRIDE}
"""Irregular for any goal, by family and algorithm."""
REGULAR_FOR_FIRST = {("queens", "closed-form"), ("queens", "min-conflicts"), ("queens", "qs4")}
"""Those whose first solution does take a time that grows with N."""


def irregular(family: str, algorithm: str, goal: Goal) -> str | None:
    """Why times of this algorithm on one size say nothing about another; None where they do."""
    reason = IRREGULAR.get((family, algorithm))
    if reason is None and goal is Goal.FIRST and (family, algorithm) not in REGULAR_FOR_FIRST:
        reason = _ONE_SOLUTION
    return reason
