"""Searches beside each other, each in a lane of its own, driven as one: two in lockstep, or a race of three."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from core.running.run import Steered
from tui.kit.queens_board import QueensBoard
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.kit.values import BoardValue
from tui.lab.search_screen import SearchScreen
from tui.lab.session import LanesSession


class LanesScreen(SearchScreen):
    """A screen with several searches: it lies over the screen that it was opened from until it is left."""

    AUTO_FOCUS = ""
    session: LanesSession[Any]

    @property
    def driven(self) -> Steered | None:
        return self.session.driven

    def on_mount(self) -> None:
        self.show_search()

    def start_search(self, *, paused: bool = False) -> None:
        self.launch(self.session.start(paused=paused))

    def search_ended(self) -> None:
        self.show_search()

    def lane(self, index: int) -> Lane:
        """One of the lanes, from the left."""
        return self.query_one(f"#lane{index}", Lane)

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

    def __init__(self, index: int, board: QueensBoard | SudokuBoard | TextPanel, *panels: Widget) -> None:
        super().__init__(id=f"lane{index}")
        board.can_focus = False
        board.add_class("board")
        self.board = board
        self._panels = panels

    def compose(self) -> ComposeResult:
        yield self.board
        yield from self._panels

    def show(self, position: Any, title: str | Content, subtitle: str = "") -> None:
        """Show what the board is for, under these titles."""
        self.board.value = position if isinstance(self.board, TextPanel) else BoardValue(position, words=subtitle)
        self.board.entitle(title, subtitle if isinstance(self.board, TextPanel) else None)
