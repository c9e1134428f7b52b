"""Algorithm X on the matrix itself: no links, every level keeps its own copy of what is left.

The matrix is one of bits (`core.exact_cover.kernels.bit_matrix`).  Choosing an option
deletes, for each of its items, every option of that item's column; the level
below gets the remainder, so going back costs nothing.

Source: Knuth, Dancing Links (2000), where Algorithm X precedes its linked form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.item_order import item_order, reordered
from core.exact_cover.kernels.bit_matrix import (
    INDEX_BITS,
    NOTHING,
    U0,
    U1,
    U32,
    columns_of,
    cover_items,
    first_uncovered,
    next_option,
    option_bits_of,
    row_of_ones,
    smallest,
    take_out,
)
from core.exact_cover.kernels.cover_search import FIRST_ITEM, NEAREST_TIES, BatchVerifier, CoverSearch
from core.exact_cover.problem import ExactCover
from core.kernels.incidence import Incidence
from core.kernels.kernel import kernel
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, UNBOUNDED, Bounds, leave
from core.search import Goal, Problem

_VISIT, _CHOOSE, _TRY = FRESH, 1, 2

ITEM, CHOSEN, TRIED, DEGREE = range(4)
"""Columns of the trail."""


class Remainders(NamedTuple):
    """The matrix, and what is left of it at each level."""

    columns: NDArray[np.uint64]
    starts: NDArray[np.int64]
    items: NDArray[np.int64]
    option_bits: NDArray[np.uint64]
    primary: NDArray[np.uint64]
    left: NDArray[np.uint64]
    uncovered: NDArray[np.uint64]
    trail: NDArray[np.int64]
    profile: NDArray[np.int64]
    rule: int
    counters: NDArray[np.int64]


@kernel(on_integers=True)
def algorithm_x(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself; the contract is that of `core.running.kernel_search`.

    Row l of the trail: the item covered at level l, the option chosen, how many have been tried, and how many there
    are.
    """
    columns, starts, items, option_bits = state.columns, state.starts, state.items, state.option_bits
    primary, left, uncovered, trail, profile = state.primary, state.left, state.uncovered, state.trail, state.profile
    rule, counters = state.rule, state.counters
    deepest = np.uint64(left.shape[0] - 1)
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    rows = found.shape[0]
    nodes_left = budget
    solutions_left = quota
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            profile[level] += 1
            if rule == FIRST_ITEM:
                least = first_uncovered(left, level, columns, uncovered, primary)
            else:
                after = np.uint64(trail[level - U1, ITEM]) if rule == NEAREST_TIES and level > U0 else U0
                least, _ = smallest(left, level, columns, uncovered, primary, after)
            if least == NOTHING:
                solutions_left -= 1
                if kept < rows:
                    for i in range(level):
                        found[kept, i] = np.int32(trail[i, CHOSEN])
                    kept += 1
                phase = _TRY
            else:
                trail[level, ITEM] = np.int64(least & INDEX_BITS)
                trail[level, DEGREE] = np.int64(least >> U32)
                phase = _CHOOSE if trail[level, DEGREE] > 0 else _TRY
        elif phase == _CHOOSE:
            phase = _TRY
            if level < deepest:  # always so, unless a file says otherwise
                trail[level, CHOSEN] = -1
                trail[level, TRIED] = 0
                level += U1
        elif level == U0:
            phase = DONE
        else:
            above = level - U1
            if trail[above, TRIED] == trail[above, DEGREE]:
                level = above
                continue
            option = next_option(left, above, columns, trail[above, ITEM], trail[above, CHOSEN])
            if option < 0:
                level = above
                continue
            trail[above, CHOSEN] = option
            trail[above, TRIED] += 1
            take_out(left, level, columns, starts, items, option)
            cover_items(uncovered, level, option_bits, option)
            phase = _VISIT
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class AlgorithmX(CoverSearch):
    """Algorithm X on a matrix of bits, resumable at every node.

    ``rule`` is `FIRST_ITEM`, `SMALLEST_ITEM` or `NEAREST_TIES`; ``longest`` is
    how many options a solution can have at most.  ``order`` is a permutation of
    the primary items: ties go to the earlier item.
    """

    kernel = algorithm_x
    layout = Remainders
    phases = (DONE, _VISIT, _CHOOSE, _TRY)

    def __init__(
        self,
        problem: Problem,
        goal: Goal,
        limit: int | None,
        incidence: Incidence,
        *,
        rule: int,
        longest: int,
        verify: Callable[[NDArray[Any]], bool],
        decode: Callable[[NDArray[np.int32]], NDArray[Any]] | None = None,
        order: NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(problem, goal, limit, width=longest, verify=verify, decode=decode)
        self.order = list(range(incidence.primary)) if order is None else order.tolist()
        if order is not None:
            incidence, self._given = reordered(incidence, order)
        columns, option_bits = columns_of(incidence), option_bits_of(incidence)
        words = option_bits.shape[1]
        primary = row_of_ones(incidence.primary, words)
        self.fixed = {
            "columns": columns, "starts": incidence.starts, "items": incidence.items.astype(np.int64),
            "option_bits": option_bits, "primary": primary, "rule": rule,
        }  # fmt: skip
        levels = longest + 1
        self.arrays = {
            "left": np.zeros((levels, columns.shape[1]), dtype=np.uint64),
            "uncovered": np.zeros((levels, words), dtype=np.uint64),
            "trail": np.zeros((levels, 4), dtype=np.int64),
            "profile": np.zeros(levels, dtype=np.int64),
        }
        np.bitwise_or.reduce(columns, axis=0, out=self.arrays["left"][0])
        self.arrays["uncovered"][0] = primary

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The trail holds items and options; the other arrays may hold any bits."""
        items, options = len(self.fixed["columns"]), len(self.fixed["option_bits"])
        most = [max(items - 1, 0), max(options - 1, 0), UNBOUNDED, UNBOUNDED]
        return {**super().array_bounds(), "trail": (np.array([0, -1, 0, 0]), np.array(most))}

    @property
    def rule(self) -> int:
        """Which item is covered next."""
        return int(self.fixed["rule"])

    def _branches(self) -> NDArray[np.int64]:
        branches: NDArray[np.int64] = self.arrays["trail"][: int(self.counters[LEVEL])].copy()
        return branches


def start(problem: ExactCover, goal: Goal, limit: int | None, choice: str, order: str) -> AlgorithmX:
    """``choice`` is ``s`` (smallest item) or ``first``; ``order`` is one of the catalog's."""
    incidence = problem.incidence()
    return AlgorithmX(
        problem, goal, limit, incidence, rule=NEAREST_TIES if choice == "s" else FIRST_ITEM,
        longest=problem.longest_solution, verify=BatchVerifier(problem), order=item_order(incidence, order),
    )  # fmt: skip
