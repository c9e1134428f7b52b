"""Checking the Sudoku in hand without giving away: how many solutions, is what was entered right, how hard is it?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.search import Goal, Status
from core.sudoku.formats import Puzzle
from core.sudoku.grid import Grid
from core.sudoku.problem import Sudoku
from core.sudoku.verdict import CAP, Finding, Verdict, judge, start_proposed, wrong_cells
from tui.screens.sudoku.document import Document, NewsTone
from tui.screens.sudoku.job import IsStopped, Job, JobList


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found out."""

    clues: tuple[int, ...]
    """Of this puzzle."""
    words: str
    tone: NewsTone
    rating: str = ""
    """How hard it is, once that is known."""


class Checking:
    """Checks the puzzle in hand, in jobs."""

    def __init__(self, document: Document, jobs: JobList) -> None:
        self._document, self._jobs = document, jobs
        self.checked: Checked | None = None
        """What the last check found out."""

    def check(self) -> None:
        """How many solutions?  Do your own values lead to one?"""
        document = self._document
        document.acted()
        document.watching = False
        puzzle, grid = document.puzzle, document.grid

        def work(stopped: IsStopped) -> tuple[Verdict, Verdict | None]:
            verdict = judged(puzzle.problem, CAP, stopped)
            onward = None
            if verdict.kind is Finding.SEVERAL and grid.values != puzzle.clues:
                onward = judged(grid.position, 2, stopped)
            return verdict, onward

        self._jobs.begin(Job("check", "checking…", work, lambda found: self._say_verdict(puzzle, grid, *found)))

    def _rate(self, puzzle: Puzzle) -> None:
        """Find out how hard a proper puzzle is, while somebody goes on."""

        def done(words: str) -> None:
            checked = self.checked
            if words and checked is not None and checked.clues == puzzle.clues:
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
        short = verdict.kind.value if verdict.kind is not Finding.SEVERAL else verdict.number
        self.checked = Checked(puzzle.clues, short, tone)
        if verdict.kind is Finding.UNIQUE:
            self._rate(puzzle)
        if self._document.puzzle.clues == puzzle.clues:
            self._document.say(f"{words}; {way}" if way else words, tone)


def rating(problem: Sudoku, stopped: IsStopped) -> str:
    """How hard a proper puzzle is; empty when stopped."""
    from core.sudoku.human import PathEnding, solve_by_logic

    path = solve_by_logic(problem, stopped, unique=True)
    if path.ending is PathEnding.CANCELLED:
        return ""
    return f"{path.level.title} ({path.score})" if path.solved else "beyond logic"


def judged(problem: Sudoku, cap: int, stopped: IsStopped) -> Verdict:
    """Count solutions up to a cap, unless stopped."""
    search = start_proposed(problem, Goal.COUNT, cap)
    budget = 256
    while search.status is Status.RUNNING and not stopped():
        search.advance(budget)
        budget = min(2 * budget, 1 << 14)
    if search.status is Status.RUNNING:
        search.status = Status.STOPPED
    return judge(problem, search.snapshot(), search.solutions)
