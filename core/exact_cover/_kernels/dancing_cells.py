"""Dancing cells: exact cover with sparse sets in packed arrays instead of links; colours included.

Every item keeps the set of its remaining options as the front part of a fixed
array slice.  Removing an option swaps it to the end and shortens the front
part; going back only makes the front part longer again, whatever its order.  So
on the way down the search only has to remember one word for each item.

The sets and the operations on them are in `core.exact_cover._kernels.sparse_sets`; here
is the search.  Multiplicities are in `core.exact_cover._kernels.multiple_cells`.

It has a loop of its own: with that of `core.exact_cover._kernels.depth_first` it took 5 % longer (the median of
pairs over eight problems).

Sources: Knuth, Dancing cells (2023; his program SSXCC), after Solnon (2020);
sparse sets are Briggs and Torczon's (1993).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._kernels.kernel import kernel
from core._search import Goal, Problem
from core.exact_cover._item_order import own_order, reordered
from core.exact_cover._kernels.cell_search import NEXT_ITEM, CellSets, PlainCells
from core.exact_cover._kernels.cover_search import MET_TIES, BatchVerifier, CoverSearch
from core.exact_cover._kernels.depth_first import BRANCH, LEAVE, TRY, VISIT
from core.exact_cover._kernels.sparse_sets import (
    CHOSEN,
    COVERED,
    DEAD,
    DEGREE,
    EMPTIED,
    ITEM,
    NONE,
    ONE,
    RETURN,
    SIXTEEN,
    TRIED,
    U0,
    U1,
    build,
    colours_of,
    cover_option,
    cover_option_coloured,
    hide_all,
    hide_all_coloured,
    item_to_cover,
    next_branch,
    only_branch,
    open_branch,
)
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import DONE, KEPT, LEVEL, PHASE, UPDATES, leave


class CellDance(NamedTuple):
    """The sparse sets, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    saved: NDArray[np.uint32]
    trail: NDArray[np.uint32]
    profile: NDArray[np.int64]
    base: NDArray[np.uint64]
    number: NDArray[np.int32]
    colour: NDArray[np.uint32]
    primary: np.uint64
    hint: bool
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def dance_cells(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; the contract is that of `core.running._kernel_search`.

    ``saved[l]`` are the keys to go back to at level l.  With ``hint`` an item
    just reduced to a single option is taken without a scan for the smallest.
    """
    cells, keys, saved, trail, profile = state.cells, state.keys, state.saved, state.trail, state.profile
    base, number, colour, primary, hint = state.base, state.number, state.colour, state.primary, state.hint
    counters = state.counters
    coloured = colour.shape[0] > 1
    rows = found.shape[0]
    level = np.uint64(counters[LEVEL])
    deepest = np.uint64(profile.shape[0] - 1)
    phase = counters[PHASE]
    kept = counters[KEPT]
    next_item = counters[NEXT_ITEM]
    nodes_left = budget
    solutions_left = quota
    updates = 0
    # The level to go back to is the nearest one with options left to try.
    back = level
    while back > U0 and trail[back - U1, TRIED] == trail[back - U1, DEGREE]:
        back -= U1
    own = U0
    missing = np.int64(0)
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == VISIT:
            nodes_left -= 1
            profile[level] += 1
            next_item = item_to_cover(keys, primary, next_item)
            if next_item == DEAD:
                phase = DONE
                continue
            if next_item == NONE:
                solutions_left -= 1
                if kept < rows:
                    for i in range(level):
                        found[kept, i] = number[trail[i, CHOSEN]]
                    kept += 1
                phase = LEAVE
                continue
            phase = BRANCH
            if nodes_left == 0:
                continue
        if phase == BRANCH:
            if level == deepest:  # only in a damaged state
                phase = LEAVE
                continue
            item = np.uint64(next_item)
            size = keys[item] >> SIXTEEN
            keys[item] |= COVERED
            trail[level, ITEM] = np.uint32(item)
            trail[level, DEGREE] = size
            if size != ONE:
                # Every option starts from the sets as they are once the item's options are out of all others.
                if coloured:
                    removed, emptied = hide_all_coloured(cells, keys, base, item)
                else:
                    removed, emptied = hide_all(cells, keys, base, item, False)
                updates += removed
                open_branch(keys, saved, trail, level, emptied, back)
                level += U1
                back = level
                phase = TRY
                continue
            own = only_branch(cells, trail, base, level)
            missing = np.int64(0)
            level += U1
        elif phase == TRY:
            here = level - U1
            own = next_branch(cells, keys, saved, trail, base, here)
            missing = np.int64(trail[here, EMPTIED])
            if trail[here, TRIED] == trail[here, DEGREE]:
                back = np.uint64(trail[here, RETURN])
        else:
            level = back
            phase = TRY if level > U0 else DONE
            continue
        if coloured:
            removed, dead, next_item = cover_option_coloured(cells, keys, base, colour, own, missing)
        else:
            removed, dead, next_item = cover_option(cells, keys, base, colour, own, missing, False)
        updates += removed
        if not hint:
            next_item = np.int64(-1)
        phase = VISIT
        if dead:
            # Some item can no longer be covered: this still counts as a node, with nothing below it.
            nodes_left -= 1
            profile[level] += 1
            phase = LEAVE
    counters[UPDATES] += updates
    counters[NEXT_ITEM] = next_item
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class DancingCells(PlainCells):
    """Exact cover on sparse sets, resumable at every node.

    ``longest`` is the most options that a solution has.  ``order`` is a permutation of the primary items: ties go to
    the earlier item.
    """

    kernel = dance_cells
    layout = CellDance
    counts_updates = True

    def __init__(
        self,
        problem: Problem,
        goal: Goal,
        limit: int | None,
        incidence: Incidence,
        *,
        longest: int,
        verify: Callable[[NDArray[Any]], bool],
        decode: Callable[[NDArray[np.int32]], NDArray[Any]] | None = None,
        order: NDArray[np.int64],
        hint: bool = True,
    ) -> None:
        super().__init__(problem, goal, limit, width=longest, verify=verify, decode=decode)
        self.order = order.tolist()
        incidence, self._given = reordered(incidence, order)
        cells, keys, base, number = build(incidence)
        self.fixed = {
            "base": base, "number": number, "colour": np.zeros(1, dtype=np.uint32),
            "primary": np.uint64(incidence.primary), "hint": hint,
        }  # fmt: skip
        self.counters[NEXT_ITEM] = -1
        levels = longest + 1
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "saved": np.zeros((levels, len(keys)), dtype=np.uint32),
            "trail": np.zeros((levels, 6), dtype=np.uint32),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    @property
    def _primary_items(self) -> int:
        return int(self.fixed["primary"])

    def sets_agree(self, sets: CellSets, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> bool:
        """Check the sets, and also that each level goes back to the nearest one above that has options left."""
        trail = arrays["trail"][: counters[LEVEL]]
        left = np.where(trail[:, TRIED] < trail[:, DEGREE], np.arange(1, len(trail) + 1), 0)
        nearest = np.maximum.accumulate(np.concatenate([[0], left]))[:-1]
        many = trail[:, DEGREE] > 1
        return super().sets_agree(sets, arrays, counters) and bool((trail[many, RETURN] == nearest[many]).all())

    @property
    def rule(self) -> int:
        """The smallest item; one just reduced to one option is taken without a look at the others."""
        return MET_TIES

    def in_turn(self, item: int, degree: int) -> list[int]:
        """The options of an item that is branched on, in the order in which they are tried."""
        base, number = int(self.fixed["base"][self.order.index(item)]), self.fixed["number"]
        return [int(number[node]) for node in self.arrays["cells"][base : base + degree].tolist()]


def start(problem: ExactCover, goal: Goal, limit: int | None, order: str, hint: str) -> CoverSearch:
    """Start dancing cells on an `ExactCover`: the plain kernel, or the one with multiplicities.

    ``order`` is one of the catalog's, or auto for the one that suits the problem.  ``hint`` (on or off) says whether
    an item just reduced to one option is taken without a scan; it has no effect with multiplicities.
    """
    permutation = own_order(problem, order)
    if problem.multiple:
        from core.exact_cover._kernels.multiple_cells import MultipleCells

        return MultipleCells(problem, goal, limit, order=permutation)
    search = DancingCells(
        problem, goal, limit, problem.incidence(), longest=problem.longest_solution, verify=BatchVerifier(problem),
        order=permutation, hint=hint == "on",
    )  # fmt: skip
    search.fixed["colour"] = colours_of(problem, search.fixed["number"])
    return search
