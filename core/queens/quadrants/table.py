"""Every placement of some queens on one quadrant, filed by the rows and columns that it takes."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernel import kernel
from core.queens.quadrants.layout import Layout
from core.simd import aligned_words

ZERO, ONE = np.uint64(0), np.uint64(1)
LARGEST_INTERPRETED = 4
"""Up to this h, machine code takes longer to load than the table to build."""
SLACK = 8
"""Words after the last placement that a vector may read."""


class Table(NamedTuple):
    """The placements of one quadrant."""

    words: NDArray[np.uint64]
    """One word a placement (see `layout`); those with the same rows and columns stand together."""
    starts: NDArray[np.int64]
    """Where the placements of a key begin; key = base[rows] + rank[columns]; the last entry is the end."""
    base: NDArray[np.int64]
    """First key of a set of rows."""
    rank: NDArray[np.int64]
    """Place of a set of columns among those of its size, in increasing order."""
    sets: NDArray[np.int64]
    """All sets of h things, by size and value."""
    sizes: NDArray[np.int64]
    """Where the sets of each size begin in ``sets``."""


@kernel
def enumerate_placements(layout: Any, base: Any, rank: Any, stack: Any, ends: Any, words: Any, filing: Any) -> None:
    """Visit every placement: add 1 to ``ends[key]``, or (``filing``) write its word there first.

    ``stack`` is uint64 (h + 1, 6): rows and columns taken, both kinds of diagonals as
    this row sees them, the word so far, and what is still to be tried (bit h: no queen).
    """
    h = layout.h
    none = ONE << h
    full = none - ONE
    level = ZERO
    stack[0, :] = 0
    stack[0, 5] = none | full
    while True:
        todo = stack[level, 5]
        if todo == ZERO:
            if level == ZERO:
                break
            level -= ONE
            continue
        choice = todo & (~todo + ONE)
        stack[level, 5] = todo ^ choice
        rows, columns, rising, falling, word = (
            stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3], stack[level, 4],
        )  # fmt: skip
        if choice != none:
            column = ZERO
            while choice >> column != ONE:
                column += ONE
            rows |= ONE << level
            columns |= choice
            rising |= choice
            falling |= choice
            word |= ONE << (level + h - ONE - column + layout.odd)
            word |= ONE << (level + column + layout.field + layout.shift)
        level += ONE
        if level < h:
            rising >>= ONE
            falling <<= ONE
            stack[level, 0], stack[level, 1], stack[level, 2] = rows, columns, rising
            stack[level, 3], stack[level, 4] = falling, word
            stack[level, 5] = none | (full & ~(columns | rising | falling))
        else:
            level -= ONE
            key = base[rows] + rank[columns]
            if filing:
                words[ends[key]] = word
            ends[key] += 1


def build_table(layout: Layout) -> Table:
    """List the placements of a quadrant of h × h squares: twice over, first to count, then to file."""
    h = int(layout.h)
    values = np.arange(1 << h, dtype=np.int64)
    weights = np.bitwise_count(values).astype(np.int64)
    of_size = np.array([comb(h, size) for size in range(h + 1)], dtype=np.int64)
    sizes = np.concatenate(([0], np.cumsum(of_size)))
    sets = np.argsort(weights, kind="stable").astype(np.int64)
    rank = np.empty(1 << h, dtype=np.int64)
    rank[sets] = values - sizes[weights[sets]]
    keys = of_size[weights]
    base = np.cumsum(keys) - keys
    starts = np.zeros(int(keys.sum()) + 1, dtype=np.int64)
    stack = np.zeros((h + 1, 6), dtype=np.uint64)
    nowhere = np.zeros(1, dtype=np.uint64)
    visit = enumerate_placements if h > LARGEST_INTERPRETED else enumerate_placements.interpret
    visit(layout, base, rank, stack, starts[1:], nowhere, False)
    np.cumsum(starts, out=starts)
    words = aligned_words(int(starts[-1]) + SLACK)
    ends = starts[:-1].copy()
    visit(layout, base, rank, stack, ends, words, True)
    return Table(words, starts, base, rank, sets, sizes)


def longest_lists(table: Table) -> NDArray[np.int64]:
    """The most placements that any sets of rows and columns have, by the size of the sets."""
    sizes = np.bitwise_count(np.arange(len(table.base))).astype(np.int64)
    out = np.zeros(len(table.sizes), dtype=np.int64)
    np.maximum.at(out, sizes, np.maximum.reduceat(np.diff(table.starts), table.base))
    return out


def most_placements(table: Table) -> int:
    """The most placements that any set of rows has."""
    return int(np.diff(np.append(table.starts[table.base], table.starts[-1])).max())
