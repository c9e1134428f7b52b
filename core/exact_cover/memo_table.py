"""The table of a counting search: for the items left to cover, in how many ways that can be done.

The table is one array (uint64), a row for each slot, so that asking touches
one or two cache lines:

    table[s, WORK]       what it took to find the count, 0 for an empty slot
    table[s, LOW], [s, HIGH]  the 128 bits of the count
    table[s, KEY …]      the items left, as a row of bits; compared in full, so counts are exact

There are two slots for each hash value, home and home ^ 1.  A new entry takes
the place of the one that saved less work, and the survivor ages.  The table
starts small and grows fourfold; a home is the top bits of the hash, so whatever
shared two slots has eight after growing, and nothing is lost.

Work is counted in deletions of options.  What a lookup saves decides whether
the table is asked at all (how often it hits says little about that).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.kernel import inline_kernel, kernel

ASKING, LOOKUPS, HITS, SAVED, INSERTS, WINDOW_LOOKUPS, WINDOW_SAVED = range(7)
"""The table's own figures: whether it is asked at all, what it did, and what it did since it was last judged."""
FIGURES = 7

WORK, LOW, HIGH, KEY = range(4)
"""Columns of the table."""

FIRST_SLOTS = 1 << 10
FIRST_WINDOW = 1 << 10
WINDOW = 1 << 12
WORTH = 3
"""Deletions that a lookup must save on average; below that the table costs more than it gives."""
MOST_WORK = 1 << 32
"""The largest work noted: what a lookup saves counts as work of the one above, so it grows as fast as the count."""
LEAST_ITEMS = 8
"""A node with fewer uncovered primary items is searched faster than it is looked up."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_THIRTY_TWO = np.uint64(32)
_U0, _U1 = np.uint64(0), np.uint64(1)


def empty_table(slots: int, words: int) -> NDArray[np.uint64]:
    """A table for keys of ``words`` words of 64 bits."""
    return np.zeros((slots, KEY + words), dtype=np.uint64)


def most_slots(words: int, megabytes: int) -> int:
    """How many slots the table may grow to in so much memory."""
    slots = FIRST_SLOTS
    while slots * 4 * (KEY + words) * 8 <= megabytes << 20:
        slots *= 4
    return slots


@inline_kernel
def home_shift(slots: Any) -> Any:
    """How far a hash is shifted down to make a home among so many slots (a power of two)."""
    shift = np.uint64(64)
    while np.int64(1) << np.int64(np.uint64(64) - shift) < slots:
        shift -= _U1
    return shift


@inline_kernel
def hash_row(rows: Any, row: Any, first: Any) -> Any:
    """A 64-bit hash of a row of words, from column ``first`` on; its top bits are the best mixed."""
    value = _U0
    for w in range(first, rows.shape[1]):
        value = (value ^ rows[row, w]) * _GOLDEN
        value ^= value >> _THIRTY_TWO
    return value * _GOLDEN


@inline_kernel
def recall(table: Any, figures: Any, bits: Any, row: Any, shift: Any) -> Any:
    """The slot that holds a row of bits, or -1; keeps the figures, and stops asking where it does not pay."""
    home = hash_row(bits, row, 0) >> shift
    slot = np.int64(-1)
    for near in (home, home ^ _U1):
        if table[near, WORK] != _U0:
            same = True
            for w in range(bits.shape[1]):
                if table[near, KEY + w] != bits[row, w]:
                    same = False
                    break
            if same:
                slot = np.int64(near)
    figures[LOOKUPS] += 1
    figures[WINDOW_LOOKUPS] += 1
    if slot >= 0:
        figures[HITS] += 1
        figures[SAVED] += np.int64(table[slot, WORK])
        figures[WINDOW_SAVED] += np.int64(table[slot, WORK])
    window = FIRST_WINDOW if figures[LOOKUPS] <= FIRST_WINDOW else WINDOW
    if figures[WINDOW_LOOKUPS] >= window:
        if figures[WINDOW_SAVED] < WORTH * figures[WINDOW_LOOKUPS]:
            figures[ASKING] = 0
        figures[WINDOW_LOOKUPS] = 0
        figures[WINDOW_SAVED] = 0
    return slot


@inline_kernel
def remember(table: Any, figures: Any, bits: Any, row: Any, shift: Any, low: Any, high: Any, spent: Any) -> None:
    """Put the count for a row of bits into the table, ``spent`` deletions after it was asked for."""
    slot = hash_row(bits, row, 0) >> shift
    if table[slot, WORK] > table[slot ^ _U1, WORK]:
        slot ^= _U1
    table[slot ^ _U1, WORK] -= table[slot ^ _U1, WORK] >> np.uint64(2)
    table[slot, WORK] = np.uint64(min(max(spent, 1), MOST_WORK))
    table[slot, LOW] = low
    table[slot, HIGH] = high
    for w in range(bits.shape[1]):
        table[slot, KEY + w] = bits[row, w]
    figures[INSERTS] += 1


@kernel
def refill(old: Any, new: Any) -> Any:
    """Move the entries of a table into an empty one with four times the slots; returns how many there are."""
    shift = home_shift(new.shape[0])
    held = 0
    for slot in range(old.shape[0]):
        if old[slot, WORK] != _U0:
            home = hash_row(old, slot, KEY) >> shift
            if new[home, WORK] != _U0:
                home ^= _U1
            for column in range(old.shape[1]):
                new[home, column] = old[slot, column]
            held += 1
    return held


@inline_kernel
def add_count(low: Any, high: Any, host: Any, value_low: Any, value_high: Any) -> Any:
    """Add a 128-bit count to that of a host; returns whether it still fits into 128 bits."""
    low[host] += value_low
    carry = _U1 if low[host] < value_low else _U0
    total = high[host] + value_high + carry
    fits = not (total < high[host] or (carry == _U1 and total == high[host]))
    high[host] = total
    return fits


@inline_kernel
def close_host(
    table: Any, figures: Any, bits: Any, low: Any, high: Any, host: Any, store: Any, started: Any, updates: Any,
    shift: Any,
) -> Any:  # fmt: skip
    """Empty a host whose branches are all done, and remember its count; returns the 128 bits of it."""
    level = host - _U1
    value_low, value_high = low[host], high[host]
    low[host], high[host] = _U0, _U0
    if store[level] and figures[ASKING]:
        spent = updates + figures[SAVED] - started[level]
        remember(table, figures, bits, level, shift, value_low, value_high, spent)
    return value_low, value_high
