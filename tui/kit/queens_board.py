"""The N queens board: whole if it fits, denser if it must be, a window if nothing else helps."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.events import Click
from textual.message import Message
from textual.timer import Timer

from core._queens.problem import Square
from core._words import grouped
from tui.glyphs import Glyphs
from tui.kit.canvas import BRAILLE_DOTS, numbers_above
from tui.kit.lines import Line, Lines, arrows
from tui.kit.queens_position import MOST_WITH_ATTACKS, Attack, Marks, QueensPosition
from tui.kit.values import BoardValue

CELL_SIZES = (*((2 * high, high) for high in range(12, 0, -1)),)
"""Columns × rows of one square, largest first; a terminal's cells are about twice as high as wide."""
ASCII_CELL_SIZES = ((12, 6), (6, 3), (2, 1))
LEAST_LABEL = 2
"""Columns that the labels at the right need: a sign and a digit."""
RESTLESS_SECONDS = 0.18
"""How often a board too fast to follow is repainted: every second look."""
RIGHT = 3
"""The mouse's right button, as Textual counts them."""
LEAST_PICTURE = (6, 3)
"""Columns and rows of a square from which on a queen is drawn as a picture."""
GIVEN = "*"
"""On pictures, which cannot be underlined: this queen was there from the start."""
SMALL_CROWNS = {
    (4, 2): ("▖▟▙▗", "▜██▛"),
    (6, 3): ("▄ ▀▀ ▄", "█▄██▄█", " ████ "),
    (8, 4): ("   ▀▀   ", "█▄ ██ ▄█", " ██████ ", " ▄▄▄▄▄▄ "),
    (10, 5): ("    ▄▄    ", "▄▄  ▀▀  ▄▄", "▀█▄ ██ ▄█▀", " ▀██████▀ ", " ▄▄▄▄▄▄▄▄ "),
    (12, 6): ("     ▄▄     ", "▄  ▄ ▀▀ ▄  ▄", "█▄ █▄██▄█ ▄█", " ██████████ ", "  ▀▀▀▀▀▀▀▀  ", "  ████████  "),
}
"""Drawn by hand, because there are too few cells to work a shape out."""
CROWN = ((0.02, 0.28), (0.22, 0.62), (0.26, 0.18), (0.40, 0.60), (0.50, 0.22), (0.60, 0.60), (0.74, 0.18),
         (0.78, 0.62), (0.98, 0.28), (0.85, 0.80), (0.15, 0.80))  # fmt: skip
"""The corners of a queen's crown of five points in a square of side 1, from the left tip on; below it is a bar."""
BAR = (0.15, 0.85, 0.87, 0.99)
ORB = (0.5, 0.12, 0.085)
"""On the middle point: where it is, and its radius."""
SAMPLES = 4
"""In each direction, points looked at for each half of a cell."""
ENOUGH = 7
"""How many of these points inside fill it: a little less than half, or the tips would be lost."""


class QueensBoard(Lines, can_focus=True):
    """Draws a `QueensPosition`, the position of a `BoardValue`.

    With the focus, arrow keys move the window of a board too large to show.
    """

    COMPONENT_CLASSES = {
        f"board--{tone}"
        for tone in ("queen", "conflict", "placed", "attacked", "free", "way", "to-come", "tried", "forbidden",
                     "light", "dark", "label", "coordinate", "next", "dead")
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
        & > .board--coordinate { color: $board-attacked; }
        & > .board--next { color: $accent; text-style: bold; }
        & > .board--dead { color: $error; text-style: bold; }
    }
    """
    BINDINGS = [
        *arrows("scroll_board"),
        Binding("pageup", "page(-1, 0)", show=False),
        Binding("pagedown", "page(1, 0)", show=False),
        Binding("shift+left", "page(0, -1)", show=False),
        Binding("shift+right", "page(0, 1)", show=False),
        Binding("home", "to_edge(0)", show=False),
        Binding("end", "to_edge(1)", show=False),
        Binding("q", "to_queen", show=False),
    ]

    @dataclass
    class CursorMoved(Message):
        """A key moves the cursor that the position has."""

        down: int
        right: int

    @dataclass
    class Clicked(Message):
        """A square was clicked."""

        square: Square
        forbids: bool
        """Whether with the right button, or with ctrl held: to forbid a queen rather than place one."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel board")
        self.position = QueensPosition(8)
        self._words = ""
        self.top = 0
        self.left = 0
        self._followed: Square | None = None
        """The cursor that the window has come to; pages lead away from it."""
        self._painted = 0.0
        self._later: Timer | None = None
        """Until a restless board is drawn again."""
        self._origin: tuple[int, int, int, int] | None = None
        """Where the first square is drawn, and how large: left, top, columns, rows."""

    def watch_value(self, value: BoardValue) -> None:
        """Draw this position, under its title; a restless board not at once each time."""
        position, before = value.position, self.position
        if position.n != before.n:
            self.top = self.left = 0
        self.position, self._words = position, value.words if value.words is not None else self._words
        self.entitle(value.title)
        restless = position.n == before.n and not (position.show_free or before.show_free)
        wait = RESTLESS_SECONDS - (time.monotonic() - self._painted) if self._strips and restless else 0.0
        if wait <= 0:
            self.paint()
        else:
            self._say()
            if self._later is None:
                self._later = self.set_timer(wait, self._paint_late)

    def paint(self) -> None:
        if self._later is not None:
            self._later.stop()
            self._later = None
        self._painted = time.monotonic()
        super().paint()
        self._say()

    def _paint_late(self) -> None:
        """Paint, unless the search is still on its way to another place; then wait again."""
        if getattr(self.screen, "under_way", False):
            self._later = self.set_timer(RESTLESS_SECONDS, self._paint_late)
        else:
            self.paint()

    def _say(self) -> None:
        """Words below the board and, if it is a window, how to move it."""
        self.entitle(subtitle=f"{self._words} · tab to scroll" if self.windowed else self._words)

    # Which drawing

    def drawing(self, width: int, height: int) -> str | tuple[int, int]:
        """The size of a square, or ``narrow``, ``half``, ``braille`` or ``window``."""
        n = self.position.n
        unicode = self.app.glyphs.unicode
        for cell in CELL_SIZES if unicode else ASCII_CELL_SIZES:
            # A smaller picture is no loss; the numbers of rows and columns, and the squares left in each, are.
            edges = cell[1] > LEAST_PICTURE[1]
            across = LEAST_LABEL + self._digits + 1
            if n * cell[0] + edges * across <= width and n * cell[1] + 2 * edges <= height:
                return cell
        if n <= width and n <= height:
            return "narrow"
        if unicode and n <= width and n <= 2 * height:
            return "half"
        if unicode and n <= 2 * width and n <= 4 * height:
            return "braille"
        return "window"

    @property
    def _digits(self) -> int:
        """Columns that the number of a row takes."""
        return len(str(self.position.n))

    @property
    def windowed(self) -> bool:
        """Whether only a part of the board is visible."""
        return bool(self.size) and self.drawing(*self.size) == "window"

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        drawing = self.drawing(width, height)
        self._origin = None
        if drawing == "window":
            return self._window(width, height)
        if drawing == "half":
            return self._centred(self._half_blocks(), width, height, range(1, self.position.n + 1, 2))
        if drawing == "braille":
            return self._centred(self._braille(), width, height)
        return self._with_edges(drawing if isinstance(drawing, tuple) else (1, 1), width, height)

    def _centred(
        self, lines: list[list[Segment]], width: int, height: int, rows: Iterable[int] = ()
    ) -> list[Line]:  # fmt: skip
        """Lines in the middle; ``rows``: the number of each, if a character is a column wide."""
        across = max((sum(segment.cell_length for segment in line) for line in lines), default=0)
        left, top = max(0, (width - across) // 2), max(0, (height - len(lines) + 1) // 2)
        numbers = [str(row) for row in rows] or [""] * len(lines)
        above, margins = self._numbered(left, top, 1, numbers)
        return [*above, *map(list.__add__, margins, lines)]

    def _numbered(
        self, left: int, top: int, wide: int, rows: Sequence[str]
    ) -> tuple[list[Line], list[list[Segment]]]:  # fmt: skip
        """The numbers above the squares and to the left of each line, if there is room."""
        style = self.tone("board--coordinate")
        above: list[Line] = [[]] * top
        if top and any(rows):
            starts = range(left, left + self.position.n * wide, wide)
            above[-1] = [Segment(numbers_above(starts, wide, (wide - 1) // 2), style)]
        room = left > self._digits
        return above, [[Segment((f"{row} " if room else "").rjust(left), style)] for row in rows]

    def _with_edges(self, cell: tuple[int, int], width: int, height: int) -> list[Line]:
        """The squares and, if there is room, their numbers at the left and the top, and opposite the squares left."""
        n, marks, glyphs = self.position.n, self.position.marks, self.app.glyphs
        wide, high = cell
        lines = _Squares(self, cell).lines()
        spare = width - n * wide
        left, top = max(0, min(spare // 2, spare - LEAST_LABEL)), max(0, (height - n * high + 1) // 2)
        self._origin = (left, top, wide, high)
        middle = (high - 1) // 2
        numbers = ["" if line % high != middle else str(line // high + 1) for line in range(n * high)]
        above, margins = self._numbered(left, top, wide, numbers)
        if marks is None:
            return [*above, *map(list.__add__, margins, lines)]
        room = width - n * wide - left
        for row in range(n):
            text, tone = row_label(marks, row, glyphs)
            if len(text) <= room:
                lines[row * high + middle].append(Segment(text, self.tone(f"board--{tone}")))
        below: list[Line] = []
        labels = [column_label(marks, column, glyphs) for column in range(n)]
        if top + n * high < height and all(len(text) <= wide for text, _ in labels):
            seen = [Segment(text.center(wide), self.tone(f"board--{tone}")) for text, tone in labels]
            below = [[Segment(" " * left), *seen]]
        return [*above, *map(list.__add__, margins, lines), *below]

    def square_at(self, x: int, y: int) -> Square | None:
        """The square drawn in that cell of the widget's content; None if there is none, or none by itself."""
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
        if self.position.cursor is not None and self.position.cursor != self._followed:
            row, column = self.position.cursor
            self.top = min(max(self.top, row - height + 1), row)
            self.left = min(max(self.left, column - across + 1), column)
        self._followed = self.position.cursor
        self.top = min(max(0, self.top), max(0, n - height))
        self.left = min(max(0, self.left), max(0, n - across))
        label, queen, attacked = self.tone("board--label"), self.tone("board--queen"), self.tone("board--attacked")
        by_hand = {square: (glyphs.forbidden, self.tone("board--forbidden")) for square in self.position.forbidden}
        by_hand |= {square: (glyphs.queen, self.tone("board--placed")) for square in self.position.placed}
        lines: list[Line] = []
        for row in range(self.top, min(n, self.top + height)):
            column = self.position.in_row(row)
            here = column - self.left
            line = [Segment(grouped(row + 1).rjust(digits) + " ", label)]
            for at in range(self.left, self.left + across):
                usual = (glyphs.queen, queen) if at == column else (glyphs.attacked, attacked)
                sign, style = by_hand.get((row, at), usual)
                if (row, at) == self.position.cursor:
                    style += Style(reverse=True)
                line.append(Segment(sign + " ", style))
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
        else:
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


# The squares: signs, and pictures if a square is large enough


class _Squares:
    """Draws one position in squares of one size."""

    def __init__(self, board: QueensBoard, cell: tuple[int, int]) -> None:
        self._position, self._board, self._glyphs = board.position, board, board.app.glyphs
        self._wide, self._high = cell
        position = board.position
        queens = position.queens()
        self._queens = set(queens)
        self._attack = Attack(queens) if position.n <= MOST_WITH_ATTACKS else None
        self._marks = position.marks or Marks()
        self._pictures = self._glyphs.unicode and self._wide >= LEAST_PICTURE[0] and self._high >= LEAST_PICTURE[1]
        self._chequered = self._high > 1

    def lines(self) -> list[list[Segment]]:
        n = self._position.n
        drawn = [[self._square((row, column)) for column in range(n)] for row in range(n)]
        return [
            [Segment(texts[line], style) for texts, style in squares] for squares in drawn for line in range(self._high)
        ]

    def _square(self, square: Square) -> tuple[list[str], Style]:
        """The lines of text of a square, and its style."""
        sign, tone = self._sign(square)
        style = self._board.tone(f"board--{tone}")
        if self._chequered:
            style = style + self._board.tone("board--light" if sum(square) % 2 == 0 else "board--dark")
        if square in self._queens:
            texts = self._queen(square)
        elif square in self._position.forbidden:
            texts = [sign * self._wide] * self._high
        else:
            texts = self._in_the_middle(sign)
        if square == self._position.cursor:
            style, texts = style + Style(reverse=True), self._bracketed(texts)
        return texts, style

    def _sign(self, square: Square) -> tuple[str, str]:
        glyphs, marks = self._glyphs, self._marks
        if square in self._queens:
            conflict = self._attack is not None and self._attack.in_conflict(*square)
            return glyphs.queen, "conflict" if conflict else "placed" if square in self._position.placed else "queen"
        for squares, sign, tone in (
            (self._position.forbidden, glyphs.forbidden, "forbidden"), (marks.ways, glyphs.way, "way"),
            (marks.tried, glyphs.tried, "tried"), (marks.to_come, glyphs.to_come, "to-come"),
        ):  # fmt: skip
            if square in squares:
                return sign, tone
        if self._attack is None or self._attack.attacked(*square):
            return (glyphs.attacked, "attacked") if self._position.show_free else (" ", "attacked")
        return (glyphs.free, "free") if self._position.show_free else (" ", "free")

    def _queen(self, square: Square) -> list[str]:
        level = self._marks.levels.get(square)
        number = "" if level is None else str(level)
        if not self._pictures:
            sign = self._glyphs.queen
            beside = (f"{sign} {number}", sign + number, sign)  # some terminals draw a crown two cells wide
            return self._in_the_middle(next(text.rstrip() for text in beside if len(text.rstrip()) <= self._wide))
        corner = number + GIVEN if square in self._position.placed else number
        if not corner:
            return list(crown(self._wide, self._high))
        return [corner.ljust(self._wide), *(f" {line} " for line in crown(self._wide - 2, self._high - 1))]

    def _in_the_middle(self, text: str) -> list[str]:
        before = max(0, (self._wide - len(text)) // 2) if len(text) > 1 else (self._wide - 1) // 2
        line = (" " * before + text).ljust(self._wide)
        above = (self._high - 1) // 2
        blank = " " * self._wide
        return [*[blank] * above, line, *[blank] * (self._high - above - 1)]

    def _bracketed(self, texts: list[str]) -> list[str]:
        """The cursor, visible without colours too if there is room."""
        if self._wide < 3:
            return texts
        above = (self._high - 1) // 2
        return [f"[{text[1:-1]}]" if line == above else text for line, text in enumerate(texts)]


@cache
def crown(wide: int, high: int) -> tuple[str, ...]:
    """A queen in half blocks, ``high`` lines of ``wide`` characters."""
    if (wide, high) in SMALL_CROWNS:
        return SMALL_CROWNS[wide, high]
    filled = [[_covered(min(x, wide - 1 - x), y, wide, 2 * high) for x in range(wide)] for y in range(2 * high)]
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return tuple(
        "".join(signs[upper, lower] for upper, lower in zip(filled[2 * line], filled[2 * line + 1], strict=True))
        for line in range(high)
    )


def _covered(x: int, y: int, wide: int, high: int) -> bool:
    """Whether the queen covers enough of a half of a cell."""
    inside = sum(
        _inside((x + (i + 0.5) / SAMPLES) / wide, (y + (j + 0.5) / SAMPLES) / high)
        for i in range(SAMPLES)
        for j in range(SAMPLES)
    )
    return inside >= ENOUGH


def _inside(x: float, y: float) -> bool:
    left, right, top, bottom = BAR
    if (left <= x <= right and top <= y <= bottom) or math.dist((x, y), ORB[:2]) <= ORB[2]:
        return True
    within = False
    for (x0, y0), (x1, y1) in zip(CROWN, (*CROWN[1:], CROWN[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            within = not within
    return within


Label = tuple[str, str]
"""A text and its tone."""


def row_label(marks: Marks, row: int, glyphs: Glyphs) -> Label:
    """The label at the right end of a row: the squares left, and whether it is next or dead."""
    return _label(marks.rows.get(row), row == marks.next_row, row in marks.dead_rows, glyphs.previous, glyphs)


def column_label(marks: Marks, column: int, glyphs: Glyphs) -> Label:
    """The label below a column."""
    return _label(
        marks.columns.get(column), column == marks.next_column, column in marks.dead_columns, glyphs.up, glyphs
    )


def _label(left: int | None, following: bool, dead: bool, pointer: str, glyphs: Glyphs) -> Label:
    if left is None:
        return "", "label"
    if dead:
        return f"{glyphs.no}{left}", "dead"
    return (f"{pointer}{left}", "next") if following else (f" {left}", "label")
