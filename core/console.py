"""What every command shares: driving a search under a progress bar, JSON, exit statuses.

Progress goes to standard error, and only when that is a terminal; standard
output carries results alone.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.catalog import Algorithm
from core.run import Run
from core.search import CannotSolve, Goal, Problem, Search, Snapshot, Status

DONE, NO_SOLUTION, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses (`core.compare` adds 3 for a wrong result)."""

POLL_SECONDS = 0.1


class UsageError(Exception):
    """Bad usage or malformed input: one line on standard error, exit status 2."""


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
        """0 done, 1 proved to have no solution, 130 interrupted."""
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
            "step_unit": self.algorithm.unit,
            "seconds": build + solve,
            "build_seconds": build,
            "solve_seconds": solve,
        }
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
) -> Outcome:
    """Drive a search to its end, or to Ctrl-C, with a progress bar on a terminal.

    Raises UsageError when the algorithm cannot take the problem or a parameter
    is wrong, before anything is started.
    """
    given = dict(parameters or {})
    try:
        reason = algorithm.refusal(problem, goal)
        if reason is not None:
            raise CannotSolve(reason)
        settings = algorithm.settings(given)
    except CannotSolve as error:
        raise UsageError(str(error)) from None
    searches: list[Search] = []

    def make() -> Search:
        searches.append(algorithm.start(problem, goal, limit, **settings))
        return searches[0]

    run = drive(make, label or f"{problem} · {algorithm.title}", algorithm.unit)
    found = searches[0].solutions if searches else ()
    return Outcome(problem, algorithm, goal, run.snapshot, found, settings)


def drive(make: Callable[[], Search], label: str, unit: str = "node") -> Run:
    """Drive a search in a thread of its own while this one shows progress and listens for Ctrl-C."""
    run = Run(make)
    failure: list[BaseException] = []

    def body() -> None:
        try:
            run.drive()
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=body, name="search", daemon=True)
    thread.start()
    try:
        if not run.wait(POLL_SECONDS) and sys.stderr.isatty():
            _show_progress(run, label, unit)
        while not run.wait(POLL_SECONDS):
            pass
    except KeyboardInterrupt:
        run.cancel()
        thread.join()
    if failure:
        raise failure[0]
    return run


def _show_progress(run: Run, label: str, unit: str) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.fields[figures]}", markup=False),
        TimeElapsedColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=10) as progress:
        task = progress.add_task(label, total=None, figures="")
        while not run.wait(POLL_SECONDS):
            shot = run.snapshot
            rate = shot.steps / shot.seconds if shot.seconds else 0.0
            figures = f"{shot.solutions:,} found · {shot.steps:,} {unit}s · {rate:,.0f}/s".replace(",", " ")
            total = 1.0 if shot.progress is not None else None
            progress.update(task, completed=shot.progress or 0.0, total=total, figures=figures)


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output."""
    print(json.dumps(value, ensure_ascii=False))


def parse_pairs(texts: Iterable[str]) -> dict[str, str]:
    """``key=value`` texts as a dictionary.  Raises UsageError for one without ``=``."""
    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise UsageError(f"expected NAME=VALUE, not {text!r}")
        pairs[key] = value
    return pairs
