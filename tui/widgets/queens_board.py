"""The N queens board: whole where it fits, denser where it must, a window where nothing else helps."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rich.segment import Segment
from textual.binding import Binding
from textual.events import Click
from textual.message import Message

from core.queens.problem import Square
from core.words import grouped
from tui.widgets.canvas import BRAILLE_DOTS
from tui.widgets.lines import Line, Lines
from tui.widgets.queens_position import Attack, QueensPosition
from tui.widgets.queens_squares import LEAST_PICTURE, SquareStyle, column_label, draw, row_label

CELL_SIZES = (*((2 * high, high) for high in range(12, 0, -1)),)
"""Columns × rows of one square, largest first; a terminal's cells are about twice as high as wide."""
ASCII_CELL_SIZES = ((12, 6), (6, 3), (2, 1))
LEAST_LABEL = 2
"""Columns that the labels at the right need: a sign and a digit."""
RESTLESS_SECONDS = 0.18
"""How often a board is repainted on which nobody could follow the queens: every second look."""
RIGHT = 3
"""The mouse's right button, as Textual counts them."""


class QueensBoard(Lines, can_focus=True):
    """Draws a `QueensPosition`.  With the focus, arrow keys move the window of a board too large to show."""

    COMPONENT_CLASSES = {
        f"board--{tone}"
        for tone in ("queen", "conflict", "placed", "attacked", "free", "way", "to-come", "tried", "forbidden",
                     "light", "dark", "label", "next", "dead")
    }  # fmt: skip
    DEFAULT_CSS = """
    QueensBoard {
        & > .board--queen { color: $board-queen; text-style: bold; }
        & > .board--conflict { color: $board-conflict; text-style: bold reverse; }
        & > .board--placed { color: $board-queen; text-style: bold underline; }
        & > .board--attacked { color: $board-attacked; }
        & > .board--free { color: $board-free; }
        & > .board--way { color: $board-free; text-style: bold; }
        & > .board--to-come { color: $board-free; }
        & > .board--tried { color: $board-tried; }
        & > .board--forbidden { color: $board-attacked; }
        & > .board--light { background: $board-light; }
        & > .board--dark { background: $board-dark; }
        & > .board--label { color: $foreground-muted; }
        & > .board--next { color: $accent; text-style: bold; }
        & > .board--dead { color: $error; text-style: bold; }
    }
    """
    BINDINGS = [
        Binding("up,k", "scroll_board(-1, 0)", show=False),
        Binding("down,j", "scroll_board(1, 0)", show=False),
        Binding("left,h", "scroll_board(0, -1)", show=False),
        Binding("right,l", "scroll_board(0, 1)", show=False),
        Binding("pageup", "page(-1, 0)", show=False),
        Binding("pagedown", "page(1, 0)", show=False),
        Binding("shift+left", "page(0, -1)", show=False),
        Binding("shift+right", "page(0, 1)", show=False),
        Binding("home", "to_edge(0)", show=False),
        Binding("end", "to_edge(1)", show=False),
        Binding("q", "to_queen", show=False),
    ]

    class WindowMoved(Message):
        """The window of a large board moved; a new position may be wanted for it."""

    class CursorMoved(Message):
        """A key moves the cursor that the position has."""

        def __init__(self, down: int, right: int) -> None:
            super().__init__()
            self.down, self.right = down, right

    class Clicked(Message):
        """A square was clicked."""

        def __init__(self, square: Square, forbids: bool) -> None:
            super().__init__()
            self.square = square
            self.forbids = forbids
            """Whether with the right button, or with ctrl held: not for a queen, but against one."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.position = QueensPosition(8)
        self.top = 0
        self.left = 0
        self._painted = 0.0
        self._origin: tuple[int, int, int, int] | None = None
        """Where the first square is drawn, and how large: left, top, columns, rows."""

    def show(self, position: QueensPosition) -> None:
        """Draw this position."""
        if position.n != self.position.n:
            self.top = self.left = 0
        if self._strips and position.same(self.position):
            return
        now = time.monotonic()
        restless = position.n == self.position.n and not (position.show_free or self.position.show_free)
        if self._strips and restless and now - self._painted < RESTLESS_SECONDS:
            return
        self.position, self._painted = position, now
        self.paint()

    # Which drawing

    def drawing(self, width: int, height: int) -> str | tuple[int, int]:
        """The size of a square, or ``narrow``, ``half``, ``braille`` or ``window``."""
        n = self.position.n
        unicode = self.app.glyphs.unicode
        for cell in CELL_SIZES if unicode else ASCII_CELL_SIZES:
            edge = cell[1] > LEAST_PICTURE[1]  # a smaller picture is no loss; the squares left in each line are
            if n * cell[0] + edge * LEAST_LABEL <= width and n * cell[1] + edge <= height:
                return cell
        if n <= width and n <= height:
            return "narrow"
        if unicode and n <= width and n <= 2 * height:
            return "half"
        if unicode and n <= 2 * width and n <= 4 * height:
            return "braille"
        return "window"

    @property
    def windowed(self) -> bool:
        """Whether only a part of the board is to be seen."""
        return bool(self.size) and self.drawing(*self.size) == "window"

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        drawing = self.drawing(width, height)
        self._origin = None
        if drawing == "window":
            return self._window(width, height)
        if drawing == "half":
            return self._centred(self._half_blocks(), width, height)
        if drawing == "braille":
            return self._centred(self._braille(), width, height)
        return self._with_edges(drawing if isinstance(drawing, tuple) else (1, 1), width, height)

    @staticmethod
    def _centred(lines: list[list[Segment]], width: int, height: int) -> list[Line]:
        across = max((sum(segment.cell_length for segment in line) for line in lines), default=0)
        margin = [Segment(" " * max(0, (width - across) // 2))]
        above: list[Line] = [[]] * max(0, (height - len(lines)) // 2)
        return [*above, *(margin + line for line in lines)]

    def _with_edges(self, cell: tuple[int, int], width: int, height: int) -> list[Line]:
        """The squares, and along two edges, where there is room, the squares left in every line."""
        n, marks, glyphs = self.position.n, self.position.marks, self.app.glyphs
        wide, high = cell
        lines = draw(self.position, cell, SquareStyle(glyphs, lambda name: self.tone(f"board--{name}")))
        spare = width - n * wide
        left, top = max(0, min(spare // 2, spare - LEAST_LABEL)), max(0, (height - n * high) // 2)
        self._origin = (left, top, wide, high)
        margin = [Segment(" " * left)]
        above: list[Line] = [[]] * top
        if marks is None:
            return [*above, *(margin + line for line in lines)]
        room = width - n * wide - left
        for row in range(n):
            text, tone = row_label(marks, row, glyphs)
            if len(text) <= room:
                lines[row * high + (high - 1) // 2].append(Segment(text, self.tone(f"board--{tone}")))
        below: list[Line] = []
        labels = [column_label(marks, column, glyphs) for column in range(n)]
        if top + n * high < height and all(len(text) <= wide for text, _ in labels):
            below = [
                [*margin, *(Segment(text.center(wide), self.tone(f"board--{tone}")) for text, tone in labels)]
            ]  # fmt: skip
        return [*above, *(margin + line for line in lines), *below]

    def square_at(self, x: int, y: int) -> Square | None:
        """The square drawn in that cell of the widget's content; None where there is none, or none by itself."""
        if self._origin is None:
            return None
        left, top, wide, high = self._origin
        row, column = (y - top) // high, (x - left) // wide
        n = self.position.n
        return (row, column) if 0 <= row < n and 0 <= column < n else None

    def _half_blocks(self) -> list[list[Segment]]:
        n = self.position.n
        queens = set(self.position.queens())
        attack = Attack(list(queens))
        queen, attacked, free = self.tone("board--queen"), self.tone("board--attacked"), self.tone("board--free")
        lines = []
        for row in range(0, n, 2):
            line = []
            for column in range(n):
                upper, lower = (row, column) in queens, (row + 1, column) in queens
                if upper or lower:
                    line.append(Segment("█" if upper and lower else "▀" if upper else "▄", queen))
                else:
                    open_square = self.position.show_free and any(
                        r < n and not attack.attacked(r, column) for r in (row, row + 1)
                    )
                    sign = "▫" if open_square else "·" if self.position.show_free else " "
                    line.append(Segment(sign, free if open_square else attacked))
            lines.append(line)
        return lines

    def _braille(self) -> list[list[Segment]]:
        n = self.position.n
        dots: dict[tuple[int, int], int] = {}
        for row, column in self.position.queens():
            key = (row // 4, column // 2)
            dots[key] = dots.get(key, 0) | BRAILLE_DOTS[row % 4][column % 2]
        queen, attacked = self.tone("board--queen"), self.tone("board--attacked")
        return [
            [
                Segment(chr(0x2800 + dots[row, column]), queen) if (row, column) in dots else Segment("·", attacked)
                for column in range((n + 1) // 2)
            ]
            for row in range((n + 3) // 4)
        ]

    # A board too large to show: a window, each row with the way to its queen

    def _window(self, width: int, height: int) -> list[Line]:
        n = self.position.n
        glyphs = self.app.glyphs
        digits = len(grouped(n))
        across = max(1, (width - 2 * digits - 5) // 2)
        self.top = min(max(0, self.top), max(0, n - height))
        self.left = min(max(0, self.left), max(0, n - across))
        label, queen, attacked = self.tone("board--label"), self.tone("board--queen"), self.tone("board--attacked")
        lines: list[Line] = []
        for row in range(self.top, min(n, self.top + height)):
            column = self.position.in_row(row)
            here = column - self.left
            line = [Segment(grouped(row + 1).rjust(digits) + " ", label)]
            if 0 <= here < across:
                line += [
                    Segment((glyphs.attacked + " ") * here, attacked),
                    Segment(glyphs.queen + " ", queen),
                    Segment((glyphs.attacked + " ") * (across - here - 1), attacked),
                ]
            else:
                line.append(Segment((glyphs.attacked + " ") * across, attacked))
            if column >= 0:
                way = glyphs.previous if here < 0 else glyphs.next if here >= across else " "
                line.append(Segment(f"{way} {grouped(column + 1)}", label))
            lines.append(line)
        return lines

    def on_click(self, event: Click) -> None:
        offset = event.get_content_offset(self)
        square = self.square_at(*offset) if offset is not None else None
        if square is not None:
            self.post_message(self.Clicked(square, event.button == RIGHT or event.ctrl))

    def action_scroll_board(self, down: int, right: int) -> None:
        if self.position.cursor is not None:
            self.post_message(self.CursorMoved(down, right))
        self._move(self.top + down, self.left + right)

    def action_page(self, down: int, right: int) -> None:
        width, height = self.size
        self._move(self.top + down * max(1, height - 1), self.left + right * max(1, width // 4))

    def action_to_edge(self, end: int) -> None:
        self._move(end * self.position.n, self.left)

    def action_to_queen(self) -> None:
        """Move the window sideways so that the queen of its middle row is in sight."""
        row = min(self.position.n - 1, self.top + self.size.height // 2)
        column = self.position.in_row(row)
        if column >= 0:
            self._move(self.top, column - self.size.width // 6)

    def _move(self, top: int, left: int) -> None:
        if self.windowed:
            self.top, self.left = top, left
            self.paint()
            self.post_message(self.WindowMoved())

    def go_to(self, row: int) -> None:
        """Put ``row`` at the top of the window and its queen in sight."""
        self.top = row
        self.left = max(0, self.position.in_row(row) - self.size.width // 6)
        self.paint()
