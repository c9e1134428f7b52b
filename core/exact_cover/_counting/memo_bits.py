"""Counting with memory on a matrix of bits: for problems in which an option meets many others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._search import Goal
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
from core.exact_cover._kernels.bit_matrix import (
    LOW_HALF,
    NOTHING,
    U0,
    U1,
    U32,
    columns_of,
    cover_items,
    next_option,
    row_of_ones,
    smallest,
    take_out,
)
from core.exact_cover._kernels.depth_first import BRANCH, LEAVE, VISIT
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, RETURN, TRIED
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import KEPT, LEVEL, PHASE, UNBOUNDED, UPDATES, Bounds, leave


class MemoRemainders(NamedTuple):
    """The matrix, what is left of it at each level, and the table of what has been counted."""

    columns: NDArray[np.uint64]
    starts: NDArray[np.int64]
    items: NDArray[np.int64]
    inside: NDArray[np.uint64]
    option_bits: NDArray[np.uint64]
    left: NDArray[np.uint64]
    trail: NDArray[np.int64]
    profile: NDArray[np.int64]
    bits: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    store: NDArray[np.int64]
    started: NDArray[np.int64]
    table: NDArray[np.uint64]
    figures: NDArray[np.int64]
    most_slots: int
    primary: int
    counters: NDArray[np.int64]


@kernel(counts_references=False)
def count_on_bits(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; its contract is in `core.exact_cover._counting.memo_count`.

    ``left[l]`` holds the options left at level l.
    """
    columns, starts, items, inside = state.columns, state.starts, state.items, state.inside
    option_bits, left, trail, profile, bits = state.option_bits, state.left, state.trail, state.profile, state.bits
    counts, store, started, table = state.counts, state.store, state.started, state.table
    figures, most_slots, primary, counters = state.figures, state.most_slots, state.primary, state.counters
    deepest = np.uint64(left.shape[0] - 1)
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    slots = table.shape[0]
    shift = home_shift(slots)
    host = level
    while host > U0 and trail[host - U1, DEGREE] == 1:
        host -= U1
    nodes_left = budget if quota != 0 else 0
    visited = nodes_left
    updates = counters[UPDATES]
    full: Any = bool(figures[INSERTS] >= slots) and slots < most_slots
    added: Any = NO_MORE
    while phase >= 0 and nodes_left > 0 and not full:
        leaving: Any = False
        if phase == VISIT:
            nodes_left -= 1
            profile[level] += 1
            store[level] = 0
            after = U0
            if level > U0:
                after = np.uint64(trail[level - U1, ITEM])
            least, uncovered = smallest(left, level, columns, bits, inside, after)
            size = np.int64(least >> U32)
            if least == NOTHING:
                added = count_one(counts, host)
                leaving = True
            elif size == 0:
                phase = LEAVE
                continue
            else:
                trail[level, ITEM] = np.int64(least & LOW_HALF)
                trail[level, DEGREE] = size
                trail[level, TRIED] = 0
                trail[level, CHOSEN] = -1
                phase = BRANCH
                if figures[ASKING] and size > 1 and uncovered >= LEAST_ITEMS:
                    # A secondary item with no options left makes no difference: it leaves the key.
                    for i in range(primary, columns.shape[0]):
                        alive = U0
                        for v in range(left.shape[1]):
                            alive |= columns[i, v] & left[level, v]
                        if alive == U0:
                            bits[level, i >> 6] &= ~(U1 << np.uint64(i & 63))
                    added, leaving = ask(table, figures, bits, counts, host, level, store, started, updates, shift)
                if nodes_left == 0 and not leaving:
                    continue
        elif phase == LEAVE:
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
        if phase == BRANCH:
            if level == deepest:  # only in a damaged state
                phase = LEAVE
                continue
            if trail[level, DEGREE] != 1:
                trail[level, RETURN] = np.int64(host)
                host = level + U1
            level += U1
        # The next option of the item at the level above.
        here = level - U1
        option = next_option(left, here, left.shape[1], columns, trail[here, ITEM], trail[here, CHOSEN])
        if option < 0:  # nor this
            trail[here, TRIED] = trail[here, DEGREE]
            phase = LEAVE
            continue
        trail[here, CHOSEN] = option
        trail[here, TRIED] += 1
        updates += take_out(left, level, columns, starts, items, option)
        cover_items(bits, level, option_bits, option)
        phase = VISIT
    counters[UPDATES] = updates
    leave(counters, level, phase, counters[KEPT], visited - nodes_left, 0)


class MemoOnBits(MemoCount):
    """Counting with memory on rows of bits, resumable at every node."""

    kernel = count_on_bits
    layout = MemoRemainders

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, order: NDArray[np.int64], memory: int
    ) -> None:
        super().__init__(problem, goal, limit, order, memory)
        levels = problem.longest_solution + 1
        columns = columns_of(self._incidence)
        self.fixed |= {
            "columns": columns, "starts": self._incidence.starts, "items": self._incidence.items.astype(np.int64),
            "inside": row_of_ones(problem.primary, self.arrays["bits"].shape[1]), "primary": problem.primary,
        }  # fmt: skip
        self.arrays |= {
            "left": np.zeros((levels, columns.shape[1]), dtype=np.uint64),
            "trail": np.zeros((levels, 6), dtype=np.int64),
        }
        np.bitwise_or.reduce(columns, axis=0, out=self.arrays["left"][0])

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The trail holds items and options, and the levels to go back to lie above."""
        items, options = len(self.fixed["columns"]), len(self.fixed["option_bits"])
        most = np.full_like(self.arrays["trail"], UNBOUNDED)
        most[:, ITEM], most[:, CHOSEN] = max(items - 1, 0), max(options - 1, 0)
        most[:, RETURN] = np.arange(len(most))
        least = np.array([-1 if column == CHOSEN else 0 for column in range(6)])
        return {**super().array_bounds(), "trail": (least, most)}

    def _branches(self) -> NDArray[np.int64]:
        branches: NDArray[np.int64] = self.arrays["trail"][: int(self.counters[LEVEL]), [ITEM, CHOSEN, TRIED, DEGREE]]
        return branches
