"""Packing puzzles drawn in a text file.

    # a comment
    title: Two pieces of one's own
    pieces: free              free (the default), one-sided or fixed
    grid: squares             squares (the default), triangles or hexagons
    wrap: columns             the last column is beside the first (a cylinder); rows; both (a torus)
    symmetry: none            or cycles of items, see core.exact_cover._symmetry.declared
    set: pentominoes          pieces from a set, which may say how they turn; see core.exact_cover._polyforms
    set: hexominoes           another one; where both have numbers, those of the later go on from the earlier

    region:
    ####
    ####                      # is a cell, ? one that may stay empty, . or a blank none

    piece L:
    ###
    #..

    piece I ×2:               exactly two of it; ×1-3 one to three; ×* any number
    ##

A region has no other signs (triangles: ``A`` and ``V`` too).  In a piece any sign but ``.``, ``?`` and a blank is a
cell, its own letter for one; a row that begins with ``#`` has no such signs, so that it cannot be taken for a comment.
A drawing ends at the
next line with a colon, at a comment, or at the end; blank lines inside it are
left out.  Layers of a solid are separated by a line of hyphens.

Triangles lie side by side and point up and down in turn, row below row.  ``A`` points up and ``V`` points down;
if a drawing has neither, the first sign of its first line points up::

    .AVA            A triangle of side 3 has ..A, .AVA and AVAVA.
    AVAVA

Hexagons of a row are two signs apart, those of the next row below the gaps::

     # # #
    # # # #
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from core._drawing.grids import GridKind, Place, points_down
from core._search import ProblemError
from core._words import either
from core.exact_cover._formats.base import FormatError, lines_of
from core.exact_cover._moves import Cells
from core.exact_cover._names import name_error
from core.exact_cover._polyominoes import KINDS, WRAPS, Packing, Piece
from core.exact_cover._problem import LARGEST_MULTIPLICITY
from core.storage._files import quoted

LARGEST_REGION = 10_000

_KEY = re.compile(r"(title|origin|pieces|set|grid|wrap|region|piece|symmetry)\b([^:]*):(.*)", re.IGNORECASE)
_NO_COLON = re.compile(r"(title|origin|pieces|set|grid|wrap|region|piece|symmetry)\b[^:]*", re.IGNORECASE)
"""A line that would be taken for a row, if a drawing stands above it."""
_ROW = frozenset("#?. ")
"""Signs of a row that begins with ``#``; with any other it might be a comment."""
_NUMBER = re.compile(r"(\d+)('?)")
"""The name of a piece that has only a number, or of its mirror image."""
_USE = re.compile(r"(?P<name>\S+)(?:\s+[x×*](?P<count>\d+(?:-\d+)?|\*))?")


@dataclass
class _Drawing:
    line: int
    region: bool = False
    """Whether it is of the region, which no piece lies in yet: there a letter would be a mistake."""
    rows: list[tuple[int, str]] = field(default_factory=list)
    _shift: bool | None = None
    """Whether row + column is odd: of the hexagons, or of the triangles that point up.  None until a cell tells."""

    def cells(self, source: str, grid: GridKind = GridKind.SQUARES) -> tuple[Cells, Cells]:
        """The cells drawn, and those drawn as optional.  Raises FormatError."""
        full, optional = self._signs(source, grid)
        if grid is GridKind.TRIANGLES and self._shift:
            return frozenset((z, y, x + 1) for z, y, x in full), frozenset((z, y, x + 1) for z, y, x in optional)
        return full, optional

    def _look(self, source: str, grid: GridKind, line: int, place: Place, sign: str) -> None:
        """Raise FormatError if a triangle that shows its direction, or a hexagon, does not fit the cells before it."""
        _, y, x = place
        if grid is GridKind.SQUARES or (grid is GridKind.TRIANGLES and sign not in "AV"):
            return
        odd = points_down(y, x) != (grid is GridKind.TRIANGLES and sign == "V")
        if self._shift is None:
            self._shift = odd
        if self._shift != odd:
            wanted = (
                "hexagons two signs apart, in every second row below the gaps of the first"
                if grid is GridKind.HEXAGONS
                else f"{'V' if sign == 'A' else 'A'}, by turns with the triangles beside and above it"
            )
            raise FormatError(source, line, x + 1, f"expected {wanted}")

    def _signs(self, source: str, grid: GridKind) -> tuple[Cells, Cells]:
        full: set[Place] = set()
        optional: set[Place] = set()
        signs = [*"#?.", *("AV" if grid is GridKind.TRIANGLES else "")]
        layer, y = 0, 0
        for number, text in self.rows:
            if set(text.strip()) == {"-"}:
                layer, y = layer + 1, 0
                continue
            for x, sign in enumerate(text):
                if self.region and sign not in signs and not sign.isspace():
                    raise FormatError(
                        source, number, x + 1, f"expected {either(signs)} in the drawing of the region, not {sign!r}"
                    )
                if sign != "." and not sign.isspace():
                    self._look(source, grid, number, (layer, y, x), sign)
                if sign == "?":
                    optional.add((layer, y, x))
                elif sign == "\t":
                    raise FormatError(source, number, x + 1, "expected blanks, not a tab, in a drawing")
                elif sign != "." and not sign.isspace():
                    full.add((layer, y, x))
            y += 1
        return frozenset(full), frozenset(optional)


def looks_like_art(text: str) -> bool:
    """Whether a text is a drawn packing puzzle: it has a line ``region:``."""
    return re.search(r"^region\s*:\s*$", text, re.IGNORECASE | re.MULTILINE) is not None


def read_packing(text: str, source: str, find_set: Callable[[str], str | None], sets: Sequence[str] = ()) -> Packing:
    """Read a drawn puzzle.  ``find_set`` gives the text of a named set of pieces, or None.

    Raises FormatError with line and column.
    """
    reader = _ArtReader(source, find_set, sets)
    reader.read(text)
    return reader.packing()


class _ArtReader:
    def __init__(self, source: str, find_set: Callable[[str], str | None], sets: Sequence[str] = ()) -> None:
        self._source = source
        self._sets = sets
        self._find_set = find_set
        self._texts = {"title": "", "origin": ""}
        self._kind = self._set_kind = self._wrap = ""
        self._grid: GridKind | None = None
        self._set_grid: GridKind | None = None
        self._region: _Drawing | None = None
        self._pieces: list[tuple[Piece, _Drawing]] = []
        self._from_sets: list[Piece] = []

    def read(self, text: str) -> None:
        drawing: _Drawing | None = None
        for number, line in lines_of(text):
            if line.startswith("#") and (drawing is None or not set(line.strip()) <= _ROW):
                if drawing is not None and not line[1:2].isspace():
                    at = next(at for at, sign in enumerate(line) if sign not in _ROW)
                    raise self._error(
                        number, at + 1, f"expected #, ? or . after #, or a comment: # and a blank, not {line[at]!r}"
                    )
                drawing = None if drawing is None or drawing.rows else drawing
                continue
            match = _KEY.fullmatch(line)
            if match:
                drawing = self._key(number, line, match)
            elif not line.strip():
                continue
            elif _NO_COLON.fullmatch(line):
                raise self._error(number, len(line.rstrip()) + 1, f"expected ':' after {quoted(line.strip())}")
            elif drawing is None:
                raise FormatError(
                    self._source, number, 1, "expected title:, origin:, pieces:, grid:, set:, region: or piece NAME:"
                )
            else:
                drawing.rows.append((number, line.rstrip()))

    def _key(self, number: int, line: str, match: re.Match[str]) -> _Drawing | None:
        key, argument, rest = match[1].lower(), match[2].strip(), match[3].strip()
        if key != "piece" and argument:
            raise self._error(number, _column(match, 2), f"expected ':' after {quoted(key)}")
        if key in ("region", "piece") and rest:
            raise self._error(number, _column(match, 3), f"expected the drawing on the lines below, not {quoted(rest)}")
        if key == "region":
            if self._region is not None:
                raise self._error(number, 1, "a second region: expected one")
            self._region = _Drawing(number, region=True)
            return self._region
        if key == "piece":
            drawing = _Drawing(number)
            self._pieces.append((self._piece(number, argument, _column(match, 2)), drawing))
            return drawing
        column = line.find(rest) + 1 if rest else len(line) + 1
        if {"pieces": self._kind, "grid": self._grid, "wrap": self._wrap}.get(key):
            raise self._error(number, 1, f"a second line {quoted(key)}: expected one")
        if key == "pieces":
            if rest.lower() not in KINDS:
                raise self._error(number, column, f"expected {', '.join(KINDS)}, not {quoted(rest)}")
            self._kind = rest.lower()
        elif key == "grid":
            if rest.lower() not in list(GridKind):
                raise self._error(number, column, f"expected {', '.join(GridKind)}, not {quoted(rest)}")
            self._grid = GridKind(rest.lower())
        elif key == "wrap":
            if rest.lower() not in WRAPS:
                raise self._error(number, column, f"expected {', '.join(WRAPS)}, not {quoted(rest)}")
            self._wrap = rest.lower()
        elif key == "set":
            self._add_set(number, column, rest)
        elif key != "symmetry":  # core.exact_cover._symmetry.declared reads it, when items have their names
            self._texts[key] = rest
        return None

    def _add_set(self, number: int, column: int, name: str) -> None:
        text = self._find_set(name)
        if text is None:
            usual = [each for each in self._sets if not each.startswith("one-sided")]
            there_are = f"; there are {', '.join(usual)}; and one-sided ones" if usual else ""
            raise self._error(number, column, f"there is no set of pieces called {quoted(name)}{there_are}")
        inner = _ArtReader(f"set {name}", lambda _: None)
        inner.read(text)
        grid = inner.grid
        if self._set_grid not in (None, grid):
            raise self._error(number, column, f"set {quoted(name)} is of {grid}, the one before it of {self._set_grid}")
        self._set_grid = grid
        pieces = inner.pieces()
        names, shapes = ({getattr(piece, what) for piece in self._from_sets} for what in ("name", "cells"))
        twice = {piece for piece in pieces if piece.name in names}
        if same := {piece.name for piece in twice if piece.cells in shapes or not _NUMBER.fullmatch(piece.name)}:
            raise self._error(number, column, f"piece {quoted(min(same))} of this set is in an earlier one too")
        self._from_sets += _going_on(pieces, self._from_sets) if twice else pieces
        self._set_kind = inner._kind or self._set_kind

    def _piece(self, number: int, argument: str, column: int) -> Piece:
        match = _USE.fullmatch(argument)
        if match is None:
            raise self._error(number, column, f"expected a name and perhaps ×2, ×1-3 or ×*, not {quoted(argument)}")
        name, count = match["name"], match["count"]
        reason = name_error(name)
        if reason:
            raise self._error(number, column, f"expected a piece's name: {reason}")
        least, most = 1, 1
        if count == "*":
            return Piece(name, frozenset(), 0, None)
        if count:
            low, _, high = count.partition("-")
            small = max(len(low), len(high)) <= len(str(LARGEST_MULTIPLICITY))
            least, most = (int(low), int(high or low)) if small else (0, 0)
            if not (least <= most and 1 <= most <= LARGEST_MULTIPLICITY):
                raise self._error(number, column, f"expected a number or a range of copies, not {quoted(count)}")
        return Piece(name, frozenset(), least, most)

    @property
    def grid(self) -> GridKind:
        """The kind of cells, from the text or else from its sets."""
        return self._grid or self._set_grid or GridKind.SQUARES

    def pieces(self) -> list[Piece]:
        """All pieces with their cells: those of the sets first."""
        out = list(self._from_sets)
        for piece, drawing in self._pieces:
            cells, optional = drawing.cells(self._source, self.grid)
            if optional:
                name = quoted(piece.name)
                raise self._error(drawing.line, 1, f"piece {name}: a piece cannot have optional cells ('?')")
            if not cells:
                raise self._error(drawing.line, 1, f"expected a drawing of piece {quoted(piece.name)} below")
            if any(piece.name == other.name for other in out):
                raise self._error(drawing.line, 1, f"piece {quoted(piece.name)} appears twice")
            out.append(Piece(piece.name, cells, piece.least, piece.most))
        return out

    def packing(self) -> Packing:
        """The whole puzzle."""
        if self._region is None:
            raise self._error(1, 1, "expected a region")
        if self._set_grid not in (None, self.grid):
            raise self._error(self._region.line, 1, f"the set is of {self._set_grid}, the puzzle of {self.grid}")
        region, optional = self._region.cells(self._source, self.grid)
        if len(region) + len(optional) > LARGEST_REGION:
            raise self._error(self._region.line, 1, f"a region of more than {LARGEST_REGION} cells is too large")
        try:
            kind = self._kind or self._set_kind or "free"
            return Packing(region, tuple(self.pieces()), optional, kind, **self._texts, wrap=self._wrap, grid=self.grid)
        except FormatError:
            raise
        except ProblemError as error:
            raise self._error(self._region.line, 1, str(error)) from None

    def _error(self, line: int, column: int, message: str) -> FormatError:
        return FormatError(self._source, line, column, message)


def _going_on(pieces: Sequence[Piece], earlier: Sequence[Piece]) -> list[Piece]:
    """The pieces of a set, with numbers that go on from those of the earlier pieces."""
    last = max(int(match[1]) for piece in earlier if (match := _NUMBER.fullmatch(piece.name)))
    return [
        replace(piece, name=f"{last + int(match[1])}{match[2]}") if (match := _NUMBER.fullmatch(piece.name)) else piece
        for piece in pieces
    ]


def write_packing(packing: Packing) -> str:
    """The puzzle as a drawing that `read_packing` reads back."""
    lines = [f"{key}: {text}" for key, text in (("title", packing.title), ("origin", packing.origin)) if text]
    lines += [f"wrap: {packing.wrap}"] if packing.wrap else []
    lines += _grid_line(packing.grid)
    lines += [f"pieces: {packing.kind}", "", "region:", *_drawn(packing.region, packing.grid, packing.optional)]
    return "\n".join([*lines, *_pieces(packing.pieces, packing.grid)]) + "\n"


def write_pieces(pieces: Sequence[Piece], kind: str, grid: GridKind = GridKind.SQUARES) -> str:
    """A set of pieces as text."""
    return "\n".join([f"pieces: {kind}", *_grid_line(grid), *_pieces(pieces, grid)]) + "\n"


def _grid_line(grid: GridKind) -> list[str]:
    return [f"grid: {grid}"] if grid is not GridKind.SQUARES else []


def pieces_in(text: str) -> list[Piece]:
    """The pieces of a set."""
    reader = _ArtReader("set", lambda _: None)
    reader.read(text)
    return reader.pieces()


def _pieces(pieces: Sequence[Piece], grid: GridKind) -> list[str]:
    lines = []
    for piece in pieces:
        use = "" if (piece.least, piece.most) == (1, 1) else f" ×{_uses(piece)}"
        lines += ["", f"piece {piece.name}{use}:", *_drawn(piece.cells, grid)]
    return lines


def _uses(piece: Piece) -> str:
    if piece.most is None:
        return "*"
    return str(piece.most) if piece.least == piece.most else f"{piece.least}-{piece.most}"


def _drawn(cells: Cells, grid: GridKind, optional: Cells = frozenset()) -> list[str]:
    everywhere = cells | optional
    odd = points_down(*next(iter(everywhere))[1:])

    def sign(z: int, y: int, x: int) -> str:
        if (z, y, x) in optional:
            return "?"
        if grid is GridKind.HEXAGONS and points_down(y, x) != odd:
            return " "
        filled = "#" if grid is not GridKind.TRIANGLES else "V" if points_down(y, x) else "A"
        return filled if (z, y, x) in cells else "."

    high = [max(cell[axis] for cell in everywhere) + 1 for axis in range(3)]
    lines: list[str] = []
    for z in range(high[0]):
        if z:
            lines.append("-")
        for y in range(high[1]):
            lines.append("".join(sign(z, y, x) for x in range(high[2])).rstrip())
    return lines


def _column(match: re.Match[str], group: int) -> int:
    """The column where the text of a group begins, not counting blanks before it."""
    return match.start(group) + len(match[group]) - len(match[group].lstrip()) + 1
