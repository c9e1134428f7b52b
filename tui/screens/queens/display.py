"""What the queens screen shows of its session, panel by panel."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from core.words import grouped
from tui.dialogs.form_values import Note
from tui.glyphs import in_ascii
from tui.host import host
from tui.screens.queens.found_panel import LONGEST, FoundPanel, Shown
from tui.screens.queens.session import QueensSession
from tui.widgets.form_panel import FormPanel
from tui.widgets.live import LivePanel
from tui.widgets.queens_board import QueensBoard
from tui.widgets.queens_squares import legend
from tui.widgets.tree_panel import TreePanel
from tui.widgets.why import WhyPanel


class Display:
    """Puts a session into the panels of a screen."""

    def __init__(self, screen: Screen[Any], session: QueensSession) -> None:
        self._screen, self._session = screen, session

    def form(self, note: Note | None = None) -> None:
        """The choices, with what there is to say about the last one."""
        form = self._screen.query_one("#form", FormPanel)
        form.show(note)
        self.bring_into_view(form, end=note is not None)

    def search(self) -> None:
        """Everything about the search."""
        self._screen.query_one("#live", LivePanel).show(self._session.figures())
        self._why()
        self.board()
        self._found()
        self._tree()

    def bring_into_view(self, part: Widget, *, end: bool = False) -> None:
        """On a small terminal the form and the figures share one place: show this one, or the end of it."""
        screen = self._screen
        if screen.has_class("-narrow") and screen.has_class("-low"):
            screen.query_one("#side").scroll_to_widget(part, animate=False, top=not end)

    def board(self) -> None:
        """The board and the words around it."""
        board = self._screen.query_one("#board", QueensBoard)
        position, subtitle = self._session.position()
        board.show(position)
        if board.windowed:
            subtitle += " · tab to scroll"
        entitle(board, self._drawn(f"{grouped(position.n)} × {grouped(position.n)}"), self._drawn(subtitle))

    def _why(self) -> None:
        sentences = self._session.why()
        self._screen.set_class(bool(sentences), "-explaining")
        snapshot = self._session.search.snapshot
        node = "" if snapshot is None else f" · node {grouped(snapshot.steps)}"
        self._screen.query_one("#why", WhyPanel).show(self._drawn(f"Why{node}"), sentences, self._legend())

    def _legend(self) -> str:
        marked = self._session.position()[0].marks is not None
        return legend(host(self._screen).glyphs) if marked else ""

    def _tree(self) -> None:
        panel = self._screen.query_one("#tree", TreePanel)
        self._screen.set_class(panel.opened, "-tree")
        if panel.opened:
            ran = self._session.of_tree
            refusal = ran.unexplained
            panel.follow(
                (ran.name, ran.problem), ran.start, self._session.search.node,
                "" if refusal is None else f"There is no tree to show. {refusal}.",
            )  # fmt: skip

    def _found(self) -> None:
        session, browser = self._session, self._session.browser
        solution = browser.solution
        listed = browser.listed()
        first = solution if solution is not None else browser.at(0) if len(listed) else ()
        self._screen.query_one("#found", FoundPanel).show(
            Shown(
                place=browser.place if solution is not None else None,
                total=len(listed),
                by_class=browser.by_class,
                class_size=session.class_size,
                at=lambda place: [int(column) for column in browser.at(place)[:LONGEST]],
                length=len(first),
                note=session.remark,
            )
        )

    def _drawn(self, text: str) -> str:
        return text if host(self._screen).glyphs.unicode else in_ascii(text)


def entitle(panel: Widget, title: str, subtitle: str) -> None:
    """Words on a panel's border, where they are other ones."""
    if panel.border_title != title:
        panel.border_title = title
    if panel.border_subtitle != subtitle:
        panel.border_subtitle = subtitle
