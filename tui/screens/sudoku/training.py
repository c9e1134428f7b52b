"""Training: a position with a technique as the next step, and whether the user has found that step."""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from core._words import counted
from core.sudoku._formats import Puzzle
from core.sudoku.human import TECHNIQUES, Cancelled, Technique
from tui.screens.sudoku.document import NewsTone, SudokuDocument
from tui.screens.sudoku.job import IsStopped, Job, JobList
from tui.screens.sudoku.known import Trouble

if TYPE_CHECKING:
    from core.sudoku.human._exercises import Exercise  # it makes puzzles, with NumPy


class Training:
    """Exercises, one after another."""

    def __init__(self, document: SudokuDocument, jobs: JobList) -> None:
        self._document, self._jobs = document, jobs
        self.exercise: Exercise | None = None
        """What is to be found; None before the first, and once it has been."""
        self.trained = TECHNIQUES[0]
        """The technique trained last."""
        document.changed.append(self._judge)

    def train(self, which: Technique) -> None:
        """Open a position in which a technique is the next step."""
        from core.sudoku import Stopped
        from core.sudoku.human._exercises import exercise

        document = self._document
        layout = document.grid.layout
        self.trained = which
        document.acted()

        def work(stopped: IsStopped) -> Exercise | Trouble:
            def tell(tries: int) -> None:
                job.doing = f"looking for {which.name}: {counted(tries + 1, 'puzzle')}…"

            try:
                return exercise(which, layout, SystemRandom().randrange(1 << 31), stopped=stopped, progress=tell)
            except (Stopped, Cancelled):
                return Trouble.STOPPED

        def done(found: Exercise | Trouble) -> None:
            if isinstance(found, Trouble):
                document.say(str(found))
                return
            others = "" if found.strict else " (simpler steps are there too)"
            document.open(Puzzle(found.grid, title=f"Training: {which.name}"), f"find {which.name}{others}; / helps")
            document.show_candidates = True
            self.exercise = found

        job = Job("logic", f"looking for {which.name}…", work, done)
        self._jobs.begin(job)

    def _judge(self) -> None:
        """The user has changed the grid: is that the step to be found?"""
        exercise, grid = self.exercise, self._document.grid
        if exercise is None or grid.layout != exercise.grid.layout or grid.givens != exercise.grid.givens:
            return
        step, before = exercise.step, exercise.grid
        struck = {
            (cell, value)
            for cell, (now, then) in enumerate(zip(grid.struck, before.struck, strict=True))
            for value in range(1, grid.shape.order + 1)
            if (now & ~then) >> (value - 1) & 1
        }
        placed = {(c, v) for c, (v, w) in enumerate(zip(grid.values, before.values, strict=True)) if v and not w}
        wanted = {*map(tuple, step.eliminations)} if step.eliminations else {*map(tuple, step.placements)}
        made = struck if step.eliminations else placed
        if made and made <= wanted:
            left = len(wanted) - len(made)
            more = f"; {left} more to strike out" if left and step.eliminations else ""
            self._document.say(f"right: {step.line if not more else step.name}{more}", NewsTone.GOOD)
            if not left or not step.eliminations:
                self.exercise = None
        elif made:
            self._document.say(f"that does not follow from {step.name} here; u undoes it", NewsTone.BAD)
