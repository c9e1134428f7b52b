"""Asking for solutions in one line, for scripts and notebooks.

    >>> import core
    >>> core.solve(core.Queens(6))
    (1, 3, 5, 0, 2, 4)
    >>> core.count(core.Queens(8))
    92
    >>> for placement in core.solutions(core.Queens(4)):
    ...     print(placement)
    · ♛ · ·
    · · · ♛
    ♛ · · ·
    · · ♛ ·
    · · ♛ ·
    ♛ · · ·
    · · · ♛
    · ♛ · ·

Answers come in the form people want: a `Placement` of queens, a filled `Grid`,
the names of the options of a `Cover`.  Unless you name an algorithm, the program takes the one that
`propose` names; ``parameters={"order": "text"}`` are the algorithm's own.  All take a time limit
(``seconds``); `solve` and `count` report progress; `solutions` and `count` stop at ``limit``.  For
pauses, steps and checkpoints use `Algorithm.start` and `Run`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from core._catalog import Algorithm, algorithm, checked_problem, family, gathered, named, propose
from core._checks import real, shown
from core._search import Goal, Problem, ProblemError, Reasoned, Search, Snapshot, Status

if TYPE_CHECKING:
    from core.running._run import Run

FIRST_QUOTA = 1
LARGEST_QUOTA = 4096
"""The most solutions searched for at a time.  It is one at first, so that this one comes at once, then doubles."""
SLICE = 1 << 16
"""The number of steps between two chances for Ctrl-C."""

PROGRESS_SECONDS = 0.1
"""Seconds between two progress reports of `solve` and `count`."""
LATE_SECONDS = 0.5
"""Seconds past its time that a search may spend in its last slice; if it is not back by then, it is left to end by
itself."""

A = TypeVar("A", covariant=True)


class GaveUp(Reasoned):
    """An incomplete method ended without a solution, which proves nothing."""


class TimeIsUp(Reasoned, TimeoutError):
    """Time ran out before the answer was found; ``snapshot`` holds the figures so far."""

    def __init__(self, reason: str, snapshot: Snapshot) -> None:
        super().__init__(reason)
        self.snapshot = snapshot

    def __reduce__(self) -> tuple[type[TimeIsUp], tuple[str, Snapshot]]:
        return type(self), (str(self), self.snapshot)


class Solvable(Generic[A]):
    """The questions that every problem of this program answers directly; ``A`` is the form of its answers."""

    __slots__ = ()

    def solution(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        seconds: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> A | None:
        """The first solution, or None if there is none.  As `core.solve`."""
        answer: A | None = solve(
            self, algorithm, seconds=seconds, progress=progress, parameters=gathered(parameters, more)
        )
        return answer

    def solutions(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        limit: int | None = None,
        seconds: float | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> Iterator[A]:
        """Every solution, each searched for when asked for.  As `core.solutions`."""
        found: Iterator[A] = solutions(
            self, algorithm, limit=limit, seconds=seconds, parameters=gathered(parameters, more)
        )
        return found

    def count(
        self,
        algorithm: str | Algorithm | None = None,
        *,
        limit: int | None = None,
        seconds: float | None = None,
        progress: Callable[[Snapshot], object] | None = None,
        parameters: Mapping[str, str | int] | None = None,
        **more: str | int,
    ) -> int:
        """How many solutions there are.  As `core.count`."""
        problem = cast(Problem, self)
        return count(
            problem, algorithm, limit=limit, seconds=seconds, progress=progress, parameters=gathered(parameters, more)
        )


def start(
    problem: Problem,
    goal: Goal | str = Goal.FIRST,
    algorithm: str | Algorithm | None = None,
    /,
    *,
    limit: int | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Search:
    """A search by this algorithm (its key or entry), or by the one that `propose` names, not yet begun.

    Raises CannotSolve if the algorithm cannot take the problem, goal or parameters, and ProblemError
    for an unknown goal or a limit below 1.
    """
    return chosen(problem, goal, algorithm).start(problem, goal, limit, parameters=gathered(parameters, more))


def chosen(problem: Problem, goal: Goal | str, key: str | Algorithm | None) -> Algorithm:
    """The catalog entry for a key or entry, or the proposed one for None.

    Raises CannotSolve for an unknown key, and ProblemError for something that is not a problem.
    """
    kind = checked_problem(problem).kind
    if isinstance(key, Algorithm):
        return key
    return propose(problem, Goal.of(goal)).algorithm if key is None else algorithm(kind, key)


@overload
def solve(
    problem: Solvable[A],
    /,
    algorithm: str | Algorithm | None = None,
    *,
    seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> A | None: ...
@overload
def solve(
    problem: Problem,
    /,
    algorithm: str | Algorithm | None = None,
    *,
    seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Any: ...
def solve(
    problem: Any,
    /,
    algorithm: str | Algorithm | None = None,
    *,
    seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Any:
    """The first solution, or None if there is none.

    ``progress`` is called with a `Snapshot` ten times a second and at the end.
    Raises CannotSolve if the algorithm cannot take the problem, GaveUp if an incomplete one ends
    without an answer, and TimeIsUp (a TimeoutError) after ``seconds`` without one, building and
    compiling included.
    """
    if "limit" in more:
        raise ProblemError("solve looks for one solution and takes no limit; solutions and count do")
    make = partial(start, problem, Goal.FIRST, algorithm, parameters=gathered(parameters, more))
    search = _to_the_end(make, seconds, progress)
    if search.status is Status.GAVE_UP:
        raise GaveUp(f"{problem}: the search gave up without a solution, which proves nothing")
    return _answer(problem, search.solutions[0]) if len(search.solutions) else None


@overload
def solutions(
    problem: Solvable[A],
    /,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Iterator[A]: ...
@overload
def solutions(
    problem: Problem,
    /,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Iterator[Any]: ...
def solutions(
    problem: Any,
    /,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Iterator[Any]:
    """Every solution (or the first ``limit``), each searched for when asked for.

    The algorithm determines the order.  Solutions already returned are not kept.
    Raises CannotSolve at once, not at the first solution, if the algorithm cannot take the problem, and TimeIsUp (a
    TimeoutError) if it is not done after ``seconds``, which include building and compiling but not what the caller
    does between two solutions.
    """
    seconds = None if seconds is None else real(seconds, "seconds", above=0)
    begun = time.monotonic()
    search = start(problem, Goal.ALL, algorithm, limit=limit, parameters=gathered(parameters, more))
    return _each(problem, search, seconds, time.monotonic() - begun)


def count(
    problem: Problem,
    /,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    seconds: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
    parameters: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> int:
    """How many solutions there are (or ``limit``, if that is less).

    ``progress`` is called with a `Snapshot` ten times a second and at the end.
    Raises CannotSolve if the algorithm cannot count or cannot take the problem, and TimeIsUp (a
    TimeoutError) after ``seconds``, building and compiling included, with the count so far in its
    ``snapshot``.
    """
    make = partial(start, problem, Goal.COUNT, algorithm, limit=limit, parameters=gathered(parameters, more))
    return _to_the_end(make, seconds, progress).counts()[0]


def _to_the_end(
    make: Callable[[], Search], seconds: float | None, progress: Callable[[Snapshot], object] | None
) -> Search:
    """As `driven`.  Raises TimeIsUp if the search has not ended."""
    run = driven(make, seconds, progress)
    if not run.finished or run.snapshot.status is Status.STOPPED:
        raise TimeIsUp(f"no answer within {seconds:g} s", run.snapshot)
    assert run.search is not None
    return run.search


def driven(make: Callable[[], Search], seconds: float | None, progress: Callable[[Snapshot], object] | None) -> Run:
    """Build and drive a search, here or in a thread watched from here; an exception raised by ``progress`` ends it.

    It is stopped after ``seconds``.  If building or a long step does not return in time, the thread is abandoned
    and the run stays unfinished.
    """
    from core.running._run import Run

    if seconds is not None:
        seconds = real(seconds, "seconds", above=0)
    if progress is not None and not callable(progress):
        raise ProblemError(f"progress must be a function of a Snapshot, not {shown(progress)}")
    run = Run(make)
    if seconds is None and progress is None:
        run.drive()
        return run
    until = math.inf if seconds is None else time.monotonic() + seconds
    driving = Thread(target=_drive, args=(run,), name="core._solving", daemon=True)
    try:
        driving.start()  # Ctrl-C may come before it returns
        while not run.wait(min(PROGRESS_SECONDS, max(0.0, until - time.monotonic()))):
            if time.monotonic() >= until:
                break
            if progress is not None:
                progress(run.snapshot)
    finally:
        run.cancel()
        if driving.is_alive():
            driving.join(LATE_SECONDS)
    if run.error is not None:
        raise run.error
    if progress is not None:
        progress(run.snapshot)
    return run


def _drive(run: Run) -> None:
    with suppress(BaseException):  # kept in `Run.error`, which the caller looks at
        run.drive()


def _each(problem: Problem, search: Search, seconds: float | None, spent: float) -> Iterator[Any]:
    """The solutions found within ``seconds`` (None for no limit), of which ``spent`` are already gone."""
    from core.running._slicing import Allowance

    allowed = None if seconds is None else Allowance(seconds - spent)
    handed, quota = 0, FIRST_QUOTA
    while search.status is Status.RUNNING:
        if allowed is None:
            search.advance(SLICE, quota)
        else:
            allowed.advance(search, quota)
        found = search.solutions
        while handed < len(found):
            solution = found[handed]
            handed += 1
            yield _answer(problem, solution)
        forget = getattr(found, "forget", None)
        if forget is not None:
            forget(handed)
        quota = min(2 * quota, LARGEST_QUOTA)
        if allowed is not None and allowed.over and search.status is Status.RUNNING:
            raise TimeIsUp(f"not all solutions within {seconds:g} s", replace(search.snapshot(), status=Status.STOPPED))


def _answer(problem: Problem, solution: tuple[int, ...]) -> Any:
    return named(family(problem.kind).answer)(problem, solution)
