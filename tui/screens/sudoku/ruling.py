"""The rules of the puzzle in hand: cells are selected for one, and rules are added, changed and taken away.

It knows no kind of rule: each kind has its own name, writes and reads its own line, and tells how much of that line
the selected cells determine (`core.sudoku.rules._rule.Rule`).
"""

from __future__ import annotations

from collections.abc import Sequence

from core import ProblemError
from core.sudoku.rules import KINDS, Misread, Rule, parse_rule
from core.sudoku.rules._reading import cell_list
from tui.screens.sudoku.document import Mode, SudokuDocument


class Ruling:
    """Selects cells, and changes the rules of the puzzle."""

    def __init__(self, document: SudokuDocument) -> None:
        self._document = document
        self.lifted = False
        """Whether arrows only move while cells are selected."""
        self.last_kind = ""
        """The word of the kind that was chosen last."""

    # Selecting

    @property
    def selecting(self) -> bool:
        """Whether arrows select cells."""
        return self._document.mode is Mode.SELECT and not self._document.watching

    @property
    def told(self) -> str:
        """What is selected."""
        return cell_list(self._document.selected, self._document.grid.shape) or "no cell yet"

    def select(self) -> None:
        """Begin with the cell under the cursor, or stop and forget what was selected."""
        document = self._document
        document.acted()
        document.watching = False
        if document.mode is Mode.SELECT:
            self.forget()
            document.say("")
            return
        document.mode, document.selected, self.lifted = Mode.SELECT, (document.cursor,), False
        document.say("arrows select; R chooses the kind of rule")

    def forget(self) -> None:
        """Forget what was selected."""
        document = self._document
        document.selected, self.lifted = (), False
        if document.mode is Mode.SELECT:
            document.mode = Mode.VALUES

    def extend(self, down: int, right: int) -> None:
        """Select a neighbour; going back leaves out the cell selected last."""
        document, n = self._document, self._document.grid.shape.order
        if not self.selecting:
            self.select()
        row, column = (at + step for at, step in zip(divmod(document.cursor, n), (down, right), strict=True))
        document.acted()
        if 0 <= row < n and 0 <= column < n:
            document.cursor = row * n + column
            if not self.lifted:
                self._take(document.cursor)
        document.say("")

    def _take(self, cell: int) -> None:
        document = self._document
        if document.selected[-2:-1] == (cell,):
            document.selected = document.selected[:-1]
        elif cell not in document.selected:
            document.selected = (*document.selected, cell)

    def lift(self) -> None:
        """Let arrows only move, until the key is pressed again: then the cell under the cursor is selected too."""
        document = self._document
        document.acted()
        self.lifted = not self.lifted
        if not self.lifted:
            self._take(document.cursor)
        document.say("")

    def take_back(self) -> None:
        """Leave out the cell selected last."""
        document = self._document
        document.acted()
        document.selected = document.selected[:-1]
        if document.selected:
            document.cursor = document.selected[-1]
        document.say("")

    def click(self, cell: int) -> None:
        """Select a cell, or leave it out again."""
        document = self._document
        document.acted()
        if cell in document.selected:
            document.selected = tuple(each for each in document.selected if each != cell)
        else:
            document.selected = (*document.selected, cell)
        document.cursor = cell
        document.say("")

    # Rules

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules of the puzzle."""
        return self._document.grid.rules

    def line(self, rule: Rule) -> str:
        """How a rule is written."""
        return rule.line(self._document.grid.shape)

    def kinds(self) -> Sequence[str]:
        """The words of all kinds, those that take selected cells first if there are any."""
        if not self._document.selected:
            return tuple(KINDS)
        return sorted(KINDS, key=lambda word: not KINDS[word].takes_cells())

    def begin(self, word: str) -> tuple[str, int, str] | None:
        """A kind was chosen for the selected cells, or the one under the cursor.

        If nothing more is needed, the rule is added at once; else this returns its line so far, where to type, and
        what is wrong with it besides a missing value.
        """
        document = self._document
        self.last_kind = word
        line, place = KINDS[word].draft(document.selected or (document.cursor,), document.grid.shape)
        if place is not None:
            return line, place, ""
        wrong = self.add(line)
        return None if wrong is None else (line, len(line), wrong)

    def trouble(self, line: str, instead_of: Rule | None = None) -> str | None:
        """Why a line is no rule of this puzzle; None if it is one."""
        found = self._read(line, instead_of)
        return found if isinstance(found, str) else None

    def add(self, line: str, instead_of: Rule | None = None) -> str | None:
        """Add a rule by its line, in the place of ``instead_of`` if given; returns why not."""
        document = self._document
        rule = self._read(line, instead_of)
        if isinstance(rule, str):
            return rule
        cell = rule.cells[0] if rule.cells else None
        what = f"{'changed to' if instead_of is not None else 'rule'} {self.line(rule)}"
        document.change(document.grid.with_rule(rule, instead_of), what, cell)
        self.forget()
        return None

    def remove(self, rule: Rule) -> None:
        """Take a rule away."""
        document = self._document
        document.change(document.grid.without_rule(rule), f"{self.line(rule)} removed")
        document.say(f"{self.line(rule)} removed; u undoes it")

    def _read(self, line: str, instead_of: Rule | None) -> Rule | str:
        grid = self._document.grid
        try:
            rule = parse_rule(line, grid.shape)
            if rule in grid.rules and rule != instead_of:
                return f"{self.line(rule)} is among the rules already"
            grid.with_rule(rule, instead_of)
        except Misread as error:
            return f"column {error.column}: {error}"
        except ProblemError as error:
            return str(error)
        return rule
