"""The sets of pieces that people play with: all polyominoes, polyiamonds, polyhexes and polycubes of a size.

Pieces have their usual names, those of a set that comes with the program; flat polycubes are called like the
polyominoes.  The others have numbers.

``pentominoes`` are the free ones; ``one-sided-pentominoes`` count a piece and
its mirror image twice, if these differ: the second has the first's name and an
apostrophe.  Polycubes cannot be mirrored in the hand, so their sets have both:
there are 29 pentacubes.

Numbers of pieces, free and one-sided: A000105 and A000988 (polyominoes), A000577 and A006534 (polyiamonds), A000228 and
A006535 (polyhexes); A000162 (polycubes).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core._drawing.grids import GridKind, neighbours
from core.exact_cover._moves import Cells, isometries, normal
from core.exact_cover._polyominoes import Piece

ONE_SIDED = "one-sided-"
PLANE = {
    "dominoes": (GridKind.SQUARES, 2), "trominoes": (GridKind.SQUARES, 3), "tetrominoes": (GridKind.SQUARES, 4),
    "pentominoes": (GridKind.SQUARES, 5), "hexominoes": (GridKind.SQUARES, 6), "heptominoes": (GridKind.SQUARES, 7),
    "tetriamonds": (GridKind.TRIANGLES, 4), "pentiamonds": (GridKind.TRIANGLES, 5),
    "hexiamonds": (GridKind.TRIANGLES, 6), "heptiamonds": (GridKind.TRIANGLES, 7),
    "octiamonds": (GridKind.TRIANGLES, 8),
    "trihexes": (GridKind.HEXAGONS, 3), "tetrahexes": (GridKind.HEXAGONS, 4), "pentahexes": (GridKind.HEXAGONS, 5),
    "hexahexes": (GridKind.HEXAGONS, 6),
}  # fmt: skip
SOLID = {"tricubes": 3, "tetracubes": 4, "pentacubes": 5}
NAMES = (*PLANE, *(ONE_SIDED + name for name in PLANE if PLANE[name][1] > 3), *SOLID)
"""The names of all sets."""


def named_by(name: str) -> str:
    """The set of which pieces of this one may have their names, perhaps itself."""
    squares = {size: plane for plane, (grid, size) in PLANE.items() if grid is GridKind.SQUARES}
    return squares[SOLID[name]] if name in SOLID else name.removeprefix(ONE_SIDED)


def pieces_of(name: str, known: Mapping[Cells, str]) -> tuple[list[Piece], str, GridKind] | None:
    """The pieces of a set, how they may be turned, and what their cells are; None for no set.

    ``known`` has names of shapes in any position; the others are named by numbers and come last.
    """
    if name not in NAMES:
        return None
    solid = name in SOLID
    grid, size = (GridKind.SQUARES, SOLID[name]) if solid else PLANE[name.removeprefix(ONE_SIDED)]
    free, sided = (_least(grid, solid=solid, reflected=reflected) for reflected in (True, False))
    shapes = _all(grid, size, free, solid=solid)
    named = {free(cells): called for cells, called in known.items()}
    nameless = [shape for shape in shapes if shape not in named]
    named |= {shape: str(number) for number, shape in enumerate(nameless, 1)}
    pieces = []
    twice = solid or name.startswith(ONE_SIDED)
    for shape in named:
        pieces.append(Piece(named[shape], shape))
        twin = normal(((z, y, -x) for z, y, x in shape), grid)
        if twice and sided(twin) != sided(shape):
            pieces.append(Piece(f"{named[shape]}'", twin))
    return pieces, "one-sided" if twice else "free", grid


def _least(grid: GridKind, *, solid: bool, reflected: bool) -> Callable[[Cells], Cells]:
    """A function that gives the same shape for all that are alike."""
    moves = isometries(solid=solid, reflected=reflected, grid=grid)
    return lambda cells: min((normal(map(move, cells), grid) for move in moves), key=sorted)


def _all(grid: GridKind, size: int, free: Callable[[Cells], Cells], *, solid: bool) -> list[Cells]:
    """All shapes of this many cells, each once: each is one of a cell less, with a cell added beside it."""
    shapes = {free(frozenset([(0, 0, 0)]))}
    for _ in range(size - 1):
        shapes = {
            free(shape | {cell})
            for shape in shapes
            for place in shape
            for cell in neighbours(grid, place, solid=solid)
            if cell not in shape
        }
    return sorted(shapes, key=sorted)
