"""The heuristic of Nery (003): the smallest item, its first option, and no way back.

It goes down one branch of Dancing Links with the S heuristic.  Where every item
it meets has one option left, that is a proof; where it has to guess, it takes
the first option and hopes.  At a dead end it gives up, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.kernels.dancing_links import U0, U1, U2, U3, cover, cover_others
from core.kernels.kernel import inline_kernel, kernel
from core.running.kernel_search import DONE, FRESH, KEPT, LEVEL, PHASE, SOLUTIONS, UNBOUNDED, UPDATES, leave
from core.search import Status
from core.sudoku.solvers.exact_cover import SudokuLinks

RUNNING = 1
"""The phase between the root and the end."""
GUESSES = 6
"""This kernel's own counter: choices among more than one option."""


@inline_kernel
def smallest(cells: Any, heads: Any) -> Any:
    """The first of the items with the fewest options, and how many it has; 0 for no item."""
    item = np.uint64(heads[1])
    size = np.uint64(cells[item])
    other = np.uint64(heads[item + U1])
    while item != U0 and other != U0:
        if np.uint64(cells[other]) < size:
            size = np.uint64(cells[other])
            item = other
        other = np.uint64(heads[other + U1])
    return item, size


@kernel(on_integers=True)
def descend(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Go down one branch; the contract is that of `core.running.kernel_search`, the state that of `dance`."""
    cells, heads, chosen, tried, degree = state.cells, state.heads, state.chosen, state.tried, state.degree
    counters = state.counters
    level = np.uint64(counters[LEVEL])
    nodes_left = budget
    item, size = smallest(cells, heads)
    while counters[PHASE] != DONE and nodes_left > 0 and quota > 0:
        if counters[PHASE] == FRESH:
            counters[PHASE] = RUNNING
        elif size == U0:
            counters[PHASE] = DONE
            break
        else:
            if size > U1:
                counters[GUESSES] += 1
            counters[UPDATES] += cover(cells, heads, item)
            row = np.uint64(cells[item + U2])
            degree[level] = np.uint32(size)
            tried[level] = np.uint32(1)
            chosen[level] = np.uint32(row)
            level += U1
            counters[UPDATES] += cover_others(cells, heads, row)
            item, size = smallest(cells, heads)
        nodes_left -= 1
        if item == U0:
            if found.shape[0] > 0:
                for i in range(level):
                    found[0, i] = np.int32(cells[np.uint64(chosen[i]) + U3])
                counters[KEPT] = 1
            counters[SOLUTIONS] = 1
            counters[PHASE] = DONE
    leave(counters, level, counters[PHASE], counters[KEPT], budget - nodes_left, 0)


class SingleBranch(SudokuLinks):
    """One descent; ends with `Status.GAVE_UP` at a dead end."""

    kernel = descend
    phases = (DONE, FRESH, RUNNING)

    def follow(self, arrays: Mapping[str, NDArray[Any]], level: int) -> bool:
        """Go down to a level: a step for the root, and one for each choice."""
        for _ in range(level + 1):
            self._call_kernel(1, UNBOUNDED, self._found[:0])
        return int(self.counters[LEVEL]) == level

    def exhausted(self) -> Status:
        """GAVE_UP: a dead end of the one branch proves nothing."""
        return Status.GAVE_UP

    def choices(self) -> None:
        """None: one branch says nothing of the size of the tree."""
        return None

    def branch_path(self) -> tuple[int, ...]:
        """The first branch at every level."""
        return (1,) * int(self.counters[LEVEL])

    def detail(self) -> dict[str, int]:
        """How many times the descent had to choose among several options."""
        return {"guesses": int(self.counters[GUESSES])}
