"""Choosing one of many puzzles, with a look at it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from core.sudoku.formats import Puzzle
from core.sudoku.grid import Grid
from tui.dialogs import Dialog
from tui.format import grouped
from tui.widgets.pick_list import PickList
from tui.widgets.sudoku_board import Picture, SudokuBoard


class PuzzleDialog(Dialog):
    """A numbered list of puzzles and a picture of the one under the cursor.  Closes with a `Puzzle` or None."""

    DEFAULT_CSS = """
    PuzzleDialog > .box { height: 23; width: 78; }
    PuzzleDialog Horizontal { height: 1fr; }
    PuzzleDialog PickList { width: 1fr; height: 100%; margin: 1 0; }
    PuzzleDialog SudokuBoard { width: 39; height: 100%; border: none; padding: 0 0 0 1; }
    PuzzleDialog.-narrow SudokuBoard, PuzzleDialog.-tiny SudokuBoard { display: none; }
    """

    KEYS = (
        ("↑ ↓ j k", "To another puzzle"),
        ("pgup pgdn home end", "By pages, to the first, to the last"),
        ("0-9", "Go to the puzzle with that number"),
        ("enter", "Open it"),
    )

    def __init__(self, title: str, puzzles: Sequence[Puzzle]) -> None:
        super().__init__()
        self._title, self._puzzles = title, puzzles

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        count = len(self._puzzles)
        box.border_title = Content(f"{self._title}: {grouped(count)} {'puzzle' if count == 1 else 'puzzles'}")
        box.border_subtitle = "number or arrows   enter open   esc cancel"
        with box, Horizontal():
            yield PickList(len(self._puzzles), self._line)
            board = SudokuBoard(self)
            board.can_focus = False
            yield board

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self._moved()

    def cell_clicked(self, cell: int) -> None:
        """The picture is only to look at."""

    def _line(self, index: int) -> str:
        puzzle = self._puzzles[index]
        level = f"  {puzzle.level}" if puzzle.level and puzzle.level not in puzzle.title else ""
        return f"{puzzle.name}{level}  {puzzle.problem.clues} givens"

    @on(PickList.Moved)
    def _moved(self) -> None:
        puzzle = self._puzzles[self.query_one(PickList).index]
        grid = Grid.of(puzzle.grid.shape, puzzle.clues)
        self.query_one(SudokuBoard).show(Picture(grid, cursor=None))

    @on(PickList.Chosen)
    def _chosen(self) -> None:
        self.dismiss(self._puzzles[self.query_one(PickList).index])
