"""What a lane of a race has on its board, where that is no chessboard: a Sudoku, options of an exact cover, numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from core.exact_cover.problem import ExactCover
from core.search import Problem
from core.sudoku.problem import Sudoku
from core.sudoku.symbols import EMPTY, symbol
from tui.host import host
from tui.widgets.lines import Line, Lines


class RaceBoard(Lines):
    """Lines of text in the middle of a frame; what was given is dimmer than what the search has put there."""

    COMPONENT_CLASSES = {"race--given", "race--found", "race--empty"}
    DEFAULT_CSS = """
    RaceBoard {
        & > .race--given { color: $foreground-muted; }
        & > .race--found { color: $accent; text-style: bold; }
        & > .race--empty { color: $foreground-muted; }
    }
    """

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
                tone = "given" if problem.givens[cell] else "found" if value else "empty"
                text = symbol(value) if value else EMPTY
                between = gap if column + 1 < order else ""
                if column and column % shape.box_columns == 0:
                    line.append(Segment(" "))
                line.append(Segment(text + between, self.tone(f"race--{tone}")))
            lines.append(line)
        above: list[Line] = [[] for _ in range(max(0, (height - len(lines)) // 2))]
        return [*above, *(self._centred(line, width) for line in lines[:height])]

    def _last(self, texts: Sequence[str], width: int, height: int) -> list[Line]:
        """What has been chosen, the newest last; lines that do not fit are left out at the top."""
        lines: list[Line] = []
        for text in texts[-height:]:
            if cell_len(text) > width:
                text = set_cell_size(text, max(0, width - 1)) + host(self).glyphs.ellipsis
            lines.append([Segment(text, self.tone("race--found"))])
        return lines or [[Segment("no option chosen", self.tone("race--empty"))]]

    @staticmethod
    def _centred(line: Sequence[Segment], width: int) -> Line:
        used = sum(cell_len(segment.text) for segment in line)
        return [Segment(" " * max(0, (width - used) // 2)), *line]
