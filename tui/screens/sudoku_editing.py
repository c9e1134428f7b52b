"""Editing a Sudoku with the keyboard: modes, cursor, undo, savepoints, clock, autosave."""

from __future__ import annotations

import time
from typing import Any

from textual.events import ScreenSuspend
from textual.timer import Timer

from core.search import ProblemError
from core.store import Store, StoreError
from core.sudoku.editor import Editor, Savepoint
from core.sudoku.formats.base import Puzzle
from core.sudoku.grid import Grid, bit
from core.sudoku.shape import Shape
from core.sudoku.symbols import expected_symbols, symbol, value_of
from tui.format import duration
from tui.screens.sudoku_actions import Mode
from tui.screens.sudoku_autosave import Autosave, Saved
from tui.search_screen import SearchScreen

THINKING_SECONDS = 300.0
"""The clock stands still when no key has been pressed for so long."""
MINUTE = 60.0


class EditingScreen(SearchScreen):
    """The part of the Sudoku screen that edits; a subclass shows it and solves."""

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
            if not self.autosave.save(self.editor, self.cursor, self.summary()):
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
        self.mode, self.digit = Mode.VALUES, 0
        self._touched = 0.0
        self.puzzle_replaced()
        return True

    # Typing values

    def action_symbol(self, character: str) -> None:
        number, once, just_typed = self.number, self.once, self._just_typed
        self._acted()
        order = self.grid.shape.order
        if number is not None:
            self._number_typed(number, character, once)
            return
        value = value_of(character, order)
        if value is None or (value == 0 and character != "0"):
            self.say(f"{character} is no value here: expected {expected_symbols(order).partition(',')[0]}", "bad")
            return
        cell = self.cursor
        if order > 9 and self.mode is Mode.VALUES and not once and character.isdigit() and just_typed is not None:
            both = 10 * just_typed[1] + value
            if just_typed[0] == cell and 10 <= both <= order:
                value = both
        self.enter(value, once)
        if character.isdigit() and self.mode is Mode.VALUES and 0 < value < 10:
            self._just_typed = (cell, value)

    def _number_typed(self, number: str, character: str, once: str) -> None:
        order = self.grid.shape.order
        if not character.isdigit() or int(number + character) > order:
            self.say(f"expected a number from 1 to {order}, not {number}{character}", "bad")
            return
        number += character
        if len(number) == 2 or int(number) * 10 > order:
            self.enter(int(number), once)
        else:
            self.once, self.number = once, number
            self.say(f"number {number}…")

    def action_number(self) -> None:
        once = self.once
        self._acted()
        self.once, self.number = once, ""
        self.say(f"type a number from 1 to {self.grid.shape.order}")

    def enter(self, value: int, once: str = "") -> None:
        """A value was typed (0: empty): do with it what the mode says."""
        cell, grid = self.cursor, self.grid
        name, sign = grid.shape.name_of(cell), self.named(value)
        kind = once or self.mode
        if kind == Mode.DIGIT:
            self._choose_digit(value)
        elif kind == Mode.GIVENS:
            self._type_given(value)
        elif value == 0:
            self.action_clear()
        elif grid.givens[cell]:
            self.say(f"{name} is given; i edits givens, g unlocks them", "bad")
        elif kind == Mode.VALUES:
            self.edit(grid.place(cell, value), f"{name} = {sign}", cell)
        elif grid.values[cell]:
            self.say(f"{name} holds {symbol(grid.values[cell])}: empty it first", "bad")
        elif kind == "strike":
            back = bool(grid.struck[cell] & bit(value))
            self.show_candidates = True
            said = "stands again" if back else "struck out"
            self.edit(grid.toggle_struck(cell, value), f"{name}: {sign} {said}", cell)
        else:
            gone = bool(grid.marks[cell] & bit(value))
            self.edit(grid.toggle_mark(cell, value), f"{name}: mark {sign} {'wiped' if gone else 'written'}", cell)

    def named(self, value: int) -> str:
        """A value as it is drawn, and in figures where that is something else."""
        return f"{symbol(value)} ({value})" if value > 9 else symbol(value)

    def _choose_digit(self, value: int) -> None:
        self.digit = value
        left = self.grid.shape.order - self.grid.count_of(value) if value else 0
        self.say(f"digit {self.named(value)}: {left} to place" if value else "no digit")

    def _type_given(self, value: int) -> None:
        cell, grid = self.cursor, self.grid
        self.cursor = (cell + 1) % grid.shape.cells
        name = grid.shape.name_of(cell)
        done = cell + 1 == grid.shape.cells
        changed = self.edit(grid.set_given(cell, value), f"{name} given {self.named(value)}" if value else name, cell)
        if done:
            self.say("that was the last cell: enter when done")
        elif not changed:
            self.show_grid()

    def action_once(self, kind: str) -> None:
        was = self.once
        self._acted()
        self.once = "" if was == kind else kind
        self.leave_watching()
        if self.mode is Mode.GIVENS:
            self.mode = Mode.VALUES
        self.say("")

    def action_clear(self) -> None:
        cell, grid = self.cursor, self.grid
        if grid.givens[cell]:
            self._acted()
            self.say(f"{grid.shape.name_of(cell)} is given; i edits givens, g unlocks them", "bad")
        else:
            self.edit(grid.clear_cell(cell), f"{grid.shape.name_of(cell)} emptied", cell)

    def action_skip(self) -> None:
        self._acted()
        self._type_given(0)

    def action_rub_out(self) -> None:
        grid = self.grid
        self.cursor = (self.cursor - 1) % grid.shape.cells
        self.edit(grid.set_given(self.cursor, 0), f"{grid.shape.name_of(self.cursor)} emptied", self.cursor)

    def action_put(self) -> None:
        cell, grid, digit = self.cursor, self.grid, self.digit
        if not digit:
            self._acted()
            self.say("choose a digit first: type it", "bad")
        elif grid.givens[cell]:
            self._acted()
            self.say(f"{grid.shape.name_of(cell)} is given", "bad")
        else:
            value = 0 if grid.values[cell] == digit else digit
            name = grid.shape.name_of(cell)
            self.edit(grid.place(cell, value), f"{name} = {self.named(digit)}" if value else f"{name} emptied", cell)

    # Modes

    def action_mode(self, mode: str) -> None:
        self._acted()
        self.leave_watching()
        self.mode = Mode.VALUES if self.mode == mode else Mode(mode)
        if self.mode is Mode.DIGIT:
            self.digit = self.grid.values[self.cursor]
        self.say("")

    def action_done(self) -> None:
        self._acted()
        self.mode = Mode.VALUES
        self.say("")

    def action_back(self) -> None:
        waiting = bool(self.once) or self.number is not None
        self._acted()
        if self.watching:
            self.leave_watching()
        elif not waiting:
            self.mode = Mode.VALUES
        self.say("")

    # Moving

    def _go(self, cell: int) -> None:
        once = self.once
        self._acted()
        self.once = once
        self.cursor = cell
        self.say("")

    def cell_clicked(self, cell: int) -> None:
        """The board was clicked."""
        self._go(cell)

    def action_move(self, down: int, right: int) -> None:
        n = self.grid.shape.order
        row, column = divmod(self.cursor, n)
        self._go((row + down) % n * n + (column + right) % n)

    def action_edge(self, end: int) -> None:
        n = self.grid.shape.order
        self._go(self.cursor // n * n + (n - 1 if end else 0))

    def action_box(self, down: int, right: int) -> None:
        shape = self.grid.shape
        n = shape.order
        row, column = divmod(self.cursor, n)
        self._go((row + down * shape.box_rows) % n * n + (column + right * shape.box_columns) % n)

    def action_empty(self, step: int) -> None:
        cell = self.grid.next_empty(self.cursor, step)
        if cell is None:
            self._acted()
            self.say("every cell is filled")
        else:
            self._go(cell)

    # The whole grid

    def action_undo(self) -> None:
        self._step_back_or_forward(self.editor.undo(), "undone")

    def action_redo(self) -> None:
        self._step_back_or_forward(self.editor.redo(), "made again")

    def _step_back_or_forward(self, step: Any, said: str) -> None:
        self._acted()
        self.leave_watching()
        if step is None:
            self.say("nothing to take back" if said == "undone" else "nothing to make again")
            return
        if step.cell is not None and step.cell < self.grid.shape.cells:
            self.cursor = step.cell
        self.cursor = min(self.cursor, self.grid.shape.cells - 1)
        self.puzzle_replaced()
        self.save_work()
        self.say(f"{said}: {step.what}")

    def action_candidates(self) -> None:
        self._acted()
        self.leave_watching()
        self.show_candidates = not self.show_candidates
        self.say("candidates shown; your marks are as they were" if self.show_candidates else "candidates hidden")

    def action_marks_from_candidates(self) -> None:
        self.edit(self.grid.marks_from_candidates(), "candidates written as marks")

    def action_tidy(self) -> None:
        grid = self.grid
        for cell, value in enumerate(grid.values):
            if value:
                grid = grid.tidy_marks(cell)
        self.edit(grid, "marks tidied")

    def action_lock(self) -> None:
        if any(self.grid.placed):
            self.edit(self.grid.lock(), "all values are givens now")
        elif any(self.grid.givens):
            self.edit(self.grid.unlock(), "givens unlocked: edit them, then g")
        else:
            self._acted()
            self.say("there are no values to lock", "bad")

    def action_restart_work(self) -> None:
        self.edit(self.grid.restart(), "own values and marks cleared")

    def action_savepoint(self) -> None:
        self._acted()
        point = self.editor.add_savepoint("")
        self.save_work()
        self.say(f"{point.name} set; b goes back to it")

    def action_savepoints(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        points = list(reversed(self.editor.savepoints))
        choices = [Choice(point, point.name, self._about(point)) for point in points]
        self.app.push_screen(ChoiceDialog("Back to a savepoint", choices), self._to_savepoint)

    def _about(self, point: Savepoint) -> str:
        grid = point.puzzle.grid
        return f"{sum(map(bool, grid.placed))} placed, {grid.shape.cells - grid.filled} empty"

    def _to_savepoint(self, point: Savepoint | None) -> None:
        if point is None:
            return
        self._acted()
        self.leave_watching()
        if self.editor.go_to_savepoint(point):
            self.cursor = min(self.cursor, self.grid.shape.cells - 1)
            self.puzzle_replaced()
            self._after_change(f"back to {point.name}")

    def action_rename(self) -> None:
        from core.sudoku.formats.base import clean_text
        from tui.dialogs import LineDialog

        def rename(text: str | None) -> None:
            if text is not None:
                self.editor.rename(clean_text(text))
                self._after_change("renamed")

        self.app.push_screen(LineDialog("Title", "Title of the puzzle:", self.editor.puzzle.title), rename)

    # What can be done now

    def can(self, name: str) -> bool:
        typing_in = self.mode is Mode.GIVENS and not self.watching
        match name:
            case "undo":
                return self.editor.can_undo
            case "redo":
                return self.editor.can_redo
            case "savepoints":
                return bool(self.editor.savepoints)
            case "skip" | "rub_out":
                return typing_in
            case "done":
                return typing_in
            case "put":
                return self.mode is Mode.DIGIT and not self.watching
            case "clear":
                return not self.watching
            case "step" | "run":
                return not typing_in and super().can(name)
            case "restart_work":
                return self.has_work()
        return super().can(name)

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
