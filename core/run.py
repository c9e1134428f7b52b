"""Driving one search: slices, pause, single steps, speed, cancel, snapshots.

`Run.drive` is a plain loop for whatever thread wants to give itself to it; all
other methods may be called from any thread at any time.  Nobody is called
back: whoever is interested reads `Run.snapshot`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.search import Search, Snapshot, Status
from core.steering import Steered, next_budget

SLICE_SECONDS = 0.010
"""How long one uninterrupted stay in the kernel should take: the price of a pause or a cancel."""
SNAPSHOT_SECONDS = 0.040
"""The newest snapshot is at most this much older than the search itself."""
FIRST_BUDGET = 1
"""Interpreted, one step of a large problem may take longer than a slice."""


class Stage(StrEnum):
    """What the driving thread is busy with."""

    BUILDING = "building"
    COMPILING = "compiling"
    SEARCHING = "searching"


class Run(Steered):
    """One search being driven.

    ``speed`` is in steps a second; None is full speed.  ``paused`` starts in a
    pause, so that the first step is the caller's.  The search begins at once,
    interpreted if there is no machine code yet, and changes over when there is;
    with ``compiled`` it is compiled before the clock starts.
    """

    def __init__(
        self,
        search: Search | Callable[[], Search],
        *,
        speed: float | None = None,
        paused: bool = False,
        compiled: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(paused=paused)
        self._make = search if callable(search) else None
        self._search: Search | None = None if callable(search) else search
        self._clock = clock
        self._speed = speed
        self._compiled = compiled
        self._until_solution = False
        self._seconds = 0.0
        self._snapshot = Snapshot(Status.RUNNING, 0, 0) if self._search is None else self._search.snapshot()
        self._budget = FIRST_BUDGET
        self._stage = Stage.BUILDING
        self._error: BaseException | None = None

    # Read by anyone

    @property
    def search(self) -> Search | None:
        """The search, once it has been built (building happens in the driving thread)."""
        return self._search

    @property
    def snapshot(self) -> Snapshot:
        """The newest picture of the search."""
        return self._snapshot

    @property
    def stage(self) -> Stage:
        """Whether it builds its structures, compiles (where that is waited for) or searches."""
        return self._stage

    @property
    def paused(self) -> bool:
        """Whether it waits for `resume`, `step` or `step_solution`."""
        return super().paused and not self._until_solution

    @property
    def error(self) -> BaseException | None:
        """What went wrong inside the search, if anything did."""
        return self._error

    @property
    def speed(self) -> float | None:
        """Steps a second, or None for full speed."""
        return self._speed

    # Said by anyone

    def step_solution(self) -> None:
        """Go on (at the chosen speed) to the next solution, then hold still."""
        self._order(paused=True, until_solution=True)

    def set_speed(self, steps_per_second: float | None) -> None:
        """Limit the speed, or lift the limit with None."""
        with self._wake:
            self._speed = steps_per_second
            self._wake.notify_all()

    def _order(self, *, paused: bool, steps: int = 0, until_solution: bool = False) -> None:
        with self._wake:
            self._until_solution = until_solution
            super()._order(paused=paused, steps=steps)

    # The driving thread

    def drive(self) -> Snapshot:
        """Search until served, cancelled or failed; the last snapshot is returned and stays readable.

        An exception from the search is kept in `error` and raised again.
        """
        try:
            if self._search is None:
                assert self._make is not None
                self._search = self._make()
            self._publish()
            if self._compiled or self._search.waits_for_machine_code:
                self._stage = Stage.COMPILING
                self._search.prepare()
            self._stage = Stage.SEARCHING
            self._loop(self._search)
            return self._snapshot
        except BaseException as error:
            self._error = error
            self._snapshot = replace(self._snapshot, status=Status.STOPPED)
            raise
        finally:
            self._done.set()

    def _loop(self, search: Search) -> None:
        published = self._clock()
        allowance = 0.0
        while search.status is Status.RUNNING:
            with self._wake:
                if self._cancelled:
                    break
                if self.paused:
                    self._publish()
                    published = self._clock()
                    self._rest()
                    allowance = 0.0
                    continue
                budget, quota = self._budget, None
                stepping = self._steps_due > 0
                speed = self._speed  # as it is now: others may change it while this thread waits
                limited = not stepping and speed is not None
                if stepping:
                    budget = min(self._steps_due, self._budget)
                elif limited:
                    assert speed is not None
                    # Owe at most a tenth of a second, so that a slow reader sees no bursts.
                    if allowance < 1.0:
                        pause = max((1.0 - allowance) / speed, SLICE_SECONDS)
                        before = self._clock()
                        self._wake.wait(min(pause, 0.1))
                        waited = min(self._clock() - before, 0.1)
                        allowance = min(allowance + waited * speed, max(1.0, speed / 10))
                        continue
                    budget = min(int(allowance), self._budget)
                if self._until_solution:
                    quota = 1
            solutions, steps = search.counts()
            started = self._clock()
            search.advance(budget, quota)
            spent = self._clock() - started
            self._seconds += spent
            solutions_now, steps_now = search.counts()
            made = steps_now - steps
            # A slice cut short (by a solution, a step, the speed) says nothing about a longer one, unless it took long.
            if made >= self._budget or spent > SLICE_SECONDS:
                self._budget = next_budget(max(1, made), spent, SLICE_SECONDS)
            allowance = max(0.0, allowance - made) if limited else 0.0
            with self._wake:
                if stepping:
                    self._steps_due = max(0, self._steps_due - max(1, made))
                if self._until_solution and solutions_now > solutions:
                    self._until_solution = False
            slow = speed is not None and speed * SNAPSHOT_SECONDS < 1
            if self._clock() - published >= SNAPSHOT_SECONDS or slow or self.paused:
                self._publish()
                published = self._clock()
        if search.status is Status.RUNNING:
            search.status = Status.STOPPED
        self._publish()

    def _publish(self) -> None:
        assert self._search is not None
        self._snapshot = replace(self._search.snapshot(), seconds=self._seconds)


def save_state(path: Path, state: Mapping[str, Any]) -> None:
    """Write a search's `state` to ``path`` in one atomic step (NumPy's ``.npz``)."""
    import numpy as np

    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **{k: np.asarray(v) for k, v in state.items()})
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def load_state(path: Path) -> dict[str, Any]:
    """Read what `save_state` wrote.  Raises OSError or ValueError when it is not readable."""
    import zipfile
    import zlib

    import numpy as np

    try:
        with zipfile.ZipFile(path), np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files}
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        raise ValueError(f"{path} is damaged, or was not written by this program: {error}") from None
