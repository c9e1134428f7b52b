"""Finds one solution of a large grid by clause learning: what a failure teaches holds for the rest of the search.

Searches that only deduce and go back repeat the same failure in many places, sometimes
for hours on grids of order 25 and more.  Here each conflict leaves a clause behind
(`core.sudoku._solvers.clauses`), and the search starts again after runs of failures
whose lengths follow the sequence of Luby, Sinclair and Zuckerman (1993).  In each cell
it first tries the value that the cell had when the search came farthest ("target
phases": Biere and Fleury, 2020).

If the givens fit the pattern that most makers of large grids shuffle
(`core.sudoku._solvers.usual_pattern`), its values are tried first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import kernel
from core._kernels.luby import luby
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, PHASE, UNBOUNDED, Bounds, leave
from core.sudoku._problem import Sudoku
from core.sudoku._solvers.clauses import (
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
    groups_of,
    learn,
    remember,
)
from core.sudoku._solvers.grid_search import GridSearch
from core.sudoku._solvers.usual_pattern import completion, shuffled_to_fit

FAILURES, RUNS = 6, 7
"""This kernel's own counters: failures since the last restart, and the number of restarts."""
_RUN = 64
"""The number of failures in one unit of Luby's sequence."""
_ANEW = 16
"""After this many runs the search forgets the farthest trail and looks for its values again."""
_POOL = 1 << 21
"""The most numbers in the learned clauses."""
_LARGEST = 1e100


@kernel(counts_references=False)
def find_peaks(s: Any) -> None:
    """Find the highest activity in each cell, which lets `choose` pass over cells."""
    for cell in range(s.peaks.shape[0]):
        peak = 0.0
        for x in range(cell * s.order, cell * s.order + s.order):
            peak = max(peak, s.activity[x])
        s.peaks[cell] = peak


@kernel(counts_references=False)
def choose(s: Any) -> Any:
    """The open variable of a cell to make true: often in conflicts lately, with few other values left.

    As with the weights of `core.sudoku._propagation.search`, both count; the square was found by trial.
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
    """The search; the contract is that of `core.running._kernel_search`.  A node is a decision or a failure."""
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
            if size == 0:
                phase = DONE
                continue
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
            if value[x] >= 0 or level == s.limits.shape[0]:  # only in a damaged state
                phase = DONE
                continue
            numbers[LEVEL_NOW] = level
            s.limits[level] = numbers[TRAIL]
            assign(s, x, 1, DECIDED)
    leave(counters, numbers[LEVEL_NOW], phase, kept, budget - nodes_left, quota - solutions_left)


class Formula(NamedTuple):
    """The formula (see `groups_of`), all that is known of it, and the counters."""

    order: int
    likely: NDArray[np.int64]
    """By cell, the variable to make true first; -1 for none."""
    members: NDArray[np.int32]
    """The variables of the groups, one group after the other."""
    starts: NDArray[np.int32]
    """By group, where it begins in ``members``; and the end."""
    peaks: NDArray[np.float64]
    """Scratch: by cell, the highest activity of its variables."""
    seen: NDArray[np.int8]
    """Scratch: by variable, whether it is in the clause being made."""
    learned: NDArray[np.int32]
    """Scratch: the literals of that clause."""
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
    """The variables that have a value, in the order in which they got it."""
    limits: NDArray[np.int32]
    """By level, how long the trail was before its decision."""
    pool: NDArray[np.int32]
    """The learned clauses."""
    first: NDArray[np.int32]
    """By literal, the first clause that watches it; -1 for none."""
    activity: NDArray[np.float64]
    stamps: NDArray[np.int32]
    """By level, the last clause learned that had a literal of it."""
    numbers: NDArray[np.int64]
    scales: NDArray[np.float64]
    counters: NDArray[np.int64]


def likely_variables(problem: Sudoku) -> NDArray[np.int64]:
    """By cell, the variable of its value in a shuffled pattern that the givens belong to; -1 for none."""
    found = (completion(problem) or shuffled_to_fit(problem)) if problem.shape.order > 9 else None
    if found is None:
        return np.full(problem.shape.cells, -1, dtype=np.int64)
    return np.arange(problem.shape.cells) * problem.shape.order + np.array(found, dtype=np.int64) - 1


class Learning(GridSearch):
    """The search for one solution by clause learning; units may be of any kind."""

    kernel = search_by_learning
    layout = Formula
    phases = (DONE, FRESH)

    def __init__(self, problem: Sudoku, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        shape = problem.shape
        members, starts, groups = groups_of(problem.layout)
        n, variables = shape.order, len(groups)
        self.fixed = {
            "order": n,
            "members": members,
            "starts": starts,
            "peaks": np.zeros(shape.cells, dtype=np.float64),
            "seen": np.zeros(variables, dtype=np.int8),
            "learned": np.zeros(max(variables, 64) + 1, dtype=np.int32),
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
            "stamps": np.zeros(shape.cells + 2, dtype=np.int32),
            "numbers": numbers,
            "scales": np.ones(1, dtype=np.float64),
        }
        full = (1 << n) - 1
        for cell, (value, bits) in enumerate(zip(problem.givens, problem.candidates, strict=True)):
            known = {cell * n + value - 1: 1} if value else {}
            if not value and bits != full:
                known = {cell * n + each: 0 for each in range(n) if not bits >> each & 1}
            for x, truth in known.items():
                self.arrays["value"][x] = truth
                self.arrays["trail"][numbers[TRAIL]] = x
                numbers[TRAIL] += 1

    def placement(self) -> tuple[int, ...]:
        """The grid at the node visited last: n² values, 0 for an empty cell."""
        shape = self._sudoku.shape
        placed = self.arrays["value"][: shape.cells * shape.order].reshape(shape.cells, -1) == 1
        return tuple(np.where(placed.any(axis=1), placed.argmax(axis=1) + 1, 0).tolist())

    def max_depth(self) -> int:
        """The level at which a path is complete."""
        return self._sudoku.shape.cells

    def __getstate__(self) -> dict[str, Any]:
        arrays = dict(self.arrays)
        arrays["pool"] = arrays["pool"][: arrays["numbers"][POOL_END]]  # beyond its end is only free room
        return {**super().__getstate__(), "arrays": arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        rules = self.arrays["pool"]
        self.arrays["pool"] = np.zeros(_POOL, dtype=np.int32)
        self.arrays["pool"][: len(rules)] = rules

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The least and the greatest value of the counters that this kernel uses as it likes."""
        return {**super().counter_bounds(), RUNS: (0, UNBOUNDED)}

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The least and the greatest value that each array may hold, by name."""
        cells, groups = self._sudoku.shape.cells, len(self.fixed["starts"]) - 1
        variables, pool = len(self.arrays["value"]), len(self.arrays["pool"])
        most = np.full(NUMBERS, UNBOUNDED)
        most[[TRAIL, HEAD]], most[LEVEL_NOW], most[POOL_END] = variables, cells, pool
        return {
            "likely": (-1, cells * self._sudoku.shape.order - 1),
            "value": (-1, 1),
            "level": (0, cells + 1),
            "reason": (DECIDED, GROUP + groups - 1),
            "trail": (0, variables - 1),
            "limits": (0, variables),
            "pool": (-1, max(2 * variables, pool)),
            "first": (-1, pool - 1),
            "numbers": (0, most),
        }

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state that was read from a file; empty for nothing."""
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        sound = _trail_is_sound(arrays, self.fixed["members"], self.fixed["starts"]) and _clauses_are_sound(arrays)
        return "" if sound else "its trail, groups and clauses do not fit together"


# The kernel follows the trail, the sums of the groups and the lists of clauses without checking where they lead: if
# they did not fit together it would leave its arrays or loop for ever, even with every number in its bounds.


def _trail_is_sound(arrays: Mapping[str, NDArray[Any]], members: NDArray[np.int32], starts: NDArray[np.int32]) -> bool:
    """Whether each variable with a value is on the trail once, at its level, and the sums of the groups agree."""
    value, numbers = arrays["value"], arrays["numbers"]
    placed, limits = arrays["trail"][: numbers[TRAIL]], arrays["limits"][1 : numbers[LEVEL_NOW] + 1]
    followed = placed[: numbers[HEAD]]
    false = np.zeros(len(value), dtype=np.bool_)
    false[followed[value[followed] == 0]] = True
    left = np.where(false[members], 0, EACH + members.astype(np.int64))
    return bool(
        numbers[HEAD] <= numbers[TRAIL]
        and np.array_equal(np.bincount(placed, minlength=len(value)), value >= 0)
        and (np.diff(limits, prepend=0, append=len(placed)) >= 0).all()
        and np.array_equal(arrays["level"][placed], np.searchsorted(limits, np.arange(len(placed)), side="right"))
        and np.array_equal(np.add.reduceat(left, starts[:-1]), arrays["rest"])
    )


def _clauses_are_sound(arrays: Mapping[str, NDArray[Any]]) -> bool:
    """Whether every clause is whole and on the lists of its first two literals alone, and every reason is a clause."""
    value, level, reason, numbers = arrays["value"], arrays["level"], arrays["reason"], arrays["numbers"]
    pool, variables = arrays["pool"][: numbers[POOL_END]].tolist(), len(value)
    clauses: dict[int, list[int]] = {}
    at = 0
    while at < len(pool):
        literals = pool[at + HEADER : at + HEADER + pool[at]]
        if not 2 <= pool[at] == len(set(literals)) or not 0 <= min(literals) <= max(literals) < 2 * variables:
            return False
        clauses[at] = literals
        at += HEADER + pool[at]
    asked = reason[(value >= 0) & (level > 0)]
    known = (asked == DECIDED) | (asked >= GROUP) | ((asked >= PAIR) & (asked < PAIR + variables))
    if not (known | np.isin(asked, list(clauses))).all():
        return False
    links = 0
    for literal, clause in enumerate(arrays["first"].tolist()):
        while clause >= 0:
            links += 1
            if links > 2 * len(clauses) or literal not in clauses.get(clause, ())[:2]:
                return False
            clause = pool[clause + 2 + (pool[clause + HEADER] != literal)]
    return links == 2 * len(clauses)
