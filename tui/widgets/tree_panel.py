"""The visited tree beside the board: opened and closed by a key, grown in a thread, and pointed at."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from core.search import Search
from tui.search.grown_tree import Grow, GrownTree
from tui.search.worker import in_thread
from tui.widgets.icicle import Icicle


class TreePanel(Icicle):
    """An icicle with the tree it shows.  While it is closed nothing is grown."""

    DEFAULT_CSS = "TreePanel { display: none; height: 1fr; min-height: 6; }"

    def __init__(self, tree: GrownTree, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._tree = tree
        self.border_title = "Tree"
        self.border_subtitle = "arrows move, z Z zoom, T closes"

    @property
    def opened(self) -> bool:
        """Whether it is to be seen."""
        return self.display

    def open(self) -> None:
        """Show it, and give it the keyboard."""
        self.display = True
        self.focus(scroll_visible=False)

    def close(self) -> None:
        """Hide it; what is not grown by then is given up."""
        self.display = False
        if self._tree.tree is None:
            self._tree.forget()

    def follow(self, of: Hashable, make: Callable[[], Search], node: int, why_none: str = "") -> None:
        """Show the tree of the search that ``make`` builds, grown first if need be, with the search at ``node``.

        ``of`` says what it is the tree of; ``why_none`` why there may be none.
        """
        if not self.opened:
            return
        work = self._tree.to_grow(of, make)
        if work is not None:
            self.run_worker(self._grow(of, work, node, why_none), group="tree", exclusive=True, exit_on_error=False)
        self.show(self._tree, node)

    async def _grow(self, of: Hashable, work: Grow, node: int, why_none: str) -> None:
        try:
            tree = await in_thread(partial(work, lambda: not (self.is_running and self.display)), "tree")
        except Exception as trouble:  # the search cannot be begun, which it says itself
            tree, why_none = None, why_none or f"There is no tree to show: {trouble}."
        self._tree.grown(of, tree, why_none)
        if self._tree.is_of(of):
            self.show(self._tree, node)
