"""What is on a board of Sudoku, as a value: the grid, the cursor, what a search has placed, what a hint marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core import Grid
from core.sudoku.human._editor import NO_COLOURS, Colours

if TYPE_CHECKING:
    from tui.kit.sudoku_overlay import Overlay


@dataclass(frozen=True, slots=True)
class SudokuPosition:
    """A grid, and what is pointed out in it."""

    grid: Grid
    cursor: int | None = 0
    """The cell with the cursor; None for none: a search is running.  Then nothing is drawn that does not move
    or matter, for every change of style is bytes on the line."""
    digit: int = 0
    """The value to point out wherever it is; 0 for none."""
    candidates: bool = False
    """Whether empty cells show what the rules leave, beside the user's marks."""
    searched: tuple[int, ...] | None = None
    """Values of a search or a solution, shown in place of the user's."""
    colours: Colours = field(default_factory=lambda: NO_COLOURS)
    """What a person coloured."""
    selected: tuple[int, ...] = ()
    """Cells that something will be said about."""
    overlay: Overlay | None = None
    """What a hint marks; then the cells that it is about are tinted, not those that see the cursor."""
