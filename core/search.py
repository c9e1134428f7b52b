"""The vocabulary every part of the program shares.

A **Problem** is an immutable value that can check a proposed solution.
A **Search** is a run in progress: plain data plus one method that moves it on.
A **Snapshot** is what a search looks like at one moment, for whoever watches.

Nothing here imports NumPy: the module is read by ``--help`` and by the screens.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from threading import get_ident
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast, runtime_checkable

from core.checks import real, whole
from core.errors import CannotSolve, InUse, ProblemError, Reasoned, WrongSolution, told

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CannotSolve", "Engine", "Goal", "InUse", "Problem", "ProblemError", "Reasoned", "Search", "Snapshot", "Status",
    "WrongSolution", "identity", "solves", "told",
]  # fmt: skip


class Goal(StrEnum):
    """What a search is asked for."""

    FIRST = "first"
    """One solution, then stop."""
    ALL = "all"
    """Every solution (or the first ``limit`` of them), each kept."""
    COUNT = "count"
    """How many solutions there are; only the first few are kept for browsing."""

    @classmethod
    def of(cls, goal: Goal | str) -> Goal:
        """The goal that is meant: itself, or ``"first"``, ``"all"``, ``"count"``.  Raises ProblemError."""
        try:
            return cls(goal)
        except ValueError:
            raise ProblemError(f"no goal is called {goal!r}; there are {', '.join(cls)}") from None


class Status(StrEnum):
    """Where a search stands."""

    RUNNING = "running"
    """There is more to do."""
    COMPLETE = "complete"
    """The goal is served: one solution found, or the whole space visited."""
    LIMIT = "limit"
    """As many solutions as were asked for have been found, or the time allowed is over; there may be more."""
    STOPPED = "stopped"
    """It was stopped: the figures are partial."""
    GAVE_UP = "gave up"
    """An incomplete method ended without a solution; this proves nothing."""


class Engine(StrEnum):
    """What ran a search's steps.  The figures of one engine say nothing about another."""

    INTERPRETED = "interpreted"
    """Python itself: at once, but slowly."""
    COMPILED = "compiled"
    """Machine code."""
    BOTH = "interpreted, then compiled"
    """Machine code, from the moment when there was some."""


def checked_speed(speed: float | None, what: str = "speed") -> float | None:
    """How fast at most; None, or infinity, for full speed.  Raises ProblemError for what is no number above 0."""
    return None if speed is None or real(speed, what, above=0) == math.inf else speed


@runtime_checkable
class Problem(Protocol):
    """An immutable value that knows whether a solution solves it."""

    @property
    def kind(self) -> str:
        """``queens``, ``sudoku`` or ``cover``: which algorithms can take it."""
        ...

    @property
    def size(self) -> int:
        """The number that the ranges of algorithms refer to (N, the Sudoku order, the number of items)."""
        ...

    def verify(self, solution: Any) -> bool:
        """Whether this solves it: what `core.solve` gives, or what a search finds (in the problem's own notation).

        A problem in which the two can be mistaken for each other also has ``solved_by(found)``, for searches alone.
        """
        ...

    def __str__(self) -> str: ...


def solves(problem: Problem, found: Sequence[int]) -> bool:
    """Whether what a search has found, in the problem's own notation, solves the problem."""
    verify: Callable[[Sequence[int]], bool] = getattr(problem, "solved_by", problem.verify)
    return verify(found)


def identity(problem: Problem) -> str:
    """A text that no two problems share unless a search does the same in both: files that hold one, or parts, say it.

    It is the ``repr``, which for most is the whole value; a problem whose ``repr`` is short has an ``identity`` of its
    own.
    """
    return str(getattr(problem, "identity", None) or repr(problem))


def kept_form(problem: Problem) -> int:
    """In which form searches of such a problem, and parts, are kept: older forms are of no use to this program."""
    return int(getattr(problem, "kept_form", 1))


def of_version(form: object, own: int) -> str:
    """Which version of this program has kept something in a form that is not the own one."""
    return "version 0.2.0" if isinstance(form, int) and form < own else "a later version"


CHANGING = frozenset(("advance", "prepare", "restore", "rewind", "stand_apart", "visit_each"))
"""The methods that change a search, or arrays that machine code works on."""
BUSY = "_busy"
"""Where a search keeps the thread that is in one of them."""
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A search at one moment.  Figures that mean nothing for an algorithm are None."""

    status: Status
    steps: int
    """Work done so far in the algorithm's own unit (see `Algorithm.unit`); for tree searches, nodes."""
    solutions: int
    """Solutions found so far."""
    nodes: int | None = None
    """Visited nodes of the search tree, the root included."""
    updates: int | None = None
    """How often a node was unlinked from its list, as Knuth counts."""
    depth: int = 0
    """How many choices stand on the current path (queens placed, options chosen, cells filled)."""
    max_depth: int = 0
    """The depth at which a path is complete."""
    progress: float | None = None
    """Share of the tree already visited, 0 to 1, by Knuth's formula; None where nothing can be said."""
    placement: tuple[int, ...] = ()
    """The current partial solution in the problem's own notation (see the problem's class)."""
    detail: Mapping[str, Any] | None = None
    """What only this algorithm has to tell (conflicts left, level profile, …), by name."""
    reason: Any = None
    """Why the search does what it does here, a `core.explain.reason.Reason` (set by `core.running.run.Run` for a
    tree search that holds still)."""
    seconds: float = 0.0
    """Time spent searching, pauses excluded (set by `core.running.run.Run`)."""
    build_seconds: float = 0.0
    """Time spent building the search's data structures before the first node."""
    engine: Engine | None = None
    """What ran the steps so far; None for an algorithm that has no kernel."""
    code_coming: bool = False
    """Whether it runs interpreted only until its machine code, which is on its way, is there."""

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self.status is not Status.RUNNING


def one_thread(method: F) -> F:
    """A method of a search that refuses a second thread while another one is in such a method."""

    @wraps(method)
    def alone(self: Search, *arguments: Any, **named: Any) -> Any:
        thread, own = get_ident(), self.__dict__
        if own.get(BUSY) == thread:  # called by another such method
            return method(self, *arguments, **named)
        try:
            if own.setdefault(BUSY, thread) != thread:  # one step, so that of two threads one is first
                raise _in_use(self)
            return method(self, *arguments, **named)
        finally:
            if own.get(BUSY) == thread:
                del own[BUSY]

    return cast(F, alone)


def _in_use(search: Search) -> InUse:
    return InUse(f"another thread is working on this search for {search.problem}; wait until it has returned")


class Search(ABC):
    """A run in progress that can be left and taken up again at any node.

    All state that changes is plain data (`state`), so a search can be saved,
    moved to another process, and restored.  Any thread may go on with it, one at a
    time: methods that change it raise InUse where another thread is in one of them.
    """

    explained_by: str = ""
    """What explains its nodes; `Algorithm.start` sets it from the catalog (`Algorithm.explained_by`)."""

    _vouched_for: ClassVar[bool] = False
    """Whether a class sees to it that only verified solutions are kept, or takes them from a search that does."""
    _verified = 0
    """How many of `solutions` have been verified."""

    def __init_subclass__(cls) -> None:
        # Every class that moves on or keeps solutions in its own way, whoever wrote it, has them verified here.
        super().__init_subclass__()
        above = next(each for each in cls.__mro__[1:] if issubclass(each, Search))
        own = any(getattr(cls, name) is not getattr(above, name) for name in ("advance", "solutions"))
        if own and not vars(cls).get("_vouched_for"):
            cls._vouched_for = False
            cls.advance = _verifying(cls.advance)  # type: ignore[method-assign]
        if "advance" in vars(cls):
            cls.advance = _in_numbers(cls.advance)  # type: ignore[method-assign]
        for name in CHANGING & vars(cls).keys():
            setattr(cls, name, one_thread(vars(cls)[name]))

    def __init__(self, problem: Problem, goal: Goal | str, limit: int | None = None) -> None:
        """Raise ProblemError for an unknown goal, and for a limit that is not a whole number from 1 (or None)."""
        self.problem = problem
        self.goal = Goal.of(goal)
        limit = None if limit is None else whole(limit, "limit", 1)
        self.limit = 1 if self.goal is Goal.FIRST else limit
        self.status = Status.RUNNING
        self.build_seconds = 0.0

    def check_unused(self) -> None:
        """Raise InUse if another thread is in a method that changes this search."""
        if self.__dict__.get(BUSY, get_ident()) != get_ident():
            raise _in_use(self)

    @property
    def paces_itself(self) -> bool:
        """Whether `advance` returns after a while by itself; any large budget is then allowed, and works best."""
        return False

    @one_thread  # noqa: B027 - not every search has machine code to load
    def prepare(self) -> None:
        """Compile or load what `advance` needs, so that all that follows runs at full speed and can be measured.

        Calling this is optional: without it a search begins interpreted and changes over
        as soon as machine code has been made in the background.
        """

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the search is so large that it had better be prepared first (`advance` then does so by itself)."""
        return False

    def keep_at_most(self, count: int) -> None:  # noqa: B027 - not every search keeps any
        """How many further solutions to keep for browsing where the goal is only to count (none while being timed)."""

    @one_thread  # noqa: B027 - not every search has small arrays
    def stand_apart(self) -> None:
        """Move what changes at each step to memory of its own, because the search will run beside others.

        See `core.kernels.cache_lines`; nothing else changes.
        """

    def rest(self) -> None:  # noqa: B027 - most searches do nothing between two calls of `advance`
        """Let threads that work on between two calls of `advance` come to rest: nobody knows when the next one is."""

    @abstractmethod
    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Move on by at most ``budget`` steps and at most ``quota`` further solutions.

        Returns the status afterwards; a finished search stays as it is.  Raises ProblemError unless both are whole
        numbers from 0, and WrongSolution where a solution found does not solve the problem: a mistake in the algorithm.
        """

    @abstractmethod
    def snapshot(self) -> Snapshot:
        """What the search looks like now.  Cheap enough for ten calls a second."""

    @abstractmethod
    def counts(self) -> tuple[int, int]:
        """Solutions found and steps made so far: all that a driver needs between two slices."""

    @property
    @abstractmethod
    def solutions(self) -> Sequence[tuple[int, ...]]:
        """The solutions kept so far, verified, in the order in which they were found."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Everything that changes, as a dictionary of NumPy arrays and plain numbers (copies)."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """Take up the position that `state` described.  The problem and parameters must be the same.

        Raises ValueError for a state that is not of this search or not possible; the search then stays as it was.
        """

    # Going back (see `core.running.timeline`)

    def branch_path(self) -> tuple[int, ...] | None:
        """Which branch was taken at each level down to the node visited last; None where the search is no tree.

        Nodes are visited in the order of their paths as Python compares tuples.
        """
        return None

    def branch_depth(self) -> int:
        """The length of `branch_path`."""
        return len(self.branch_path() or ())

    @one_thread
    def visit_each(self, depths: NDArray[Any], solved: NDArray[Any]) -> int:
        """Visit as many nodes as ``depths`` has room for, noting each one's depth and whether it is a solution.

        ``depths`` and ``solved`` are vectors of one length, of whole numbers and of booleans.  Returns how
        many nodes there were: fewer at the end of the search.
        """
        made = 0
        while made < len(depths) and self.status is Status.RUNNING:
            solutions, node = self.counts()
            self.advance(1)
            found, now = self.counts()
            if now > node:
                depths[made], solved[made] = self.branch_depth(), found > solutions
                made += 1
        return made

    def keyframe(self) -> Mapping[str, Any]:
        """`state` for `rewind` of this same search: the solutions found are not part of it."""
        return self.state()

    @one_thread
    def rewind(self, frame: Mapping[str, Any]) -> None:
        """Take up an earlier position.  Solutions found since then stay in the list and are not added twice."""
        self.restore(frame)

    def _verify_found(self) -> None:
        found = self.solutions
        if len(found) < self._verified:  # an earlier state has been restored
            self._verified = 0
        for number in range(self._verified, len(found)):
            if not solves(self.problem, found[number]):
                raise WrongSolution(f"{self.problem}: a solution found does not solve it: {list(found[number])}")
        self._verified = len(found)


def _in_numbers(advance: Callable[..., Status]) -> Callable[..., Status]:
    """Let ``advance`` take whole numbers alone."""

    @wraps(advance)
    def asked(self: Search, budget: int, quota: int | None = None) -> Status:
        return advance(self, whole(budget, "budget", 0), None if quota is None else whole(quota, "quota", 0))

    return asked


def _verifying(advance: Callable[..., Status]) -> Callable[..., Status]:
    """Let ``advance`` verify each solution that it adds before anyone sees it."""

    @wraps(advance)
    def verified(self: Search, budget: int, quota: int | None = None) -> Status:
        status = advance(self, budget, quota)
        self._verify_found()
        return status

    return verified
