"""What making variants takes beyond `generator`: solved grids under any units, and irregular regions."""

from __future__ import annotations

import random
from collections.abc import Callable

from core.search import Goal, ProblemError
from core.sudoku.grid import values_in
from core.sudoku.human.units import Geometry
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.verdict import start_proposed

NODES = 2_000
"""How many guesses one attempt at a solved grid may take; then it starts afresh."""
ATTEMPTS = 4
SEARCHES = 20
"""How often a start at random is handed to a solver, where filling by guesses did not do."""
SEARCH_NODES = 5_000
EXCHANGES = 12
"""How many exchanges of cells, a cell of the grid, regions are made irregular by."""


def random_solution(shape: Shape, chance: random.Random) -> tuple[int, ...] | None:
    """A solved grid at random: fewest candidates first, values in random order.  None where none was found."""
    geometry = Geometry.of(shape)
    for _ in range(ATTEMPTS):
        found = _fill(geometry, chance)
        if found is not None:
            return found
    for _ in range(SEARCHES):
        start = [0] * shape.cells
        for value, cell in enumerate(chance.sample(range(shape.order), shape.order), 1):
            start[cell] = value
        search = start_proposed(Sudoku(shape, tuple(start)), Goal.FIRST)
        search.advance(SEARCH_NODES)
        if search.counts()[0]:
            names = chance.sample(range(1, shape.order + 1), shape.order)
            return tuple(names[value - 1] for value in map(int, search.solutions[0]))
    return None


def _fill(geometry: Geometry, chance: random.Random) -> tuple[int, ...] | None:
    peers = [[c for c in range(geometry.size) if mask >> c & 1] for mask in geometry.peers]
    nodes = 0
    stack: list[tuple[list[int], list[int], int, list[int]]] = []
    values, bits = [0] * geometry.size, [geometry.all_values] * geometry.size
    while True:
        open_cells = [cell for cell in range(geometry.size) if not values[cell]]
        if not open_cells:
            return tuple(values)
        fewest = min(bits[cell].bit_count() for cell in open_cells)
        cell = chance.choice([cell for cell in open_cells if bits[cell].bit_count() == fewest])
        options = list(values_in(bits[cell]))
        chance.shuffle(options)
        stack.append((values, bits, cell, options))
        while stack and not stack[-1][3]:
            stack.pop()
        nodes += 1
        if not stack or nodes > NODES:
            return None
        values, bits, cell, options = stack[-1]
        value = options.pop()
        values, bits = values[:], bits[:]
        values[cell] = value
        for peer in peers[cell]:
            bits[peer] &= ~(1 << (value - 1))


def random_regions(order: int, chance: random.Random) -> tuple[int, ...]:
    """n connected regions of n cells: rows or boxes whose cells change places with their neighbours again and again."""
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


def jigsaw(order: int, seed: int, *, diagonals: bool = False, stopped: Callable[[], bool] = lambda: False) -> Shape:
    """A jigsaw shape at random for which there are solved grids.  Raises ProblemError when stopped first."""
    chance = random.Random(f"{seed}/{order}/regions")
    while not stopped():
        shape = Shape(1, order, random_regions(order, chance), diagonals)
        if random_solution(shape, chance) is not None:
            return shape
    raise ProblemError("stopped before regions were found")
