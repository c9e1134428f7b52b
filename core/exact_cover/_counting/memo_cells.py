"""Counting with memory on dancing cells: for problems in which an option meets few others."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._search import CannotSolve, Goal
from core.exact_cover._counting.density import fits_bits, suits_bits
from core.exact_cover._counting.memo_bits import MemoOnBits
from core.exact_cover._counting.memo_count import MemoCount
from core.exact_cover._counting.memo_table import (
    ASKING,
    INSERTS,
    LEAST_ITEMS,
    NO_MORE,
    TIGHT,
    ask,
    count_one,
    go_back,
    home_shift,
)
from core.exact_cover._item_order import own_order
from core.exact_cover._kernels.bit_matrix import cover_items
from core.exact_cover._kernels.cell_search import NEXT_ITEM, PlainCells
from core.exact_cover._kernels.depth_first import BRANCH, LEAVE, TRY, VISIT
from core.exact_cover._kernels.sparse_sets import (
    COVERED,
    DEAD,
    DEGREE,
    EMPTIED,
    EXEMPT,
    ITEM,
    NONE,
    ONE,
    ONE_OPTION,
    SIXTEEN,
    U0,
    U1,
    build,
    cover_option,
    hide_all,
    item_to_cover,
    next_branch,
    only_branch,
    open_branch,
)
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import DONE, KEPT, LEVEL, PHASE, UPDATES, leave


class MemoDance(NamedTuple):
    """The sparse sets, the way through the tree so far, and the table of what has been counted."""

    cells: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    saved: NDArray[np.uint32]
    trail: NDArray[np.uint32]
    profile: NDArray[np.int64]
    bits: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    store: NDArray[np.int64]
    started: NDArray[np.int64]
    table: NDArray[np.uint64]
    figures: NDArray[np.int64]
    base: NDArray[np.uint64]
    number: NDArray[np.int32]
    option_bits: NDArray[np.uint64]
    colour: NDArray[np.uint32]
    primary: np.uint64
    most_slots: int
    counters: NDArray[np.int64]


@kernel(counts_references=False)
def count_on_cells(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; its contract is in `core.exact_cover._counting.memo_count`."""
    cells, keys, saved, trail, profile = state.cells, state.keys, state.saved, state.trail, state.profile
    bits, counts, store, started = state.bits, state.counts, state.store, state.started
    table, figures, base, number = state.table, state.figures, state.base, state.number
    option_bits, colour, primary, most_slots = state.option_bits, state.colour, state.primary, state.most_slots
    counters = state.counters
    items = keys.shape[0]
    level = np.uint64(counters[LEVEL])
    deepest = np.uint64(profile.shape[0] - 1)
    phase = counters[PHASE]
    next_item = counters[NEXT_ITEM]
    slots = table.shape[0]
    shift = home_shift(slots)
    host = level
    while host > U0 and trail[host - U1, DEGREE] == ONE:
        host -= U1
    nodes_left = budget if quota != 0 else 0
    visited = nodes_left
    updates = counters[UPDATES]
    full: Any = bool(figures[INSERTS] >= slots) and slots < most_slots
    own = U0
    missing = np.int64(0)
    added: Any = NO_MORE
    while phase >= 0 and nodes_left > 0 and not full:
        leaving: Any = False
        if phase == VISIT:
            nodes_left -= 1
            profile[level] += 1
            store[level] = 0
            next_item = item_to_cover(keys, primary, next_item)
            if next_item == DEAD:
                phase = DONE
                continue
            phase = BRANCH
            if next_item == NONE:
                added = count_one(counts, host)
                leaving = True
            elif figures[ASKING] and (keys[next_item] >> SIXTEEN) != ONE:
                uncovered = 0
                for i in range(primary):
                    if keys[i] < COVERED:
                        uncovered += 1
                if uncovered >= LEAST_ITEMS:
                    # A secondary item with no options left makes no difference: it leaves the key.
                    for i in range(primary, np.uint64(items)):
                        if (keys[i] & ~EXEMPT) < ONE_OPTION:
                            bits[level, i >> np.uint64(6)] &= ~(U1 << (i & np.uint64(63)))
                    added, leaving = ask(table, figures, bits, counts, host, level, store, started, updates, shift)
            if nodes_left == 0 and not leaving:
                continue
        if leaving:
            pass
        elif phase == BRANCH:
            if level == deepest:  # only in a damaged state
                phase = LEAVE
                continue
            item = np.uint64(next_item)
            size = keys[item] >> SIXTEEN
            keys[item] |= COVERED
            trail[level, ITEM] = np.uint32(item)
            trail[level, DEGREE] = size
            if size != ONE:
                removed, emptied = hide_all(cells, keys, base, item, False)
                updates += removed
                open_branch(keys, saved, trail, level, emptied, host)
                level += U1
                host = level
                phase = TRY
                continue
            own = only_branch(cells, trail, base, level)
            missing = np.int64(0)
            level += U1
        elif phase == TRY:
            here = level - U1
            own = next_branch(cells, keys, saved, trail, base, here)
            missing = np.int64(trail[here, EMPTIED])
        else:
            phase, level, host, added = go_back(
                trail, table, figures, bits, counts, host, store, started, updates, shift
            )
            if phase != LEAVE:
                continue
            leaving = True
            full = bool(figures[INSERTS] >= slots) and slots < most_slots
        if leaving:
            phase = LEAVE
            if added == TIGHT or (quota >= 0 and added != NO_MORE):
                break
            continue
        removed, dead, next_item = cover_option(cells, keys, base, colour, own, missing, False)
        updates += removed
        if dead:
            nodes_left -= 1
            profile[level] += 1
            phase = LEAVE
        else:
            cover_items(bits, level, option_bits, number[own])
            phase = VISIT
    counters[UPDATES] = updates
    counters[NEXT_ITEM] = next_item
    leave(counters, level, phase, counters[KEPT], visited - nodes_left, 0)


class MemoOnCells(PlainCells, MemoCount):
    """Counting with memory on sparse sets, resumable at every node."""

    kernel = count_on_cells
    layout = MemoDance

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, order: NDArray[np.int64], memory: int
    ) -> None:
        super().__init__(problem, goal, limit, order, memory)
        levels = problem.longest_solution + 1
        cells, keys, base, number = build(self._incidence)
        self.fixed |= {
            "base": base, "number": number, "colour": np.zeros(1, dtype=np.uint32),
            "primary": np.uint64(problem.primary),
        }  # fmt: skip
        self.arrays |= {
            "cells": cells,
            "keys": keys,
            "saved": np.zeros((levels, problem.size), dtype=np.uint32),
            "trail": np.zeros((levels, 6), dtype=np.uint32),
        }
        self.counters[NEXT_ITEM] = -1


def start(problem: ExactCover, goal: Goal, limit: int | None, order: str, held: str, memory: int) -> MemoCount:
    """Start counting with memory, on rows of bits or on sparse sets.

    ``order`` is one of the catalog's, or auto for the one that suits the problem.  ``held`` is bits, cells or auto
    for the one with less work; ``memory`` is the largest size of the table, in MiB.

    Raises CannotSolve if rows of bits are asked for and would not fit.
    """
    if held == "bits" and not fits_bits(problem):
        raise CannotSolve(f"{len(problem.items)} items × {len(problem.options)} options are too large for rows of bits")
    permutation = own_order(problem, order)
    if held == "bits" or (held == "auto" and suits_bits(problem)):
        return MemoOnBits(problem, goal, limit, permutation, memory)
    return MemoOnCells(problem, goal, limit, permutation, memory)
