"""The Sudoku in hand: its editor, its clock, and its place on disk."""

from __future__ import annotations

import time

from textual.events import ScreenSuspend
from textual.timer import Timer

from core.search import ProblemError
from core.store import Store, StoreError
from core.sudoku.editor import Editor
from core.sudoku.formats.base import Puzzle
from core.sudoku.grid import Grid
from core.sudoku.shape import Shape
from tui.format import duration
from tui.screens.sudoku_actions import Mode
from tui.screens.sudoku_autosave import Autosave, Saved
from tui.search_screen import SearchScreen

THINKING_SECONDS = 300.0
"""The clock stands still when no key has been pressed for so long."""
MINUTE = 60.0


class WorkScreen(SearchScreen):
    """What every part of the Sudoku screen works on; each is a class of its own on top of this one."""

    def __init__(self) -> None:
        super().__init__()
        self.editor = Editor(Puzzle(Grid.empty(Shape(3, 3))))
        self.cursor = 0
        self.mode = Mode.VALUES
        self.digit = 0
        """The value chosen in digit-first mode, 0 for none."""
        self.once = ""
        """``mark`` or ``strike`` when the next value is to be one."""
        self.number: str | None = None
        """The digits typed so far of a number asked for with #."""
        self.show_candidates = False
        self.clock_shown = True
        self.watching = False
        """Whether the board shows the search instead of the own grid."""
        self.saved = True
        """Whether the newest state is on disk."""
        self.message = ""
        self.message_tone = "plain"
        self._just_typed: tuple[int, int] | None = None
        self._touched = 0.0
        self._minute: Timer | None = None
        self._autosave: Autosave | None = None

    # What the subclass does

    def show_grid(self) -> None:
        """Show grid, cursor, mode and message."""
        raise NotImplementedError

    def puzzle_replaced(self) -> None:
        """Another puzzle (perhaps of another shape) is in the editor."""
        raise NotImplementedError

    # Shorthands

    @property
    def grid(self) -> Grid:
        """The own grid."""
        return self.editor.grid

    @property
    def autosave(self) -> Autosave:
        """Opened when first needed."""
        if self._autosave is None:
            self._autosave = Autosave(Store.open())
        return self._autosave

    def say(self, message: str, tone: str = "plain") -> None:
        """Show a sentence until the next key."""
        self.message, self.message_tone = message, tone
        self.show_grid()
        self.refresh_bindings()

    # Changes and what follows from them

    def edit(self, grid: Grid, what: str, cell: int | None = None) -> bool:
        """Put a changed grid in place, save it, and say what was done."""
        self._acted()
        self.leave_watching()
        if not self.editor.change(grid, what, cell):
            self.say("")
            return False
        self._after_change(what)
        return True

    def _after_change(self, what: str) -> None:
        self.save_work()
        if self.grid.solved:
            seconds = self.editor.seconds
            self.say(f"solved{f' in {duration(seconds)}' if seconds >= 1 else ''}", "good")
        else:
            self.say(what)

    def leave_watching(self) -> None:
        """Show the own grid again."""
        self.watching = False

    def _acted(self) -> None:
        """A key was pressed: the clock goes on, and a second digit no longer belongs to the first."""
        now = time.monotonic()
        if self._touched and not self.grid.solved:
            self.editor.seconds += min(now - self._touched, THINKING_SECONDS)
        self._touched = now
        self._just_typed = None
        self.once, self.number = "", None
        self._watch_the_clock()

    # The clock: a row is repainted once a minute while somebody is at work, else nothing moves

    def _watch_the_clock(self) -> None:
        if self._minute is not None:
            self._minute.stop()
            self._minute = None
        idle = time.monotonic() - self._touched
        if self.is_current and self.clock_shown and not self.grid.solved and idle < THINKING_SECONDS:
            self._minute = self.set_timer(MINUTE - self.clock_seconds % MINUTE + 0.1, self._minute_passed)

    def _minute_passed(self) -> None:
        self.show_grid()
        self._watch_the_clock()

    @property
    def clock_seconds(self) -> float:
        """Time spent on the puzzle up to now."""
        if not self._touched or self.grid.solved:
            return self.editor.seconds
        return self.editor.seconds + min(time.monotonic() - self._touched, THINKING_SECONDS)

    def action_clock(self) -> None:
        self.clock_shown = not self.clock_shown
        self._acted()
        self.say("")

    # On disk

    def summary(self) -> str:
        """The puzzle in a few words, for the list of earlier ones."""
        grid = self.grid
        givens = sum(map(bool, grid.givens))
        placed = sum(map(bool, grid.placed))
        return f"{self.editor.puzzle.title or 'untitled'}, {grid.shape}, {givens} givens, {placed} placed"

    def save_work(self) -> None:
        """Save now; trouble is told once."""
        was = self.saved
        try:
            typing_in = self.mode is Mode.GIVENS
            if not self.autosave.save(self.editor, self.cursor, self.summary(), typing_in=typing_in):
                self.notify("this puzzle is open elsewhere too: here it goes on as a copy", timeout=8)
            self.saved = self.autosave.persistent
        except StoreError as error:
            self.saved = False
            if was:
                self.notify(f"not saved: {error}", severity="error", markup=False, timeout=10)

    def has_work(self) -> bool:
        """Whether there is anything in the grid that a person put there."""
        grid = self.grid
        return any(grid.placed) or any(grid.marks) or any(grid.struck)

    def open_puzzle(self, puzzle: Puzzle, what: str, *, type_in: bool = False) -> None:
        """Work on another puzzle; the one before stays among the earlier ones, and undo brings it back."""
        self._acted()
        self.leave_watching()
        if self.has_work():
            self.autosave.begin()
        if not (self.editor.can_undo or self.editor.can_redo or self.grid.filled or self.has_work()):
            self.editor = Editor(puzzle)  # there was nothing before: undo need not lead back to it
        else:
            self.editor.open(puzzle, what)
        self.mode = Mode.GIVENS if type_in else Mode.VALUES
        self.digit = 0
        empty = self.grid.next_empty(self.grid.shape.cells - 1)
        self.cursor = 0 if type_in or empty is None else empty
        self.puzzle_replaced()
        self._after_change(what)

    def take_up(self, saved: Saved) -> bool:
        """Go on with an earlier work.  False when it cannot be read."""
        try:
            editor, cursor = saved.load()
        except ProblemError as error:
            self.say(f"cannot go on with {saved.summary}: {error}", "bad")
            return False
        self._acted()
        self.leave_watching()
        self.autosave.take_up(saved)
        self.editor, self.cursor = editor, cursor
        self.mode, self.digit = Mode.GIVENS if saved.typing_in else Mode.VALUES, 0
        self._touched = 0.0
        self.puzzle_replaced()
        return True

    # Coming and going

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._touched:
            self._acted()
            self._touched = 0.0
        if self._minute is not None:
            self._minute.stop()
            self._minute = None

    def on_unmount(self) -> None:
        if self._autosave is not None:
            self._autosave.close()
