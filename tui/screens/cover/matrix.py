"""The matrix of an exact cover problem: a row an option, a column an item, and what a path has done to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.events import Click
from textual.message import Message

from core import ExactCover
from core._words import share, span
from tui.kit.lines import Line, Lines, arrows
from tui.screens.cover.state import BY_HAND, CoverState
from tui.screens.cover.values import LONGEST_LABEL, LONGEST_NAME, MatrixValue

NOTE_WIDTH = 8
"""Columns at the right for what became of an option; more where labels are long."""
WIDEST_CELL = 6
MOST_TO_MEASURE = 5000
LEAST_WITH_MARKS = 8
"""Lines from which one is spent on the mark above the item that is covered next; its colour and size show it too."""


LEGEND = (
    ("{disc}1 1/2", "chosen at level 1, way 1 of 2"),
    ("{no} {option}", "ruled out by option {option}"),
    ("{cursor} 1/2", "tried next, to cover the item {mark}"),
    ("size", "options left that hold the item"),
)
"""What the signs mean, shown below the matrix if there is room."""
LEGEND_WIDTH = NOTE_WIDTH + max(len(meaning.format(mark="v", option="x" * 5)) for _, meaning in LEGEND)


class CoverMatrix(Lines, can_focus=True):
    """Draws a `CoverState`.  Arrow keys scroll it, or move the cursor while editing."""

    COMPONENT_CLASSES = {"matrix--zero", "matrix--gone", "matrix--cursor"}
    DEFAULT_CSS = """
    CoverMatrix {
        & > .matrix--zero { color: $foreground-muted 55%; }
        & > .matrix--gone { color: $foreground-muted 70%; }
        & > .matrix--cursor { text-style: reverse bold; }
    }
    """
    BINDINGS = [
        *arrows("move"),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(1)", show=False),
    ]

    class CursorMoved(Message):
        """The cursor of the editor is on another cell, or another part of the matrix is in sight."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.state: CoverState | None = None
        self.cursor: tuple[int, int] | None = None
        """Option and item under the editor's cursor; None while nothing is edited."""
        self.shares: Sequence[float] = ()
        """For each option the share of the solutions that holds it; empty unless it is shown."""
        self.top = 0
        self.left = 0
        self._fits = (1, 1)
        self._to_see: list[tuple[int | None, int | None]] = []
        """What is to come into sight once there is any room."""
        self._widest = (1, 1)
        """Columns of the widest label and of the widest item's name."""

    def take(self, value: MatrixValue) -> None:
        state, cursor, self.shares = value
        if self.state is None or state.problem is not self.state.problem:
            if self.state is None or cursor is None:
                self.top = self.left = 0
            problem = state.problem
            labels = max((cell_len(problem.label(o)) for o in _some(len(problem.options))), default=1)
            self._widest = labels, max((cell_len(str(problem.items[i])) for i in _some(len(problem.items))), default=1)
        moved = self.state is None or state.chosen != self.state.chosen or state.branch != self.state.branch
        self.state, self.cursor = state, cursor
        if cursor is not None:
            self._keep_in_sight(*cursor)
        elif moved and (state.reason is None or state.reason.node):
            if state.chosen:
                self._keep_in_sight(state.chosen[-1], None)
            if state.branch is not None:
                self._keep_in_sight(None, state.branch)

    def on_resize(self) -> None:
        to_see, self._to_see = self._to_see, []
        for option, item in to_see:
            self._keep_in_sight(option, item)
        self.post_message(self.CursorMoved())  # other rows and columns are in sight

    # Moving

    def _keep_in_sight(self, option: int | None, item: int | None) -> None:
        if not self.size:
            self._to_see.append((option, item))
            return
        rows, columns = self._measure()
        if option is not None:
            self.top = min(self.top, option) if option < self.top else max(self.top, option - rows + 1)
        if item is not None:
            self.left = min(self.left, item) if item < self.left else max(self.left, item - columns + 1)

    def action_move(self, down: int, right: int) -> None:
        """Scroll by a row or column; in the editor move the cursor."""
        if self.state is None:
            return
        problem = self.state.problem
        if self.cursor is None:
            self._scroll(self.top + down, self.left + right)
            return
        option = min(max(self.cursor[0] + down, 0), max(0, len(problem.options) - 1))
        item = min(max(self.cursor[1] + right, 0), max(0, len(problem.items) - 1))
        self.cursor = (option, item)
        self._keep_in_sight(option, item)
        self.paint()
        self.post_message(self.CursorMoved())

    def action_page(self, direction: int) -> None:
        """Scroll by a page."""
        rows = max(1, self._fits[0] - 1)
        if self.cursor is not None:
            self.action_move(direction * rows, 0)
        else:
            self._scroll(self.top + direction * rows, self.left)

    def action_edge(self, end: int) -> None:
        """To the first or the last row."""
        far = 1 << 30
        if self.cursor is not None:
            self.action_move(far if end else -far, 0)
        else:
            self._scroll(far if end else 0, self.left)

    async def on_click(self, event: Click) -> None:
        """Put the cursor there; if it is there already, do what space does."""
        offset = event.get_content_offset(self)
        spot = self._spot(offset.x, offset.y) if offset is not None else None
        if spot is None or self.cursor is None:
            return
        if spot[0] == self.cursor[0] and spot[1] in (None, self.cursor[1]):
            await self.run_action("""screen.do("hand('take')")""")
            await self.run_action("""screen.do("edit_matrix('cell')")""")
            return
        self.cursor = (spot[0], self.cursor[1] if spot[1] is None else spot[1])
        self.paint()
        self.post_message(self.CursorMoved())

    def _spot(self, x: int, y: int) -> tuple[int, int | None] | None:
        """The option and item drawn there; None for the item beside the cells, and for no option at all."""
        if self.state is None:
            return None
        problem, (width, height) = self.state.problem, self.size
        labels, _, cell, upright = self._geometry(problem, width)
        rows, columns = self._measure()
        line = y - (height >= LEAST_WITH_MARKS) - self._heading(upright, height)
        option = self.top + line // (1 + self._airy(rows))
        if line < 0 or option >= min(len(problem.options), self.top + rows):
            return None
        item = self.left + (x - labels) // cell
        inside = x >= labels and item < min(len(problem.items), self.left + columns)
        return option, item if inside else None

    def _scroll(self, top: int, left: int) -> None:
        self.top, self.left = top, left
        self.paint()
        self.post_message(self.CursorMoved())

    @property
    def window(self) -> str:
        """Which rows and columns are in sight, unless all are."""
        if self.state is None or not self.size:
            return ""
        problem = self.state.problem
        rows, columns = self._measure()
        shown = []
        if len(problem.options) > rows:
            shown.append(span("rows", self.top, self.top + rows, len(problem.options)))
        if len(problem.items) > columns:
            what = "columns" if not shown else "col."
            shown.append(span(what, self.left, self.left + columns, len(problem.items)))
        return ", ".join(shown)

    # Drawing

    def _geometry(self, problem: ExactCover, width: int) -> tuple[int, int, int, bool]:
        """Width of labels, of notes and of a cell, and whether the names are upright."""
        widest, names = self._widest
        labels = max(min(LONGEST_LABEL, widest), 4)
        note = max(NOTE_WIDTH, labels + 3) if width >= 30 else 3
        room = width - labels - note - 1
        if problem.items and (names + 1) * len(problem.items) <= room:
            widest = room // len(problem.items)
            return labels, note, max(names + 1, min(WIDEST_CELL, widest)), False
        return labels, note, 2, True

    def _measure(self) -> tuple[int, int]:
        """How many rows and columns of the matrix can be seen."""
        width, height = self.size
        if self.state is None or width <= 0 or height <= 0:
            return 1, 1
        labels, note, cell, upright = self._geometry(self.state.problem, width)
        columns = max(1, (width - labels - note - 1) // cell)
        marks = height >= LEAST_WITH_MARKS
        return max(1, height - self._heading(upright, height) - 1 - marks), columns

    def _airy(self, rows: int) -> bool:
        """Whether there is room for an empty line between two rows."""
        return self.state is not None and 2 * len(self.state.problem.options) <= rows

    def _heading(self, upright: bool, height: int) -> int:
        return min(self._widest[1], LONGEST_NAME, max(1, height // 4)) if upright else 1

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        state = self.state
        if state is None:
            return
        problem = state.problem
        labels, note, cell, upright = self._geometry(problem, width)
        rows, columns = self._fits = self._measure()
        self.top = min(max(0, self.top), max(0, len(problem.options) - rows))
        self.left = min(max(0, self.left), max(0, len(problem.items) - columns))
        airy = self._airy(rows)
        items = range(self.left, min(len(problem.items), self.left + columns))
        if height >= LEAST_WITH_MARKS:
            yield self._marks(state, items, labels, cell)
        for line in range(self._heading(upright, height)):
            yield self._names(state, items, labels, cell, line if upright else None)
        for option in range(self.top, min(len(problem.options), self.top + rows)):
            yield self._row(state, option, items, labels, cell, note)
            if airy:
                yield []
        if not problem.options:
            yield [Segment("no options yet", self.tone("muted"))]
        yield self._sizes(state, items, labels, cell)
        shown = min(len(problem.options), rows)
        left = rows - shown * (1 + airy)
        if self.cursor is None and problem.options and left > len(LEGEND) and width >= LEGEND_WIDTH:
            yield []
            yield from self._legend()

    def _legend(self) -> Iterable[Line]:
        glyphs = self.app.glyphs
        signs = {"no": glyphs.no, "cursor": glyphs.cursor, "disc": self._disc(), "mark": self._pointer(),
                 "option": self._example()}  # fmt: skip
        for sign, meaning in LEGEND:
            text = f"{sign.format(**signs):<{NOTE_WIDTH}}{meaning.format(**signs)}"
            yield [Segment(text, self.tone("muted"))]

    def _example(self) -> str:
        """An option of this problem that may rule out others, for the legend: the last one chosen, or the first."""
        state = self.state
        if state is None or not state.problem.options:
            return "1"
        option = state.chosen[-1] if state.chosen else 0
        return _shortened(state.problem.label(option), NOTE_WIDTH - 3, self.app.glyphs.ellipsis)

    def _disc(self) -> str:
        return "●" if self.app.glyphs.unicode else "*"

    def _pointer(self) -> str:
        return "▾" if self.app.glyphs.unicode else "v"

    def _gap(self, item: int, cell: int, problem: ExactCover) -> str:
        """The blank before a cell; a bar before the first secondary item."""
        if item == problem.primary and item > 0:
            return self._bar() + " " * (cell - 2)
        return " " * (cell - 1)

    def _bar(self) -> str:
        return "│" if self.app.glyphs.unicode else "|"

    def _marks(self, state: CoverState, items: range, labels: int, cell: int) -> Line:
        pointer = self._pointer()
        branch = self.tone("here")
        line = [Segment(" " * labels)]
        for item in items:
            mark = pointer if item == state.branch else " "
            line.append(Segment(mark.rjust(cell), branch))
        return line

    def _names(self, state: CoverState, items: range, labels: int, cell: int, letter: int | None) -> Line:
        problem = state.problem
        line = [Segment(" " * labels)]
        cursor = self.cursor[1] if self.cursor else None
        for item in items:
            name = str(problem.items[item])
            if letter is not None:
                name = name[letter] if letter < len(name) else " "
            style = self.tone("strong")
            if item == state.branch:
                style = self.tone("here")
            elif item in state.covered:
                style = self.tone("matrix--gone")
            if item == cursor:
                style = style + Style(underline=True)
            gap = self._gap(item, cell, problem)
            name = set_cell_size(name, cell - 1).rstrip() if cell_len(name) >= cell else name
            pad = gap[: max(0, cell - cell_len(name))]
            line += [Segment(pad, self.tone("matrix--zero")), Segment(name, style)]
        return line

    def _row(self, state: CoverState, option: int, items: range, labels: int, cell: int, note: int) -> Line:
        problem = state.problem
        glyphs = self.app.glyphs
        # Not all of the option: it may hold millions.
        first, last = items.start, items.stop
        held = {item: colour for item, colour in problem.options[option].coloured if first <= item < last}
        chosen, hidden = option in state.levels, option in state.hidden
        one = self.tone("good" if chosen else "matrix--gone" if hidden else "strong")
        zero = self.tone("matrix--zero")
        label = _shortened(problem.label(option), labels, glyphs.ellipsis)
        here = self.cursor is not None and self.cursor[0] == option
        line = [Segment(label.ljust(labels), one + Style(underline=True) if here else one)]
        for item in items:
            if item in held:
                text, style = (held[item][:1] or "1"), one
                if item == state.branch and not hidden:
                    style = self.tone("here")
            else:
                text, style = (" " if hidden else glyphs.dot), zero
            if here and self.cursor is not None and item == self.cursor[1]:
                text, style = (text if text != " " else glyphs.dot), self.tone("matrix--cursor")
            line += [Segment(self._gap(item, cell, problem), zero), Segment(text, style)]
        text, style = self._note(state, option, note - 1)
        line.append(Segment(" " + set_cell_size(text, note - 1).rstrip(), style))
        return line

    def _note(self, state: CoverState, option: int, width: int) -> tuple[str, Style]:
        """What became of an option: ``●2 1/3`` chosen at level 2, ``✗ A`` ruled out by A, ``▸ 1/2`` to be tried."""
        glyphs = self.app.glyphs
        level = state.levels.get(option)
        held = state.restricted.taken if state.restricted is not None else ()
        if option in held:
            return f"{self._disc()}{level or ''} hand", self.tone("good")
        if level is not None:
            choice = next((c for c in state.choices if c.option == option), None)
            which = f" {choice.number}/{choice.degree}" if choice is not None else ""
            return f"{self._disc()}{level}{which}", self.tone("good")
        if self.shares:  # in place of what may become of it
            part = self.shares[option]
            return share(part), self.tone("good" if part == 1 else "strong" if part else "muted")
        if option in state.hidden:
            by = state.hidden[option]
            if by == BY_HAND:
                return f"{glyphs.no} hand", self.tone("here")
            other = f" {_shortened(state.problem.label(by), width - 2, glyphs.ellipsis)}" if by >= 0 else ""
            return glyphs.no + other, self.tone("muted")
        if option in state.candidates:
            number = state.candidates.index(option) + 1
            return f"{glyphs.cursor} {number}/{len(state.candidates)}", self.tone("here")
        return "", self.tone("muted")

    def _sizes(self, state: CoverState, items: range, labels: int, cell: int) -> Line:
        problem = state.problem
        none = "–" if self.app.glyphs.unicode else "-"
        line = [Segment(set_cell_size("size", labels), self.tone("muted"))]
        for item in items:
            covered = item in state.covered
            text = none if covered else str(state.sizes[item])
            style = "matrix--gone" if covered else "here" if item == state.branch else "primary"
            if len(text) >= cell:
                text = "+" if cell == 2 else text[: cell - 1]
            gap = self._gap(item, cell, problem)[: cell - len(text)]
            line += [Segment(gap, self.tone("matrix--zero")), Segment(text, self.tone(style))]
        return line


def _some(count: int) -> Iterable[int]:
    """Where to look for the longest name: of very many, those at the end are as long as any."""
    return range(count) if count <= MOST_TO_MEASURE else (*range(100), *range(count - 100, count))


def _shortened(text: str, width: int, ellipsis: str) -> str:
    """A text of at most that many columns; it loses signs from the middle, because places come at the end."""
    if cell_len(text) <= width:
        return text
    if width < 3 or cell_len(text) > len(text):
        return set_cell_size(text, max(0, width))
    head = (width - 1) // 2
    return text[:head] + ellipsis + text[len(text) - (width - 1 - head) :]
