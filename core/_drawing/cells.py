"""Solutions as pictures: tilings, squares, boards.

A `Canvas` says where the options of a problem are drawn; `Canvas.picture` draws some of them, a
partial solution or a whole one, and `Canvas.text` draws them as text.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from core._drawing.figure import Area, Mark, Page, Polygon, Stroke, centred, queen, to_svg
from core._drawing.grids import GridKind, Place, cell_name, neighbours, outline

if TYPE_CHECKING:
    from core._drawing.cells_in_text import OutlinePictures, TextPictures

PALETTE = (
    "#e6a04b", "#5b9bd5", "#8fbf5a", "#d9706b", "#9a7fc7", "#57b8a5", "#d8c04e", "#c77fae", "#7f9fbf", "#b58a5e",
    "#74a874", "#b8b8b8", "#e08f8f", "#6f8fd9", "#a9c76b", "#c9a0dc",
)  # fmt: skip
"""Fill colours of a picture on paper, by colour number (modulo their number)."""
EMPTY, WALL = "#f4f4f4", "#222222"
CELL = 28
QUEEN = "♛"

JUNCTIONS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character for a corner, by which of its four arms (up, right, down, left) there are, as bits 1, 2, 4, 8."""


class CellState(StrEnum):
    """What is in a cell, and since when."""

    CHOSEN = "chosen"
    GIVEN = "given"
    """In every solution, as the sizes of the items show before any search."""
    FORCED = "forced"
    """The only option left for an item, not chosen yet."""
    OPEN = "open"
    OUT = "out"
    """Nothing is left that could be drawn here: attacked, or must stay empty."""
    SHARE = "share"
    """Shows how many of all solutions have something here."""


@dataclass(frozen=True, slots=True)
class KnownOptions:
    """What is known of options other than those chosen."""

    given: Collection[int] = ()
    forced: Collection[int] = ()
    ruled_out: Container[int] = ()
    """Options that can no longer be chosen."""


class Cell(NamedTuple):
    """One cell of a picture."""

    text: str
    """Its text (a piece's name, a value); empty if there is none yet."""
    group: int
    """Cells of one group have no border between them."""
    colour: int
    """A small number to choose a colour by; -1 if there is nothing yet."""
    state: CellState = CellState.CHOSEN
    share: float = 0.0
    """The share of solutions with this text here, if that is shown."""


def heat_text(share: float, wide: int = 3, of: str = "") -> str:
    """A share in percent, 100 only for all and nothing for none; if only one character fits, in tenths, ``#`` for all.

    What it is a share ``of`` comes before it if there is room (a number with a colon), and alone if the share is all.

    >>> [heat_text(share) for share in (0, 0.001, 0.347, 0.999, 1)]
    ['', '<1', '35', '99', '100']
    >>> [heat_text(share, 3, "F") for share in (0, 0.001, 0.347, 0.999, 1)]
    ['', 'F<1', 'F35', 'F99', 'F']
    >>> [heat_text(share, 5, "2") for share in (0, 0.001, 0.347, 0.999, 1)]
    ['', '2:<1', '2:35', '2:99', '2:100']
    """
    if share <= 0:
        return ""
    percent = "100" if share == 1 else "<1" if share < 0.005 else str(min(99, round(share * 100)))
    named = f"{of}:{percent}" if of[-1:].isdigit() else of if share == 1 else of + percent
    if of and len(named) <= wide:
        return named
    if len(percent) <= wide:
        return percent
    return "#" if share == 1 else str(int(share * 10))


HEATS = ("#dfe7f1", "#bfd3ea", "#93b7e0", "#5b9bd5")
"""Fills on paper for shares from one, two, three and four fifths on: the larger the share, the stronger."""


def heat_level(share: float) -> int:
    """The number of the fill in `HEATS` for a share, from 1; 0 for none."""
    return min(len(HEATS), int(share * (len(HEATS) + 1)))


@dataclass(frozen=True)
class CellPicture:
    """A grid of cells; None where there is no cell.  ``layers[z][row][column]``."""

    layers: tuple[tuple[tuple[Cell | None, ...], ...], ...]
    grid: GridKind = GridKind.SQUARES

    def joined(self, layer: int, y: int, x: int, down: int, right: int) -> int:
        """The colour of the piece to which two neighbours, or the four cells around a corner, all belong; -1 for
        none."""
        cells = [self.at(layer, y + dy, x + dx) for dy in range(down + 1) for dx in range(right + 1)]
        first = cells[0]
        if first is None or first.colour < 0:
            return -1
        same = all(c is not None and (c.group, c.colour) == (first.group, first.colour) for c in cells)
        return first.colour if same else -1

    def border(self, layer: int, y: int, x: int) -> tuple[str, str, str]:
        """The signs of the borders at the upper left of a cell: corner, above it, left of it (a blank for none)."""
        above = "─" if self.split(layer, y - 1, x, y, x) else " "
        left = "│" if self.split(layer, y, x - 1, y, x) else " "
        return self._corner(layer, y, x), above, left

    def svg(self, title: str = "", size: int = CELL) -> str:
        """The picture as a complete SVG document, ``size`` points for each cell, layers side by side."""
        return to_svg([self.page(size)], title=title)

    def page(self, size: int = CELL) -> Page:
        """The picture as a page of a figure, ``size`` points for each cell, layers side by side."""
        if self.grid is not GridKind.SQUARES:
            return self._outlined(size)
        height = max((len(rows) for rows in self.layers), default=0)
        fills: list[Mark] = []
        walls: list[Mark] = []
        texts: list[Mark] = []
        left = 0.5
        for layer, rows in enumerate(self.layers):
            for y, row in enumerate(rows):
                for x, cell in enumerate(row):
                    if cell is not None:
                        px, py = (left + x) * size, (0.5 + y) * size
                        fills.append(Area(px, py, size, size, _fill(cell)))
                        texts += _written(cell, px, py, size)
            walls += self._walls(layer, left, size)
            left += (len(rows[0]) if rows else 0) + 1
        return Page((left - 0.5) * size, (height + 1) * size, [*fills, *walls, *texts])

    def _outlined(self, size: int) -> Page:
        """The page of triangles or hexagons."""
        fills: list[Mark] = []
        walls: list[Mark] = []
        texts: list[Mark] = []
        left, right, bottom = 0.5, 0.0, 0.0
        inner = size * (0.65 if self.grid is GridKind.TRIANGLES else 0.95)
        for layer, rows in enumerate(self.layers):
            for y, row in enumerate(rows):
                for x, cell in enumerate(row):
                    if cell is None:
                        continue
                    corners = tuple((left + a, 0.5 + b) for a, b in outline(self.grid, y, x))
                    right, bottom = max(right, *(a for a, _ in corners)), max(bottom, *(b for _, b in corners))
                    fills.append(Polygon(tuple((a * size, b * size) for a, b in corners), _fill(cell)))
                    middle = [sum(each) / len(corners) * size - inner / 2 for each in zip(*corners, strict=True)]
                    texts += _written(cell, middle[0], middle[1], inner)
                    beside = neighbours(self.grid, (layer, y, x), solid=False)
                    for (_, v, u), (a, b), (c, d) in zip(beside, corners, (*corners[1:], corners[0]), strict=True):
                        if self.split(layer, y, x, v, u) and (self.at(layer, v, u) is None or (y, x) < (v, u)):
                            walls.append(Stroke(a * size, b * size, c * size, d * size, 2, WALL))
            left = right + 1
        return Page((right + 0.5) * size, (bottom + 0.5) * size, [*fills, *walls, *texts])

    def _walls(self, layer: int, left: float, size: int) -> Iterator[Mark]:
        """The borders of one layer, each run of them as one stroke."""
        rows = self.layers[layer]
        height, width = len(rows), len(rows[0]) if rows else 0
        for y in range(height + 1):
            for begin, end in runs([self.split(layer, y - 1, x, y, x) for x in range(width)]):
                yield Stroke((left + begin) * size, (0.5 + y) * size, (left + end) * size, (0.5 + y) * size, 2, WALL)
        for x in range(width + 1):
            for begin, end in runs([self.split(layer, y, x - 1, y, x) for y in range(height)]):
                yield Stroke((left + x) * size, (0.5 + begin) * size, (left + x) * size, (0.5 + end) * size, 2, WALL)

    def at(self, layer: int, y: int, x: int) -> Cell | None:
        """The cell there, or None."""
        rows = self.layers[layer]
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else None

    def split(self, layer: int, y0: int, x0: int, y1: int, x1: int) -> bool:
        """Whether there is a border between two neighbours, of which one may be no cell."""
        first, second = self.at(layer, y0, x0), self.at(layer, y1, x1)
        if first is None or second is None:
            return first is not second
        return first.group != second.group

    def _corner(self, layer: int, y: int, x: int) -> str:
        up = self.split(layer, y - 1, x - 1, y - 1, x)
        down = self.split(layer, y, x - 1, y, x)
        left = self.split(layer, y - 1, x - 1, y, x - 1)
        right = self.split(layer, y - 1, x, y, x)
        return JUNCTIONS[up + 2 * right + 4 * down + 8 * left]


def _fill(cell: Cell) -> str:
    if cell.state is CellState.SHARE and (level := heat_level(cell.share)):
        return HEATS[level - 1]
    return PALETTE[cell.colour % len(PALETTE)] if cell.colour >= 0 else EMPTY


LETTER = 0.62
"""Width of a letter of average width, in heights of the font; for wide ones, `WIDE_LETTER`."""
WIDE_LETTER = 1.0
_NARROW = frozenset("fijlrt1.,:;'!|()[]/ ")
MOST_LETTERS = 8
"""A longer name loses its middle, because nobody could read all of it."""


def runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The beginning and end of each run of true values."""
    for on, run in groupby(range(len(flags)), flags.__getitem__):
        if on:
            places = list(run)
            yield places[0], places[-1] + 1


def _written(cell: Cell, x: float, y: float, size: float) -> Iterator[Mark]:
    """The text of a cell, in a square with its upper left corner at ``x`` and ``y``."""
    if cell.state is CellState.SHARE:
        return _name(heat_text(cell.share, MOST_LETTERS, cell.text), x, y, size)
    return queen(x, y, size) if cell.text == QUEEN else _name(cell.text, x, y, size)


def _name(text: str, x: float, y: float, size: float) -> Iterator[Mark]:
    """A name in the middle of a cell, small enough to fit."""
    if text:
        shown = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS // 2]}…{text[-(MOST_LETTERS // 2 - 1) :]}"
        font = min(0.5, 0.86 / sum(map(_letter, shown))) * size
        hint = text if shown != text else ""
        yield replace(centred(x + size / 2, y + size / 2, font, shown, ink=WALL), hint=hint)


def _letter(letter: str) -> float:
    """The width of a letter in a common font, too large rather than too small, in heights of the font."""
    if letter in _NARROW:
        return 0.4
    if not letter.isascii() or letter in "MW@%mw":
        return WIDE_LETTER
    return 0.75 if letter.isupper() else LETTER


@dataclass(frozen=True)
class Canvas:
    """Where the options of a problem are drawn.

    ``places`` are the cells; ``marks[o]`` is what option ``o`` writes: pairs of
    cell number and text; ``colours[o]`` is its colour number.  ``blocks[c]``
    is the block of cell ``c`` if borders are fixed (a Sudoku's boxes); without blocks, borders run
    between options, as in a tiling.  ``first`` is the number of the first row and column.
    """

    places: tuple[Place, ...]
    marks: tuple[tuple[tuple[int, str], ...], ...]
    colours: tuple[int, ...]
    blocks: tuple[int, ...] = ()
    first: int = 1
    grid: GridKind = GridKind.SQUARES

    def place_names(self) -> list[str]:
        """The name of each cell."""
        layers = len({z for z, _, _ in self.places}) > 1
        return [cell_name(self.grid, place, layers=layers, first=self.first) for place in self.places]

    def of_options(self, options: Sequence[int]) -> Canvas:
        """The canvas of a problem with only these options, renumbered from 0."""
        return replace(
            self, marks=tuple(self.marks[o] for o in options), colours=tuple(self.colours[o] for o in options)
        )

    def text(self, options: Sequence[int]) -> str:
        """Some chosen options with borders between them, layers below each other; the last line has no line end."""
        return self.in_text.of([list(options)])[0]

    @cached_property
    def in_text(self) -> TextPictures | OutlinePictures:
        """An object that draws many solutions as `text` draws one."""
        return self.in_size(0)

    def in_size(self, size: int) -> TextPictures | OutlinePictures:
        """An object that draws solutions as text, triangles and hexagons in this size (0: the plain one)."""
        from core._drawing.cells_in_text import OutlinePictures, TextPictures  # NumPy

        if self.grid is not GridKind.SQUARES:
            return OutlinePictures(self.grid, self.places, self.marks, self.blocks, size)
        return TextPictures(self.places, self.marks, self.blocks, JUNCTIONS)

    def picture(
        self, options: Sequence[int], standing: KnownOptions | None = None,
        told: Sequence[tuple[str, float]] = (), around: int | None = None,
    ) -> CellPicture:  # fmt: skip
        """The picture of some chosen options; with ``standing``, also of what is given, forced or ruled out.

        With ``told``, a text and a share for each cell, uncovered cells show these instead, and there is a border
        around the cells of the option ``around``.
        """
        text = [""] * len(self.places)
        colour = [-1] * len(self.places)
        state = [CellState.OPEN] * len(self.places)
        # Cells not yet covered form a group of their own.
        group = list(self.blocks) if self.blocks else [-1] * len(self.places)
        given = standing.given if standing is not None else ()

        def lay(option: int, how: CellState) -> None:
            for cell, mark in self.marks[option]:
                if how is not CellState.CHOSEN and state[cell] is not CellState.OPEN:
                    continue
                text[cell], state[cell] = mark, how
                if how is CellState.FORCED:
                    continue
                colour[cell] = self.colours[option]
                if not self.blocks:
                    group[cell] = option

        for option in options:
            lay(option, CellState.CHOSEN)
        if told:
            for cell, (mark, _) in enumerate(told):
                if state[cell] is CellState.OPEN:
                    text[cell], state[cell] = mark, CellState.SHARE
            if around is not None and not self.blocks:
                for cell, _ in self.marks[around]:
                    group[cell] = around if state[cell] is CellState.SHARE else group[cell]
        elif standing is not None:
            for option in given:
                lay(option, CellState.GIVEN)
                if option in options:
                    for cell, _ in self.marks[option]:
                        state[cell] = CellState.GIVEN
            for option in standing.forced:
                lay(option, CellState.FORCED)
            reached = {cell for option, marks in enumerate(self.marks) if option not in standing.ruled_out
                       for cell, _ in marks}  # fmt: skip
            for cell in range(len(self.places)):
                if state[cell] is CellState.OPEN and cell not in reached:
                    state[cell] = CellState.OUT
        sizes = [1 + max((place[axis] for place in self.places), default=-1) for axis in range(3)]
        grid: list[list[list[Cell | None]]] = [[[None] * sizes[2] for _ in range(sizes[1])] for _ in range(sizes[0])]
        for cell, (z, y, x) in enumerate(self.places):
            share = told[cell][1] if told and state[cell] is CellState.SHARE else 0.0
            grid[z][y][x] = Cell(text[cell], group[cell], colour[cell], state[cell], share)
        return CellPicture(tuple(tuple(tuple(row) for row in layer) for layer in grid), self.grid)
