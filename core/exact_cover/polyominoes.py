"""Pieces, regions, and the exact cover problem of packing one with the other; in the plane and in space.

A cell is (layer, row, column).  A piece may be *free* (turned and reflected),
*one-sided* (turned only) or *fixed*.  In a region of one layer pieces stay in
the plane; in space one-sided means the 24 rotations of the cube.
"""

from __future__ import annotations

import itertools
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from core.exact_cover.pictures.picture import Canvas, Place
from core.exact_cover.problem import ExactCover, Item
from core.exact_cover.puzzle import CoverPuzzle, Symmetries
from core.search import ProblemError
from core.words import counted

KINDS = ("free", "one-sided", "fixed")

Cells = frozenset[Place]
PlaceMove = Callable[[Place], Place]


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

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ProblemError(f"pieces are {', '.join(KINDS)}; not {self.kind!r}")
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
        """Why the pieces' area alone keeps them from filling the region, or nothing."""
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


def isometries(*, solid: bool, reflected: bool) -> list[PlaceMove]:
    """The rotations (with reflections, if asked) about the origin; those of the plane keep the layer."""
    moves = []
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            if not solid and (axes[0] != 0 or signs[0] != 1):
                continue
            inversions = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
            proper = (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1
            if proper or reflected:
                moves.append(_move(axes, signs))
    return moves


def _move(axes: tuple[int, ...], signs: tuple[int, ...]) -> PlaceMove:
    def move(cell: Place) -> Place:
        return (signs[0] * cell[axes[0]], signs[1] * cell[axes[1]], signs[2] * cell[axes[2]])

    return move


def normal(cells: Iterable[Place]) -> Cells:
    """The same shape with its bounding box at the origin."""
    listed = list(cells)
    low = [min(cell[axis] for cell in listed) for axis in range(3)]
    return frozenset((z - low[0], y - low[1], x - low[2]) for z, y, x in listed)


def orientations(cells: Cells, kind: str, *, solid: bool) -> list[Cells]:
    """The different ways to lay a shape down, in a fixed order."""
    if kind == "fixed":
        return [normal(cells)]
    moves = isometries(solid=solid, reflected=kind == "free")
    return sorted({normal(move(cell) for cell in cells) for move in moves}, key=sorted)


def placements(cells: Cells, region: Cells, kind: str, *, solid: bool) -> list[tuple[str, Cells]]:
    """Every way to lay a shape inside the region, each with a letter for the way it is turned (none for the only way).

    The letters are those of `orientations`, whether or not every way fits.
    """
    if not region:
        return []
    low, high = ([f(cell[axis] for cell in region) for axis in range(3)] for f in (min, max))
    found = []
    shapes = orientations(cells, kind, solid=solid)
    # There are 48 isometries of the cube at most, and 52 letters.
    for letter, shape in zip(string.ascii_letters if len(shapes) > 1 else ("",), shapes, strict=False):
        extent = [max(cell[axis] for cell in shape) for axis in range(3)]
        spans = [range(low[axis], high[axis] - extent[axis] + 1) for axis in range(3)]
        for dz, dy, dx in itertools.product(*spans):
            laid = frozenset((z + dz, y + dy, x + dx) for z, y, x in shape)
            if laid <= region:
                found.append((letter, laid))
    return found


def place_name(place: Place, *, solid: bool) -> str:
    """The name of a cell's item: 1-based row and column, after the layer where there are several."""
    z, y, x = place
    return f"{z + 1}.{y + 1}.{x + 1}" if solid else f"{y + 1}.{x + 1}"


def packing_puzzle(packing: Packing) -> CoverPuzzle:
    """The packing as exact cover: each piece and each cell is an item, each placement an option.

    A piece to be used any number of times has no item.  Cells that may stay
    empty are secondary.  Cells are ordered along the shorter side of the region
    first, which breaks ties among the smallest items well.

    An option is called by its piece, its first cell in reading order, and a
    letter for the way the piece is turned, if there are several: ``L2.3b``.
    """
    everywhere = packing.region | packing.optional
    solid = packing.solid
    counted = [piece for piece in packing.pieces if piece.most is not None]
    names = {place: place_name(place, solid=solid) for place in everywhere}
    # A piece may be called like a cell; the cell then gives way.
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
    # After a name that ends in a digit the place would run on: then all options have a sign between the two.
    at = "@" if any(piece.name[-1:].isdigit() for piece in packing.pieces) else ""
    options: list[tuple[int, ...]] = []
    labels: list[str] = []
    laid: list[tuple[str, Cells]] = []
    for piece in packing.pieces:
        for turn, cells_of in placements(piece.cells, everywhere, packing.kind, solid=solid):
            head = (piece_item[piece.name],) if piece.name in piece_item else ()
            options.append(head + tuple(sorted(place_item[place] for place in cells_of)))
            labels.append(f"{piece.name}{at}{names[min(cells_of)]}{turn}")
            laid.append((piece.name, cells_of))
    problem = ExactCover(tuple(items), tuple(options), labels=tuple(labels), title=packing.title, origin=packing.origin)
    colour = {piece.name: number for number, piece in enumerate(packing.pieces)}
    only_one = len(packing.pieces) == 1
    number_of = {place: number for number, place in enumerate(cells)}
    canvas = Canvas(
        tuple(cells),
        tuple(tuple((number_of[place], name) for place in sorted(held)) for name, held in laid),
        tuple((o if only_one else colour[name]) for o, (name, _) in enumerate(laid)),
    )
    return CoverPuzzle(problem, canvas, packing_symmetries(packing, laid), packing.misfit())


def _across(cells: Cells) -> Callable[[Place], Place]:
    """A sort key that runs along the shorter side of a region first."""
    height = len({y for _, y, _ in cells})
    width = len({x for _, _, x in cells})
    return (lambda c: (c[0], c[2], c[1])) if height < width else (lambda c: c)


def packing_symmetries(packing: Packing, laid: list[tuple[str, Cells]]) -> Symmetries:
    """The symmetries of the region that also turn the set of pieces into itself.

    ``laid`` are the placements, a piece's name and its cells, in the order of the options.
    """
    number = {placement: o for o, placement in enumerate(laid)}
    of_piece: dict[str, set[Cells]] = {piece.name: set() for piece in packing.pieces}
    for name, cells in laid:
        of_piece[name].add(cells)
    use = {piece.name: (piece.least, piece.most) for piece in packing.pieces}
    maps = []
    for move in region_symmetries(packing.region, packing.optional, solid=packing.solid):
        image = {place: move(place) for place in packing.region | packing.optional}
        moved = {cells: frozenset(map(image.__getitem__, cells)) for _, cells in laid}
        partner = partners(of_piece, moved, use)
        if partner is not None:
            maps.append((tuple(number[partner[name], moved[cells]] for name, cells in laid), mirrors(move)))
    return Symmetries.of(maps)


def mirrors(move: PlaceMove) -> bool:
    """Whether an isometry turns a shape into its mirror image."""
    origin, *axes = (move(place) for place in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    (a, b, c), (d, e, f), (g, h, i) = ([end - start for start, end in zip(origin, axis, strict=True)] for axis in axes)
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0


def region_symmetries(region: Cells, optional: Cells = frozenset(), *, solid: bool) -> Iterator[PlaceMove]:
    """The isometries that map the region to itself and the optional cells among themselves."""
    everywhere = region | optional
    low = [min(cell[axis] for cell in everywhere) for axis in range(3)]
    for move in isometries(solid=solid, reflected=True):
        image = [move(cell) for cell in everywhere]
        shift = tuple(low[axis] - min(cell[axis] for cell in image) for axis in range(3))
        moved = _shifted(move, shift)
        if frozenset(map(moved, region)) == region and frozenset(map(moved, optional)) == optional:
            yield moved


def _shifted(move: PlaceMove, shift: tuple[int, ...]) -> PlaceMove:
    def moved(cell: Place) -> Place:
        z, y, x = move(cell)
        return (z + shift[0], y + shift[1], x + shift[2])

    return moved


def partners(
    of_piece: Mapping[str, Set[Cells]], moved: Mapping[Cells, Cells], use: Mapping[str, object]
) -> dict[str, str] | None:
    """Which piece each piece becomes where all placements are moved, or None when one becomes no piece of the set.

    ``of_piece`` has the placements of each piece, ``use`` how often each is to be used: a piece becomes itself where it
    can, or else one that is used as often.
    """
    free = dict.fromkeys(of_piece)
    partner = {}
    for piece, placed in of_piece.items():
        image = {moved[cells] for cells in placed}
        for other in (piece, *free):
            if other in free and use.get(other) == use.get(piece) and of_piece[other] == image:
                partner[piece] = other
                del free[other]
                break
        else:
            return None
    return partner
