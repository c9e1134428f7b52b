"""Counting with memory: what is left to cover decides how many ways there are to cover it.

The search is that of dancing cells.  At a node with at least two branches the
set of uncovered items, as a row of bits, is looked up in a table; a node seen
before gives its count at once.  Where many partial covers leave the same items
(dominoes, Latin squares) this wins by orders of magnitude; where it does not
pay, the table is no longer asked.

The table has two slots for each hash value (home and home ^ 1).  A new entry
takes the place of the one that saved less work, and the survivor ages.  It
starts small and grows fourfold; an entry's home is the top bits of its hash, so
a grown table keeps all entries in order.  Keys are compared in full: the counts
are exact.  They are held in 128 bits, and an overflow is noticed.

Sources: Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams
(AAAI 2017), for the idea of remembering the items left; Knuth, Dancing cells
(2023), for the search.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.branching import cover_detail
from core.exact_cover.dancing_cells import (
    COVERED,
    EXEMPT,
    INDEX_BITS,
    ONE_OPTION,
    SIXTEEN,
    U1,
    build,
    cover_option,
    hide,
    smallest,
)
from core.exact_cover.problem import ExactCover
from core.kernel import inline_kernel, kernel
from core.search import CannotSolve, Goal, Snapshot, Status
from core.tree import DONE, FRESH, LEVEL, NODES, PHASE, UPDATES, KernelSearch

_VISIT, _BRANCH, _TRY = FRESH, 1, 2
_OVERFLOWN = -2
"""Phase of a search that has counted past 128 bits."""

NEXT_ITEM = 6

ASKING, LOOKUPS, HITS, SAVED, INSERTS, WINDOW_LOOKUPS, WINDOW_SAVED = range(7)
"""The table's own figures: whether it is asked at all, what it did, and what it did since it was last judged."""

FIRST_SLOTS = 1 << 10
FIRST_WINDOW = 1 << 10
WINDOW = 1 << 12
WORTH_HIDES = 3
"""Removals that a lookup must save on average; below that the table costs more than it gives."""
LEAST_ITEMS = 8
"""A node with fewer uncovered primary items is searched faster than it is looked up."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_THIRTY_TWO = np.uint64(32)


class TooManySolutions(CannotSolve):
    """The count does not fit into 128 bits."""


@inline_kernel
def hash_row(bits: Any, row: Any) -> Any:
    """A 64-bit hash of a row of words; its top bits are the best mixed."""
    value = np.uint64(0)
    for w in range(bits.shape[1]):
        value = (value ^ bits[row, w]) * _GOLDEN
        value ^= value >> _THIRTY_TWO
    return value * _GOLDEN


@inline_kernel
def find(table: Any, work: Any, bits: Any, row: Any, home: Any) -> Any:
    """The slot that holds a row of bits, or -1."""
    for slot in (home, home ^ U1):
        if work[slot] > 0:
            same = True
            for w in range(bits.shape[1]):
                if table[slot, w] != bits[row, w]:
                    same = False
                    break
            if same:
                return np.int64(slot)
    return np.int64(-1)


@kernel
def count_with_memory(
    cells: Any, keys: Any, saved: Any, branch: Any, chosen: Any, tried: Any, degree: Any, emptied: Any, profile: Any,
    bits: Any, low: Any, high: Any, store: Any, started: Any, table: Any, table_low: Any, table_high: Any, work: Any,
    figures: Any, base: Any, number: Any, option_bits: Any, colour: Any, primary: Any, most_slots: Any, counters: Any,
    budget: Any, quota: Any,
) -> None:  # fmt: skip
    """The search itself; the contract is that of `core.tree`, but solutions are found many at a time.

    low[l] and high[l] are the 128 bits of what has been counted below the node
    at level l; bits[l] the items uncovered there; store[l] whether its count
    goes into the table; started[l] the work done when it was reached.  Returns
    as soon as something was counted if ``quota`` is not negative, and when the
    table should grow (up to ``most_slots``).
    """
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    next_item = counters[NEXT_ITEM]
    slots = table.shape[0]
    words = bits.shape[1]
    shift = np.uint64(64)
    while np.int64(1) << np.int64(np.uint64(64) - shift) < slots:
        shift -= U1
    nodes_left = budget if quota != 0 else 0
    visited = nodes_left
    updates = counters[UPDATES]
    full: Any = bool(figures[INSERTS] >= slots) and slots < most_slots
    while phase >= 0 and nodes_left > 0 and not full:
        value_low, value_high = np.uint64(0), np.uint64(0)
        leaving: Any = False
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            least = smallest(keys, primary)
            store[level] = 0
            if least >= COVERED:
                value_low = U1
                leaving = True
            else:
                next_item = np.int64(least & INDEX_BITS)
                phase = _BRANCH
                if figures[ASKING] and (least >> SIXTEEN) >= np.uint32(2):
                    uncovered = 0
                    for i in range(primary):
                        if keys[i] < COVERED:
                            uncovered += 1
                    if uncovered >= LEAST_ITEMS:
                        # A secondary item without options left makes no difference: it leaves the key.
                        for i in range(primary, np.uint64(keys.shape[0])):
                            if (keys[i] & ~EXEMPT) < ONE_OPTION:
                                bits[level, i >> np.uint64(6)] &= ~(U1 << (i & np.uint64(63)))
                        figures[LOOKUPS] += 1
                        figures[WINDOW_LOOKUPS] += 1
                        slot = find(table, work, bits, level, hash_row(bits, level) >> shift)
                        if slot >= 0:
                            figures[HITS] += 1
                            figures[SAVED] += work[slot]
                            figures[WINDOW_SAVED] += work[slot]
                            value_low, value_high = table_low[slot], table_high[slot]
                            leaving = True
                        else:
                            store[level] = 1
                            started[level] = updates + figures[SAVED]
                        window = FIRST_WINDOW if figures[LOOKUPS] <= FIRST_WINDOW else WINDOW
                        if figures[WINDOW_LOOKUPS] >= window:
                            if figures[WINDOW_SAVED] < WORTH_HIDES * figures[WINDOW_LOOKUPS]:
                                figures[ASKING] = 0
                            figures[WINDOW_LOOKUPS] = 0
                            figures[WINDOW_SAVED] = 0
            if leaving:
                phase = _TRY
                if level == np.uint64(0):
                    low[0], high[0] = value_low, value_high
                    leaving = False
        elif phase == _BRANCH:
            item = np.uint64(next_item)
            size = keys[item] >> SIXTEEN
            keys[item] |= COVERED
            branch[level] = np.uint32(item)
            degree[level] = size
            tried[level] = 0
            low[level] = np.uint64(0)
            high[level] = np.uint64(0)
            if size != np.uint32(1):
                total = 0
                for slot in range(base[item], base[item] + np.uint64(size)):
                    removed, died, _ = hide(cells, keys, base, np.uint64(cells[slot]), np.int64(-1))
                    updates += removed
                    total += died
                emptied[level] = total
                for i in range(keys.shape[0]):
                    saved[level, i] = keys[i]
            level += U1
            phase = _TRY
        elif level == np.uint64(0):
            phase = DONE
        else:
            here = level - U1
            if tried[here] == degree[here]:
                level = here
                value_low, value_high = low[here], high[here]
                leaving = here > np.uint64(0)
                if store[here] and figures[ASKING]:
                    spent = max(updates + figures[SAVED] - started[here], 1)
                    slot = hash_row(bits, here) >> shift
                    if work[slot] > work[slot ^ U1]:
                        slot ^= U1
                    work[slot ^ U1] -= work[slot ^ U1] >> 2
                    for w in range(words):
                        table[slot, w] = bits[here, w]
                    table_low[slot], table_high[slot] = value_low, value_high
                    work[slot] = spent
                    figures[INSERTS] += 1
                    full = bool(figures[INSERTS] >= slots) and slots < most_slots
            else:
                if tried[here] > 0:
                    for i in range(keys.shape[0]):
                        keys[i] = saved[here, i]
                own = np.uint64(cells[base[branch[here]] + np.uint64(tried[here])])
                tried[here] += np.uint32(1)
                chosen[here] = np.uint32(own)
                missing = np.int64(0) if degree[here] == np.uint32(1) else emptied[here]
                removed, missing, _ = cover_option(cells, keys, base, colour, own, missing)
                updates += removed
                if missing == 0:
                    option = number[own]
                    for w in range(words):
                        bits[level, w] = bits[here, w] & ~option_bits[option, w]
                    phase = _VISIT
                else:
                    nodes_left -= 1
                    profile[level] += 1
        if leaving:
            # Hand the count to the node above.
            above = level - U1
            low[above] += value_low
            carry = U1 if low[above] < value_low else np.uint64(0)
            total_high = high[above] + value_high + carry
            if total_high < high[above] or (carry and total_high == high[above]):
                phase = _OVERFLOWN
            high[above] = total_high
            # The level just left has handed its count on.
            low[level] = np.uint64(0)
            high[level] = np.uint64(0)
            if quota >= 0 and (value_low != np.uint64(0) or value_high != np.uint64(0)):
                break
    counters[NODES] += visited - nodes_left
    counters[UPDATES] = updates
    counters[LEVEL] = level
    counters[PHASE] = phase
    counters[NEXT_ITEM] = next_item


class MemoCount(KernelSearch):
    """Counting with memory, resumable at every node.  Keeps no solutions.

    It counts many solutions at once, so a quota or limit ends it at the first
    node where as many have been counted; no more than the limit are reported.
    Raises TooManySolutions from `advance` when the count passes 128 bits.
    """

    counts_updates = True

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, *, memory: int = 256) -> None:
        super().__init__(problem, goal, limit, width=1)
        levels = problem.longest_solution + 1
        words = max(1, -(-problem.size // 64))
        self._primary = np.uint64(problem.primary)
        self._colour = np.zeros(1, dtype=np.uint32)
        cells, keys, self._base, self._number = build(problem)
        self._option_bits = np.zeros((len(problem.options), words), dtype=np.uint64)
        for o, option in enumerate(problem.options):
            for item in option:
                self._option_bits[o, item // 64] |= np.uint64(1) << np.uint64(item % 64)
        bits = np.zeros((levels, words), dtype=np.uint64)
        for item in range(problem.size):
            bits[0, item // 64] |= np.uint64(1) << np.uint64(item % 64)
        self._most_slots = FIRST_SLOTS
        while self._most_slots * 4 * (words + 3) * 8 <= memory << 20:
            self._most_slots *= 4
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "saved": np.zeros((levels, problem.size), dtype=np.uint32),
            **{name: np.zeros(levels, dtype=np.uint32) for name in ("branch", "chosen", "tried", "degree")},
            **{name: np.zeros(levels, dtype=np.int64) for name in ("emptied", "profile")},
            "bits": bits,
            **{name: np.zeros(levels, dtype=np.uint64) for name in ("low", "high")},
            **{name: np.zeros(levels, dtype=np.int64) for name in ("store", "started")},
            **_table(FIRST_SLOTS, words),
            "figures": np.zeros(7, dtype=np.int64),
        }
        self.arrays["figures"][ASKING] = 1

    def _call_kernel(self, budget: int, quota: int, found: NDArray[np.int32]) -> None:
        """``quota``: 0 to do nothing, -1 to go on through solutions, otherwise to stop at the next ones."""
        a = self.arrays
        count_with_memory(
            a["cells"], a["keys"], a["saved"], a["branch"], a["chosen"], a["tried"], a["degree"], a["emptied"],
            a["profile"], a["bits"], a["low"], a["high"], a["store"], a["started"], a["table"], a["table_low"],
            a["table_high"], a["work"], a["figures"], self._base, self._number, self._option_bits, self._colour,
            self._primary, self._most_slots, self.counters, budget, quota,
        )  # fmt: skip

    def advance(self, budget: int, quota: int | None = None) -> Status:
        goal = None if quota is None else self._counted() + quota
        if self.limit is not None:
            goal = self.limit if goal is None else min(goal, self.limit)
        while budget > 0 and self.status is Status.RUNNING and (goal is None or self._counted() < goal):
            nodes = int(self.counters[NODES])
            self._call_kernel(budget, -1 if goal is None else 1, self._found[:0])
            budget -= int(self.counters[NODES]) - nodes
            if self.counters[PHASE] == _OVERFLOWN:
                raise TooManySolutions(f"{self.problem} has more than 2^128 solutions: too many to count here")
            if self.limit is not None and self._counted() >= self.limit:
                self.status = Status.LIMIT
            elif self.counters[PHASE] == DONE:
                self.status = Status.COMPLETE
            elif self._full:
                self._grow()
        return self.status

    def _counted(self) -> int:
        low, high = (sum(self.arrays[name].tolist()) for name in ("low", "high"))
        return int(low + (high << 64))

    @property
    def _full(self) -> bool:
        slots = len(self.arrays["table"])
        return int(self.arrays["figures"][INSERTS]) >= slots and slots < self._most_slots

    def _grow(self) -> None:
        """Four times the slots.  Two entries at most share a pair of slots, and they get eight: none is lost."""
        old = {name: self.arrays[name] for name in ("table", "table_low", "table_high", "work")}
        slots, words = old["table"].shape
        new = _table(4 * slots, words)
        held = np.flatnonzero(old["work"] > 0)
        shift = np.uint64(64 - (4 * slots).bit_length() + 1)
        homes = (_hash_rows(old["table"][held]) >> shift).astype(np.int64)
        _, first = np.unique(homes, return_index=True)
        second = np.setdiff1d(np.arange(len(held)), first)
        homes[second] ^= 1
        for name, array in new.items():
            array[homes] = old[name][held]
        self.arrays.update(new)
        self.arrays["figures"][INSERTS] = len(held)

    def counts(self) -> tuple[int, int]:
        counted = self._counted()
        return counted if self.limit is None else min(counted, self.limit), int(self.counters[NODES])

    def snapshot(self) -> Snapshot:
        return replace(super().snapshot(), solutions=self.counts()[0])

    def restore(self, state: Mapping[str, Any]) -> None:
        self.arrays.update(_table(len(state["array:table"]), self.arrays["table"].shape[1]))
        super().restore(state)

    def path(self) -> list[int]:
        """The options on the current path, in the order in which they were chosen."""
        return [int(o) for o in self._number[self.arrays["chosen"][: int(self.counters[LEVEL])]]]

    def _placement(self) -> tuple[int, ...]:
        return tuple(self.path())

    def _choices(self) -> Sequence[tuple[int, int]]:
        level = int(self.counters[LEVEL])
        return list(zip(self.arrays["tried"][:level].tolist(), self.arrays["degree"][:level].tolist(), strict=True))

    def _max_depth(self) -> int:
        return len(self.arrays["chosen"]) - 1

    def _detail(self) -> Mapping[str, Any]:
        items = self.arrays["branch"][: int(self.counters[LEVEL])].tolist()
        figures = self.arrays["figures"].tolist()
        return {
            **cover_detail(self.arrays["profile"], items, self.path(), self._choices()),
            "memo": {
                "in use": bool(figures[ASKING]),
                "lookups": figures[LOOKUPS],
                "hits": figures[HITS],
                "slots": len(self.arrays["table"]),
            },
        }


def _table(slots: int, words: int) -> dict[str, NDArray[Any]]:
    return {
        "table": np.zeros((slots, words), dtype=np.uint64),
        "table_low": np.zeros(slots, dtype=np.uint64),
        "table_high": np.zeros(slots, dtype=np.uint64),
        "work": np.zeros(slots, dtype=np.int64),
    }


def _hash_rows(rows: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`hash_row` of every row."""
    value = np.zeros(len(rows), dtype=np.uint64)
    for w in range(rows.shape[1]):
        value = (value ^ rows[:, w]) * _GOLDEN
        value ^= value >> _THIRTY_TWO
    return np.asarray(value * _GOLDEN)


def start(problem: ExactCover, goal: Goal, limit: int | None, memory: int) -> MemoCount:
    """``memory`` is the most that the table may take, in MiB."""
    started = time.perf_counter()
    search = MemoCount(problem, goal, limit, memory=memory)
    search.build_seconds = time.perf_counter() - started
    return search
