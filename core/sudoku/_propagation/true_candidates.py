"""All values that each cell holds in some solution: what someone who sets a puzzle wants to see.

Each value that no solution has shown yet is set, and one solution searched for,
with values not seen yet first.  The solution shows n² values; if there is none, the
value goes, and so does what follows from that.  If ruling values out takes many
nodes, one walk through the whole tree, which skips branches without an open value,
is cheaper than a search for each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core._search import Goal, WrongSolution
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, UNBOUNDED
from core.sudoku._problem import Sudoku
from core.sudoku._propagation.filters import ONE
from core.sudoku._propagation.search import ALLOWED, FAILURES, FAILURES_FOR_ONE, Propagation
from core.sudoku.rules._forms import Values

DEAR = 1000
"""With more nodes than this for each value asked for ..."""
MANY = 50
"""... and more values open than this, one tree is walked for all of them."""
ASKED = 20
"""This many values are asked for before that is decided."""


def true_candidates(problem: Sudoku) -> tuple[Values, ...]:
    """The values of each cell that occur in a solution; all empty if there is no solution.  Blocks.

    >>> from core import Shape
    >>> [bits.bit_count() for bits in true_candidates(Sudoku.of(Shape(1, 2), (1, 0, 0, 0)))]
    [1, 1, 1, 1]
    """
    work = TrueCandidates(problem)
    while not work.advance(1 << 20):
        pass
    return work.seen


class TrueCandidates:
    """`true_candidates` as work done a number of nodes at a time: for screens, in a worker."""

    def __init__(self, problem: Sudoku) -> None:
        self._search = Propagation(problem, Goal.COUNT, None)
        self._grid = problem.shape.cells
        self._root: NDArray[np.uint64] | None = None
        self._seen = np.zeros(self._grid, dtype=np.uint64)
        self._asked: tuple[int, np.uint64] | None = None
        """The cell and the value that the present search is about."""
        self._number = self._first = self._at_first = 0
        """How many values were asked for, the nodes visited before the first, the values open then."""
        self._found = np.zeros((1, self._grid), dtype=np.int32)
        self.done = False
        self.solutions = 0
        """How many solutions were found on the way."""

    @property
    def seen(self) -> tuple[Values, ...]:
        """The values seen in solutions so far, by cell; when it is `done`, all there are."""
        return tuple(self._seen.tolist())

    @property
    def open(self) -> tuple[Values, ...]:
        """The values that may yet turn out to be possible or not."""
        return tuple(self._open().tolist())

    @property
    def nodes(self) -> int:
        """Nodes visited."""
        return int(self._search.counters[NODES])

    @property
    def progress(self) -> float:
        """The share of values that are decided, among those that the first conclusions left."""
        if self.done:
            return 1.0
        return 1.0 - _count(self._open()) / self._at_first if self._at_first else 0.0

    def advance(self, budget: int) -> bool:
        """Visit at most ``budget`` more nodes; returns whether all is known.

        Raises WrongSolution for a solution that does not keep the rules: a fault of the program.
        """
        counters, stop = self._search.counters, self.nodes + budget
        while not self.done and self.nodes < stop:
            if self._root is None:
                self._begin()
                continue
            if self._asked is None and not self._search.fixed["pruning"]:
                self._ask()
                continue
            counters[KEPT] = 0
            self._search._call_kernel(stop - self.nodes, 1, self._found)
            if counters[KEPT]:
                self._take()
            elif counters[PHASE] == DONE:
                self._rule_out()
        return self.done

    def _open(self) -> NDArray[np.uint64]:
        start = self._search.fixed["start"] if self._root is None else self._root
        left: NDArray[np.uint64] = start[: self._grid] & ~self._seen
        return left

    def _set_off(self, dom: NDArray[np.uint64], changed: int, patience: int) -> None:
        """Start the search at this state, in which a cell has just changed (-1: any)."""
        search, counters = self._search, self._search.counters
        search.fixed["start"][:] = search.arrays["dom"][0] = dom
        search.arrays["changed"][0] = changed
        search.arrays["share"][:] = 0.0
        search.arrays["share"][0] = 1.0
        counters[[LEVEL, PHASE, SOLUTIONS, FAILURES]] = 0, FRESH, 0, 0
        counters[ALLOWED] = patience

    def _begin(self, changed: int = -1) -> None:
        """Draw the first conclusions, or those that follow from a value that has gone."""
        search = self._search
        dom = search.fixed["start"] if self._root is None else self._root
        self._set_off(dom.copy(), changed, UNBOUNDED)
        search._call_kernel(1, 1, self._found[:0])
        first = self._root is None
        self._root = search.arrays["dom"][0].copy()
        if search.arrays["failed"][0] >= 0:
            self._root[:] = 0
        if first:
            self._at_first, self._first = _count(self._open()), self.nodes

    def _ask(self) -> None:
        """Set the next open value, of a cell that has few."""
        assert self._root is not None
        left = self._open()
        if not left.any():
            self.done = True
            return
        self._search.arrays["sought"][: self._grid] = left
        asked = self.nodes - self._first
        if self._number >= ASKED and asked > DEAR * self._number and _count(left) > MANY:
            self._search.fixed["pruning"] = 1
            self._set_off(self._root.copy(), -1, UNBOUNDED)
            return
        sizes = np.where(left != 0, _counts(self._root[: self._grid]), 99)
        cell = int(np.argmin(sizes))
        bit = left[cell] & (~left[cell] + ONE)
        self._asked = cell, bit
        self._number += 1
        dom = self._root.copy()
        dom[cell] = bit
        self._set_off(dom, cell if self._root[cell] != bit else -1, FAILURES_FOR_ONE)

    def _take(self) -> None:
        """Note what a solution holds."""
        if not self._search.verify(self._found):
            raise WrongSolution(
                f"{self._search.problem}: a solution found does not solve it: {self._found[0].tolist()}"
            )
        self.solutions += 1
        self._seen |= ONE << (self._found[0].astype(np.uint64) - ONE)
        self._asked = None
        if self._search.fixed["pruning"]:
            self.done = not self._open().any()

    def _rule_out(self) -> None:
        """The value asked for is in no solution; if one tree was walked, nor is any that is still open."""
        assert self._root is not None
        if self._asked is None:
            self.done = True
            return
        cell, bit = self._asked
        self._asked = None
        self._root[cell] &= ~bit
        self._begin(cell)


def _counts(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many bits each word has."""
    counts: NDArray[np.int64] = np.unpackbits(words.view(np.uint8).reshape(-1, 8), axis=1).sum(1, dtype=np.int64)
    return counts


def _count(words: NDArray[np.uint64]) -> int:
    return int(_counts(words).sum())
