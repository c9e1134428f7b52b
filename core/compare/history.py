"""The history of experiments, in the store: every sample is on disk as soon as it is taken."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from core.compare.environment import environment
from core.compare.experiment import Experiment
from core.compare.plan import Key, Plan, PlanError
from core.compare.sample import Sample
from core.compare.table import Table
from core.search import ProblemError
from core.storage.store import Documents, Store, StoreError


class NoSuchExperiment(ProblemError):
    """The history has no experiment with that number."""


class BeingMeasured(StoreError):
    """A process is measuring the experiment."""


class DamagedExperiment(StoreError):
    """What the store holds of an experiment is not what this program wrote."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(f"experiment {number} is damaged and cannot be read: {why}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history."""

    number: int
    title: str
    plan: Plan
    environment: Mapping[str, Any]
    created: float
    finished: float | None
    pinned: bool
    samples: int
    """Timed runs on disk."""

    @property
    def begun(self) -> str:
        """The day and the minute at which it was begun."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.created))

    @property
    def note(self) -> str:
        """What somebody wrote about it."""
        return str(self.environment.get("note", ""))

    @property
    def machine(self) -> str:
        """The name of the machine."""
        return str(self.environment.get("machine", ""))

    @property
    def commit(self) -> str:
        """The commit of the program, where it ran from a checkout."""
        return str(self.environment.get("commit") or "")

    @property
    def program(self) -> str:
        """Which program it was: the commit, or else the version; empty in histories that have neither."""
        version = self.environment.get("program")
        return self.commit or (f"version {version}" if version else "")


class History:
    """The experiments of a store.  Safe for several processes; raises StoreError and NoSuchExperiment."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self, plan: Plan, note: str = "") -> Experiment:
        """Begin an experiment whose samples are kept, perhaps with a note."""
        made_with = environment() | ({"note": note} if note else {})
        with self._store.transaction() as connection:
            number = connection.execute(
                "INSERT INTO experiment (title, plan, environment, created) VALUES (?, ?, ?, ?)",
                (plan.title, _json(plan.as_json()), _json(made_with), time.time()),
            ).lastrowid
        assert number is not None
        return self._experiment(number, plan, {}, made_with)

    def resume(self, number: int, plan: Plan | None = None) -> Experiment:
        """An old experiment with all its samples; a plan, if given, replaces its own (to add rows or columns)."""
        entry = self.entry(number)
        if plan is not None:
            self.change(number, plan)
        return self._experiment(number, plan or entry.plan, self.samples(number), entry.environment)

    def table(self, number: int) -> Table:
        """The table of an experiment as it stands on disk."""
        return replace(self.resume(number).table, finished=self.entry(number).finished is not None)

    def change(self, number: int, plan: Plan) -> None:
        """Keep another plan for an experiment."""
        with self._store.transaction() as connection:
            connection.execute(
                "UPDATE experiment SET plan = ?, title = ?, finished = NULL WHERE id = ?",
                (_json(plan.as_json()), plan.title, number),
            )

    def finish(self, number: int) -> None:
        """Note that everything has been measured."""
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET finished = ? WHERE id = ?", (time.time(), number))

    def list(self, damaged: Callable[[DamagedExperiment], object] = lambda _: None) -> list[Entry]:
        """All experiments, the newest first; ``damaged`` is told of each that cannot be read."""
        found = []
        for each in self.all():
            if isinstance(each, Entry):
                found.append(each)
            else:
                damaged(each)
        return found

    def all(self) -> Sequence[Entry | DamagedExperiment]:
        """All experiments, the newest first; in place of one that cannot be read, the reason."""
        found: dict[int, Entry | DamagedExperiment] = {}
        for row in self._store.query(_ENTRIES + " GROUP BY e.id ORDER BY e.id DESC"):
            try:
                found[row["id"]] = _entry(row)
            except DamagedExperiment as error:
                found[error.number] = error
        return tuple(found.values())

    def entry(self, number: int) -> Entry:
        """One experiment.  Raises DamagedExperiment."""
        return _entry(self._row(number))

    def _row(self, number: int) -> sqlite3.Row:
        rows = self._store.query(_ENTRIES + " WHERE e.id = ? GROUP BY e.id", (number,)) if number <= LARGEST else []
        if not rows:
            raise NoSuchExperiment(f"the history has no experiment {number}")
        return rows[0]

    def samples(self, number: int) -> dict[Key, tuple[Sample, ...]]:
        """Every timed run of an experiment, by cell, in the order in which they were made."""
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
        """Write a note about an experiment, replacing an earlier one."""
        made_with = dict(self.entry(number).environment) | {"note": note}
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET environment = ? WHERE id = ?", (_json(made_with), number))

    @contextmanager
    def measuring(self, number: int) -> Iterator[None]:
        """Mark an experiment as being measured by this process, so that nobody deletes it meanwhile."""
        documents = Documents(self._store)
        with suppress(StoreError):
            documents.put(_MEASURED, str(number), {"pid": os.getpid(), "machine": platform.node()})
        try:
            yield
        finally:
            with suppress(StoreError):
                documents.delete(_MEASURED, str(number))

    def check_deletable(self, number: int) -> None:
        """Raise BeingMeasured while a process measures it, and NoSuchExperiment if there is none."""
        self._row(number)  # a damaged one can be deleted too
        mark = Documents(self._store).get(_MEASURED, str(number))
        if mark is not None and isinstance(mark.body, dict) and _alive(mark.body):
            raise BeingMeasured(f"experiment {number} is being measured; stop that first")

    def delete(self, number: int) -> None:
        """Remove an experiment and its samples.  Raises BeingMeasured while a process measures it."""
        self.check_deletable(number)
        with self._store.transaction() as connection:
            connection.execute("DELETE FROM experiment WHERE id = ?", (number,))

    def pin(self, number: int, pinned: bool = True) -> None:
        """Make it the baseline (there is at most one), or with ``pinned=False`` no longer."""
        self.entry(number)
        with self._store.transaction() as connection:
            connection.execute("UPDATE experiment SET pinned = (id = ? AND ?)", (number, pinned))

    @property
    def baseline(self) -> Entry | None:
        """The pinned experiment."""
        rows = self._store.query(_ENTRIES + " WHERE e.pinned GROUP BY e.id")
        return _entry(rows[0]) if rows else None

    def _experiment(
        self, number: int, plan: Plan, samples: Mapping[Key, tuple[Sample, ...]], made_with: Mapping[str, Any]
    ) -> Experiment:
        def record(key: Key, repeat: int, sample: Sample) -> None:
            # Two sessions may resume the same experiment: the run that came first stays.
            with self._store.transaction() as connection:
                connection.execute(
                    "INSERT OR IGNORE INTO sample VALUES (?, ?, ?, ?, ?, ?)",
                    (number, key.label, key.instance, repeat, _json(sample.as_json()), sample.recorded),
                )

        def forget(key: Key) -> None:
            with self._store.transaction() as connection:
                connection.execute(
                    "DELETE FROM sample WHERE experiment = ? AND algorithm = ? AND instance = ?",
                    (number, key.label, key.instance),
                )

        return Experiment(plan, samples=samples, record=record, forget=forget, number=number, made_with=made_with)


_MEASURED = "being measured"
"""Kind of the documents that mark an experiment as being measured; a mark lapses with its process."""


def _alive(mark: Mapping[str, Any]) -> bool:
    pid = mark.get("pid")
    return mark.get("machine") == platform.node() and isinstance(pid, int) and is_running(pid)


_SYNCHRONIZE = 0x0010_0000
_ACCESS_DENIED = 5
_WAIT_TIMEOUT = 0x102


def is_running(pid: int) -> bool:
    """Whether a process of this machine has this number, even one of another user."""
    if not 0 < pid <= 0xFFFF_FFFF:
        return False
    if sys.platform == "win32":  # where os.kill(pid, 0) would send it Ctrl-C
        return _runs_on_windows(pid)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


if sys.platform == "win32":

    def _runs_on_windows(pid: int) -> bool:
        import ctypes
        from ctypes import wintypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.argtypes = (wintypes.DWORD, wintypes.BOOL, wintypes.DWORD)
        kernel.OpenProcess.restype = wintypes.HANDLE
        kernel.WaitForSingleObject.argtypes = (wintypes.HANDLE, wintypes.DWORD)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        process = kernel.OpenProcess(_SYNCHRONIZE, False, pid)
        if not process:
            return bool(ctypes.get_last_error() == _ACCESS_DENIED)
        try:
            return bool(kernel.WaitForSingleObject(process, 0) == _WAIT_TIMEOUT)
        finally:
            kernel.CloseHandle(process)


LARGEST = (1 << 63) - 1
"""The largest number that the database can ask for."""
_ENTRIES = "SELECT e.*, COUNT(s.repeat) AS samples FROM experiment e LEFT JOIN sample s ON s.experiment = e.id"


def _entry(row: sqlite3.Row) -> Entry:
    try:
        plan = Plan.from_json(json.loads(row["plan"]))
        made_with = json.loads(row["environment"])
        if not isinstance(made_with, dict):
            raise ValueError("its environment is not an object of JSON")
        created, finished = float(row["created"]), row["finished"] and float(row["finished"])
        time.localtime(created)
        title, pinned = str(row["title"]), bool(row["pinned"])
        return Entry(row["id"], title, plan, made_with, created, finished, pinned, row["samples"])
    except (ValueError, TypeError, OverflowError, OSError, RecursionError, PlanError) as error:
        raise DamagedExperiment(row["id"], error) from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
