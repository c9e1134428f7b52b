"""Packing puzzles of Burr Tools (``.xmpuzzle``), read as drawings: made of cubes or of triangular prisms.

A file is XML, usually compressed by gzip.  Shapes are ``voxel`` elements, a
sign for each cell, x first, then y, then z: ``#`` is a cell, ``+`` one that may
stay empty, ``_`` none.  A ``problem`` names the shape to be filled (``result``)
and the pieces, with the number of each (``count``, or ``min`` and ``max``).
The first problem is read.  A cover says nothing about how pieces move into
place.  A file with colours is refused.

Pieces are turned in space, never mirrored.  In a region of one layer, turning a
piece over is the same as a mirror image in the plane.

Source: the user guide of Burr Tools 0.6 (Röver), and files that it wrote.
"""

from __future__ import annotations

import string
import zlib
from collections.abc import Sequence
from xml.etree import ElementTree

from core._drawing.grids import GridKind
from core._search import ProblemError
from core.exact_cover._formats.base import FormatError
from core.exact_cover._formats.polyomino_art import LARGEST_REGION, write_packing
from core.exact_cover._moves import Cells
from core.exact_cover._names import name_error
from core.exact_cover._polyominoes import Packing, Piece
from core.exact_cover._problem import LARGEST_MULTIPLICITY
from core.storage._files import LARGEST_FILE, quoted

_GZIP = b"\x1f\x8b"
GRIDS = {"0": GridKind.SQUARES, "1": GridKind.TRIANGLES}
"""The types of grid that are read: cubes, and triangular prisms."""
OTHERS = {"2": "spheres", "3": "rhombic tetrahedra", "4": "tetrahedra and octahedra"}
"""The types that are not read."""


def looks_like_burr_tools(data: bytes) -> bool:
    """Whether a file is compressed, or the XML of a puzzle."""
    return data.startswith(_GZIP) or (data.lstrip().startswith(b"<") and b"<puzzle" in data[:1000])


def as_drawing(data: bytes, source: str) -> str:
    """The first problem of a file as a drawing.  Raises FormatError."""
    try:
        root = ElementTree.fromstring(_unpacked(data, source))
    except ElementTree.ParseError as error:
        line, column = error.position
        raise FormatError(source, line, column + 1, "expected XML as Burr Tools writes it") from None
    return write_packing(_Reader(root, source).packing())


def _unpacked(data: bytes, source: str) -> bytes:
    if not data.startswith(_GZIP):
        return data.strip()
    unpacking = zlib.decompressobj(wbits=31)
    try:
        text = unpacking.decompress(data, LARGEST_FILE + 1)
    except zlib.error:
        raise FormatError(source, 1, 1, "expected a file of Burr Tools; it is compressed and damaged") from None
    if len(text) > LARGEST_FILE or not unpacking.eof:
        raise FormatError(source, 1, 1, "expected a file of Burr Tools; it is cut off or too large")
    return text.strip()


class _Reader:
    def __init__(self, root: ElementTree.Element, source: str) -> None:
        self._root, self._source = root, source
        self._grid = GridKind.SQUARES

    def packing(self) -> Packing:
        if self._root.tag != "puzzle":
            raise self._error(f"expected <puzzle>, not <{quoted(self._root.tag)[1:-1]}>")
        grid = self._root.find("gridType")
        kind = "0" if grid is None else grid.get("type", "0")
        if kind not in GRIDS:
            made = f"{kind}: {OTHERS[kind]}" if kind in OTHERS else quoted(kind)
            raise self._error(f"expected cubes (grid type 0) or triangular prisms (1), not grid type {made}")
        self._grid = GRIDS[kind]
        shapes = self._root.findall("shapes/voxel")
        problem = self._root.find("problems/problem")
        result = problem.find("result") if problem is not None else None
        if problem is None or result is None:
            raise self._error("expected a problem with a <result>: a shape to be filled")
        region, optional = self._cells(shapes, self._number(result, "id"))
        pieces: list[Piece] = []
        for part in problem.findall("shapes/shape"):
            number = self._number(part, "id")
            least, most = (self._number(part, key, self._number(part, "count", 1)) for key in ("min", "max"))
            if not least <= most <= LARGEST_MULTIPLICITY:
                raise self._error(
                    f"shape {number}: expected how many copies at least and at most, not {least} and {most}"
                )
            cells, maybe = self._cells(shapes, number)
            if maybe:
                raise self._error(f"shape {number}: a piece cannot have cells that may stay empty")
            if most:
                pieces.append(Piece(self._name(shapes, number, pieces), cells, least, most))
        solid = len({z for z, _, _ in region | optional}) > 1
        title = problem.get("name") or " ".join((self._root.findtext("comment") or "").split())[:80]
        try:
            return Packing(region, tuple(pieces), optional, "one-sided" if solid else "free", title, grid=self._grid)
        except ProblemError as error:
            raise self._error(str(error)) from None

    def _number(self, element: ElementTree.Element, key: str, default: int | None = None) -> int:
        text = element.get(key)
        if text is None and default is not None:
            return default
        if text is None or not text.isascii() or not text.isdigit() or len(text) > 7:
            raise self._error(f"expected a number as {key} of <{element.tag}>, not {quoted(text or '')}")
        return int(text)

    def _cells(self, shapes: Sequence[ElementTree.Element], number: int) -> tuple[Cells, Cells]:
        """The cells of a shape, and those that may stay empty."""
        if number >= len(shapes):
            raise self._error(f"there is no shape {number}: there are {len(shapes)}, from 0")
        voxel = shapes[number]
        width, height, depth = (self._number(voxel, axis) for axis in "xyz")
        signs = "".join((voxel.text or "").split())
        if any(sign.isdigit() for sign in signs):
            raise self._error(f"shape {number} has colours, which are not read")
        if len(signs) != width * height * depth or set(signs) - set("#+_"):
            wanted = f"{width} × {height} × {depth}"
            raise self._error(f"shape {number}: expected {wanted} signs #, + or _, not {quoted(signs)}")
        if len(signs) - signs.count("_") > LARGEST_REGION:
            raise self._error(f"shape {number}: more than {LARGEST_REGION} cells are too many")
        # Rows are read from the top, and Burr Tools has the lowest first: then its first triangle points down.
        aside = 1 if self._grid is GridKind.TRIANGLES else 0
        places = {
            place: (place // width // height, place // width % height, place % width + aside)
            for place in range(len(signs))
        }
        full, maybe = (frozenset(places[k] for k, sign in enumerate(signs) if sign == wanted) for wanted in "#+")
        return full, maybe

    def _name(self, shapes: Sequence[ElementTree.Element], number: int, others: Sequence[Piece]) -> str:
        """The name of a piece: its own if no other piece has it, else a letter or its number."""
        taken = {piece.name for piece in others}
        given = "_".join(shapes[number].get("name", "").split())
        letters = string.ascii_uppercase + string.ascii_lowercase
        fallback = [letter for letter in letters[number : number + 1] if letter not in taken]
        for name in (given, *fallback, f"S{number + 1}"):
            if name_error(name) is None and name not in taken:
                return name
        return next(name for k in range(len(shapes) + 1) if (name := f"S{number + 1}.{k}") not in taken)

    def _error(self, message: str) -> FormatError:
        return FormatError(self._source, 1, 1, message)
