"""The N queens screen: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tui.screens.queens.screen import QueensScreen

__all__ = ["QueensScreen"]


def __getattr__(name: str) -> Any:
    # The session beside it is used without Textual, which the screen would import.
    if name == "QueensScreen":
        from tui.screens.queens.screen import QueensScreen

        return QueensScreen
    raise AttributeError(name)
