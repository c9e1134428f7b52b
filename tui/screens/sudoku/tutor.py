"""Hints, steps, the path and answers to "why not?": the logic engine at work on the puzzle in hand.

Everything that searches is a `Job`: in a thread, and stopped by the key that
stops everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from core import Grid, Sudoku
from core._words import counted
from core.sudoku._symbols import symbol
from core.sudoku.human import (
    Cancelled,
    Hint,
    HintStage,
    Path,
    Position,
    Step,
    WhyNot,
    hint_stages,
    next_step,
    solve_by_logic,
    why_not,
)
from tui.kit.sudoku_overlay import Overlay, of_hint, of_why
from tui.screens.sudoku.document import NewsTone, SudokuDocument
from tui.screens.sudoku.job import IsStopped, Job, JobList
from tui.screens.sudoku.known import MOST_STEPS, Asked, Known, Trouble, known_about, steps_now, trouble_with
from tui.screens.sudoku.training import Training

Chooser = Callable[[str, Sequence[Step], Callable[[int], Grid], Callable[[int], None]], None]
Found = TypeVar("Found")


def applied(grid: Grid, step: Step) -> Grid:
    """The grid with a step done: values placed, candidates struck out, and wiped from the user's marks too."""
    marks, struck = list(grid.marks), list(grid.struck)
    for cell, value in step.eliminations:
        struck[cell] |= 1 << (value - 1)
        marks[cell] &= ~(1 << (value - 1))
    out = replace(grid, marks=tuple(marks), struck=tuple(struck))
    for cell, value in step.placements:
        out = out.place(cell, value)
    return out


@dataclass(frozen=True, slots=True)
class Shown:
    """A hint, as far as it was asked for."""

    hint: Hint
    grid: Grid
    """It is about this very state of the grid."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to "why not?"."""

    why: WhyNot
    grid: Grid


@dataclass(frozen=True, slots=True)
class Walk:
    """The path from a state of the grid."""

    path: Path
    grid: Grid

    def before(self, index: int) -> Grid:
        """The grid as it is before a step; before the one after the last, it is the grid at the end."""
        position = Position.of(self.grid)
        for step in self.path.steps[:index]:
            position.apply(step)
        return position.to_grid(self.grid)

    @property
    def title(self) -> str:
        """``45 steps, score 642, medium``."""
        path = self.path
        words = f"{counted(len(path.steps), 'step')}, score {path.score}"
        if path.solved:
            return f"{words}, {path.level.title}"
        return f"{words}; then logic ends, with {counted(path.empty_cells, 'cell')} left"


class Tutor:
    """Teaches about the puzzle in hand."""

    def __init__(
        self, document: SudokuDocument, jobs: JobList, choose: Chooser, warning: Callable[[], str] = lambda: ""
    ) -> None:  # fmt: skip
        """``choose`` is called with a title, steps, the grid before each, and what to do with the one chosen.

        ``warning`` says what is wrong with the puzzle in hand, if anything is known to be.
        """
        self._document, self._jobs, self._choose, self._warning = document, jobs, choose, warning
        self._shown: Shown | None = None
        self._answer: Answer | None = None
        self._walk: Walk | None = None
        self._known: Known | None = None
        self.training = Training(document, jobs)

    @property
    def _puzzle(self) -> Sudoku:
        """The puzzle whose solution is known: the clues and the rules in hand, whatever was struck out."""
        return Sudoku.of(self._document.grid.layout, self._document.puzzle.clues)

    # What to show

    @property
    def shown(self) -> Shown | None:
        """The hint, while the grid is as it was when it was asked for."""
        return self._shown if self._shown is not None and self._shown.grid == self._document.grid else None

    @property
    def answer(self) -> Answer | None:
        """The answer to "why not?", likewise."""
        return self._answer if self._answer is not None and self._answer.grid == self._document.grid else None

    @property
    def walk(self) -> Walk | None:
        """The path from here, likewise."""
        return self._walk if self._walk is not None and self._walk.grid == self._document.grid else None

    @property
    def overlay(self) -> Overlay | None:
        """What is marked on the grid."""
        if self._document.watching:
            return None
        if self.shown is not None:
            return of_hint(self.shown.hint, self.shown.grid.candidates)
        return of_why(self.answer.why) if self.answer is not None else None

    @property
    def text(self) -> tuple[str, str] | None:
        """The hint, answer or path in words, with a title; None before anything was asked."""
        if self._document.watching:
            return None
        if self.shown is not None:
            hint = self.shown.hint
            return f"Hint {hint.stage.value} of {len(HintStage)}", hint.text
        if self.answer is not None:
            cell, value = self.answer.why.candidate
            return f"Why not {symbol(value)} in {self._document.grid.shape.name_of(cell)}?", self.answer.why.text
        return None

    def close(self) -> bool:
        """Take it all away.  False when there was nothing."""
        there = self.text is not None
        self._shown = self._answer = None
        return there

    # Hints in four stages, all with one key

    def _say_trouble(self, trouble: Trouble) -> None:
        self._document.say(str(trouble), NewsTone.GOOD if trouble is Trouble.SOLVED else NewsTone.BAD)

    def hint(self) -> None:
        """The next stage of the hint, or the first one of another."""
        document, shown = self._document, self.shown
        document.acted()
        document.watching = False
        if shown is None:
            self._begin_hint()
        elif shown.hint.stage < HintStage.CONSEQUENCE:
            self._show(shown.hint.step, HintStage(shown.hint.stage + 1))
        else:
            self._apply(shown.hint.step)

    def show(self, step: Step) -> None:
        """A step that the user chose: its whole pattern."""
        self._show(step, HintStage.CONSEQUENCE)

    def _show(self, step: Step, stage: HintStage) -> None:
        self._answer = None
        self._document.unpoint()
        hint = hint_stages(step)[stage - 1]
        self._shown = Shown(hint, self._document.grid)
        keys, warning = "/ goes on" if stage < HintStage.CONSEQUENCE else "/ does it, esc does not", self._warning()
        self._document.say(f"{warning}: hints go only as far as logic does; {keys}" if warning else keys)

    def _apply(self, step: Step) -> None:
        document, walk = self._document, self.walk
        self._shown = None
        if step.eliminations:
            document.show_candidates = True
        document.change(applied(document.grid, step), step.line)
        if walk is not None and walk.path.steps[:1] == (step,):
            self._walk = Walk(replace(walk.path, steps=walk.path.steps[1:]), document.grid)  # on along the path
        if not document.grid.solved:
            document.say(f"{step.line}; u undoes it")

    def _begin_hint(self) -> None:
        document, known = self._document, self._known
        grid, puzzle = document.grid, self._puzzle
        exercise = self.training.exercise
        if exercise is not None and exercise.grid == grid:
            self._show(exercise.step, HintStage.WHERE)  # there may be simpler steps, but this one is to be found
            return

        def work(stopped: IsStopped) -> tuple[Known | None, Step | Trouble]:
            # If nothing was done yet nothing can be wrong: whether there is one solution is found out when needed.
            asked = Asked(grid, puzzle, known, stopped)
            about = asked.known if any(grid.placed) or any(grid.struck) else None
            trouble = trouble_with(grid, about or Known(puzzle, None))
            if trouble is not None:
                return about, trouble
            position = Position.of(grid, unique=asked.unique)
            position.cancelled = stopped
            try:
                return asked.found, next_step(position) or Trouble.STUCK
            except Cancelled:
                return asked.found, Trouble.STOPPED

        def done(found: tuple[Known | None, Step | Trouble]) -> None:
            about, step = found
            self._known = about or known
            if isinstance(step, Trouble):
                self._say_trouble(step)
            elif document.grid == grid:
                self._show(step, HintStage.WHERE)
                if about is None:
                    self._find_out(grid, puzzle)

        self._jobs.begin(Job("logic", "looking for a step…", work, done))

    def _find_out(self, grid: Grid, puzzle: Sudoku) -> None:
        """Find the solution while the user reads the first hint: the next one asks for it."""

        def done(about: Known) -> None:
            if self._known is None or self._known.puzzle != about.puzzle:
                self._known = about

        self._jobs.begin(Job("proof", "", lambda stopped: known_about(grid, puzzle, None, stopped), done, quiet=True))

    # Every step, and the path

    def every_step(self) -> None:
        """List all steps that are possible now; one that is chosen is shown on the grid."""
        document = self._document
        document.acted()
        document.watching = False

        def find(grid: Grid, unique: bool, stopped: IsStopped) -> list[Step] | Trouble:
            return steps_now(grid, unique, stopped) or Trouble.STUCK

        def show(grid: Grid, steps: list[Step]) -> None:
            count = len(steps)
            title = f"{counted(count, 'step')} possible now"
            if count >= MOST_STEPS:
                title = f"The first {count} of the steps possible now"
            document.say("")
            self._choose(title, steps, lambda _index: grid, lambda index: self.show(steps[index]))

        self._ask("looking for steps…", find, show)

    def path(self) -> None:
        """List the path from here; the grid goes to the step that is chosen."""
        document = self._document
        document.acted()
        document.watching = False
        if self.walk is not None:
            self._choose_from_path(self.walk)
        else:
            self._begin_path(self._choose_from_path)

    def find_path(self) -> None:
        """Find the path from here, for the panel that shows it."""
        if self.walk is None and not self._jobs.running("logic"):
            self._begin_path(lambda _walk: None)

    def _begin_path(self, then: Callable[[Walk], None]) -> None:
        def find(grid: Grid, unique: bool, stopped: IsStopped) -> Walk | Trouble:
            path = solve_by_logic(Position.of(grid, unique=unique), stopped)
            return Walk(path, grid) if path.steps else Trouble.STOPPED if stopped() else Trouble.STUCK

        def show(_: Grid, walk: Walk) -> None:
            self._walk = walk
            self._document.say("")
            then(walk)

        self._ask("looking for the path…", find, show)

    def _choose_from_path(self, walk: Walk) -> None:
        self._choose(walk.title, walk.path.steps, walk.before, lambda index: self._solve_up_to(walk, index))

    def _solve_up_to(self, walk: Walk, index: int) -> None:
        document, step = self._document, walk.path.steps[index]
        if document.grid != walk.grid:
            return
        grid = walk.before(index)
        if any(earlier.eliminations for earlier in walk.path.steps[:index]):
            document.show_candidates = True
        count = counted(index, "step")
        document.change(grid, f"solved up to {step.name}: {count}")
        self.show(step)
        self._walk = Walk(replace(walk.path, steps=walk.path.steps[index:]), document.grid)
        document.say(f"{count} done; / does this one too")

    # Why not?

    def why(self, cell: int, value: int) -> None:
        """Why a cell cannot hold a value."""
        if not value:
            self._document.say("which value? 0 is not one", NewsTone.BAD)
            return

        def find(grid: Grid, unique: bool, stopped: IsStopped) -> WhyNot:
            return why_not(Position.of(grid, unique=unique), cell, value, stopped)

        def show(grid: Grid, why: WhyNot) -> None:
            self._shown = None
            self._answer = Answer(why, grid)
            self._document.unpoint()
            self._document.say("esc closes the answer")

        self._ask("looking for the reason…", find, show, of_any_grid=True)

    # Finding out, in a thread

    def _ask(
        self,
        doing: str,
        find: Callable[[Grid, bool, IsStopped], Found | Trouble],
        show: Callable[[Grid, Found], None],
        *,
        of_any_grid: bool = False,
    ) -> None:
        """Say what ``find`` makes of the grid and of whether its puzzle has one solution; or why it can make nothing.

        A grid with a mistake in it leads nowhere, unless ``of_any_grid``.  Nothing is shown once the grid is another.
        """
        document, known = self._document, self._known
        grid, puzzle = document.grid, self._puzzle

        def work(stopped: IsStopped) -> tuple[Known, Found | Trouble]:
            about = known_about(grid, puzzle, known, stopped)
            trouble = None if of_any_grid else trouble_with(grid, about)
            return about, trouble or find(grid, about.solution is not None, stopped)

        def done(answer: tuple[Known, Found | Trouble]) -> None:
            self._known, found = answer
            if isinstance(found, Trouble):
                self._say_trouble(found)
            elif document.grid == grid:
                show(grid, found)

        self._jobs.begin(Job("logic", doing, work, done))
