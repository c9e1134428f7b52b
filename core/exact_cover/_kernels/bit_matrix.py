"""An exact cover problem as a matrix of bits, held by columns: one bit for each option, 64 to a word.

A level of a search on it is two rows of bits: the options left, which hold no item
covered so far, and the items still uncovered.  Choosing an option takes out, for
each of its items, the item's column; the size of an item is the number of bits
that its column shares with what is left.  The work does not grow with the number
of options removed, there is nothing to undo, and the processor's vector unit
handles whole rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel
from core.exact_cover._kernels.depth_first import BRANCH, LEAVE
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, TRIED

NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
"""What `smallest` returns if no item is uncovered."""

U0, U1, U6, U32, U63 = (np.uint64(i) for i in (0, 1, 6, 32, 63))
LOW_HALF = np.uint64(0xFFFFFFFF)
"""In what `smallest` returns, the item; its number of options is above."""


def columns_of(incidence: Incidence) -> NDArray[np.uint64]:
    """Return an (items, words) array with the options of each item as a row of bits."""
    return _rows_with(
        incidence.primary + incidence.secondary, incidence.items, _options_of(incidence), incidence.options
    )  # fmt: skip


def option_bits_of(incidence: Incidence) -> NDArray[np.uint64]:
    """Return an (options, words) array with the items of each option as a row of bits."""
    return _rows_with(
        incidence.options, _options_of(incidence), incidence.items, incidence.primary + incidence.secondary
    )  # fmt: skip


def clearing_rows(incidence: Incidence, colours: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each entry the row of `coloured_columns_of` with the options that it rules out, besides its own.

    That is the row of its item or, for an entry with a colour (``colours`` has that of every entry, 0 for none), a row
    after those of the items.  Also returns the items of these added rows.
    """
    rows = incidence.items.astype(np.int64)
    painted = np.flatnonzero(colours)
    shades = int(colours.max(initial=0)) + 1
    pairs, which = np.unique(rows[painted] * shades + colours[painted], return_inverse=True)
    rows[painted] = incidence.primary + incidence.secondary + which
    return rows, pairs // shades


def coloured_columns_of(
    incidence: Incidence, rows: NDArray[np.int64], owners: NDArray[np.int64]
) -> NDArray[np.uint64]:  # fmt: skip
    """`columns_of`, and after it a row for every colour of an item: its options that do not give it this colour.

    ``rows`` and ``owners`` are what `clearing_rows` returned.
    """
    columns = columns_of(incidence)
    painted = np.flatnonzero(rows >= len(columns))
    same = _rows_with(len(owners), rows[painted] - len(columns), _options_of(incidence)[painted], incidence.options)
    return np.concatenate([columns, columns[owners] & ~same])


def _options_of(incidence: Incidence) -> NDArray[np.int64]:
    """The option of each entry."""
    return np.repeat(np.arange(incidence.options), np.diff(incidence.starts))


def _rows_with(number: int, rows: NDArray[Any], places: NDArray[Any], length: int) -> NDArray[np.uint64]:
    """``number`` rows of at least ``length`` bits, with bit ``places[k]`` set in row ``rows[k]``."""
    bits = np.zeros((number, max(1, -(-length // 64))), dtype=np.uint64)
    np.bitwise_or.at(bits, (rows, places // 64), np.uint64(1) << (places % 64).astype(np.uint64))
    return bits


def row_of_ones(count: int, words: int) -> NDArray[np.uint64]:
    """A row of bits, the first ``count`` set."""
    row: NDArray[np.uint64] = np.packbits(np.arange(64 * words) < count, bitorder="little").view(np.uint64)
    return row


@inline_kernel
def met_in(half: Any, word: Any, w: Any, after: Any) -> Any:
    """The bits of a row's word ``w`` that half of a scan meets: those after item ``after`` (0), then the rest (1)."""
    middle = after >> U6
    if np.uint64(w) == middle:
        behind = NOTHING << (after & U63)
        return word & behind if half == 0 else word & ~behind
    return word if (np.uint64(w) > middle) == (half == 0) else U0


@inline_kernel
def options_left(left: Any, level: Any, columns: Any, item: Any, first: Any, end: Any) -> Any:
    """How many options of an item are left at a level, in the words from ``first`` to ``end``."""
    size = U0
    for v in range(first, end):
        size += popcount(columns[item, v] & left[level, v])
    return size


@inline_kernel
def smallest(left: Any, level: Any, columns: Any, uncovered: Any, primary: Any, after: Any) -> Any:
    """Size << 32 | item of the smallest of the uncovered ``primary`` items (a row of bits), and how many there are.

    NOTHING for none.  The scan begins after item ``after`` and stops at the first
    dead item: the neighbours of an item just covered are most likely dead.
    """
    least = NOTHING
    count = 0
    for half in range(2):
        for w in range(primary.shape[0]):
            word = met_in(half, uncovered[level, w] & primary[w], w, after)
            while word != U0:
                bit = lowest(word)
                word ^= bit
                item = (np.uint64(w) << U6) + popcount(bit - U1)
                count += 1
                size = options_left(left, level, columns, item, 0, left.shape[1])
                least = min(least, (size << U32) | item)
                if size == U0:
                    return least, count
    return least, count


@inline_kernel
def first_uncovered(left: Any, level: Any, columns: Any, uncovered: Any, primary: Any) -> Any:
    """Size << 32 | item of the first uncovered one of the ``primary`` items (a row of bits), or NOTHING."""
    for w in range(primary.shape[0]):
        word = uncovered[level, w] & primary[w]
        if word != U0:
            item = (np.uint64(w) << U6) + popcount(lowest(word) - U1)
            return (options_left(left, level, columns, item, 0, left.shape[1]) << U32) | item
    return NOTHING


@inline_kernel
def next_option(left: Any, level: Any, end: Any, columns: Any, item: Any, option: Any) -> Any:
    """The first option of an item after ``option`` (-1 for all) left in the words before ``end``; -1 for none."""
    option += 1
    behind = NOTHING << np.uint64(option & 63)
    for v in range(option >> 6, end):
        word = columns[item, v] & left[level, v] & behind
        if word != U0:
            return np.int64(v << 6) + np.int64(popcount(lowest(word) - U1))
        behind = NOTHING
    return np.int64(-1)


@inline_kernel
def take_out(left: Any, level: Any, columns: Any, starts: Any, items: Any, option: Any) -> Any:
    """Make row ``level`` of what is left, without the options that meet ``option``; returns how many are removed."""
    above = level - U1
    for v in range(left.shape[1]):
        left[level, v] = left[above, v]
    for k in range(starts[option], starts[option + 1]):
        item = items[k]
        for v in range(left.shape[1]):
            left[level, v] &= ~columns[item, v]
    gone = U0
    for v in range(left.shape[1]):
        gone += popcount(left[above, v] ^ left[level, v])
    return np.int64(gone)


@inline_kernel
def cover_items(uncovered: Any, level: Any, option_bits: Any, option: Any) -> None:
    """Make row ``level`` of the uncovered items: the row above without the items of an option."""
    for w in range(uncovered.shape[1]):
        uncovered[level, w] = uncovered[level - U1, w] & ~option_bits[option, w]


@inline_kernel
def note_item(trail: Any, level: Any, least: Any) -> Any:
    """Note the item to branch on, as `smallest` has found it, in a level's row of the trail; returns the next phase."""
    trail[level, ITEM] = np.int64(least & LOW_HALF)
    trail[level, CHOSEN] = -1
    trail[level, TRIED] = 0
    trail[level, DEGREE] = np.int64(least >> U32)
    return BRANCH if least >> U32 != U0 else LEAVE


@inline_kernel
def write_path(state: Any, level: Any, rows: Any, row: Any) -> None:
    """Write the options of the path to a level into a row of -1."""
    width = 0
    for i in range(level):
        if state.trail[i, CHOSEN] >= 0 and width < rows.shape[1]:
            rows[row, width] = np.int32(state.trail[i, CHOSEN])
            width += 1
