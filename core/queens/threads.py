"""Counting with bitmasks on several cores: the tree cut at its root, one part a first column.

Each part is a `BitmaskSearch` of its own, so everything that a search can do
(pause, step, checkpoint) is had from the parts.  Kernels run without the GIL;
a round gives each thread one unfinished part and an equal share of the budget.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from core.queens.bitmask import TODO, BitmaskSearch
from core.queens.boards import masks_of, open_squares
from core.queens.problem import Queens
from core.search import Engine, Goal, Search, Snapshot, Status
from core.tree import KEPT_WHEN_COUNTING, PHASE, UNBOUNDED, SolutionList

_BELOW_ROOT = 1
"""Phase of a kernel that has its root behind it."""


class ThreadedBitmask(Search):
    """The same tree as `BitmaskSearch`, visited in parts: same nodes, same solutions, in another order."""

    def __init__(self, problem: Queens, goal: Goal, limit: int | None, threads: int) -> None:
        super().__init__(problem, goal, limit)
        self._threads = threads
        self._parts = [self._part(problem, goal, column) for column in range(problem.n)]
        self._root_visited = False
        self._solutions = SolutionList()

    @staticmethod
    def _part(problem: Queens, goal: Goal, column: int) -> BitmaskSearch:
        part = BitmaskSearch(problem, goal, None)
        part.counters[PHASE] = _BELOW_ROOT
        part.arrays["levels"][0, TODO] = (1 << column) & masks_of(open_squares(problem))[0]
        return part

    def prepare(self) -> None:
        self._parts[0].prepare()

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if self.status is Status.RUNNING and budget > 0 and not self._root_visited:
            self._root_visited = True
            budget -= 1
        left = UNBOUNDED if quota is None else quota
        while budget > 0 and left > 0 and self.status is Status.RUNNING:
            solutions, steps = self.counts()
            wanted = left if self.limit is None else min(left, self.limit - solutions)
            # To stop at an exact solution the parts take turns; only without such a limit do they run at once.
            parts = [part for part in self._parts if part.status is Status.RUNNING]
            parts = parts[: self._threads if wanted == UNBOUNDED and budget > self._threads else 1]
            self._round(parts, budget // max(1, len(parts)), wanted)
            found, made = self.counts()
            budget -= max(1, made - steps)
            left -= found - solutions
            if self.limit is not None and found >= self.limit:
                self.status = Status.COMPLETE if self.goal is Goal.FIRST else Status.LIMIT
            elif all(part.status is not Status.RUNNING for part in self._parts):
                self.status = Status.COMPLETE
        return self.status

    def _round(self, parts: list[BitmaskSearch], budget: int, quota: int) -> None:
        if self.goal is Goal.COUNT:
            for part in parts:
                part.keep_at_most(max(0, KEPT_WHEN_COUNTING - len(self._solutions)) // len(parts))
        if len(parts) == 1:
            parts[0].advance(budget, quota)
        else:
            list(_pool(self._threads).map(lambda part: part.advance(budget), parts))
        for part in parts:
            self._solutions.append(part.take_solutions())

    def counts(self) -> tuple[int, int]:
        counts = [part.counts() for part in self._parts]
        return sum(found for found, _ in counts), sum(steps for _, steps in counts) + self._root_visited

    @property
    def solutions(self) -> SolutionList:
        return self._solutions

    def _shares(self) -> Iterator[float]:
        """How much of each part has been visited."""
        for part in self._parts:
            started = part.counts()[1] > 0
            yield (part.snapshot().progress or 0.0) if started else 0.0

    def snapshot(self) -> Snapshot:
        solutions, steps = self.counts()
        current = next((part for part in self._parts if part.status is Status.RUNNING), self._parts[-1]).snapshot()
        progress = None
        if self.status is Status.COMPLETE:
            progress = 1.0
        elif self.status is Status.RUNNING:
            progress = min(1.0, sum(self._shares()) / len(self._parts))
        return Snapshot(
            status=self.status, steps=steps, nodes=steps, solutions=solutions, depth=current.depth,
            max_depth=current.max_depth, progress=progress, placement=current.placement,
            build_seconds=self.build_seconds, engine=self._engine(),
        )  # fmt: skip

    def _engine(self) -> Engine | None:
        engines = {part.snapshot().engine for part in self._parts if part.counts()[1]}
        return engines.pop() if len(engines) == 1 else Engine.BOTH if engines else self._parts[0].snapshot().engine

    def state(self) -> dict[str, Any]:
        parts = {
            f"part{index}:{name}": value
            for index, part in enumerate(self._parts)
            for name, value in part.state().items()
        }
        own = {"status": self.status.value, "root": self._root_visited, "solutions": self._solutions.as_array()}
        return {**own, **parts}

    def restore(self, state: Mapping[str, Any]) -> None:
        if missing := {"root", "status", "solutions", f"part{len(self._parts) - 1}:status"} - set(state):
            raise ValueError(f"this state belongs to another search: it lacks {', '.join(sorted(missing))}")
        checked = []
        for index, part in enumerate(self._parts):
            prefix = f"part{index}:"
            own = {k.removeprefix(prefix): v for k, v in state.items() if k.startswith(prefix)}
            checked.append(part._checked(own))
        solutions = SolutionList()
        solutions.append(np.asarray(state["solutions"]))
        status = Status(str(state["status"]))
        for part, each in zip(self._parts, checked, strict=True):
            part._take_up(each)
        self._root_visited = bool(state["root"])
        self._solutions = solutions
        self.status = Status.RUNNING if status is Status.STOPPED else status


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="bitmask")


def start(problem: Queens, goal: Goal, limit: int | None, threads: int = 1) -> Search:
    """Start on so many threads; with one, the plain search."""
    return BitmaskSearch(problem, goal, limit) if threads == 1 else ThreadedBitmask(problem, goal, limit, threads)
