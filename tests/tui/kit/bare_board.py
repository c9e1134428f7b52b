"""A Sudoku board in no app, to look at what it draws."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from rich.style import Style

from tests.tui.bare import tone_lines
from tui.glyphs import ASCII, UNICODE
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.sudoku_position import SudokuPosition


class BareBoard(SudokuBoard):
    """A board in no app: a tone is its name."""

    unicode = True
    ansi = False

    @property
    def app(self) -> Any:  # type: ignore[override]
        return SimpleNamespace(glyphs=UNICODE if self.unicode else ASCII, native_ansi_color=self.ansi)

    def tone(self, name: str) -> Style:
        """The style of a component: nothing but its name (and a line under what is pointed out)."""
        short = name.removeprefix("sudoku--")
        return Style(meta={short: True}, underline=True if short == "same" else None)


def drawn(picture: SudokuPosition, width: int, height: int, look: str = "") -> tuple[list[str], list[str]]:
    """The lines of a picture in so many cells, and what is drawn in which tone; a look is ``ascii`` or ``ansi``."""
    board = BareBoard()
    board.unicode, board.ansi = look != "ascii", look == "ansi"
    board.position = picture
    lines = [list(line) for line in board.compose_lines(width, height)]
    return ["".join(segment.text for segment in line).rstrip() for line in lines], list(tone_lines(lines))
