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
the names of the options of a `Cover`.  Without an algorithm the program takes
the one that `propose` names.  For figures, limits, pauses and checkpoints there
are `Algorithm.start` and `Run`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar, cast, overload

from core.catalog import Algorithm, algorithm, family, named, propose
from core.search import Goal, Problem, ProblemError, Reasoned, Search, Status

FIRST_QUOTA = 1
LARGEST_QUOTA = 4096
"""Solutions looked for at a time: one at first, so that the first comes at once, then twice as many each time."""
SLICE = 1 << 16
"""Steps between two chances for Ctrl-C."""

A = TypeVar("A", covariant=True)


class GaveUp(Reasoned):
    """An incomplete method ended without a solution, which proves nothing."""


class Solvable(Generic[A]):
    """The questions that every problem of this program answers directly; ``A`` is the form of its answers."""

    __slots__ = ()

    def solution(self, algorithm: str | Algorithm | None = None, **parameters: str | int) -> A | None:
        """The first solution, or None where there is none.  As `core.solve`."""
        answer: A | None = solve(self, algorithm, **parameters)
        return answer

    def solutions(
        self, algorithm: str | Algorithm | None = None, *, limit: int | None = None, **parameters: str | int
    ) -> Iterator[A]:
        """Every solution, each looked for when it is asked for.  As `core.solutions`."""
        found: Iterator[A] = solutions(self, algorithm, limit=limit, **parameters)
        return found

    def count(
        self, algorithm: str | Algorithm | None = None, *, limit: int | None = None, **parameters: str | int
    ) -> int:
        """How many solutions there are.  As `core.count`."""
        return count(cast(Problem, self), algorithm, limit=limit, **parameters)


def start(
    problem: Problem,
    goal: Goal | str = Goal.FIRST,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    **parameters: str | int,
) -> Search:
    """A search by this algorithm (its key or entry), or by the one that `propose` names, not yet begun.

    Raises CannotSolve where the algorithm cannot take the problem, goal or
    parameters, and ProblemError for an unknown goal or a limit below 1.
    """
    return chosen(problem, goal, algorithm).start(problem, goal, limit, **parameters)


def chosen(problem: Problem, goal: Goal | str, key: str | Algorithm | None) -> Algorithm:
    """The catalog entry for an optional key or entry.

    Raises CannotSolve for an unknown key, and ProblemError for something that is not a problem.
    """
    if not hasattr(problem, "kind"):
        raise ProblemError(f"expected a problem, such as Queens(8), not {problem!r}")
    if isinstance(key, Algorithm):
        return key
    return propose(problem, Goal.of(goal)).algorithm if key is None else algorithm(problem.kind, key)


@overload
def solve(problem: Solvable[A], algorithm: str | Algorithm | None = None, **parameters: str | int) -> A | None: ...
@overload
def solve(problem: Problem, algorithm: str | Algorithm | None = None, **parameters: str | int) -> Any: ...
def solve(problem: Any, algorithm: str | Algorithm | None = None, **parameters: str | int) -> Any:
    """The first solution, or None where there is none.

    Raises CannotSolve where the algorithm cannot take the problem, and GaveUp
    where an incomplete one ends without an answer.
    """
    search = start(problem, Goal.FIRST, algorithm, limit=None, **parameters)
    _to_the_end(search)
    if search.status is Status.GAVE_UP:
        raise GaveUp(f"{problem}: the search gave up without a solution, which proves nothing")
    return _answer(problem, search.solutions[0]) if len(search.solutions) else None


@overload
def solutions(
    problem: Solvable[A], algorithm: str | Algorithm | None = None, *, limit: int | None = None, **parameters: str | int
) -> Iterator[A]: ...
@overload
def solutions(
    problem: Problem, algorithm: str | Algorithm | None = None, *, limit: int | None = None, **parameters: str | int
) -> Iterator[Any]: ...
def solutions(
    problem: Any, algorithm: str | Algorithm | None = None, *, limit: int | None = None, **parameters: str | int
) -> Iterator[Any]:
    """Every solution (or the first ``limit``), each looked for when it is asked for.

    The algorithm determines the order.  Solutions that have been handed over are not kept.
    Raises CannotSolve at once, not at the first solution, where the algorithm
    cannot take the problem.
    """
    return _each(problem, start(problem, Goal.ALL, algorithm, limit=limit, **parameters))


def count(
    problem: Problem,
    algorithm: str | Algorithm | None = None,
    *,
    limit: int | None = None,
    **parameters: str | int,
) -> int:
    """How many solutions there are (or ``limit``, if that is less).

    Raises CannotSolve where the algorithm cannot count or cannot take the problem.
    """
    search = start(problem, Goal.COUNT, algorithm, limit=limit, **parameters)
    _to_the_end(search)
    return search.counts()[0]


def _to_the_end(search: Search) -> None:
    from core.running.run import Run

    Run(search).drive()


def _each(problem: Problem, search: Search) -> Iterator[Any]:
    handed, quota = 0, FIRST_QUOTA
    while search.status is Status.RUNNING:
        search.advance(SLICE, quota)
        found = search.solutions
        while handed < len(found):
            solution = found[handed]
            handed += 1
            yield _answer(problem, solution)
        forget = getattr(found, "forget", None)
        if forget is not None:
            forget(handed)
        quota = min(2 * quota, LARGEST_QUOTA)


def _answer(problem: Problem, solution: tuple[int, ...]) -> Any:
    return named(family(problem.kind).answer)(problem, solution)
