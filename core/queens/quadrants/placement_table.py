"""Lists every placement of queens on one quadrant, filed by the rows and columns that it takes."""

from __future__ import annotations

import time
from collections.abc import Generator
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.compiling import wait_for_machine_code
from core.kernels.kernel import kernel
from core.kernels.simd import aligned_words
from core.queens.quadrants.layout import Layout
from core.running.kernel_runner import SLICE_SECONDS, YIELDED, KernelRunner
from core.running.slicing import next_budget

ZERO, ONE = np.uint64(0), np.uint64(1)
LARGEST_INTERPRETED = 4
"""Up to this h, loading machine code takes longer than building the table."""
FIRST_BUDGET, FIRST_COMPILED = 1000, 100_000
"""How many steps the first slice makes: interpreted, and as machine code.  No later one makes fewer than the former,
or a thread that is kept waiting again and again would take for ever."""
LEVEL, VISITED, ENDED = range(3)
"""The entries of ``standing``: where `enumerate_placements` stands."""
SLACK = 8
"""How many words after the last placement a vector may read."""
TOUCHED = 1 << 20
"""For how many words one step asks for memory."""


class PlacementTable(NamedTuple):
    """The placements of one quadrant."""

    words: NDArray[np.uint64]
    """One word for each placement (see `layout`); placements with the same rows and columns stand together."""
    starts: NDArray[np.int64]
    """Where the placements of each key begin; key = base[rows] + rank[columns]; the last entry is the end."""
    base: NDArray[np.int64]
    """The first key of each set of rows."""
    rank: NDArray[np.int64]
    """The place of each set of columns among the sets of its size, in increasing order."""
    sets: NDArray[np.int64]
    """All sets of h things, sorted by size and value."""
    sizes: NDArray[np.int64]
    """Where the sets of each size begin in ``sets``."""


@kernel
def enumerate_placements(
    layout: Any, base: Any, rank: Any, stack: Any, ends: Any, words: Any, filing: Any, standing: Any, budget: Any
) -> None:
    """Go on visiting placements: add 1 to ``ends[key]`` for each; when ``filing``, first write its word there.

    ``stack`` is uint64 (h + 1, 6): rows and columns taken, both kinds of diagonals as
    this row sees them, the word so far, and what is still to be tried (bit h: no queen).
    ``standing`` is int64 (3,): the level, how many placements have been visited, and whether
    these are all.  A call makes at most ``budget`` steps.
    """
    h = layout.h
    none = ONE << h
    full = none - ONE
    level = np.uint64(standing[LEVEL])
    visited = standing[VISITED]
    for _ in range(budget):
        todo = stack[level, 5]
        if todo == ZERO:
            if level == ZERO:
                standing[ENDED] = 1
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
            visited += 1
    standing[LEVEL] = level
    standing[VISITED] = visited


def build_table(layout: Layout) -> Generator[int, None, PlacementTable]:
    """List the placements of a quadrant of h × h squares in two passes: the first counts them, the second files them.

    Each step takes some thousandths of a second, and yields how many have been visited.
    """
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
    nowhere = np.zeros(1, dtype=np.uint64)
    visited = yield from _visits(layout, base, rank, starts[1:], nowhere, False)
    np.cumsum(starts, out=starts)
    words = aligned_words(int(starts[-1]) + SLACK)
    for first in range(0, len(words), TOUCHED):  # else the first few placements, far from each other, ask for it
        words[first : first + TOUCHED] = 0
        yield visited
    ends = starts[:-1].copy()
    for again in _visits(layout, base, rank, ends, words, True):
        yield visited + again
    return PlacementTable(words, starts, base, rank, sets, sizes)


def _visits(
    layout: Layout, base: NDArray[np.int64], rank: NDArray[np.int64], ends: NDArray[np.int64],
    words: NDArray[np.uint64], filing: bool,
) -> Generator[int, None, int]:  # fmt: skip
    """Visit all placements, interpreted until the machine code is there."""
    h = int(layout.h)
    stack = np.zeros((h + 1, 6), dtype=np.uint64)
    stack[0, 5] = (2 << h) - 1
    standing = np.zeros(3, dtype=np.int64)
    runner, budget = KernelRunner(), FIRST_COMPILED if enumerate_placements.compiled else FIRST_BUDGET
    while True:
        started = time.perf_counter()
        state = layout, base, rank, stack, ends, words, filing, standing, budget
        if h > LARGEST_INTERPRETED:
            runner.run_beside(enumerate_placements, *state)
        else:
            enumerate_placements.interpret(*state)
        if standing[ENDED]:
            return int(standing[VISITED])
        spent = time.perf_counter() - started
        budget = max(FIRST_BUDGET, next_budget(budget, spent, SLICE_SECONDS / 2))
        if h > LARGEST_INTERPRETED and not enumerate_placements.compiled:
            wait_for_machine_code(YIELDED * min(spent, SLICE_SECONDS))
        yield int(standing[VISITED])


def longest_lists(table: PlacementTable) -> NDArray[np.int64]:
    """The largest number of placements that a set of rows and a set of columns have, by the size of the sets."""
    sizes = np.bitwise_count(np.arange(len(table.base))).astype(np.int64)
    out = np.zeros(len(table.sizes), dtype=np.int64)
    np.maximum.at(out, sizes, np.maximum.reduceat(np.diff(table.starts), table.base))
    return out


def most_placements(table: PlacementTable) -> int:
    """The largest number of placements that any set of rows has."""
    return int(np.diff(np.append(table.starts[table.base], table.starts[-1])).max())
