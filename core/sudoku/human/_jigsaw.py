"""Makes irregular regions at random for jigsaws: the cells of ordinary boxes change places again and again."""

from __future__ import annotations

import random
from collections.abc import Callable

from core._search import ProblemError
from core.sudoku._layout import Layout
from core.sudoku._shape import Shape
from core.sudoku.human._generator import random_solution
from core.sudoku.rules._house import jigsaw_rules

EXCHANGES = 12
"""How many exchanges, for each cell of the grid, make the regions irregular."""


def random_regions(order: int, chance: random.Random) -> tuple[int, ...]:
    """n connected regions of n cells each, made of rows or boxes by exchanging cells with neighbours many times."""
    regions = [Shape.default(order).box(cell) for cell in range(order * order)]
    beside = [_beside(order, cell) for cell in range(order * order)]
    for _ in range(EXCHANGES * order * order):
        cell = chance.randrange(order * order)
        other = regions[chance.choice(beside[cell])]
        own = regions[cell]
        if own == other:
            continue
        back = [c for c in range(order * order) if regions[c] == other and any(regions[b] == own for b in beside[c])]
        partner = chance.choice(back)
        regions[cell], regions[partner] = other, own
        if not (_connected(regions, own, beside) and _connected(regions, other, beside)):
            regions[cell], regions[partner] = own, other
    return tuple(regions)


def _beside(order: int, cell: int) -> list[int]:
    row, column = divmod(cell, order)
    return [
        r * order + c
        for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        if 0 <= r < order and 0 <= c < order
    ]


def _connected(regions: list[int], region: int, beside: list[list[int]]) -> bool:
    cells = {cell for cell, own in enumerate(regions) if own == region}
    queue = [next(iter(cells))]
    cells.discard(queue[0])
    while queue:
        for other in beside[queue.pop()]:
            if other in cells:
                cells.discard(other)
                queue.append(other)
    return not cells


def jigsaw(order: int, seed: int, *, diagonals: bool = False, stopped: Callable[[], bool] = lambda: False) -> Layout:
    """A random jigsaw that has solved grids.  Raises ProblemError when stopped first."""
    chance = random.Random(f"{seed}/{order}/regions")
    while not stopped():
        rules = jigsaw_rules(random_regions(order, chance), diagonals=diagonals)
        layout = Layout.of(Shape(1, order), rules)
        if random_solution(layout, chance) is not None:
            return layout
    raise ProblemError("stopped before regions were found")
