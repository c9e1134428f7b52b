"""The memory that a count by quadrants takes, known before it builds anything."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

LARGEST = 28
"""At N = 29 the bits of a half would not fit in a word."""
PLACEMENTS = (0, 2, 5, 18, 87, 462, 2635, 16870, 118969, 915442, 7535369)
"""The number of placements of non-attacking queens on a board of h × h squares."""
LONGEST_SHELF = (1 << 24, 1 << 24, 1 << 23, 29_600_000)
"""The most words that the lists of placements take from h = 11 on; they hold those for the jobs of a tile, and at N =
28 the longest list of all and the one beside it just fit."""
FIRST_HALVES = 1 << 14
"""The number of halves for which each list has room at first; the room doubles when a job needs more."""
LONGEST_LIST = (16, 16, 16, 64, 64, 64, 256, 1024, 2048, 16384, 131072, 1 << 20, 1 << 21, 1 << 23, 1 << 22)
"""Upper bounds on the halves of one job, by h; from h = 12 on some jobs have more, and make and compare them a chunk
at a time.  Longer chunks are compared faster, because neighbours in order are more alike, but memory sets the limit."""
MOST_ON_ROWS = (64, 64, 64, 64, 64, 256, 512, 1024, 4096, 8192, 1 << 15, 1 << 18, 1 << 20, 9 << 19)
"""Upper bounds on the placements on one set of rows, by h, for odd N (the most at h = 13 are 4 684 690)."""
NEAR_SHARE = 3
"""On half of the rows or fewer, the bound is this many times smaller."""


class Sizes(NamedTuple):
    """How much room a workspace has, in words."""

    halves: int
    """For a list of halves."""
    trials: int
    """For what `halves.make_halves` writes down."""
    offset: int
    """For the placements on a set of rows, where N is odd, else 0."""
    shelf: int


def first_sizes(n: int) -> Sizes:
    """The initial room of a workspace for N = ``n``."""
    h, odd = divmod(n, 2)
    if h < len(PLACEMENTS):  # there is room for all lists of both quadrants
        shelf = 2 * (PLACEMENTS[h] + comb(2 * h, h) + (1 << h))
    else:
        shelf = LONGEST_SHELF[h - len(PLACEMENTS)]
    return Sizes(FIRST_HALVES, 1 << 12, MOST_ON_ROWS[h] if odd else 0, shelf)


def bytes_needed(n: int) -> int:
    """An upper bound for N = ``n`` and one thread, in bytes: the shelf, four lists of halves, and the tables."""
    h, sizes = n // 2, first_sizes(n)
    words = sizes.shelf + 4 * max(FIRST_HALVES, LONGEST_LIST[h]) + 2 * sizes.offset + (8 << h)
    return 8 * words + (1 << 20)
