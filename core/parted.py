"""A count done in parts, as one search: it can be paused, stopped, watched and taken up again like any other.

In threads of this process parts advance in slices (kernels run without the
interpreter's lock), and a thread that has nothing left takes the next part.
Any other `concurrent.futures.Executor` (processes, a cluster's) gets whole parts.
Finished parts go into a ledger at once, if there is one.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from core.catalog import Algorithm
from core.ledger import Ledger
from core.parts import Part, PartRun, Record, code_version, run_part
from core.search import Goal, Problem, Search, Snapshot, Status
from core.solution_list import SolutionList

EXACT_BUDGET = 4096
"""Budgets below this are kept to the step (single steps, a speed limit); larger ones mean: go on for a slice."""
WAIT_SECONDS = 0.02
"""How long `advance` waits at most for threads or others that go on for as long as they like."""
AHEAD = 2
"""Parts sent out for each that can be done at once elsewhere, so that nobody waits for the next."""


class PartedCount(Search):
    """Counts all solutions, part by part."""

    def __init__(
        self,
        entry: Algorithm,
        problem: Problem,
        parts: Sequence[Part],
        *,
        threads: int = 1,
        executor: Executor | None = None,
        slots: int = 1,
        ledger: Ledger | None = None,
    ) -> None:
        """In so many ``threads`` of this process, or in an ``executor`` that can do ``slots`` parts at once."""
        super().__init__(problem, Goal.COUNT)
        self._entry = entry
        self._parts = parts
        self._ledger = ledger
        self._threads = threads
        self._executor = executor
        self._pool: Executor | None = executor
        self._slots = threads if executor is None else AHEAD * slots
        self._records: dict[int, Record] = dict(ledger.records()) if ledger else {}
        self._runs: dict[int, PartRun] = {}
        self._busy: dict[Future[Any], int] = {}
        start = random.randrange(len(parts)) if ledger else 0  # so that two machines do not meet before the end
        self._waiting = [part.number for part in (*parts[start:], *parts[:start]) if part.number not in self._records]
        self._solutions = SolutionList()
        self._settle()

    def prepare(self) -> None:
        if (first := self._first()) is not None:
            first.prepare()

    @property
    def paces_itself(self) -> bool:
        return True

    @property
    def waits_for_machine_code(self) -> bool:
        first = self._first()
        return first is not None and first.waits_for_machine_code

    def _first(self) -> Search | None:
        """A search like those that parts are made of, while nothing has begun in this process."""
        if self._executor is not None or self._runs or not self._waiting:
            return None
        return next(self._parts[self._waiting[0]].searches(), None)

    def advance(self, budget: int, quota: int | None = None) -> Status:
        if self.status is not Status.RUNNING or budget <= 0 or (quota is not None and quota <= 0):
            return self.status
        exact = budget < EXACT_BUDGET and self._executor is None
        idle = self._slots - len(self._busy)
        for number in self._next(min(idle, budget) if exact else idle):
            self._busy[self._submit(number, budget // max(1, idle) or 1 if exact else None)] = number
        patience = None if exact else WAIT_SECONDS
        done, _ = wait(self._busy, patience, "ALL_COMPLETED" if exact else FIRST_COMPLETED)
        for future in done:
            self._take(self._busy.pop(future), future.result())
        self._settle()
        return self.status

    def _next(self, count: int) -> list[int]:
        """Numbers of parts to go on with: those begun first, then new ones that nobody else has finished."""
        busy = set(self._busy.values())
        chosen = [number for number in self._runs if number not in busy][:count]
        while len(chosen) < count and self._waiting:
            number = self._waiting.pop(0)
            try:
                if self._ledger is not None:
                    self._records[number] = self._ledger.get(number)
                    continue
            except KeyError:
                pass
            chosen.append(number)
        return chosen

    def _submit(self, number: int, steps: int | None) -> Future[Any]:
        part = self._parts[number]
        if self._executor is not None:
            return self._executor.submit(run_part, part, code_version())
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="part")
        run = self._runs.setdefault(number, PartRun(part))
        return self._pool.submit(run.advance) if steps is None else self._pool.submit(run.advance, steps)

    def _take(self, number: int, result: Any) -> None:
        record = result.record if isinstance(result, PartRun) else result
        if record is None:
            return
        self._runs.pop(number, None)
        if self._ledger is not None:
            self._ledger.add(record)
        self._records[number] = record

    def _settle(self) -> None:
        if len(self._records) == len(self._parts):
            self.status = Status.COMPLETE
            if self._executor is None and isinstance(self._pool, ThreadPoolExecutor):
                self._pool.shutdown(wait=False)
                self._pool = None

    def stop(self) -> None:
        """Take back what has been sent elsewhere and not begun."""
        for future in self._busy:
            future.cancel()

    def counts(self) -> tuple[int, int]:
        done = [(record.solutions, record.steps) for record in list(self._records.values())]
        done += [run.counts() for number, run in list(self._runs.items()) if number not in self._records]
        return sum(solutions for solutions, _ in done), sum(steps for _, steps in done)

    @property
    def solutions(self) -> SolutionList:
        return self._solutions

    @property
    def records(self) -> Sequence[Record]:
        """The finished parts, by number."""
        return [self._records[number] for number in sorted(self._records)]

    def snapshot(self) -> Snapshot:
        solutions, steps = self.counts()
        done, of = len(self._records), len(self._parts)
        return Snapshot(
            status=self.status, steps=steps, solutions=solutions,
            nodes=steps if self._entry.counts_nodes and self._entry.unit == "node" else None,
            progress=done / of if self.status in (Status.RUNNING, Status.COMPLETE) else None,
            detail={"parts": of, "parts done": done}, build_seconds=self.build_seconds,
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """The finished parts; one that has been begun begins again."""
        records = self.records
        return {
            "status": self.status.value,
            "of": len(self._parts),
            "numbers": np.array([record.number for record in records], dtype=np.int64),
            "figures": np.array([(one.solutions, one.steps) for one in records], dtype=np.int64).reshape(-1, 2),
            "seconds": np.array([record.seconds for record in records]),
            "sums": np.array([record.sums for record in records] or [()], dtype=np.uint64)[: len(records)],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        if missing := {"status", "of", "numbers", "figures", "seconds", "sums"} - set(state):
            raise ValueError(f"this state belongs to another search: it lacks {', '.join(sorted(missing))}")
        numbers, figures = np.asarray(state["numbers"]), np.asarray(state["figures"])
        seconds, sums = np.asarray(state["seconds"]), np.asarray(state["sums"])
        if int(state["of"]) != len(self._parts):
            raise ValueError(f"this state belongs to another search: it is of {int(state['of'])} parts")
        good = (
            numbers.ndim == 1 and figures.shape == (len(numbers), 2) and seconds.shape == (len(numbers),)
            and sums.ndim == 2 and len(sums) == len(numbers) and len(set(numbers.tolist())) == len(numbers)
            and all(array.dtype.kind in "iuf" for array in (numbers, figures, seconds, sums))
            and ((numbers >= 0) & (numbers < len(self._parts))).all() and (figures >= 0).all()
        )  # fmt: skip
        if not good:
            raise ValueError("this state belongs to another search: its records cannot be")
        status = Status(str(state["status"]))
        rows = zip(numbers.tolist(), figures.tolist(), seconds.tolist(), sums.tolist(), strict=True)
        self._records = {n: Record(n, found, made, spent, tuple(more)) for n, (found, made), spent, more in rows}
        self._runs.clear()
        self._busy.clear()
        self._waiting = [part.number for part in self._parts if part.number not in self._records]
        self.status = Status.RUNNING if status is Status.STOPPED else status
        self._settle()

    def __getstate__(self) -> dict[str, Any]:
        """What has been begun, and whoever does it, stays behind."""
        if self._executor is not None or self._ledger is not None:
            raise TypeError("a count that uses a ledger or an executor stays where it is; its parts can be sent")
        kept = self.__dict__ | {"_pool": None, "_busy": {}, "_runs": {}}
        begun = [number for number in self._runs if number not in self._records]
        return kept | {"_waiting": begun + self._waiting}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


def cores() -> int:
    """How many threads can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def start(
    entry: Algorithm, problem: Problem, goal: Goal, limit: int | None, settings: Mapping[str, str | int], threads: int
) -> PartedCount:
    """Start a count in so many threads.  Raises CannotSolve where it does not split."""
    from core.parts import cut, refusal, usual_parts
    from core.search import CannotSolve

    if (why := refusal(entry, problem, goal, limit)) is not None:
        raise CannotSolve(why)
    return PartedCount(entry, problem, cut(entry, problem, settings, usual_parts(entry, problem)), threads=threads)
