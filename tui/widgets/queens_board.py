"""The N queens board: whole where it fits, denser where it must, a window where nothing else helps."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.message import Message

from tui.format import grouped
from tui.host import host
from tui.queens_position import MOST_WITH_ATTACKS, Attack, Position
from tui.widgets.lines import Line, Lines

CELL_SIZES = ((10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
"""Columns × rows of one square, largest first; a terminal's cells are about twice as high as wide."""
ASCII_CELL_SIZES = ((6, 3), (2, 1))
RESTLESS_SECONDS = 0.18
"""How often a board is repainted on which nobody could follow the queens: every second look."""
BRAILLE_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


__all__ = ["Position", "QueensBoard"]


class QueensBoard(Lines, can_focus=True):
    """Draws a `Position`.  With the focus, arrow keys move the window of a board too large to show."""

    COMPONENT_CLASSES = {
        "board--queen", "board--conflict", "board--attacked", "board--free", "board--light", "board--dark",
        "board--label",
    }  # fmt: skip
    DEFAULT_CSS = """
    QueensBoard {
        & > .board--queen { color: $accent; text-style: bold; }
        & > .board--conflict { color: $error; text-style: bold reverse; }
        & > .board--attacked { color: $foreground-muted 55%; }
        & > .board--free { color: $primary; }
        & > .board--light { background: $panel; }
        & > .board--dark { background: $surface; }
        & > .board--label { color: $foreground-muted; }
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

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self.position = Position(8)
        self.top = 0
        self.left = 0
        self._painted = 0.0

    def show(self, position: Position) -> None:
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
        unicode = host(self).glyphs.unicode
        for cell in CELL_SIZES if unicode else ASCII_CELL_SIZES:
            if n * cell[0] <= width and n * cell[1] <= height:
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
        if drawing == "window":
            return self._window(width, height)
        if isinstance(drawing, tuple):
            lines = self._squares(drawing)
        elif drawing == "half":
            lines = self._half_blocks()
        elif drawing == "braille":
            lines = self._braille()
        else:
            lines = self._squares((1, 1))
        return self._centred(lines, width, height)

    @staticmethod
    def _centred(lines: list[list[Segment]], width: int, height: int) -> list[Line]:
        across = max((sum(segment.cell_length for segment in line) for line in lines), default=0)
        margin = [Segment(" " * max(0, (width - across) // 2))]
        above: list[Line] = [[]] * max(0, (height - len(lines)) // 2)
        return [*above, *(margin + line for line in lines)]

    def _squares(self, cell: tuple[int, int]) -> list[list[Segment]]:
        n = self.position.n
        wide, high = cell
        queens = set(self.position.queens())
        attack = Attack(list(queens)) if n <= MOST_WITH_ATTACKS else None
        free_squares = attack is not None and self.position.show_free
        blank = Segment(" " * wide)
        chequered = high > 1
        squares = (self.tone("board--light"), self.tone("board--dark"))
        told_apart = squares[0] != squares[1]
        signs = self._signs()
        free = signs["free"][0]
        before = (wide - 1) // 2
        lines: list[list[Segment]] = []
        for row in range(n):
            middle: list[Segment] = []
            for column in range(n):
                if (row, column) in queens:
                    glyph, style = signs["conflict" if attack and attack.in_conflict(row, column) else "queen"]
                elif free_squares and attack is not None and not attack.attacked(row, column):
                    glyph, style = signs["free"]
                else:
                    glyph, style = signs["attacked"]
                if chequered:
                    glyph = " " if glyph == free and told_apart else glyph
                    style = style + squares[(row + column) % 2]
                middle.append(Segment(" " * before + glyph + " " * (wide - before - 1), style))
            if not chequered:
                lines.append(middle)
                continue
            plain = [Segment(blank.text, squares[(row + column) % 2]) for column in range(n)]
            above = (high - 1) // 2
            lines += [plain] * above + [middle] + [plain] * (high - above - 1)
        return lines

    def _signs(self) -> dict[str, tuple[str, Style]]:
        glyphs = host(self).glyphs
        return {
            "queen": (glyphs.queen, self.tone("board--queen")),
            "conflict": (glyphs.queen, self.tone("board--conflict")),
            "attacked": (glyphs.attacked, self.tone("board--attacked")),
            "free": (glyphs.free, self.tone("board--free")),
        }

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
                    line.append(Segment("▫" if open_square else "·", free if open_square else attacked))
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
        glyphs = host(self).glyphs
        digits = len(grouped(n - 1))
        across = max(1, (width - 2 * digits - 5) // 2)
        self.top = min(max(0, self.top), max(0, n - height))
        self.left = min(max(0, self.left), max(0, n - across))
        label, queen, attacked = self.tone("board--label"), self.tone("board--queen"), self.tone("board--attacked")
        lines: list[Line] = []
        for row in range(self.top, min(n, self.top + height)):
            column = self.position.in_row(row)
            here = column - self.left
            line = [Segment(grouped(row).rjust(digits) + " ", label)]
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
                line.append(Segment(f"{way} {grouped(column)}", label))
            lines.append(line)
        return lines

    def action_scroll_board(self, down: int, right: int) -> None:
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
