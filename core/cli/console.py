"""What every command shares: driving a search under a progress bar, JSON, exit statuses.

Progress goes to standard error, and only when that is a terminal; standard
output carries results alone.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from core.catalog import Algorithm
from core.cli.output import note, print_json, wants_progress
from core.running.run import Run
from core.running.time_left import TimeLeft
from core.search import CannotSolve, Goal, Problem, Search, Snapshot, Status
from core.storage.files import system_reason
from core.words import building, grouped, roughly, share

__all__ = [
    "BAD_USAGE", "BROKEN_OFF", "DONE", "INTERRUPTED", "NO_SOLUTION", "WRONG_RESULT", "Outcome", "UsageError", "drive",
    "note", "positive", "print_json", "solve", "source_name", "standard_input",
]  # fmt: skip

DONE, NO_SOLUTION, BAD_USAGE, WRONG_RESULT, BROKEN_OFF, INTERRUPTED = 0, 1, 2, 3, 5, 130
"""Exit statuses.  A wrong result is one that differs from the literature: a bug.  What broke off did so for a reason
outside this program."""

POLL_SECONDS = 0.1
BESIDE = 12
"""Columns that a progress line has for a spinner, the time and the gaps."""
NAME = 16
"""Columns that a name should have."""
DOUBLE_TAP_SECONDS = 2.0
"""A second Ctrl-C within this time changes nothing; a later one ends the wait for the search to stop."""


class UsageError(Exception):
    """What was typed makes no sense: the program prints one line on standard error and exits with 2.

    It treats what `core` itself refuses (`core.search.Reasoned`) in the same way, so nobody has
    to catch that and raise this.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search that the command line drove ended."""

    problem: Problem
    algorithm: Algorithm
    goal: Goal
    snapshot: Snapshot
    solutions: Sequence[tuple[int, ...]]
    parameters: Mapping[str, str | int]

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return self.snapshot.status is Status.STOPPED

    @property
    def exit_status(self) -> int:
        """0 done, 1 no solution (there is none, or an incomplete method gave up), 130 interrupted."""
        if self.interrupted:
            return INTERRUPTED
        return DONE if self.snapshot.solutions else NO_SOLUTION

    def as_json(self, **more: Any) -> dict[str, Any]:
        """The object that ``--json`` prints.  Figures that mean nothing for the algorithm are null."""
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
        return out | more


def solve(
    problem: Problem,
    algorithm: Algorithm,
    goal: Goal,
    *,
    limit: int | None = None,
    parameters: Mapping[str, str | int] | None = None,
    label: str | None = None,
    checkpoint: Path | None = None,
    follow: Callable[[Run], None] | None = None,
    outlook: Callable[[Snapshot], str] | None = None,
) -> Outcome:
    """Drive a search to its end, or to Ctrl-C, with a progress bar on a terminal.

    With ``checkpoint`` this resumes the search from that file if it exists, saves
    it there every 30 seconds and on Ctrl-C, and removes the file in the end.
    ``follow`` and ``outlook`` are called as in `drive`.

    Raises CannotSolve when the algorithm cannot take the problem or a parameter
    is wrong, and CheckpointError when the checkpoint belongs to another search,
    before anything is started; UsageError when there is not enough memory.
    """
    refusal = algorithm.refusal(problem, goal)
    if refusal is not None:
        raise CannotSolve(refusal)
    settings = algorithm.told(algorithm.settings(parameters or {}))
    keeper = _Keeper(checkpoint, problem, algorithm, goal, limit, settings) if checkpoint else None
    searches: list[Search] = []

    def make() -> Search:
        search = algorithm.begun(problem, goal, limit, settings)
        searches.append(keeper.keep(search) if keeper else search)
        return searches[0]

    try:
        run = drive(make, label or f"{problem} · {algorithm.title}", algorithm.doing(problem).unit, follow, outlook)
    except MemoryError:
        raise UsageError(f"{problem}: {algorithm.key} needs more memory than is free") from None
    shot = keeper.conclude(run) if keeper else run.snapshot
    return Outcome(problem, algorithm, goal, shot, searches[0].solutions if searches else (), settings)


class _Keeper:
    """Keeps a search in a checkpoint file, and tells the user on standard error where things stand."""

    def __init__(
        self, path: Path, problem: Problem, algorithm: Algorithm, goal: Goal, limit: int | None,
        settings: Mapping[str, str | int],
    ) -> None:  # fmt: skip
        from core.storage.checkpoint import Checkpoint

        self._file = Checkpoint(path, problem, algorithm.key, goal, limit, settings)
        self._state = self._file.load()

    def keep(self, search: Search) -> Search:
        """The search at the point where the file left it; from now on it saves itself."""
        from core.storage.checkpoint import CheckpointedSearch

        if self._state is not None:
            try:
                search.restore(self._state)
            except (ValueError, KeyError, TypeError, OverflowError) as error:
                raise CannotSolve(f"{self._file.path}: {error}; it is left as it is") from None
            solutions, steps = search.counts()
            note(f"continuing from {self._file.path}: {grouped(solutions)} found in {grouped(steps)} steps so far")
        self._state = None
        return CheckpointedSearch(search, self._file)

    def conclude(self, run: Run) -> Snapshot:
        """Save an interrupted search, or remove the file of a finished one; the time is that of all sessions."""
        from core.storage.checkpoint import CheckpointedSearch

        shot = run.snapshot
        if isinstance(run.search, CheckpointedSearch):
            if shot.status is Status.STOPPED:
                run.search.save()
                if run.search.trouble is None:
                    note(f"saved to {self._file.path}; the same command continues from there")
            else:
                self._file.remove()
            if run.search.trouble is not None:
                note(f"not saved: {run.search.trouble}")
        return replace(shot, seconds=shot.seconds + self._file.seconds)


def drive(
    make: Callable[[], Search],
    label: str,
    unit: str = "node",
    follow: Callable[[Run], None] | None = None,
    outlook: Callable[[Snapshot], str] | None = None,
) -> Run:
    """Drive a search in a thread of its own while this one shows progress and listens for Ctrl-C.

    ``follow`` is called in this thread, ten times a second and once when the
    search has ended by itself, to print what was found; whatever it raises
    stops the search.  Where its lines go to a terminal, they are the progress.
    ``outlook`` is called as often and returns what the progress line says about the solutions to come.
    """
    run = Run(make)

    def body() -> None:
        with suppress(BaseException):  # kept in `Run.error`
            run.drive()

    threading.Thread(target=body, name="search", daemon=True).start()
    follow, outlook = follow or _ignore, outlook or _tell_nothing
    try:
        bar = wants_progress() and not (follow is not _ignore and sys.stdout.isatty())
        if not run.wait(POLL_SECONDS) and bar:
            _show_progress(run, label, unit, follow, outlook)
        while not run.wait(POLL_SECONDS):
            follow(run)
            outlook(run.snapshot)
        if run.error is None:
            follow(run)
    except KeyboardInterrupt:
        _stop(run)
        if follow is not _ignore and run.snapshot.status is not Status.STOPPED:
            raise  # the search had ended: it was the printing that took too long
    except BaseException:
        _stop(run)
        raise
    if run.error is not None:
        raise run.error
    return run


def _ignore(run: Run) -> None:
    """Follow nothing."""


def _tell_nothing(shot: Snapshot) -> str:
    """An outlook that knows nothing of the solutions to come."""
    return ""


def _stop(run: Run) -> None:
    """Cancel, and wait for the last slice to end; a second Ctrl-C within `DOUBLE_TAP_SECONDS` changes nothing.

    `threading.Thread.join` would not do: interrupted, it takes the thread for ended (Python 3.11).
    """
    asked = time.monotonic()
    run.cancel()
    while not run.finished:
        try:
            run.wait()
        except KeyboardInterrupt:
            if time.monotonic() - asked > DOUBLE_TAP_SECONDS:
                raise


def _show_progress(
    run: Run, label: str, unit: str, follow: Callable[[Run], None], outlook: Callable[[Snapshot], str]
) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    bar = BarColumn(bar_width=max(8, min(40, console.width // 8)))
    texts = [TextColumn(field, markup=False) for field in ("{task.description}", "{task.fields[figures]}")]
    columns = (SpinnerColumn(), texts[0], bar, texts[1], TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, refresh_per_second=10) as progress:
        task = progress.add_task(label, total=None, figures="")
        first, time_left = run.snapshot.steps, TimeLeft()
        # Where a checkpoint is resumed, earlier work does not count here, since its seconds are not known.
        time_left.wait(0.0, run.snapshot.progress)
        while not run.wait(POLL_SECONDS):
            follow(run)
            shot = run.snapshot
            rate = (shot.steps - first) / shot.seconds if shot.seconds else 0.0
            expected, left = outlook(shot), time_left.of(shot, shot.seconds)
            # A narrow terminal first loses the steps, then the pace, then the end of the name.
            width = console.width - (bar.bar_width or 0) - BESIDE
            told = [f"{grouped(shot.solutions)} {expected}"] if expected else _figures(shot, unit, rate, left)
            figures = next((each for each in told if len(each) + min(len(label), NAME) <= width), told[-1])
            done = shot.progress
            if shot.made_ready is not None:
                figures, done = building(shot.made_ready), shot.made_ready
            total = 1.0 if done is not None else None
            room = width - len(figures)
            name = label if len(label) <= room else f"{label[: max(0, room - 1)]}…"
            progress.update(task, completed=done or 0.0, total=total, figures=figures, description=name.lstrip("…"))


def _figures(shot: Snapshot, unit: str, rate: float, left: float | None) -> list[str]:
    """How far the search is and what it has found, in more and in fewer words."""
    ahead = [share(shot.progress)] if shot.progress else []
    ahead += [f"≈ {roughly(left)} left"] if left is not None else []
    ahead += [f"{grouped(shot.solutions)} found"]
    steps, pace = f"{grouped(shot.steps)} {unit}s", f"{grouped(rate)}/s"
    return [" · ".join(form) for form in ([*ahead, steps, pace], [*ahead, pace], ahead)]


def positive(text: str) -> int:
    """An argument that is a whole number of at least 1 (for argparse's ``type``)."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return number


def seconds_up_to(most: float, *, zero: bool = False) -> Callable[[str], float]:
    """Make a reader of seconds (argparse's ``type``): above 0, or from 0 on with ``zero``, and at most ``most``."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most or (value == 0 and not zero):
            told = "from 0 to" if zero else "above 0 and up to"
            raise argparse.ArgumentTypeError(f"expected seconds {told} {most}, not {text!r}")
        return value

    return seconds


def source_name(source: str) -> str:
    """What messages call a file from the command line, where ``-`` stands for standard input."""
    return "standard input" if source == "-" else source


def standard_input() -> bytes:
    """All of standard input.  Raises UsageError where there is none."""
    if sys.stdin is None:
        raise UsageError("standard input: it is closed; expected a FILE, or something to read there")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UsageError(f"standard input: {system_reason(error)}") from None


def binary_input() -> BinaryIO:
    """Standard input, to be read as it comes.  Raises UsageError where there is none."""
    if sys.stdin is None:
        raise UsageError("standard input: it is closed; expected a FILE, or something to read there")
    return sys.stdin.buffer
