"""Sudoku under any rules: propagation with learned weights and restarts.

The state is a set of candidates for every cell.  At each node all conclusions are
drawn that `core.sudoku._propagation.propagate` knows.  Then a cell is split: one
value, or all the others.  The cell is the one with the smallest ratio of candidates
to weight, where cells weigh more each time a constraint on them is the one that
fails, and late failures weigh more than early ones (dom/wdeg: Boussemart, Hemery,
Lecoutre, Saïs, "Boosting systematic search by weighting constraints", ECAI 2004).
Until it has found a solution, the search starts again after ever longer runs of
failures, keeping the weights; the runs grow without bound, so it is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.kernel import inline_kernel, kernel
from core._search import Goal
from core.running._kernel_search import (
    DONE,
    FRESH,
    KEPT,
    LEVEL,
    PHASE,
    SOLUTIONS,
    Bounds,
    leave,
)
from core.sudoku._problem import Sudoku
from core.sudoku._propagation.filters import ONE, ZERO, Scratch, scratch_for, span
from core.sudoku._propagation.network import Network, build
from core.sudoku._propagation.propagate import propagate
from core.sudoku._solvers.grid_search import SplittingSearch

SINGLES, LOCKED = "singles", "locked"
"""How far conclusions go in houses: only singles, or locked candidates too."""

FAILURES, ALLOWED = 6, 7
"""This kernel's own counters: failures since the last restart, and how many make the next."""

_VISIT, _SPLIT, _DEAD, _SOLVED = FRESH, 1, 2, 3
FAILURES_FOR_ONE, LONGER_FOR_ONE = 200, 2
"""How many failures the first run takes, and the factor by which each is longer than the one before."""
FAILURES_FOR_ALL, LONGER_FOR_ALL = 4000, 4
"""Both if all solutions are wanted: starting again only helps if not even one is found."""
_LONGEST = 1 << 58
GROWTH = 1.02
"""The factor by which a failure weighs more than the one before."""
_HEAVY, _LIGHTER, _LEAST_WEIGHT, _MOST_WEIGHT = 1e60, 1e-60, 1e-9, 1e100
MOST_SPLITS = 4096
"""How many splits of a path are noted; the shares get too small to distinguish long before that."""


class Splits(NamedTuple):
    """The states still open, and the network."""

    net: Network
    scratch: Scratch
    start: NDArray[np.uint64]
    grid: int
    """How many cells are those of the grid; helper cells come after them."""
    order: int
    longer: int
    growth: float
    pruning: int
    """1: skip states that hold no value looked for."""
    dom: NDArray[np.uint64]
    changed: NDArray[np.int32]
    share: NDArray[np.float64]
    trail: NDArray[np.int32]
    weights: NDArray[np.float64]
    failed: NDArray[np.int32]
    sought: NDArray[np.uint64]
    """By cell, the values looked for: they are tried first."""
    counters: NDArray[np.int64]


@inline_kernel
def splits_so_far(share: Any) -> Any:
    """How many splits lead to a state with this part of the tree."""
    splits = 0
    while 0.0 < share < 1.0:
        share *= 2.0
        splits += 1
    return splits


@inline_kernel
def blame(net: Any, weights: Any, constraint: Any, growth: Any) -> None:
    """Make the cells of a constraint weigh more, by the last entry of the weights, which grows."""
    last = weights.shape[0] - 1
    first, end = span(net, constraint)
    for at in range(first, end):
        weights[net.members[at]] += weights[last]
    weights[last] *= growth
    if weights[last] > _HEAVY:
        for cell in range(last + 1):
            weights[cell] = max(weights[cell] * _LIGHTER, _LEAST_WEIGHT)


@inline_kernel
def lightest(dom: Any, weights: Any, level: Any, first: Any, last: Any) -> Any:
    """The cell to split, of those from ``first``: the one with the fewest values for its weight; -1 if all have one
    value.
    """
    best, least = -1, np.inf
    for cell in range(first, last):
        bits = dom[level, cell]
        if bits & (bits - ONE):
            score = np.float64(popcount(bits)) / weights[cell]
            if score < least:
                best, least = cell, score
    return best


@inline_kernel
def scarcest(net: Any, dom: Any, level: Any, cell: Any) -> Any:
    """The value of a cell that the fewest of its peers can hold."""
    bits = dom[level, cell]
    value, fewest = lowest(bits), dom.shape[1]
    while bits != ZERO:
        bit = lowest(bits)
        bits ^= bit
        places = 0
        for at in range(net.peers[cell], net.peers[cell + 1]):
            if dom[level, net.peers[at]] & bit:
                places += 1
        if places < fewest:
            value, fewest = bit, places
    return value


@inline_kernel
def any_sought(dom: Any, level: Any, sought: Any) -> Any:
    """Whether some cell can hold a value that is sought."""
    some = ZERO
    for cell in range(dom.shape[1]):
        some |= dom[level, cell] & sought[cell]
    return some != ZERO


@kernel(on_integers=True, counts_references=False)
def split_and_propagate(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`.

    dom[l] are the states still open, the current one last; below it, each is
    what remains of a split.  changed[l] is the cell that its split was about.
    share[l] is its part of the tree, and the last entry of ``share`` the part that
    is done.  trail[k] is what the k-th split on the path was about,
    cell · order + value - 1, and -1 less that once its first half has been left.
    """
    net, scratch, dom, share, weights = state.net, state.scratch, state.dom, state.share, state.weights
    trail, changed, order, grid, counters = state.trail, state.changed, state.order, state.grid, state.counters
    sought = state.sought
    level = counters[LEVEL]
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    finished = share.shape[0] - 1
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            failed = propagate(net, scratch, dom, level, changed[level])
            state.failed[0] = failed
            if failed >= 0:
                blame(net, weights, failed, state.growth)
                counters[FAILURES] += 1
                phase = _DEAD
            elif state.pruning != 0 and not any_sought(dom, level, sought):
                phase = _DEAD
            elif lightest(dom, weights, level, 0, dom.shape[1]) >= 0:
                phase = _SPLIT
            else:
                phase = _SOLVED
                solutions_left -= 1
                for cell in range(grid):
                    sought[cell] &= ~dom[level, cell]
                if kept < found.shape[0]:
                    for cell in range(grid):
                        found[kept, cell] = np.int32(popcount(dom[level, cell] - ONE)) + np.int32(1)
                    kept += 1
        elif phase == _SPLIT and level + 1 < dom.shape[0]:  # only a damaged state has no room for a split
            best = lightest(dom, weights, level, 0, grid)
            if best < 0:
                best = lightest(dom, weights, level, grid, dom.shape[1])
            if best < 0:  # a damaged state
                phase = _DEAD
                continue
            value = lowest(dom[level, best] & sought[best])
            if value == ZERO:
                value = scarcest(net, dom, level, best) if state.growth == 1.0 else lowest(dom[level, best])
            split = splits_so_far(share[level])
            if split < trail.shape[0]:
                trail[split] = best * order + np.int64(popcount(value - ONE)) if best < grid else 0
            share[level] *= 0.5
            share[level + 1] = share[level]
            for cell in range(dom.shape[1]):
                dom[level + 1, cell] = dom[level, cell]
            dom[level, best] ^= value
            changed[level] = best
            level += 1
            dom[level, best] = value
            changed[level] = best
            phase = _VISIT
        else:
            share[finished] += share[level]
            if phase == _SOLVED:  # other values of helper cells make no other solution
                while level > 0 and changed[level - 1] >= grid:
                    level -= 1
                    share[finished] += share[level]
            if level == 0:
                phase = DONE
            elif counters[SOLUTIONS] + quota - solutions_left == 0 and counters[FAILURES] >= counters[ALLOWED]:
                counters[FAILURES] = 0
                counters[ALLOWED] = min(counters[ALLOWED], _LONGEST) * state.longer
                level = 0
                share[0], share[finished] = 1.0, 0.0
                changed[0] = -1
                for cell in range(dom.shape[1]):
                    dom[0, cell] = state.start[cell]
                phase = _VISIT
            else:
                level -= 1
                phase = _VISIT
                split = splits_so_far(share[level]) - 1
                if 0 <= split < trail.shape[0] and trail[split] >= 0:
                    trail[split] = -1 - trail[split]
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class Propagation(SplittingSearch):
    """The search that draws conclusions and splits cells, for any order up to 36 and any rules."""

    kernel = split_and_propagate
    layout = Splits
    phases = (DONE, _VISIT, _SPLIT, _DEAD, _SOLVED)

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None, *, inference: str = LOCKED) -> None:
        super().__init__(problem, goal, limit)
        self.forms = tuple(form for form, _ in problem.forms)
        built = self.built = build(problem.board, self.forms, locked=inference == LOCKED)
        self.inference = inference
        only_houses = problem.layout.only_houses
        grid, start = problem.shape.cells, built.start
        self.fixed = {
            "net": built.network,
            "scratch": scratch_for(built),
            "start": start,
            "grid": grid,
            "order": problem.shape.order,
            "growth": 1.0 if only_houses else GROWTH,
            "pruning": 0,
            "longer": LONGER_FOR_ONE if goal is Goal.FIRST else LONGER_FOR_ALL,
        }
        # Each split below the current state has settled a cell more.
        levels = int(np.count_nonzero(start & (start - ONE))) + 2
        self.arrays = {
            "dom": np.zeros((levels, len(start)), dtype=np.uint64),
            "changed": np.full(levels, -1, dtype=np.int32),
            "share": np.zeros(levels + 1, dtype=np.float64),
            "trail": np.zeros(min(MOST_SPLITS, grid * problem.shape.order), dtype=np.int32),
            "weights": np.concatenate((built.weights * 3.0 if only_houses else built.weights, _FIRST_FAILURE)),
            "failed": np.full(1, -1, dtype=np.int32),
            "sought": np.zeros(len(start), dtype=np.uint64),
        }
        self.arrays["dom"][0] = start
        self.arrays["share"][0] = 1.0
        self.counters[ALLOWED] = FAILURES_FOR_ONE if goal is Goal.FIRST else FAILURES_FOR_ALL

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        shape = self._sudoku.shape
        options = shape.cells * shape.order
        return {
            "dom": (0, self.built.full),
            "changed": (-1, len(self.built.start) - 1),
            "share": (0, 1),
            "trail": (-options, options - 1),
            "weights": (_LEAST_WEIGHT, _MOST_WEIGHT),
            "failed": (-1, len(self.built.names) - 1),
            "sought": (0, self.built.full),
        }

    def at_leaf(self) -> bool:
        """Whether the node visited last is a solution or a contradiction."""
        return int(self.counters[PHASE]) in (_DEAD, _SOLVED, DONE)

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        sets = self.arrays["dom"][int(self.counters[LEVEL]), : self._sudoku.shape.cells].tolist()
        return tuple(bits.bit_length() if bits and not bits & (bits - 1) else 0 for bits in sets)

    def branch_path(self) -> tuple[int, ...]:
        """Which branch the search took at each level.

        After a restart the path begins with the patience, as a branch of the first root.
        """
        again = (self.patience,) * self._again
        return (*again, *_halves(self.arrays["trail"], self._splits_made()))

    def _splits_made(self) -> int:
        return int(splits_so_far(float(self.arrays["share"][int(self.counters[LEVEL])])))

    @property
    def patience(self) -> int:
        """After how many failures it starts again; different for every tree."""
        return int(self.counters[ALLOWED])

    def splits(self) -> list[tuple[int, bool]]:
        """The path: the number of the option that each split was about, and whether this is the half without it."""
        made: list[int] = self.arrays["trail"][: self._splits_made()].tolist()
        return [(number, False) if number >= 0 else (-1 - number, True) for number in made]

    def branch_depth(self) -> int:
        """The length of `branch_path`."""
        return self._again + self._splits_made()

    @property
    def _again(self) -> bool:
        """Whether the search has started again."""
        return self.patience > (FAILURES_FOR_ONE if self.goal is Goal.FIRST else FAILURES_FOR_ALL)


_FIRST_FAILURE = np.ones(1)
"""How much it weighs."""


def _halves(trail: NDArray[Any], splits: int) -> tuple[int, ...]:
    """For each split, 1 for its first half, with the option, or 2 for the second."""
    return tuple(np.where(trail[:splits] >= 0, 1, 2).tolist())
