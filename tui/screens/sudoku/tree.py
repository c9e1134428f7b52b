"""The visited tree beside the grid: what it is of, when it is to be seen, and what is pointed at."""

from __future__ import annotations

from tui.screens.sudoku.session import SudokuSession
from tui.search.grown_tree import GrownTree
from tui.search.screen import SearchScreen
from tui.widgets.tree_panel import TreePanel


class SudokuTree:
    """Opens and closes the tree panel of a screen, and shows in it the tree of the search in hand."""

    def __init__(self, screen: SearchScreen, session: SudokuSession) -> None:
        self._screen, self._session = screen, session
        self.grown = GrownTree()
        self.panel = TreePanel(self.grown, id="tree")

    def toggle(self) -> None:
        """Open it, with a search at its start where there is none; or close it."""
        screen, solving = self._screen, self._session.solving
        if self.panel.opened:
            self.close()
            return
        if screen.search.run is None or not solving.current:
            note = solving.prepare_step()
            if not screen.start_search(paused=True):
                return
            if note is not None:
                self._session.document.say(note.text)
        self._session.document.watching = True
        solving.browser.leave()  # the tree and the reasons are about the search, not about a solution looked at
        self.panel.open()

    def close(self) -> None:
        """Back to the board."""
        self.panel.close()
        self._screen.query_one("#board").focus(scroll_visible=False)

    def show(self) -> None:
        """Show it as far as it is opened; it goes with the search."""
        if self.panel.opened and not self._session.document.watching:
            self.close()
        self._screen.set_class(self.panel.opened, "-tree")
        ran = self._session.solving.ran
        if not self.panel.opened or ran is None:
            return
        refusal = ran.unexplained
        self.panel.follow(
            (ran.entry.key, ran.problem, ran.goal), ran.start, self._screen.search.node,
            "" if refusal is None else f"There is no tree to show. {refusal}.",
        )  # fmt: skip

    def point(self, node: int) -> None:
        """Go to a node with the search itself."""
        self._session.solving.steer()
        self._screen.walk_to(node)
