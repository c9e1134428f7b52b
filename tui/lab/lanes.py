"""Searches beside each other, each in a lane of its own, driven as one: two in lockstep, or a race of three."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from tui.kit.lines import Lines
from tui.lab.session import LanesSession
from tui.lab.steering import SteeringScreen


class LanesScreen(SteeringScreen):
    """A screen with several searches: it lies over the screen that it was opened from until it is left."""

    AUTO_FOCUS = ""
    session: LanesSession[Any]

    def __init__(self, session: LanesSession[Any]) -> None:
        super().__init__(session.search)
        self.session = session

    def on_mount(self) -> None:
        self.tick()
        if self.session.driven is not None:  # on its way to where the user left off
            self.call_after_refresh(self.launch, self.session.driven)

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

    def __init__(self, index: int, board: Lines, *panels: Widget) -> None:
        super().__init__(classes=f"-at{index}")
        self.board = board
        self.board.id, self.board.can_focus = f"lane{index}", False
        self.board.add_class("board", "panel")
        self._panels = panels

    def compose(self) -> ComposeResult:
        yield self.board
        yield from self._panels
