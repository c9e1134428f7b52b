"""The moves that map a grid to itself: turns, mirror images, shifts; for squares and cubes, triangles and hexagons.

A cell is (layer, row, column); with one layer, moves stay in the plane.  Turns of triangles and hexagons exchange or
reverse the three directions of their rows; a cell's three numbers in these have a fixed sum.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

from core._drawing.grids import GridKind, Place, points_down

Cells = frozenset[Place]
PlaceMove = Callable[[Place], Place]


def isometries(*, solid: bool, reflected: bool, grid: GridKind = GridKind.SQUARES) -> list[PlaceMove]:
    """The rotations (with reflections, if asked) that keep the grid; those of the plane keep the layer."""
    moves = []
    if grid is not GridKind.SQUARES:
        for axes in itertools.permutations(range(3)):
            for sign, layers in itertools.product((1, -1), (1, -1) if solid else (1,)):
                if reflected or _even(axes) == (layers == 1):
                    moves.append(_turn(grid, axes, sign, layers))
        return moves
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            if not solid and (axes[0] != 0 or signs[0] != 1):
                continue
            proper = (1 if _even(axes) else -1) * signs[0] * signs[1] * signs[2] == 1
            if proper or reflected:
                moves.append(_move(axes, signs))
    return moves


def _even(axes: tuple[int, ...]) -> bool:
    return sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2 == 0


def _move(axes: tuple[int, ...], signs: tuple[int, ...]) -> PlaceMove:
    def move(cell: Place) -> Place:
        return (signs[0] * cell[axes[0]], signs[1] * cell[axes[1]], signs[2] * cell[axes[2]])

    return move


def _turn(grid: GridKind, axes: tuple[int, ...], sign: int, layers: int) -> PlaceMove:
    # Reversed, the numbers of triangles go to 1 minus themselves: their sum is 1 or 2, and changes to the other.
    more = 1 if grid is GridKind.TRIANGLES and sign < 0 else 0

    def move(cell: Place) -> Place:
        z, y, x = cell
        if grid is GridKind.TRIANGLES:
            rows = ((x + y) // 2, -y, 2 - (x - y + 1) // 2)
        else:
            q = (x - y) // 2
            rows = (q, y, -q - y)
        a, b, c = (sign * rows[axis] + more for axis in axes)
        if grid is GridKind.TRIANGLES:
            return layers * z, -b, 2 * a + b + (a + b + c == 1)
        return layers * z, b, 2 * a + b

    return move


def normal(cells: Iterable[Place], grid: GridKind = GridKind.SQUARES) -> Cells:
    """A shape moved so that its bounding box is at the origin; triangles may move a column more, to keep their tips."""
    listed = list(cells)
    z, y, x = (min(cell[axis] for cell in listed) for axis in range(3))
    x -= grid is GridKind.TRIANGLES and points_down(y, x)
    return frozenset((a - z, b - y, c - x) for a, b, c in listed)


def mirrors(move: PlaceMove) -> bool:
    """Whether an isometry turns a shape into its mirror image."""
    origin, *axes = (move(place) for place in ((0, 0, 0), (1, 0, 0), (0, 1, 1), (0, 0, 2)))
    (a, b, c), (d, e, f), (g, h, i) = ([end - start for start, end in zip(origin, axis, strict=True)] for axis in axes)
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0


def region_symmetries(region: Cells, *, solid: bool, grid: GridKind = GridKind.SQUARES) -> Iterator[PlaceMove]:
    """The isometries that map the region to itself."""
    low = [min(cell[axis] for cell in region) for axis in range(3)]
    for move in isometries(solid=solid, reflected=True, grid=grid):
        image = [move(cell) for cell in region]
        shift = tuple(low[axis] - min(cell[axis] for cell in image) for axis in range(3))
        if grid is GridKind.TRIANGLES and points_down(*shift[1:]):
            continue
        moved = _shifted(move, shift)
        if frozenset(map(moved, region)) == region:
            yield moved


def _shifted(move: PlaceMove, shift: tuple[int, ...]) -> PlaceMove:
    def moved(cell: Place) -> Place:
        z, y, x = move(cell)
        return (z + shift[0], y + shift[1], x + shift[2])

    return moved
