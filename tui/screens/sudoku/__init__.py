"""The Sudoku screen: an editor for the keyboard, every solver to watch, and hints that teach.

`session` holds all that happens, without Textual; `screen` shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tui.screens.sudoku.screen import SudokuScreen

__all__ = ["SudokuScreen"]


def __getattr__(name: str) -> Any:
    # Parts of this package are used without the screen: they need not load it.
    if name == "SudokuScreen":
        from tui.screens.sudoku.screen import SudokuScreen

        return SudokuScreen
    raise AttributeError(name)
