"""Takes the measurements of a plan in turn, and publishes the table as it fills.

Runs are interleaved: every cell gets its first timed run before any gets its
second, so that a drift of the machine hits all alike.  Within each round the
instances come in random order (with the plan's seed), and so do the cells of
each, so that cells that will be compared run close together.  Each cell is warmed
up once in each session, right before its first run there: it is compiled, and run
untimed for a second at most (which also checks the solutions it finds).

`core.compare.enough` decides when a cell has enough runs.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.catalog import THREADS, Algorithm, is_from_plugin, is_own
from core.compare.cell import CellStatus, TableCell
from core.compare.enough import COMPARABLE, clean_runs, enough_of
from core.compare.environment import environment
from core.compare.instances import instances
from core.compare.isolated import Cage, Isolated, Wanted
from core.compare.measure import Measurement
from core.compare.papers import paper_of
from core.compare.plan import Contestant, Key, Plan, PlanError
from core.compare.sample import BATCH_SECONDS, LONG_BATCH_SECONDS, Ending, Live, Sample
from core.compare.table import Table, judged
from core.parts.part import refusal as parts_refusal
from core.search import CannotSolve, Problem, ProblemError, Search
from core.storage.store import StoreError

WARM_UP_SECONDS = 1.0
"""How long one untimed run lasts at most: after that, caches and clocks are as warm as they get."""

LOCK_SECONDS = 0.0002
"""How long another thread may keep the measuring one from the interpreter's lock (Python's own setting is 5 ms)."""

Recorder = Callable[[Key, int, Sample], None]
"""A function called at once with every finished sample: cell, number of the run, figures."""

_ENDINGS = {
    Ending.LIMIT: CellStatus.LIMIT,
    Ending.GAVE_UP: CellStatus.GAVE_UP,
    Ending.WRONG: CellStatus.WRONG,
    Ending.FAILED: CellStatus.FAILED,
}


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
        number: int | None = None,
        made_with: Mapping[str, Any] | None = None,
    ) -> None:
        self._record = record
        self._forget = forget
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._problems: dict[str, Problem | str] = {}
        self._varied: dict[str, tuple[int, Problem]] = {}
        """For each instance the number of a run, and its input."""
        self._warm: set[Key] = set()
        self._loaded: set[str] = set()
        self._rates: dict[Key, float | None] = {}
        self._cages: dict[str, Cage] = {}
        self._order: tuple[Plan, int, Mapping[Key, int]] | None = None
        self._kind = instances(plan.family)
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
        """End after the current slice; the run that it breaks off is not counted."""
        self._stop.set()

    def change(self, plan: Plan) -> None:
        """Go on with another plan of the same family, without measuring again what both have in common."""
        if plan.family != self._table.plan.family:
            raise PlanError("another family of problems needs an experiment of its own")
        with self._lock:
            self._lay_out(plan)

    def rerun(self, key: Key) -> None:
        """Throw a cell's runs away, so that it is measured again."""
        with self._lock:
            self._samples.pop(key, None)
            if self._forget is not None:
                self._forget(key)
            self._lay_out(self._table.plan)

    def drive(self) -> Table:
        """Measure everything that is missing, until done or stopped; returns the last table."""
        # A kernel that ends while the screen is drawing waits this long for the interpreter's lock.
        interval = sys.getswitchinterval()
        sys.setswitchinterval(LOCK_SECONDS)
        try:
            for _ in self.steps():
                pass
        finally:
            sys.setswitchinterval(interval)
        return self._table

    def steps(self) -> Iterator[Table]:
        """Measure, yielding the newest table after every slice (about ten a second)."""
        self._stop.clear()
        self._update(finished=False, stopped=False)
        try:
            while not self._stop.is_set():
                with self._lock:
                    due = self._next()
                if due is None:
                    self._update(finished=True)
                    break
                yield from self._measure(*due)
        finally:
            while self._cages:
                self._cages.popitem()[1].close()
        self._halt()
        yield self._table

    def _halt(self) -> None:
        """Note that nothing is being measured any more; a run that was broken off keeps its live figures."""
        with self._lock:
            cells = {
                key: replace(cell, status=CellStatus.STOPPED) if cell.status is CellStatus.RUNNING else cell
                for key, cell in self._table.cells.items()
            }
            self._table = replace(self._table, cells=cells, stopped=not self._table.finished)

    # The table

    def _lay_out(self, plan: Plan) -> None:
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

    def _cell(self, key: Key, plan: Plan) -> TableCell:
        """A cell as its samples alone make it."""
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
            except (ProblemError, OSError) as error:
                return TableCell(key, CellStatus.REFUSED, reason=f"the problem cannot be loaded: {error}")
            if refusal:
                return TableCell(key, CellStatus.REFUSED, reason=str(refusal))
        return TableCell(key, CellStatus.WAITING, samples, wanted=clean_runs(plan))

    def _beside(self, key: Key, plan: Plan) -> Iterator[tuple[Sample, ...]]:
        """The runs of each other cell of its row, leaving out cells with a run that was cut short or went wrong."""
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

    def _next(self) -> tuple[Key, int] | None:
        """The cell to measure next (one with the fewest runs, in the round's random order), and which run it is."""
        plan, cells = self._table.plan, self._table.cells
        open_cells = [
            key for key in cells
            if cells[key].status in (CellStatus.WAITING, CellStatus.STOPPED, CellStatus.RUNNING)
            or (cells[key].status is CellStatus.WRONG and self._cell(key, plan).status is CellStatus.WAITING)
        ]  # fmt: skip
        if not open_cells:
            return None
        made = {key: len(self._samples.get(key, ())) for key in open_cells}
        least = min(made.values())
        order = self._round(least)
        key = min((key for key in open_cells if made[key] == least), key=lambda key: order[key])
        return key, least

    def _round(self, number: int) -> Mapping[Key, int]:
        """The place of every cell in a round."""
        plan = self._table.plan
        if self._order is None or self._order[:2] != (plan, number):
            keys, chance = plan.cells(), random.Random(f"{plan.seed} {number}")
            chance.shuffle(keys)
            rows = {
                instance: place for place, instance in enumerate(chance.sample(plan.instances, len(plan.instances)))
            }
            keys.sort(key=lambda key: rows[key.instance])
            self._order = (plan, number, {key: place for place, key in enumerate(keys)})
        return self._order[2]

    # Measuring

    def _measure(self, key: Key, repeat: int) -> Iterator[Table]:
        plan = self._table.plan
        before = self._table.cells[key]
        memory = None
        if key not in self._warm:
            # Import and compile in a run of its own: neither may show in a time or in a memory peak.
            loading = [] if key.label in self._loaded else [0.0]
            for seconds in (*loading, *(WARM_UP_SECONDS for _ in range(plan.warm_up))):
                warm = self._measurement(key, plan, timed=seconds == 0.0, timeout=None)
                yield from self._run(warm, key, before, repeat, "warming up" if seconds else "preparing", seconds)
                if self._stop.is_set():
                    return
                hopeless = (Ending.WRONG, Ending.FAILED, *([Ending.LIMIT] if isinstance(warm, Isolated) else []))
                if warm.finished and warm.sample().ending in hopeless:
                    self._finish(key, repeat, warm.sample())
                    return
                if seconds:
                    self._rates[key] = warm.steps_per_second or self._rates.get(key)
                    memory = warm.memory
            self._warm.add(key)
            self._loaded.add(key.label)
        timed = self._measurement(key, plan, timed=True, timeout=plan.timeout)
        yield from self._run(timed, key, before, repeat, "measuring", None)
        if timed.finished:
            self._rates[key] = timed.steps_per_second
            sample = timed.sample()
            if memory is not None:
                sample = replace(sample, memory=max(memory, sample.memory or 0))
            self._finish(key, repeat, sample)
            yield self._table

    def _run(
        self, run: Measurement | Isolated, key: Key, before: TableCell, repeat: int, stage: str, seconds: float | None
    ) -> Iterator[Table]:
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
            if self._record is not None:
                try:
                    self._record(key, repeat, sample)
                except StoreError as error:
                    notices = dict.fromkeys((*self._table.notices, f"not kept in the history: {error}"))
                    self._table = replace(self._table, notices=tuple(notices))
            labels = [contestant.label for contestant in plan.contestants]
            cells = {**self._table.cells, key: self._cell(key, plan)}
            if plan.precision is not None and repeat + 1 >= COMPARABLE:  # the others were waiting for this run
                cells |= {
                    other.key: self._cell(other.key, plan) for other in self._table.row(key.instance)
                    if other.status is CellStatus.WAITING and len(other.samples) == repeat + 1
                }  # fmt: skip
            cells |= judged(cells, key.instance, labels, plan, self._table.known[key.instance])
            self._table = replace(self._table, cells=cells)

    def _measurement(self, key: Key, plan: Plan, *, timed: bool, timeout: float | None) -> Measurement | Isolated:
        contestant = plan.contestant(key.label)
        entry = self._entry(key, plan)
        further = plan.precision is not None and len(self._samples.get(key, ())) >= plan.repeat

        def start() -> Search:
            return entry.start(self._input(key, plan), plan.goal, plan.limit, **contestant.settings)

        settings: dict[str, Any] = {
            "timeout": timeout, "memory": plan.memory, "steps_per_second": self._rates.get(key), "timed": timed,
            "threads": _threads(contestant) > 1, "batch_seconds": LONG_BATCH_SECONDS if further else BATCH_SECONDS,
        }  # fmt: skip
        if is_from_plugin(entry) or ((plan.isolate or contestant.cold) and is_own(entry)):
            settings["timeout"] = plan.timeout  # holds for warming up too: it is the only way out of an endless loop
            wanted = Wanted(
                plan.family, self._input(key, plan) if key.varied else key.instance, contestant.algorithm,
                tuple(contestant.settings.items()), plan.goal, plan.limit, settings, _threads(contestant),
            )  # fmt: skip
            if contestant.cold:
                settings["batch_seconds"] = 0.0
                return Isolated(Cage(), wanted, once=True)
            return Isolated(self._cages.setdefault(key.label, Cage()), wanted)
        return Measurement(start, **settings)

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
        """What the next run of a cell works on: the same for the whole row in each round."""
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
            except (ProblemError, OSError) as error:
                known = str(error)
            self._problems[instance] = known
        if isinstance(known, str):
            raise ProblemError(known)
        return known


def _threads(contestant: Contestant) -> int:
    return int(dict(contestant.parameters).get(THREADS.key, THREADS.default))
