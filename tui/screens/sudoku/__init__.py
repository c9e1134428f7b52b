"""The Sudoku screen: an editor for the keyboard, every solver to watch, and hints that teach.

`session` holds all that happens, without Textual; `screen` shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from tui.screens.sudoku.screen import SudokuScreen

__all__ = ["SudokuScreen"]

if not TYPE_CHECKING:
    # Parts of this package are used without the screen: they need not load it.
    __getattr__ = on_demand(__name__, {"SudokuScreen": "tui.screens.sudoku.screen"})
