"""Proposes the algorithm that suits a board, and says why in a sentence that a person can check."""

from __future__ import annotations

from core._catalog import Proposal, algorithm, algorithms
from core._queens.problem import Queens
from core._search import CannotSolve, Goal

_FOR_ONE = (
    ("closed-form", "a formula gives a solution without any search"),
    ("bitmask", "three machine words say which squares are attacked: nothing is cheaper per node"),
    ("dancing-cells", "fewest squares first, on sparse sets: dead ends show early, and going back costs little"),
)
_FOR_ALL = _FOR_ONE[1:]
_FOR_COUNT = (
    ("quadrants", "pairs of half boards are counted, hundreds at once, and no board is completed"),
    ("symmetry", "of eight boards that mirror each other, only one is searched for"),
    *_FOR_ALL,
)
LARGEST_BY_ROWS = 24
"""Beyond this N, and with placed queens, row by row is slower than fewest squares first (bench_completion)."""
SMALL = 13
"""Up to this N, counting solutions one by one takes less than a tenth of a second."""


def propose(problem: Queens, goal: Goal, limit: int | None = None) -> Proposal:
    """Propose the algorithm that should reach ``goal`` soonest; with a ``limit``, one that stops exactly there.

    Raises CannotSolve if no algorithm can take the board, with the reason of the algorithm that goes furthest.
    """
    candidates: tuple[tuple[str, str], ...] = _FOR_ALL
    if goal is Goal.FIRST and problem.solvable:
        candidates = _FOR_ONE
    elif goal is Goal.COUNT and limit is None and problem.n > SMALL:
        candidates = _FOR_COUNT
    if problem.restricted and problem.n > LARGEST_BY_ROWS:
        candidates = candidates[-1:]
    for key, reason in candidates:
        entry = algorithm("queens", key)
        if entry.note(problem) is None and entry.obstacle(problem, goal) is None:
            return Proposal(entry, reason)
    for entry in algorithms("queens"):
        if entry.complete and entry.obstacle(problem, goal) is None:
            return Proposal(entry, "it is one of the algorithms here that can handle this board")
    raise CannotSolve(algorithm("queens", candidates[-1][0]).refusal(problem, goal))
