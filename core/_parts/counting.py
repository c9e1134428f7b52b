"""A count in parts as one search: it can be paused, stopped, watched and resumed like any other.

A crew of threads does the parts in this process (`core._parts.threads`), or any
`concurrent.futures.Executor` (processes, a cluster) is sent whole parts.  Finished parts go into
the ledger at once, if there is one.
"""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any

import numpy as np

from core._catalog import Algorithm
from core._parts.ledger import Ledger
from core._parts.part import PartRun, Parts, Record, run_part
from core._parts.threads import Crew
from core._parts.version import code_version
from core._search import Goal, Problem, ProblemError, Search, Snapshot, Status
from core.running._slicing import BY_TIME, Slicing
from core.running._solutions import SolutionList

EXACT_BUDGET = 4096
"""Budgets below this are obeyed to the step (single steps, a speed limit); larger ones mean one slice of work."""
WAIT_SECONDS = 0.02
"""The longest that `advance` waits for parts done elsewhere, which may take any time."""
AHEAD = 2
"""The number of parts sent out for each slot elsewhere, so that no worker waits for its next part."""
NO_SUM = 0, 0


class PartsDiffer(ProblemError):
    """A part counted twice gave two different results."""


class PartedCount(Search):
    """Counts all solutions, part by part."""

    _vouched_for = True

    def __init__(
        self,
        entry: Algorithm,
        problem: Problem,
        parts: Parts,
        *,
        threads: int = 1,
        executor: Executor | None = None,
        slots: int | Callable[[], int] = 1,
        ledger: Ledger | None = None,
        again: float = 0.0,
        slicing: Slicing = BY_TIME,
    ) -> None:
        """Count all or some parts, in ``threads`` of this process or an ``executor`` that does ``slots`` parts at once.

        If workers come and go, ``slots`` is a function that returns the current number.  A share ``again`` of the
        parts, drawn at random, is counted twice; `advance` raises PartsDiffer (LedgerError with a ledger) if the two
        results differ.
        """
        super().__init__(problem, Goal.COUNT)
        self._entry = entry
        self._parts = parts
        self._ledger = ledger
        self._crew = Crew(threads, slicing)
        self._executor = executor
        self._slots = slots
        self._records: dict[int, Record] = {}
        self._begun: dict[int, PartRun] = {}
        """The parts given to threads here, by number."""
        self._sent: dict[Future[Record], int] = {}
        """The numbers of the parts being done elsewhere."""
        self._share = again
        self._twice: set[int] = set()
        """The numbers of the finished parts to count again."""
        self.checked = 0
        """The number of parts counted twice with the same result."""
        self._lock = threading.Lock()
        """Held while a part moves from the begun parts to the finished ones, so that each is counted once."""
        self._sum = NO_SUM
        """Solutions and steps of the finished parts."""
        for record in ledger.records().values() if ledger else ():
            if record.number in parts.numbers:
                self._add_up(record)
        self._start = random.randrange(len(parts)) if ledger else 0  # so that two machines meet only near the end
        self._offered = 0
        """The number of parts handed out, from ``_start`` on; some may have come back:"""
        self._returned: deque[int] = deque()
        self._solutions = SolutionList()
        self._settle()

    def prepare(self) -> None:
        """Compile or load what the parts need."""
        if (first := self._first()) is not None:
            first.prepare()

    @property
    def paces_itself(self) -> bool:
        """Whether `advance` returns after a while by itself."""
        return True

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the parts should be compiled first."""
        first = self._first()
        return first is not None and first.waits_for_machine_code

    def _first(self) -> Search | None:
        """A search like those in the parts, as long as none has begun in this process."""
        if self._executor is not None or self._begun or self.status is not Status.RUNNING:
            return None
        return next(self._parts[self._start].searches(), None)

    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Do parts here or elsewhere for a slice, and collect finished ones."""
        if self.status is not Status.RUNNING or budget <= 0 or (quota is not None and quota <= 0):
            return self.status
        if self._executor is not None:
            self._send(self._executor)
            done, _ = wait(self._sent, WAIT_SECONDS, FIRST_COMPLETED)
            finished: list[Record] = []
            try:
                for future in done:
                    number = self._sent.pop(future)
                    try:
                        finished.append(future.result())
                    except BrokenExecutor:  # lost with its process: another one will do it
                        self._returned.append(number)
            finally:
                self._take(finished)
        else:
            for number in self._next(self._crew.lacks):
                begun = PartRun(self._parts.numbered(number), self._crew.slicing)
                with self._lock:  # another thread may be reading the counts
                    self._begun[number] = begun
                self._crew.give(begun)
            runs = self._crew.step(budget) if budget < EXACT_BUDGET else self._crew.go_on()
            self._take([run.record for run in runs if run.record is not None])
        self._settle()
        return self.status

    def _send(self, executor: Executor) -> None:
        slots = self._slots() if callable(self._slots) else self._slots
        for number in self._next(AHEAD * slots - len(self._sent)):
            part = self._parts.numbered(number)
            self._sent[executor.submit(run_part, part, code_version(part.doing))] = number

    def _next(self, count: int) -> Iterator[int]:
        """The numbers of ``count`` parts not begun here nor finished anywhere, or to be counted again."""
        numbers = self._parts.numbers
        while count > 0 and (self._returned or self._offered < len(numbers)):
            if self._returned:
                number = self._returned.popleft()
            else:
                number = numbers[(self._start + self._offered) % len(numbers)]
                self._offered += 1
                if number in self._records:
                    continue
            twice = number in self._twice
            record = self._ledger.find(number) if self._ledger is not None and not twice else None
            if record is None:
                count -= 1
                yield number
            else:
                self._add_up(record)

    def _take(self, records: Sequence[Record]) -> None:
        if self._ledger is not None and records:
            self._ledger.add(*records)
        for record in records:
            before = self._records.get(record.number)
            if before is None:
                self._add_up(record)
                if random.random() < self._share:
                    self._twice.add(record.number)
                    self._returned.append(record.number)
                continue
            if before.contradicts(record):
                raise PartsDiffer(
                    f"part {record.number + 1} of {self._parts.any.of} gave {before.solutions} solutions, "
                    f"and {record.solutions} when counted again; this machine is counting wrongly"
                )
            with self._lock:
                self._begun.pop(record.number, None)
            self._twice.discard(record.number)
            self.checked += 1

    def _add_up(self, record: Record) -> None:
        with self._lock:
            self._begun.pop(record.number, None)
            self._records[record.number] = record
            self._sum = self._sum[0] + record.solutions, self._sum[1] + record.steps

    def _settle(self) -> None:
        if len(self._records) == len(self._parts) and not self._twice:
            self.status = Status.COMPLETE
            self._crew.dismiss()

    def rest(self) -> None:
        """Let the threads here end their slices; parts elsewhere continue."""
        self._crew.send_home()

    def stop(self) -> None:
        """Cancel the parts sent elsewhere; a Dask worker also abandons those it has begun."""
        for future in self._sent:
            future.cancel()

    def counts(self) -> tuple[int, int]:
        """Solutions and steps so far, of finished parts and of those in progress here."""
        with self._lock:
            solutions, steps = self._sum
            begun = [run for number, run in self._begun.items() if number not in self._records]
        standing = [run.counts() for run in begun]
        return solutions + sum(found for found, _ in standing), steps + sum(made for _, made in standing)

    @property
    def solutions(self) -> SolutionList:
        """The list of solutions, which a count leaves empty."""
        return self._solutions

    @property
    def records(self) -> Sequence[Record]:
        """The finished parts, by number."""
        return [self._records[number] for number in sorted(self._records)]

    def snapshot(self) -> Snapshot:
        """What the whole count looks like now."""
        solutions, steps = self.counts()
        done, of = len(self._records), len(self._parts)
        doing = self._entry.doing(self.problem)
        return Snapshot(
            status=self.status, steps=steps, solutions=solutions,
            nodes=steps if doing.counts_nodes and doing.unit == "node" else None,
            progress=done / of if self.status in (Status.RUNNING, Status.COMPLETE) else None,
            detail={"parts": of, "parts done": done}, build_seconds=self.build_seconds,
        )  # fmt: skip

    def state(self) -> dict[str, Any]:
        """The finished parts; an unfinished part will begin again."""
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
        """Continue from the finished parts that `state` described."""
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
            and all(number in self._parts.numbers for number in numbers.tolist()) and (figures >= 0).all()
        )  # fmt: skip
        if not good:
            raise ValueError("this state belongs to another search: its records are impossible")
        status = Status(str(state["status"]))
        rows = zip(numbers.tolist(), figures.tolist(), seconds.tolist(), sums.tolist(), strict=True)
        with self._lock:
            self._records, self._sum = {}, NO_SUM
            self._begun.clear()
        self._sent.clear()
        self._crew.dismiss()
        self._crew = Crew(self._crew.size, self._crew.slicing)
        for number, (found, made), spent, more in rows:
            self._add_up(Record(number, found, made, spent, tuple(more)))
        self._offered = 0
        self._returned.clear()
        self._twice.clear()
        self.status = Status.RUNNING if status is Status.STOPPED else status
        self._settle()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the parts begun, the threads and the executor."""
        if self._executor is not None or self._ledger is not None:
            raise TypeError("a count that uses a ledger or an executor stays where it is; its parts can be sent")
        returned = deque([*self._begun, *self._returned])
        own = {"_crew": self._crew.size, "_begun": {}, "_lock": None, "_returned": returned}
        return self.__dict__ | own

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state | {"_crew": Crew(state["_crew"]), "_lock": threading.Lock()})


def start(
    entry: Algorithm, problem: Problem, goal: Goal, limit: int | None, settings: Mapping[str, str | int], threads: int
) -> PartedCount:
    """Start a count in this many threads.  Raises CannotSolve if it does not split."""
    from core._parts.part import cut, refusal, usual_parts
    from core._search import CannotSolve

    if why := refusal(entry, problem, goal, limit):
        raise CannotSolve(why)
    return PartedCount(entry, problem, cut(entry, problem, settings, usual_parts(entry, problem)), threads=threads)
