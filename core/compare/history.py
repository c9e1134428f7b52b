"""The history of experiments, in the store: every sample is on disk as soon as it is taken."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.compare.environment import environment
from core.compare.experiment import Experiment
from core.compare.plan import Key, Plan, PlanError
from core.compare.sample import Sample
from core.compare.table import Table
from core.store import Store, StoreError


class NoSuchExperiment(LookupError):
    """The history has no experiment with that number."""


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


class History:
    """The experiments of a store.  Safe for several processes; raises StoreError and NoSuchExperiment."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self, plan: Plan) -> Experiment:
        """A new experiment whose samples are kept."""
        made_with = environment()
        with self._store.transaction() as connection:
            number = connection.execute(
                "INSERT INTO experiment (title, plan, environment, created) VALUES (?, ?, ?, ?)",
                (plan.title, _json(plan.as_json()), _json(made_with), time.time()),
            ).lastrowid
        assert number is not None
        return self._experiment(number, plan, {}, made_with)

    def resume(self, number: int, plan: Plan | None = None) -> Experiment:
        """An old experiment, with all its samples; with a plan, changed to that one (rows or columns added)."""
        entry = self.entry(number)
        if plan is not None:
            self.change(number, plan)
        return self._experiment(number, plan or entry.plan, self.samples(number), entry.environment)

    def table(self, number: int) -> Table:
        """The table of an experiment as it stands on disk."""
        return self.resume(number).table

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

    def list(self) -> list[Entry]:
        """All experiments, the newest first."""
        rows = self._store.query(_ENTRIES + " GROUP BY e.id ORDER BY e.id DESC")
        return [_entry(row) for row in rows]

    def entry(self, number: int) -> Entry:
        """One experiment."""
        if number > LARGEST:
            raise NoSuchExperiment(f"the history has no experiment {number}")
        rows = self._store.query(_ENTRIES + " WHERE e.id = ? GROUP BY e.id", (number,))
        if not rows:
            raise NoSuchExperiment(f"the history has no experiment {number}")
        return _entry(rows[0])

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
            except (ValueError, KeyError, TypeError) as error:
                raise StoreError(f"a sample of experiment {number} cannot be read: {error}") from None
            found.setdefault(Key(row["algorithm"], row["instance"]), []).append(sample)
        return {key: tuple(samples) for key, samples in found.items()}

    def delete(self, number: int) -> None:
        """Remove an experiment and its samples."""
        self.entry(number)
        with self._store.transaction() as connection:
            connection.execute("DELETE FROM experiment WHERE id = ?", (number,))

    def pin(self, number: int, pinned: bool = True) -> None:
        """Make it the baseline (there is one at most), or no longer."""
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


LARGEST = (1 << 63) - 1
"""The largest number that the database can ask for."""
_ENTRIES = "SELECT e.*, COUNT(s.repeat) AS samples FROM experiment e LEFT JOIN sample s ON s.experiment = e.id"


def _entry(row: sqlite3.Row) -> Entry:
    try:
        plan = Plan.from_json(json.loads(row["plan"]))
        made_with = json.loads(row["environment"])
    except (ValueError, PlanError) as error:
        raise StoreError(f"experiment {row['id']} cannot be read: {error}") from None
    return Entry(
        row["id"], row["title"], plan, made_with, row["created"], row["finished"], bool(row["pinned"]), row["samples"]
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
