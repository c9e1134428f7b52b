"""Driving one search: slices, pause, single steps, speed, cancel, snapshots.

`Run.drive` is a plain loop for a thread of the caller's; all other methods may be called from any
thread at any time.  Observers read `Run.snapshot`; they are notified only when the run begins to rest
(`Steered.told`), because then it shows what was asked for.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from core._checks import shown, whole
from core._kernels.waiting import NoLongerWanted, while_wanted
from core._search import ProblemError, Search, Snapshot, Status, checked_speed
from core.running._finished import Finished
from core.running._slicing import BY_TIME, LARGEST_BUDGET, SLICE_SECONDS, Slicing
from core.running._timeline import Arrival, Explain, Move, Reasons, Timeline

SNAPSHOT_SECONDS = 0.040
"""The newest snapshot is at most this much older than the search itself."""
LONGEST_SLICE = 1.0
LEAST_SHARE = 20.0
"""A busy process on a crowded machine gets the processor for at least one second out of this many."""
FIRST_BUDGET = 1
"""One interpreted step of a large problem may take longer than a slice."""
MOST_ERRANDS = 32
"""The most moves that may wait for their turn; a key held down orders many."""


@dataclass(frozen=True, slots=True)
class Steps:
    """How far to advance."""

    count: int = 0
    by_change: bool = False
    """Whether each step visits nodes until something else is placed."""
    until_solution: bool = False
    """Whether to advance to the next solution, however many steps that takes."""


class Errand:
    """One order; a move that was given up and ordered again is another errand."""

    def __init__(self, what: Any) -> None:
        self.what = what


class Steered(ABC):
    """A loop that one thread runs and others steer: pause, steps, moves, cancel.

    `Run` drives one search, `Tandem` two; both take the same orders, which reach their
    threads in the same way.  All methods but `drive` may be called from any thread at any time.
    """

    told: Callable[[], object] | None = None
    """Called by the driving thread whenever it begins to rest; it must not wait for anything."""

    def __init__(self, *, paused: bool = False) -> None:
        self._wake = threading.Condition()
        """Held by a thread that gives an order; the driving thread waits on it."""
        self._done = Finished()
        self._cancelled = False
        self._paused = paused
        self._steps_due = 0
        self._errands: deque[Errand] = deque()
        """What to do after these steps, in order: moves, and steps ordered after a move."""
        self._at_rest = False
        """Set by the driving thread while it is paused and has published its newest snapshot."""

    @abstractmethod
    def drive(self) -> object:
        """Run the loop in the calling thread until it ends."""

    @property
    def paused(self) -> bool:
        """Whether the loop is waiting for an order, with no steps or moves left to make."""
        return self._paused and not self._stepping and not self._errands

    @property
    def to_rest(self) -> bool:
        """Whether it rests, or will once all orders are carried out."""
        return self._paused and not self.finished

    @property
    def resting(self) -> bool:
        """Whether a pause has taken effect: what is published will not change until the next order."""
        return self.paused and self._at_rest and not self._cancelled

    @property
    def finished(self) -> bool:
        """Whether driving has ended: the goal was reached, or the loop was stopped or failed."""
        return self._done.is_set()

    def pause(self) -> None:
        """Hold still after the current slice."""
        self._order(paused=True)

    def resume(self) -> None:
        """Go on."""
        self._order(paused=False)

    def step(self, count: int = 1) -> None:
        """Make ``count`` further steps, then hold still; steps and moves already waiting come first."""
        self._go_on(Steps(whole(count, "count", 0)))

    def cancel(self) -> None:
        """Stop after the current slice; the figures so far stay."""
        with self._wake:
            self._cancelled = True
            self._wake.notify_all()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until driving has ended; False if the time ran out first."""
        return self._done.wait(timeout)

    @contextmanager
    def _until_cancelled(self) -> Iterator[None]:
        """`cancel` ends a wait for machine code in this block, and with it the block."""
        with suppress(NoLongerWanted), while_wanted(lambda: not self._cancelled):
            yield

    def _rest(self) -> None:
        """Wait for the next order (called by the driving thread in a pause, holding `_wake`)."""
        self._at_rest = True
        if self.told is not None:
            self.told()
        self._wake.wait()
        self._at_rest = False

    def _order(self, *, paused: bool) -> None:
        """Replace what was to be done next, and all that waits after it."""
        with self._wake:
            self._errands.clear()
            self._begin(Steps())
            self._paused = paused
            self._ordered()

    def _go_on(self, steps: Steps) -> None:
        """Make these steps after the waiting steps and moves, then hold still."""
        with self._wake:
            if self._have_to_wait(steps):
                self._queue(steps)
            else:
                due = self._steps_due
                self._order(paused=True)
                self._begin(replace(steps, count=due + steps.count))

    def _have_to_wait(self, steps: Steps) -> bool:
        """Whether an order waits before these steps to which they cannot be added."""
        return bool(self._errands)

    def _queue(self, what: Any) -> None:
        """Have a move or `Steps` made after the waiting steps and moves, then hold still."""
        with self._wake:
            if len(self._errands) > MOST_ERRANDS:
                self._errands.pop()
            self._errands.append(Errand(what))
            self._paused = True
            self._ordered()

    def _ordered(self) -> None:
        """Note a new order, and forget the outcome of the last one (the caller holds `_wake`)."""
        self._wake.notify_all()

    def _next_move(self, *, ended: bool) -> Errand | None:
        """The move to make now, if any; steps whose turn has come begin.

        Once the search has ended there are no steps.
        """
        with self._wake:
            while self._errands:
                if ended:
                    self._begin(Steps())
                if self._stepping:
                    return None
                errand = self._errands[0]
                if not isinstance(errand.what, Steps):
                    return errand
                self._errands.popleft()
                self._begin(errand.what)
            return None

    @property
    def _stepping(self) -> bool:
        """Whether there are steps to make before the first errand."""
        return self._steps_due > 0

    def _begin(self, steps: Steps) -> None:
        """Begin these steps, whose turn has come (the caller holds `_wake`)."""
        self._steps_due = steps.count

    def _note_made(self, errand: Errand) -> bool:
        """Note that this move has been made and no longer waits; False if another order stopped it."""
        with self._wake:
            if not self._waits(errand):
                return False
            self._errands.popleft()
            return True

    def _waits(self, errand: Errand) -> bool:
        """Whether this is still the move to make."""
        with self._wake:
            return not self._cancelled and bool(self._errands) and self._errands[0] is errand


class RunStage(StrEnum):
    """What the driving thread is busy with."""

    BUILDING = "building"
    COMPILING = "compiling"
    SEARCHING = "searching"


class Run(Steered):
    """One search being driven.

    ``speed`` is in steps a second; None is full speed.  With ``paused`` the run starts in a pause, so
    the caller orders the first step.  The search begins at once, interpreted if there is no machine
    code yet, and switches once there is; with ``compiled`` it is compiled before the clock starts.

    With ``explain``, such as `core.explain.Explainer`, a tree search can also be walked back and forth
    (`go`), and every snapshot made while it holds still or goes slowly has a reason.
    """

    def __init__(
        self,
        search: Search | Callable[[], Search],
        *,
        speed: float | None = None,
        paused: bool = False,
        compiled: bool = False,
        explain: Explain | None = None,
        seconds: float = 0.0,
        known: int = 0,
        slicing: Slicing = BY_TIME,
    ) -> None:
        """``seconds`` were already spent on a search that is resumed, either from a file or from the beginning; in
        the latter case the first ``known`` steps are repeated, and their time is not counted twice.

        Raises ProblemError for a speed that is not a number above 0.
        """
        if not isinstance(search, Search) and not callable(search):
            raise ProblemError(f"expected a Search, or a function that makes one, not {shown(search)}")
        super().__init__(paused=paused)
        self._make = search if callable(search) else None
        self._search: Search | None = None if callable(search) else search
        self._slicing = slicing
        self._clock, self._cpu_clock = slicing.wall, slicing.process
        self._speed = checked_speed(speed)
        self._compiled = compiled
        self._explain = explain
        self._line: Timeline | None = None
        self._reasons: Reasons | None = None
        self._bound_for: int | None = None
        self._arrival: tuple[Move | int, Arrival] | None = None
        self._leaving = False
        self._held = False
        self._until_solution = False
        self._by_change = False
        """Whether a step visits nodes until something else is placed."""
        self._seconds, self._known = seconds, known
        self._asked: Future[tuple[dict[str, Any], float]] | None = None
        self._snapshot = Snapshot(Status.RUNNING, 0, 0) if self._search is None else self._search.snapshot()
        self._budget = slicing.first(FIRST_BUDGET)
        self._stage = RunStage.BUILDING
        self._error: BaseException | None = None

    # What any thread may read

    @property
    def search(self) -> Search | None:
        """The search, once the driving thread has built it."""
        return self._search

    @property
    def snapshot(self) -> Snapshot:
        """The newest snapshot of the search."""
        return self._snapshot

    @property
    def stage(self) -> RunStage:
        """Whether the driving thread builds the structures, waits for compiling, or searches."""
        return self._stage

    @property
    def timeline(self) -> Timeline | None:
        """The timeline to walk back on, once the search has been built; None if it cannot be walked."""
        return self._line

    @property
    def travelling(self) -> bool:
        """Whether the run is on its way to another node; `pause` stops that."""
        return bool(self._errands)

    @property
    def bound_for(self) -> int | None:
        """The node to which the run was last sent, until a snapshot shows where it arrived."""
        return self._bound_for

    @property
    def arrival(self) -> tuple[Move | int, Arrival] | None:
        """The last move made, and how it ended."""
        return self._arrival

    @property
    def error(self) -> BaseException | None:
        """The exception raised inside the search, if any."""
        return self._error

    @property
    def speed(self) -> float | None:
        """Steps a second, or None for full speed."""
        return self._speed

    # What any thread may ask for

    def step_solution(self) -> None:
        """Go on (at the chosen speed) to the next solution, then hold still; moves already waiting come first.

        At full speed, later orders wait until it gets there; at a lower speed that would take long, so the next order
        stops it.
        """
        self._go_on(Steps(until_solution=True))

    def step_change(self) -> None:
        """Visit nodes until something else is placed, then hold still; each call does this once more."""
        self._go_on(Steps(1, by_change=True))

    def go(self, move: Move | int) -> bool:
        """Make a move, or go to a node by its number, then hold still; steps and moves already waiting come first.

        Returns False if the run has ended (`again` gives one that has not) or cannot be walked.
        Raises ProblemError unless ``move`` is a Move or a whole number from 1.
        """
        move = move if isinstance(move, Move) else whole(move, "a node's number", 1)
        with self._wake:
            if self._leaving or self._explain is None or (self._line is None and self._stage is not RunStage.BUILDING):
                return False
            if self._speed is not None and not self._errands:
                self._until_solution = False
            self._queue(move)
            self._bound_for = move if isinstance(move, int) else None
        return True

    def again(self) -> Run:
        """A paused run of the same search, which continues from where this one ended."""
        assert self._search is not None
        run = Run(self._search, speed=self._speed, paused=True, explain=self._explain, slicing=self._slicing)
        run._line, run._reasons = self._line, self._reasons
        run._seconds = self._seconds
        run._snapshot = self._snapshot
        run._held = True
        return run

    def state(self) -> Future[tuple[dict[str, Any], float]]:
        """The search's `Search.state` and the seconds spent up to then, as soon as its thread can provide them.

        For a search that has been walked back, it only holds the solutions up to the current position.
        """
        with self._wake:
            asked = self._asked or Future()
            if self.finished:
                self._tell_state(asked)
            else:
                self._asked = asked
                self._wake.notify_all()
        return asked

    def _tell_state(self, asked: Future[tuple[dict[str, Any], float]]) -> None:
        search = self._search
        if search is None:
            asked.set_exception(RuntimeError("the search has not been built"))
            return
        try:
            state = search.state()
            if "solutions" in state:
                state["solutions"] = state["solutions"][: search.counts()[0]]
        except Exception as error:  # a search from outside may raise anything
            asked.set_exception(error)
        else:
            asked.set_result((state, self._seconds))

    def set_speed(self, steps_per_second: float | None) -> None:
        """Limit the speed, or lift the limit with None.  Raises ProblemError unless it is a number above 0."""
        speed = checked_speed(steps_per_second)
        with self._wake:
            self._speed = speed
            self._wake.notify_all()

    def _ordered(self) -> None:
        super()._ordered()
        self._arrival = self._bound_for = None

    def _have_to_wait(self, steps: Steps) -> bool:
        if self._until_solution and self._speed is None:
            return True
        of_another_kind = self._steps_due > 0 and (steps.until_solution or steps.by_change != self._by_change)
        return of_another_kind or super()._have_to_wait(steps)

    @property
    def _stepping(self) -> bool:
        return super()._stepping or self._until_solution

    def _begin(self, steps: Steps) -> None:
        super()._begin(steps)
        self._by_change, self._until_solution = steps.by_change, steps.until_solution

    # The driving thread

    def drive(self) -> Snapshot:
        """Search until the goal is reached, the run is cancelled or it fails; returns the last
        snapshot, which stays readable.

        An exception from the search is kept in `error` and raised again.
        """
        try:
            with self._until_cancelled():
                search = self._build()
                if self._compiled or search.waits_for_machine_code:
                    self._stage = RunStage.COMPILING
                    search.prepare()
                self._stage = RunStage.SEARCHING
                self._loop(search)
            self._hold_still()
            return self._snapshot
        except BaseException as error:
            self._error = error
            self._snapshot = replace(self._snapshot, status=Status.STOPPED)
            raise
        finally:
            with self._wake:
                self._done.set()
                if self._asked is not None:
                    self._tell_state(self._asked)
                    self._asked = None

    def _build(self) -> Search:
        """Build the search, and its timeline if it can be walked."""
        if self._search is None:
            assert self._make is not None
            self._search = self._make()
        if self._explain is not None and self._line is None and self._search.branch_path() is not None:
            self._line = Timeline(self._search, slicing=self._slicing)
            self._reasons = self._explain(self._line)
        self._publish()
        return self._search

    def _hold_still(self) -> None:
        """Leave the search in its final, visible state."""
        self._leaving = True
        search = self._search
        if search is None:  # cancelled while it was being built
            self._snapshot = replace(self._snapshot, status=Status.STOPPED)
            return
        search.rest()
        if search.status is Status.RUNNING:
            search.status = Status.STOPPED
        self._publish(look=not self._cancelled)

    def _loop(self, search: Search) -> None:
        published = self._clock()
        allowance = 0.0
        while True:
            with self._wake:
                asked, self._asked = self._asked, None
            if asked is not None:
                self._tell_state(asked)
            with self._wake:
                errand = self._next_move(ended=search.status is not Status.RUNNING)
                held, self._held = self._held, False
                if self._cancelled or (errand is None and search.status is not Status.RUNNING and not held):
                    self._leaving = True
                    break
                if self.paused:
                    search.rest()
                    self._publish(look=True)
                    published = self._clock()
                    if self._asked is None:
                        self._rest()
                    allowance = 0.0
                    self._held = held and self._asked is not None
                    continue
            if errand is not None:
                self._make_move(errand)
                published = self._clock()
                continue
            with self._wake:
                budget, quota = self._budget, None
                stepping = self._steps_due > 0
                speed = self._speed  # a copy: others may change it while this thread waits
                limited = not stepping and speed is not None
                by_change = stepping and self._by_change
                if stepping:
                    budget = 1 if by_change else min(self._steps_due, self._budget)
                elif limited:
                    assert speed is not None
                    # Catch up on at most a tenth of a second, so that a slow reader sees no bursts.
                    if allowance < 1.0:
                        pause = max((1.0 - allowance) / speed, SLICE_SECONDS)
                        before = self._clock()
                        self._wake.wait(min(pause, 0.1))
                        waited = min(self._clock() - before, 0.1)
                        allowance += waited * speed
                        continue
                    budget = min(int(allowance), self._budget)
                elif search.paces_itself:
                    budget = LARGEST_BUDGET
                if self._until_solution:
                    quota = 1
            solutions, steps = search.counts()
            placed = search.snapshot().placement if by_change else None
            started, cpu_started, waited = self._clock(), self._cpu_clock(), self._slicing.waited()
            (self._line or search).advance(budget, quota)
            spent = max(0.0, self._clock() - started - (self._slicing.waited() - waited))
            if spent > LONGEST_SLICE:  # stopped meanwhile (ctrl+z), unless the processor was busy
                spent = min(spent, LONGEST_SLICE + LEAST_SHARE * (self._cpu_clock() - cpu_started))
            solutions_now, steps_now = search.counts()
            made = steps_now - steps
            if steps >= self._known:
                self._seconds += spent
            # A slice cut short (by a solution, a step, the speed) says nothing about a longer one, unless it took a
            # long time.
            if made >= self._budget or spent > SLICE_SECONDS:
                self._budget = self._slicing.following(max(1, made), spent, SLICE_SECONDS)
            allowance = max(0.0, allowance - made) if limited else 0.0
            with self._wake:
                if stepping and not (by_change and search.snapshot().placement == placed):
                    self._steps_due = max(0, self._steps_due - max(1, made))
                if self._until_solution and solutions_now > solutions:
                    self._until_solution = False
            slow = speed is not None and speed * SNAPSHOT_SECONDS < 1
            if self._clock() - published >= SNAPSHOT_SECONDS or slow or self.paused:
                self._publish(look=slow)
                published = self._clock()

    def _make_move(self, errand: Errand) -> None:
        """Make a requested move; any other order to this run stops it."""
        line, move = self._line, errand.what
        published, started = self._clock(), self.counts()

        def stop() -> bool:
            nonlocal published
            now = self._clock()
            if now - published >= SNAPSHOT_SECONDS and self.counts() > started:
                self._publish()
                published = now
            return not self._waits(errand)

        arrival = Arrival.NONE
        if line is not None and not isinstance(move, Move):
            arrival = line.to(move, stop, or_end=False)
        elif line is not None and line.can(move):
            arrival = line.go(move, stop)
        with self._wake:
            if self._note_made(errand):
                self._arrival = (move, arrival)

    def counts(self) -> int:
        """Steps made up to the search's current position."""
        return self._search.counts()[1] if self._search is not None else 0

    def _publish(self, *, look: bool = False) -> None:
        assert self._search is not None
        reason = self._reasons.reason() if look and self._reasons is not None else None
        self._snapshot = replace(self._search.snapshot(), seconds=self._seconds, reason=reason)
        with self._wake:
            if not self._errands:
                self._bound_for = None
