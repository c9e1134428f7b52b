"""Constraint propagation with learned weights and restarts: for the orders at which plain search is lost.

The state is a set of candidates for every cell.  At each node the rules are
applied until nothing changes:

- a cell with one candidate takes it from its peers (*naked single*);
- a value with one place in a unit takes the cell (*hidden single*);
- values that a box has only within one line leave the rest of the line, and
  values that a line has only within one box leave the rest of the box (*locked
  candidates*).

Then a cell is split: one value, or all the others.  The cell is the one with the
smallest ratio of candidates to the weight of its units, where a unit weighs more
each time it is the one that fails (dom/wdeg: Boussemart, Hemery, Lecoutre, Saïs,
"Boosting systematic search by weighting constraints", ECAI 2004).  As long as no
solution has been found, the search starts afresh after ever longer runs of
failures, keeping the weights; the runs grow without bound, so it is complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.bits import lowest, popcount
from core.kernels.kernel import inline_kernel, kernel
from core.running.kernel_search import (
    DONE,
    FRESH,
    KEPT,
    LEVEL,
    PHASE,
    SOLUTIONS,
    UNBOUNDED,
    Bounds,
    leave,
)
from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import peers_array, units_array, units_of_array
from core.sudoku.solvers.grid_search import SplittingSearch

SINGLES, LOCKED = "singles", "locked"
"""How far the rules are applied: only singles, or locked candidates too."""

ZERO, ONE = np.uint64(0), np.uint64(1)

FAILURES, PATIENCE = 6, 7
"""This kernel's own counters: failures since the last restart, and how many make the next."""

_VISIT, _SPLIT = FRESH, 1
_LEAF = 2
"""What ``settled`` holds of the first cell, at a node that the next step leaves."""
_FIRST_PATIENCE = 64
MOST_SPLITS = 4096
"""How many splits of a path are noted; the shares get too small to tell long before that."""


@kernel
def apply_rules(
    cells: Any, settled: Any, order: Any, box_rows: Any, box_columns: Any, units: Any, units_of: Any, peers: Any,
    segments: Any, locked: Any,
) -> Any:  # fmt: skip
    """Apply the rules to one state until nothing changes; the unit that fails, or -1.

    ``cells`` are n² candidate sets, ``settled`` says whose single value has been
    taken from its peers, ``segments`` is scratch space of n × n words; with ``locked`` other than 0 the locked
    candidates are looked for too.
    """
    total = order * order
    full = (ONE << np.uint64(order)) - ONE
    changed = True
    while changed:
        changed = False
        for cell in range(total):
            bits = cells[cell]
            if settled[cell] != 0 or (bits & (bits - ONE)) != ZERO:
                continue
            if bits == ZERO:
                return units_of[cell, 2]
            settled[cell] = 1
            changed = True
            for at in range(peers.shape[1]):
                peer = peers[cell, at]
                if cells[peer] & bits:
                    cells[peer] ^= bits
                    if cells[peer] == ZERO:
                        for kind in range(3):
                            if units_of[peer, kind] == units_of[cell, kind]:
                                return units_of[cell, kind]
        if changed:
            continue
        for unit in range(3 * order):
            once, twice, done = ZERO, ZERO, ZERO
            for at in range(order):
                cell = units[unit, at]
                bits = cells[cell]
                twice |= once & bits
                once |= bits
                if settled[cell] != 0:
                    done |= bits
            if once != full:
                return unit
            hidden = once & ~twice & ~done
            if hidden == ZERO:
                continue
            for at in range(order):
                cell = units[unit, at]
                bits = cells[cell] & hidden
                if bits != ZERO:
                    if bits & (bits - ONE):
                        return unit
                    if cells[cell] != bits:
                        cells[cell] = bits
                    changed = True
        if changed or locked == 0:
            continue
        stacks = order // box_columns
        bands = order // box_rows
        for across in range(2):  # rows against boxes, then columns against boxes
            pieces = stacks if across == 0 else bands
            length = box_columns if across == 0 else box_rows
            lines_in_box = box_rows if across == 0 else box_columns
            for line in range(order):
                for piece in range(pieces):
                    together = ZERO
                    for at in range(length):
                        together |= cells[units[across * order + line, piece * length + at]]
                    segments[line, piece] = together
            for line in range(order):
                first = line - line % lines_in_box
                for piece in range(pieces):
                    mine = segments[line, piece]
                    in_line, in_box = ZERO, ZERO
                    for other in range(pieces):
                        if other != piece:
                            in_line |= segments[line, other]
                    for other in range(first, first + lines_in_box):
                        if other != line:
                            in_box |= segments[other, piece]
                    pointing = mine & in_line & ~in_box
                    claiming = mine & in_box & ~in_line
                    if pointing != ZERO:
                        changed = True
                        for other in range(pieces):
                            if other != piece:
                                segments[line, other] &= ~pointing
                                for at in range(length):
                                    cells[units[across * order + line, other * length + at]] &= ~pointing
                    if claiming != ZERO:
                        changed = True
                        for other in range(first, first + lines_in_box):
                            if other != line:
                                segments[other, piece] &= ~claiming
                                for at in range(length):
                                    cells[units[across * order + other, piece * length + at]] &= ~claiming
    return -1


@inline_kernel
def splits_so_far(share: Any) -> Any:
    """How many splits lead to a state with this part of the tree."""
    splits = 0
    while 0.0 < share < 1.0:
        share *= 2.0
        splits += 1
    return splits


class Splits(NamedTuple):
    """The states still open, the grid's geometry, and how the rules are applied."""

    root: NDArray[np.uint64]
    cells: NDArray[np.uint64]
    settled: NDArray[np.uint8]
    share: NDArray[np.float64]
    trail: NDArray[np.int32]
    weights: NDArray[np.float64]
    order: int
    box_rows: int
    box_columns: int
    units: NDArray[np.int32]
    units_of: NDArray[np.int32]
    peers: NDArray[np.int32]
    segments: NDArray[np.uint64]
    locked: int
    restarts: int
    counters: NDArray[np.int64]


@kernel
def split_and_propagate(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.

    cells[l] and settled[l] are the states still open, the current one last;
    below it, each is what remains of a split.  share[l] is its part of the tree,
    and the last entry of ``share`` the part that is done.  trail[k] is what the
    k-th split on the path was about, cell · order + value - 1, and -1 less that
    once its first half has been left.
    """
    root, cells, settled, share, weights = state.root, state.cells, state.settled, state.share, state.weights
    trail = state.trail
    order, box_rows, box_columns, units = state.order, state.box_rows, state.box_columns, state.units
    units_of, peers, segments, locked = state.units_of, state.peers, state.segments, state.locked
    restarts, counters = state.restarts, state.counters
    total = order * order
    level = counters[LEVEL]
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    finished = share.shape[0] - 1
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        if phase == _VISIT:
            nodes_left -= 1
            failed = apply_rules(
                cells[level], settled[level], order, box_rows, box_columns, units, units_of, peers, segments, locked
            )
            phase = _SPLIT
            if failed >= 0:
                weights[failed] += 1.0
                counters[FAILURES] += 1
            else:
                failed = -2
                for cell in range(total):
                    if settled[level, cell] == 0:
                        failed = -1
                        break
                if failed == -2:
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        for cell in range(total):
                            found[kept, cell] = np.int32(popcount(cells[level, cell] - ONE)) + np.int32(1)
                        kept += 1
            if failed != -1:
                settled[level, 0] = _LEAF
        elif settled[level, 0] == _LEAF or level + 1 == cells.shape[0]:  # only a damaged state has no room for a split
            share[finished] += share[level]
            if level == 0:
                phase = DONE
            elif (
                restarts != 0 and counters[SOLUTIONS] + quota - solutions_left == 0
                and counters[FAILURES] >= counters[PATIENCE]
            ):  # fmt: skip
                counters[FAILURES] = 0
                counters[PATIENCE] += counters[PATIENCE] // 2
                level = 0
                share[0], share[finished] = 1.0, 0.0
                for cell in range(total):
                    cells[0, cell] = root[cell]
                    settled[0, cell] = 0
                phase = _VISIT
            else:
                level -= 1
                phase = _VISIT
                split = splits_so_far(share[level]) - 1
                if 0 <= split < trail.shape[0] and trail[split] >= 0:
                    trail[split] = -1 - trail[split]
        else:
            best, least = -1, np.inf
            for cell in range(total):
                if settled[level, cell] == 0:
                    weight = weights[units_of[cell, 0]] + weights[units_of[cell, 1]] + weights[units_of[cell, 2]]
                    score = np.float64(popcount(cells[level, cell])) / weight
                    if score < least:
                        best, least = cell, score
            value = lowest(cells[level, best])
            fewest = total
            bits = cells[level, best]
            while bits != ZERO:
                bit = lowest(bits)
                bits ^= bit
                places = 0
                for at in range(peers.shape[1]):
                    if cells[level, peers[best, at]] & bit:
                        places += 1
                if places < fewest:
                    value, fewest = bit, places
            split = splits_so_far(share[level])
            if split < trail.shape[0]:
                trail[split] = best * order + popcount(value - ONE)
            share[level] *= 0.5
            share[level + 1] = share[level]
            for cell in range(total):
                cells[level + 1, cell] = cells[level, cell]
                settled[level + 1, cell] = settled[level, cell]
            cells[level, best] ^= value
            level += 1
            cells[level, best] = value
            phase = _VISIT
    leave(counters, level, phase, kept, budget - nodes_left, quota - solutions_left)


class Propagation(SplittingSearch):
    """The search that applies the rules and splits cells, for any order up to 36."""

    kernel = split_and_propagate
    layout = Splits
    phases = (DONE, _VISIT, _SPLIT)

    def __init__(
        self, problem: Sudoku, goal: Goal, limit: int | None, *, inference: str = LOCKED, restarts: bool = True
    ) -> None:
        super().__init__(problem, goal, limit)
        shape = problem.shape
        givens = np.array(problem.givens, dtype=np.uint64)
        full = np.uint64((1 << shape.order) - 1)
        self._root = np.where(givens == ZERO, full, ONE << (np.maximum(givens, ONE) - ONE))
        self.fixed = {
            "root": self._root,
            "order": shape.order,
            "box_rows": shape.box_rows,
            "box_columns": shape.box_columns,
            "units": units_array(shape),
            "units_of": units_of_array(shape),
            "peers": peers_array(shape),
            "segments": np.zeros((shape.order, shape.order), dtype=np.uint64),
            "locked": int(inference == LOCKED),
            "restarts": int(restarts),
        }
        # Each split below the current state has settled a cell more.
        levels = shape.cells - problem.clues + 2
        self.arrays = {
            "cells": np.zeros((levels, shape.cells), dtype=np.uint64),
            "settled": np.zeros((levels, shape.cells), dtype=np.uint8),
            "share": np.zeros(levels + 1, dtype=np.float64),
            "trail": np.zeros(min(MOST_SPLITS, shape.cells * shape.order), dtype=np.int32),
            "weights": np.ones(3 * shape.order, dtype=np.float64),
        }
        self.arrays["cells"][0] = self._root
        self.arrays["share"][0] = 1.0
        self.counters[PATIENCE] = _FIRST_PATIENCE

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        shape = self._sudoku.shape
        options = shape.cells * shape.order
        return {
            "cells": (0, (1 << shape.order) - 1),
            "settled": (0, _LEAF),
            "share": (0, 1),
            "trail": (-options, options - 1),
            "weights": (1, UNBOUNDED),
        }

    def at_leaf(self) -> bool:
        """Whether the kernel has marked the node visited last to be left."""
        return bool(self.arrays["settled"][int(self.counters[LEVEL]), 0] == _LEAF)

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        sets = self.arrays["cells"][int(self.counters[LEVEL])].tolist()
        return tuple(bits.bit_length() if bits and not bits & (bits - 1) else 0 for bits in sets)

    def branch_path(self) -> tuple[int, ...]:
        """Which branch the search took at each level down to the node visited last."""
        # After a restart the tree is another one: its number, told by the patience, comes first.
        return (self.patience, *_halves(self.arrays["trail"], self._splits_made()))

    def _splits_made(self) -> int:
        return int(splits_so_far(float(self.arrays["share"][int(self.counters[LEVEL])])))

    @property
    def patience(self) -> int:
        """After how many failures it starts again: another number for every tree."""
        return int(self.counters[PATIENCE])

    @property
    def inference(self) -> str:
        """How far the rules are applied: `SINGLES` or `LOCKED`."""
        return LOCKED if self.fixed["locked"] else SINGLES

    def splits(self) -> list[tuple[int, bool]]:
        """The path: the number of the option that each split was about, and whether this is the half without it."""
        made: list[int] = self.arrays["trail"][: self._splits_made()].tolist()
        return [(number, False) if number >= 0 else (-1 - number, True) for number in made]

    def branch_depth(self) -> int:
        """The length of `branch_path`."""
        return 1 + self._splits_made()


def _halves(trail: NDArray[Any], splits: int) -> tuple[int, ...]:
    """For each split, 1 for its first half, with the option, or 2 for the second."""
    return tuple(np.where(trail[:splits] >= 0, 1, 2).tolist())
