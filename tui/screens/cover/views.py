"""The six views of one state on the frame of the board: only the one in sight gets anything to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.reactive import var
from textual.widgets import ContentSwitcher

from tui.glyphs import in_ascii
from tui.kit.lines import Lines
from tui.kit.tree_panel import TreePanel
from tui.kit.values import BoardValue
from tui.lab.grown_tree import GrownTree
from tui.screens.cover import words
from tui.screens.cover.graph import CoverGraph
from tui.screens.cover.levels import CoverLevels
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.picture import CoverPicture
from tui.screens.cover.session import VIEWS
from tui.screens.cover.values import ViewInSight

if TYPE_CHECKING:
    from tui.app import DancingQueens


class CoverViews(ContentSwitcher):
    """Takes a view with its value; the tabs are above, and the place in the view is below."""

    app: DancingQueens
    value: var[BoardValue | None] = var(None, init=False)

    def __init__(self, tree: GrownTree) -> None:
        self.matrix = CoverMatrix(id="matrix")
        super().__init__(
            self.matrix, CoverGraph(id="graph"), CoverPicture(id="picture"), CoverLinks(id="links"),
            CoverLevels(id="levels"), TreePanel(tree, id="tree", classes=""),
            id="board", classes="panel board", initial="picture",
        )  # fmt: skip

    def watch_value(self, value: BoardValue) -> None:
        seen: ViewInSight = value.position
        self.current = seen.name
        self.query_one(f"#{seen.name}", Lines).value = seen.value
        tabs = words.tabs(VIEWS, seen.name)
        if self.border_title != tabs:
            self.border_title = tabs
        self.show_below()

    def show_below(self) -> None:
        """Say which part is in sight, also when that changes."""
        if self.value is None:
            return
        seen: ViewInSight = self.value.position
        where = (self.matrix.window if seen.parts else "") or self.value.words or ""
        room = self.size.width - 2
        if len(where) > room:
            where = where.replace(" of ", "/")
        for more in self.value.more:
            if len(where) + 2 + len(more) <= room:
                where += f"  {more}"
        text = where if self.app.glyphs.unicode else in_ascii(where)
        if self.border_subtitle != text:
            self.border_subtitle = text

    @on(CoverMatrix.CursorMoved)
    def _other_part(self) -> None:
        self.show_below()

    def on_resize(self) -> None:
        self.show_below()
