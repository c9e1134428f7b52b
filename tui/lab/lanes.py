"""Searches beside each other, each in a lane of its own, driven as one: two in lockstep, or a race of three."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from tui.kit.lines import Lines
from tui.kit.queens_board import QueensBoard
from tui.kit.queens_position import QueensPosition
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.text_panel import TextPanel
from tui.kit.values import BoardValue
from tui.lab.session import LanesSession
from tui.lab.steering import SteeringScreen

Board = Callable[[], Lines]
BOARDS: dict[type, Board] = {QueensPosition: QueensBoard, SudokuPosition: SudokuBoard}
"""By what a lane has to show; words stand in a `TextPanel`."""


def board_of(value: object) -> Board:
    """What draws the value of a lane."""
    return BOARDS.get(type(value.position), TextPanel) if isinstance(value, BoardValue) else TextPanel


class LanesScreen(SteeringScreen):
    """A screen with several searches: it lies over the screen that it was opened from until it is left."""

    AUTO_FOCUS = ""
    session: LanesSession[Any]

    def __init__(self, session: LanesSession[Any]) -> None:
        super().__init__(session.search)
        self.session = session

    def on_mount(self) -> None:
        self.tick()

    def start_search(self, *, paused: bool = False) -> None:
        self.launch(self.session.start(paused=paused))

    def changed(self) -> None:
        """The choices have changed: remember and show them."""
        settings = self.app.settings
        settings.put(self.SETTINGS, settings.section(self.SETTINGS) | self.session.remembered())
        self.wake()

    def leave(self) -> None:
        """Back to the screen below."""
        self.session.forget()
        self.dismiss(None)


class Lane(Vertical):
    """What one search has on its board, under its name; then, if need be, a panel below or beside it."""

    DEFAULT_CSS = """
    Lane {
        width: 1fr; height: 100%;
        & > .board { width: 100%; height: 1fr; }
    }
    """

    def __init__(self, index: int, board: Board, *panels: Widget) -> None:
        super().__init__(classes=f"-at{index}")
        self.board = board()
        self.board.id, self.board.can_focus = f"lane{index}", False
        self.board.add_class("board", "panel")
        self._panels = panels

    def compose(self) -> ComposeResult:
        yield self.board
        yield from self._panels
