"""Puts on the screen what a session holds: board, panels, title bar, clock."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from tui.dialogs.form_values import Note
from tui.glyphs import in_ascii
from tui.host import host
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.info import InfoPanel
from tui.screens.sudoku.page_panel import PagePanel
from tui.screens.sudoku.pages import page_of, steps_so_far
from tui.screens.sudoku.session import SudokuSession
from tui.screens.sudoku.views import cell_of, mode_of, picture_of, title_of
from tui.widgets.form_panel import FormPanel
from tui.widgets.live import LivePanel
from tui.widgets.titlebar import TitleBar

TO_THE_FORM = Note("tab comes here, to change these", warning=False)


class Display:
    """Shows a session on a screen's widgets; whatever looks as it did costs nothing."""

    def __init__(self, screen: Screen[Any], session: SudokuSession) -> None:
        self._screen, self._session = screen, session
        self._clock: Timer | None = None

    def show(self) -> None:
        """Show everything anew."""
        screen, document = self._screen, self._session.document
        self._show_board()
        self.show_info()
        glyphs = host(screen).glyphs
        saved = f"saved {glyphs.yes}" if glyphs.unicode else "saved"
        screen.query_one(TitleBar).note(saved if document.saved else f"NOT SAVED {glyphs.no}")
        screen.query_one("#live", LivePanel).show(self._session.solving.figures())
        self._show_page()
        form = screen.query_one("#form", FormPanel)
        if not form.has_focus:
            form.show(TO_THE_FORM)
        for text in document.news:
            screen.notify(text, severity="warning", markup=False, timeout=12)
        document.news.clear()
        screen.set_class(document.watching, "-watching")
        if not document.watching:
            screen.remove_class("-held")
        self._watch_the_clock()

    def show_form(self) -> None:
        """Somebody came to the form, or left it."""
        form = self._screen.query_one("#form", FormPanel)
        form.show(None if form.has_focus else TO_THE_FORM)

    def _show_board(self) -> None:
        board = self._screen.query_one("#board", SudokuBoard)
        board.show(picture_of(self._session))
        _set(board, "border_title", title_of(self._session, scrolled=board.scrolled))
        _set(board, "border_subtitle", mode_of(self._session, board.size.width - 2))

    def show_info(self) -> None:
        """Show the panel about the cell and the puzzle."""
        panel = self._screen.query_one("#info", InfoPanel)
        title, info = cell_of(self._session)
        _set(panel, "border_title", title)
        # Where the board has no frame to say it on, the mode stands here.
        frameless = self._screen.has_class("-low", "-narrow")
        _set(panel, "border_subtitle", mode_of(self._session, 99) if frameless else "")
        panel.show(info)

    def _show_page(self) -> None:
        panel = self._screen.query_one("#page", PagePanel)
        page = page_of(self._session)
        self._screen.set_class(page is not None, "-paged")
        page = page or steps_so_far(self._session)
        _set(panel, "border_title", page.title)
        panel.show(page)

    # The clock: one row is repainted, once a second while somebody is at work and once a minute while they think

    def _watch_the_clock(self) -> None:
        self.stop_the_clock()
        document = self._session.document
        wait = document.clock.next_look(document.seconds)
        if self._screen.is_current and self._session.clock_shown and not document.grid.solved and wait is not None:
            self._clock = self._screen.set_timer(wait, self._clock_moved)

    def _clock_moved(self) -> None:
        self.show_info()
        self._watch_the_clock()

    def stop_the_clock(self) -> None:
        """Nobody looks."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None


def _set(widget: Widget, name: str, text: str) -> None:
    """A border's text, as plain text, if it is another one."""
    content = Content(text if host(widget).glyphs.unicode else in_ascii(text))
    if getattr(widget, f"_{name}") != content:
        setattr(widget, name, content)
