"""Rules drawn over a Sudoku grid: cages by dashed edges, lines by strokes, signs on edges and corners, clues outside.

The content of a cell always wins: strokes and rings take only blanks there, and each step of a line is also on the
edge between two cells, which nothing covers.  A ring that pencil marks hide moves to the edge above its cell.
Lines that meet in a cell get different pens, which differ in stroke as well as in colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style

from core.sudoku.rules import Look, Mark
from core.sudoku.rules._pens import LINES, RINGS, pens_of
from tui.kit.sudoku_layout import GridLayout, crossing_of, place_outside, step_between, way_in

_STROKES = (("─│╭╮╰╯┼", "═║╔╗╚╝╬", "━┃┏┓┗┛╋", "╌╎┌┐└┘┼"), ("-|+++++", '="#####', "~!*****", "_;%%%%%"))
"""By pen: along, down, the four turns (down-right, down-left, up-right, up-left), and anything else."""
_DASHES = {1: "┄┆", 2: "┅┇"}
_SLANTS = ("╲╱╳", "\\/X")
_ARROWS = {(0, 1): "→>", (0, -1): "←<", (1, 0): "↓v", (-1, 0): "↑^",
           (1, 1): "↘v", (-1, -1): "↖^", (1, -1): "↙v", (-1, 1): "↗^"}  # fmt: skip
_RINGS = {Look.CIRCLE: ("( )", "( )"), Look.SQUARE: ("[ ]", "{ }"), Look.BULB: ("◖●◗", "<@>")}
"""Left of the value, in its place while there is none, right of it."""
_HIDDEN = {Look.CIRCLE: "○o", Look.SQUARE: "□#", Look.BULB: "●@"}
"""The sign on the edge above the cell, if pencil marks fill it."""
_SLANTED = "↘↖↙↗\\/"
_ENDS = "•*"

Place = tuple[int, int]
"""Line and column of the drawing."""


@dataclass(frozen=True, slots=True)
class MarkCharacter:
    """One character of the picture."""

    text: str
    tone: str
    cell: int = -1
    """Its cell, -1 on an edge: in a cell it takes only blanks."""
    middle: bool = False
    """Whether a large digit would be there."""


class DrawnMarks:
    """The marks of a grid in one layout, character by character."""

    def __init__(self, layout: GridLayout, unicode: bool) -> None:
        self._layout, self._ascii = layout, 0 if unicode else 1
        self._n = layout.shape.order
        self._signs: dict[int, dict[int, MarkCharacter]] = {}
        self._rings: list[tuple[int, Look, str]] = []
        self._heads: dict[int, tuple[Place, str, str]] = {}
        """By last cell of an arrow the edge before it, the head and its tone."""
        self._arms: dict[tuple[int, int], set[Place]] = {}
        """By cell and pen, the directions in which a line goes on from its middle."""
        drawn = layout.grid.drawn
        self._cages([mark for mark, _ in drawn if mark.look is Look.FRAME])
        pens = pens_of(drawn)
        for number, (mark, _) in enumerate(drawn):
            if mark.look in LINES:
                self._line(mark, pens[number])
        self._turns()
        for number, (mark, _) in enumerate(drawn):
            if mark.look in RINGS:
                self._ring(mark, pens.get(number))
        for mark, _ in drawn:
            if mark.look is Look.EDGE or mark.look is Look.CORNER:
                self._between(mark)
            elif mark.look is Look.FRAME and mark.text:
                self._corner_text(min(mark.cells), mark.text)
        self._groups([(mark, rule) for mark, rule in drawn if mark.look is Look.SHADE and mark.text])
        self._outside([mark for mark, _ in drawn if mark.look is Look.OUTSIDE])

    @property
    def numbers_on_top(self) -> bool:
        """Whether sums or clues are on the uppermost line."""
        return any(sign.tone == "sign" for sign in self._signs.get(0, {}).values())

    # Over what is drawn

    def over(
        self, lines: Sequence[Sequence[Segment]], filled: Sequence[int], blanks: str, tone: Callable[[str], Style]
    ) -> list[list[Segment]]:
        """The lines with the picture in them; ``filled``: by cell whether it has a value, ``blanks``: no content."""
        large = self._layout.large
        texts = ["".join(segment.text for segment in line) for line in lines]
        signs = dict(self._signs)
        for cell, look, pen in self._rings:
            y, x = self._middle(cell)
            if not filled[cell] and all(texts[y][at] not in blanks for at in (x - 1, x + 1)):
                at = self._layout.left(cell % self._n) + self._layout.cell_width - 1
                above = self._layout.top(cell // self._n) - 1
                signs[above] = signs.get(above, {}) | {at: MarkCharacter(_HIDDEN[look][self._ascii], pen)}
        for cell, ((y, x), head, pen) in self._heads.items():
            down, across = self._middle(cell)
            if filled[cell] or texts[down][across] not in blanks:
                signs[y] = signs.get(y, {}) | {x: MarkCharacter(head, pen)}
        drawn: list[list[Segment]] = []
        for y, line in enumerate(lines):
            row = signs.get(y)
            drawn.append(list(line) if row is None else list(_laid(line, row, blanks, filled if large else (), tone)))
        return drawn

    def _put(self, y: int, x: int, text: str, tone: str) -> None:
        """Put a text on an edge, over whatever is there."""
        for at, character in enumerate(text):
            self._signs.setdefault(y, {})[x + at] = MarkCharacter(character, tone, *self._where(y, x + at))

    def _where(self, y: int, x: int) -> tuple[int, bool]:
        cell = self._layout.cell_at(x, y)
        if cell is None:
            return -1, False
        down, across = self._middle(cell)
        return cell, abs(y - down) <= 1 and abs(x - across) <= 2

    def _middle(self, cell: int) -> Place:
        layout = self._layout
        row, column = divmod(cell, self._n)
        return layout.top(row) + (layout.cell_height - 1) // 2, layout.left(column) + (layout.cell_width - 1) // 2

    # Cages: what a cage goes across is one weight lighter, its edge is dashed

    def _cages(self, marks: Sequence[Mark]) -> None:
        if not marks:
            return
        layout, n = self._layout, self._n
        frames: list[set[int]] = [set() for _ in range(layout.shape.cells)]
        for number, mark in enumerate(marks):
            for cell in mark.cells:
                frames[cell].add(number)

        def weighed(weight: int, here: int, back: int) -> tuple[int, bool]:
            """The weight of the line between a cell and the one ``back`` cells before, 0 for none; and whether it is
            dashed.
            """
            if not back:
                return weight, False
            edge = frames[here] != frames[here - back]
            return weight - bool(frames[here] and not edge), edge

        def above(row: int, column: int) -> tuple[int, bool]:
            if not 0 <= column < n:
                return 0, False
            return weighed(layout.above_cell(row, column), row * n + column, n if 0 < row < n else 0)

        def before(row: int, column: int) -> tuple[int, bool]:
            if not 0 <= row < n:
                return 0, False
            return weighed(layout.before_cell(row, column), row * n + column, 1 if 0 < column < n else 0)

        solid = (" ─━", " │┃") if not self._ascii else (" -=", " :|")

        def drawn(axis: int, weight: int, dashed: bool) -> tuple[str, str]:
            """The sign of a line along (0) or down (1), and its tone."""
            text = _DASHES[weight][axis] if dashed and not self._ascii else solid[axis][weight]
            return text, "dashed" if dashed else ""

        for row in range(n + 1):
            y = layout.top(row) - 1 if row < n else layout.height - 1
            for column in range(n + 1):
                x = layout.left(column) - 1 if column < n else layout.left(n - 1) + layout.cell_width
                if column < n and 0 < row < n:
                    text, tone = drawn(0, *above(row, column))
                    self._put(y, x + 1, text * layout.cell_width, tone)
                if row < n and 0 < column < n:
                    text, tone = drawn(1, *before(row, column))
                    for down in range(layout.cell_height):
                        self._put(y + 1 + down, x, text, tone)
                arms = (
                    before(row - 1, column)[0],
                    before(row, column)[0],
                    above(row, column - 1)[0],
                    above(row, column)[0],
                )
                self._put(y, x, self._joint(arms), "")

    def _joint(self, arms: tuple[int, int, int, int]) -> str:
        if not any(arms):
            return " "
        return "+" if self._ascii else crossing_of(*arms)

    # Lines

    def _line(self, mark: Mark, pen: int) -> None:
        for number, (here, there) in enumerate(pairwise(mark.cells), 1):
            step = step_between(here, there, self._n)
            if step is None:
                continue
            self._arms.setdefault((here, pen), set()).add(step)
            self._arms.setdefault((there, pen), set()).add((-step[0], -step[1]))
            self._stroke(here, there, step, pen, head=mark.look is Look.ARROW and number == len(mark.cells) - 1)

    def _stroke(self, here: int, there: int, step: Place, pen: int, *, head: bool) -> None:
        (y, x), (last_y, last_x) = self._middle(here), self._middle(there)
        down, across = step
        tone = f"pen{pen}"
        if not down:
            places = [(y, at) for at in range(x + across, last_x, across)]
            text = _STROKES[self._ascii][pen - 1][0]
        elif not across:
            places = [(at, x) for at in range(y + down, last_y, down)]
            text = _STROKES[self._ascii][pen - 1][1]
        else:
            places = [(at, x + round((at - y) / (last_y - y) * (last_x - x))) for at in range(y + down, last_y, down)]
            text = _SLANTS[self._ascii][down != across]
        edges = [place for place in places if self._layout.cell_at(place[1], place[0]) is None]
        for place in places:
            crossed = self._signs.get(place[0], {}).get(place[1])
            slant = down and across and crossed is not None and crossed.tone.startswith("pen") and crossed.text != text
            self._put(*place, _SLANTS[self._ascii][2] if slant else text, tone)
        if head and edges:
            self._heads[there] = edges[-1], _ARROWS[step][self._ascii], tone

    def _turns(self) -> None:
        """The middle of every cell that a line goes through."""
        for (cell, pen), arms in self._arms.items():
            tone = f"pen{pen}"
            y, x = self._middle(cell)
            along, down, *turns, other = list(_STROKES[self._ascii][pen - 1])
            straight = {(0, -1): 1, (0, 1): 2, (-1, 0): 4, (1, 0): 8}
            if len(arms) == 1:
                head = self._heads.get(cell)
                text = head[1] if head is not None and head[2] == tone else _ENDS[self._ascii]
            elif not arms <= set(straight):
                slants = {_SLANTS[self._ascii][a != b] for a, b in arms if a and b}
                both = len(slants) > 1 or any(not (a and b) for a, b in arms)
                text = _ENDS[self._ascii] if both else slants.pop()
            else:
                held = sum(straight[arm] for arm in arms)
                text = {3: along, 12: down, 10: turns[0], 9: turns[1], 6: turns[2], 5: turns[3]}.get(held, other)
            if (taken := self._signs.get(y, {}).get(x)) is not None and taken.tone != tone:
                text = other
            self._put(y, x, text, tone)

    def _ring(self, mark: Mark, pen: int | None) -> None:
        """Around the first cell of a line, or each cell of a pill."""
        tone = f"pen{pen}" if pen else "ring"
        before, inside, behind = list(_RINGS[mark.look][self._ascii])
        cells = mark.cells[:1] if mark.look is Look.BULB else mark.cells
        for number, cell in enumerate(cells):
            y, x = self._middle(cell)
            self._rings.append((cell, mark.look, tone))
            if number == 0:
                self._put(y, x - 1, before, tone)
            if number == len(cells) - 1:
                self._put(y, x + 1, behind, tone)
            if inside != " ":
                self._put(y, x, inside, tone)

    # Signs and clues

    def _between(self, mark: Mark) -> None:
        layout = self._layout
        (row, column), other = divmod(mark.cells[0], self._n), divmod(mark.cells[-1], self._n)
        y, x = self._middle(mark.cells[0])
        text = mark.text if not self._ascii else mark.text.translate(_IN_ASCII)
        if mark.look is Look.CORNER:
            y, x = layout.top(row + 1) - 1, layout.left(column + 1) - 1
            x = min(x - (len(text) - 1) // 2, layout.width - len(text))
        elif row == other[0]:
            x = layout.left(max(column, other[1])) - 1
            x -= len(text) // 2
        else:
            y = layout.top(max(row, other[0])) - 1
            x -= (len(text) - 1) // 2
        self._put(y, x, text, "sign")

    def _corner_text(self, cell: int, text: str) -> None:
        """On the edge above a cell, from the left; beside a stroke that goes through there."""
        row, column = divmod(cell, self._n)
        y, x = self._layout.top(row) - 1, self._layout.left(column)
        middle = self._signs.get(y, {}).get(self._middle(cell)[1])
        crossed = middle is not None and middle.tone.startswith("pen")
        self._put(y, x - (crossed and len(text) > 1), text, "sign")

    def _groups(self, marks: Sequence[tuple[Mark, object]]) -> None:
        """The groups that a cell is in: numbers, after a letter if several rules have groups."""
        rules = list(dict.fromkeys(id(rule) for _, rule in marks))
        told: dict[int, list[str]] = {}
        for mark, rule in marks:
            letter = chr(ord("a") + rules.index(id(rule)) % 26) if len(rules) > 1 else ""
            for cell in mark.cells:
                told.setdefault(cell, []).append(letter + mark.text)
        for cell, texts in told.items():
            self._corner_text(cell, "".join(texts)[: self._layout.cell_width])

    def _outside(self, marks: Sequence[Mark]) -> None:
        """Before the first cell: on the frame above or below a column, beside a row; a diagonal has an arrow."""
        layout, n = self._layout, self._n
        told: dict[Place, list[str]] = {}
        for mark in marks:
            step = way_in(mark, n)
            slant = _SLANTS[1][step[0] != step[1]] if self._ascii else _ARROWS[step][0]
            told.setdefault(place_outside(mark, n), []).append((slant if all(step) else "") + mark.text)
        frame: dict[int, list[tuple[int, str]]] = {}
        for (row, column), texts in told.items():
            text = ",".join(texts)
            if 0 <= row < n:
                room = (layout.side if column < 0 else layout.right) + 1
                text = self._cut(text if len(text) <= room else text.lstrip(_SLANTED), room)
                y = self._middle(row * n)[0]
                x = layout.left(0) - 1 - len(text) + (len(text) >= room)
                self._put(y, x if column < 0 else layout.width - room, text, "sign")
                if column >= 0 and len(text) < room:
                    self._put(y, layout.width - room, layout.vertical(n, not self._ascii, row) + text, "sign")
                continue
            if 0 <= column < n:
                x = self._middle(column)[1] - (len(text) - 1) // 2 - (len(text) == 2 and layout.cell_width == 3)
            else:
                x = 0 if column < 0 else layout.width
            frame.setdefault(0 if row < 0 else layout.height - 1, []).append((x, text))
        for y, clues in frame.items():
            self._along_frame(y, sorted((min(x, layout.width - len(text)), text) for x, text in clues))

    def _along_frame(self, y: int, clues: Sequence[tuple[int, str]]) -> None:
        """Clues in a line, by where each would like to begin: none may run into the next and look like one number.

        Each may be one place further right than it would like, which is still above its cell.
        """
        free = 0
        for number, (wanted, text) in enumerate(clues):
            x, end = max(wanted, free), self._layout.width
            following = clues[number + 1 : number + 2]
            for after, then in following:
                end = after + (then[0] in _SLANTED)
            text = self._cut(text, end - x)
            self._put(y, x, text, "sign")
            free = x + len(text) + all(then[0] not in _SLANTED for _, then in following)

    def _cut(self, text: str, room: int) -> str:
        """What fits, and a sign that something is left out: a part of a number would be another number."""
        if len(text) <= room:
            return text
        return text[: room - 1].rstrip(",") + "…+"[self._ascii] if room > 0 else ""


_IN_ASCII = str.maketrans({"○": "o", "●": "*", "×": "x", "∧": "^", "∨": "v"})


def _laid(
    line: Iterable[Segment],
    row: dict[int, MarkCharacter],
    blanks: str,
    filled: Sequence[int],
    tone: Callable[[str], Style],
) -> Iterable[Segment]:
    """One line with its signs; characters that keep their place stay in one segment."""
    at = 0
    for segment in line:
        text, style, kept = segment.text, segment.style, 0
        for place in range(len(text)):
            sign = row.get(at + place)
            if sign is None or (
                sign.cell >= 0 and (text[place] not in blanks or (sign.middle and filled and filled[sign.cell]))
            ):
                continue
            if kept < place:
                yield Segment(text[kept:place], style)
            kept = place + 1
            if sign.tone:
                over = tone(sign.tone)
                yield Segment(
                    sign.text, (style or Style()) + Style(dim=False) + Style(color=over.color, bold=over.bold)
                )
            else:
                yield Segment(sign.text, style)
        if kept < len(text):
            yield Segment(text[kept:], style) if kept else segment
        at += len(text)
