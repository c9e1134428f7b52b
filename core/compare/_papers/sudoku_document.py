"""Measures the claims of the Sudoku document (Nery, 003): ``python -m core sudoku document``.

1. Its example: a 2×2 grid with boxes of one row and two columns, one given.
2. Building the structure through the n³ × 4n² matrix takes far longer than solving
   the puzzle; building it sparsely does not.
3. The single branch solves proper puzzles that need no guess, and gives up on
   others.

The puzzles are the shipped ones in the shapes that the document tried.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from core._catalog import algorithm
from core._search import Goal, Search, Status
from core._words import grouped
from core.sudoku._collections import collections
from core.sudoku._formats import document
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape

SHAPES = (Shape(2, 2), Shape(2, 3), Shape(2, 4), Shape(3, 3))
"""The shapes of the document's own data set, ten puzzles each."""

EXAMPLE = Sudoku.of(Shape(1, 2), (1, 0, 0, 0))
"""Figure 7 of the document."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Medians over the puzzles of one shape, in seconds."""

    boxes: str
    puzzles: int
    matrix_cells: int
    dense_build: float
    sparse_build: float
    solve: float
    """One descent of the single branch, which is the same whichever way it was built."""


@dataclass(frozen=True, slots=True)
class Descents:
    """How the single branch fares on the puzzles of one shape and tier."""

    boxes: str
    tier: str
    puzzles: int
    solved: int
    gave_up: int
    needed_guesses: int
    """Puzzles on which it met a choice among several options."""


@dataclass(frozen=True, slots=True)
class Claims:
    """All that was measured."""

    example: tuple[int, ...]
    timings: tuple[Timing, ...]
    branches: tuple[Descents, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "example": list(self.example),
            "timings": [asdict(timing) for timing in self.timings],
            "branches": [asdict(branch) for branch in self.branches],
        }


def _descend(problem: Sudoku, build: str) -> tuple[Search, float]:
    """A finished descent, and its seconds without building."""
    search = algorithm("sudoku", "single-branch").start(problem, Goal.FIRST, parameters={"build": build})
    search.prepare()
    started = time.perf_counter()
    while search.status is Status.RUNNING:
        search.advance(1 << 30)
    return search, time.perf_counter() - started


def measure_claims(repeat: int = 5) -> Claims:
    """Measure everything, each time as the median of ``repeat`` runs."""
    example, _ = _descend(EXAMPLE, "dense")
    timings, branches = [], []
    for collection in collections():
        if collection.shape not in SHAPES:
            continue
        puzzles = collection.puzzles()
        builds: dict[str, list[float]] = {"dense": [], "sparse": []}
        solves = []
        tiers: dict[str, list[Search]] = {}
        for puzzle in puzzles:
            for build, times in builds.items():
                runs = [_descend(puzzle.problem, build) for _ in range(repeat)]
                times.append(median(search.build_seconds for search, _ in runs))
                solves.append(median(seconds for _, seconds in runs))
            tiers.setdefault(puzzle.level, []).append(runs[0][0])
        shape = collection.shape
        dense, sparse = median(builds["dense"]), median(builds["sparse"])
        timings.append(Timing(str(shape), len(puzzles), 4 * shape.order**5, dense, sparse, median(solves)))
        branches += [_descents(str(shape), tier, searches) for tier, searches in tiers.items()]
    return Claims(example.solutions[0], tuple(timings), tuple(branches))


def _descents(boxes: str, tier: str, searches: list[Search]) -> Descents:
    solved = sum(search.status is Status.COMPLETE for search in searches)
    details = [search.snapshot().detail or {} for search in searches]
    guessed = sum(detail["guesses"] > 0 for detail in details)
    return Descents(boxes, tier, len(searches), solved, len(searches) - solved, guessed)


def report(claims: Claims) -> Iterator[str]:
    """The figures as tables, with what they mean for each claim."""
    yield "1. The example: 2×2 grid, boxes 1×2, one given"
    yield from (f"   {line}" for line in document.answer(EXAMPLE.shape, EXAMPLE.givens, claims.example))
    yield ""
    yield "2. Building through the n³ × 4n² matrix against solving (medians, ms)"
    yield "   boxes  puzzles  matrix cells  dense build  sparse build    solve  dense/solve"
    for t in claims.timings:
        yield (
            f"   {t.boxes:<6} {t.puzzles:>7} {grouped(t.matrix_cells):>13} {t.dense_build * 1e3:>12.3f} "
            f"{t.sparse_build * 1e3:>13.3f} {t.solve * 1e3:>8.3f}  {t.dense_build / t.solve:>10.1f}×"
        )
    longer = sum(t.dense_build > t.solve for t in claims.timings)
    yield f"   The dense build takes longer than solving at {longer} of the {len(claims.timings)} shapes measured."
    yield ""
    yield "3. The single branch: smallest item, first option, no way back"
    yield f"   {'boxes':<6} {'tier':<8} {'puzzles':>7} {'met a guess':>12} {'solved':>7} {'gave up':>8}"
    for b in claims.branches:
        yield f"   {b.boxes:<6} {b.tier:<8} {b.puzzles:>7} {b.needed_guesses:>12} {b.solved:>7} {b.gave_up:>8}"
    without = [b for b in claims.branches if b.needed_guesses == 0]
    solved, of = sum(b.solved for b in without), sum(b.puzzles for b in without)
    yield (
        f"   Of the tiers that need no guess, {solved} of {of} puzzles are solved; "
        + (
            "on some of the others it gives up, which proves nothing."
            if any(b.gave_up for b in claims.branches)
            else "its guesses were lucky on all the others."
        )
    )
