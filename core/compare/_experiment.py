"""Takes the measurements of a plan in turn, and publishes the table as it fills.

Runs are interleaved: a row has its next round once others have had as many, so that a drift of the
machine affects all alike.  But small rows do not wait for large ones: the first rounds go from the
least work to the most, and a row on which much time was spent comes after all those with less (in
steps of a factor of two, `_step`).  Within each round the cells of a row come in random order (with
the plan's seed), one after the other, so that cells to be compared run close together, and so do
the rows.  Each cell is warmed up once in each session, right before its first run there: it is
compiled, and run untimed for at most a second (which also checks the solutions found).

`core.compare._enough` decides when a cell has enough runs.
"""

from __future__ import annotations

import math
import random
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing.connection import wait
from typing import Any

from core._catalog import THREADS, Algorithm, is_from_plugin, is_own
from core._parts.part import refusal as parts_refusal
from core._search import CannotSolve, Problem, ProblemError, Search
from core.compare._cell import CellStatus, TableCell
from core.compare._enough import COMPARABLE, clean_runs, enough_of
from core.compare._environment import environment
from core.compare._instances import Given, Instances, instances, position
from core.compare._isolated import POLL_SECONDS, ChildProcess, Isolated, Wanted
from core.compare._measure import Measurement
from core.compare._outlook import search_seconds
from core.compare._papers import paper_of
from core.compare._plan import Contestant, Key, Plan, PlanError
from core.compare._sample import BATCH_SECONDS, LONG_BATCH_SECONDS, Ending, Live, Sample
from core.compare._statistics import time_ratio
from core.compare._table import OPEN, Table, judged
from core.running._finished import Finished
from core.storage._files import system_reason
from core.storage._store import StoreError

WARM_UP_SECONDS = 1.0
"""The longest untimed run: by then, caches and clocks are as warm as they get."""

ALONE_CELLS, ALONE_RUNS, ALONE_SECONDS = 5, 6, 10.0
"""If several cells are measured at a time, this many are measured again alone, in this many runs each, if that takes
no longer than this."""
TOGETHER_SECONDS = 1.0
"""Rows on which less time than this was spent share their rounds."""

LOCK_SECONDS = 0.0002
"""How long another thread may keep the measuring thread from the interpreter's lock (Python's own setting is 5 ms)."""

Recorder = Callable[[Key, int, Sample], None]
"""A function called at once with every finished sample: cell, number of the run, figures."""

_ENDINGS = {
    Ending.LIMIT: CellStatus.LIMIT,
    Ending.GAVE_UP: CellStatus.GAVE_UP,
    Ending.WRONG: CellStatus.WRONG,
    Ending.FAILED: CellStatus.FAILED,
}


class _Place:
    """Where runs are made, and what has been loaded and warmed up there."""

    def __init__(self, child: ChildProcess | None = None, number: int | None = None) -> None:
        self.child = child
        """None for this program itself."""
        self.number = number
        self._warm: dict[Key | str, int] = {}
        """For each cell and each algorithm, the process in which it was warmed up."""

    def warm(self, what: Key | str) -> bool:
        """Whether a cell has been warmed up here, or an algorithm loaded; false again once the process has ended."""
        here = self._warm.get(what)
        child = self.child  # if none was started, each call has its own process
        return here is not None and (child is None or (here == child.begun and (child.pipe is not None or not here)))

    def warmed(self, *what: Key | str) -> None:
        """Note that these cells are warmed up, or these algorithms loaded."""
        self._warm |= dict.fromkeys(what, self.child.begun if self.child is not None else 0)


class _Lane:
    """Measurements made one after the other; several lanes work at the same time (`Plan.jobs`)."""

    def __init__(self, number: int, patience: float) -> None:
        self._number = number
        self._patience = patience
        """How long to wait for an answer."""
        self._places: dict[tuple[str, int], _Place] = {}
        self.round: tuple[str, int] | None = None
        """The row being measured, and the number of its round."""
        self.key: Key | None = None
        self.work: Iterator[Table] | None = None
        """The measurement in progress."""
        self.run: Measurement | Isolated | None = None

    def place(self, name: str, number: int, of: int) -> _Place:
        """Place ``number`` of ``of`` processes for the algorithms that share this name."""
        if (name, number) not in self._places:
            self._places[name, number] = _Place(ChildProcess(self._patience), self._number * of + number)
        return self._places[name, number]

    @property
    def pipe(self) -> Any:
        """What this lane waits for; None if it can go on."""
        return self.run.pipe if isinstance(self.run, Isolated) and self.run.waiting else None

    def close(self) -> None:
        """End the measurement in progress, and the processes."""
        for place in self._places.values():
            if place.child is not None:
                place.child.close()


class Experiment:
    """A plan being measured.

    One thread calls `drive` (or iterates `steps`); any thread may read `table`,
    an immutable value, and call `stop`, `change` and `rerun`.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        samples: Mapping[Key, tuple[Sample, ...]] | None = None,
        record: Recorder | None = None,
        forget: Callable[[Key], None] | None = None,
        remember: Callable[[Mapping[str, Any]], None] | None = None,
        number: int | None = None,
        made_with: Mapping[str, Any] | None = None,
        problems: Mapping[str, Problem] | None = None,
    ) -> None:
        self._record = record
        self._forget = forget
        self._remember = remember
        """A function called with the environment when that changes."""
        self._lock = threading.RLock()
        self._stop = Finished()
        self._problems: dict[str, Problem | str] = {}
        self._varied: dict[str, tuple[int, Problem]] = {}
        """For each instance, the number of a run and its input."""
        self._rates: dict[Key, float | None] = {}
        self._sizes: tuple[Plan, tuple[str, ...]] | None = None
        """The rows of a plan by size."""
        self._fresh = False
        """Whether any run has been made here since cells were last measured alone."""
        self._spent: dict[str, float] = {}
        """Seconds that the runs of each row have taken, if there are any."""
        self._within = _Place()
        self._given = dict(problems or {})
        """Problems without a name by which another process could find them."""
        self._kind: Instances = Given(instances(plan.family), self._given)
        self._samples = dict(samples or {})
        self._table = Table(
            plan, {}, {}, {}, axis=self._kind.axis, experiment=number, environment=dict(made_with or environment())
        )  # fmt: skip
        self._lay_out(plan)

    @property
    def table(self) -> Table:
        """The newest table."""
        return self._table

    def stop(self) -> None:
        """End after the current slice; the interrupted run is not counted."""
        self._stop.set()

    def change(self, plan: Plan) -> None:
        """Continue with another plan of the same family, without repeating what both have in common."""
        if plan.family != self._table.plan.family:
            raise PlanError("another family of problems needs an experiment of its own")
        with self._lock:
            self._lay_out(plan)

    def take_up(self, plan: Plan, samples: Mapping[Key, tuple[Sample, ...]]) -> None:
        """Continue from what another session has left."""
        with self._lock:
            self._samples = dict(samples)
            self._lay_out(plan)

    def rerun(self, key: Key) -> None:
        """Discard a cell's runs, so that it is measured again."""
        with self._lock:
            if self._forget is not None:
                self._forget(key)
            self._samples.pop(key, None)
            self._lay_out(self._table.plan)

    def drive(self, stopped: Callable[[], bool] | None = None) -> Table:
        """Measure everything that is missing, until done or stopped; returns the last table.

        ``stopped`` is called after every slice, for callers that cannot call `stop`.
        """
        # A kernel that ends while the screen is drawing waits this long for the interpreter's lock.
        interval = sys.getswitchinterval()
        sys.setswitchinterval(LOCK_SECONDS)
        try:
            for _ in self.steps():
                if stopped is not None and stopped():
                    self.stop()
        finally:
            sys.setswitchinterval(interval)
        return self._table

    def steps(self) -> Iterator[Table]:
        """Measure, yielding the newest table after every slice (about ten a second)."""
        self._stop = Finished()
        self._update(finished=False, stopped=False)
        jobs = self._table.plan.jobs
        lanes = [_Lane(number, 0.0 if jobs > 1 else POLL_SECONDS) for number in range(jobs)]
        try:
            while not self._stop.is_set():
                for lane in lanes:
                    if lane.work is None:
                        with self._lock:
                            due = self._next(lane, lanes)
                        if due is not None:
                            lane.key = due[0]
                            lane.work = self._measure(lane, *due)
                working = [lane for lane in lanes if lane.work is not None]
                if not working:
                    if jobs > 1 and (self._fresh or "alone" not in self._table.environment):
                        yield from self._alone(lanes[0])
                    self._update(finished=not self._stop.is_set())
                    break
                yield from self._a_step(working)
        finally:
            for lane in lanes:
                lane.close()
        self._halt()
        yield self._table

    def _a_step(self, working: Sequence[_Lane]) -> Iterator[Table]:
        """Continue with every lane; if all wait for their processes, wait until one answers."""
        pipes = [lane.pipe for lane in working]
        if len(working) > 1 and None not in pipes:
            wait(pipes, POLL_SECONDS)
        for lane in working:
            assert lane.work is not None
            table = next(lane.work, None)
            if table is None:
                lane.work = lane.key = None
            else:
                yield table

    def _alone(self, lane: _Lane) -> Iterator[Table]:
        """Measure some cells again with nothing beside them, and note how their earlier times compare."""
        cells = [cell for cell in self._table.cells.values() if cell.status is CellStatus.COMPLETE and cell.time]
        short = [cell for cell in cells if max(run.spent for run in cell.samples) * ALONE_RUNS < ALONE_SECONDS]
        found = []
        for cell in random.Random(self._table.plan.seed).sample(short, min(ALONE_CELLS, len(short))):
            runs: list[Sample] = []
            for number in range(ALONE_RUNS):
                yield from self._measure(lane, cell.key, number, partial(_kept, runs))
            self._put(cell)
            if self._stop.is_set():
                return
            if all(run.complete for run in runs):
                found.append(time_ratio([run.total_seconds for run in runs], cell.times))
        factors = [each.factor for each in found]
        alone = {"cells": len(found), "differ": sum(bool(each.beyond_noise) for each in found),
                 "least": min(factors, default=None), "most": max(factors, default=None)}  # fmt: skip
        made_with = {**self._table.environment, "alone": alone}
        self._update(environment=made_with)
        self._fresh = False
        if (remember := self._remember) is not None:
            self._told_store(lambda: remember(made_with))

    def _halt(self) -> None:
        """Note that nothing is being measured now; an interrupted run keeps its live figures."""
        with self._lock:
            cells = {
                key: replace(cell, status=CellStatus.STOPPED) if cell.status is CellStatus.RUNNING else cell
                for key, cell in self._table.cells.items()
            }
            self._table = replace(self._table, cells=cells, stopped=not self._table.finished)

    # The table

    def _lay_out(self, plan: Plan) -> None:
        self._spent = {}
        for key, samples in self._samples.items():
            self._add_spent(key.instance, samples)
        known = {i: self._kind.known(i, plan.goal) for i in plan.instances}
        cells = {key: self._cell(key, plan) for key in plan.cells()}
        labels = [contestant.label for contestant in plan.contestants]
        for instance in plan.instances:
            cells |= judged(cells, instance, labels, plan, known[instance])
        numbers = [int(instance) for instance in plan.instances if instance.isdecimal()]
        rows = (*plan.instances, *(paper_of(plan.document).rows_beyond(max(numbers)) if numbers else ()))
        known |= {i: self._kind.known(i, plan.goal) for i in rows[len(plan.instances) :]}
        titles = {instance: self._kind.title(instance) for instance in rows}
        self._table = replace(
            self._table, plan=plan, cells=cells, known=known, titles=titles, rows=rows, finished=False
        )

    def _add_spent(self, row: str, samples: Sequence[Sample]) -> None:
        self._spent[row] = self._spent.get(row, 0.0) + sum(sample.spent for sample in samples)

    def _cell(self, key: Key, plan: Plan) -> TableCell:
        """A cell made from its samples alone."""
        samples = self._samples.get(key, ())
        ended = next((sample for sample in samples if sample.ending in _ENDINGS), None)
        if ended is not None:
            return TableCell(key, _ENDINGS[ended.ending], samples, ended.reason, bound=ended.bound)
        enough = enough_of(samples, plan, self._beside(key, plan))
        if enough is not None:
            return TableCell(key, CellStatus.COMPLETE, samples, enough=enough, wanted=clean_runs(plan))
        if not samples:
            try:
                refusal: object = self._refusal(key, plan)
            except CannotSolve as error:
                refusal = error.reason
            except ProblemError as error:
                return TableCell(key, CellStatus.REFUSED, reason=f"the problem cannot be loaded: {error}")
            if refusal:
                return TableCell(key, CellStatus.REFUSED, reason=str(refusal))
        return TableCell(key, CellStatus.WAITING, samples, wanted=clean_runs(plan))

    def _beside(self, key: Key, plan: Plan) -> Iterator[tuple[Sample, ...]]:
        """The runs of each other cell in its row, leaving out cells with a run that was cut short or went wrong."""
        for contestant in plan.contestants:
            samples = self._samples.get(Key(contestant.label, key.instance), ())
            if contestant.label != key.label and all(sample.ending is Ending.COMPLETE for sample in samples):
                yield samples

    def _put(self, cell: TableCell) -> None:
        with self._lock:
            if cell.key in self._table.cells:
                self._table = replace(self._table, cells={**self._table.cells, cell.key: cell})

    def _update(self, **changes: Any) -> None:
        with self._lock:
            self._table = replace(self._table, **changes)

    def _next(self, lane: _Lane, lanes: Sequence[_Lane]) -> tuple[Key, int] | None:
        """The cell to measure next, and the number of the run: a cell with the fewest runs in the row whose turn it is.

        As long as there are rows for all lanes, a row is measured in one lane, so that its cells are measured alike.
        """
        plan, cells = self._table.plan, self._table.cells
        taken = {other.key for other in lanes}
        rows: dict[str, list[Key]] = {}
        for key, cell in cells.items():
            doubtful = cell.status is CellStatus.WRONG and self._cell(key, plan).status is CellStatus.WAITING
            if key not in taken and (doubtful or cell.status in OPEN):
                rows.setdefault(key.instance, []).append(key)
        made = {row: min(len(self._samples.get(key, ())) for key in keys) for row, keys in rows.items()}
        elsewhere = {
            other.round[0] for other in lanes
            if other is not lane and other.round and (other.work is not None or other.round in made.items())
        }  # fmt: skip
        rows = {row: keys for row, keys in rows.items() if row not in elsewhere} or rows
        if not rows:
            return None
        if lane.round is None or made.get(lane.round[0]) != lane.round[1]:
            turns = {
                row: (_step(self._spent[row]), made[row], self._chance(made[row], row).random())
                for row in rows if row in self._spent
            }  # fmt: skip
            smallest = next((row for row in self._by_size(plan) if row in rows and row not in self._spent), None)
            if smallest is not None:
                turns[smallest] = _step(self._least_expected(smallest, plan)), 0, 0.0
            row = min(turns, key=lambda row: turns[row])
            lane.round = row, made[row]
        row, number = lane.round
        keys = [key for key in rows[row] if len(self._samples.get(key, ())) == number]
        return min(keys, key=lambda key: self._chance(number, str(key)).random()), number

    def _chance(self, number: int, row: str) -> random.Random:
        return random.Random(f"{self._table.plan.seed} {number} {row}")

    def _by_size(self, plan: Plan) -> Sequence[str]:
        """The rows of a plan, those with the least work first as far as that is known; otherwise in the plan's
        order."""
        if self._sizes is None or self._sizes[0] != plan:
            papers = plan.document is not None

            def size(row: str) -> tuple[int, float]:
                contestants = plan.contestants if papers else ()
                seconds = (search_seconds(plan.family, each, row, plan.goal, plan.document) for each in contestants)
                return position(row) or 0, sum(seconds)

            self._sizes = plan, tuple(sorted(plan.instances, key=size))
        return self._sizes[1]

    def _least_expected(self, row: str, plan: Plan) -> float:
        """The least seconds that the first round of a row takes: those of the row before it."""
        rows = self._by_size(plan)
        before = rows[: rows.index(row)]
        return next((first for each in reversed(before) if (first := self._first_round(each, plan))), 0.0)

    def _first_round(self, row: str, plan: Plan) -> float:
        runs = (self._samples.get(Key(each.label, row), ()) for each in plan.contestants)
        return sum(samples[0].spent for samples in runs if samples)

    # Measuring

    def _measure(self, lane: _Lane, key: Key, repeat: int, keep: Recorder | None = None) -> Iterator[Table]:
        plan = self._table.plan
        before = self._table.cells[key]
        memory = None
        place = self._place(lane, key, repeat)
        if not place.warm(key):
            # Import and compile in a separate run: neither may show in a time or a memory peak.
            loading = [] if place.warm(key.label) else [0.0]
            for seconds in (*loading, *(WARM_UP_SECONDS for _ in range(plan.warm_up))):
                warm = self._measurement(place, key, plan, timed=seconds == 0.0, timeout=None)
                stage = "warming up" if seconds else "preparing"
                yield from self._run(lane, warm, before, repeat, stage, seconds)
                if self._stop.is_set():
                    return
                hopeless = (Ending.WRONG, Ending.FAILED, *([Ending.LIMIT] if isinstance(warm, Isolated) else []))
                if warm.finished and warm.sample().ending in hopeless:
                    (keep or self._finish)(key, repeat, warm.sample())
                    return
                if seconds:
                    self._rates[key] = warm.steps_per_second or self._rates.get(key)
                    memory = warm.memory
            place.warmed(key, key.label)
        timed = self._measurement(place, key, plan, timed=True, timeout=plan.timeout)
        yield from self._run(lane, timed, before, repeat, "measuring", None)
        if timed.finished:
            self._rates[key] = timed.steps_per_second
            sample = replace(timed.sample(), process=place.number, jobs=plan.jobs)
            if memory is not None:
                sample = replace(sample, memory=max(memory, sample.memory or 0))
            (keep or self._finish)(key, repeat, sample)
            yield self._table

    def _place(self, lane: _Lane, key: Key, repeat: int) -> _Place:
        """Where to make a run: in this program, or in the process whose turn it is."""
        plan = self._table.plan
        contestant, entry = plan.contestant(key.label), self._entry(key, plan)
        if is_from_plugin(entry) or (
            (plan.processes or plan.jobs > 1 or plan.isolate or contestant.cold) and is_own(entry)
        ):
            alone = is_from_plugin(entry) or plan.isolate
            return lane.place(key.label if alone else "", repeat % max(1, plan.processes), max(1, plan.processes))
        return self._within

    def _run(
        self, lane: _Lane, run: Measurement | Isolated, before: TableCell, repeat: int, stage: str,
        seconds: float | None,
    ) -> Iterator[Table]:  # fmt: skip
        lane.run = run
        self._put(replace(before, status=CellStatus.RUNNING, live=Live("preparing", repeat)))
        yield self._table
        run.build()
        while (
            not run.finished and not self._stop.is_set()
            and (seconds is None or run.seconds < seconds or run.waiting)
        ):  # fmt: skip
            run.advance()
            solutions, steps = run.counts()
            live = Live(stage, repeat, run.seconds, solutions, steps, run.progress)
            self._put(replace(before, status=CellStatus.RUNNING, live=live))
            yield self._table
        run.leave()

    def _finish(self, key: Key, repeat: int, sample: Sample) -> None:
        with self._lock:
            plan = self._table.plan
            if key not in self._table.cells:
                return
            self._samples[key] = (*self._samples.get(key, ()), sample)
            self._add_spent(key.instance, (sample,))
            if (record := self._record) is not None:
                self._told_store(lambda: record(key, repeat, sample))
            self._fresh = True
            labels = [contestant.label for contestant in plan.contestants]
            cells = {**self._table.cells, key: self._cell(key, plan)}
            if plan.precision is not None and repeat + 1 >= COMPARABLE:  # the others were waiting for this run
                cells |= {
                    other.key: self._cell(other.key, plan) for other in self._table.row(key.instance)
                    if other.status is CellStatus.WAITING and len(other.samples) == repeat + 1
                }  # fmt: skip
            cells |= judged(cells, key.instance, labels, plan, self._table.known[key.instance])
            self._table = replace(self._table, cells=cells)

    def _told_store(self, tell: Callable[[], None]) -> None:
        """Have something stored; a failure is reported in the table."""
        try:
            tell()
        except StoreError as error:
            notices = dict.fromkeys((*self._table.notices, f"not kept in the history: {error}"))
            self._update(notices=tuple(notices))

    def _measurement(
        self, place: _Place, key: Key, plan: Plan, *, timed: bool, timeout: float | None
    ) -> Measurement | Isolated:
        contestant = plan.contestant(key.label)
        entry = self._entry(key, plan)
        further = plan.precision is not None and len(self._samples.get(key, ())) >= plan.repeat

        def start() -> Search:
            return entry.start(self._input(key, plan), plan.goal, plan.limit, parameters=contestant.settings)

        settings: dict[str, Any] = {
            "timeout": timeout, "memory": plan.memory, "steps_per_second": self._rates.get(key), "timed": timed,
            "threads": _threads(contestant) > 1, "batch_seconds": LONG_BATCH_SECONDS if further else BATCH_SECONDS,
        }  # fmt: skip
        if place.child is None:
            return Measurement(start, **settings)
        settings["timeout"] = plan.timeout  # also for warming up: it is the only way out of an endless loop
        wanted = Wanted(
            plan.family, self._input(key, plan) if key.varied or key.instance in self._given else key.instance,
            contestant.algorithm,
            tuple(contestant.settings.items()), plan.goal, plan.limit, settings, _threads(contestant),
        )  # fmt: skip
        if contestant.cold:
            settings["batch_seconds"] = 0.0
            return Isolated(ChildProcess(), wanted, once=True)
        return Isolated(place.child, wanted)

    def _refusal(self, key: Key, plan: Plan) -> object:
        """Why the contestant cannot serve the problem and goal, or not in several threads; None or empty if it can."""
        entry, problem = self._entry(key, plan), self._problem(key.instance)
        refusal: object = entry.refusal(problem, plan.goal)
        if plan.contestant(key.label).cold and not (is_from_plugin(entry) or is_own(entry)):
            return "it is not installed, so no new process can find it"
        if refusal is None and key.varied and self._kind.another(problem, random.Random(plan.seed)) is None:
            return f"there is only one input for each {self._kind.axis}"
        if refusal is None and _threads(plan.contestant(key.label)) > 1:
            return parts_refusal(entry.doing(problem), problem, plan.goal, plan.limit)
        return refusal

    def _entry(self, key: Key, plan: Plan) -> Algorithm:
        return plan.contestant(key.label).entry(plan.family)

    def _input(self, key: Key, plan: Plan) -> Problem:
        """The input of a cell's next run, the same for the whole row in each round."""
        problem, number = self._problem(key.instance), len(self._samples.get(key, ()))
        if not key.varied:
            return problem
        kept = self._varied.get(key.instance)
        if kept is None or kept[0] != number:
            chance = random.Random(f"{plan.seed} {key.instance} {number}")
            kept = self._varied[key.instance] = number, self._kind.another(problem, chance) or problem
        return kept[1]

    def _problem(self, instance: str) -> Problem:
        known = self._problems.get(instance)
        if known is None:
            try:
                known = self._kind.problem(instance)
            except ProblemError as error:
                known = str(error)
            except OSError as error:
                known = f"{instance}: {system_reason(error)}"
            self._problems[instance] = known
        if isinstance(known, str):
            raise ProblemError(known)
        return known


def _kept(runs: list[Sample], key: Key, repeat: int, sample: Sample) -> None:
    runs.append(sample)


def _step(seconds: float) -> int:
    """The step of a row: rows on which less than `TOGETHER_SECONDS` were spent are measured together, then those with
    less than twice as much, and so on."""
    return max(0, math.ceil(math.log2(seconds / TOGETHER_SECONDS))) if seconds > 0 else 0


def _threads(contestant: Contestant) -> int:
    return int(dict(contestant.parameters).get(THREADS.key, THREADS.default))
