"""Checking the Sudoku in hand without giving anything away: how many solutions, is what was entered right, how hard is
it?
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from core import Grid, Sudoku
from core.sudoku._clash import clash_in
from core.sudoku._formats import Puzzle
from core.sudoku._setting import closest_solutions, verdict_on
from core.sudoku._verdict import CAP, Finding, Verdict, wrong_cells
from tui.screens.sudoku.document import Mode, NewsTone, Pointed, SudokuDocument
from tui.screens.sudoku.job import IsStopped, Job, JobList
from tui.screens.sudoku.setting import clash_pointed, closest_pointed

GLANCE_SECONDS = 2.0
"""How long a newly opened puzzle is looked at in the background."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found out."""

    problem: Sudoku
    """The puzzle checked, with what was struck out."""
    words: str
    tone: NewsTone
    rating: str = ""
    """How hard it is, once that is known."""


class Checking:
    """Checks the puzzle in hand, in jobs."""

    def __init__(self, document: SudokuDocument, jobs: JobList, now: Callable[[], float] = time.monotonic) -> None:
        self._document, self._jobs, self._now = document, jobs, now
        document.replaced.append(self.glance)
        self.checked: Checked | None = None
        """What the last check found out."""

    def check(self) -> None:
        """How many solutions, where do two of several differ least, and what clashes if there is none?  Do your own
        values lead to one?
        """
        document = self._document
        document.acted()
        document.watching = False
        puzzle, grid = document.puzzle, document.grid

        def work(stopped: IsStopped) -> tuple[Verdict, Verdict | None, Pointed | None]:
            problem = puzzle.problem
            verdict = verdict_on(problem, CAP, stopped)
            onward = shown = None
            if verdict.kind is Finding.SEVERAL:
                if grid.values != puzzle.clues:
                    onward = verdict_on(grid.position, 2, stopped)
                if (closest := closest_solutions(problem, CAP, stopped)) is not None:
                    shown = closest_pointed(grid, closest)
            elif verdict.kind is Finding.NO_SOLUTION and (clash := clash_in(problem)) is not None:
                shown = clash_pointed(grid, problem, clash)
            return verdict, onward, shown

        def done(found: tuple[Verdict, Verdict | None, Pointed | None]) -> None:
            verdict, onward, shown = found
            self._say_verdict(puzzle, grid, verdict, onward)
            if shown is not None and document.grid == grid:
                document.point(shown)

        self._jobs.begin(Job("check", "checking…", work, done))

    def glance(self) -> None:
        """A puzzle was opened, or its rules were changed: soon say beside it if it has not exactly one solution."""
        document = self._document
        problem = document.puzzle.problem
        bare = problem.clues == 0 and not problem.layout.untold
        if bare or document.mode is Mode.GIVENS or (self.checked is not None and self.checked.problem == problem):
            return

        def work(stopped: IsStopped) -> Verdict:
            end = self._now() + GLANCE_SECONDS
            return verdict_on(problem, CAP, lambda: stopped() or self._now() > end)

        def done(verdict: Verdict) -> None:
            if verdict.kind in (Finding.SEVERAL, Finding.NO_SOLUTION) and document.puzzle.problem == problem:
                short = verdict.number if verdict.kind is Finding.SEVERAL else verdict.kind.value
                self.checked = Checked(problem, short, NewsTone.BAD)

        self._jobs.begin(Job("glance", "", work, done, quiet=True))

    @property
    def warning(self) -> str:
        """What is wrong with the puzzle in hand, as far as is known: ``26 solutions``."""
        checked = self.checked
        known = checked is not None and checked.problem == self._document.puzzle.problem
        return checked.words if checked is not None and known and checked.tone is NewsTone.BAD else ""

    def before_mistake(self) -> None:
        """Undo as much as it takes until the position has a solution."""
        document = self._document
        document.acted()
        document.watching = False
        editor, grids = document.editor, document.editor.grids
        looked = document.grid

        def work(stopped: IsStopped) -> int | Finding | None:
            """How many steps stay; None if nothing helps."""
            tried: Sudoku | None = None
            for kept in range(len(grids) - 1, -1, -1):
                position = grids[kept].position
                if position == tried:
                    continue
                tried, verdict = position, verdict_on(position, 2, stopped)
                if verdict.kind is Finding.UNDECIDED:
                    return Finding.UNDECIDED
                if verdict.kind is not Finding.NO_SOLUTION:
                    return kept
            return None

        def done(kept: int | Finding | None) -> None:
            if document.editor is not editor or document.grid != looked:
                return
            if isinstance(kept, Finding):
                document.say("stopped before this was known")
            elif kept is None:
                document.say("nothing to go back to: the puzzle itself has no solution", NewsTone.BAD)
            elif kept == len(grids) - 1:
                document.say("no mistake: there is still a solution from here", NewsTone.GOOD)
            else:
                document.undo_to(kept)

        self._jobs.begin(Job("mistake", "looking for the mistake…", work, done))

    def _rate(self, puzzle: Puzzle) -> None:
        """Find out how hard a proper puzzle is, while the user goes on."""

        def done(words: str) -> None:
            checked = self.checked
            if words and checked is not None and checked.problem == puzzle.problem:
                self.checked = replace(checked, rating=words)

        self._jobs.begin(Job("rating", "", lambda stopped: rating(puzzle.problem, stopped), done, quiet=True))

    def _say_verdict(self, puzzle: Puzzle, grid: Grid, verdict: Verdict, onward: Verdict | None) -> None:
        way = ""
        tone = {Finding.UNIQUE: NewsTone.GOOD, Finding.UNDECIDED: NewsTone.PLAIN}.get(verdict.kind, NewsTone.BAD)
        if verdict.kind is Finding.UNIQUE and verdict.solution is not None:
            wrong = len(wrong_cells(grid, verdict.solution))
            if wrong:
                tone = NewsTone.BAD
                way = f"{wrong} of your values {'is' if wrong == 1 else 'are'} wrong"
            elif any(grid.placed):
                way = "all your values are right"
        elif onward is not None:
            way = {
                Finding.NO_SOLUTION: "from your position there is none", Finding.UNIQUE: "from your position just one",
                Finding.SEVERAL: "from your position several",
            }.get(onward.kind, "")  # fmt: skip
        words = "stopped before this was known" if verdict.kind is Finding.UNDECIDED else str(verdict)
        words += puzzle.problem.from_more
        if verdict.capped and verdict.kind is Finding.SEVERAL:
            words += "; a search with the goal count goes on"
        short = verdict.kind.value if verdict.kind is not Finding.SEVERAL else verdict.number
        self.checked = Checked(puzzle.problem, short, tone)
        if verdict.kind is Finding.UNIQUE:
            self._rate(puzzle)
        if self._document.puzzle.problem == puzzle.problem:
            self._document.say(f"{words}; {way}" if way else words, tone)


def rating(problem: Sudoku, stopped: IsStopped) -> str:
    """How hard a proper puzzle is; empty when stopped."""
    from core.sudoku.human import PathEnding, solve_by_logic

    path = solve_by_logic(problem, stopped, unique=True)
    if path.ending is PathEnding.CANCELLED:
        return ""
    return f"{path.level.title} ({path.score})" if path.solved else "beyond logic"
