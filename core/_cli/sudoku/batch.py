"""Solves many puzzles one after the other; 9×9 puzzles go a thousand to a call.

`solve_all` takes the items of a reader and yields one `Result` for each, in order.  Each puzzle
gets the same search as it would alone, but one call solves a whole stretch of puzzles if their
algorithm can take many (`Algorithm.solves_many`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core._catalog import Algorithm, algorithm, named
from core._cli.driving import Outcome
from core._reasons import Refusal
from core._search import Goal, Search, Snapshot, Status
from core.running._run import Run
from core.sudoku._formats import FormatError, Puzzle, PuzzleOrError
from core.sudoku._verdict import propose

if TYPE_CHECKING:
    from core._estimates.expected import Expected

STRETCH = 1000
"""The number of 9×9 puzzles passed to the kernel at once: some 20 ms of work."""
LARGEST_COUNT = 1000
"""A stretch cannot be interrupted, so it counts up to this many solutions; beyond that, each puzzle is counted
alone."""


@dataclass(frozen=True)
class Result:
    """The result for one item of a file."""

    item: PuzzleOrError
    outcome: Outcome | None = None
    """None if the item could not be read or the algorithm cannot take it."""
    refusal: Refusal | str | None = None
    """Why the algorithm cannot take this puzzle, or why its solution cannot be written."""
    timed: bool = True
    """Whether the outcome's times are for this puzzle alone (in a stretch they are unknown)."""
    alone: bool = False
    """Whether it was the only puzzle."""
    printed: int | None = None
    """The number of its solutions printed as they were found; None unless they were to be."""
    expected: Expected | None = None
    """An estimate of the number of solutions, if counting was stopped."""

    @property
    def told_from(self) -> str:
        """What the answer was found from, if that is more than the givens: ``, from 17 givens and …``."""
        return self.item.problem.from_more if isinstance(self.item, Puzzle) else ""


def solve_all(
    items: Iterable[PuzzleOrError], key: str | None, goal: Goal, limit: int | None, settings: Mapping[str, str | int],
    endless: Callable[[Puzzle], Result] | None = None,
) -> Iterator[Result]:  # fmt: skip
    """Yield one result for each item, in order.  With ``key`` None each puzzle gets the proposed solver.

    The searches run in the calling thread; KeyboardInterrupt passes through.
    Puzzles whose count may never end are solved by ``endless`` instead.
    """

    def one(puzzle: Puzzle) -> Result:
        if endless is not None and goal is Goal.COUNT:
            return endless(puzzle)
        return _solve_one(puzzle, key, goal, limit, settings)

    stretch: list[Puzzle] = []
    for item in items:
        if isinstance(item, Puzzle) and goal is not Goal.ALL and not settings and _among_many(item, key, goal):
            stretch.append(item)
            if len(stretch) == STRETCH:
                yield from _solve_stretch(stretch, key, goal, limit, one)
                stretch = []
            continue
        yield from _solve_stretch(stretch, key, goal, limit, one)
        stretch = []
        if isinstance(item, FormatError):
            yield Result(item)
        else:
            yield one(item)
    yield from _solve_stretch(stretch, key, goal, limit, one)


def chosen(puzzle: Puzzle, key: str | None, goal: Goal) -> Algorithm:
    """The algorithm named, or the one proposed for this puzzle."""
    return algorithm("sudoku", key or propose(puzzle.problem, goal).key)


def _among_many(puzzle: Puzzle, key: str | None, goal: Goal) -> bool:
    entry = chosen(puzzle, key, goal)
    return bool(entry.solves_many) and entry.obstacle(puzzle.problem, goal) is None


def _solve_one(
    puzzle: Puzzle, key: str | None, goal: Goal, limit: int | None, settings: Mapping[str, str | int]
) -> Result:
    entry = chosen(puzzle, key, goal)
    refusal = entry.refusal(puzzle.problem, goal)
    if refusal is not None:
        return Result(puzzle, refusal=refusal)
    filled = entry.settings(settings)
    searches: list[Search] = []

    def make() -> Search:
        searches.append(entry.start(puzzle.problem, goal, limit, parameters=filled))
        return searches[0]

    snapshot = Run(make).drive()
    return Result(puzzle, Outcome(puzzle.problem, entry, goal, snapshot, searches[0].solutions, filled))


def _solve_stretch(
    puzzles: list[Puzzle], key: str | None, goal: Goal, limit: int | None, one: Callable[[Puzzle], Result]
) -> Iterator[Result]:
    if len(puzzles) < 2:  # solved sooner than a kernel is compiled
        yield from map(one, puzzles)
        return
    import numpy as np

    entry = chosen(puzzles[0], key, goal)
    most = 1 if goal is Goal.FIRST or limit is None else limit
    endless = goal is Goal.COUNT and (limit is None or limit > LARGEST_COUNT)
    if endless:
        most = LARGEST_COUNT
    givens = np.array([puzzle.clues for puzzle in puzzles], dtype=np.int32)
    solutions, counts, nodes = named(entry.solves_many)(givens, most)
    for puzzle, solution, count, visited in zip(
        puzzles, solutions.tolist(), counts.tolist(), nodes.tolist(), strict=True
    ):
        if endless and count >= most:
            yield one(puzzle)  # by a search that can be stopped
            continue
        status = Status.LIMIT if goal is not Goal.FIRST and count >= most else Status.COMPLETE
        snapshot = Snapshot(status, visited, count, nodes=visited)
        found = (tuple(solution),) if count else ()
        yield Result(puzzle, Outcome(puzzle.problem, entry, goal, snapshot, found, {}), timed=False)
