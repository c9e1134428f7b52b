"""Depth first, one choice at each level: four searches share this loop, and each defines its own choices.

A search at level k has made k choices, of columns or of squares, and goes through
the remaining ones in order.  The searches differ in these functions, which are
compiled into each kernel:

- ``next_choice(state, level, choice)`` returns the first choice from ``choice`` on that this level can make, or -1;
- ``take(state, level, choice)`` makes it, and returns the choice that the level below tries first;
- ``give_back(state, level)`` takes back the choice of the level, and returns it;
- ``solves(state)`` tells whether the N choices made are a solution;
- ``write(state, found, row)`` writes them to a row of ``found``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from core._kernels.kernel import inline_kernel
from core._queens.boards import RUNNING, BoardSearch, masks_of
from core._queens.problem import Queens
from core._queens.squares import open_squares
from core._search import Goal
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, leave

CURSOR = 6
"""A counter: the next choice to try at the current level."""


@inline_kernel
def search_depth_first(
    state: Any, budget: Any, quota: Any, found: Any,
    next_choice: Any, take: Any, give_back: Any, solves: Any, write: Any,
) -> None:  # fmt: skip
    """The search; the contract is that of `core.running._kernel_search`.

    The recursion is a loop over the current level, so that it can be interrupted at any node.
    """
    n, counters = state.n, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    nodes_left = budget
    solutions_left = quota
    kept = counters[KEPT]
    level = counters[LEVEL]
    choice = counters[CURSOR]
    if counters[PHASE] == FRESH:
        counters[PHASE] = RUNNING
        nodes_left -= 1
    back = level == n  # interrupted on a complete choice: go back to the level that completed it
    while nodes_left > 0:
        if not back:
            choice = next_choice(state, level, choice)
        if not back and choice >= 0:
            choice = take(state, level, choice)
            level += 1
            nodes_left -= 1
            if level == n:
                if solves(state):
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        write(state, found, kept)
                        kept += 1
                    if solutions_left == 0:
                        break
                back = nodes_left > 0
            continue
        back = False
        if level == 0:
            counters[PHASE] = DONE
            choice = 0
            break
        level -= 1
        choice = give_back(state, level) + 1
    counters[CURSOR] = choice
    leave(counters, level, counters[PHASE], kept, budget - nodes_left, quota - solutions_left)


@inline_kernel
def write_columns(state: Any, found: Any, row: Any) -> None:
    """Copy the columns of all rows."""
    for each in range(state.n):
        found[row, each] = state.columns[each]


@inline_kernel
def always(state: Any) -> Any:
    """If no choice attacks another when made, N of them are a solution."""
    return True


class CursorSearch(BoardSearch):
    """A search that continues from the counter `CURSOR` in the row (or at the queen) ``counters[LEVEL]``."""

    phases = (DONE, FRESH, RUNNING)

    def __init__(self, problem: Queens, goal: Goal, limit: int | None) -> None:
        super().__init__(problem, goal, limit)
        self._open = self.fixed["open_squares"] = open_squares(problem)

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """The next column to try may be one past the last."""
        return {**super().counter_bounds(), CURSOR: (0, self._n)}


class RowByRowSearch(CursorSearch):
    """A search that fills the rows in order, one queen in each row and column: progress by Knuth's formula."""

    heeds_diagonals: ClassVar[bool] = True
    """Whether a square attacked along a diagonal is skipped at once."""

    def choices(self) -> Sequence[tuple[int, int]] | None:
        """For each queen: hers was the k-th of the d squares of her row that were not skipped."""
        columns = self.board_array().tolist()
        return [
            ((free & (2 << column) - 1).bit_count(), free.bit_count())
            for free, column in zip(self._free(columns), columns, strict=False)
        ]

    def at_leaf(self) -> bool:
        """Whether all rows are filled, or every square of the next one would be skipped."""
        return super().at_leaf() or not self._free(self.board_array().tolist())[-1]

    def _free(self, columns: Sequence[int]) -> list[int]:
        """The squares that are not skipped, as bits, in each row filled and in the next one."""
        taken = rising = falling = 0
        free = []
        for row, open_row in enumerate(masks_of(self._open)[: len(columns) + 1]):
            free.append(open_row & ~(taken | rising | falling if self.heeds_diagonals else taken))
            bit = 1 << columns[row] if row < len(columns) else 0
            taken |= bit
            rising, falling = (rising | bit) << 1, (falling | bit) >> 1
        return free
