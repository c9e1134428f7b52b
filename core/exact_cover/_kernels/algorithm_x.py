"""Algorithm X on the matrix itself: no links, every level keeps its own copy of what is left.

The matrix is one of bits (`core.exact_cover._kernels.bit_matrix`).  Choosing an option
deletes, for each of its items, every option of that item's column; the level
below gets the remainder, so going back costs nothing.

Source: Knuth, Dancing Links (2000), where Algorithm X precedes its linked form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.incidence import Incidence
from core._kernels.kernel import inline_kernel, kernel
from core._search import Goal, Problem
from core.exact_cover._item_order import item_order, reordered
from core.exact_cover._kernels.bit_matrix import (
    NOTHING,
    U0,
    U1,
    columns_of,
    cover_items,
    first_uncovered,
    next_option,
    note_item,
    option_bits_of,
    row_of_ones,
    smallest,
    take_out,
    write_path,
)
from core.exact_cover._kernels.cover_search import FIRST_ITEM, NEAREST_TIES, BatchVerifier, CoverSearch
from core.exact_cover._kernels.depth_first import SOLVED, UP, VISIT, nothing, search_tree
from core.exact_cover._kernels.sparse_sets import CHOSEN, DEGREE, ITEM, TRIED
from core.exact_cover._problem import ExactCover
from core.running._kernel_search import LEVEL, UNBOUNDED, Bounds


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


@inline_kernel
def choose(state: Any, level: Any) -> Any:
    """Note the item to branch on in the level's row of the trail, and how many options it has."""
    left, columns, uncovered, trail = state.left, state.columns, state.uncovered, state.trail
    if state.rule == FIRST_ITEM:
        least = first_uncovered(left, level, columns, uncovered, state.primary)
    else:
        after = np.uint64(trail[level - U1, ITEM]) if state.rule == NEAREST_TIES and level > U0 else U0
        least, _ = smallest(left, level, columns, uncovered, state.primary, after)
    if least == NOTHING:
        return SOLVED
    return note_item(trail, level, least)


@inline_kernel
def take(state: Any, level: Any) -> Any:
    """Make the rows of the level below from those of this one and its item's next option."""
    left, columns, trail = state.left, state.columns, state.trail
    if trail[level, TRIED] == trail[level, DEGREE]:
        return UP
    option = next_option(left, level, left.shape[1], columns, trail[level, ITEM], trail[level, CHOSEN])
    if option < 0:
        return UP
    trail[level, CHOSEN] = option
    trail[level, TRIED] += 1
    take_out(left, level + U1, columns, state.starts, state.items, option)
    cover_items(state.uncovered, level + U1, state.option_bits, option)
    return VISIT


@kernel(on_integers=True, counts_references=False)
def algorithm_x(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search itself: row l of the trail has what is taken at level l."""
    search_tree(state, budget, quota, found, choose, nothing, take, nothing, write_path)


class AlgorithmX(CoverSearch):
    """Algorithm X on a matrix of bits, resumable at every node.

    ``rule`` is `FIRST_ITEM`, `SMALLEST_ITEM` or `NEAREST_TIES`; ``longest`` is
    the most options that a solution can have.  ``order`` is a permutation of
    the primary items: ties go to the earlier item.
    """

    kernel = algorithm_x
    layout = Remainders

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
    """Start Algorithm X.  ``choice`` is ``s`` (smallest item) or ``first``; ``order`` is one of the catalog's."""
    incidence = problem.incidence()
    return AlgorithmX(
        problem, goal, limit, incidence, rule=NEAREST_TIES if choice == "s" else FIRST_ITEM,
        longest=problem.longest_solution, verify=BatchVerifier(problem), order=item_order(incidence, order),
    )  # fmt: skip
