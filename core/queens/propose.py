"""Which algorithm suits a board, and why, in a sentence a person can check."""

from __future__ import annotations

from core.catalog import Proposal, algorithm, algorithms
from core.queens.problem import Queens
from core.search import CannotSolve, Goal

_FOR_ONE = (
    ("closed-form", "a formula gives a solution without any search"),
    ("bitmask", "three machine words say which squares are attacked: nothing is cheaper a node"),
    ("dlx-s", "fewest squares first: dead ends show early"),
)
_FOR_ALL = _FOR_ONE[1:]


def propose(problem: Queens, goal: Goal) -> Proposal:
    """The algorithm that should serve ``goal`` soonest.

    Raises CannotSolve, with the reason of the last one asked, where nothing can take the board.
    """
    for key, reason in _FOR_ONE if goal is Goal.FIRST and problem.solvable else _FOR_ALL:
        entry = algorithm("queens", key)
        if entry.obstacle(problem, goal) is None:
            return Proposal(entry, reason)
    for entry in algorithms("queens"):
        if entry.complete and entry.obstacle(problem, goal) is None:
            return Proposal(entry, "of the algorithms here it is one that can take this board")
    raise CannotSolve(entry.refusal(problem, goal))
