"""An exact cover problem as a matrix of bits, held by columns: one bit for each option, 64 to a word.

A level of a search on it is two rows of bits: the options left, which hold no
item covered so far, and the items still uncovered.  Choosing an option takes
out, for each of its items, the item's column; the size of an item is a
population count of its column with what is left.  The work does not grow with
the number of options removed, there is nothing to undo, and the processor's vector
unit handles whole rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernels.bits import lowest, popcount
from core.kernels.incidence import Incidence
from core.kernels.kernel import inline_kernel

NOTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
"""What `smallest` returns where no item is uncovered."""

U0, U1, U6, U32, U63 = (np.uint64(i) for i in (0, 1, 6, 32, 63))
INDEX_BITS = np.uint64(0xFFFFFFFF)


def columns_of(incidence: Incidence) -> NDArray[np.uint64]:
    """Return an (items, words) array with the options of each item as a row of bits."""
    words = max(1, -(-incidence.options // 64))
    columns = np.zeros((incidence.primary + incidence.secondary, words), dtype=np.uint64)
    option_of = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))
    bits = np.uint64(1) << (option_of % 64).astype(np.uint64)
    np.bitwise_or.at(columns, (incidence.items, option_of // 64), bits)
    return columns


def option_bits_of(incidence: Incidence) -> NDArray[np.uint64]:
    """Return an (options, words) array with the items of each option as a row of bits."""
    words = max(1, -(-(incidence.primary + incidence.secondary) // 64))
    rows = np.zeros((incidence.options, words), dtype=np.uint64)
    option_of = np.repeat(np.arange(incidence.options), np.diff(incidence.starts))
    bits = np.uint64(1) << (incidence.items % 64).astype(np.uint64)
    np.bitwise_or.at(rows, (option_of, incidence.items // 64), bits)
    return rows


def row_of_ones(count: int, words: int) -> NDArray[np.uint64]:
    """A row of bits, the first ``count`` set."""
    row: NDArray[np.uint64] = np.packbits(np.arange(64 * words) < count, bitorder="little").view(np.uint64)
    return row


@inline_kernel
def smallest(left: Any, level: Any, columns: Any, uncovered: Any, primary: Any, after: Any) -> Any:
    """Size << 32 | item of the smallest of the uncovered ``primary`` items (a row of bits), and how many there are.

    NOTHING for none.  The scan begins behind item ``after`` and ends with the
    first dead item: the neighbours of what was just covered are most likely dead.
    """
    least = NOTHING
    count = 0
    middle = after >> U6
    behind = NOTHING << (after & U63)
    for half in range(2):
        for w in range(primary.shape[0]):
            word = uncovered[level, w] & primary[w]
            if np.uint64(w) == middle:
                word &= behind if half == 0 else ~behind
            elif (np.uint64(w) > middle) != (half == 0):
                word = U0
            while word != U0:
                bit = lowest(word)
                word ^= bit
                item = (np.uint64(w) << U6) + popcount(bit - U1)
                count += 1
                size = U0
                for v in range(left.shape[1]):
                    size += popcount(columns[item, v] & left[level, v])
                least = min(least, (size << U32) | item)
                if size == U0:
                    return least, count
    return least, count


@inline_kernel
def first_uncovered(left: Any, level: Any, columns: Any, uncovered: Any, primary: Any) -> Any:
    """Size << 32 | item of the first uncovered one of the ``primary`` items (a row of bits), NOTHING without one."""
    for w in range(primary.shape[0]):
        word = uncovered[level, w] & primary[w]
        if word != U0:
            item = (np.uint64(w) << U6) + popcount(lowest(word) - U1)
            size = U0
            for v in range(left.shape[1]):
                size += popcount(columns[item, v] & left[level, v])
            return (size << U32) | item
    return NOTHING


@inline_kernel
def next_option(left: Any, level: Any, columns: Any, item: Any, option: Any) -> Any:
    """The first option of an item after ``option`` (-1 for all) among those left; -1 where there is none."""
    option += 1
    behind = NOTHING << np.uint64(option & 63)
    for v in range(option >> 6, left.shape[1]):
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
