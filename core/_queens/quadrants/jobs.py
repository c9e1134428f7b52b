"""The jobs of a count: each says which rows have their queen in the east, for all boards that mirror each other.

A quadrant's rows and columns are counted from the middle of the board
outwards.  For an even N, and for an odd N with a queen in the very
middle, a job is a pair of sets of northern and southern rows; turning it upside down
or swapping east and west gives jobs with the same count, so one of them represents all, and its *weight* is their
number.  Reflecting the board in its main diagonal swaps such a pair of row sets with a pair of column sets.  Give
every set a rank that its complement shares.  Then as many boards have their smaller row rank below their smaller
column rank as above it.  So the program counts only the former, doubled, and counts those with equal ranks once (see
`halves`).

With an odd N and no queen in the very middle, the queen of the middle column stands
``away`` rows from the middle, and the queen of the middle row stands nearer.
Exactly one of the eight images of a solution has the former in the north and the
latter in the east, so these jobs weigh 8 (here 4, because everything is doubled).

Nobody lists the jobs (there are 65 million at N = 27): they are laid out in rectangles and
triangles, one for each size of the northern set (and each ``away``), and a number gives a job's position in them.  In
the symmetric ones, let u be the northern rows with their queen in the east and v the southern rows with theirs in the
west, two sets of one size, both counted from the middle.  Turning the board upside down and swapping east and west
exchanges u and v; if each has half of all rows, swapping east and west alone takes both to their
complements.  So the pairs with u ≤ v stand for all, and in the latter case a quarter of the square.

Each shape is cut into square *tiles*, whose jobs share their sets of rows.  The tiles are
done in an order shuffled by arithmetic (a Feistel network; Black and Rogaway, 2002), so that every
stretch of them costs about its share.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel

ZERO, ONE = np.uint64(0), np.uint64(1)
LONGEST_SIDES = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 8, 4, 2)
"""The number of sets of northern (and of southern) rows in a tile, by h: as many as a shelf can hold."""
TILES_IN_PART = 8
"""The fewest tiles that a part has, as long as tiles can be made smaller."""
FIRST_TILE, AWAY, SIZE, UPPER, LOWER, SHAPE = range(6)
"""The columns of ``shapes``: the number of its first tile, ``away``, the size of the upper sets, the numbers of
upper and lower sets, and which of their pairs are jobs."""
RECTANGLE, TRIANGLE, QUARTER = range(3)
"""All pairs, those of i ≤ j, and those of them up to the other diagonal."""
ROUNDS = 4
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ divided by the golden ratio: its multiples are well spread (Knuth, The Art of Computer Programming, 6.4)."""
NORTH, SOUTH, WEIGHT = 1, 2, 3
"""Entries of a job (0 is ``away``): the northern rows whose queen is in the east (bit 0 is the outermost row), the
southern ones (bit 0 is the row next to the middle), and how many times the job's count is added."""


class Jobs(NamedTuple):
    """Where the jobs of a count are."""

    side: np.int64
    """The number of sets in a tile each way."""
    tiles: np.int64
    shapes: NDArray[np.int64]
    sets: NDArray[np.int64]
    """All sets of h things, sorted by size and value."""
    starts: NDArray[np.int64]
    """Where the sets of each size begin in ``sets``."""
    rank: NDArray[np.int64]
    """The place of each set among the sets of its size."""
    levels: NDArray[np.int64]
    """The rank that each set shares with its complement alone."""


def job_count(n: int) -> int:
    """The number of jobs for N = ``n``."""
    # Burnside's lemma: some pairs are unchanged by both swaps together, or by one of them alone.
    h, odd = divmod(n, 2)
    symmetric = (comb(2 * h, h) + (comb(h, h // 2) if h % 2 == 0 else 0) + (1 << h)) // 4
    return symmetric + (odd and (h - 1) * comb(2 * h - 1, h - 1))


def find_jobs(n: int, parts: int) -> Jobs:
    """Lay out the jobs for N = ``n`` in tiles for this many parts: the same on every machine."""
    h, odd = divmod(n, 2)
    side = LONGEST_SIDES[h]
    while side > 1 and job_count(n) < TILES_IN_PART * parts * side * side:
        side //= 2
    shapes = [
        (0, size, comb(h, size), comb(h, size), QUARTER if 2 * size == h else TRIANGLE) for size in range(h // 2 + 1)
    ]
    shapes += [
        (away, size, comb(h - 1, size), comb(h, h - 1 - size), RECTANGLE)
        for away in range(2, odd * h + 1) for size in range(h)
    ]  # fmt: skip
    first, rows = 0, []
    for shape in shapes:
        rows.append((first, *shape))
        upper, lower = -(-shape[2] // side), -(-shape[3] // side)
        first += (
            upper * lower if shape[4] == RECTANGLE else sum(_tiles_beside(i, side, *shape[3:]) for i in range(upper))
        )
    values = np.arange(1 << h, dtype=np.int64)
    weights = np.bitwise_count(values).astype(np.int64)
    starts = np.cumsum([0, *(comb(h, size) for size in range(h + 1))])
    sets = np.argsort(weights, kind="stable").astype(np.int64)
    rank = np.empty(1 << h, dtype=np.int64)
    rank[sets] = values - starts[weights[sets]]
    return Jobs(np.int64(side), np.int64(first), np.array(rows, dtype=np.int64), sets, starts, rank, set_ranks(h))


@inline_kernel
def _tiles_beside(row: Any, side: Any, lower: Any, shape: Any) -> Any:
    """The number of tiles in a row of them that have i ≤ j (and i + j < lower) somewhere."""
    end = lower
    if shape == QUARTER:
        end = lower - row * side
    return max(0, (end + side - 1) // side - row)


@inline_kernel
def shuffled(number: Any, count: Any) -> Any:
    """The number at this position when the numbers below ``count`` are shuffled."""
    bits = ONE
    while (ONE << (bits + bits)) < np.uint64(count):
        bits += ONE
    mask, shift = (ONE << bits) - ONE, np.uint64(64) - bits
    value = np.uint64(number)
    while True:
        left, right = value >> bits, value & mask
        for turn in range(ROUNDS):
            mixed = (right + ONE + (np.uint64(turn) << np.uint64(32))) * GOLDEN
            mixed = (mixed ^ (mixed >> np.uint64(29))) * GOLDEN
            left, right = right, left ^ (mixed >> shift)
        value = left << bits | right
        if value < np.uint64(count):
            return np.int64(value)


@kernel
def find_job(jobs: Any, h: Any, tile: Any, within: Any, job: Any) -> Any:
    """Write to ``job`` (int64, 4) number ``within`` of a tile; returns whether there is such a job.

    A tile has side × side numbers, some of which are not jobs at the edges of a shape.
    """
    shapes, sets, starts, side = jobs.shapes, jobs.sets, jobs.starts, jobs.side
    number = np.int64(shuffled(tile, jobs.tiles))
    which = len(shapes) - 1
    while shapes[which, FIRST_TILE] > number:
        which -= 1
    number -= shapes[which, FIRST_TILE]
    away, size, upper, lower = shapes[which, AWAY], shapes[which, SIZE], shapes[which, UPPER], shapes[which, LOWER]
    shape = shapes[which, SHAPE]
    row = np.int64(0)
    if shape == RECTANGLE:
        across = (lower + side - 1) // side
        row = number // across
        number -= row * across
    else:
        beside = _tiles_beside(row, side, lower, shape)
        while number >= beside:
            number -= beside
            row += 1
            beside = _tiles_beside(row, side, lower, shape)
        number += row
    i, j = row * side + within // side, number * side + within % side
    if i >= upper or j >= lower or (shape != RECTANGLE and i > j) or (shape == QUARTER and i + j >= lower):
        return False
    full = (np.int64(1) << h) - 1
    u, v = sets[starts[size] + i], np.int64(0)
    job[0], job[WEIGHT] = away, 4
    if shape == RECTANGLE:  # the upper sets leave out the middle column's row
        below = (np.int64(1) << (h - away)) - 1
        job[NORTH] = (u & ~below) << 1 | (u & below)
        job[SOUTH] = sets[starts[h - 1 - size] + j]
        return True
    v = sets[starts[size] + j]
    if i == j or (shape == QUARTER and i + j == lower - 1):
        job[WEIGHT] = 2
    job[NORTH], job[SOUTH] = backwards(u, h), full ^ v
    return True


@inline_kernel
def backwards(value: Any, h: Any) -> Any:
    """The h bits of a set in the opposite order."""
    out = np.int64(0)
    for bit in range(h):
        out |= (value >> bit & 1) << (h - 1 - bit)
    return out


def set_ranks(h: int) -> NDArray[np.int64]:
    """Give every set of h things a rank that only its complement shares."""
    values = np.arange(1 << h, dtype=np.int64)
    return reversed_bits(np.minimum(values, values ^ ((1 << h) - 1)), h)


def reversed_bits(values: NDArray[np.int64], h: int) -> NDArray[np.int64]:
    """Return each value with its h bits in the opposite order."""
    out = np.zeros_like(values)
    for bit in range(h):
        out |= (values >> bit & 1) << (h - 1 - bit)
    return out
