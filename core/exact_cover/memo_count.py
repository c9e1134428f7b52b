"""Counting with memory: what is left to cover decides how many ways there are to cover it.

At a node with at least two branches the set of uncovered items, as a row of
bits, is looked up in a table (`core.exact_cover.memo_table`); a node seen before
gives its count at once.  Where many partial covers leave the same items
(dominoes, Latin squares) this wins by orders of magnitude; where it does not
pay, the table is no longer asked.

There are two kernels with the same tree: one on the sparse sets of dancing
cells, whose work is the options that go, and one on rows of bits, whose work is
the options there are.  `core.exact_cover.start_memo` takes the one with less to do at the root.

Their common contract is that of `core.tree`, but solutions are found many at a
time: with a ``quota`` of -1 they go on through solutions, with one above 0 they
return as soon as something was counted; and they return when the table should
grow.  Their arrays:

    bits[l]      the items uncovered at the node at level l
    store[l]     whether its count goes into the table
    started[l]   the work done when it was reached
    low[h], high[h]  the 128 bits of what has been counted so far below *host* h:
                 0 for the whole search, l + 1 for a node at level l with several
                 branches; a node with a single branch passes its count to the
                 host above

Sources: Nishino, Yasuda, Minato and Nagata, Dancing with Decision Diagrams
(AAAI 2017), for the idea of remembering the items left; Knuth, Dancing cells
(2023), for the search.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact_cover.bit_matrix import option_bits_of, row_of_ones
from core.exact_cover.cover_search import CoverSearch
from core.exact_cover.item_order import reordered
from core.exact_cover.memo_table import (
    ASKING,
    FIGURES,
    FIRST_SLOTS,
    HITS,
    INSERTS,
    LOOKUPS,
    MOST_WORK,
    WORK,
    empty_table,
    most_slots,
    refill,
)
from core.exact_cover.problem import ExactCover
from core.search import CannotSolve, Goal, Snapshot, Status
from core.tree import DONE, FRESH, LEVEL, NODES, PHASE, UNBOUNDED

BACK = 3
"""Phase in which a node is left: nothing of its own level is read again."""
OVERFLOWN = -2
"""Phase of a search that has counted past 128 bits."""


class TooManySolutions(CannotSolve):
    """The count does not fit into 128 bits."""


class MemoCount(CoverSearch):
    """Base of the two.  Keeps no solutions.

    It counts many solutions at once, so a quota or limit ends it at the first
    node where as many have been counted; no more than the limit are reported.
    Raises TooManySolutions from `advance` when the count passes 128 bits.
    ``order`` is a permutation of the primary items: ties go to the earlier item.
    ``memory`` is the largest size of the table, in MiB.
    """

    counts_updates = True
    phases = (DONE, OVERFLOWN, FRESH, 1, 3)

    def __init__(
        self, problem: ExactCover, goal: Goal, limit: int | None, order: NDArray[np.int64], memory: int
    ) -> None:
        super().__init__(problem, goal, limit, width=1)
        levels = problem.longest_solution + 1
        words = max(1, -(-problem.size // 64))
        self._incidence, self._given = reordered(problem.incidence(), order)
        self._option_bits = option_bits_of(self._incidence)
        bits = np.zeros((levels, words), dtype=np.uint64)
        bits[0] = row_of_ones(problem.size, words)
        self._most_slots = most_slots(words, memory)
        self.arrays = {
            "profile": np.zeros(levels, dtype=np.int64),
            "bits": bits,
            **{name: np.zeros(levels + 1, dtype=np.uint64) for name in ("low", "high")},
            **{name: np.zeros(levels, dtype=np.int64) for name in ("store", "started")},
            "table": empty_table(FIRST_SLOTS, words),
            "figures": np.zeros(FIGURES, dtype=np.int64),
        }
        self.arrays["figures"][ASKING] = 1

    def branch_path(self) -> None:
        """None: what is remembered is not visited again, so this is no tree to walk in."""

    def keyframe(self) -> dict[str, Any]:
        return self.state()  # the table grows: `restore` knows how

    def rewind(self, frame: Mapping[str, Any]) -> None:
        self.restore(frame)

    def prepare(self) -> None:
        super().prepare()
        refill.compile(self.arrays["table"], self.arrays["table"])

    def advance(self, budget: int, quota: int | None = None) -> Status:
        goal = None if quota is None else self._counted() + quota
        if self.limit is not None:
            goal = self.limit if goal is None else min(goal, self.limit)
        while budget > 0 and self.status is Status.RUNNING and (goal is None or self._counted() < goal):
            nodes = int(self.counters[NODES])
            self._call_kernel(budget, -1 if goal is None else 1, self._found[:0])
            budget -= int(self.counters[NODES]) - nodes
            if self.counters[PHASE] == OVERFLOWN:
                raise TooManySolutions(f"{self.problem} has more than 2^128 solutions: too many to count here")
            if self.limit is not None and self._counted() >= self.limit:
                self.status = Status.LIMIT
            elif self.counters[PHASE] == DONE:
                self.status = Status.COMPLETE
            elif self._full:
                self._grow()
        return self.status

    def _counted(self) -> int:
        low, high = (sum(self.arrays[name].tolist()) for name in ("low", "high"))
        return int(low + (high << 64))

    @property
    def _full(self) -> bool:
        slots = len(self.arrays["table"])
        return int(self.arrays["figures"][INSERTS]) >= slots and slots < self._most_slots

    def _grow(self) -> None:
        old = self.arrays["table"]
        self.arrays["table"] = empty_table(4 * len(old), self.arrays["bits"].shape[1])
        self.arrays["figures"][INSERTS] = self._runner.run_beside(refill, old, self.arrays["table"])

    def counts(self) -> tuple[int, int]:
        counted = self._counted()
        return counted if self.limit is None else min(counted, self.limit), int(self.counters[NODES])

    def snapshot(self) -> Snapshot:
        return replace(super().snapshot(), solutions=self.counts()[0])

    def _may_become(self, name: str, saved: NDArray[Any]) -> bool:
        if name != "table":
            return super()._may_become(name, saved)
        table = self.arrays["table"]
        grown = saved.ndim == 2 and saved.shape[1:] == table.shape[1:] and saved.dtype == table.dtype
        return grown and len(saved) in _sizes(self._most_slots)

    def array_bounds(self) -> Mapping[str, tuple[int, int]]:
        most = (0, UNBOUNDED)
        return {**super().array_bounds(), "store": (0, 1), "started": most, "figures": most}

    def check_state(
        self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64], solutions: NDArray[Any]
    ) -> str:
        if trouble := super().check_state(arrays, counters, solutions):
            return trouble
        level, phase, nodes = int(counters[LEVEL]), int(counters[PHASE]), int(counters[NODES])
        if arrays["profile"].sum() != nodes or (nodes <= level if nodes else level) or (phase == FRESH) != (not nodes):
            return f"{nodes} nodes do not lead to level {level}"
        if (arrays["table"][:, WORK] > MOST_WORK).any() or arrays["figures"][ASKING] > 1:
            return "its table cannot be"
        low, high = (arrays[name].tolist() for name in ("low", "high"))
        if any(low[level + 1 :]) or any(high[level + 1 :]) or sum(low) + (sum(high) << 64) >> 128:
            return "it has counted more than it can have"
        if phase < FRESH:
            return f"it has ended at level {level}" if level and phase == DONE else ""
        if trouble := self.check_position(arrays, counters):
            return trouble
        inside = row_of_ones(self._incidence.primary, arrays["bits"].shape[1])
        bits = row_of_ones(self.problem.size, len(inside)) & inside
        for here, option in enumerate([*self.path_options(arrays, level), -1]):
            if (arrays["bits"][here] & inside != bits).any() and (here < level or phase != BACK):
                return "bits do not match the path"
            bits = bits & ~self._option_bits[option]
        return ""

    @abstractmethod
    def check_position(self, arrays: Mapping[str, NDArray[Any]], counters: NDArray[np.int64]) -> str:
        """What is wrong with the way through the tree so far; empty for nothing."""

    @abstractmethod
    def path_options(self, arrays: Mapping[str, NDArray[Any]], level: int) -> list[int]:
        """The options on the way to a level."""

    def detail(self) -> Mapping[str, Any]:
        figures = self.arrays["figures"].tolist()
        memo = {"in use": bool(figures[ASKING]), "lookups": figures[LOOKUPS], "hits": figures[HITS]}
        table = self.arrays["table"]
        most = table.nbytes // len(table) * self._most_slots
        return {**super().detail(), "memo": {**memo, "slots": len(table), "bytes": table.nbytes, "most_bytes": most}}


def _sizes(most: int) -> list[int]:
    """How many slots a table may have that grows to ``most``."""
    sizes = [FIRST_SLOTS]
    while sizes[-1] < most:
        sizes.append(4 * sizes[-1])
    return sizes
