"""Drawing single cells of a Sudoku: values, marks, candidates, colours, and what a hint marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.style import Style

from core import Grid
from core.sudoku._grid import bit, values_in
from core.sudoku._symbols import symbol
from tui.kit.sudoku_digits import large_digit
from tui.kit.sudoku_layout import GridLayout

if TYPE_CHECKING:
    from tui.kit.sudoku_board import SudokuBoard
    from tui.kit.sudoku_overlay import CandidateRole

LARGEST_MOVING = 16
"""Above this order givens and found values look the same while a search is running: one style a row."""
MOST_KEPT = 4096
"""Drawn cells kept for the next position."""
COLOUR_SIGNS = ("abcdef", "¹²³⁴⁵⁶")
"""A sign for each of a person's colours, in ASCII and in Unicode: colours alone would not do."""

CellLines = list[list[Segment]]
"""The drawing of a cell, line by line."""


class CellView(NamedTuple):
    """All that the drawing of a cell depends on, in one layout: two cells that are equal here look the same."""

    value: int
    kind: str
    """The tone of the value: given, own or found."""
    wrong: bool
    """Whether the value breaks a rule."""
    digit: int
    """The value that is pointed out wherever it is."""
    here: bool
    """Whether the cursor is on it."""
    extra: bool
    """Whether it is on a diagonal or in a window."""
    tint: str
    """The tone behind it: peer for a cell that sees the cursor, look for what a hint is about, selected."""
    colours: tuple[tuple[int, int], ...]
    """What a person has coloured: value (0: the whole cell) and colour."""
    roles: tuple[tuple[int, CandidateRole], ...] = ()
    """What a hint says of the candidates of an empty cell."""
    own: int = 0
    """In an empty cell a person's marks, as a set; so are the next two."""
    left: int = 0
    """What the rules leave, if that is shown."""
    struck: int = 0
    """What a person has struck out of these."""
    judged: bool = False
    """Whether candidates are shown, so that marks excluded by the rules stand out."""
    blank: bool = False
    """Whether empty cells are left blank: a search is running."""


class CellPainter:
    """Looks at the cells of one position, and draws what it sees in one layout."""

    def __init__(
        self, board: SudokuBoard, layout: GridLayout, unicode: bool, drawn: dict[CellView, CellLines]
    ) -> None:  # fmt: skip
        position = board.position
        grid = position.grid
        watching = self._watching = position.searched is not None
        self.layout = layout
        self._board, self._drawn, self._position, self._grid = board, drawn, position, grid
        self._glyphs, self._unicode, self._ansi = board.app.glyphs, unicode, board.app.native_ansi_color
        self._tones: dict[str, Style] = {}

        self._all_found = watching and position.cursor is None and grid.shape.order > LARGEST_MOVING
        self._values = grid.values if position.searched is None else position.searched
        self.wrong = frozenset() if watching else frozenset(c for each in grid.conflicts for c in each.cells)
        seen = Grid.of(grid.layout, self._values, struck=grid.struck) if watching and position.candidates else grid
        self._candidates = seen.candidates if position.candidates else None
        self._extra = grid.layout.shaded
        self._tint, self._tinted = "peer", frozenset[int]()
        if position.overlay is not None:
            self._tint, self._tinted = "look", position.overlay.cells
        elif position.cursor is not None:
            self._tinted = frozenset(grid.layout.peers(position.cursor))
        self._colours: dict[int, dict[int, int]] = {}
        """Cell to value to colour."""
        for (cell, value), colour in position.colours.items():
            self._colours.setdefault(cell, {})[value] = colour

    # Lines of the grid

    def tone(self, name: str) -> Style:
        """A component's style."""
        style = self._tones.get(name)
        if style is None:
            style = self._tones[name] = self._board.tone(f"sudoku--{name}")
        return style

    @property
    def warning(self) -> Segment:
        """Points at a broken rule from a line of the grid."""
        return Segment("!", self.tone("conflict"))

    def line(self, weight: int) -> Style:
        """The style of a line of the grid."""
        box = weight > 1 or not self.layout.inner
        return self.tone("box" if box else "line")

    # Looking at a cell

    def cells(self, cells: Iterable[int]) -> list[CellLines]:
        """The lines of each of these cells."""
        position, givens, seen = self._position, self._grid.givens, []
        selected = position.selected
        for cell in cells:  # most are filled, and look as they did: no calls
            value, here, extra = self._values[cell], cell == position.cursor, cell in self._extra
            tint = "selected" if cell in selected else self._tint if cell in self._tinted else ""
            colours = tuple(self._colours.get(cell, {}).items()) if self._colours else ()
            if value:
                kind = "found" if self._all_found else "given" if givens[cell] else self._kind(cell, value)
                view = CellView(value, kind, cell in self.wrong, position.digit, here, extra, tint, colours)
            else:
                view = self._empty(cell, here, extra, tint, colours)
            lines = self._drawn.get(view)
            if lines is None:
                if len(self._drawn) >= MOST_KEPT:
                    self._drawn.clear()
                lines = self._drawn[view] = self._tinted_lines(view, self._lines(view))
            seen.append(lines)
        return seen

    def _kind(self, cell: int, value: int) -> str:
        return "found" if self._watching and self._grid.placed[cell] != value else "own"

    def _empty(
        self, cell: int, here: bool, extra: bool, tint: str, colours: tuple[tuple[int, int], ...]
    ) -> CellView:  # fmt: skip
        position, grid, judged = self._position, self._grid, self._candidates is not None
        return CellView(
            0, "", False, position.digit, here, extra, tint, colours,
            roles=tuple(position.overlay.within(cell).items()) if position.overlay is not None else (),
            own=0 if self._watching else grid.marks[cell],
            left=0 if self._candidates is None else self._candidates[cell],
            struck=grid.struck[cell] if judged and not self._watching else 0,
            judged=judged,
            blank=self._watching and position.cursor is None and self.layout.lines,
        )  # fmt: skip

    # Drawing what was seen: a value, marks, or nothing; then the background

    def _lines(self, view: CellView) -> CellLines:
        if view.value:
            style = self.tone(view.kind)
            if view.value == view.digit:
                style = style + self.tone("same")
            if view.wrong:
                style = style + self.tone("conflict")
            if self.layout.large:
                return self._large(view, style)
            return self._centred(symbol(view.value), style, view.here, sign="!" if view.wrong else "")
        if view.own or view.left or view.roles:
            lines = self._marks_in_places(view) if self.layout.roomy else [self._marks_in_a_row(view)]
            return _over(lines, self.tone("cursor")) if view.here else lines
        if view.blank:
            return [[Segment(" " * self.layout.cell_width, self.tone("found"))]] * self.layout.cell_height
        sign = "+" if view.extra else self._glyphs.attacked  # colours alone would not do
        return self._centred(sign, self.tone("empty"), view.here)

    def _tinted_lines(self, view: CellView, lines: CellLines) -> CellLines:
        colour = dict(view.colours).get(0)
        if colour is not None:
            return self._in_colour(lines, colour)
        if view.tint == "peer" and self._ansi:
            # Sixteen colours have no tint that is legible everywhere: the others are dim instead.
            return _over(lines, Style(dim=False))
        if view.tint or view.extra:
            return _over(lines, self.tone(view.tint or "extra"), behind=True)
        return lines

    def _in_colour(self, lines: CellLines, colour: int) -> CellLines:
        """The whole cell in a colour, with the colour's sign in its last place."""
        painted = _over([[s for s in line if s.text] for line in lines], self.tone(f"paint{colour}"), behind=True)
        last = painted[0][-1]
        if self.layout.cell_width > 2 and last.text[-1:] in (" ", self._glyphs.attacked, "▌", "]"):
            sign = COLOUR_SIGNS[self._unicode][colour - 1]
            painted[0][-1:] = [Segment(last.text[:-1], last.style), Segment(sign, last.style)]
        return painted

    def _centred(self, text: str, style: Style, here: bool, *, sign: str = "") -> CellLines:
        """A text in the middle of the cell; a sign comes before it if the cell is narrow, else on both sides."""
        wide, high = self.layout.cell_width, self.layout.cell_height
        if here:
            style = style + self.tone("cursor")
        if not (here or sign or style.underline):
            # In one piece: the blanks have no look of their own.
            middle = [Segment((" " * ((wide - 1) // 2) + text).rjust(min(wide, 2)).ljust(wide), style)]
        elif wide < 3:
            middle = [Segment((sign or " ") + text if wide == 2 else text, style)]
        else:
            (opening, closing), side = (" ", " "), style
            if here and high == 1:
                opening, closing = ("▐", "▌") if self._unicode else ("[", "]")
                side = Style(color=self.tone("cursor").color)
            before = (wide - 3) // 2
            middle = [
                Segment(" " * before), Segment(opening, side), Segment(text, style),
                Segment(sign or closing, style if sign else side), Segment(" " * (wide - 3 - before)),
            ]  # fmt: skip
        blank = [Segment(" " * wide)]
        if here and high > 1:
            blank = [Segment(" " * wide, style)]
            middle = [Segment(segment.text, style) for segment in middle]
        above = (high - 1) // 2
        return [blank] * above + [middle] + [blank] * (high - above - 1)

    def _large(self, view: CellView, style: Style) -> CellLines:
        """The value as a large digit in the middle of the cell; if it is wrong, an exclamation mark after its end."""
        wide, high = self.layout.cell_width, self.layout.cell_height
        digit = large_digit(view.value, high, blocks=view.kind == "given", unicode=self._unicode)
        style = style + self.tone("cursor") if view.here else style
        # A reversed sign needs a margin of its colour, or it cannot be told from its surroundings.
        around = style + Style(underline=False) if view.here or view.wrong else None
        across = len(digit[0])
        before, above = (wide - across) // 2, (high - len(digit)) // 2
        lines = [[Segment(" " * wide, around)] for _ in range(high)]
        for row, text in enumerate(digit):
            last = row == len(digit) - 1
            after = "!" if view.wrong and last else " "
            lines[above + row] = [
                Segment(" " * before, around),
                Segment(text, style if last else style + Style(underline=False)),  # under the whole of it
                Segment(after, around),
                Segment(" " * (wide - before - across - 1), around),
            ]
        return lines

    # Marks

    def _mark(self, view: CellView, value: int) -> Segment:
        """One mark: the user's marks differ from candidates, and those that the rules exclude stand out."""
        role = dict(view.roles).get(value)
        if role is not None:
            return Segment(symbol(value), self._role(role)[1])
        if not view.own & bit(value):
            style = self.tone("candidate")
        elif view.judged and not view.left & bit(value):
            style = self.tone("mark") + self.tone("conflict")
        else:
            style = self.tone("mark")
        if value == view.digit:
            style = style + self.tone("same")
        colour = dict(view.colours).get(value)
        if colour is not None:
            style = style + self.tone(f"paint{colour}")
        return Segment(symbol(value), style)

    def _beside(self, view: CellView, value: int) -> Segment:
        """What follows a mark if there is room: the sign of its role, or of its colour."""
        role, colour = dict(view.roles).get(value), dict(view.colours).get(value)
        if role is not None:
            return Segment(*self._role(role))
        if colour is not None:
            return Segment(COLOUR_SIGNS[self._unicode][colour - 1], self.tone(f"paint{colour}"))
        return Segment(" ")

    def _role(self, role: CandidateRole) -> tuple[str, Style]:
        """The sign and the style of a role."""
        from tui.kit.sudoku_overlay import GLYPHS

        return GLYPHS[role][0 if self._unicode else 1], self.tone(_TONES[role.name])

    def _marks_in_places(self, view: CellView) -> CellLines:
        """Each value at its own place, laid out like a box."""
        wide, high = self.layout.cell_width, self.layout.cell_height
        down, across = self.layout.marks
        roles = dict(view.roles)
        shown = {*values_in(view.own | view.left), *roles}
        step = 3 if across > 2 and wide >= 3 * across else 2 if wide >= 2 * across + 1 else 1
        before = (wide - (across - 1) * step - 1) // 2
        after = wide - (across - 1) * step - 1 - before
        above = (high - down) // 2
        lines = [[Segment(" " * wide)] for _ in range(high)]
        for row in range(down):
            line = [Segment(" " * before)]
            for column in range(across):
                value = row * across + column + 1
                if value > self._grid.shape.order:
                    line.append(Segment(" "))
                elif value in shown:
                    role = roles.get(value)  # the place of an impossible one tells the value
                    alone = step == 1 and role is not None and _TONES[role.name] == "impossible"
                    line.append((self._beside if alone else self._mark)(view, value))
                else:
                    gone = self._glyphs.times if view.struck & bit(value) else self._glyphs.attacked
                    line.append(Segment(gone, self.tone("empty")))
                if step > 1 and (column < across - 1 or after):
                    line.append(self._beside(view, value))
                if column < across - 1:
                    line.append(Segment(" " * (step - 2)))
            lines[above + row] = [*line, Segment(" " * (after - (1 if step > 1 and after else 0)))]
        return lines

    def _marks_in_a_row(self, view: CellView) -> list[Segment]:
        """The marks that fit, from the left, so that no mark looks like a value, nor two cells like one."""
        wide, digit = self.layout.cell_width, view.digit
        every = dict(view.roles)
        roles = {value: role for value, role in every.items() if _TONES[role.name] != "impossible"}
        if roles:
            return self._roles_in_a_row(roles)
        values = tuple(value for value in values_in(view.own | view.left) if value not in every)
        if wide < 3:
            if digit in values:
                return [Segment(symbol(digit).rjust(wide), self.tone("candidate") + self.tone("same"))]
            return [Segment(":".rjust(wide), self.tone("mark" if view.own else "candidate"))]
        room = wide - (not self.layout.apart or len(values) > wide)
        chosen = values[:room]
        if digit in values and digit not in chosen:
            chosen = (*values[: room - 1], digit)  # the one looked for is never hidden
        marks = [self._mark(view, value) for value in chosen]
        if len(values) > room:
            return [*marks, Segment(self._glyphs.ellipsis, self.tone("candidate"))]
        return [*marks, Segment(self._glyphs.attacked * (wide - len(marks)), self.tone("empty"))]

    def _roles_in_a_row(self, roles: dict[int, CandidateRole]) -> list[Segment]:
        """The candidates that a hint is about, those of one role together, followed by its sign."""
        wide = self.layout.cell_width
        if wide < 3:
            every = list(type(next(iter(roles.values()))))
            glyph, style = self._role(min(roles.values(), key=every.index))
            return [Segment(glyph.rjust(wide), style)]
        signs: list[Segment] = []
        for role in dict.fromkeys(roles[value] for value in sorted(roles)):
            glyph, style = self._role(role)
            signs += [Segment(symbol(value), style) for value in sorted(roles) if roles[value] is role]
            signs.append(Segment(glyph, style))
        if len(signs) > wide:
            signs = self._roles_in_short(roles)[:wide]
        return [*signs, Segment(" " * (wide - len(signs)))]

    def _roles_in_short(self, roles: dict[int, CandidateRole]) -> list[Segment]:
        """If not every candidate has room: what goes, comes or spoils the pattern with its values; else signs."""
        signs: list[Segment] = []
        rest: list[Segment] = []
        present = dict.fromkeys(roles[value] for value in sorted(roles))
        for role in sorted(present, key=lambda role: _TONES[role.name] not in ("placed", "gone", "fin")):
            glyph, style = self._role(role)
            values = [Segment(symbol(value), style) for value in sorted(roles) if roles[value] is role]
            if _TONES[role.name] in ("placed", "gone", "fin"):
                signs += [
                    *values[:1],
                    *([Segment(self._glyphs.ellipsis, style)] if len(values) > 1 else []),
                    Segment(glyph, style),
                ]
            else:
                signs.append(Segment(glyph, style))
                rest += values
        return [*signs, *rest]


def _over(lines: CellLines, style: Style, *, behind: bool = False) -> CellLines:
    """Lines with a style over what they have, or ``behind`` it."""
    return [
        [Segment(s.text, style + (s.style or Style()) if behind else (s.style or Style()) + style) for s in line]
        for line in lines
    ]


_TONES = {
    "PLACED": "placed", "ELIMINATED": "gone", "FIN": "fin", "DEFINING": "defining", "TRUE": "defining",
    "FALSE": "first", "COLOUR_A": "first", "COLOUR_B": "second", "SET_A": "first", "SET_B": "second",
    "SET_C": "third", "COMMON": "fin", "IMPOSSIBLE": "impossible",
}  # fmt: skip
"""The tone of each role by its name; signs tell apart the roles that share one."""
