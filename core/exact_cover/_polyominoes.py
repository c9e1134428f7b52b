"""Pieces, regions, and the exact cover problem of packing one with the other; in the plane and in space.

A cell is (layer, row, column) of squares (or cubes), triangles or hexagons.
A piece may be *free* (turned and reflected), *one-sided* (turned only) or
*fixed*.  In a region of one layer pieces stay in the plane; in space one-sided
means the 24 rotations of the cube, or the 12 of a prism.
"""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core._drawing.cells import Canvas
from core._drawing.grids import GridKind, Place, cell_name, points_down
from core._kernels.waiting import look
from core._search import ProblemError
from core._words import counted, grouped
from core.exact_cover._moves import Cells, isometries, normal
from core.exact_cover._problem import ExactCover, Item
from core.exact_cover._puzzle import CoverPuzzle

MOST_OPTIONS = 1_000_000
"""More ways to lay pieces down are refused: a million take a gigabyte."""
KINDS = ("free", "one-sided", "fixed")
WRAPS = ("columns", "rows", "both")
"""Which sides of a region meet: a cylinder, a lying cylinder, a torus."""


@dataclass(frozen=True)
class Piece:
    """A shape, and how often it is to be used; ``most`` is None for any number of times."""

    name: str
    cells: Cells
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True)
class Packing:
    """Fill the region with the pieces; ``optional`` cells may stay empty.

    Raises ProblemError for an empty region, no pieces, or a piece without cells.
    """

    region: Cells
    pieces: tuple[Piece, ...]
    optional: Cells = frozenset()
    kind: str = "free"
    title: str = ""
    origin: str = ""
    wrap: str = ""
    """One of `WRAPS`, for the box around the region; or empty."""
    grid: GridKind = GridKind.SQUARES

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(f"pieces are {', '.join(KINDS)}; not {self.kind!r}")
        if self.wrap not in ("", *WRAPS):
            raise ProblemError(f"what meets is {', '.join(WRAPS)}; not {self.wrap!r}")
        if self.wrap and self.grid is not GridKind.SQUARES:
            raise ProblemError(f"sides meet (wrap) in regions of squares, not of {self.grid}")
        if not self.region | self.optional:
            raise ProblemError("the region has no cells")
        if not self.pieces:
            raise ProblemError("there are no pieces")
        names = [piece.name for piece in self.pieces]
        for piece in self.pieces:
            if not piece.cells:
                raise ProblemError(f"piece {piece.name!r} has no cells")
            if names.count(piece.name) > 1:
                raise ProblemError(f"piece {piece.name!r} appears twice")

    @property
    def solid(self) -> bool:
        """Whether the region has more than one layer."""
        return len({z for z, _, _ in self.region | self.optional}) > 1

    def misfit(self) -> str:
        """Why the pieces' area alone keeps them from filling the region, or an empty text."""
        least = sum(piece.least * len(piece.cells) for piece in self.pieces)
        most = sum((piece.most or 0) * len(piece.cells) for piece in self.pieces)
        endless = any(piece.most is None for piece in self.pieces)
        room = len(self.region | self.optional)
        if least > room:
            some = "at least " if endless or most > least else ""
            return f"the pieces have {some}{counted(least, 'cell')}, the region has room for {room}"
        if not endless and most < len(self.region):
            some = "at most " if most > least else ""
            return f"the pieces have {some}{counted(most, 'cell')}, the region needs {len(self.region)}"
        return ""


def orientations(cells: Cells, kind: str, *, solid: bool, grid: GridKind = GridKind.SQUARES) -> list[Cells]:
    """The different ways to lay a shape down, in a fixed order."""
    if kind == "fixed":
        return [normal(cells, grid)]
    moves = isometries(solid=solid, reflected=kind == "free", grid=grid)
    return sorted({normal((move(cell) for cell in cells), grid) for move in moves}, key=sorted)


def placements(
    cells: Cells, region: Cells, kind: str, *, solid: bool, wrap: str = "", grid: GridKind = GridKind.SQUARES
) -> list[tuple[str, Place, Cells]]:
    """Every way to lay a shape inside the region: a letter for the way it is turned, its first cell, and its cells.

    The letters (none for the only way) are those of `orientations`, whether or not every way fits.  If sides meet,
    the first cell is that of the shape as it is drawn, and ways that cover the same cells are one.
    """
    if not region:
        return []
    low, size, turns = _box(region, wrap)
    seen: set[Cells] = set()
    found = []
    shapes = orientations(cells, kind, solid=solid, grid=grid)
    # There are 48 isometries of the cube at most, and 52 letters.
    for letter, shape in zip(string.ascii_letters if len(shapes) > 1 else ("",), shapes, strict=False):
        least, extent = ([f(cell[axis] for cell in shape) for axis in range(3)] for f in (min, max))
        spans = [
            range(low[axis] - least[axis], low[axis] + size[axis] - (0 if turns[axis] else extent[axis]))
            for axis in range(3)
        ]
        for dz, dy, dx in itertools.product(*spans):
            if dx == spans[2].start:
                look()
            if grid is GridKind.TRIANGLES and points_down(dy, dx):
                continue
            moved = [(z + dz, y + dy, x + dx) for z, y, x in sorted(shape)]
            if wrap:
                moved = [_wrapped(cell, low, size, turns) for cell in moved]
            laid = frozenset(moved)
            if len(laid) == len(shape) and laid <= region and not (wrap and laid in seen):
                seen.add(laid)
                found.append((letter, moved[0], laid))
    return found


def _box(region: Cells, wrap: str) -> tuple[list[int], list[int], tuple[bool, bool, bool]]:
    """The least coordinates of a region, its size along each axis, and along which of them its sides meet."""
    low, high = ([f(cell[axis] for cell in region) for axis in range(3)] for f in (min, max))
    size = [high[axis] - low[axis] + 1 for axis in range(3)]
    return low, size, (False, wrap in ("rows", "both"), wrap in ("columns", "both"))


def _wrapped(cell: Place, low: Sequence[int], size: Sequence[int], turns: Sequence[bool]) -> Place:
    z, y, x = (low[axis] + (cell[axis] - low[axis]) % size[axis] if turns[axis] else cell[axis] for axis in range(3))
    return z, y, x


def _too_many(packing: Packing) -> bool:
    """Whether there are more than `MOST_OPTIONS` placements, without making any."""
    everywhere, solid, grid = packing.region | packing.optional, packing.solid, packing.grid
    shapes = [orientations(piece.cells, packing.kind, solid=solid, grid=grid) for piece in packing.pieces]
    if sum(map(len, shapes)) * len(everywhere) <= MOST_OPTIONS:
        return False
    count = 0
    for ways in _where_sides_meet(shapes, everywhere, packing.wrap) if packing.wrap else _plain(shapes, packing):
        look()
        count += ways
        if count > MOST_OPTIONS:
            return True
    return False


def _plain(pieces: Sequence[Sequence[Cells]], packing: Packing) -> Iterator[int]:
    """For each shape of each piece, how many ways there are to lay it down."""
    everywhere, shapes = packing.region | packing.optional, [shape for shapes in pieces for shape in shapes]
    # A move is one number, so that two moves are the same only if all their parts are.
    row, layer = (4 + 4 * max(abs(cell[axis]) for cells in (*shapes, everywhere) for cell in cells) for axis in (2, 1))
    layer *= row
    triangles = packing.grid is GridKind.TRIANGLES  # which can only be moved onto those that point the same way
    ways = {
        down: [z * layer + y * row + x for z, y, x in everywhere if not triangles or points_down(y, x) is down]
        for down in (False, True)
    }
    for shape in shapes:
        moves: set[int] | None = None
        for z, y, x in shape:
            at = z * layer + y * row + x
            onto = {number - at for number in ways[points_down(y, x)]}
            moves = onto if moves is None else moves & onto
        yield len(moves or ())


def _where_sides_meet(pieces: Sequence[Sequence[Cells]], region: Cells, wrap: str) -> Iterator[int]:
    """For each shape of each piece, how many ways there are to lay it down that no earlier shape of it has."""
    low, size, turns = _box(region, wrap)
    # Where sides do not meet, twice the size keeps apart what is moved to one side and to the other.
    layers, rows, columns = (size[axis] * (1 if turns[axis] else 2) for axis in range(3))
    z_at, y_at, x_at = ([step * at for at in range(around)] for step, around in (
        (rows * columns, layers), (columns, rows), (1, columns)
    ))  # fmt: skip
    cells = [(z - low[0], y - low[1], x - low[2]) for z, y, x in region]
    for shapes in pieces:
        known = set()
        for shape in shapes:
            held = {(z % layers, y % rows, x % columns) for z, y, x in shape}
            outside = any(not turns[axis] and cell[axis] >= size[axis] for cell in shape for axis in range(3))
            if outside or len(held) < len(shape):
                continue
            images = [
                tuple(sorted(((z - dz) % layers, (y - dy) % rows, (x - dx) % columns) for z, y, x in held))
                for dz, dy, dx in held
            ]
            if (form := min(images)) in known:
                continue
            known.add(form)
            moves: set[int] | None = None
            for dz, dy, dx in held:
                # A negative index counts from the end, which is once around.
                onto = {z_at[z - dz] + y_at[y - dy] + x_at[x - dx] for z, y, x in cells}
                moves = onto if moves is None else moves & onto
            yield len(moves or ()) // images.count(form)  # moved part of the way around it may cover the same cells


def packing_puzzle(packing: Packing) -> CoverPuzzle:
    """The packing as exact cover: each piece and each cell is an item, each placement an option.

    A piece to be used any number of times has no item.  Cells that may stay
    empty are secondary.  Cells are ordered along the shorter side of the region
    first, which breaks ties among the smallest items well.

    An option is named by its piece, its first cell in reading order, and a
    letter for the way the piece is turned, if there are several: ``L2.3b``.

    Raises ProblemError for more than `MOST_OPTIONS` of them.
    """
    too_many = f"there are more than {grouped(MOST_OPTIONS)} ways to lay the pieces down, too many"
    if _too_many(packing):
        raise ProblemError(too_many)
    everywhere = packing.region | packing.optional
    solid = packing.solid
    counted = [piece for piece in packing.pieces if piece.most is not None]
    names = {place: cell_name(packing.grid, place, layers=solid) for place in everywhere}
    # A piece may have the name of a cell; the cell is then renamed.
    taken = {piece.name for piece in counted}
    cells = sorted(packing.region, key=_across(everywhere)) + sorted(packing.optional, key=_across(everywhere))
    items = [Item(piece.name, least=piece.least, most=piece.most or 1) for piece in counted]
    for place in cells:
        name = names[place]
        while name in taken:
            name += "'"
        items.append(Item(name, secondary=place in packing.optional))
    piece_item = {piece.name: number for number, piece in enumerate(counted)}
    place_item = {place: len(counted) + number for number, place in enumerate(cells)}
    # If a piece's name ends in a digit, the place would run into it: then all options have a sign between the two.
    at = "@" if any(piece.name[-1:].isdigit() for piece in packing.pieces) else ""
    options: list[tuple[int, ...]] = []
    labels: list[str] = []
    laid: list[tuple[str, Cells]] = []
    for piece in packing.pieces:
        laid_down = placements(piece.cells, everywhere, packing.kind, solid=solid, wrap=packing.wrap, grid=packing.grid)
        for turn, first, cells_of in laid_down:
            head = (piece_item[piece.name],) if piece.name in piece_item else ()
            options.append(head + tuple(sorted(place_item[place] for place in cells_of)))
            labels.append(f"{piece.name}{at}{names[first]}{turn}")
            laid.append((piece.name, cells_of))
        if len(options) > MOST_OPTIONS:
            raise ProblemError(too_many)
    problem = ExactCover(tuple(items), tuple(options), labels=tuple(labels), title=packing.title, origin=packing.origin)
    colour = {piece.name: number for number, piece in enumerate(packing.pieces)}
    only_one = len(packing.pieces) == 1
    number_of = {place: number for number, place in enumerate(cells)}
    canvas = Canvas(
        tuple(cells),
        tuple(tuple((number_of[place], name) for place in sorted(held)) for name, held in laid),
        tuple((o if only_one else colour[name]) for o, (name, _) in enumerate(laid)),
        grid=packing.grid,
    )
    return CoverPuzzle(problem, canvas, wrapped=bool(packing.wrap), misfit=packing.misfit())


def _across(cells: Cells) -> Callable[[Place], Place]:
    """A sort key that runs along the shorter side of a region first."""
    height = len({y for _, y, _ in cells})
    width = len({x for _, _, x in cells})
    return (lambda c: (c[0], c[2], c[1])) if height < width else (lambda c: c)
