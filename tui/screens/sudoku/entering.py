"""Typing into a Sudoku: what a key does in each mode, and where the cursor goes.

One rule for values above 9, in every mode: a letter (C or c is 12), two digits
in a row (1 2 is 12 if the grid has a 12; a space or a move between them keeps
them apart), or ``#`` and two digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from core import Grid, ProblemError
from core._checks import shown, whole
from core.sudoku._grid import bit
from core.sudoku._symbols import expected_symbols, symbol, value_of
from tui.screens.sudoku.document import Mode, NewsTone, Once, OpenDigit, Pending, SudokuDocument

COLOURS = ("red", "yellow", "green", "blue", "violet", "grey")
"""The colours for cells and candidates, by number from 1."""


class Entering:
    """What typed keys do to the puzzle in hand."""

    def __init__(self, document: SudokuDocument, ask_why: Callable[[int, int], None]) -> None:
        """``ask_why``: called with a cell and the value that the user wants excluded."""
        self._document = document
        self._ask_why = ask_why
        self.brush = 1
        """The colour used last."""

    @property
    def _place(self) -> tuple[int, Grid, str]:
        """The cell with the cursor, the grid, and the cell's name."""
        grid = self._document.grid
        return self._document.cursor, grid, grid.shape.name_of(self._document.cursor)

    # For the next start

    def looks(self) -> dict[str, Any]:
        """The cursor, the mode, and what the last keys leave open."""
        document = self._document
        once = document.pending.once
        return {"cursor": document.cursor, "grid": _stamp(document.grid), "mode": document.mode.value,
                "digit": document.digit, "brush": self.brush, "once": once and once.value,
                "number": document.pending.number}  # fmt: skip

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Take up what `looks` gave.  Raises KeyError, ValueError or ProblemError for anything else."""
        document, shape = self._document, self._document.grid.shape
        cursor, digit = (
            whole(looks[name], name, 0, most) for name, most in (("cursor", shape.cells - 1), ("digit", shape.order))
        )
        brush, mode = whole(looks["brush"], "brush", 1, len(COLOURS)), Mode(looks["mode"])
        once, number = looks["once"] and Once(looks["once"]), looks["number"]
        if number not in (None, "", *"0123456789"):
            raise ProblemError(f"number must be a digit typed so far, not {shown(number)}")
        if looks["grid"] == _stamp(document.grid):  # else a change was saved after this, with its own cursor
            document.cursor = cursor
        document.digit, document.mode, self.brush = digit, mode, brush
        document.pending = Pending(once, number)

    # Values

    def takes(self, character: str) -> bool:
        """Whether a small letter is a value here rather than a command."""
        if not ("a" <= character <= "z"):
            return True
        return not self._document.watching and bool(value_of(character, self._document.grid.shape.order))

    def type(self, character: str) -> None:
        """A digit or a letter was typed; if a search is in view, it brings the user's own grid back first."""
        document = self._document
        pending, order = document.pending, document.grid.shape.order
        document.acted()
        if document.watching:
            document.watching = False
            document.say(f"this is your own grid again; {character} once more goes into {self._place[2]}")
        elif pending.number is not None:
            self._type_number(pending.number, character, pending.once)
        elif (first := pending.open_digit) is not None and 1 <= first.joined(character) <= order:
            self._join(first, first.joined(character))
        elif (value := value_of(character, order)) is None or (value == 0 and character != "0"):
            expected = expected_symbols(order).partition(",")[0]
            document.say(f"{character} is not a value here: expected {expected}", NewsTone.BAD)
        else:
            cell = document.cursor
            self.enter(value, pending.once)
            if character.isdigit() and value and 10 * value <= order:
                document.pending.open_digit = OpenDigit(cell, value, pending.once)

    def _type_number(self, number: str, character: str, once: Once | None) -> None:
        document = self._document
        order = document.grid.shape.order
        if not character.isdigit() or int(number + character) > order:
            document.say(f"expected a number from 1 to {order}, not {number}{character}", NewsTone.BAD)
            return
        number += character
        if len(number) == 2 or int(number) * 10 > order:
            self.enter(int(number), once)
        else:
            document.pending.once, document.pending.number = once, number
            document.say(f"number {number}…")

    def number(self) -> None:
        """Read the next value as a number of two digits."""
        document = self._document
        once = document.pending.once
        document.acted()
        document.pending.once, document.pending.number = once, ""
        document.say(f"type a number from 1 to {document.grid.shape.order}")

    def separate(self) -> None:
        """Take the digit typed last as the whole value."""
        self._document.acted()
        self._document.say("")

    def _join(self, first: OpenDigit, value: int) -> None:
        """Two digits in a row are one value, which replaces what the first one did."""
        document, grid = self._document, self._document.grid
        cell, digit, once = first
        kind = once or document.mode
        name = grid.shape.name_of(cell)
        if kind == Mode.GIVENS:
            document.change(grid.set_given(cell, value), f"{name} given {document.named(value)}", cell)
            return
        document.cursor = cell
        if kind in (Mode.MARKS, Once.MARK):
            document.change(grid.toggle_mark(cell, digit), f"{name}: mark {symbol(digit)} taken back", cell)
        elif kind == Once.STRIKE:
            document.change(grid.toggle_struck(cell, digit), f"{name}: {symbol(digit)} taken back", cell)
        self.enter(value, once)

    def enter(self, value: int, once: Once | None = None) -> None:
        """A value was typed (0: empty): do with it what the mode says."""
        document = self._document
        match once or document.mode:
            case Mode.SELECT:
                document.say("cells are being selected: R chooses the kind of rule, esc ends this", NewsTone.BAD)
            case Mode.DIGIT:
                self._choose_digit(value)
            case Mode.GIVENS:
                self._type_given(value)
            case Mode.COLOURS:
                self._paint(document.cursor, 0, value)
            case Once.COLOUR:
                if value:
                    self._paint(document.cursor, value, self.brush)
            case Once.WHY:
                self._ask_why(document.cursor, value)
            case kind:
                if value:
                    self._write(value, kind)
                else:
                    self.clear()

    def _write(self, value: int, kind: Mode | Once) -> None:
        """A value, a mark or a struck-out candidate goes into the cell, or is taken away again."""
        document = self._document
        cell, grid, name = self._place
        named = document.named(value)
        if grid.givens[cell]:
            document.say(f"{name} is given; i edits givens, g unlocks them", NewsTone.BAD)
        elif kind == Mode.VALUES:
            document.place(cell, value, f"{name} = {named}")
        elif grid.values[cell]:
            document.say(f"{name} holds {symbol(grid.values[cell])}: empty it first", NewsTone.BAD)
        elif kind == Once.STRIKE:
            said = "restored" if grid.struck[cell] & bit(value) else "struck out"
            document.show_candidates = True
            document.change(grid.toggle_struck(cell, value), f"{name}: {named} {said}", cell)
        else:
            said = "wiped" if grid.marks[cell] & bit(value) else "written"
            document.change(grid.toggle_mark(cell, value), f"{name}: mark {named} {said}", cell)

    def _choose_digit(self, value: int) -> None:
        document = self._document
        document.digit = value
        left = document.grid.shape.order - document.grid.count_of(value) if value else 0
        document.say(f"digit {document.named(value)}: {left} to place" if value else "no digit")

    def _type_given(self, value: int) -> None:
        document = self._document
        cell, grid, name = self._place
        document.cursor = (cell + 1) % grid.shape.cells
        done = cell + 1 == grid.shape.cells
        changed = document.change(
            grid.set_given(cell, value), f"{name} given {document.named(value)}" if value else name, cell
        )
        if not changed:
            document.save()  # the next start goes on at this very cell
        if done:
            document.say("that was the last cell: press enter when done")

    def _paint(self, cell: int, value: int, colour: int) -> None:
        """Give a cell (value 0) or one of its candidates a colour; the same one again, or 0, takes it away."""
        document = self._document
        name = document.grid.shape.name_of(cell) + (f", candidate {document.named(value)}" if value else "")
        if not 0 <= colour <= len(COLOURS):
            document.say(f"expected a colour from 1 to {len(COLOURS)}, or 0 for none", NewsTone.BAD)
            return
        colours = dict(document.editor.colours)
        if colour and colours.get((cell, value)) != colour:
            colours[cell, value] = self.brush = colour
            said = f"{name} coloured {COLOURS[colour - 1]}"
        else:
            colours.pop((cell, value), None)
            said = f"{name}: colour removed"
        document.colour(colours, said, cell)

    def clear_colours(self) -> None:
        """Remove all colours."""
        self._document.colour({}, "all colours removed")

    # Emptying

    def clear(self) -> None:
        """Empty the cell: first its value, then its marks."""
        document = self._document
        cell, grid, name = self._place
        if grid.givens[cell]:
            document.acted()
            document.say(f"{name} is given; i edits givens, g unlocks them", NewsTone.BAD)
        elif not document.change(grid.clear_cell(cell), f"{name} emptied", cell):
            document.say(f"{name} is empty")

    def skip(self) -> None:
        """Typing in: leave this cell empty and go on."""
        self._document.acted()
        self._type_given(0)

    def rub_out(self) -> None:
        """Typing in: go back a cell and empty it."""
        document = self._document
        document.cursor = (document.cursor - 1) % document.grid.shape.cells
        cell, grid, name = self._place
        if not document.change(grid.set_given(cell, 0), f"{name} emptied", cell):
            document.save()

    def put(self) -> None:
        """Digit first: put the digit in the cell, or take it away."""
        document = self._document
        cell, grid, name = self._place
        digit = document.digit
        if not digit or grid.givens[cell]:
            document.acted()
            document.say(f"{name} is given" if digit else "choose a digit first: type it", NewsTone.BAD)
        elif grid.values[cell] == digit:
            document.place(cell, 0, f"{name} emptied")
        else:
            document.place(cell, digit, f"{name} = {document.named(digit)}")

    # Modes

    def once(self, kind: Once) -> None:
        """The next value is a mark, a struck-out candidate, a coloured one or a question; pressed again, it is not."""
        document = self._document
        was = document.pending.once
        document.acted()
        document.pending.once = None if was == kind else kind
        document.watching = False
        if document.mode is Mode.GIVENS:
            self.change_mode(Mode.VALUES)
        asked = {Once.WHY: "which value do you want explained? type it"}
        document.say(asked.get(kind, "") if document.pending.once else "")

    def mark_once(self) -> None:
        """The next value is a pencil mark; among colours, it colours a candidate."""
        self.once(Once.COLOUR if self._document.mode is Mode.COLOURS else Once.MARK)

    def mode(self, mode: Mode) -> None:
        """Into a mode, or out of it again."""
        document = self._document
        document.acted()
        document.watching = False
        self.change_mode(Mode.VALUES if document.mode is mode else mode)
        if document.mode is Mode.DIGIT:
            document.digit = document.grid.values[document.cursor]
        names = ", ".join(f"{number} {name}" for number, name in enumerate(COLOURS, 1))
        document.say(f"{names}; 0 removes a colour, ' colours a candidate" if document.mode is Mode.COLOURS else "")

    def change_mode(self, mode: Mode) -> None:
        """Into a mode."""
        document = self._document
        givens = Mode.GIVENS in (document.mode, mode) and mode is not document.mode
        document.mode = mode
        if givens:
            document.save()  # the next start goes on typing in, or does not

    def done(self) -> None:
        """Typing in is done."""
        self._document.acted()
        self.change_mode(Mode.VALUES)
        self._document.say("")

    # Moving

    def go(self, cell: int) -> None:
        """The cursor goes to a cell."""
        document = self._document
        once = document.pending.once
        document.acted()
        document.pending.once = once
        document.cursor = cell
        if document.mode is Mode.GIVENS:
            document.save()
        document.say("")

    def move(self, down: int, right: int) -> None:
        """By cells, round the edges."""
        cell, grid, _ = self._place
        n = grid.shape.order
        row, column = divmod(cell, n)
        self.go((row + down) % n * n + (column + right) % n)

    def to_edge(self, end: bool) -> None:
        """To the first or the last cell of the row."""
        cell, grid, _ = self._place
        n = grid.shape.order
        self.go(cell // n * n + (n - 1 if end else 0))

    def move_box(self, down: int, right: int) -> None:
        """By boxes, round the edges."""
        _, grid, _ = self._place
        self.move(down * grid.shape.box_rows, right * grid.shape.box_columns)

    def to_empty(self, step: int) -> None:
        """To the next empty cell, or the one before."""
        document = self._document
        cell = document.grid.next_empty(document.cursor, step)
        if cell is None:
            document.acted()
            document.say("every cell is filled")
        else:
            self.go(cell)


def _stamp(grid: Grid) -> int:
    """A number that tells one grid from another."""
    return crc32(repr((grid.values, grid.marks, grid.struck)).encode())
