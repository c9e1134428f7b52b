"""The history of experiments, in the store: every sample is on disk as soon as it is taken."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from core._search import ProblemError
from core.compare._environment import environment
from core.compare._experiment import Experiment
from core.compare._plan import Key, Plan, PlanError
from core.compare._sample import Sample
from core.compare._table import Table
from core.storage._files import system_reason
from core.storage._lock import Lock, LockTaken
from core.storage._store import Store, StoreError

LOCKS = "measuring"
"""The folder, beside the store, with the locks of the experiments being measured."""


class NoSuchExperiment(ProblemError):
    """The history has no experiment with that number."""


class BeingMeasured(StoreError):
    """A process is measuring the experiment."""

    def __init__(self, number: int, holder: object) -> None:
        super().__init__(f"experiment {number} is being measured by {holder}; stop that first, or wait for it to end")


class DamagedExperiment(StoreError):
    """The store's data of an experiment is not what this program wrote."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(f"experiment {number} is damaged and cannot be read: {why}")
        self.number = number


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One line of the history."""

    number: int
    title: str
    plan: Plan
    environment: Mapping[str, Any]
    created: float
    finished: float | None
    pinned: bool
    samples: int
    """The number of timed runs on disk."""

    @property
    def begun(self) -> str:
        """The day and minute at which it was begun."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.created))

    @property
    def note(self) -> str:
        """What someone wrote about it."""
        return str(self.environment.get("note", ""))

    @property
    def machine(self) -> str:
        """The name of the machine."""
        return str(self.environment.get("machine", ""))

    @property
    def commit(self) -> str:
        """The commit of the program, if it ran from a checkout."""
        return str(self.environment.get("commit") or "")

    @property
    def program(self) -> str:
        """Which program it was: the commit, or else the version; empty if the history has neither."""
        version = self.environment.get("program")
        return self.commit or (f"version {version}" if version else "")


class History:
    """The experiments of a store (`core.storage.Store`).  Safe for several processes.

    Raises StoreError and NoSuchExperiment.

    >>> from core.compare import History
    >>> from core.storage import Store
    >>> with Store.in_memory() as store:  # Store.open() is the file of the app and of dq
    ...     History(store).list()
    []
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: set[int] = set()
        """The experiments being measured in this process."""

    def start(self, plan: Plan, note: str = "") -> Experiment:
        """Begin an experiment whose samples are kept, perhaps with a note."""
        return self.resume(self.begin(plan, note))

    def begin(self, plan: Plan, note: str = "") -> int:
        """Record an experiment not yet measured; returns its number."""
        made_with = environment() | ({"note": note} if note else {})
        with self._store.transaction() as connection:
            number = connection.execute(
                "INSERT INTO experiment (title, plan, environment, created) VALUES (?, ?, ?, ?)",
                (plan.title, _json(plan.as_json()), _json(made_with), time.time()),
            ).lastrowid
        assert number is not None
        return number

    def resume(self, number: int, plan: Plan | None = None) -> Experiment:
        """An old experiment with all its samples; a plan, if given, replaces its own (to add rows or columns)."""
        entry = self.entry(number)
        if plan is not None and plan != entry.plan:
            self.change(number, plan)
        return self._experiment(number, plan or entry.plan, self.samples(number), entry.environment)

    def table(self, number: int) -> Table:
        """The table of an experiment as it is on disk."""
        return replace(self.resume(number).table, finished=self.entry(number).finished is not None)

    def change(self, number: int, plan: Plan) -> None:
        """Keep another plan for an experiment.  Raises BeingMeasured while another process measures it."""
        self._check_ours(number)
        with self._store.transaction() as connection:
            connection.execute(
                "UPDATE experiment SET plan = ?, title = ?, finished = NULL WHERE id = ?",
                (_json(plan.as_json()), plan.title, number),
            )

    def finish(self, number: int) -> None:
        """Note that everything has been measured."""
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET finished = ? WHERE id = ?", (time.time(), number))

    def list(self, damaged: Callable[[DamagedExperiment], object] = lambda _: None) -> list[HistoryEntry]:
        """All experiments, the newest first; ``damaged`` is called with each that cannot be read."""
        found = []
        for each in self.all():
            if isinstance(each, HistoryEntry):
                found.append(each)
            else:
                damaged(each)
        return found

    def all(self) -> Sequence[HistoryEntry | DamagedExperiment]:
        """All experiments, the newest first; one that cannot be read is replaced by the reason."""
        found: dict[int, HistoryEntry | DamagedExperiment] = {}
        for row in self._store.query(_ENTRIES + " ORDER BY e.id DESC"):
            try:
                found[row["id"]] = _entry(row)
            except DamagedExperiment as error:
                found[error.number] = error
        return tuple(found.values())

    def entry(self, number: int) -> HistoryEntry:
        """One experiment.  Raises DamagedExperiment."""
        return _entry(self._row(number))

    def _row(self, number: int) -> sqlite3.Row:
        rows = self._store.query(_ENTRIES + " WHERE e.id = ?", (number,)) if number <= LARGEST else []
        if not rows:
            raise NoSuchExperiment(f"the history has no experiment {number}")
        return rows[0]

    def samples(self, number: int) -> dict[Key, tuple[Sample, ...]]:
        """Every timed run of an experiment, by cell, in the order made."""
        rows = self._store.query(
            "SELECT algorithm, instance, body FROM sample WHERE experiment = ? ORDER BY algorithm, instance, repeat",
            (number,),
        )
        found: dict[Key, list[Sample]] = {}
        for row in rows:
            try:
                sample = Sample.from_json(json.loads(row["body"]))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                raise DamagedExperiment(number, f"a sample: {error}") from None
            found.setdefault(Key(row["algorithm"], row["instance"]), []).append(sample)
        return {key: tuple(samples) for key, samples in found.items()}

    def annotate(self, number: int, note: str) -> None:
        """Write a note about an experiment, replacing any earlier one."""
        self._remember(number, dict(self.entry(number).environment) | {"note": note})

    def _remember(self, number: int, made_with: Mapping[str, Any]) -> None:
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET environment = ? WHERE id = ?", (_json(dict(made_with)), number))

    @contextmanager
    def measuring(self, number: int) -> Iterator[None]:
        """Hold an experiment: no other process measures, changes or deletes it meanwhile.  Raises BeingMeasured."""
        if number in self._held:
            raise BeingMeasured(number, "this program")
        lock = self._lock(number)
        if lock is not None:
            try:
                lock.path.parent.mkdir(mode=0o700, exist_ok=True)
                lock.take()
            except LockTaken as error:
                raise BeingMeasured(number, error) from None
            except OSError as error:
                raise StoreError(f"{lock.path}: {system_reason(error)}") from None
        self._held.add(number)
        try:
            yield
        finally:
            self._held.discard(number)
            if lock is not None:
                lock.leave()

    def check_deletable(self, number: int) -> None:
        """Raise BeingMeasured while it is being measured, even here, and NoSuchExperiment if there is none."""
        self._row(number)  # a damaged one can be deleted too
        if number in self._held:
            raise BeingMeasured(number, "this program")
        self._check_ours(number)

    def _check_ours(self, number: int) -> None:
        """Raise BeingMeasured while another process measures it."""
        if number not in self._held and (lock := self._lock(number)) is not None:
            try:
                lock.check()
            except LockTaken as error:
                raise BeingMeasured(number, error) from None

    def _lock(self, number: int) -> Lock | None:
        """The lock of an experiment; None if no other process can see it."""
        path = self._store.path
        return Lock(path.parent / LOCKS / f"{number}.lock") if path is not None else None

    def delete(self, number: int) -> None:
        """Remove an experiment and its samples.  Raises BeingMeasured while a process measures it."""
        self.check_deletable(number)
        with self._store.transaction() as connection:
            connection.execute("DELETE FROM experiment WHERE id = ?", (number,))

    def pin(self, number: int, pinned: bool = True) -> None:
        """Make it the baseline (there is at most one), or with ``pinned=False`` stop it being the baseline."""
        self.entry(number)
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET pinned = (id = ? AND ?)", (number, pinned))

    @property
    def baseline(self) -> HistoryEntry | None:
        """The pinned experiment."""
        rows = self._store.query(_ENTRIES + " WHERE e.pinned")
        return _entry(rows[0]) if rows else None

    def _experiment(
        self, number: int, plan: Plan, samples: Mapping[Key, tuple[Sample, ...]], made_with: Mapping[str, Any]
    ) -> Experiment:
        def record(key: Key, repeat: int, sample: Sample) -> None:
            with self._store.transaction() as connection:
                connection.execute(
                    "INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?, ?, ?)",
                    (number, key.label, key.instance, repeat, _json(sample.as_json()), sample.recorded),
                )

        def forget(key: Key) -> None:
            self._check_ours(number)
            with self._store.transaction() as connection:
                connection.execute(
                    "DELETE FROM sample WHERE experiment = ? AND algorithm = ? AND instance = ?",
                    (number, key.label, key.instance),
                )

        return Experiment(
            plan, samples=samples, record=record, forget=forget, remember=partial(self._remember, number),
            number=number, made_with=made_with,
        )  # fmt: skip


LARGEST = (1 << 63) - 1
"""The largest number that a database query can have."""
_ENTRIES = "SELECT e.*, (SELECT COUNT(*) FROM sample s WHERE s.experiment = e.id) AS samples FROM experiment e"


def _entry(row: sqlite3.Row) -> HistoryEntry:
    try:
        plan = Plan.from_json(json.loads(row["plan"]))
        made_with = json.loads(row["environment"])
        if not isinstance(made_with, dict):
            raise ValueError("its environment is not an object of JSON")
        created, finished = float(row["created"]), row["finished"] and float(row["finished"])
        time.localtime(created)
        title, pinned = str(row["title"]), bool(row["pinned"])
        return HistoryEntry(row["id"], title, plan, made_with, created, finished, pinned, row["samples"])
    except (ValueError, TypeError, OverflowError, OSError, RecursionError, PlanError) as error:
        raise DamagedExperiment(row["id"], error) from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
