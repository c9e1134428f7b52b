"""The table of a counting search: it tells in how many ways a set of remaining items can be covered.

The table is one array (uint64), a row for each slot, so that asking touches
one or two cache lines:

    table[s, WORK]       the work it took to find the count, 0 for an empty slot
    table[s, COUNT …]    the count, in as many words as all counts of the search have, the lowest first
    table[s, key …]      the items left, as a row of bits; compared in full, so counts are exact

Counts are exact: the top bit of the last word is clear, so that the sum of two
still fits.  If a sum sets it (`TIGHT`), all counts get one more word before the
next addition.

There are two slots for each hash value, home and home ^ 1.  A new entry takes
the place of the one that saved less work, and the survivor ages.  The table
starts small and grows fourfold, the last time perhaps twofold; a home is the top
bits of the hash, so entries that shared two slots have four or eight after
growing, and nothing is lost.

Work is counted in deletions of options.  The work that lookups save decides
whether the table is used at all (the hit rate says little about that).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core.exact_cover._kernels.depth_first import LEAVE, TRY
from core.exact_cover._kernels.sparse_sets import DEGREE, RETURN, TRIED
from core.running._kernel_search import DONE

ASKING, LOOKUPS, HITS, SAVED, INSERTS, WINDOW_LOOKUPS, WINDOW_SAVED = range(7)
"""The table's own figures: whether it is in use, what it has done, and what it has done since it was last judged."""
FIGURES = 7

WORK, COUNT = range(2)
"""Columns of the table; after the words of the count comes the key."""

NO_MORE, MORE, TIGHT = range(3)
"""What was added to a count: nothing; something; so much that counts need more words before the next addition."""

FIRST_WORDS = 2
"""The words of a count at the start, and the fewest: one word would be no faster, and soon too short."""
FIRST_SLOTS = 1 << 10
FIRST_WINDOW = 1 << 10
WINDOW = 1 << 12
DESCENTS = 4
"""The table is judged after this many lookups per level, at least: the first way down finds nothing."""
WORTH = 3
"""Deletions that a lookup must save on average; below that the table costs more than it gives."""
MOST_WORK = 1 << 32
"""The most work noted.  What a lookup saves counts as work of the node above, so it grows as fast as the count."""
LEAST_ITEMS = 8
"""A node with fewer uncovered primary items is searched faster than it is looked up."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_THIRTY_TWO = np.uint64(32)
_SIXTY_THREE = np.uint64(63)
_U0, _U1 = np.uint64(0), np.uint64(1)


def empty_table(slots: int, columns: int) -> NDArray[np.uint64]:
    """A table without entries."""
    return np.zeros((slots, columns), dtype=np.uint64)


def most_slots(columns: int, room: int) -> int:
    """How many slots the table may grow to in this many bytes."""
    slots = FIRST_SLOTS
    while slots * 2 * columns * 8 <= room:
        slots *= 2
    return slots


@inline_kernel
def home_shift(slots: Any) -> Any:
    """How far a hash is shifted down to make a home among ``slots`` slots (a power of two)."""
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
    """The slot that holds a row of bits, or -1; updates the figures, and switches the table off if it does not pay."""
    key = table.shape[1] - bits.shape[1]
    home = hash_row(bits, row, 0) >> shift
    slot = np.int64(-1)
    for near in (home, home ^ _U1):
        if table[near, WORK] != _U0:
            same = True
            for w in range(bits.shape[1]):
                if table[near, key + w] != bits[row, w]:
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
    window = max(FIRST_WINDOW if figures[LOOKUPS] <= FIRST_WINDOW else WINDOW, DESCENTS * bits.shape[0])
    if figures[WINDOW_LOOKUPS] >= window:
        if figures[WINDOW_SAVED] < WORTH * figures[WINDOW_LOOKUPS]:
            figures[ASKING] = 0
        figures[WINDOW_LOOKUPS] = 0
        figures[WINDOW_SAVED] = 0
    return slot


@inline_kernel
def claim(table: Any, figures: Any, bits: Any, row: Any, shift: Any, spent: Any) -> Any:
    """A slot for a row of bits, with its key and work filled in, ``spent`` deletions after its lookup."""
    slot = hash_row(bits, row, 0) >> shift
    if table[slot, WORK] > table[slot ^ _U1, WORK]:
        slot ^= _U1
    table[slot ^ _U1, WORK] -= table[slot ^ _U1, WORK] >> np.uint64(2)
    table[slot, WORK] = np.uint64(min(max(spent, 1), MOST_WORK))
    key = table.shape[1] - bits.shape[1]
    for w in range(bits.shape[1]):
        table[slot, key + w] = bits[row, w]
    figures[INSERTS] += 1
    return slot


@inline_kernel
def remember(table: Any, figures: Any, bits: Any, row: Any, shift: Any, counts: Any, host: Any, spent: Any) -> None:
    """Put a host's count into the table under a row of bits, ``spent`` deletions after its lookup."""
    slot = claim(table, figures, bits, row, shift, spent)
    table[slot, COUNT], table[slot, COUNT + 1] = counts[host, 0], counts[host, 1]
    for w in range(FIRST_WORDS, counts.shape[1]):
        table[slot, COUNT + w] = counts[host, w]


@kernel
def refill(old: Any, new: Any, key: Any) -> Any:
    """Move the entries of a table into an empty one of another size; returns how many there are.

    If there is room for two only, the entries that save more work stay.
    """
    shift = home_shift(new.shape[0])
    held = 0
    for slot in range(old.shape[0]):
        if old[slot, WORK] != _U0:
            home = hash_row(old, slot, key) >> shift
            if new[home, WORK] > new[home ^ _U1, WORK]:
                home ^= _U1
            if new[home, WORK] < old[slot, WORK]:
                if new[home, WORK] == _U0:
                    held += 1
                for column in range(old.shape[1]):
                    new[home, column] = old[slot, column]
    return held


@inline_kernel
def count_one(counts: Any, host: Any) -> Any:
    """Add 1 to the count of a host; returns MORE or TIGHT."""
    word = 0
    counts[host, 0] += _U1
    while counts[host, word] == _U0 and word + 1 < counts.shape[1]:
        word += 1
        counts[host, word] += _U1
    return TIGHT if counts[host, counts.shape[1] - 1] >> _SIXTY_THREE else MORE


@inline_kernel
def add_count(counts: Any, host: Any, rows: Any, row: Any, first: Any) -> Any:
    """Add the count in a row of ``rows``, from column ``first`` on, to that of a host; returns what was added."""
    low, high = rows[row, first], rows[row, first + 1]
    some = low | high
    total = counts[host, 0] + low
    carry = _U1 if total < low else _U0
    counts[host, 0] = total
    total = counts[host, 1] + high + carry
    counts[host, 1] = total
    if counts.shape[1] > FIRST_WORDS:
        for w in range(FIRST_WORDS, counts.shape[1]):
            carry = _U1 if total < high or (carry != _U0 and total == high) else _U0
            high = rows[row, first + w]
            some |= high
            total = counts[host, w] + high + carry
            counts[host, w] = total
    if total >> _SIXTY_THREE:
        return TIGHT
    return MORE if some else NO_MORE


@inline_kernel
def ask(
    table: Any, figures: Any, bits: Any, counts: Any, host: Any, level: Any, store: Any, started: Any, updates: Any,
    shift: Any,
) -> Any:  # fmt: skip
    """Add the table's count of this level's remainder to the host; without one, note that the remainder is to be
    stored.

    Returns what was added, and whether the table held it.
    """
    slot = recall(table, figures, bits, level, shift)
    if slot >= 0:
        return add_count(counts, host, table, slot, COUNT), True
    store[level] = 1
    started[level] = updates + figures[SAVED]
    return NO_MORE, False


@inline_kernel
def go_back(
    trail: Any, table: Any, figures: Any, bits: Any, counts: Any, host: Any, store: Any, started: Any, updates: Any,
    shift: Any,
) -> Any:  # fmt: skip
    """Go back to the last level with several branches, to try its next one or to pass its count outwards.

    Returns the next phase, the level, its host, and what was added to the host's count.
    """
    if host == _U0:
        return DONE, host, host, NO_MORE
    here = host - _U1
    if trail[here, TRIED] < trail[here, DEGREE]:
        return TRY, host, host, NO_MORE
    outer = np.uint64(trail[here, RETURN])
    return LEAVE, here, outer, close_host(table, figures, bits, counts, host, outer, store, started, updates, shift)


@inline_kernel
def close_host(
    table: Any, figures: Any, bits: Any, counts: Any, host: Any, outer: Any, store: Any, started: Any, updates: Any,
    shift: Any,
) -> Any:  # fmt: skip
    """Pass the count of a finished host to the one outside it, store it in the table, and empty the host.

    Returns what was added to the outer host.
    """
    level = host - _U1
    if store[level] and figures[ASKING]:
        spent = updates + figures[SAVED] - started[level]
        remember(table, figures, bits, level, shift, counts, host, spent)
    added = add_count(counts, outer, counts, host, 0)
    counts[host, 0], counts[host, 1] = _U0, _U0
    for w in range(FIRST_WORDS, counts.shape[1]):
        counts[host, w] = _U0
    return added
