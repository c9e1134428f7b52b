"""Counts cut into parts: values that can be sent anywhere, done in any order and added up.

A **Part** says what is counted, by which algorithm, and that it is number k of P; any copy of this
program can do it without knowing about the others.  Its result is a **Record**.  If an algorithm
splits, its catalog entry names a function (`Algorithm.divides`) that yields the searches of a part.

Nothing here knows about threads, processes or clusters (see `core._parts.counting`).
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, overload

from core._catalog import THREADS, Algorithm, algorithm, named
from core._parts.machine import processor_name
from core._parts.version import code_version
from core._search import CannotSolve, Goal, Problem, Search, Status
from core.running._slicing import BY_TIME, Slicing

SLICE_SECONDS = 0.02
"""The wanted length of one slice of a part; a single step may wait this long, and so may a thread that is to stop."""
FIRST_BUDGET = 16
ALL = 1 << 62
DIVISION = 4
"""Increased by one whenever part k of P of some count becomes a different part or is recorded differently,
which makes older ledgers useless."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a result comes from."""

    machine: str
    """The name of the machine."""
    processor: str
    version: str
    """The version of the code that the count depends on (`core._parts.version`)."""
    when: str
    """When the part was finished, in UTC (ISO 8601, to the second)."""


@dataclass(frozen=True, slots=True)
class Record:
    """The result of a part."""

    number: int
    solutions: int
    steps: int
    """In the algorithm's own unit."""
    seconds: float = 0.0
    """Processor time spent on it."""
    sums: tuple[int, ...] = ()
    """Figures that are the same for this part on every machine, if the algorithm has any."""
    origin: Origin | None = None
    """None if it was not noted."""

    def contradicts(self, other: Record) -> bool:
        """Whether two records of the same part cannot both be right."""
        return (self.solutions, self.steps, self.sums) != (other.solutions, other.steps, other.sums)


@dataclass(frozen=True, slots=True)
class Part:
    """Number ``number`` (from 0) of the ``of`` parts that a count has been cut into."""

    problem: Problem
    algorithm: str
    settings: tuple[tuple[str, str | int], ...]
    number: int
    of: int

    @property
    def doing(self) -> Algorithm:
        """The entry that does the work."""
        return algorithm(self.problem.kind, self.algorithm).doing(self.problem)

    def searches(self) -> Iterator[Search]:
        """The searches that make up the part, each built only after the one before it has been used."""
        entry = algorithm(self.problem.kind, self.algorithm)
        searches: Iterator[Search] = named(self.doing.divides)(
            entry, self.problem, dict(self.settings), self.number, self.of
        )
        return searches


@dataclass(frozen=True, slots=True)
class Parts(Sequence[Part]):
    """The parts of a count by number; each is made when needed, because there may be a million."""

    any: Part
    numbers: range

    def numbered(self, number: int) -> Part:
        """The part with this number."""
        return replace(self.any, number=number)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Part: ...
    @overload
    def __getitem__(self, place: slice) -> Parts: ...
    def __getitem__(self, place: int | slice) -> Part | Parts:
        if isinstance(place, slice):
            return Parts(self.any, self.numbers[place])
        return self.numbered(self.numbers[place])


class PartRun:
    """A part being done slice by slice."""

    def __init__(self, part: Part, slicing: Slicing = BY_TIME) -> None:
        self.part = part
        self._slicing = slicing
        self.record: Record | None = None
        """Set when it is done."""
        self._searches = part.searches()
        self._standing: tuple[Search | None, int, int] = (None, 0, 0)
        """The current search, and solutions and steps of those before it: one value, because other threads read it."""
        self._seconds = 0.0
        self._sums: tuple[int, ...] = ()
        self.budget = slicing.first(FIRST_BUDGET)
        """The number of steps that should fill one slice: a guess that every slice improves."""

    def counts(self) -> tuple[int, int]:
        """Solutions and steps so far; may be read by another thread."""
        current, solutions, steps = self._standing
        found, made = (0, 0) if current is None else current.counts()
        return solutions + found, steps + made

    @property
    def code_coming(self) -> bool:
        """Whether it runs interpreted only until its machine code is ready."""
        current = self._standing[0]
        return current is not None and current.snapshot().code_coming

    def advance(self, steps: int = ALL, seconds: float | None = SLICE_SECONDS) -> PartRun:
        """Continue for about ``seconds``, or at most ``steps``; returns itself."""
        clock = self._slicing.thread
        started = clock()
        made, ended = 0, False
        while self.record is None and made < steps and (not made or seconds is None or clock() - started < seconds):
            search = self._standing[0] or self._next()
            if search is None:
                ended = True
                break
            before, since = search.counts()[1], clock()
            search.advance(min(self.budget, steps - made))
            now, spent = search.counts()[1], clock() - since
            made += max(1, now - before)
            if now - before >= self.budget or spent > SLICE_SECONDS:
                self.budget = self._slicing.following(max(1, now - before), spent, SLICE_SECONDS)
            if search.status is not Status.RUNNING:
                self._add_up(search)
            if search.paces_itself and seconds is not None:
                break
        self._seconds += clock() - started
        if ended:
            origin = Origin(
                platform.node(), processor_name() or platform.machine(), code_version(self.part.doing),
                datetime.now(UTC).isoformat(timespec="seconds"),
            )  # fmt: skip
            self.record = Record(self.part.number, *self.counts(), self._seconds, self._sums, origin)
        return self

    def _next(self) -> Search | None:
        search = next(self._searches, None)
        if search is not None:
            search.keep_at_most(0)  # nobody will ever browse them
            search.stand_apart()
        _, solutions, steps = self._standing
        self._standing = search, solutions, steps
        return search

    def _add_up(self, search: Search) -> None:
        more = tuple(getattr(search, "checksums", ()))
        self._standing = (None, *self.counts())
        self._sums = tuple(map(sum, zip(self._sums, more, strict=True))) if self._sums else more


def run_part(
    part: Part, version: str, slicing: Slicing = BY_TIME, wanted: Callable[[], bool] = lambda: True
) -> Record:  # fmt: skip
    """Do a part from beginning to end; this function is sent to other processes and machines.

    Raises CannotSolve on a machine whose program differs from the sender's, and CancelledError as soon as the part is
    no longer ``wanted``.
    """
    if version != (ours := code_version(part.doing)):
        raise CannotSolve(f"a worker runs a different version ({ours}, here {version}); install this one there")
    run = PartRun(part, slicing)
    while run.record is None:
        if not wanted():
            raise CancelledError("this part is no longer needed")
        run.advance()
    return run.record


def refusal(entry: Algorithm, problem: Problem, goal: Goal, limit: int | None) -> str:
    """Why this count cannot be done in parts; empty if it can."""
    if not entry.divides:
        return f"{entry.key} does not split into parts; it runs in one thread"
    if goal is not Goal.COUNT:
        return "only a count splits into parts; other goals run in one thread"
    if limit is not None:
        return "a count with a limit does not split into parts; it runs in one thread"
    if getattr(problem, "multiple", False):
        return "a problem with multiplicities does not split into parts; it runs in one thread"
    return ""


def cut(
    entry: Algorithm, problem: Problem, settings: Mapping[str, str | int], of: int, only: range | None = None
) -> Parts:
    """All parts of a count, or ``only`` those with these numbers.  Raises CannotSolve if it does not split."""
    if why := refusal(entry, problem, Goal.COUNT, None):
        raise CannotSolve(why)
    own = tuple((key, value) for key, value in settings.items() if key != THREADS.key)
    numbers = range(of) if only is None else only
    return Parts(Part(problem, entry.key, own, numbers[0], of), numbers)


def usual_parts(entry: Algorithm, problem: Problem) -> int:
    """The default number of parts for a count: enough that losing one costs little."""
    module = entry.doing(problem).divides.partition(":")[0]
    usual: Callable[[Any], int] | None = getattr(import_module(module), "usual_parts", None) if module else None
    return usual(problem) if usual else 64
