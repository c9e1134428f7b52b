"""Grids of any order from a seed: some cells of a shuffled pattern, or of one that has been mixed beyond that."""

from __future__ import annotations

import random

from core import Shape, Sudoku


def seeded(shape: Shape, clues: int, seed: int, *, mixed: bool = False) -> Sudoku:
    """A canonical grid with bands, lines and values shuffled, and so many of its cells kept.

    ``mixed``: before that, cycles are turned in it until nothing is left of the canonical grid.
    """
    randomness, n = random.Random(seed), shape.order

    def lines(deep: int) -> list[int]:
        blocks = randomness.sample(range(n // deep), n // deep)
        return [deep * block + line for block in blocks for line in randomness.sample(range(deep), deep)]

    rows, columns = lines(shape.box_rows), lines(shape.box_columns)
    values = randomness.sample(range(1, n + 1), n)
    grid = [
        values[(shape.box_columns * (row % shape.box_rows) + row // shape.box_rows + column) % n]
        for row in rows
        for column in columns
    ]
    if mixed:
        for _ in range(10 * n):
            for across in (True, False):
                _turn_cycle(grid, shape, randomness, across=across)
    kept = set(randomness.sample(range(n * n), clues))
    return Sudoku.of(shape, tuple(value if cell in kept else 0 for cell, value in enumerate(grid)))


def _turn_cycle(grid: list[int], shape: Shape, randomness: random.Random, *, across: bool) -> None:
    """Exchange, in two lines through the same boxes, the values of a cycle: as few cells as both lines allow.

    Lines, boxes and what stands across them keep their sets of values.
    """
    n = shape.order
    deep = shape.box_rows if across else shape.box_columns
    if deep < 2:
        return
    first, second = randomness.sample(range(deep), 2)
    offset = deep * randomness.randrange(n // deep)
    step, along = (n, 1) if across else (1, n)
    one = [(offset + first) * step + at * along for at in range(n)]
    two = [(offset + second) * step + at * along for at in range(n)]
    place = {grid[cell]: at for at, cell in enumerate(one)}
    start = at = randomness.randrange(n)
    while True:
        upper, lower = one[at], two[at]
        following = place[grid[lower]]
        grid[upper], grid[lower] = grid[lower], grid[upper]
        at = following
        if at == start:
            return
