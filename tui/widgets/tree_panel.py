"""The visited tree beside the board: opened and closed by a key, grown in a thread, and pointed at."""

from __future__ import annotations

from functools import partial
from typing import Any

from tui.search.grown_tree import Grow, GrownTree
from tui.search.ran import Ran
from tui.search.worker import in_thread
from tui.widgets.icicle import Icicle


class TreePanel(Icicle):
    """An icicle with the tree it shows.  While it is closed nothing is grown."""

    DEFAULT_CSS = "TreePanel { display: none; height: 1fr; min-height: 6; }"

    def __init__(self, tree: GrownTree, *, id: str | None = None, classes: str = "panel") -> None:
        super().__init__(id=id, classes=classes)
        self._tree = tree
        self.border_title = "Tree"
        self.border_subtitle = "arrows move, z Z zoom, T closes"

    def open(self) -> None:
        """Show it, and give it the keyboard."""
        self.display = True
        self.focus(scroll_visible=False)

    def follow(self, ran: Ran[Any], node: int) -> None:
        """Show the tree of this search, grown first if need be, with the search at ``node``."""
        work = self._tree.to_grow(ran, ran.start)
        if work is not None:
            self.run_worker(self._grow(ran, work, node), group="tree", exclusive=True, exit_on_error=False)
        self.show(self._tree, node)

    def _unseen(self) -> bool:
        return not (self.is_running and self.display)

    async def _grow(self, ran: Ran[Any], work: Grow, node: int) -> None:
        why_none = "" if ran.unexplained is None else f"There is no tree to show. {ran.unexplained}."
        try:
            tree = await in_thread(partial(work, self._unseen), "tree")
        except Exception as trouble:  # the search cannot be begun, which it says itself
            tree, why_none = None, why_none or f"There is no tree to show: {trouble}."
        if tree is None and self._unseen():
            self._tree.forget()  # it is given up; whoever looks again has it grown again
        self._tree.grown(ran, tree, why_none)
        if self._tree.is_of(ran):
            self.show(self._tree, node)
