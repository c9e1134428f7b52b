"""What goes: a screen that searches and shows itself, panel by panel, rather than a view of its session.

Exact covers and the lanes are built on it until they are moved to `tui.lab.screen.LabScreen`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.reactive import var

from tui.kit.code_panel import CodePanel
from tui.kit.text_panel import WhyPanel
from tui.kit.values import CodePosition
from tui.lab.live_search import LiveSearch
from tui.lab.screen import LabScreen
from tui.lab.session import SearchSession, Steerable


class SearchScreen(Steerable, LabScreen):
    """It knows by itself what makes sense now, and draws in `show_search` what has changed."""

    session: Any
    coding = var(False, toggle_class="-code", init=False)
    """Whether the pseudocode stands in place of Why."""

    def __init__(self, searched: SearchSession[Any] | None = None, search: LiveSearch | None = None) -> None:
        self._looked_at: tuple[object, str] | None = None
        super().__init__(searched, search)

    @property
    def subject(self) -> Steerable:
        return self

    def can(self, name: str) -> bool:
        if name == "unfold":
            return any(panel.display and panel.folds for panel in self.query(WhyPanel))
        return super().can(name)

    def action_unfold(self) -> None:
        for panel in self.query(WhyPanel):
            panel.fold()

    def newest(self) -> tuple[object, str]:
        """What it has come to, and its state in a word: nothing is repainted while both stay the same."""
        return self.search.snapshot, self.search.state

    def wake(self) -> None:
        self._looked_at = None
        super().wake()

    def show(self) -> None:
        self.search.look()
        if self._looked_at != (now := self.newest()):
            self._looked_at = now
            self.show_search()
            super(LabScreen, self).refresh_bindings()

    def tick(self) -> None:
        """Everything may look otherwise."""
        self._looked_at = None
        super().tick()

    def _look_again(self) -> None:
        if not self.app.line.behind:
            LabScreen.tick(self)
        else:
            self._note_line(figures=False)

    def refresh_bindings(self) -> None:
        super(LabScreen, self).refresh_bindings()
        if self.left is not None:
            self.left.soon()

    def show_search(self) -> None:
        """Show the newest snapshot (called ten times a second while something moves)."""

    def code_positions(self) -> Sequence[CodePosition]:
        return [CodePosition(self.searched.ran or self.searched.chosen, self.search.reason)]

    def show_code(self) -> None:
        """Show the pseudocode, while it is wanted."""
        if self.coding:
            for panel, position in zip(self.query(CodePanel), self.code_positions(), strict=True):
                panel.follow(position)
