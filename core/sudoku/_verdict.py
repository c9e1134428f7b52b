"""Verdicts on a Sudoku (no solution, exactly one, several, malformed, too large), and which solver finds out.

The five verdicts are five different answers.  A sixth, *undecided*, is for a
search that was stopped before it could tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core._catalog import Proposal, algorithm
from core._search import Goal, Problem, ProblemError, Search, Snapshot, Status
from core.sudoku._grid import Grid
from core.sudoku._problem import Conflict, Sudoku
from core.sudoku._shape import OrderTooLarge

CAP = 1000
"""A check counts up to this many solutions unless the caller says otherwise."""
LARGE = 20
"""From this order on, one solution is found sooner by clause learning than by going back."""


class Finding(StrEnum):
    """The possible verdicts."""

    NO_SOLUTION = "no solution"
    UNIQUE = "one solution"
    SEVERAL = "several solutions"
    MALFORMED = "malformed"
    TOO_LARGE = "too large"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "is this a proper puzzle?"."""

    kind: Finding
    count: int = 0
    """How many solutions were found, at most the cap."""
    capped: bool = False
    """Whether counting ended at the cap: there may be more."""
    solution: tuple[int, ...] | None = None
    """The first solution found."""
    conflicts: tuple[Conflict, ...] = ()
    """For no solution: the rules that the givens already break, if any."""
    reason: str = ""
    """For a malformed or too large one: file, line, column and what was expected."""
    nodes: int = 0

    @property
    def proper(self) -> bool:
        """Whether there is exactly one solution."""
        return self.kind is Finding.UNIQUE

    def __str__(self) -> str:
        if self.kind in (Finding.MALFORMED, Finding.TOO_LARGE):
            return f"{self.kind}: {self.reason}"
        if self.kind is Finding.NO_SOLUTION and self.conflicts:
            return f"no solution: {self.conflicts[0]}"
        if self.kind is Finding.SEVERAL:
            return f"{self.number} (a check stops there)" if self.capped else self.number
        return self.kind.value

    @property
    def number(self) -> str:
        """How many solutions there are, in a word or two."""
        return f"{'at least ' if self.capped else ''}{self.count} solutions"


def propose(problem: Problem, goal: Goal = Goal.FIRST) -> Proposal:
    """The solver that the program itself chooses for a Sudoku of this shape."""
    assert isinstance(problem, Sudoku)
    shape = problem.shape
    if not problem.layout.only_houses:
        return Proposal(
            algorithm("sudoku", "propagation"), "rules of many kinds: each draws its conclusions from the candidates"
        )
    if not problem.plain:
        return Proposal(algorithm("sudoku", "dlx"), "a variant: exact cover takes units of any kind")
    if problem.marked:
        return Proposal(algorithm("sudoku", "propagation"), "candidates are struck out: conclusions begin with them")
    if algorithm("sudoku", "bands").obstacle(problem, goal) is None:
        return Proposal(algorithm("sudoku", "bands"), "9×9 with 3×3 boxes: table look-ups on whole bands are fastest")
    if shape.order <= 6 or (goal is not Goal.FIRST and shape.order <= 8 and problem.clues == 0):
        return Proposal(algorithm("sudoku", "bitmask"), "a small grid: the cheapest node wins")
    if shape.order >= LARGE and goal is Goal.FIRST:
        return Proposal(
            algorithm("sudoku", "learning"),
            "a very large grid: where plain search fails again and again, learn a rule from each failure",
        )
    return Proposal(
        algorithm("sudoku", "propagation"),
        "a large grid: plain search has a heavy tail, so deduce more and learn from failures",
    )


def start_proposed(problem: Sudoku, goal: Goal, limit: int | None = None) -> Search:
    """Start the solver that `propose` names."""
    return propose(problem, goal).algorithm.start(problem, goal, limit)


def check(problem: Sudoku, cap: int = CAP, *, steps: int | None = None) -> Verdict:
    """Count solutions up to ``cap`` with the proposed solver, in at most ``steps`` nodes.

    Blocks: for a screen, run ``start_proposed(problem, Goal.COUNT, cap)`` in a
    worker and give its last snapshot to `judge`.
    """
    search = start_proposed(problem, Goal.COUNT, max(cap, 2))
    left = steps
    while search.status is Status.RUNNING and (left is None or left > 0):
        before = search.counts()[1]
        search.advance(1 << 20 if left is None else min(left, 1 << 20))
        left = None if left is None else left - (search.counts()[1] - before)
    return judge(problem, search.snapshot(), search.solutions)


def judge(problem: Sudoku, snapshot: Snapshot, solutions: Sequence[tuple[int, ...]]) -> Verdict:
    """The verdict from a search (goal `count` or `all`, limit at least 2) that has ended or was stopped."""
    count = snapshot.solutions
    first = solutions[0] if len(solutions) else None
    nodes = snapshot.nodes or snapshot.steps
    if count >= 2:
        return Verdict(Finding.SEVERAL, count, snapshot.status is not Status.COMPLETE, first, nodes=nodes)
    if snapshot.status is not Status.COMPLETE:
        return Verdict(Finding.UNDECIDED, count, True, first, nodes=nodes)
    if count == 1:
        return Verdict(Finding.UNIQUE, 1, False, first, nodes=nodes)
    return Verdict(Finding.NO_SOLUTION, conflicts=problem.conflicts, nodes=nodes)


def malformed(error: ProblemError) -> Verdict:
    """The verdict on a text that could not be read as a Sudoku."""
    return Verdict(Finding.TOO_LARGE if isinstance(error, OrderTooLarge) else Finding.MALFORMED, reason=str(error))


def wrong_cells(grid: Grid, solution: Sequence[int]) -> tuple[int, ...]:
    """The filled cells that differ from a solution: what keeps a state from leading to it."""
    return tuple(cell for cell, value in enumerate(grid.values) if value and value != solution[cell])
