"""Drawing single cells of a Sudoku: values, marks, candidates, colours, and what a hint marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from core.sudoku.grid import Grid, bit, values_in
from core.sudoku.symbols import symbol
from tui.widgets.sudoku_layout import GridLayout

if TYPE_CHECKING:
    from tui.widgets.sudoku_board import SudokuBoard
    from tui.widgets.sudoku_overlay import Role

LARGEST_MOVING = 16
"""Above this order givens and found values look the same while a search is running: one style a row."""
MOST_KEPT = 4096
"""Drawn cells kept for the next position."""


class CellPainter:
    """Draws single cells of one position in one layout."""

    def __init__(
        self,
        board: SudokuBoard,
        layout: GridLayout,
        unicode: bool,
        drawn: dict[tuple[object, ...], list[list[Segment]]],
    ) -> None:
        position = board.position
        grid, shape = position.grid, position.grid.shape
        self.layout = layout
        self._board, self._drawn = board, drawn
        self._position, self._grid = position, grid
        glyphs = board.app.glyphs
        self._dot, self._times, self._more = glyphs.attacked, glyphs.times, glyphs.ellipsis
        self._sides = ("▐", "▌") if unicode else ("[", "]")
        self._values = grid.values if position.searched is None else position.searched
        watching = position.searched is not None
        self.wrong = frozenset() if watching else frozenset(c for each in grid.conflicts for c in each.cells)
        self._overlay = position.overlay
        self._peers = frozenset() if position.cursor is None else frozenset(shape.peers(position.cursor))
        if self._overlay is not None:
            self._peers = self._overlay.cells
        seen = Grid.of(shape, self._values) if watching and position.candidates else grid
        self._candidates = seen.candidates if position.candidates else None
        self._unicode = unicode
        self._extra = frozenset(cell for unit in shape.extra_units for cell in unit)
        """Cells of diagonals or windows."""
        self._painted: dict[int, dict[int, int]] = {}
        """Cell to value (0: the cell) to colour."""
        for (cell, value), colour in position.colours.items():
            self._painted.setdefault(cell, {})[value] = colour
        self._tones: dict[str, Style] = {}
        self._ansi = board.app.native_ansi_color

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

    def cell(self, cell: int) -> list[list[Segment]]:
        """The lines of one cell."""
        position, grid = self._position, self._grid
        value = self._values[cell]
        here, peer = cell == position.cursor, cell in self._peers
        painted = self._painted.get(cell)
        if self._overlay is not None or painted is not None:
            return self._cell(cell, value, here, peer)  # these are few, and change with every step
        extra = cell in self._extra
        key: tuple[object, ...]
        if value:
            given = grid.givens[cell] > 0
            found = not given and position.searched is not None and grid.placed[cell] != value
            key = (
                value,
                given,
                found,
                value == position.digit,
                cell in self.wrong,
                position.cursor is None,
                here,
                peer,
                extra,
            )
        elif position.searched is None or self._candidates is not None:
            own, left, struck = self._own(cell), self._left(cell), self._struck(cell)
            key = ("marks", own, left, struck, self._candidates is None, position.digit, here, peer, extra)
        else:
            key = ("empty", position.cursor is None, here, peer, extra)
        lines = self._drawn.get(key)
        if lines is None:
            if len(self._drawn) >= MOST_KEPT:
                self._drawn.clear()
            lines = self._drawn[key] = self._cell(cell, value, here, peer)
        return lines

    def _cell(self, cell: int, value: int, here: bool, peer: bool) -> list[list[Segment]]:
        if value:
            lines = self._value(cell, value, here)
        elif self._own(cell) or self._left(cell) or self._roles(cell):
            lines = self._marks(cell)
            if here:
                lines = [[Segment(s.text, (s.style or Style()) + self.tone("cursor")) for s in line] for line in lines]
        elif self._position.cursor is None and self._position.searched is not None:
            lines = [[Segment(" " * self.layout.cell_width, self.tone("found"))]] * self.layout.cell_height
        else:
            sign = "+" if cell in self._extra else self._dot  # colours alone would not do
            lines = self._centred(" ", sign, "", self.tone("empty"), here)
        colour = self._painted.get(cell, {}).get(0)
        if colour is not None:
            return self._paint_cell(lines, colour)
        if not peer and cell in self._extra:
            tint = self.tone("extra")
            return [[Segment(s.text, tint + (s.style or Style())) for s in line] for line in lines]
        if peer:
            tint = self.tone("look" if self._overlay is not None else "peer")
            if self._ansi and self._overlay is None:
                # Sixteen colours have no tint that is legible everywhere: the others are dim instead.
                return [[Segment(s.text, (s.style or Style()) + Style(dim=False)) for s in line] for line in lines]
            lines = [[Segment(s.text, tint + (s.style or Style())) for s in line] for line in lines]
        return lines

    def _paint_cell(self, lines: list[list[Segment]], colour: int) -> list[list[Segment]]:
        """The whole cell in a colour, with the colour's number in its last place, for colours alone would not do."""
        tint = self.tone(f"paint{colour}")
        painted = [[Segment(s.text, tint + (s.style or Style())) for s in line if s.text] for line in lines]
        last = painted[0][-1]
        if self.layout.cell_width > 2 and last.text[-1:] in (" ", self._dot, "▌", "]"):
            sign = ("¹²³⁴⁵⁶" if self._unicode else "abcdef")[colour - 1]
            painted[0][-1:] = [Segment(last.text[:-1], last.style), Segment(sign, last.style)]
        return painted

    def _own(self, cell: int) -> int:
        """The own marks to show in a cell, as a set."""
        return self._grid.marks[cell] if self._position.searched is None else 0

    def _struck(self, cell: int) -> int:
        """The struck-out candidates to show in a cell, as a set."""
        shown = self._candidates is not None and self._position.searched is None
        return self._grid.struck[cell] if shown else 0

    def _roles(self, cell: int) -> dict[int, Role]:
        """What a hint says of the candidates of a cell."""
        return self._overlay.within(cell) if self._overlay is not None else {}

    def _left(self, cell: int) -> int:
        """The candidates to show in a cell, as a set."""
        return self._candidates[cell] if self._candidates is not None else 0

    def _value(self, cell: int, value: int, here: bool) -> list[list[Segment]]:
        position, grid = self._position, self._grid
        if position.cursor is None and position.searched is not None and grid.shape.order > LARGEST_MOVING:
            style = self.tone("found")
        elif grid.givens[cell]:
            style = self.tone("given")
        elif position.searched is not None and grid.placed[cell] != value:
            style = self.tone("found")
        else:
            style = self.tone("own")
        if value == position.digit:
            style = style + self.tone("same")
        wrong = cell in self.wrong
        if wrong:
            style = style + self.tone("conflict")
        return self._centred("!" if wrong else " ", symbol(value), "!" if wrong else "", style, here)

    def _centred(self, lead: str, text: str, trail: str, style: Style, here: bool) -> list[list[Segment]]:
        """One sign in the middle of the cell, marked before it where the cell is narrow and behind it where not."""
        wide, high = self.layout.cell_width, self.layout.cell_height
        if here:
            style = style + self.tone("cursor")
        plain = not (here or trail or style.underline)
        if plain:
            # In one piece: the blanks have no look of their own.
            middle = [Segment((" " * ((wide - 1) // 2) + text).rjust(min(wide, 2)).ljust(wide), style)]
        elif wide < 3:
            middle = [Segment(lead + text if wide == 2 else text, style)]
        else:
            opening, closing = (" ", trail or " ")
            side = style
            if here and high == 1:
                opening, closing = self._sides[0], trail or self._sides[1]
                side = self._bare(self.tone("cursor"))
            before = (wide - 3) // 2
            middle = [
                Segment(" " * before), Segment(opening, side), Segment(text, style),
                Segment(closing, style if trail else side), Segment(" " * (wide - 3 - before)),
            ]  # fmt: skip
        blank = [Segment(" " * wide)]
        if here and high > 1:
            blank = [Segment(" " * wide, style)]
            middle = [Segment(segment.text, style) for segment in middle]
        above = (high - 1) // 2
        return [blank] * above + [middle] + [blank] * (high - above - 1)

    @staticmethod
    def _bare(style: Style) -> Style:
        """The colour alone."""
        return Style(color=style.color)

    def _marks(self, cell: int) -> list[list[Segment]]:
        if self.layout.roomy:
            return self._marks_in_places(cell)
        return [self._marks_in_a_row(cell)]

    def _sign(self, cell: int, value: int) -> Segment:
        """One mark: the own ones differ from candidates, and those that the rules exclude stand out."""
        role = self._roles(cell).get(value)
        if role is not None:
            return Segment(symbol(value), self._role(role)[1])
        if not self._own(cell) & bit(value):
            style = self.tone("candidate")
        elif self._candidates is not None and not self._left(cell) & bit(value):
            style = self.tone("mark") + self.tone("conflict")
        else:
            style = self.tone("mark")
        if value == self._position.digit:
            style = style + self.tone("same")
        colour = self._painted.get(cell, {}).get(value)
        if colour is not None:
            style = style + self.tone(f"paint{colour}")
        return Segment(symbol(value), style)

    def _role(self, role: Role) -> tuple[str, Style]:
        """The sign and the style of a role."""
        from tui.widgets.sudoku_overlay import GLYPHS

        return GLYPHS[role][0 if self._unicode else 1], self.tone(_TONES[role.name])

    def _beside(self, cell: int, value: int) -> Segment:
        """What stands behind a mark where there is room: the sign of its role, or of its colour."""
        role = self._roles(cell).get(value)
        if role is not None:
            return Segment(*self._role(role))
        colour = self._painted.get(cell, {}).get(value)
        if colour is not None:
            return Segment(("¹²³⁴⁵⁶" if self._unicode else "abcdef")[colour - 1], self.tone(f"paint{colour}"))
        return Segment(" ")

    def _marks_in_places(self, cell: int) -> list[list[Segment]]:
        """Each value at its own place, laid out like a box."""
        shape, layout = self._grid.shape, self.layout
        shown, struck = self._own(cell) | self._left(cell), self._struck(cell)
        for value in self._roles(cell):
            shown |= bit(value)
        wide, high = layout.cell_width, layout.cell_height
        down, across = layout.marks
        step = 2 if wide >= 2 * across + 1 else 1
        before = (wide - (across - 1) * step - 1) // 2
        after = wide - (across - 1) * step - 1 - before
        above = (high - down) // 2
        dim = self.tone("empty")
        lines = [[Segment(" " * wide)] for _ in range(high)]
        for row in range(down):
            line = [Segment(" " * before)]
            for column in range(across):
                value = row * across + column + 1
                if value > shape.order:
                    line.append(Segment(" "))
                elif shown & bit(value):
                    line.append(self._sign(cell, value))
                else:
                    line.append(Segment(self._times if struck & bit(value) else self._dot, dim))
                if step > 1 and (column < across - 1 or after):
                    line.append(self._beside(cell, value))
            lines[above + row] = [*line, Segment(" " * (after - (1 if step > 1 and after else 0)))]
        return lines

    def _marks_in_a_row(self, cell: int) -> list[Segment]:
        """As many as there is room for, from the left, so that no mark looks like a value."""
        wide = self.layout.cell_width
        if self._roles(cell):
            return self._roles_in_a_row(cell)
        values = values_in(self._own(cell) | self._left(cell))
        if wide < 3:
            sign = ":" if values else self._dot
            if self._position.digit in values:
                return [Segment(symbol(self._position.digit).rjust(wide), self.tone("candidate") + self.tone("same"))]
            return [Segment(sign.rjust(wide), self.tone("mark" if self._own(cell) else "candidate"))]
        room = wide if len(values) <= wide else wide - 1
        chosen = values[:room]
        if self._position.digit in values and self._position.digit not in chosen:
            chosen = (*values[: room - 1], self._position.digit)  # the one looked for is never hidden
        signs = [self._sign(cell, value) for value in chosen]
        if len(values) > wide:
            return [*signs, Segment(self._more, self.tone("candidate"))]
        return [*signs, Segment(self._dot * (wide - len(signs)), self.tone("empty"))]

    def _roles_in_a_row(self, cell: int) -> list[Segment]:
        """The candidates that a hint is about, those of one role together with its sign behind them."""
        wide = self.layout.cell_width
        roles = self._roles(cell)
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

    def _roles_in_short(self, roles: dict[int, Role]) -> list[Segment]:
        """Where not every candidate has room: what goes, comes or spoils the pattern with its values; else signs."""
        signs: list[Segment] = []
        rest: list[Segment] = []
        present = dict.fromkeys(roles[value] for value in sorted(roles))
        for role in sorted(present, key=lambda role: _TONES[role.name] not in ("placed", "gone", "fin")):
            glyph, style = self._role(role)
            values = [Segment(symbol(value), style) for value in sorted(roles) if roles[value] is role]
            if _TONES[role.name] in ("placed", "gone", "fin"):
                signs += [
                    *values[:1],
                    *([Segment(self._more, style)] if len(values) > 1 else []),
                    Segment(glyph, style),
                ]
            else:
                signs.append(Segment(glyph, style))
                rest += values
        return [*signs, *rest]


_TONES = {
    "PLACED": "placed", "ELIMINATED": "gone", "FIN": "fin", "DEFINING": "defining", "TRUE": "defining",
    "FALSE": "first", "COLOUR_A": "first", "COLOUR_B": "second", "SET_A": "first", "SET_B": "second",
    "SET_C": "third", "COMMON": "fin",
}  # fmt: skip
"""The tone of each role by its name; the sign tells apart what shares one."""
