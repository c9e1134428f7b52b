"""A setter's questions about a puzzle: which values some solution has, and what can be left out.

The findings are pointed out on the grid (`SudokuDocument.pointed`) until it changes; nothing in it is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from core import Grid, Sudoku
from core._words import counted, share
from core.sudoku._clash import RuleClash
from core.sudoku._grid import values_in
from core.sudoku._setting import (
    ClosestSolutions,
    PossibleValues,
    SpareParts,
    possible_values,
    spare_parts,
)
from tui.screens.sudoku.document import NewsTone, Pointed, SudokuDocument
from tui.screens.sudoku.job import IsStopped, Job, JobList

Found = TypeVar("Found")
Tell = Callable[[str], None]
"""Called with the progress of the work, in words."""
SETTING_JOB = "setting"
"""The kind of its jobs: a question replaces the last one."""


class Setting:
    """Answers a setter's questions, in jobs."""

    def __init__(self, document: SudokuDocument, jobs: JobList) -> None:
        self._document, self._jobs = document, jobs
        self._asked: Job | None = None
        """The job whose answer is wanted."""
        self._possible: Pointed | None = None
        document.changed.append(self._give_up)
        document.replaced.append(self._give_up)

    def possible(self) -> None:
        """Point out the candidates that no solution from here has, or show them all alike again."""
        document, grid = self._document, self._document.grid
        if document.pointed is not None and document.pointed is self._possible:
            document.acted()
            document.unpoint()
            document.say("")
            return

        def say(found: PossibleValues) -> None:
            if found.whole and not found.solutions:
                document.say("no solution from here, so no value is possible", NewsTone.BAD)
                return
            self._possible = impossible_pointed(grid, found)
            document.point(self._possible)
            document.say("A or esc shows all candidates alike again")

        def look(problem: Sudoku, stopped: IsStopped, tell: Tell) -> PossibleValues:
            seen = [0]

            def progress(part: float) -> None:
                tell(f"{share(part)} done, {counted(seen[-1], 'solution')}")

            return possible_values(problem, stopped, progress, seen.append)

        self._ask("possible values", grid.position, look, say)

    def spare(self) -> None:
        """Name the rules and givens without which the puzzle still has one solution."""
        document, problem = self._document, self._document.puzzle.problem

        def say(found: SpareParts) -> None:
            if not found.verdict.proper:
                if found.undecided:
                    document.say("stopped before this was known")
                else:
                    words = f"{found.verdict.kind.value}: what can go is known only where there is one"
                    document.say(words, NewsTone.BAD)
                return
            document.point(spare_pointed(document.grid, problem, found))
            document.say("esc closes the answer")

        def look(problem: Sudoku, stopped: IsStopped, tell: Tell) -> SpareParts:
            return spare_parts(problem, stopped, lambda part: tell(f"{share(part)} done"))

        self._ask("what can go", problem, look, say)

    def close(self) -> bool:
        """Take away what is pointed out, and stop looking.  False if there was nothing."""
        looking = self._asked is not None and self._jobs.running(SETTING_JOB)
        self._give_up()
        return looking or self._document.unpoint()

    def _give_up(self) -> None:
        """Give up the answer that is being looked for."""
        self._asked = None
        self._jobs.stop(SETTING_JOB)

    def _ask(
        self,
        doing: str,
        problem: Sudoku,
        find: Callable[[Sudoku, IsStopped, Tell], Found],
        say: Callable[[Found], None],
    ) -> None:
        """Find something out in a thread, and say it unless the grid has changed or the user has taken it back."""
        self._document.acted()
        self._document.watching = False

        def tell(how_far: str) -> None:
            job.doing = f"{doing}: {how_far}…"

        def work(stopped: IsStopped) -> Found:
            return find(problem, stopped, tell)

        def done(found: Found) -> None:
            if self._asked is job:
                self._asked = None
                say(found)

        job = self._asked = Job(SETTING_JOB, f"{doing}…", work, done)
        self._jobs.begin(job)


def impossible_pointed(grid: Grid, found: PossibleValues) -> Pointed:
    """The candidates that no solution has."""
    from tui.kit.sudoku_overlay import CandidateRole, Overlay  # with the logic engine

    left = zip(grid.candidates, found.values, found.open, strict=True)
    gone = [bits & ~(seen | still) for bits, seen, still in left]
    marks = {(cell, value): CandidateRole.IMPOSSIBLE for cell, bits in enumerate(gone) for value in values_in(bits)}
    if found.whole and all(bits.bit_count() == 1 for bits in found.values):
        seen = "There is one solution"
    else:
        seen = f"{counted(found.solutions, 'solution')} {'was' if found.solutions == 1 else 'were'} looked at"
    text = f"{counted(len(marks), 'candidate')} stand{'s' if len(marks) == 1 else ''} in no solution. {seen}."
    if not found.whole:
        text += f" Stopped with {counted(sum(map(int.bit_count, found.open)), 'candidate')} undecided."
    return Pointed(grid, "Possible values", text, Overlay(marks), candidates=True)


def closest_pointed(grid: Grid, found: ClosestSolutions) -> Pointed:
    """The cells in which two solutions differ least."""
    from tui.kit.sudoku_overlay import Overlay

    words = found.words(grid.shape)
    return Pointed(grid, "Several solutions", words[0].upper() + words[1:], Overlay({}, frozenset(found.cells)))


def clash_pointed(grid: Grid, problem: Sudoku, found: RuleClash) -> Pointed:
    """The rules and givens that cannot all be kept."""
    from tui.kit.sudoku_overlay import Overlay

    cells = frozenset((*found.givens, *(cell for rule in found.rules for cell in rule.cells)))
    return Pointed(grid, "No solution", f"{found.words(problem)}.", Overlay({}, cells))


def spare_pointed(grid: Grid, problem: Sudoku, found: SpareParts) -> Pointed:
    """The rules and givens that can go."""
    from tui.kit.sudoku_overlay import Overlay

    parts = found.words(problem)
    if parts:
        text = f"{', '.join(parts)}."
        text += " Any one of these can go; without two of them there may be several solutions." if parts[1:] else ""
    else:
        text = "Nothing was found." if found.undecided else "Nothing: every rule and every given is needed."
    if found.undecided:
        text += f" Stopped with {counted(found.undecided, 'rule or given', 'rules or givens')} undecided."
    cells = frozenset((*found.givens, *(cell for rule in found.rules for cell in rule.cells)))
    return Pointed(grid, "Not needed", text, Overlay({}, cells))
