"""What all exact cover searches on kernels have in common: a path of choices, each an item and one of its options.

The program verifies every solution before it shows it.  It verifies many at a time, so the search loses hardly any
time.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._search import Goal, Problem
from core.exact_cover._kernels.depth_first import PHASES
from core.exact_cover._problem import ExactCover, ItemChoice
from core.running._kernel_search import PHASE, KernelSearch

FIRST_ITEM, SMALLEST_ITEM, RANDOM_TIES, NEAREST_TIES, MET_TIES = range(5)
"""Rules for the next item: the first; or the smallest (the S heuristic), and of several the first, any of them, the
first one after the item covered last, or the one that the search comes upon."""


class CoverSearch(KernelSearch):
    """A search that keeps the nodes visited at each level in ``arrays["profile"]`` and can tell its choices.

    ``decode`` turns a (count, width) array of option numbers, padded with -1,
    into the problem's notation; without it a solution is its option numbers.
    ``verify`` says whether every decoded row solves the problem.

    `core.exact_cover._explain.CoverReader` explains its choices from `branches`,
    `order`, `rule`, `in_turn` and `tried`; a subclass defines the last four only if
    they differ from those here.
    """

    phases = PHASES
    order: Sequence[int] = ()
    """The primary items in the order in which ties are broken; empty for the problem's own order."""
    _given: NDArray[np.int64] | None = None
    """The problem's number of each of the kernel's items, if these differ (`item_order.reordered`)."""

    def __init__(
        self,
        problem: Problem,
        goal: Goal,
        limit: int | None,
        width: int,
        *,
        verify: Callable[[NDArray[Any]], bool],
        decode: Callable[[NDArray[np.int32]], NDArray[Any]] | None = None,
    ) -> None:
        super().__init__(problem, goal, limit, width)
        self._verifier = verify
        self._decoder = decode

    def decode(self, rows: NDArray[np.int32]) -> NDArray[Any]:
        """Translate rows of option numbers into the problem's notation, if there is a decoder."""
        return self._decoder(rows) if self._decoder else rows

    def verify(self, rows: NDArray[Any]) -> bool:
        """Whether every decoded row solves the problem."""
        return self._verifier(rows)

    @property
    def leaving(self) -> int:
        """The last of the phases: the node just visited is left for the next one beside or above it."""
        return self.phases[-1]

    def at_leaf(self) -> bool:
        """Whether the node visited last is a solution, or a dead end that was noticed at once."""
        return int(self.counters[PHASE]) == self.leaving

    @abstractmethod
    def _branches(self) -> NDArray[np.int64]:
        """`branches` in the kernel's numbers of items, as an array of its own."""

    def branches(self) -> NDArray[np.int64]:
        """Item, option (-1 for none), number and degree of every choice on the current path: a (levels, 4) array."""
        branches = self._branches()
        if self._given is not None:
            branches[:, 0] = self._given[branches[:, 0]]
        return branches

    @property
    def rule(self) -> int:
        """Which item is covered next."""
        return SMALLEST_ITEM

    @property
    def restarts(self) -> int:
        """How often the search has started again from the root."""
        return 0

    def in_turn(self, item: int, degree: int) -> Sequence[int] | None:
        """The options of an item branched on, in the order in which they are tried; None: as they are numbered."""
        return None

    def tried(self, level: int, item: int, among: Sequence[int]) -> Sequence[int] | None:
        """The options of an item that were tried at a level before its present one; None: the first of its ways.

        ``among`` are the item's options that were left there, in a problem with multiplicities.
        """
        return None

    def path(self) -> list[int]:
        """The options on the current path, in the order in which they were chosen."""
        return [option for option in self.branches()[:, 1].tolist() if option >= 0]

    def placement(self) -> tuple[int, ...]:
        """The current path in the problem's notation."""
        path = np.array([self.path()], dtype=np.int32).reshape(1, -1)
        return tuple(self.decode(path)[0].tolist())

    def choices(self) -> Sequence[tuple[int, int]] | None:
        """The (k, d) of every level: the option is the k-th of the d branches."""
        return [(number, degree) for number, degree in self.branches()[:, 2:].tolist()]

    def max_depth(self) -> int:
        """The largest number of levels that a path can have."""
        return len(self.arrays["profile"]) - 1

    def detail(self) -> Mapping[str, Any]:
        """The details that every exact cover search gives.

        ``profile`` are the nodes visited at each level, the root first, without empty
        levels at the end; ``choices`` has an `ItemChoice` for each level of the path.
        """
        nodes = self.arrays["profile"].tolist()
        while nodes and nodes[-1] == 0:
            nodes.pop()
        return {"profile": nodes, "choices": [ItemChoice(*choice) for choice in self.branches().tolist()]}


def bounds_of(problem: ExactCover) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How often each item must be covered, and how often it may be."""
    least = np.array([0 if item.secondary else item.least for item in problem.items], dtype=np.int64)
    most = np.array([item.most for item in problem.items], dtype=np.int64)
    return least, most


class BatchVerifier:
    """Verifies rows of option numbers (padded with -1) against the problem, independently of any kernel."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._least, self._most = bounds_of(problem)

    @cached_property
    def _table(self) -> NDArray[np.int64]:
        """The items of each option.

        There is one more row for the padding, and one more column (item number `size`) for options shorter than the
        longest.
        """
        options = self._problem.options
        starts: NDArray[np.int64] = np.frombuffer(options.starts, dtype=np.int64)
        lengths = np.diff(starts)
        table = np.full((len(options) + 1, max(1, int(lengths.max(initial=0)))), len(self._problem.items))
        option_of = np.repeat(np.arange(len(options)), lengths)
        table[option_of, np.arange(len(options.items)) - starts[option_of]] = options.items
        return table

    @cached_property
    def _idle(self) -> NDArray[np.bool_]:
        idle = np.zeros(len(self._problem.options) + 1, dtype=np.bool_)
        idle[list(self._problem.idle_options)] = True
        return idle

    def __call__(self, rows: NDArray[Any]) -> bool:
        problem = self._problem
        if problem.coloured:
            return all(problem.solved_by([o for o in row if o >= 0]) for row in rows.tolist())
        options = len(problem.options)
        if rows.max(initial=-1) >= options:
            return False
        padded = np.where(rows < 0, options, rows).astype(np.int64)
        if problem.idle_options and self._idle[padded].any():
            return False
        if problem.multiple:
            # Otherwise an option taken twice covers a primary item twice, which is seen below.
            ordered = np.sort(padded, axis=1)
            if ((np.diff(ordered, axis=1) == 0) & (ordered[:, 1:] < options)).any():
                return False
        size = len(problem.items)
        held = self._table[padded].reshape(len(rows), -1)
        held += np.arange(len(rows))[:, None] * (size + 1)
        covered = np.bincount(held.reshape(-1), minlength=len(rows) * (size + 1)).reshape(len(rows), size + 1)[:, :size]
        return bool(((covered >= self._least) & (covered <= self._most)).all())
