"""What must be known about a puzzle before a hint: whether its grid can still be solved, and what leads on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core import Goal, Grid, Status, Sudoku
from core.sudoku._verdict import start_proposed, wrong_cells
from core.sudoku.human import Cancelled, Level, Position, Step, all_steps
from tui.screens.sudoku.job import IsStopped

MOST_NODES = 50_000
"""Nodes to prove a puzzle's one solution with, before its values are judged; large grids may stay unjudged."""
MOST_STEPS = 300
"""Steps listed at once."""


class Trouble(StrEnum):
    """Why there is no hint."""

    SOLVED = "the grid is full: nothing is left to do"
    CONFLICT = "first fix what breaks a rule (! lists it)"
    WRONG = "a value is wrong, so there are no hints; c says how many, u undoes"
    STRUCK = "you struck out a candidate that is needed; u undoes, then hints work again"
    BROKEN = "a cell, row, column or box has nothing left: there is no solution from here"
    STUCK = "no technique works here: logic ends"
    STOPPED = "stopped before a step was found"


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a puzzle."""

    puzzle: Sudoku
    """Its clues and its rules, whatever was struck out."""
    solution: tuple[int, ...] | None
    """The one solution; None if there are several or none, or if it takes too long to find out."""


class Asked:
    """What is known of a puzzle, found out when the user first asks."""

    def __init__(self, grid: Grid, puzzle: Sudoku, known: Known | None, stopped: IsStopped) -> None:
        self._grid, self._puzzle, self._stopped = grid, puzzle, stopped
        self.found = known if known is not None and known.puzzle == puzzle else None
        """None until somebody asks."""

    @property
    def known(self) -> Known:
        """What is known; found out now, if it was not known before."""
        if self.found is None:
            self.found = known_about(self._grid, self._puzzle, None, self._stopped)
        return self.found

    def unique(self) -> bool:
        """Whether the puzzle has one solution."""
        return self.known.solution is not None


def known_about(grid: Grid, puzzle: Sudoku, known: Known | None, stopped: IsStopped) -> Known:
    """The one solution of a puzzle, if it can be found soon enough.

    What was struck out in the grid counts only if the puzzle alone has several solutions: a person may have struck
    out too much.
    """
    if known is not None and known.puzzle == puzzle:
        return known
    solution = _only_solution(puzzle, stopped)
    if solution is None and any(grid.struck):
        solution = _only_solution(grid.problem_of(puzzle.givens), stopped)
    return Known(puzzle, solution)


def _only_solution(problem: Sudoku, stopped: IsStopped) -> tuple[int, ...] | None:
    search = start_proposed(problem, Goal.COUNT, 2)
    left = MOST_NODES
    while search.status is Status.RUNNING and left > 0 and not stopped():
        search.advance(min(left, 1 << 12))
        left -= 1 << 12
    one = search.status is Status.COMPLETE and search.counts()[0] == 1
    return tuple(search.solutions[0]) if one else None


def trouble_with(grid: Grid, known: Known) -> Trouble | None:
    """Why there can be no hint for a grid; None if there can."""
    if grid.conflicts:
        return Trouble.CONFLICT
    if all(grid.values):
        return Trouble.SOLVED
    if known.solution is not None:
        if wrong_cells(grid, known.solution):
            return Trouble.WRONG
        if any(
            bits >> (known.solution[cell] - 1) & 1 for cell, bits in enumerate(grid.struck) if not grid.values[cell]
        ):
            return Trouble.STRUCK
    return Trouble.BROKEN if Position.of(grid).broken else None


def steps_now(grid: Grid, unique: bool, stopped: IsStopped) -> list[Step]:
    """All steps possible now, the simplest first; forcing chains only if nothing else leads on."""
    position = Position.of(grid, unique=unique)
    position.cancelled = stopped
    found: list[Step] = []
    seen: set[tuple[object, ...]] = set()
    try:
        for step in all_steps(position):
            if step.technique.level is Level.EXTREME and found:
                break
            key = (step.technique, step.placements, step.eliminations)
            if key not in seen:
                seen.add(key)
                found.append(step)
            if len(found) >= MOST_STEPS:
                break
    except Cancelled:
        pass
    return found
