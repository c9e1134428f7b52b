"""Hints, steps, the path, answers to "why not?", and training: the logic engine at work on the puzzle in hand.

Everything that searches is a `Job`: in a thread, and stopped by the key that
stops everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import SystemRandom
from typing import TYPE_CHECKING

from core.search import Goal, Status
from core.sudoku.formats import Puzzle
from core.sudoku.grid import Grid
from core.sudoku.human import (
    TECHNIQUES,
    Cancelled,
    Hint,
    HintStage,
    Level,
    Path,
    Position,
    Step,
    Technique,
    WhyNot,
    all_steps,
    hint_stages,
    next_step,
    solve_by_logic,
    why_not,
)
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import symbol
from core.sudoku.verdict import start_proposed, wrong_cells
from core.words import counted
from tui.kit.sudoku_overlay import Overlay, of_hint, of_why
from tui.screens.sudoku.document import Document, NewsTone
from tui.screens.sudoku.job import IsStopped, Job, JobList

if TYPE_CHECKING:
    from core.sudoku.human.exercises import Exercise  # it makes puzzles, with NumPy

PATIENCE = 50_000
"""Nodes to prove a puzzle's one solution with, before its values are judged; large grids may stay unjudged."""
MOST_STEPS = 300
"""Steps listed at once."""
Chooser = Callable[[str, Sequence[Step], Callable[[int], Grid], Callable[[int], None]], None]


# What must be known before anything can be taught: whether the grid can still be solved, and what leads on


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

    clues: tuple[int, ...]
    solution: tuple[int, ...] | None
    """The one solution; None where there are several, none, or nobody has the patience to find out."""


class Asked:
    """What is known of a puzzle, found out when somebody first asks."""

    def __init__(self, grid: Grid, clues: tuple[int, ...], known: Known | None, stopped: IsStopped) -> None:
        self._grid, self._clues, self._stopped = grid, clues, stopped
        self.found = known if known is not None and known.clues == clues else None
        """None as long as nobody has asked."""

    @property
    def known(self) -> Known:
        """It is found out now, if it was not known."""
        if self.found is None:
            self.found = known_about(self._grid, self._clues, None, self._stopped)
        return self.found

    def unique(self) -> bool:
        """Whether the puzzle has one solution."""
        return self.known.solution is not None


def applied(grid: Grid, step: Step) -> Grid:
    """The grid with a step done: values placed, candidates struck out, and wiped from the own marks too."""
    marks, struck = list(grid.marks), list(grid.struck)
    for cell, value in step.eliminations:
        struck[cell] |= 1 << (value - 1)
        marks[cell] &= ~(1 << (value - 1))
    out = replace(grid, marks=tuple(marks), struck=tuple(struck))
    for cell, value in step.placements:
        out = out.place(cell, value)
    return out


def known_about(grid: Grid, clues: tuple[int, ...], known: Known | None, stopped: IsStopped) -> Known:
    """The one solution of a puzzle, if it can be found within our patience."""
    if known is not None and known.clues == clues:
        return known
    search = start_proposed(Sudoku(grid.shape, clues), Goal.COUNT, 2)
    left = PATIENCE
    while search.status is Status.RUNNING and left > 0 and not stopped():
        search.advance(min(left, 1 << 12))
        left -= 1 << 12
    one = search.status is Status.COMPLETE and search.counts()[0] == 1
    return Known(clues, tuple(search.solutions[0]) if one else None)


def trouble_with(grid: Grid, known: Known) -> Trouble | None:
    """Why there can be no hint for a grid; None where there can."""
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
    """All steps possible now, the simplest first; forcing chains only where nothing else leads on."""
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


# What is taught


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
        """The grid as it is before a step; before the one behind the last: at the end."""
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

    def __init__(self, document: Document, jobs: JobList, choose: Chooser) -> None:
        """``choose`` is called with a title, steps, the grid before each, and what to do with the one chosen."""
        self._document, self._jobs, self._choose = document, jobs, choose
        self._shown: Shown | None = None
        self._answer: Answer | None = None
        self._walk: Walk | None = None
        self._known: Known | None = None
        self.exercise: Exercise | None = None
        self.trained = TECHNIQUES[0]
        """The technique trained last."""
        document.changed.append(self._watch_exercise)

    # What there is to be seen

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
        """What it says, with a title; None while nothing was asked."""
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
        """A step that somebody chose: its whole pattern."""
        self._show(step, HintStage.CONSEQUENCE)

    def _show(self, step: Step, stage: HintStage) -> None:
        self._answer = None
        hint = hint_stages(step)[stage - 1]
        self._shown = Shown(hint, self._document.grid)
        self._document.say("/ goes on" if stage < HintStage.CONSEQUENCE else "/ does it, esc does not")

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
        grid, clues = document.grid, document.puzzle.clues
        if self.exercise is not None and self.exercise.grid == grid:
            self._show(self.exercise.step, HintStage.WHERE)  # there may be simpler steps, but this one is to be found
            return

        def work(stopped: IsStopped) -> tuple[Known | None, Step | Trouble]:
            # Where nothing was done yet nothing can be wrong: whether there is one solution is found out when needed.
            asked = Asked(grid, clues, known, stopped)
            about = asked.known if any(grid.placed) or any(grid.struck) else None
            trouble = trouble_with(grid, about or Known(clues, None))
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
                    self._find_out(grid, clues)

        self._jobs.begin(Job("logic", "looking for a step…", work, done))

    def _find_out(self, grid: Grid, clues: tuple[int, ...]) -> None:
        """Find the solution while somebody reads the first hint: the next one asks for it."""

        def done(about: Known) -> None:
            if self._known is None or self._known.clues != about.clues:
                self._known = about

        self._jobs.begin(Job("proof", "", lambda stopped: known_about(grid, clues, None, stopped), done, quiet=True))

    # Every step, and the path

    def every_step(self) -> None:
        """List all steps that are possible now; one that is chosen is shown on the grid."""
        document, known = self._document, self._known
        document.acted()
        document.watching = False
        grid, clues = document.grid, document.puzzle.clues

        def work(stopped: IsStopped) -> tuple[Known, list[Step] | Trouble]:
            about = known_about(grid, clues, known, stopped)
            trouble = trouble_with(grid, about)
            return about, trouble or steps_now(grid, about.solution is not None, stopped)

        def done(found: tuple[Known, list[Step] | Trouble]) -> None:
            self._known, steps = found
            if isinstance(steps, Trouble) or not steps:
                self._say_trouble(steps if isinstance(steps, Trouble) else Trouble.STUCK)
            elif document.grid == grid:
                count = len(steps)
                title = f"{counted(count, 'step')} possible now"
                if count >= MOST_STEPS:
                    title = f"The first {count} of the steps possible now"
                document.say("")
                self._choose(title, steps, lambda _index: grid, lambda index: self.show(steps[index]))

        self._jobs.begin(Job("logic", "looking for steps…", work, done))

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
        """Find the path from here, for whoever looks at it."""
        if self.walk is None and not self._jobs.running("logic"):
            self._begin_path(lambda _walk: None)

    def _begin_path(self, then: Callable[[Walk], None]) -> None:
        document, known = self._document, self._known
        grid, clues = document.grid, document.puzzle.clues

        def work(stopped: IsStopped) -> tuple[Known, Walk | Trouble]:
            about = known_about(grid, clues, known, stopped)
            trouble = trouble_with(grid, about)
            if trouble is not None:
                return about, trouble
            path = solve_by_logic(Position.of(grid, unique=about.solution is not None), stopped)
            return about, Walk(path, grid) if path.steps else Trouble.STOPPED if stopped() else Trouble.STUCK

        def done(found: tuple[Known, Walk | Trouble]) -> None:
            self._known, walk = found
            if isinstance(walk, Trouble):
                self._say_trouble(walk)
            elif document.grid == grid:
                self._walk = walk
                document.say("")
                then(walk)

        self._jobs.begin(Job("logic", "looking for the path…", work, done))

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
        document, known = self._document, self._known
        grid, clues = document.grid, document.puzzle.clues
        if not value:
            document.say("which value? 0 is none", NewsTone.BAD)
            return

        def work(stopped: IsStopped) -> tuple[Known, WhyNot]:
            about = known_about(grid, clues, known, stopped)
            return about, why_not(Position.of(grid, unique=about.solution is not None), cell, value, stopped)

        def done(found: tuple[Known, WhyNot]) -> None:
            self._known, why = found
            if document.grid == grid:
                self._shown = None
                self._answer = Answer(why, grid)
                document.say("esc closes the answer")

        self._jobs.begin(Job("logic", "looking for the reason…", work, done))

    # Training

    def train(self, which: Technique) -> None:
        """Open a position in which a technique is the next step."""
        from core.sudoku.human.exercises import exercise
        from core.sudoku.human.generator import Stopped

        document = self._document
        shape = document.grid.shape
        self.trained = which
        document.acted()

        def work(stopped: IsStopped) -> Exercise | Trouble:
            def tell(tries: int) -> None:
                job.doing = f"looking for {which.name}: {counted(tries + 1, 'puzzle')}…"

            try:
                return exercise(which, shape, SystemRandom().randrange(1 << 31), stopped=stopped, progress=tell)
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

    def _watch_exercise(self) -> None:
        """Somebody changed the grid: is it what was to be found?"""
        exercise, grid = self.exercise, self._document.grid
        if exercise is None or grid.shape != exercise.grid.shape or grid.givens != exercise.grid.givens:
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
