"""The exact cover screen: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from tui.screens.cover.screen import CoverScreen

__all__ = ["CoverScreen"]

if not TYPE_CHECKING:
    # The session beside it is used without Textual, which the screen would import.
    __getattr__ = on_demand(__name__, {"CoverScreen": "tui.screens.cover.screen"})
