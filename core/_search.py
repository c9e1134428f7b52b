"""The vocabulary that the whole program shares.

A **Problem** is an immutable value that can check a proposed solution.
A **Search** is a run in progress: plain data and one method that advances it.
A **Snapshot** is what a search looks like at one moment, for display.

Nothing here imports NumPy: ``--help`` and the screens import this module.
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

from core._checks import real, whole
from core.errors import CannotSolve, InUse, ProblemError, Reasoned, WrongSolution, told

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "CannotSolve", "Engine", "Goal", "InUse", "Problem", "ProblemError", "Reasoned", "Search", "Snapshot", "Status",
    "WrongSolution", "identity", "solves", "told",
]  # fmt: skip


class Goal(StrEnum):
    """What a search is asked to find."""

    FIRST = "first"
    """One solution."""
    ALL = "all"
    """Every solution (or the first ``limit`` of them), each kept."""
    COUNT = "count"
    """How many solutions there are; only the first few are kept for browsing."""

    @classmethod
    def of(cls, goal: Goal | str) -> Goal:
        """``goal`` as a Goal; it may be ``"first"``, ``"all"`` or ``"count"``.  Raises ProblemError for anything
        else."""
        try:
            return cls(goal)
        except ValueError:
            raise ProblemError(f"no goal is called {goal!r}; there are {', '.join(cls)}") from None


class Status(StrEnum):
    """The state of a search."""

    RUNNING = "running"
    """There is more to do."""
    COMPLETE = "complete"
    """The goal is reached: one solution found, or the whole space visited."""
    LIMIT = "limit"
    """It found all the solutions asked for, or its time is over; there may be more solutions."""
    STOPPED = "stopped"
    """It was stopped: the figures are partial."""
    GAVE_UP = "gave up"
    """An incomplete method ended without a solution, which proves nothing."""


class Engine(StrEnum):
    """What ran a search's steps.  Times of one engine say nothing about another."""

    INTERPRETED = "interpreted"
    """Python itself: at once, but slowly."""
    COMPILED = "compiled"
    """Machine code."""
    BOTH = "interpreted, then compiled"
    """Machine code from the moment it was ready."""


def checked_speed(speed: float | None, what: str = "speed") -> float | None:
    """``speed`` as a limit: None, or infinity, means full speed.  Raises ProblemError unless it is a number above 0."""
    return None if speed is None or real(speed, what, above=0) == math.inf else speed


@runtime_checkable
class Problem(Protocol):
    """An immutable value that can tell whether a solution solves it."""

    @property
    def kind(self) -> str:
        """``queens``, ``sudoku`` or ``cover``: which algorithms can take it."""
        ...

    @property
    def size(self) -> int:
        """The number that the ranges of algorithms refer to (N, the Sudoku order, the number of items)."""
        ...

    def verify(self, solution: Any) -> bool:
        """Whether ``solution`` solves the problem, in the form that `core.solve` returns or in a search's own notation.

        A problem whose two forms can be mistaken for each other also has ``solved_by(found)``, for searches only.
        """
        ...

    def __str__(self) -> str: ...


def solves(problem: Problem, found: Sequence[int]) -> bool:
    """Whether what a search found, in the problem's own notation, solves the problem."""
    verify: Callable[[Sequence[int]], bool] = getattr(problem, "solved_by", problem.verify)
    return verify(found)


def identity(problem: Problem) -> str:
    """A text that two problems share only if a search does the same for both; saved searches and parts record it.

    It is the ``repr``, which for most problems is the whole value; a problem with a shortened ``repr`` has an
    ``identity`` of its own.
    """
    return str(getattr(problem, "identity", None) or repr(problem))


def kept_form(problem: Problem) -> int:
    """The version of the format in which searches and parts of such a problem are saved; older ones cannot be read."""
    return int(getattr(problem, "kept_form", 1))


def of_version(form: object, own: int) -> str:
    """Which version of this program saved something in the format ``form``, which is not ``own``."""
    return "version 0.2.0" if isinstance(form, int) and form < own else "a later version"


CHANGING = frozenset(("advance", "prepare", "restore", "rewind", "stand_apart", "visit_each"))
"""The methods that change a search, or arrays that machine code works on."""
BUSY = "_busy"
"""The attribute in which a search notes the thread that is in one of these methods."""
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A search at one moment.  Figures that make no sense for an algorithm are None."""

    status: Status
    steps: int
    """Work done so far in the algorithm's own unit (see `Algorithm.unit`); for tree searches, nodes."""
    solutions: int
    """Solutions found so far."""
    nodes: int | None = None
    """Visited nodes of the search tree, the root included."""
    updates: int | None = None
    """How many times a node was unlinked from its list (Knuth's "updates")."""
    depth: int = 0
    """The number of choices on the current path (queens placed, options chosen, cells filled)."""
    max_depth: int = 0
    """The depth of a complete path."""
    progress: float | None = None
    """Share of the tree already visited, 0 to 1, by Knuth's formula; None if nothing is known."""
    placement: tuple[int, ...] = ()
    """The current partial solution in the problem's own notation (see the problem's class)."""
    detail: Mapping[str, Any] | None = None
    """Figures that only this algorithm has (conflicts left, level profile, …), by name."""
    reason: Any = None
    """The reason for the search's current step, a `core.explain.Reason` (set by `core.Run` for a
    tree search at rest)."""
    seconds: float = 0.0
    """Time spent searching, pauses excluded (set by `core.Run`)."""
    build_seconds: float = 0.0
    """Time spent building the search's data structures before the first node."""
    engine: Engine | None = None
    """What ran the steps so far; None for an algorithm that has no kernel."""
    code_coming: bool = False
    """Whether it runs interpreted only until its machine code, being made, is ready."""

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self.status is not Status.RUNNING


def one_thread(method: F) -> F:
    """A method of a search that refuses a second thread while another is in such a method."""

    @wraps(method)
    def alone(self: Search, *arguments: Any, **named: Any) -> Any:
        thread, own = get_ident(), self.__dict__
        if own.get(BUSY) == thread:  # called by another such method
            return method(self, *arguments, **named)
        try:
            if own.setdefault(BUSY, thread) != thread:  # a single step, so one of two threads is first
                raise _in_use(self)
            return method(self, *arguments, **named)
        finally:
            if own.get(BUSY) == thread:
                del own[BUSY]

    return cast(F, alone)


def _in_use(search: Search) -> InUse:
    return InUse(f"another thread is working on this search for {search.problem}; wait until it has returned")


class Search(ABC):
    """A run in progress that can be interrupted and resumed at any node.

    All state that changes is plain data (`state`), so a search can be saved,
    moved to another process, and restored.  Any thread may continue it, one at a time: methods that
    change it raise InUse while another thread is in one of them.
    """

    explained_by: str = ""
    """What explains its nodes; `Algorithm.start` sets it from the catalog (`Algorithm.explained_by`)."""

    _vouched_for: ClassVar[bool] = False
    """Whether a class itself keeps only verified solutions, or takes them from a search that does."""
    _verified = 0
    """How many of `solutions` have been verified."""

    def __init_subclass__(cls) -> None:
        # This verifies the solutions of every subclass with its own `advance` or its own way to keep them,
        # whoever wrote it.
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
        """Whether `advance` returns after a while by itself; large budgets then work best."""
        return False

    @one_thread  # noqa: B027 - not every search has machine code to load
    def prepare(self) -> None:
        """Compile or load what `advance` needs, so that the search then runs at full speed and can be measured.

        Calling this is optional: without it a search begins interpreted and switches to machine code as soon as
        that has been made in the background.
        """

    @property
    def waits_for_machine_code(self) -> bool:
        """Whether the search is large enough to be worth preparing first (`advance` then does so by itself)."""
        return False

    def keep_at_most(self, count: int) -> None:  # noqa: B027 - not every search keeps any
        """Set how many further solutions to keep for browsing if the goal is only to count (none while timed)."""

    @one_thread  # noqa: B027 - not every search has small arrays
    def stand_apart(self) -> None:
        """Move data that changes at each step to memory of its own, because the search will run beside others.

        See `core._kernels.cache_lines`; nothing else changes.
        """

    def rest(self) -> None:  # noqa: B027 - most searches do nothing between two calls of `advance`
        """Let threads that work between calls of `advance` come to rest, as nobody knows when the next call is."""

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
        """Solutions found and steps made so far: a driver needs no more between two slices."""

    @property
    @abstractmethod
    def solutions(self) -> Sequence[tuple[int, ...]]:
        """The solutions kept so far, verified, in the order in which they were found."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Everything that changes, as a dictionary of NumPy arrays and plain numbers (copies)."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to the position that `state` described, with the same problem and parameters.

        Raises ValueError for an impossible state or one of another search; the search then stays as it was.
        """

    # Going back (see `core.running._timeline`)

    def branch_path(self) -> tuple[int, ...] | None:
        """The branch taken at each level down to the node visited last; None if the search is not a tree search.

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
        """`state` for `rewind` of this same search, without the solutions found."""
        return self.state()

    @one_thread
    def rewind(self, frame: Mapping[str, Any]) -> None:
        """Return to an earlier position.  Solutions found since then stay in the list and are not added twice."""
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
    """Make ``advance`` accept whole numbers only."""

    @wraps(advance)
    def asked(self: Search, budget: int, quota: int | None = None) -> Status:
        return advance(self, whole(budget, "budget", 0), None if quota is None else whole(quota, "quota", 0))

    return asked


def _verifying(advance: Callable[..., Status]) -> Callable[..., Status]:
    """Make ``advance`` verify each solution that it adds before anyone sees it."""

    @wraps(advance)
    def verified(self: Search, budget: int, quota: int | None = None) -> Status:
        status = advance(self, budget, quota)
        self._verify_found()
        return status

    return verified
