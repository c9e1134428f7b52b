"""Typing values into a Sudoku: what a key does in each mode, and where the cursor goes."""

from __future__ import annotations

from core.sudoku.grid import bit
from core.sudoku.symbols import expected_symbols, symbol, value_of
from tui.screens.sudoku_actions import Mode
from tui.screens.sudoku_work import WorkScreen


class TypingScreen(WorkScreen):
    """The part of the Sudoku screen that changes a cell."""

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
            self._change_mode(Mode.VALUES)
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
        self._change_mode(Mode.VALUES if self.mode == mode else Mode(mode))
        if self.mode is Mode.DIGIT:
            self.digit = self.grid.values[self.cursor]
        self.say("")

    def _change_mode(self, mode: Mode) -> None:
        givens = Mode.GIVENS in (self.mode, mode) and mode is not self.mode
        self.mode = mode
        if givens:
            self.save_work()  # the next start goes on typing in, or does not

    def action_done(self) -> None:
        self._acted()
        self._change_mode(Mode.VALUES)
        self.say("")

    def action_back(self) -> None:
        waiting = bool(self.once) or self.number is not None
        self._acted()
        if self.watching:
            self.leave_watching()
        elif not waiting:
            self._change_mode(Mode.VALUES)
        self.set_focus(self.query_one("#board"))  # at once: the next key may be there already
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
