"""The bipartite graph of an exact cover problem: options on the left, items on the right, a line for each one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from core._words import counted
from tui.kit.canvas import DotCanvas
from tui.kit.lines import Line, Lines
from tui.screens.cover.state import CoverState

LONGEST_NAME = 8
MOST_A_LINE = 1.25
"""Options for each line: a few lines may have two; more could not be told apart."""
FREE, GONE, BRANCH, CHOSEN = "plain", "graph--gone", "here", "good"
Label = tuple[str, str]
"""A text and its tone."""
ORDER = (GONE, FREE, BRANCH, CHOSEN)
"""Lines drawn later lie on top."""


class CoverGraph(Lines, can_focus=True):
    """Draws a `CoverState` as a graph: lines of chosen options stand out, those of hidden options are faint."""

    COMPONENT_CLASSES = {GONE}
    DEFAULT_CSS = "CoverGraph > .graph--gone { color: $foreground-muted 50%; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.state: CoverState | None = None

    def take(self, value: CoverState) -> None:
        self.state = value

    def too_large(self, height: int) -> str:
        """Why the graph cannot be drawn in this many lines, or an empty text."""
        if self.state is None:
            return ""
        problem = self.state.problem
        most = max(len(problem.options), len(problem.items))
        if most <= MOST_A_LINE * height:
            return ""
        return (
            f"{counted(len(problem.options), 'option')} and {counted(len(problem.items), 'item')} are too many for a "
            f"graph in {height} lines; the matrix shows them"
        )

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        state = self.state
        if state is None:
            return []
        reason = self.too_large(height)
        glyphs = self.app.glyphs
        if reason:
            return self.said(reason, "muted", width, 4)
        problem = state.problem
        lefts = [self._option_label(state, o) for o in range(len(problem.options))]
        rights = [self._item_label(state, i) for i in range(len(problem.items))]
        left_rows, right_rows = _spread(len(lefts), height), _spread(len(rights), height)
        at_left, at_right = _by_row(left_rows, lefts), _by_row(right_rows, rights)
        left_width, right_width = _widest(at_left), _widest(at_right)
        across = width - left_width - right_width - 2
        if across < 4:
            return [[Segment("too narrow for a graph", self.tone("muted"))]]
        canvas = DotCanvas(across, height, glyphs.unicode)
        for kind in ORDER:
            for option, row in enumerate(left_rows):
                for item in problem.options[option]:
                    if self._edge(state, option, item) == kind:
                        draw_edge(canvas, row, right_rows[item], self.tone(kind))
        return [
            [
                *self._labels(at_left.get(y, ()), left_width, right=True),
                Segment(" "),
                *canvas.row(y),
                Segment(" "),
                *self._labels(at_right.get(y, ()), right_width, right=False),
            ]
            for y in range(height)
        ]

    def _labels(self, labels: Sequence[Label], width: int, *, right: bool) -> Iterable[Segment]:
        """The labels in a line: at the ``right`` or the left end of this many columns."""
        pad = Segment(" " * (width - _width(labels)))
        if right:
            yield pad
        for number, (text, tone) in enumerate(labels):
            yield Segment(" " * bool(number) + text, self.tone(tone))
        if not right:
            yield pad

    def _edge(self, state: CoverState, option: int, item: int) -> str:
        if option in state.levels:
            return CHOSEN
        if option in state.hidden:
            return GONE
        return BRANCH if item == state.branch else FREE

    def _option_label(self, state: CoverState, option: int) -> tuple[str, str]:
        """An option's mark and name; all marks are equally wide, so that the lines stay where they are."""
        glyphs = self.app.glyphs
        name = self.cut(state.problem.label(option), LONGEST_NAME)
        mark, kind = "", FREE
        if option in state.levels:
            mark, kind = f"{'●' if glyphs.unicode else '*'}{state.levels[option]}", CHOSEN
        elif option in state.hidden:
            mark, kind = glyphs.no, GONE
        elif option in state.candidates:
            mark, kind = glyphs.cursor, BRANCH
        return f"{mark:<3} {name}", kind

    def _item_label(self, state: CoverState, item: int) -> tuple[str, str]:
        glyphs = self.app.glyphs
        name = self.cut(str(state.problem.items[item]), LONGEST_NAME)
        if item in state.covered:
            return f"{name} {glyphs.yes}  ", CHOSEN
        if item == state.branch:
            return f"{name} {'◂' if glyphs.unicode else '<'} {state.sizes[item]}", BRANCH
        return f"{name}   {state.sizes[item]}", FREE


def _spread(count: int, height: int) -> list[int]:
    """Rows for ``count`` labels, evenly over the height."""
    if count <= 1:
        return [height // 2] * count
    step = min((height - 1) / (count - 1), 4.0)
    first = (height - 1 - step * (count - 1)) / 2
    return [round(first + step * i) for i in range(count)]


def _by_row(rows: Sequence[int], labels: Sequence[Label]) -> dict[int, list[Label]]:
    """The labels of each line."""
    found: dict[int, list[Label]] = {}
    for row, label in zip(rows, labels, strict=True):
        found.setdefault(row, []).append(label)
    return found


def _width(labels: Sequence[Label]) -> int:
    return sum(cell_len(text) + 1 for text, _ in labels) - bool(labels)


def _widest(lines: Mapping[int, Sequence[Label]]) -> int:
    return max(map(_width, lines.values()), default=0)


def draw_edge(canvas: DotCanvas, left: int, right: int, tone: Style) -> None:
    """A line from a row at the left edge to one at the right: dots, or strokes if there is no Braille."""
    if canvas.unicode:
        last, top, bottom = canvas.columns - 1, 4 * left + 2, 4 * right + 2
        steps = max(last, abs(bottom - top))
        for step in range(steps + 1):
            canvas.dot(round(step * last / steps), round(top + step * (bottom - top) / steps), tone)
        return
    before = left
    for x in range(canvas.width):
        y = round(left + (right - left) * x / max(1, canvas.width - 1))
        for row in range(min(before, y) + 1, max(before, y)):
            _stroke(canvas, x, row, "|", tone)
        _stroke(canvas, x, y, "-" if y == before else "\\" if y > before else "/", tone)
        before = y


def _stroke(canvas: DotCanvas, x: int, y: int, stroke: str, tone: Style) -> None:
    """Put a stroke into a cell; two different ones become a crossing."""
    there = canvas.sign(x, y)
    crossing = "X" if {there, stroke} <= set("/\\X") else "+"
    canvas.put(x, y, stroke if there in (" ", stroke) else crossing, tone)
