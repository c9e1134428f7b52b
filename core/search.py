"""The vocabulary every part of the program shares.

A **Problem** is an immutable value that can check a proposed solution.
A **Search** is a run in progress: plain data plus one method that moves it on.
A **Snapshot** is what a search looks like at one moment, for whoever watches.

Nothing here imports NumPy: the module is read by ``--help`` and by the screens.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, runtime_checkable

from core.words import grouped

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
    """As many solutions as were asked for have been found; there may be more."""
    STOPPED = "stopped"
    """Somebody stopped it: the figures are partial."""
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


class Reasoned(ValueError):
    """An exception that carries its reason as a value; ``str`` of it is the sentence.

    All that a caller may have to catch, by family:

    | Reasoned
    |   ProblemError          the problem is not possible: malformed, or outside every algorithm's range
    |     FormatError         a text cannot be read: it says where, and what was expected
    |       TooLargeAt        … and what stands there is a Sudoku of too large an order
    |     CannotWrite         a format cannot hold this puzzle
    |     OrderTooLarge       a Sudoku of too large an order
    |     NotFound            no puzzle as wished came up in the attempts allowed
    |     Stopped             the caller stopped making a puzzle
    |     PlanError           nobody can measure this plan
    |       SettingError      … because of one setting in its file
    |     NoSuchExperiment    the history has no experiment with this number
    |     CheckpointError     a checkpoint cannot be read or written, or belongs to another search
    |     LedgerError         the same for a file of finished parts
    |     PartsTooLarge       no part of the count ends in the time allowed
    |     PartsDiffer         a part that was counted twice gave two results
    |     ClusterError        a cluster of workers cannot be used
    |       ClusterLost       it was there when the count began, and no longer is
    |   CannotSolve           this algorithm cannot take this problem, goal or parameter
    |   GaveUp                an incomplete method ended without a solution
    |   TimeIsUp              the time allowed is over
    """

    def __init__(self, *reason: object) -> None:
        super().__init__(*reason)

    @property
    def reason(self) -> object:
        """A value of `core.reasons`, or a sentence where no program needs more."""
        return self.args[0] if self.args else ""


class ProblemError(Reasoned):
    """The problem itself is not possible: malformed, or outside every algorithm's range."""


class CannotSolve(Reasoned):
    """This algorithm cannot take this problem, goal or parameter; `reason` says why, and which could."""


class WrongSolution(AssertionError):
    """A search produced something that does not solve its problem: a bug, or a state that was tampered with."""


def told(error: Exception) -> str:
    """What an exception says: a sentence of ours as it stands, any other behind the name of its class.

    >>> told(ProblemError("no such board")), told(KeyError("x"))
    ('no such board', "KeyError: 'x'")
    """
    return str(error) if isinstance(error, Reasoned | WrongSolution) else f"{type(error).__name__}: {error}"


def whole(number: object, what: str, least: int, most: int | None = None) -> int:
    """``number`` as an int if it is a whole number in range; True and 8.0 are refused.  Raises ProblemError.

    >>> whole(8, "N", 1)
    8
    """
    try:
        value = operator.index(number) if isinstance(number, SupportsIndex) else least - 1
    except TypeError:
        value = least - 1
    if isinstance(number, bool) or value < least or (most is not None and value > most):
        range_ = f", {grouped(least)} or more" if most is None else f" from {grouped(least)} to {grouped(most)}"
        raise ProblemError(f"{what} must be a whole number{range_}, not {number!r}")
    return value


def checked_limit(limit: int | None) -> int | None:
    """How many solutions are wanted at most; None for all.  Raises ProblemError below 1."""
    return None if limit is None else whole(limit, "limit", 1)


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

    def verify(self, solution: Sequence[int]) -> bool:
        """Whether ``solution`` (in this problem's own notation) solves it."""
        ...

    def __str__(self) -> str: ...


def identity(problem: Problem) -> str:
    """A text that no two problems share unless they are equal: files that hold a search or parts of one say it.

    It is the ``repr``, which for most is the whole value; a problem whose ``repr`` is short has an ``identity`` of its
    own.
    """
    return str(getattr(problem, "identity", None) or repr(problem))


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

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to do."""
        return self.status is not Status.RUNNING


class Search(ABC):
    """A run in progress that can be left and taken up again at any node.

    All state that changes is plain data (`state`), so a search can be saved,
    moved to another process, and restored.
    """

    explained_by: str = ""
    """What explains its nodes; `Algorithm.start` sets it from the catalog (`Algorithm.explained_by`)."""

    def __init__(self, problem: Problem, goal: Goal | str, limit: int | None = None) -> None:
        """Raise ProblemError for an unknown goal, and for a limit that is not a whole number from 1 (or None)."""
        self.problem = problem
        self.goal = Goal.of(goal)
        self.limit = 1 if self.goal is Goal.FIRST else checked_limit(limit)
        self.status = Status.RUNNING
        self.build_seconds = 0.0

    @property
    def paces_itself(self) -> bool:
        """Whether `advance` returns after a while by itself; any large budget is then allowed, and works best."""
        return False

    def prepare(self) -> None:  # noqa: B027 - not every search has machine code to load
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

    def stand_apart(self) -> None:  # noqa: B027 - not every search has small arrays
        """Move what changes at each step to memory of its own, because the search will run beside others.

        See `core.kernels.cache_lines`; nothing else changes.
        """

    def rest(self) -> None:  # noqa: B027 - most searches do nothing between two calls of `advance`
        """Let threads that work on between two calls of `advance` come to rest: nobody knows when the next one is."""

    @abstractmethod
    def advance(self, budget: int, quota: int | None = None) -> Status:
        """Move on by at most ``budget`` steps and at most ``quota`` further solutions.

        Returns the status afterwards; a finished search stays as it is.  Raises WrongSolution where a
        solution found does not solve the problem: a mistake in the algorithm.
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

    def rewind(self, frame: Mapping[str, Any]) -> None:
        """Take up an earlier position.  Solutions found since then stay in the list and are not added twice."""
        self.restore(frame)
