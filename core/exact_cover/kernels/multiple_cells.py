"""Dancing cells with multiplicities, colours included: sparse sets for Knuth's Algorithm M.

An item that may be covered more than once, or need not be, is branched on again
and again.  Once an option has been tried it is taken out of all sets for good,
so a set of options is found in one order only; when nothing is left to try, the
last branch of an item with slack takes none.  Links have to put such an option
back where it was; here the copy of the keys that a level starts from simply has
it no more.

The sets with their bounds are in `core.exact_cover.kernels.multiple_sets`; here is the search.

Source: Knuth, The Art of Computer Programming 4B (2022), §7.2.2.1, Algorithm M,
and Dancing cells (2023; his program SSMCC has both).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.item_order import reordered
from core.exact_cover.kernels.cover_search import CoverSearch
from core.exact_cover.kernels.multiple_positions import MultiplePath
from core.exact_cover.kernels.multiple_sets import fewest_ways, take, take_coloured
from core.exact_cover.kernels.sparse_sets import (
    CHOSEN,
    COVERED,
    DEGREE,
    EXEMPT,
    ITEM,
    ONE,
    SIXTEEN,
    SIZE_BITS,
    SPACER,
    TRIED,
    U0,
    U1,
    branches_on,
    build,
    colours_of,
    drop,
    hide,
)
from core.exact_cover.kernels.verification import BatchVerifier
from core.exact_cover.problem import ExactCover
from core.kernels.kernel import kernel
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, UPDATES, leave
from core.search import Goal

_VISIT, _BRANCH, _TRY = FRESH, 1, 2


class MultipleDance(NamedTuple):
    """The sparse sets and bounds, and the way through the tree so far."""

    cells: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    bound: NDArray[np.int64]
    saved_keys: NDArray[np.uint32]
    saved_bound: NDArray[np.int64]
    trail: NDArray[np.uint32]
    profile: NDArray[np.int64]
    base: NDArray[np.uint64]
    number: NDArray[np.int32]
    colour: NDArray[np.uint32]
    slack: NDArray[np.int64]
    counters: NDArray[np.int64]


@kernel
def dance_multiple(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; the contract is that of `core.running.kernel_search`.

    saved_keys[l] and saved_bound[l] are what each branch at level l starts from.
    The trail is that of dancing cells; SPACER stands for the branch that takes none.
    """
    cells, keys, bound, saved_keys = state.cells, state.keys, state.bound, state.saved_keys
    saved_bound, trail, profile, base = state.saved_bound, state.trail, state.profile, state.base
    number, colour, slack, counters = state.number, state.colour, state.slack, state.counters
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    rows = found.shape[0]
    coloured = colour.shape[0] > 1
    nodes_left = budget
    solutions_left = quota
    updates = 0
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            item, ways = fewest_ways(keys, bound, slack)
            phase = _BRANCH if item >= 0 and ways > 0 else _TRY
            if item < 0:
                solutions_left -= 1
                if kept < rows:
                    width = 0
                    for i in range(level):
                        if trail[i, CHOSEN] != SPACER:
                            found[kept, width] = number[trail[i, CHOSEN]]
                            width += 1
                    kept += 1
            elif ways > 0:
                trail[level, ITEM] = np.uint32(item)
                trail[level, DEGREE] = np.uint32(ways)
        elif phase == _BRANCH:
            trail[level, TRIED] = np.uint32(0)
            saved_keys[level, :] = keys
            saved_bound[level, :] = bound
            level += U1
            phase = _TRY
        elif level == U0:
            phase = DONE
        else:
            here = level - U1
            item = np.uint64(trail[here, ITEM])
            tried = trail[here, TRIED]
            if tried == trail[here, DEGREE]:
                level = here
                continue
            if tried > 0:
                keys[:] = saved_keys[here]
                bound[:] = saved_bound[here]
                last = np.uint64(trail[here, CHOSEN])
                removed, _, _ = hide(cells, keys, base, last, True)
                drop(cells, keys, base, last, item)
                updates += removed + 1
                saved_keys[here, :] = keys
            trail[here, TRIED] = tried + ONE
            phase = _VISIT
            if (keys[item] >> SIXTEEN) & SIZE_BITS:
                chosen = cells[base[item]]
                trail[here, CHOSEN] = chosen
                own = np.uint64(chosen)
                if coloured:
                    removed, dead = take_coloured(cells, keys, base, colour, bound, slack, own)
                else:
                    removed, dead = take(cells, keys, base, colour, bound, slack, own, False)
                updates += removed
                if dead:
                    # A node all the same, with nothing below it.
                    nodes_left -= 1
                    profile[level] += 1
                    phase = _TRY
            else:
                trail[here, CHOSEN] = SPACER
                keys[item] |= COVERED
    counters[UPDATES] += updates
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class MultipleCells(CoverSearch):
    """Exact cover with multiplicities on sparse sets, resumable at every node.

    ``order`` is a permutation of the primary items: ties go to the earlier item.
    """

    kernel = dance_multiple
    layout = MultipleDance
    phases = (DONE, _VISIT, _BRANCH, _TRY)

    counts_updates = True

    def __init__(self, problem: ExactCover, goal: Goal, limit: int | None, *, order: NDArray[np.int64]) -> None:
        super().__init__(problem, goal, limit, width=problem.longest_solution)
        self._verifier = BatchVerifier(problem)
        self.order: list[int] = order.tolist()
        self._items = [problem.items[i] for i in self.order]
        cells, keys, bound = self._fresh()
        levels = problem.deepest + 1
        self.arrays = {
            "cells": cells,
            "keys": keys,
            "bound": bound,
            "saved_keys": np.zeros((levels, len(keys)), dtype=np.uint32),
            "saved_bound": np.zeros((levels, len(bound)), dtype=np.int64),
            "trail": np.zeros((levels, 6), dtype=np.uint32),
            "profile": np.zeros(levels, dtype=np.int64),
        }

    def _fresh(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.int64]]:
        """Cells, keys and bounds as they are at the start; and what never changes, set here."""
        assert isinstance(self.problem, ExactCover)
        incidence, self._given = reordered(self.problem.incidence(), np.array(self.order, dtype=np.int64))
        cells, keys, base, number = build(incidence)
        bound = np.array([item.most for item in self._items], dtype=np.int64)
        least = np.array([item.least for item in self._items], dtype=np.int64)
        keys[: len(bound)][least == 0] |= EXEMPT
        colour = colours_of(self.problem, number)
        self.fixed = {"base": base, "number": number, "colour": colour, "slack": bound - least}
        return cells, keys, bound

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        level, phase, nodes = int(counters[LEVEL]), int(counters[PHASE]), int(counters[NODES])
        if arrays["profile"].sum() != nodes or (nodes <= level if nodes else level):
            return f"{nodes} nodes do not lead to level {level}"
        if phase == DONE:
            return f"it has ended at level {level}" if level else ""
        cells, keys, bound = self._fresh()
        path = MultiplePath(
            cells, keys, self.fixed["base"], self.fixed["number"], self.fixed["colour"], bound, self.fixed["slack"]
        )
        if trouble := path.cells_trouble(arrays["cells"]):
            return trouble
        for here in range(level):
            if trouble := path.level_trouble(arrays, here):
                return trouble
        item, ways = path.next_branches
        branches = nodes > 0 and not path.dead and ways > 0
        if phase != (_VISIT if nodes == 0 else _BRANCH if branches else _TRY):
            return f"phase {phase} does not match its path"
        if phase == _TRY:  # the keys are to be restored before anything is looked at
            return ""
        if (arrays["keys"] != keys).any() or (arrays["bound"] != bound).any() or not path.same_sets(
            arrays["cells"], keys
        ):  # fmt: skip
            return "keys and bounds do not match the path"
        if phase == _BRANCH and (arrays["trail"][level, [ITEM, DEGREE]] != (item, ways)).any():
            return f"level {level} does not branch like that"
        return ""

    def verify(self, rows: NDArray[Any]) -> bool:
        return self._verifier(rows)

    def tried(self, level: int, item: int, among: Sequence[int]) -> list[int]:
        """Which of an item's options ``among`` those that stood at a level were tried before the one in force."""
        number = self.order.index(item)
        start = int(self.fixed["base"][number])
        left = int(self.arrays["saved_keys"][level, number] >> SIXTEEN) & int(SIZE_BITS)
        standing = {int(self.fixed["number"][node]) for node in self.arrays["cells"][start : start + left].tolist()}
        return [option for option in among if option not in standing]

    def _branches(self) -> NDArray[np.int64]:
        return branches_on(self.arrays["trail"][: int(self.counters[LEVEL])], self.fixed["number"])
