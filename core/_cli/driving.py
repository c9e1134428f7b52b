"""How a command drives a search: under a progress bar, with a checkpoint, or in parts.

A command asks `Algorithm.refusal` and `core._cli.arguments.settings_of` once, and then
calls `solve`, or `count_in_parts` if the options ask for that (`in_parts`).

Most searches do without checkpoints and ledgers (SQLite), counting in parts, clusters
and Rich's progress bar, so these are imported only if needed.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from core._catalog import THREADS, Algorithm, algorithm, algorithms, propose
from core._cli.arguments import number_of_parts, positive, seconds_up_to, share
from core._cli.console import (
    DONE,
    INTERRUPTED,
    NO_SOLUTION,
    Lost,
    UsageError,
    invocation,
    note,
    print_json,
    source_name,
    wants_progress,
)
from core._kernels.waiting import NoLongerWanted, while_wanted
from core._search import CannotSolve, Goal, Problem, Search, Snapshot, Status
from core._words import counted, duration, grouped
from core.running._finished import Finished
from core.running._run import Run

if TYPE_CHECKING:
    from core._estimates.time_left import Known
    from core._parts.counting import PartedCount
    from core._parts.ledger import Ledger
    from core._parts.workers import Workers
    from core.storage._checkpoint import CheckpointedSearch

T = TypeVar("T")
Outlook: TypeAlias = "Callable[[Snapshot], Known | None]"
"""Estimates how many solutions a search will have found in the end."""
POLL_SECONDS = 0.1
DOUBLE_TAP_SECONDS = 2.0
"""A second Ctrl-C within this time changes nothing; a later one ends the wait for the search to stop."""
STOP_SECONDS = 1.0
"""How long to wait at the end for workers elsewhere to notice it."""


def splitting(problem: Problem, key: str | None) -> Algorithm:
    """The algorithm named; if none, the proposed one if it can count in parts, or else the last in the list that can.

    Raises CannotSolve for an unknown name, and UsageError if none can count the solutions.
    """
    if key is not None:
        return algorithm(problem.kind, key)
    try:
        entry = propose(problem, Goal.COUNT).algorithm
    except CannotSolve as error:
        raise UsageError(f"{problem}: {error}") from None
    if entry.divides:
        return entry
    able = [each for each in algorithms(problem.kind) if each.divides and each.obstacle(problem, Goal.COUNT) is None]
    return able[-1] if able else entry


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search driven by the command line ended."""

    problem: Problem
    algorithm: Algorithm
    goal: Goal
    snapshot: Snapshot
    solutions: Sequence[tuple[int, ...]]
    parameters: Mapping[str, str | int]
    before: int = 0
    """Steps made before this session, not in its time: those of a ledger's parts."""
    part: str = ""
    """The parts of the count that this was, such as 17/4000; empty for all."""
    late: bool = False
    """Whether it ended because its time was up."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.snapshot.status is Status.STOPPED

    @property
    def exit_status(self) -> int:
        """0 done, 1 no solution (there is none, a method gave up, or time ran out), 130 interrupted."""
        if self.interrupted:
            return INTERRUPTED
        return DONE if self.snapshot.solutions or self.part else NO_SOLUTION

    def as_json(self, **more: Any) -> dict[str, Any]:
        """The object that ``--json`` prints.  Figures that make no sense for the algorithm are null."""
        shot = self.snapshot
        build, solve = shot.build_seconds, shot.seconds
        out: dict[str, Any] = {
            "problem": str(self.problem),
            "algorithm": self.algorithm.key,
            "parameters": dict(self.parameters),
            "goal": self.goal.value,
            "status": shot.status.value,
            "solutions": shot.solutions,
            "nodes": shot.nodes,
            "updates": shot.updates,
            "steps": shot.steps,
            "step_unit": self.algorithm.doing(self.problem).unit,
            "seconds": build + solve,
            "build_seconds": build,
            "solve_seconds": solve,
            "engine": shot.engine.value if shot.engine else None,
        }
        if note := self.algorithm.note(self.problem):
            out["counts_as"] = note.instead
        if self.goal is Goal.FIRST:
            out["solution"] = list(self.solutions[0]) if self.solutions else None
        elif self.goal is Goal.ALL:
            out["list"] = [list(solution) for solution in self.solutions]
        return out | ({"part": self.part} if self.part else {}) | more


LONGEST = 365 * 24 * 3600
"""The most seconds that a search may be allowed: a year."""


def add_seconds(command: argparse.ArgumentParser) -> None:
    """Declare the option that limits the time of every search of a command."""
    command.add_argument(
        "--seconds", type=seconds_up_to(LONGEST), metavar="S",
        help="end each search after S seconds, with what it has found",
    )  # fmt: skip


def undecided(goal: Goal) -> str:
    """What to say if time ran out and nothing had been found."""
    if goal is Goal.COUNT:
        return "undecided: time ran out before a solution was counted"
    return "undecided: no solution was found in the time allowed"


class TimeAllowed:
    """How long a search may take; it ends by itself once that is over."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self.over = False

    def passed(self) -> bool:
        """Whether it is over; to be called repeatedly by work without a run."""
        self.over = self.over or (self._until is not None and time.monotonic() >= self._until)
        return self.over

    @contextmanager
    def before(self) -> Iterator[None]:
        """In here is what comes before a search; once the time is over, it ends with `NoLongerWanted`."""
        with while_wanted(lambda: not self.passed()):
            yield

    def look(self, run: Run) -> None:
        """Stop the search if its time is over."""
        if not self.over and self.passed():
            run.cancel()

    def left(self) -> float | None:
        """The seconds that are left; None if they are not limited."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    def poll(self) -> float:
        """How long to wait until the next look."""
        if self._until is None or self.over:
            return POLL_SECONDS
        return min(POLL_SECONDS, max(0.0, self._until - time.monotonic()))

    def told(self, shot: Snapshot) -> Snapshot:
        """The snapshot of a search, with a status that says whether it ended because of this limit."""
        return replace(shot, status=Status.LIMIT) if self.over and shot.status is Status.STOPPED else shot


def in_time(
    command: Callable[[argparse.Namespace, TimeAllowed], int], **unknown: object
) -> Callable[[argparse.Namespace], int]:
    """The command, which ends where ``--seconds`` are over before its search has begun.

    Then its JSON object has the keys ``unknown`` too.
    """

    def run(options: argparse.Namespace) -> int:
        started = time.monotonic()
        try:
            return command(options, TimeAllowed(options.seconds or None))  # 0 asks for the smallest sample
        except NoLongerWanted:
            name = source_name(getattr(options, "source", None) or options.kind)
            if options.json:
                seconds = time.monotonic() - started
                print_json({"problem": name, "status": Status.LIMIT.value, **unknown, "seconds": seconds})
            else:
                print(f"{name}: undecided: time ran out before the search began")
            return NO_SOLUTION

    return run


def solve(
    problem: Problem,
    algorithm: Algorithm,
    goal: Goal,
    *,
    limit: int | None = None,
    settings: Mapping[str, str | int],
    label: str | None = None,
    checkpoint: Path | None = None,
    follow: Callable[[Run], None] | None = None,
    known: Outlook | int | None = None,
    allowed: TimeAllowed | None = None,
) -> Outcome:
    """Drive a search to its end, to Ctrl-C or until the time ``allowed`` is over, with a progress bar on a terminal.

    The caller has called `Algorithm.refusal`, and passes all ``settings`` of the algorithm, checked.
    With ``checkpoint`` this resumes the search from that file if it exists, saves
    it there every 30 seconds and on Ctrl-C, and removes the file in the end.
    ``follow`` is called and ``known`` is taken as in `drive`.

    Raises CheckpointError, before anything is started, if the checkpoint belongs to another search, and
    UsageError if there is not enough memory.
    """
    settings = algorithm.told(settings)
    keeper = _Keeper(checkpoint, problem, algorithm, goal, limit, settings) if checkpoint else None
    searches: list[Search] = []

    def make() -> Search:
        search = algorithm.begun(problem, goal, limit, settings)
        searches.append(keeper.keep(search) if keeper else search)
        return searches[0]

    try:
        unit, known = algorithm.doing(problem).unit, known if goal is not Goal.FIRST and limit is None else None
        allowed = allowed or TimeAllowed(None)
        run = drive(make, label or f"{problem} · {algorithm.title}", unit, follow, known, allowed)
    except MemoryError:
        raise UsageError(f"{problem}: {algorithm.key} needs more memory than is free") from None
    shot = allowed.told(keeper.conclude(run) if keeper else run.snapshot)
    found = searches[0].solutions if searches else ()
    late = allowed.over and shot.status is Status.LIMIT
    return Outcome(problem, algorithm, goal, shot, found, settings, late=late)


class _Keeper:
    """Keeps a search in a checkpoint file, and reports its progress to the user on standard error."""

    def __init__(
        self, path: Path, problem: Problem, algorithm: Algorithm, goal: Goal, limit: int | None,
        settings: Mapping[str, str | int],
    ) -> None:  # fmt: skip
        from core.storage._checkpoint import Checkpoint

        self._file = Checkpoint(path, problem, algorithm.key, goal, limit, settings)
        self._state = self._file.load()
        self._kept: CheckpointedSearch | None = None

    def keep(self, search: Search) -> Search:
        """The search as restored from the file, if there is one; from now on it saves itself."""
        from core.storage._checkpoint import CheckpointedSearch

        if self._state is not None:
            try:
                search.restore(self._state)
            except (ValueError, KeyError, TypeError, OverflowError) as error:
                raise CannotSolve(f"{self._file.path}: {error}; it is left as it is") from None
            solutions, steps = search.counts()
            note(f"continuing from {self._file.path}: {grouped(solutions)} found in {grouped(steps)} steps so far")
        self._state = None
        self._kept = CheckpointedSearch(search, self._file)
        return self._kept

    def conclude(self, run: Run) -> Snapshot:
        """Save an interrupted search, or remove the file of a finished one; the time is the total of all sessions."""
        shot = run.snapshot
        if self._kept is not None:
            if shot.status is Status.STOPPED:
                self._kept.save()
                if self._kept.trouble is None:
                    note(f"saved to {self._file.path}; the same command continues from there")
            else:
                self._file.remove()
            if self._kept.trouble is not None:
                note(f"not saved: {self._kept.trouble}")
        return replace(shot, seconds=shot.seconds + self._file.seconds)


def drive(
    make: Callable[[], Search],
    label: str,
    unit: str = "node",
    follow: Callable[[Run], None] | None = None,
    known: Outlook | int | None = None,
    allowed: TimeAllowed | None = None,
) -> Run:
    """Drive a search in a separate thread while this one shows progress and listens for Ctrl-C.

    ``follow`` is called in this thread, ten times a second and once after the search has ended by itself,
    to print what was found; any exception it raises stops the search.  If its lines go to a terminal,
    they serve as progress.  ``known`` is the number of solutions in the end, or a function called as
    often to estimate that.  The search is stopped once the time ``allowed`` is over.
    """
    run = Run(make, slicing=invocation.slicing)
    follow = follow or _ignore
    forecast: Outlook = known if callable(known) else lambda _: known
    allowed = allowed or TimeAllowed(None)

    def outlook(shot: Snapshot) -> Known | None:
        allowed.look(run)
        return forecast(shot)

    def watch(_: Finished) -> None:
        bar = wants_progress() and not (follow is not _ignore and sys.stdout.isatty())
        if not run.wait(allowed.poll()) and bar:
            from core._cli.progress import show_search  # Rich: only for those who watch

            show_search(run, label, unit, POLL_SECONDS, follow, outlook)
        while not run.wait(allowed.poll()):
            follow(run)
            outlook(run.snapshot)
        if run.error is None:
            follow(run)

    interrupted = in_thread(run.drive, "search", run.cancel, watch) is None
    if interrupted and follow is not _ignore and run.snapshot.status is not Status.STOPPED:
        raise KeyboardInterrupt  # the search had ended, only the printing took too long
    return run


def _ignore(run: Run) -> None:
    """Follow nothing."""


def in_thread(
    work: Callable[[], T],
    name: str,
    stop: Callable[[], object],
    watch: Callable[[Finished], object] | None = None,
) -> T | None:
    """Work in a separate thread while this one listens for Ctrl-C; returns None after Ctrl-C.  Raises what the work
    raises.

    Meanwhile ``watch`` is called in this thread, with an event that signals the end; any exception it raises ends the
    work too.  ``stop`` tells the work to end, and is called until it has.  A second Ctrl-C within
    `DOUBLE_TAP_SECONDS` changes nothing.

    A thread may be interrupted before it has begun, and Python cannot tell: `threading.Thread.start` waits, and an
    interrupted `join` makes Python 3.11 believe that the thread has ended.
    """
    begun, done = threading.Lock(), Finished()
    found: list[T] = []
    failed: list[BaseException] = []

    def body() -> None:
        if not begun.acquire(blocking=False):
            return
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    def begin() -> None:
        threading.Thread(target=body, name=name, daemon=True).start()

    def end() -> None:
        asked, again = time.monotonic(), list[float]()
        with _counted(again):
            while not done.is_set():
                stop()
                if not begun.locked():
                    begin()  # after a stop, this changes nothing
                done.wait(POLL_SECONDS)
                if again and again[-1] - asked > DOUBLE_TAP_SECONDS:
                    raise KeyboardInterrupt

    interrupted = False
    try:
        begin()
        if watch is not None:
            watch(done)
        while not done.wait(POLL_SECONDS):
            pass
    except KeyboardInterrupt:
        interrupted = True
        end()
    except BaseException:
        if not begun.acquire(blocking=False):
            end()
        raise
    if failed:
        raise failed[0]
    return None if interrupted else found[0]


@contextmanager
def _counted(moments: list[float]) -> Iterator[None]:
    """In this block Ctrl-C is noted, not raised: in the middle of a `stop`, it could leave a lock held."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: moments.append(time.monotonic()))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class InLedger(argparse.Action):
    """An option that names a checkpoint file for finished parts, even if one thread does them."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:  # fmt: skip
        """Note the file, and that the count is to be done in parts."""
        namespace.checkpoint, namespace.ledger = values, True


def add_parts(command: argparse.ArgumentParser) -> None:
    """Declare the options that make a count run in parts."""
    command.add_argument(
        "--parts", type=number_of_parts, metavar="P",
        help="cut a count into P parts (default: by the size of the problem)",
    )  # fmt: skip
    command.add_argument("--processes", type=positive, metavar="K", help="count in K processes")
    command.add_argument(
        "--cluster", metavar="ADDRESS",
        help="count on a Dask cluster: tcp://HOST:PORT, or local for one on this machine",
    )  # fmt: skip
    command.add_argument(
        "--again", type=share, metavar="K%",
        help="count this share of the parts, chosen at random, twice; stop if the two results of a part differ",
    )  # fmt: skip


def in_parts(options: argparse.Namespace) -> bool:
    """Whether to call `count_in_parts`: the options ask for parts, or the checkpoint file has parts."""
    asked = "parts", "processes", "cluster", "again", "part", "ledger"
    if any(getattr(options, each, None) for each in asked):
        return True
    if not options.checkpoint:
        return False
    from core._parts.ledger import is_ledger

    several = str(getattr(options, THREADS.key, None) or options.parameters.get(THREADS.key, 1)) != "1"
    return several or is_ledger(options.checkpoint)


def count_in_parts(
    problem: Problem, algorithm: Algorithm, goal: Goal, options: argparse.Namespace, settings: Mapping[str, str | int],
    known: Outlook | int | None = None, allowed: TimeAllowed | None = None,
) -> Outcome:  # fmt: skip
    """Count part by part, and keep the finished parts in the ledger that ``--checkpoint`` names.

    The caller has called `Algorithm.refusal` and checked ``settings``, as for `solve`.
    ``known`` is taken as in `drive`.

    Raises UsageError, CannotSolve, LedgerError or ClusterError, and Lost if the cluster is lost on the way.
    """
    from core._parts.counting import PartedCount
    from core._parts.ledger import Ledger
    from core._parts.part import cut, refusal, usual_parts
    from core._parts.workers import ClusterLost, within

    if options.processes and options.cluster:
        raise UsageError("use either --processes or --cluster, not both")
    if because := refusal(algorithm, problem, goal, options.limit):
        raise UsageError(because)
    settings = algorithm.told(settings)
    threads = int(settings.get(THREADS.key, 1))
    only, of = None, options.parts or usual_parts(algorithm, problem)
    if part := getattr(options, "part", None):
        if options.parts:
            raise UsageError("--part: K/P already says how many parts there are; leave out --parts")
        only, of = part
    parts = cut(algorithm, problem, settings, of, only)
    ledger: Ledger | None = None
    search: PartedCount | None = None
    try:
        with ExitStack() as stack:
            if options.checkpoint:
                ledger = stack.enter_context(closing(Ledger(options.checkpoint, parts[0])))
                if (options.parts or part) and of != ledger.of:
                    given = "--part" if part else "--parts"
                    raise UsageError(
                        f"{given}: {ledger.path} has {ledger.of} parts; leave out {given}, or take another"
                    )
                parts = cut(algorithm, problem, settings, ledger.of, only)
                _tell_start(ledger)
            workers = stack.enter_context(_workers(options, parts[0].doing, algorithm.bytes_held(problem)))
            if workers is not None:
                note(f"{grouped(len(parts))} parts for {workers.described}")
            search = PartedCount(
                algorithm, problem, parts, threads=threads, ledger=ledger,
                executor=workers.executor if workers else None, slots=workers.slots if workers else 1,
                again=options.again or 0.0, slicing=invocation.slicing,
            )  # fmt: skip
            begun, before = search, search.counts()[1]
            spent = sum(record.seconds for record in search.records)
            label, unit = f"{problem} · {algorithm.title}", algorithm.doing(problem).unit
            allowed = allowed or TimeAllowed(getattr(options, "seconds", None))
            shot = drive(lambda: begun, label, unit, known=known, allowed=allowed).snapshot
            if shot.status is Status.STOPPED:
                with suppress(TimeoutError):
                    within(STOP_SECONDS, search.stop)
            if search.checked:
                note(f"{counted(search.checked, 'part')} counted twice, with the same results")
            if ledger is not None:
                _tell_end(ledger, search, shot.status, only)
    except ClusterLost as error:
        raise Lost(f"{error}; {_kept(ledger, search)}") from None
    if spent and shot.status is Status.COMPLETE:
        note(f"parts finished earlier took {duration(spent)} of processor time")
    shot, used = allowed.told(shot), {**settings, "parts": parts[0].of}
    late = shot.status is Status.LIMIT
    return Outcome(problem, algorithm, goal, shot, (), used, before, part_name(only, of), late)


def part_name(only: range | None, of: int) -> str:
    """How the option ``--part`` names these parts, counted from 1; empty for None."""
    if only is None:
        return ""
    return f"{only[0] + 1}/{of}" if len(only) == 1 else f"{only[0] + 1}-{only[-1] + 1}/{of}"


@contextmanager
def _workers(options: argparse.Namespace, doing: Algorithm, needs: int) -> Iterator[Workers | None]:
    from core._parts.workers import dask, hush, processes

    if options.cluster:
        hush()
        with dask(options.cluster, doing, tell=note, needs=needs) as workers:
            yield workers
    elif options.processes:
        with processes(options.processes, needs) as workers:
            yield workers
    else:
        yield None


def _tell_start(ledger: Ledger) -> None:
    records = ledger.records()
    if records:
        found = sum(record.solutions for record in records.values())
        note(
            f"continuing from {ledger.path}: {grouped(len(records))} of {counted(ledger.of, 'part')}, "
            f"{counted(found, 'solution')} so far"
        )


def _kept(ledger: Ledger | None, search: PartedCount | None) -> str:
    """What exists of an interrupted count, and how to continue it."""
    if ledger is None or search is None:
        return "with --checkpoint FILE, parts that are finished are kept"
    done = f"{grouped(len(search.records))} of {grouped(ledger.of)} parts are in {ledger.path}"
    return f"{done}; the same command continues from there"


def _tell_end(ledger: Ledger, search: PartedCount, status: Status, only: range | None) -> None:
    if status is Status.STOPPED:
        note(_kept(ledger, search))
    else:
        named = f"{'part' if len(only) == 1 else 'parts'} {part_name(only, ledger.of)}" if only else "all parts"
        note(f"{named} {'is' if only and len(only) == 1 else 'are'} in {ledger.path}")
