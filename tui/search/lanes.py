"""Searches beside each other, each in a lane of its own, driven as one: two in lockstep, or a race of three."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from core.exact_cover.problem import ExactCover
from core.running.run import Steered
from core.search import Problem
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import EMPTY, symbol
from tui.glyphs import in_ascii
from tui.search.screen import SearchScreen
from tui.search.session import LanesSession
from tui.widgets.lines import Line, Lines
from tui.widgets.queens_board import QueensBoard
from tui.widgets.queens_position import QueensPosition

if TYPE_CHECKING:
    from tui.app import DancingQueens


class LanesScreen(SearchScreen):
    """A screen with several searches: it lies over the screen that it was opened from until it is left."""

    AUTO_FOCUS = ""
    session: LanesSession[Any]

    @property
    def driven(self) -> Steered | None:
        return self.session.driven

    def on_mount(self) -> None:
        self.show_search()

    def start_search(self, *, paused: bool = False) -> None:
        self.launch(self.session.start(paused=paused))

    def search_ended(self) -> None:
        self.show_search()

    def lane(self, index: int) -> Lane:
        """One of the lanes, from the left."""
        return self.query_one(f"#lane{index}", Lane)

    def changed(self) -> None:
        """The choices have changed: remember and show them."""
        settings = self.app.settings
        settings.put(self.SETTINGS, settings.section(self.SETTINGS) | self.session.remembered())
        self.wake()

    def leave(self) -> None:
        """Back to the screen below."""
        self.session.forget()
        self.dismiss(None)


class Lane(Vertical):
    """What one search has on its board, under its name; then, if need be, a panel below or beside it."""

    app: DancingQueens
    DEFAULT_CSS = """
    Lane {
        width: 1fr; height: 100%;
        & > QueensBoard, & > PlainBoard { width: 100%; height: 1fr; }
        & > PlainBoard { display: none; }
        &.-plain > PlainBoard { display: block; }
        &.-plain > QueensBoard { display: none; }
    }
    """

    def __init__(self, index: int, *panels: Widget) -> None:
        super().__init__(id=f"lane{index}")
        self._panels = panels
        self._titles = "", ""

    def compose(self) -> ComposeResult:
        board = QueensBoard()
        board.can_focus = False
        yield board
        yield PlainBoard()
        yield from self._panels

    @property
    def board(self) -> QueensBoard | PlainBoard:
        """The board that is shown."""
        return self.query_one(PlainBoard) if self.has_class("-plain") else self.query_one(QueensBoard)

    def show(self, of: QueensPosition | tuple[Problem, tuple[int, ...]], title: str, subtitle: str = "") -> None:
        """Show a position of queens, or a problem of another kind with what is placed, under these titles."""
        self.set_class(not isinstance(of, QueensPosition), "-plain")
        if isinstance(of, QueensPosition):
            self.query_one(QueensBoard).show(of)
        else:
            self.query_one(PlainBoard).show(*of)
        if not self.app.glyphs.unicode:
            title, subtitle = in_ascii(title), in_ascii(subtitle)
        if self._titles != (title, subtitle):
            self._titles = title, subtitle
            for board in (self.query_one(QueensBoard), self.query_one(PlainBoard)):
                board.border_title, board.border_subtitle = title, subtitle


class PlainBoard(Lines):
    """A position as lines of text, where there is no chessboard; what was given is dimmer than what was found."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, classes="panel")
        self._problem: Problem | None = None
        self._placement: tuple[int, ...] = ()

    def show(self, problem: Problem, placement: tuple[int, ...]) -> None:
        """Show this position of the problem."""
        if (problem, placement) != (self._problem, self._placement):
            self._problem, self._placement = problem, placement
            self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        problem = self._problem
        if isinstance(problem, Sudoku):
            return self._sudoku(problem, width, height)
        if isinstance(problem, ExactCover):
            return self._last([" ".join(problem.entries(option)) for option in self._placement], width, height)
        # Nobody has drawn this kind of problem yet: its name, then the numbers of what the search has placed.
        return self._last([" ".join(map(str, self._placement)) or str(problem or "")], width, height)

    def _sudoku(self, problem: Sudoku, width: int, height: int) -> list[Line]:
        shape, values = problem.shape, self._placement or tuple(problem.givens)
        order = shape.order
        gap = " " if width >= 2 * order + order // shape.box_columns else ""
        lines: list[Line] = []
        for row in range(order):
            if row and row % shape.box_rows == 0 and height >= order + order // shape.box_rows - 1:
                lines.append([])
            line = []
            for column in range(order):
                cell = row * order + column
                value = values[cell] if cell < len(values) else 0
                tone = "here" if value and not problem.givens[cell] else "muted"
                text = symbol(value) if value else EMPTY
                between = gap if column + 1 < order else ""
                if column and column % shape.box_columns == 0:
                    line.append(Segment(" "))
                line.append(Segment(text + between, self.tone(tone)))
            lines.append(line)
        above: list[Line] = [[] for _ in range(max(0, (height - len(lines)) // 2))]
        return [*above, *(self._centred(line, width) for line in lines[:height])]

    def _last(self, texts: Sequence[str], width: int, height: int) -> list[Line]:
        """What has been chosen, the newest last; lines that do not fit are left out at the top."""
        lines: list[Line] = []
        for text in texts[-height:]:
            lines.append([Segment(self.cut(text, width), self.tone("here"))])
        return lines or [[Segment("no option chosen", self.tone("muted"))]]

    @staticmethod
    def _centred(line: Sequence[Segment], width: int) -> Line:
        used = sum(cell_len(segment.text) for segment in line)
        return [Segment(" " * max(0, (width - used) // 2)), *line]
