"""The heuristic of Nery (003): the smallest item, its first option, and no way back.

It goes down one branch of Dancing Links with the S heuristic.  If every item it
meets has one option left, that is a proof; when it has to guess, it takes the
first option and hopes.  At a dead end it gives up, which proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._search import Status
from core.exact_cover._kernels.cover_search import SMALLEST_ITEM
from core.exact_cover._kernels.dancing_links import branch, choose, put_back, take, write
from core.exact_cover._kernels.depth_first import PHASES, TRY, search_tree
from core.running._kernel_search import DONE, LEVEL, PHASE, SOLUTIONS, UNBOUNDED
from core.sudoku._solvers.exact_cover import SudokuLinks

GUESSES = 6
"""This kernel's own counter: choices among more than one option."""


@inline_kernel
def guess(state: Any, level: Any) -> Any:
    """Branch as Dancing Links does, and end when an item has no option."""
    phase = branch(state, level)
    if phase != TRY:
        return DONE
    if state.degree[level] > 1:
        state.counters[GUESSES] += 1
    return TRY


@kernel(on_integers=True, counts_references=False)
def descend(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """Go down one branch; the contract is that of `core.running._kernel_search`, the state that of `dance`."""
    search_tree(state, budget, min(quota, 1), found, choose, guess, take, put_back, write)
    if state.counters[SOLUTIONS] > 0:
        state.counters[PHASE] = DONE


class SingleBranch(SudokuLinks):
    """One descent; ends with `Status.GAVE_UP` at a dead end."""

    kernel = descend
    phases = PHASES[:-1]

    def follow(self, arrays: Mapping[str, NDArray[Any]], level: int) -> bool:
        """Go down to a level: a step for the root, and one for each choice."""
        self.fixed = {**self.fixed, "rule": SMALLEST_ITEM}
        for _ in range(level + 1):
            self._call_kernel(1, UNBOUNDED, self._found[:0])
        return int(self.counters[LEVEL]) == level

    def counter_bounds(self) -> Mapping[int, tuple[int, int]]:
        """Any number of guesses."""
        return {**super().counter_bounds(), GUESSES: (0, UNBOUNDED)}

    def exhausted(self) -> Status:
        """GAVE_UP: a dead end of the one branch proves nothing."""
        return Status.GAVE_UP

    def choices(self) -> None:
        """None: one branch tells nothing about the size of the tree."""
        return None

    def branch_path(self) -> tuple[int, ...]:
        """The first branch at every level."""
        return (1,) * int(self.counters[LEVEL])

    def detail(self) -> dict[str, int]:
        """How often the descent had to choose among several options."""
        return {"guesses": int(self.counters[GUESSES])}
