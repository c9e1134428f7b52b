"""Checks a position of a tree search by leading a fresh search down the same branches: both must come out alike.

Whatever a state from a file says, the kernel will then read only what the kernel
itself could have written.  The check takes one step for each branch tried on the
path, and none for the subtrees below branches that have been left.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.running.kernel_search import DONE, FRESH, LEVEL, NODES, PHASE, UNBOUNDED, KernelSearch


class ReplayedSearch(KernelSearch):
    """A search whose position follows from the branches taken, provided that its kernel only stops on new nodes."""

    past_node: ClassVar[int]
    """The phase in which the kernel goes on past the node visited last, without looking below it."""
    counts_levels: ClassVar[bool] = False
    """Whether ``profile`` holds the nodes of each level."""
    _made_with: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})

    def __new__(cls, *args: Any, **settings: Any) -> ReplayedSearch:
        search: ReplayedSearch = super().__new__(cls)
        search._made_with = args, settings
        return search

    def branch_numbers(self, arrays: Mapping[str, NDArray[Any]], level: int) -> Sequence[int]:
        """For each level above ``level``, the number (from 1) of the branch that these arrays have taken."""
        numbers: list[int] = arrays["tried"][:level].tolist()
        return numbers

    @abstractmethod
    def live(self, arrays: Mapping[str, NDArray[Any]], level: int, phase: int) -> Mapping[str, NDArray[Any]]:
        """The parts of these arrays that the kernel will read before it writes to them."""

    def take_branch(self, arrays: Mapping[str, NDArray[Any]], level: int) -> None:
        """Go on from a node just visited to its first branch; ``arrays`` are those of the position to be reached."""
        self._call_kernel(1, UNBOUNDED, self._found[:0])

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        """What is wrong with a state, found by replaying its path in a fresh search; empty if nothing is."""
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        level, phase = int(counters[LEVEL]), int(counters[PHASE])
        if trouble := self.check_nodes(int(counters[NODES]), level, phase):
            return trouble
        if self.counts_levels and arrays["profile"].sum() != counters[NODES]:
            return f"its levels do not have {counters[NODES]} nodes together"
        if phase == DONE and level == 0:
            return ""
        args, settings = self._made_with
        other = type(self)(*args, **settings)
        if counters[NODES] and not other._go_to(arrays, level):
            return "its path cannot be taken"
        if not self.same_phase(phase, int(other.counters[PHASE])):
            return f"phase {phase} does not match its path"
        ours, theirs = other.live(other.arrays, level, phase), self.live(arrays, level, phase)
        for name, array in ours.items():
            if not np.array_equal(array, theirs[name]):
                return f"{name} does not match its path"
        return ""

    def check_nodes(self, nodes: int, level: int, phase: int) -> str:
        """Why this number of nodes cannot lead to this level and phase; empty if it can."""
        if phase == DONE:
            return f"it has ended at level {level}" if level else ""
        if phase == FRESH:
            return f"it has not begun, and has {nodes} nodes behind it" if level or nodes else ""
        return f"{nodes} nodes do not lead to level {level}" if nodes <= level else ""

    def same_phase(self, phase: int, replayed: int) -> bool:
        """Whether a phase can be that of a position in which another search is in phase ``replayed``."""
        return phase in (replayed, DONE)

    def _go_to(self, arrays: Mapping[str, NDArray[Any]], level: int) -> bool:
        """Visit the root and then the nodes of a path; False where there is no such path."""
        counters = self.counters
        self._call_kernel(1, UNBOUNDED, self._found[:0])
        for above, number in enumerate(self.branch_numbers(arrays, level)):
            if number < 1:
                return False
            self.take_branch(arrays, above)
            for _ in range(number - 1):
                if counters[LEVEL] != above + 1 or counters[PHASE] == DONE:
                    break
                counters[PHASE] = self.past_node
                self._call_kernel(1, UNBOUNDED, self._found[:0])
            if counters[LEVEL] != above + 1 or counters[PHASE] == DONE:
                return False
        return int(counters[LEVEL]) == level
