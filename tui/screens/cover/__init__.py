"""The N cover screen: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tui.screens.cover.screen import CoverScreen

__all__ = ["CoverScreen"]


def __getattr__(name: str) -> Any:
    # The session beside it is used without Textual, which the screen would import.
    if name == "CoverScreen":
        from tui.screens.cover.screen import CoverScreen

        return CoverScreen
    raise AttributeError(name)
