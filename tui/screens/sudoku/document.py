"""The Sudoku in hand: its editor, its cursor, its clock, its place on disk, and what was said last."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core import Grid, ProblemError, Shape
from core._words import counted, duration
from core.storage import Store, StoreError
from core.sudoku import Puzzle
from core.sudoku._formats.base import clean_text
from core.sudoku._symbols import symbol
from core.sudoku.human._editor import Colours, Editor, Savepoint
from tui.screens.sudoku.works import SudokuWork, SudokuWorks

if TYPE_CHECKING:
    from tui.kit.sudoku_overlay import Overlay

THINKING_SECONDS = 300.0
"""The clock stops when no key has been pressed for this long."""
BUSY_SECONDS = 10.0
"""For this long after a key the clock shows seconds; then minutes until the next key, and the line stays quiet."""


class Mode(StrEnum):
    """What a typed value does."""

    VALUES = "values"
    """It is put in the cell."""
    MARKS = "marks"
    """It is written or wiped as a pencil mark."""
    DIGIT = "digit first"
    """It becomes the digit that space puts in cells."""
    COLOURS = "colours"
    """It is the number of a colour for the cell."""
    GIVENS = "type in"
    """It becomes a given, and the cursor goes on to the next cell."""
    SELECT = "select"
    """Nothing: cells are selected, for a rule about them."""


class NewsTone(StrEnum):
    """What kind of news something is."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"


class Once(StrEnum):
    """What becomes of the next value typed, whatever the mode."""

    MARK = "mark"
    STRIKE = "strike out"
    COLOUR = "colour"
    WHY = "why not"


class OpenDigit(NamedTuple):
    """The digit typed last, which may be the first one of a larger value."""

    cell: int
    digit: int
    once: Once | None

    def joined(self, character: str) -> int:
        """The value that both make together; 0 if the next is not a digit."""
        return 10 * self.digit + int(character) if character.isdigit() else 0


@dataclass(slots=True)
class Pending:
    """What the keys typed last leave open."""

    once: Once | None = None
    number: str | None = None
    """The digits typed so far of a number asked for with #."""
    open_digit: OpenDigit | None = None
    """The digit typed last, while another one may make a larger value of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Pointed:
    """Findings about a grid, to be pointed out on it and described beside it."""

    grid: Grid
    """The grid in this very state."""
    title: str
    text: str
    overlay: Overlay
    candidates: bool = False
    """Whether candidates are shown with it in any case."""


class WorkClock:
    """The clock of a puzzle: it runs while the user is at work and stops while nobody is."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._touched: float | None = None

    @property
    def idle(self) -> float:
        """Seconds since the last key; infinitely many before the first."""
        return self._now() - self._touched if self._touched is not None else float("inf")

    @property
    def running(self) -> float:
        """Seconds to add to those counted up to the last key."""
        return min(self.idle, THINKING_SECONDS) if self._touched is not None else 0.0

    def touch(self) -> float:
        """A key was pressed: returns the seconds since the last one, which are to be counted now."""
        spent = self.running
        self._touched = self._now()
        return spent

    def stop(self) -> float:
        """Stop the clock; returns the seconds to be counted."""
        spent = self.running
        self._touched = None
        return spent

    def next_look(self, shown: float) -> float | None:
        """In how many seconds the clock will look different; None while it stands.  ``shown``: its seconds."""
        if self.idle >= THINKING_SECONDS:
            return None
        unit = 1.0 if self.idle < BUSY_SECONDS else 60.0
        return unit - shown % unit + 0.02

    def text(self, seconds: float) -> str:
        """``3:07`` while the user is at work, ``3 min`` while they think."""
        minutes, rest = divmod(int(seconds), 60)
        if BUSY_SECONDS <= self.idle < THINKING_SECONDS:
            return f"{minutes} min"
        if minutes < 60:
            return f"{minutes}:{rest:02d}"
        return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


class SudokuDocument:
    """The puzzle in hand and what every part of the session does with it."""

    def __init__(self, store: Callable[[], Store] = Store.open_at_once, clock: WorkClock | None = None) -> None:
        self.editor = Editor(Puzzle(Grid.empty(Shape(3, 3))))
        self.cursor = 0
        self.mode = Mode.VALUES
        self.digit = 0
        """The value chosen in digit-first mode, 0 for none."""
        self.pending = Pending()
        self.show_candidates = False
        self.auto_tidy = False
        """Whether placing a value wipes it from the marks of the cells that see it."""
        self.watching = False
        """Whether the board shows the search instead of the user's own grid."""
        self._written = True
        """Whether the store took the newest state."""
        self.selected: tuple[int, ...] = ()
        """Cells that a rule will be about, in the order in which they were selected."""
        self._pointed: Pointed | None = None
        self.news: list[str] = []
        """Things to be said once, beside the message."""
        self.message = ""
        self.tone = NewsTone.PLAIN
        self.clock = clock or WorkClock()
        self.changed: list[Callable[[], None]] = []
        """Called when the user has changed the grid and been told so."""
        self.replaced: list[Callable[[], None]] = []
        """Called when another puzzle (perhaps of another shape) is in the editor."""
        self._store = store
        self._works: SudokuWorks | None = None
        self._before: str | None = None
        """The key of the work that this one was opened from: where undo leads in the end."""
        self._ahead: list[str] = []
        """The works that redo leads to again."""
        self._blank = True
        """Whether nothing has been opened yet."""

    # Reading

    @property
    def grid(self) -> Grid:
        """The user's own grid."""
        return self.editor.grid

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now, with its particulars."""
        return self.editor.puzzle

    @property
    def works(self) -> SudokuWorks:
        """Opened when first needed."""
        if self._works is None:
            self._works = SudokuWorks(self._store())
        return self._works

    @property
    def has_work(self) -> bool:
        """Whether there is anything in the grid that a person put there."""
        grid = self.grid
        return any(grid.placed) or any(grid.marks) or any(grid.struck)

    @property
    def summary(self) -> str:
        """The puzzle in a few words, for the list of earlier ones."""
        grid = self.grid
        givens = sum(map(bool, grid.givens))
        placed = sum(map(bool, grid.placed))
        return f"{self.puzzle.title or 'untitled'}, {grid.shape}, {counted(givens, 'given')}, {placed} placed"

    @property
    def seconds(self) -> float:
        """Time spent on the puzzle up to now."""
        return self.editor.seconds + (0.0 if self.grid.solved else self.clock.running)

    def named(self, value: int) -> str:
        """A value as it is drawn, and in figures if that is something else."""
        return f"{symbol(value)} ({value})" if value > 9 else symbol(value)

    # Pointing out

    @property
    def pointed(self) -> Pointed | None:
        """What is pointed out, while the grid is as it was then and in view."""
        pointed = self._pointed
        return pointed if pointed is not None and not self.watching and pointed.grid == self.grid else None

    def point(self, pointed: Pointed) -> None:
        """Point something out, in place of what was before."""
        self._pointed = pointed

    def unpoint(self) -> bool:
        """Take it away.  False when there was nothing."""
        there = self.pointed is not None
        self._pointed = None
        return there

    # Saying

    def say(self, message: str, tone: NewsTone = NewsTone.PLAIN) -> None:
        """Say something until the next key."""
        self.message, self.tone = message, tone

    def acted(self) -> None:
        """A key was pressed: the clock goes on, and what the last keys left open is closed."""
        spent = self.clock.touch()
        if not self.grid.solved:
            self.editor.seconds += spent
        self.pending = Pending()

    def leave(self) -> None:
        """The user leaves: count the time, and stop the clock."""
        spent = self.clock.stop()
        if not self.grid.solved:
            self.editor.seconds += spent

    # Changes and what follows from them

    def change(self, grid: Grid, what: str, cell: int | None = None) -> bool:
        """Put a changed grid in place, save it, and say what was done."""
        self.acted()
        self.watching = False
        relaid = grid.rules != self.grid.rules
        changed = self._changed(self.editor.change(grid, what, cell), what)
        if changed and relaid:
            self._new_grid()
        return changed

    def place(self, cell: int, value: int, what: str) -> bool:
        """Put a value in a cell (0: empty it), and tidy up after it if that is wanted."""
        grid = self.grid.place(cell, value)
        return self.change(grid.tidy_marks(cell) if self.auto_tidy and value else grid, what, cell)

    def colour(self, colours: Colours, what: str, cell: int | None = None) -> bool:
        """Put other colours in place, save them, and say what was done."""
        self.acted()
        self.watching = False
        return self._changed(self.editor.colour(colours, what, cell), what)

    def rename(self, title: str) -> None:
        """Give the puzzle another title."""
        self._changed(self.editor.rename(clean_text(title)), "renamed")

    def _changed(self, changed: bool, what: str) -> bool:
        if not changed:
            self.say("")
            return False
        self._ahead.clear()
        self.save()
        self._tell(what)
        for each in self.changed:
            each()
        return True

    def _tell(self, what: str) -> None:
        if self.grid.solved:
            seconds = self.editor.seconds
            self.say(f"solved{f' in {duration(seconds)}' if seconds >= 1 else ''}", NewsTone.GOOD)
        else:
            self.say(what)

    # Undo and redo, across puzzles

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo, or a puzzle before this one."""
        return self.editor.can_undo or self._before is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo, or a puzzle to return to."""
        return self.editor.can_redo or bool(self._ahead)

    def undo(self) -> None:
        """Undo the last step; if there is none, go back to the puzzle before, as it was left."""
        step = self.editor.undo()
        if step is not None:
            self._stepped(step.cell, f"undone: {step.what}")
            return
        self.acted()
        here = self.works.key
        before = self.works.get(self._before) if self._before else None
        if before is not None and self._take_up(before):
            self._ahead.append(here)
            self.save()
            self.say(f"back to {self.puzzle.title or 'the previous puzzle'}, as you left it; z returns")
        else:
            self._before = None
            self.say("nothing to undo")

    def undo_to(self, kept: int) -> None:
        """Undo all but the first ``kept`` steps at once; redoing brings them back one by one."""
        step = None
        while len(self.editor.steps) > kept:
            step = self.editor.undo()
        if step is not None:
            self._stepped(step.cell, f"back to before {step.what}, which left no solution; z redoes")

    def redo(self) -> None:
        """Redo what was undone last."""
        step = self.editor.redo()
        if step is not None:
            self._stepped(step.cell, f"redone: {step.what}")
            return
        self.acted()
        ahead = self.works.get(self._ahead.pop()) if self._ahead else None
        if ahead is not None and self._take_up(ahead):
            self.save()
            self.say(f"back at {self.puzzle.title or 'the next puzzle'}, as you left it")
        else:
            self.say("nothing to redo")

    def _stepped(self, cell: int | None, said: str) -> None:
        self.acted()
        self.watching = False
        if cell is not None and cell < self.grid.shape.cells:
            self.cursor = cell
        self._new_grid()
        self.save()
        self.say(said)

    def _new_grid(self) -> None:
        self.cursor = min(self.cursor, self.grid.shape.cells - 1)
        for each in self.replaced:
            each()

    def add_savepoint(self) -> None:
        """Remember the present state."""
        self.acted()
        point = self.editor.add_savepoint("")
        self.save()
        self.say(f"{point.name} set; S goes back to it")

    def go_to_savepoint(self, point: Savepoint) -> None:
        """Back to a remembered state."""
        self.acted()
        self.watching = False
        if self.editor.go_to_savepoint(point):
            self._new_grid()
            self._changed(True, f"back to {point.name}")

    # Another puzzle

    def open(self, puzzle: Puzzle, what: str, *, type_in: bool = False) -> None:
        """Work on another puzzle; the one before stays as it is, and undo leads back to it."""
        self.leave()
        self.acted()
        self.watching = False
        if not self._blank:
            self.save()
            self._before = self.works.key
            self.works.begin()
        self._blank = False
        self._ahead.clear()
        self.editor = Editor(puzzle)
        self.mode = Mode.GIVENS if type_in else Mode.VALUES
        self.digit, self.selected = 0, ()
        empty = self.grid.next_empty(self.grid.shape.cells - 1)
        self.cursor = 0 if type_in or empty is None else empty
        self._new_grid()
        self.save()
        self._tell(what)

    def take_up(self, work: SudokuWork) -> bool:
        """Go on with an earlier work.  False when it cannot be read."""
        self._ahead.clear()
        return self._take_up(work)

    def _take_up(self, work: SudokuWork) -> bool:
        try:
            editor, cursor = work.load()
        except ProblemError as error:
            self.say(f"cannot continue {work.summary}: {error}", NewsTone.BAD)
            return False
        self.leave()
        self.pending = Pending()
        self.watching = False
        self._blank = False
        self.works.take_up(work)
        self.selected = ()
        self.editor, self.cursor, self._before = editor, cursor, work.before
        self.mode, self.digit = Mode.GIVENS if work.typing_in else Mode.VALUES, 0
        self._new_grid()
        return True

    # On disk

    @property
    def saved(self) -> bool:
        """Whether the newest state is on disk."""
        return self._written and self.works.store.persistent

    def save(self) -> None:
        """Save now; trouble is reported once."""
        was = self.saved
        try:
            if not self.works.save(
                self.editor, self.cursor, self.summary, typing_in=self.mode is Mode.GIVENS, before=self._before
            ):
                self.news.append("open in another window; editing a copy here")
            self._written = True
            if was and not self.saved:
                self.news.append(str(self.works.store.notice))
        except StoreError as error:
            self._written = False
            if was:
                self.news.append(f"not saved: {error}")

    def close(self) -> None:
        """The end."""
        if self._works is not None:
            self._works.store.close()
