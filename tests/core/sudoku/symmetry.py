"""The symmetries of 9×9 puzzles, and puzzles that are the same but for them."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

LINE_ORDERS = [
    [3 * band + line for band, lines in zip(bands, orders, strict=True) for line in lines]
    for bands in permutations(range(3))
    for orders in product(permutations(range(3)), repeat=3)
]
"""All 1296 ways to exchange bands and the rows within them."""


def scrambled(puzzle: NDArray[np.int32], randomness: random.Random) -> NDArray[np.int32]:
    """The same puzzle modulo symmetry."""
    grid = puzzle.reshape(9, 9)
    if randomness.random() < 0.5:
        grid = grid.T
    grid = grid[randomness.choice(LINE_ORDERS)][:, randomness.choice(LINE_ORDERS)]
    return np.array([0, *randomness.sample(range(1, 10), 9)], dtype=np.int32)[grid].ravel()
