"""9×9 in ordinary words: 27 words hold the candidates, one for each digit and band; tables find locked candidates.

This is for processors that cannot shuffle vectors of bytes; others use `core.sudoku.bulk.triads`.

After the solvers of the enjoysudoku.com forum (Brian Turner's BB_Sudoku, Zhou
Yundong's and JCZSolve): word 3·d + b holds, for digit d + 1, the cells of band b
(three rows of boxes' worth) that can still take it, bit 9·row + column.  A
*minirow* is the three cells of a box in one row.  In a band each digit takes one
minirow from every row and every box, so its minirows form a permutation of
three; likewise, within a stack, its *minicolumns* (by band and column).  Given a
set of nine minirows, or minicolumns, a table of 512 entries says which of them
belong to some permutation: one look-up finds hidden singles and every locked
candidate.

Naked singles come from adding up the nine words of a band bit by bit: once,
twice, three times.  A cell with two candidates is split first.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import inline_kernel, kernel
from core.running.kernel_search import DONE, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, UNBOUNDED, leave
from core.sudoku.bulk.triads import LEAVE, SPLIT, VISIT

LEVELS = 82
"""The most states on a path: one for each split, and each split settles a cell."""

FULL = np.uint32((1 << 27) - 1)
ZERO, ONE, NINE, EIGHTEEN = (np.uint32(i) for i in (0, 1, 9, 18))
LINE = np.uint32(511)
THREE, SIX, SEVEN = (np.uint32(i) for i in (3, 6, 7))


def _permutable(index: int) -> int:
    """The members of a 3 × 3 set (bit 3·i + j) that lie in a permutation within the set."""
    kept = 0
    for order in permutations(range(3)):
        members = sum(1 << (3 * i + j) for i, j in enumerate(order))
        if members & index == members:
            kept |= members
    return kept


PERMUTABLE = np.array([_permutable(index) for index in range(512)], dtype=np.uint32)
"""From a 9-bit set of minirows (3·row + stack) or minicolumns (3·band + column) to those in some permutation."""

MINIROWS = np.array(
    [sum(1 << stack for stack in range(3) if row >> 3 * stack & 7) for row in range(512)], dtype=np.uint32
)
"""From a set of the nine cells of a row to the set of its three minirows that are not empty."""

CELLS_OF = np.array([sum(7 << 3 * at for at in range(9) if index >> at & 1) for index in range(512)], dtype=np.uint32)
"""From a 9-bit set of minirows to the set of their 27 cells."""

BOX = np.array([0o007007007 << 3 * stack for stack in range(3)], dtype=np.uint32)
"""The cells of each box of a band."""


@inline_kernel
def _single(bits: Any) -> Any:
    return bits & (bits - ONE) == ZERO


@kernel
def apply_tables(words: Any, dirty: Any) -> Any:
    """Apply the rules to the 27 words until nothing changes; False at a contradiction.

    ``dirty`` is the set of digits that may have changed since the last time.
    """
    while dirty != ZERO:
        digit = 0
        while (dirty >> np.uint32(digit)) & ONE == ZERO:
            digit += 1
        dirty &= ~(ONE << np.uint32(digit))
        at = 3 * digit
        again = True
        while again:
            again = False
            for band in range(3):
                word = words[at + band]
                rows = (
                    MINIROWS[word & LINE] | (MINIROWS[(word >> NINE) & LINE] << THREE)
                    | (MINIROWS[word >> EIGHTEEN] << SIX)
                )  # fmt: skip
                kept = PERMUTABLE[rows]
                if kept == ZERO:
                    return False
                if kept != rows:
                    words[at + band] = word & CELLS_OF[kept]
            first, second, third = words[at], words[at + 1], words[at + 2]
            first = (first | (first >> NINE) | (first >> EIGHTEEN)) & LINE
            second = (second | (second >> NINE) | (second >> EIGHTEEN)) & LINE
            third = (third | (third >> NINE) | (third >> EIGHTEEN)) & LINE
            for stack in range(3):
                shift = np.uint32(3 * stack)
                columns = (
                    ((first >> shift) & SEVEN) | (((second >> shift) & SEVEN) << THREE)
                    | (((third >> shift) & SEVEN) << SIX)
                )  # fmt: skip
                kept = PERMUTABLE[columns]
                if kept == ZERO:
                    return False
                if kept != columns:
                    again = True
                    lost = columns ^ kept
                    for band in range(3):
                        gone = ((lost >> np.uint32(3 * band)) & SEVEN) << shift
                        words[at + band] &= ~(gone | (gone << NINE) | (gone << EIGHTEEN))
        # Where a row has one place left for the digit, the digit takes that cell: no other can stand there.
        for band in range(3):
            word = words[at + band]
            placed = ZERO
            row = word & LINE
            if _single(row):
                placed = row
            row = word & (LINE << NINE)
            if _single(row):
                placed |= row
            row = word & (LINE << EIGHTEEN)
            if _single(row):
                placed |= row
            if placed != ZERO:
                for other in range(9):
                    if other != digit and words[3 * other + band] & placed != ZERO:
                        words[3 * other + band] &= ~placed
                        dirty |= ONE << np.uint32(other)
        if dirty == ZERO:
            # Naked singles, only once nothing cheaper is left to do.
            for band in range(3):
                once, twice = ZERO, ZERO
                for other in range(9):
                    word = words[3 * other + band]
                    twice |= once & word
                    once |= word
                if once != FULL:
                    return False
                once &= ~twice
                for other in range(9):
                    word = words[3 * other + band]
                    lone = word & once
                    if lone == ZERO:
                        continue
                    for stack in range(3):
                        here = lone & BOX[stack]
                        if here != ZERO and here != word & BOX[stack]:
                            if not _single(here):
                                return False
                            words[3 * other + band] &= ~BOX[stack] | here
                            dirty |= ONE << np.uint32(other)
    return True


@kernel
def choose_cell(words: Any) -> Any:
    """Band and bit of an undecided cell, one with two candidates if there is any; bit 0 when all are decided."""
    best_band, best, fewest = 0, ZERO, 10
    for band in range(3):
        once, twice, thrice = ZERO, ZERO, ZERO
        for digit in range(9):
            word = words[3 * digit + band]
            thrice |= twice & word
            twice |= once & word
            once |= word
        pairs = twice & ~thrice
        if pairs != ZERO:
            return band, pairs & (~pairs + ONE)
        while twice != ZERO:
            bit = twice & (~twice + ONE)
            twice ^= bit
            size = 0
            for digit in range(9):
                if words[3 * digit + band] & bit != ZERO:
                    size += 1
            if size < fewest:
                best_band, best, fewest = band, bit, size
    return best_band, best


class Words(NamedTuple):
    """The states that are still open, and what is still to be done in each."""

    words: NDArray[np.uint32]
    """(levels, 27): one state for each level, the current one last."""
    changed: NDArray[np.uint32]
    """By level, the digits changed since the rules were last applied there."""
    share: NDArray[np.float64]
    """By level, its part of the tree; the last entry is the part that is done."""
    counters: NDArray[np.int64]


def arrays() -> dict[str, NDArray[Any]]:
    """Make room for one search: `Words` without the counters."""
    return {
        "words": np.zeros((LEVELS, 27), dtype=np.uint32),
        "changed": np.zeros(LEVELS, dtype=np.uint32),
        "share": np.zeros(LEVELS + 1, dtype=np.float64),
    }


BOUNDS = {"words": (0, int(FULL)), "changed": (0, int(LINE))}


@kernel
def begin(state: Any, givens: Any) -> None:
    """Set the first state to a grid (81 values): each given is alone in its cell and stands nowhere else in its box."""
    words, changed, share, counters = state.words, state.changed, state.share, state.counters
    counters[:] = 0
    changed[0] = LINE
    share[0] = 1.0
    for at in range(27):
        words[0, at] = FULL
    for cell in range(81):
        value = givens[cell]
        if value == 0:
            continue
        band = cell // 27
        bit = ONE << np.uint32(cell % 27)
        box = BOX[cell % 9 // 3]
        for digit in range(9):
            words[0, 3 * digit + band] &= ~bit if digit != value - 1 else (~box | bit)


@kernel
def read_values(state: Any, level: Any, values: Any) -> None:
    """The decided cells of the state of a level as 81 values, 0 where several digits are left."""
    words = state.words[level]
    for cell in range(81):
        band = cell // 27
        bit = ONE << np.uint32(cell % 27)
        value, many = 0, False
        for digit in range(9):
            if words[3 * digit + band] & bit != ZERO:
                many = value != 0
                value = digit + 1
                if many:
                    break
        values[cell] = 0 if many else value


@kernel
def search_words(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`."""
    words, changed, share, counters = state.words, state.changed, state.share, state.counters
    level = counters[LEVEL]
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == VISIT:
            nodes_left -= 1
            phase = LEAVE
            if apply_tables(words[level], changed[level]):
                phase = SPLIT
                band, bit = choose_cell(words[level])
                if bit == ZERO:
                    phase = LEAVE
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        read_values(state, level, found[kept])
                        kept += 1
        elif phase == LEAVE:
            share[LEVELS] += share[level]
            phase = DONE
            if level > 0:
                level -= 1
                phase = VISIT
        else:
            band, bit = choose_cell(words[level])
            if bit == ZERO or level + 1 == LEVELS:  # only in a damaged state
                phase = LEAVE
                continue
            share[level] *= 0.5
            share[level + 1] = share[level]
            for at in range(27):
                words[level + 1, at] = words[level, at]
            digit = 0
            while words[level, 3 * digit + band] & bit == ZERO:
                digit += 1
            words[level, 3 * digit + band] ^= bit
            changed[level] = ONE << np.uint32(digit)
            level += 1
            others = ONE << np.uint32(digit)
            for other in range(9):
                if other != digit and words[level, 3 * other + band] & bit != ZERO:
                    words[level, 3 * other + band] ^= bit
                    others |= ONE << np.uint32(other)
            box = BOX[0]
            if bit & BOX[1] != ZERO:
                box = BOX[1]
            if bit & BOX[2] != ZERO:
                box = BOX[2]
            words[level, 3 * digit + band] &= ~box | bit
            changed[level] = others
            phase = VISIT
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


@kernel
def solve_many(state: Any, puzzles: Any, limit: Any, solutions: Any, counts: Any, nodes: Any, found: Any) -> None:
    """For each row of ``puzzles`` (int32, 81): a first solution, how many there are up to ``limit``, the nodes."""
    counters = state.counters
    for row in range(puzzles.shape[0]):
        begin(state, puzzles[row])
        search_words(state, UNBOUNDED, limit, found)
        counts[row] = counters[SOLUTIONS]
        nodes[row] = counters[NODES]
        for cell in range(81):
            solutions[row, cell] = found[0, cell] if counters[SOLUTIONS] > 0 else 0
