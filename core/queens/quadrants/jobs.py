"""The jobs of a count: each says which rows have their queen in the east, for all boards that mirror each other.

A quadrant's rows and columns are counted from the middle of the board
outwards.  For an even N, and for an odd N with a queen in the very
middle, a job is a pair of sets of northern and southern rows; turning it upside down
or swapping east and west gives jobs with the same count, so one of them stands
for all of them, and its *weight* says for how many.  Mirroring the board at its main diagonal swaps
such a pair of row sets with a pair of column sets.  Give every set a rank that its complement shares.  Then as
many boards have their smaller row rank below their smaller column rank as above
it.  So the program counts only the former, doubled, and counts those where both
are equal once (see `halves`).

With an odd N and no queen in the very middle, the queen of the middle column stands
``away`` rows from the middle, and the queen of the middle row stands nearer.
Exactly one of the eight images of a solution has the former in the north and the
latter in the east, so these jobs weigh 8 (here 4, because everything is doubled).
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BLOCK = 512
"""How many sets of northern rows one step pairs with southern ones."""
SHUFFLED = 1 << 16
"""How many jobs one step puts in their places."""
PATIENCE_SECONDS = 0.02
"""How long a step waits for the thread that works out the order of the jobs."""


class Jobs(NamedTuple):
    """All jobs of a count, in an order in which every stretch costs about its share."""

    north: NDArray[np.int64]
    """The northern rows whose queen is in the east; bit 0 is the outermost row."""
    south: NDArray[np.int64]
    """The southern rows whose queen is in the east; bit 0 is the row next to the middle."""
    away: NDArray[np.int64]
    """How far north of the middle the middle column's queen stands; 0 if there is none, or she is in the middle."""
    weight: NDArray[np.int64]
    """How many times the job's count is added."""


def job_count(n: int) -> int:
    """How many jobs there are for N = ``n``."""
    # Burnside's lemma: some pairs stay as they are under both swaps together, or under one of them alone.
    h, odd = divmod(n, 2)
    symmetric = (comb(2 * h, h) + (comb(h, h // 2) if h % 2 == 0 else 0) + (1 << h)) // 4
    return symmetric + (odd and (h - 1) * comb(2 * h - 1, h - 1))


def list_jobs(n: int) -> Generator[int, None, Jobs]:
    """List the jobs for N = ``n``: the same ones in the same order on every machine.

    Each step takes a few hundredths of a second, and yields how many jobs have been
    listed.  Meanwhile a thread works out their order, which takes longer and cannot be cut up.
    """
    h, odd = divmod(n, 2)
    parts: list[tuple[NDArray[np.int64], ...]] = []
    listed = 0
    for away in (0, *range(2, odd * h + 1)):
        for first in range(0, 1 << h, BLOCK):
            block = np.arange(first, min(first + BLOCK, 1 << h), dtype=np.int64)
            parts.append(_offset_jobs(h, away, block) if away else _symmetric_jobs(h, block))
            listed += len(parts[-1][0])
            yield listed
    shuffler = ThreadPoolExecutor(1, thread_name_prefix="jobs")
    shuffled = shuffler.submit(np.random.Generator(np.random.PCG64(n)).permutation, listed)
    shuffler.shutdown(wait=False)
    columns = []
    for pieces in zip(*parts, strict=True):
        column = np.empty(listed, dtype=np.int64)
        end = 0
        for piece in pieces:
            start, end = end, end + len(piece)
            column[start:end] = piece
            yield listed
        columns.append(column)
    while not wait([shuffled], PATIENCE_SECONDS).done:
        yield listed
    order = shuffled.result()
    for number, column in enumerate(columns):
        columns[number] = np.empty_like(column)
        for first in range(0, listed, SHUFFLED):
            yield listed
            columns[number][first : first + SHUFFLED] = column[order[first : first + SHUFFLED]]
    return Jobs(*columns)


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


def _pairs(h: int, size: int, block: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of subsets of h things with ``size`` elements in total, where ``block`` holds the first subset."""
    weights = np.bitwise_count(np.arange(1 << h, dtype=np.int64)).astype(np.int8)
    left, right = np.nonzero(weights[block][:, None] + weights[None, :] == size)
    return block[left], right.astype(np.int64)


def _symmetric_jobs(h: int, block: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    full = (1 << h) - 1
    upper, lower = _pairs(h, h, block)  # both counted from the middle
    others = upper ^ full, lower ^ full
    images = np.stack([a << h | b for a, b in ((upper, lower), (lower, upper), others, others[::-1])])
    first = images[0] == images.min(axis=0)
    images = np.sort(images[:, first], axis=0)
    weight = 1 + (np.diff(images, axis=0) != 0).sum(axis=0)
    upper, lower = upper[first], lower[first]
    return reversed_bits(upper, h), lower, np.zeros_like(lower), weight


def _offset_jobs(h: int, away: int, block: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    north, south = _pairs(h, h - 1, block[block >> (h - away) & 1 == 0])
    return north, south, np.full_like(north, away), np.full_like(north, 4)
