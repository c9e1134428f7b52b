"""For transcripts of the Sudoku board: what is drawn, without an app, and with the names of tones for colours."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from rich.segment import Segment
from rich.style import Style

from tui.glyphs import ASCII, UNICODE
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.layout import Layout
from tui.screens.sudoku.picture import Picture


class BareBoard(SudokuBoard):
    """A board in no app: a tone is its name."""

    unicode = True
    ansi = False

    @property
    def app(self) -> Any:
        return SimpleNamespace(glyphs=UNICODE if self.unicode else ASCII, native_ansi_color=self.ansi)

    def tone(self, name: str) -> Style:
        """The style of a component: nothing but its name (and a line under what is pointed out)."""
        short = name.removeprefix("sudoku--")
        return Style(meta={short: True}, underline=True if short == "same" else None)


def name_of(style: Style | None) -> str:
    """The names of the tones that a style is made of."""
    return "+".join(style.meta) if style is not None and style.meta else "plain"


def draw(picture: Picture, width: int, height: int, *, unicode: bool = True, ansi: bool = False) -> None:
    """Print a picture in so many cells, and what is drawn in which tone."""
    board = BareBoard()
    board.unicode, board.ansi = unicode, ansi
    board.picture = picture
    lines = list(board.compose_lines(width, height))
    for line in lines:
        print("".join(segment.text for segment in line).rstrip() or "-")
    tones(lines)


def tones(lines: Iterable[Iterable[Segment]]) -> None:
    """Print what stands in which tone, without blanks, lines of the grid left out."""
    found: dict[str, list[str]] = {}
    for line in lines:
        for segment in line:
            name = name_of(segment.style)
            if segment.text and (segment.text.strip() or segment.style is not None) and name not in ("line", "box"):
                found.setdefault(name, []).append(segment.text.strip() or "_" * len(segment.text))
    for name, texts in sorted(found.items()):
        print(f"  {name}: {' '.join(texts)}")


def tell(layout: Layout) -> None:
    """Print all that a layout says of itself."""
    n = layout.shape.order
    print(
        f"{layout.shape}: cells {layout.cell_width}x{layout.cell_height}, {layout.width}x{layout.height} in all,"
        f" inner {layout.inner}, frame {layout.frame}, pad {layout.pad}, roomy {layout.roomy}, marks {layout.marks},"
        f" left {[layout.left(c) for c in range(n)]}, top {[layout.top(r) for r in range(n)]},"
        f" above {[layout.above(r) for r in range(n + 1)]}, before {[layout.before(c) for c in range(n + 1)]}"
    )
