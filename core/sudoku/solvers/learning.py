"""One solution of a large grid by clause learning: what a failure teaches holds for the rest of the search.

Searches that only deduce and go back repeat the same failure in many places:
on grids of order 25 and more now and then for hours.  Here each conflict leaves
a clause behind (`core.sudoku.solvers.clauses`), and the search starts afresh again and
again, after runs of failures as long as Luby, Sinclair and Zuckerman's sequence
has them (1993).  What it tries first in a cell is the value that the cell had
when the search came farthest ("target phases": Biere and Fleury, 2020).

Where the givens fit the pattern that most makers of large grids shuffle
(`core.sudoku.solvers.pattern`), its values are tried first.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.kernel import kernel
from core.running.kernel_search import DONE, KEPT, PHASE, KernelSearch, leave
from core.search import Goal
from core.sudoku.problem import Sudoku
from core.sudoku.solvers.arrays import all_solve
from core.sudoku.solvers.clauses import (
    DECAY,
    DECIDED,
    EACH,
    FARTHEST,
    GROUP,
    HEAD,
    HEADER,
    LEVEL_NOW,
    NUMBERS,
    PAIR,
    POOL_END,
    STEP,
    TRAIL,
    analyse,
    assign,
    back_to,
    follow,
    forget,
    learn,
    remember,
)
from core.sudoku.solvers.groups import groups_of
from core.sudoku.solvers.pattern import completion

FAILURES, RUNS = 6, 7
"""This kernel's own counters: failures since it last started afresh, and how often it has."""
_RUN = 64
"""Failures to the unit of Luby's sequence."""
_ANEW = 16
"""After so many runs the values of the farthest trail are looked for anew."""
_POOL = 1 << 21
"""How many numbers the learned clauses may take."""
_LARGEST = 1e100


@kernel(counts_references=False)
def luby(number: Any) -> Any:
    """The term of this 1-based number: 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, …"""
    while True:
        size = 1
        while 2 * size - 1 < number:
            size *= 2
        if 2 * size - 1 == number:
            return size
        number -= size - 1


@kernel(counts_references=False)
def find_peaks(s: Any) -> None:
    """The highest activity in each cell, which `choose` passes cells over by."""
    for cell in range(s.peaks.shape[0]):
        peak = 0.0
        for x in range(cell * s.order, cell * s.order + s.order):
            peak = max(peak, s.activity[x])
        s.peaks[cell] = peak


@kernel(counts_references=False)
def choose(s: Any) -> Any:
    """The open variable of a cell to make true: much in conflicts lately, and few values left beside it.

    As with the weights of `core.sudoku.solvers.propagation`, both count; the square is by trial.
    """
    value, activity, peaks, rest, order, likely = s.value, s.activity, s.peaks, s.rest, s.order, s.likely
    best, most = 0, -1.0
    for cell in range(order * order):
        left = np.float64(rest[cell] >> 32)
        if left > 1.0:
            weight = 1.0 / (left * left)
            if (peaks[cell] + 1.0) * weight <= most:
                continue
            for x in range(cell * order, cell * order + order):
                if value[x] < 0 and (activity[x] + 1.0) * weight > most:
                    best, most = x, (activity[x] + 1.0) * weight
    guess = likely[best // order]
    return guess if guess >= 0 and value[guess] < 0 else best


@kernel(counts_references=False)
def search_by_learning(s: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running.kernel_search`.  A node is a decision or a failure."""
    numbers, counters, value = s.numbers, s.counters, s.value
    variables = value.shape[0]
    order, cells = s.order, s.order * s.order * s.order
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    find_peaks(s)
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        nodes_left -= 1
        if not follow(s):
            counters[FAILURES] += 1
            if numbers[LEVEL_NOW] == 0:
                phase = DONE
                continue
            remember(s)
            size = analyse(s)
            if numbers[POOL_END] + HEADER + size > s.pool.shape[0]:
                back_to(s, 0)
                forget(s)
                continue
            learn(s, size)
            s.scales[STEP] *= DECAY
            if s.scales[STEP] > _LARGEST:
                s.scales[STEP] /= _LARGEST
                for x in range(variables):
                    s.activity[x] /= _LARGEST
                find_peaks(s)
        elif numbers[TRAIL] == variables:
            solutions_left -= 1
            phase = DONE
            if kept < found.shape[0]:
                for x in range(cells):
                    if value[x] == 1:
                        found[kept, x // order] = x % order + 1
                kept += 1
        elif counters[FAILURES] >= _RUN * luby(counters[RUNS] + 1):
            counters[FAILURES] = 0
            counters[RUNS] += 1
            if counters[RUNS] % _ANEW == 0:
                numbers[FARTHEST] = 0
            back_to(s, 0)
            if numbers[POOL_END] > s.pool.shape[0] // 2:
                forget(s)
        else:
            x = choose(s)
            level = numbers[LEVEL_NOW] + 1
            numbers[LEVEL_NOW] = level
            s.limits[level] = numbers[TRAIL]
            assign(s, x, 1, DECIDED)
    leave(counters, numbers[LEVEL_NOW], phase, kept, budget - nodes_left, quota - solutions_left)


class Formula(NamedTuple):
    """The formula (see `core.sudoku.solvers.groups`), all that is known of it, and the counters."""

    order: int
    likely: NDArray[np.int64]
    """By cell, the variable to make true first; -1 for none."""
    members: NDArray[np.int32]
    """The variables of the groups, one group after the other."""
    starts: NDArray[np.int32]
    """By group, where it begins in ``members``; and the end."""
    peaks: NDArray[np.float64]
    """Scratch: by cell, the highest activity of its variables."""
    groups: NDArray[np.int32]
    """The groups of each variable, ``width`` numbers, then -1."""
    width: int
    rest: NDArray[np.int64]
    """By group, `EACH` for each variable that is not false plus the sum of their numbers."""
    value: NDArray[np.int8]
    """By variable: 1 true, 0 false, -1 open."""
    level: NDArray[np.int32]
    reason: NDArray[np.int32]
    trail: NDArray[np.int32]
    """The variables that have a value, in the order they got it."""
    limits: NDArray[np.int32]
    """By level, how long the trail was before its decision."""
    pool: NDArray[np.int32]
    """The learned clauses."""
    first: NDArray[np.int32]
    """By literal, the first clause that watches it; -1 for none."""
    activity: NDArray[np.float64]
    seen: NDArray[np.int8]
    """Scratch by variable, by level, and for the clause in the making."""
    stamps: NDArray[np.int32]
    learned: NDArray[np.int32]
    numbers: NDArray[np.int64]
    scales: NDArray[np.float64]
    counters: NDArray[np.int64]


def likely_variables(problem: Sudoku) -> NDArray[np.int64]:
    """By cell, the variable of its value in the shuffled pattern that the givens belong to; -1 for none."""
    found = completion(problem) if problem.shape.order > 9 else None
    if found is None:
        return np.full(problem.shape.cells, -1, dtype=np.int64)
    return np.arange(problem.shape.cells) * problem.shape.order + np.array(found, dtype=np.int64) - 1


class Learning(KernelSearch):
    """One solution, by clause learning; units of any kind."""

    kernel = search_by_learning
    layout = Formula

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        shape = problem.shape
        self.buffer_rows = 1
        super().__init__(problem, goal, limit, width=shape.cells)
        self._sudoku = problem
        members, starts, groups = groups_of(shape)
        n, variables = shape.order, len(groups)
        self.fixed = {
            "order": n,
            "members": members,
            "starts": starts,
            "peaks": np.zeros(shape.cells, dtype=np.float64),
            "groups": groups.ravel(),
            "width": groups.shape[1],
        }
        numbers = np.zeros(NUMBERS, dtype=np.int64)
        self.arrays = {
            "likely": likely_variables(problem),
            "rest": np.add.reduceat(EACH + members.astype(np.int64), starts[:-1]),
            "value": np.full(variables, -1, dtype=np.int8),
            "level": np.zeros(variables, dtype=np.int32),
            "reason": np.full(variables, DECIDED, dtype=np.int32),
            "trail": np.zeros(variables, dtype=np.int32),
            "limits": np.zeros(shape.cells + 2, dtype=np.int32),
            "pool": np.zeros(_POOL, dtype=np.int32),
            "first": np.full(2 * variables, -1, dtype=np.int32),
            "activity": np.zeros(variables, dtype=np.float64),
            "seen": np.zeros(variables, dtype=np.int8),
            "stamps": np.zeros(shape.cells + 2, dtype=np.int32),
            "learned": np.zeros(max(variables, 64) + 1, dtype=np.int32),
            "numbers": numbers,
            "scales": np.ones(1, dtype=np.float64),
        }
        for cell, value in enumerate(problem.givens):
            if value:
                x = cell * n + value - 1
                self.arrays["value"][x] = 1
                self.arrays["trail"][numbers[TRAIL]] = x
                numbers[TRAIL] += 1

    def verify(self, rows: NDArray[Any]) -> bool:
        return all_solve(self._sudoku, rows)

    def placement(self) -> tuple[int, ...]:
        shape = self._sudoku.shape
        placed = self.arrays["value"][: shape.cells * shape.order].reshape(shape.cells, -1) == 1
        return tuple(np.where(placed.any(axis=1), placed.argmax(axis=1) + 1, 0).tolist())

    def max_depth(self) -> int:
        return self._sudoku.shape.cells

    def __getstate__(self) -> dict[str, Any]:
        arrays = dict(self.arrays)
        arrays["pool"] = arrays["pool"][: arrays["numbers"][POOL_END]]  # beyond its end it is room and no more
        return {**super().__getstate__(), "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        rules = self.arrays["pool"]
        self.arrays["pool"] = np.zeros(_POOL, dtype=np.int32)
        self.arrays["pool"][: len(rules)] = rules

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        return what_is_wrong(arrays, self.fixed["members"], self.fixed["starts"], self._sudoku.shape.cells)


def what_is_wrong(
    arrays: Mapping[str, NDArray[Any]], members: NDArray[np.int32], starts: NDArray[np.int32], cells: int
) -> str:
    """What a kernel would stumble over in arrays that come from a file; empty for nothing."""
    numbers, value, trail, pool = arrays["numbers"], arrays["value"], arrays["trail"], arrays["pool"]
    variables, end, level = len(value), int(numbers[POOL_END]), int(numbers[LEVEL_NOW])
    if not (0 <= numbers[HEAD] <= numbers[TRAIL] <= variables and 0 <= end <= len(pool) and 0 <= level <= cells):
        return "a length is out of bounds"
    placed, followed = trail[: numbers[TRAIL]], trail[: numbers[HEAD]]
    if placed.size and not (0 <= placed.min() <= placed.max() < variables):
        return "the trail leads out of bounds"
    if len(np.unique(placed)) != len(placed) or (np.bincount(placed, minlength=variables) != (value >= 0)).any():
        return "the trail and the values disagree"
    limits = arrays["limits"][1 : level + 1]
    steps = np.concatenate([[0], limits, [len(placed)]])
    if (np.diff(steps) < 0).any():
        return "the levels do not follow each other"
    if (arrays["level"][placed] != np.searchsorted(limits, np.arange(len(placed)), side="right")).any():
        return "the trail and the levels disagree"
    likely = arrays["likely"]
    if not ((likely == -1) | (likely // isqrt(cells) == np.arange(cells))).all():
        return "a value to try first is not of its cell"
    false = np.zeros(variables, dtype=bool)
    false[followed[value[followed] == 0]] = True
    counted = np.where(false[members], 0, EACH + members.astype(np.int64))
    if (np.add.reduceat(counted, starts[:-1]) != arrays["rest"]).any():
        return "a group's sum is wrong"
    clauses, at = [], 0
    while at < end:
        size = int(pool[at])
        if size < 2 or at + HEADER + size > end:
            return "a clause is cut short"
        literals = pool[at + HEADER : at + HEADER + size]
        if literals.min() < 0 or literals.max() >= 2 * variables:
            return "a clause has a literal that is none"
        clauses.append(at)
        at += HEADER + size
    reason, pairs = arrays["reason"], PAIR + variables
    known = (reason == DECIDED) | ((reason >= PAIR) & (reason < pairs)) | np.isin(reason, clauses)
    if not (known | ((reason >= GROUP) & (reason < GROUP + len(starts) - 1))).all():
        return "a reason is none"
    return _watched(arrays["first"].tolist(), pool.tolist(), set(clauses))


def _watched(first: list[int], pool: list[int], starts: set[int]) -> str:
    """Whether every clause is on the lists of its first two literals, and on no other."""
    links = 0
    for literal, start in enumerate(first):
        clause = start
        while clause >= 0:
            links += 1
            if clause not in starts or literal not in pool[clause + HEADER : clause + HEADER + 2]:
                return "a clause is on a wrong list"
            if links > 2 * len(starts):
                return "the lists of clauses run in a circle"
            clause = pool[clause + 2 + (pool[clause + HEADER] != literal)]
    return "" if links == 2 * len(starts) else "a clause is on no list"
