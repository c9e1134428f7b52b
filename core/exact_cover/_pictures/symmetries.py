"""The symmetries of a problem that turn or mirror its picture.

A problem may have many others: a cell that only one piece can reach changes
places with another such cell, and nobody who looks at the picture would call
that the same solution.  In squares of values all symmetries count, because most
of them change values and leave the cells alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core._drawing.cells import Canvas
from core._words import counted
from core.exact_cover._moves import Cells, mirrors, region_symmetries
from core.exact_cover._problem import ExactCover
from core.exact_cover._symmetry.graph import graph_of
from core.exact_cover._symmetry.refinement import FoundGroup, automorphisms, isomorphism
from core.exact_cover._symmetry.symmetries import MOST_ONES, Symmetries, symmetries_from


@dataclass(frozen=True)
class PictureSymmetries(Symmetries):
    """The symmetries that move the cells of the picture as a turn or a mirror does.

    Pieces that become each other may change places; so may pieces of one shape if every cell stays.
    """

    turned: int = 0
    """In how many ways the picture can be turned; leaving it as it is does not count."""
    mirrored: int = 0

    def __str__(self) -> str:
        pairs = (("turned", self.turned), ("mirrored", self.mirrored))
        ways = [f"{how} ({counted(many, 'way')})" for how, many in pairs if many]
        return super().__str__() + (f": the picture {' or '.join(ways)}" if ways else "")


def is_of_values(canvas: Canvas) -> bool:
    """Whether every option writes one cell, with more than one value among them."""
    single = all(len(marks) == 1 for marks in canvas.marks)
    return single and len({text for marks in canvas.marks for _, text in marks}) > 1


def picture_symmetries(problem: ExactCover, canvas: Canvas) -> PictureSymmetries:
    """Find a symmetry for each move of the picture's cells, and all that leave the cells where they are.

    A move that does what another does is a mirror image if one of them is.
    """
    count = len(problem.options)
    if sum(problem.sizes) > MOST_ONES:
        return PictureSymmetries(count, (), 1, False)
    laid: list[Cells] = [frozenset(canvas.places[cell] for cell, _ in marks) for marks in canvas.marks]
    numbers: dict[Cells, int] = {}
    shown = np.array([numbers.setdefault(cells, len(numbers)) for cells in laid])
    graph = graph_of(problem)

    def seen(cells: NDArray[np.int64]) -> NDArray[np.int32]:
        """The kinds of the vertices, with options also told apart by the cells that they draw."""
        kinds, step = graph.kinds.copy(), int(graph.kinds.max(initial=0)) + 1
        kinds[: len(graph.options)] += (step * (1 + cells[graph.options])).astype(np.int32)
        return kinds

    still = seen(shown)
    found = automorphisms(replace(graph, kinds=still))
    kinds: dict[bytes, bool] = {}
    generators = list(found.generators)
    solid = len({z for z, _, _ in canvas.places}) > 1
    for move in region_symmetries(frozenset(canvas.places), solid=solid, grid=canvas.grid):
        moved = np.array([numbers.get(frozenset(map(move, cells)), -1) for cells in laid])
        if (moved < 0).any():
            continue
        key = moved.tobytes()
        if key in kinds:
            kinds[key] = kinds[key] or mirrors(move)
            continue
        image = isomorphism(replace(graph, kinds=seen(moved)), still)
        if image is not None:
            kinds[key] = mirrors(move)
            generators.append(image)
    kinds.pop(shown.tobytes(), None)
    order = found.order * (len(kinds) + 1)
    whole = symmetries_from(count, graph, FoundGroup(generators, order, found.whole))
    mirrored = sum(kinds.values())
    return PictureSymmetries(count, whole.generators, order, found.whole, len(kinds) - mirrored, mirrored)
