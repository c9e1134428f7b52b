"""Bitmasks that use the eight symmetries of the board: the search looks for one board in eight.

The queens on the four edges decide which.  Each is some squares from the nearer end of its edge;
let d be the smallest such distance.  The number of a solution's eight images that have the queen of
the top row d squares from the left equals the number of edges whose queen is at distance d (the top
one and its *rivals*).  So the search looks only for such boards, in which the queens of the other
edges are at least as far from their ends.  A board with 1, 2 or 4 edges at distance d counts 8, 4
or 2.  With 3 there are three such images, exactly one of which has the fourth edge at the bottom:
that one counts 8 and the others nothing, so that parts of the search also have whole counts.

A queen in the corner (d = 0) is on two edges.  Two images have it at the top left, mirror images in
the diagonal.  The search looks for the one in which the queen of the second row is nearer than that
of the second column: it counts 8.

The idea of pruning by the edges comes from Takaken's program (2003).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._catalog import Algorithm
from core._kernels.cache_lines import on_own_lines
from core._kernels.kernel import inline_kernel, kernel
from core._lazy import keeps
from core._queens.bitmask import BACK, COLUMNS, FALLING, RISING, TODO, WORD, MaskSearch
from core._queens.boards import MOST_COUNTED, RUNNING
from core._queens.problem import Queens
from core._search import Goal, Search, Status
from core.running._kernel_search import DONE, FRESH, LEVEL, NODES, PHASE, SOLUTIONS, Bounds

CASE = 6
"""A counter: the current case.  Case d ≥ 1 has the top row's queen d from the left; the rest have her in the corner."""
ZERO, ONE, TWO, THREE, FOUR, FIVE = (np.uint64(i) for i in range(6))
MUST = np.uint64(64)
"""The position in the rules at which the columns that must be used begin."""
DUE, LOWER = np.uint64(32), np.uint64(WORD)


class Frames(NamedTuple):
    """The levels while the kernel runs: only levels with something left to try are on the stack.

    The search always goes back to the nearest of these, so each level between them
    needs only one word for its queen.  The kernel turns the ``levels`` into frames on
    entry, and the frames into ``levels`` on return: users see and save the ``levels``.
    """

    frames: NDArray[np.uint64]
    """Five words for each frame: columns, both diagonals, squares still to try, level."""
    path: NDArray[np.uint64]
    """The columns taken above the row of each level."""

    @classmethod
    def of(cls, n: int) -> Frames:
        """Return empty frames for N = ``n``."""
        return cls(*(on_own_lines(np.zeros(count, dtype=np.uint64)) for count in (5 * (n + 1), n + 1)))


class Edges(NamedTuple):
    """The words of every level, and the rules of the cases."""

    n: int
    cases: NDArray[np.uint64]
    levels: NDArray[np.uint32]
    tallies: NDArray[np.int64]
    frames: Frames
    rules: NDArray[np.uint64]
    """Room for the current case: the columns that each row may use and, from `MUST` on, those that must be used."""
    counters: NDArray[np.int64]


@kernel(counts_references=False)
def count_by_edges(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`.

    The kernel reports images of a board beyond the quota at the next call.

    ``cases`` is uint64 (cases, n + 1): for each row the columns that may be used
    there and, from bit 32 on, those that must be used there or above; d comes last.
    ``levels`` is uint32 (n + 1, 5), ``tallies`` (3) counts the boards that count 8, 4 and 2.
    """
    n, cases, levels, tallies, counters = state.n, state.cases, state.levels, state.tallies, state.counters
    frames, path, rules = state.frames.frames, state.frames.path, state.rules
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    full = (ONE << np.uint64(n)) - ONE
    rows = np.uint64(n)
    nodes_left = budget
    wanted = counters[SOLUTIONS] + quota
    ready = images_of(tallies)
    case = counters[CASE]
    level = np.uint64(counters[LEVEL])
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
        for word in range(TODO):
            levels[0, word] = 0
        levels[0, BACK] = 0
        levels[0, TODO] = cases[case, 0] & full
    top = take_up(levels, level, frames, path)
    columns, rising = np.uint64(levels[level, COLUMNS]), np.uint64(levels[level, RISING])
    falling, todo = np.uint64(levels[level, FALLING]), np.uint64(levels[level, TODO])
    distance = take_case(cases, case, rules, rows)
    columns_below, free = columns, ONE
    ahead = rules[level + ONE] & ~(columns | rising << ONE | falling >> ONE)
    while nodes_left > 0 and ready < wanted:
        while nodes_left > 0:  # until a board is complete
            if todo == ZERO:
                if top == ZERO:
                    case += 1
                    level, columns, rising, falling = ZERO, ZERO, ZERO, ZERO
                    free = ONE
                    if case == len(cases):
                        break
                    todo = np.uint64(cases[case, 0]) & full
                    distance = take_case(cases, case, rules, rows)
                    ahead = rules[ONE]
                    continue
                top -= FIVE
                columns, rising, falling = frames[top], frames[top + ONE], frames[top + TWO]
                todo, level = frames[top + THREE], frames[top + FOUR]
                ahead = rules[level + ONE] & ~(columns | rising << ONE | falling >> ONE)
            queen = todo & (~todo + ONE)
            todo &= todo - ONE
            nodes_left -= 1
            free = ahead & ~(queen | queen << ONE | queen >> ONE)
            columns_below = columns | queen
            if free != ZERO:
                missing = rules[MUST + level + ONE] & ~columns_below
                if missing != ZERO:
                    free &= missing
            if free != ZERO:
                path[level] = columns
                push(frames, top, columns, rising, falling, todo, level)
                if todo != ZERO:
                    top += FIVE
                level += ONE
                columns, rising, falling, todo = columns_below, (rising | queen) << ONE, (falling | queen) >> ONE, free
                ahead = rules[level + ONE] & ~(columns | rising << ONE | falling >> ONE)
            elif columns_below == full:
                path[level] = columns
                ready = tally(tallies, path, distance, np.uint64(n - 1), queen)
                break
        if case == len(cases):
            counters[PHASE] = DONE
            case = 0
            break
    if free == ZERO:  # stopped on a node without a square for the next queen
        path[level] = columns
        push(frames, top, columns, rising, falling, todo, level)
        top += FIVE * np.uint64(todo != ZERO)
        level, columns, todo = level + ONE, columns_below, ZERO
    lay_down(levels, level, columns, todo, frames, path, top)
    counters[NODES] += budget - nodes_left
    counters[SOLUTIONS] = min(ready, wanted)
    counters[LEVEL] = level
    counters[CASE] = case


@kernel(counts_references=False)
def tally(tallies: Any, path: Any, distance: Any, last: Any, queen: Any) -> Any:
    """Record a board whose last queen is ``queen``, and return how many images all boards so far represent.

    This is a separate kernel, so that rare work takes no registers from the search.
    """
    rivals = 1
    if distance > ZERO:
        sides = ONE | (ONE << last)
        if path[distance + ONE] & sides != ZERO:
            rivals += 1
        if path[last - distance] & sides != sides:
            rivals += 1
        if queen == ONE << distance or queen == ONE << (last - distance):
            rivals += 1
            if rivals == 3:
                rivals = 0
    if rivals == 3:
        tallies[0] += 1
    elif rivals > 0:
        tallies[rivals >> 1] += 1
    return images_of(tallies)


@inline_kernel
def images_of(tallies: Any) -> Any:
    """How many images the recorded boards represent."""
    return 8 * tallies[0] + 4 * tallies[1] + 2 * tallies[2]


@inline_kernel
def take_case(cases: Any, case: Any, rules: Any, rows: Any) -> Any:
    """Unpack the rules of a case; returns its distance.  Rows below the last one allow nothing."""
    for row in range(ZERO, rows):
        rules[row] = cases[case, row] & LOWER
        rules[MUST + row] = cases[case, row] >> DUE
    return np.uint64(cases[case, np.int64(rows)])


@inline_kernel
def push(frames: Any, top: Any, columns: Any, rising: Any, falling: Any, todo: Any, level: Any) -> None:
    """Write a frame at position ``top``, which is five times its number."""
    frames[top] = columns
    frames[top + ONE] = rising
    frames[top + TWO] = falling
    frames[top + THREE] = todo
    frames[top + FOUR] = level


@inline_kernel
def take_up(levels: Any, level: Any, frames: Any, path: Any) -> Any:
    """Make the frames and the path from the levels above ``level``; returns the position of the next frame."""
    top = ZERO
    for row in range(ZERO, level + ONE):
        path[row] = levels[row, COLUMNS]
        todo = np.uint64(levels[row, TODO])
        if todo != ZERO and row < level:
            columns, rising = np.uint64(levels[row, COLUMNS]), np.uint64(levels[row, RISING])
            push(frames, top, columns, rising, np.uint64(levels[row, FALLING]), todo, row)
            top += FIVE
    return top


@inline_kernel
def lay_down(levels: Any, level: Any, columns: Any, todo: Any, frames: Any, path: Any, top: Any) -> None:
    """Write the levels up to ``level``; ``columns`` and ``todo`` are the words of that last one."""
    path[level] = columns
    rising, falling, back, frame = ZERO, ZERO, ZERO, ZERO
    for row in range(ZERO, level + ONE):
        left = ZERO
        if row == level:
            left = todo
        elif frame < top and frames[frame + FOUR] == row:
            left = frames[frame + THREE]
            frame += FIVE
        levels[row, COLUMNS], levels[row, RISING], levels[row, FALLING] = path[row], rising, falling
        levels[row, TODO], levels[row, BACK] = left, back
        if left != ZERO:
            back = np.uint64(row)
        if row < level:
            queen = path[row] ^ path[row + ONE]
            rising, falling = ((rising | queen) << ONE) & LOWER, (falling | queen) >> ONE


def _cases(n: int) -> NDArray[np.uint64]:
    """The columns that each row of each case may use, and those that must be used by then (see `count_by_edges`)."""
    full = (1 << n) - 1
    sides = 1 | 1 << (n - 1)
    cases = []
    for second in range(2, n):  # a queen in the corner, and that of the next row in this column
        rows = [[full, 0] for _ in range(n + 1)]
        rows[0][0], rows[1][0] = 1, 1 << second
        for row in range(2, second):
            rows[row][0] = full & ~2
        rows[n] = [0, 0]
        cases.append(rows)
    for distance in range(1, (n - 1) // 2 + (n % 2 == 0)):
        rows = [[full, 0] for _ in range(n + 1)]
        for row in (*range(1, distance), *range(n - distance, n)):
            rows[row][0] &= ~sides
        for row in range(n - distance - 1, n):
            rows[row][1] |= sides
        outer = ((1 << distance) - 1) * (1 | 1 << (n - distance))
        rows[n - 1][0] &= ~outer
        rows[n - 1][1] |= outer
        rows[n - 2][1] |= outer
        rows[0][0] = 1 << distance
        rows[n] = [distance, 0]
        cases.append(rows)
    packed = [[allowed | due << 32 for allowed, due in rows] for rows in cases]
    return np.array(packed or [[0] * (n + 1)], dtype=np.uint64)


class DihedralSearch(MaskSearch):
    """Counts for N up to 32: each board it finds represents all its images, which it never makes."""

    kernel = count_by_edges
    layout = Edges

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, cases: NDArray[np.uint64] | None = None) -> None:
        """``cases`` are the cases to search (see `count_by_edges`); None means all."""
        super().__init__(problem, goal, limit)
        self.keep_at_most(0)
        self.least_steps = self.least_steps // 8 if cases is None else 0
        self._cases = _cases(problem.n) if cases is None else cases
        self.arrays["tallies"] = np.zeros(3, dtype=np.int64)
        rules = np.zeros(2 * int(MUST), dtype=np.uint64)
        self.fixed |= {"cases": self._cases, "frames": Frames.of(problem.n), "rules": rules}
        if problem.n == 1:  # the only board that is its own mirror image
            self.counters[[NODES, SOLUTIONS, PHASE]] = 2, 1, DONE
            self.status = Status.COMPLETE

    @property
    def first_squares(self) -> list[int]:
        """The column of the first queen, case by case; empty for N = 2, whose only case allows no queen."""
        return [square.bit_length() - 1 for rules in self._cases if (square := int(rules[0]) & (1 << self._n) - 1)]

    def allowed(self, case: int, row: int) -> int:
        """The columns that a case allows in a row, as bits."""
        return int(self._cases[case, row]) & (1 << self._n) - 1

    def due(self, case: int, row: int) -> int:
        """The columns, as bits, whose queens must be in this row or above it, according to the case."""
        return int(self._cases[case, row]) >> int(DUE)

    def _free(self, case: int, row: int, columns: int, attacked: int) -> int:
        """The squares of a row that the search tries below these columns; it leaves out those ``attacked``."""
        missing = self.due(case, row) & ~columns if row else 0
        squares = self.allowed(case, row) & ~attacked
        return squares & missing if missing else squares

    def choices(self) -> Sequence[tuple[int, int]]:
        """The (k, d) of every level: first the case among all cases, then the square in each further row."""
        case = int(self.counters[CASE])
        queens = self._queens()
        if not queens:  # the root: the first case is chosen below it
            return []
        choices = [(case + 1, len(self._cases))]
        for row, bit in enumerate(queens[1:], 1):
            columns, rising, falling = (int(w) for w in self.arrays["levels"][row, :TODO])
            free = self._free(case, row, columns, columns | rising | falling)
            choices.append(((free & (2 * bit - 1)).bit_count(), free.bit_count()))
        return choices

    def array_bounds(self) -> Mapping[str, Bounds]:
        """The number of boards may be as large as it can get without overflow."""
        return {**super().array_bounds(), "tallies": (0, MOST_COUNTED // 8)}

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The case exists."""
        return {**super().counter_bounds(), CASE: (0, len(self._cases) - 1), SOLUTIONS: (0, MOST_COUNTED)}


@keeps(last=2)
def _finer(n: int) -> NDArray[np.uint64]:
    """The cases, split further by one more row.  Kept, because all parts of a count need them."""
    full = (1 << n) - 1
    finer = []
    for case in _cases(n):
        row = next((row for row in range(1, n) if (int(case[row]) & full).bit_count() > 1), None)
        for column in range(n) if row is not None else ():
            if int(case[row]) >> column & 1:
                one = case.copy()
                one[row] = int(case[row]) & ~full | 1 << column
                finer.append(one)
        if row is None:
            finer.append(case)
    return np.array(finer)


def searches(
    entry: Algorithm, problem: Queens, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """Return the searches of part ``number`` (see `core._parts.part`): the finer cases are dealt out in turn."""
    mine = _finer(problem.n)[number::of].copy()
    if len(mine) and (problem.n > 1 or number == 0):
        yield DihedralSearch(problem, Goal.COUNT, None, mine)
