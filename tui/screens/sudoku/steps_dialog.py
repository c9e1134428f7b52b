"""Choosing one of many steps, with a look at it on the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from core.sudoku.grid import Grid
from core.sudoku.human import Step
from tui.dialogs.dialogs import Dialog
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.overlay import of_step
from tui.screens.sudoku.picture import Picture
from tui.widgets.pick_list import PickList


class StepsDialog(Dialog[int]):
    """Steps, each with its pattern on the grid and its reason.  Closes with the index of the one chosen."""

    DEFAULT_CSS = """
    StepsDialog > .box { height: 94%; width: 96%; max-width: 140; }
    StepsDialog Horizontal { height: 1fr; }
    StepsDialog PickList { width: 1fr; height: 100%; }
    StepsDialog SudokuBoard { width: 39; height: 100%; padding: 0 0 0 1; }
    StepsDialog.-wide SudokuBoard { width: 76; }
    StepsDialog .why { height: 5; }
    StepsDialog.-narrow SudokuBoard, StepsDialog.-tiny SudokuBoard { display: none; }
    """
    KEYS = (
        ("↑ ↓ j k", "To another step"), ("0-9", "Go to the step with that number"),
        ("enter", "Take it: the grid goes there, and the step is marked on it"),
    )  # fmt: skip

    def __init__(self, title: str, steps: Sequence[Step], before: Callable[[int], Grid]) -> None:
        super().__init__()
        self._title, self._steps, self._before = title, steps, before

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = Content(self._title)
        box.border_subtitle = "number or arrows   enter take it   esc cancel"
        with box:
            with Horizontal():
                yield PickList(len(self._steps), lambda index: self._steps[index].line)
                board = SudokuBoard(framed=False)
                board.can_focus = False
                yield board
            yield Static("", classes="why", markup=False)

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self._moved()

    @on(PickList.Moved)
    def _moved(self) -> None:
        index = self.query_one(PickList).index
        step = self._steps[index]
        self.query_one(".why", Static).update(Content(self.drawn(step.sentence)))
        picture = Picture(self._before(index), cursor=None, candidates=True, overlay=of_step(step))
        self.query_one(SudokuBoard).show(picture)

    @on(PickList.Chosen)
    def _chosen(self) -> None:
        self.dismiss(self.query_one(PickList).index)
