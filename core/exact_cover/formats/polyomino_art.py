"""Packing puzzles drawn in a text file.

    # a comment
    title: Two pieces of one's own
    pieces: free              free (the default), one-sided or fixed
    set: pentominoes          pieces from one of the sets that come with the program

    region:
    ####
    ####                      # is a cell, ? one that may stay empty, . or a blank none

    piece L:
    ###
    #..

    piece I ×2:               exactly two of it; ×1-3 one to three; ×* any number
    ##

Any sign but ``.``, ``?`` and a blank counts as a cell; a row that begins with
``#`` has no other signs, so that it cannot be taken for a comment.  A drawing ends at the
next line with a colon, at a comment, or at the end; blank lines inside it are
left out.  Layers of a solid are separated by a line of hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.exact_cover.formats.base import FormatError, lines_of
from core.exact_cover.names import name_error
from core.exact_cover.pictures.picture import Place
from core.exact_cover.polyominoes import KINDS, Cells, Packing, Piece
from core.exact_cover.problem import LARGEST_MULTIPLICITY
from core.search import ProblemError
from core.storage.files import quoted

LARGEST_REGION = 10_000

_KEY = re.compile(r"(title|origin|pieces|set|region|piece)\b([^:]*):(.*)", re.IGNORECASE)
_ROW = frozenset("#?. ")
"""Signs of a row that begins with ``#``: with others it might be a comment."""
_USE = re.compile(r"(?P<name>\S+)(?:\s+[x×*](?P<count>\d+(?:-\d+)?|\*))?")


@dataclass
class _Drawing:
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)

    def cells(self, source: str) -> tuple[Cells, Cells]:
        """The cells drawn, and those drawn as optional."""
        full: set[Place] = set()
        optional: set[Place] = set()
        layer, y = 0, 0
        for number, text in self.rows:
            if set(text.strip()) == {"-"}:
                layer, y = layer + 1, 0
                continue
            for x, sign in enumerate(text):
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
        self._kind = "free"
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
            elif drawing is None:
                raise FormatError(
                    self._source, number, 1, "expected title:, origin:, pieces:, set:, region: or piece NAME:"
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
            self._region = _Drawing(number)
            return self._region
        if key == "piece":
            drawing = _Drawing(number)
            self._pieces.append((self._piece(number, argument, _column(match, 2)), drawing))
            return drawing
        column = line.find(rest) + 1 if rest else len(line) + 1
        if key == "pieces":
            if rest.lower() not in KINDS:
                raise self._error(number, column, f"expected {', '.join(KINDS)}, not {quoted(rest)}")
            self._kind = rest.lower()
        elif key == "set":
            self._add_set(number, column, rest)
        else:
            self._texts[key] = rest
        return None

    def _add_set(self, number: int, column: int, name: str) -> None:
        text = self._find_set(name)
        if text is None:
            there_are = f"; there are {', '.join(self._sets)}" if self._sets else ""
            raise self._error(number, column, f"there is no set of pieces called {quoted(name)}{there_are}")
        inner = _ArtReader(f"set {name}", lambda _: None)
        inner.read(text)
        self._from_sets += inner.pieces()

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

    def pieces(self) -> list[Piece]:
        """All pieces with their cells: those of the sets first."""
        out = list(self._from_sets)
        for piece, drawing in self._pieces:
            cells, optional = drawing.cells(self._source)
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
        region, optional = self._region.cells(self._source)
        if len(region) + len(optional) > LARGEST_REGION:
            raise self._error(self._region.line, 1, f"a region of more than {LARGEST_REGION} cells is too large")
        try:
            return Packing(region, tuple(self.pieces()), optional, self._kind, **self._texts)
        except FormatError:
            raise
        except ProblemError as error:
            raise self._error(self._region.line, 1, str(error)) from None

    def _error(self, line: int, column: int, message: str) -> FormatError:
        return FormatError(self._source, line, column, message)


def write_packing(packing: Packing) -> str:
    """The puzzle as a drawing that `read_packing` reads back."""
    lines = [f"{key}: {text}" for key, text in (("title", packing.title), ("origin", packing.origin)) if text]
    lines += [f"pieces: {packing.kind}", "", "region:", *_drawn(packing.region, packing.optional)]
    for piece in packing.pieces:
        use = "" if (piece.least, piece.most) == (1, 1) else f" ×{_uses(piece)}"
        lines += ["", f"piece {piece.name}{use}:", *_drawn(piece.cells)]
    return "\n".join(lines) + "\n"


def _uses(piece: Piece) -> str:
    if piece.most is None:
        return "*"
    return str(piece.most) if piece.least == piece.most else f"{piece.least}-{piece.most}"


def _drawn(cells: Cells, optional: Cells = frozenset()) -> list[str]:
    everywhere = cells | optional
    high = [max(cell[axis] for cell in everywhere) + 1 for axis in range(3)]
    lines: list[str] = []
    for z in range(high[0]):
        if z:
            lines.append("-")
        for y in range(high[1]):
            row = ["#" if (z, y, x) in cells else "?" if (z, y, x) in optional else "." for x in range(high[2])]
            lines.append("".join(row))
    return lines


def _column(match: re.Match[str], group: int) -> int:
    """The column where the text of a group begins, not counting blanks before it."""
    return match.start(group) + len(match[group]) - len(match[group].lstrip()) + 1
