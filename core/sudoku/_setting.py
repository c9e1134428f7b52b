"""Questions of someone who sets a puzzle: which values are possible, how two solutions differ, what can be left out.

Each function blocks until it knows, so screens call it in a worker.  It often asks ``stopped``, and tells
``progress`` the share done.  When stopped it returns what it has found, and says that this is not all:

- `possible_values`: the values of each cell that some solution has, as `PossibleValues`;
- `closest_solutions`: the two solutions that differ least, as `ClosestSolutions`, or None if there are not two;
- `spare_parts`: the rules and givens without which there is still one solution, as `SpareParts`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core._search import Goal, Status
from core._words import counted, grouped
from core.sudoku._problem import Sudoku
from core.sudoku._shape import Shape
from core.sudoku._symbols import symbol
from core.sudoku._verdict import CAP, Finding, Verdict, judge, start_proposed
from core.sudoku.rules._forms import Values
from core.sudoku.rules._rule import Rule

STRETCH_SECONDS = 0.02
"""A search goes on for about this long before ``stopped`` is asked again."""
LONGEST_STRETCH = 1 << 14
"""And at most this many steps."""

Asked = Callable[[], bool]
Told = Callable[[float], None]


def _never() -> bool:
    return False


def _unheard(_: float) -> None:
    pass


def stretches(going: Asked, most: int | None = None) -> Iterator[int]:
    """Yield how many steps to make next, again and again while ``going``, up to ``most`` in all.

    The number depends on the time they take: one step in a large grid takes as long as a thousand in a small one.
    """
    budget, made = 16, 0
    while going() and (most is None or made < most):
        steps = budget if most is None else min(budget, most - made)
        begun = time.monotonic()
        yield steps
        made += steps
        slow = time.monotonic() - begun > STRETCH_SECONDS
        budget = max(1, budget // 2) if slow else min(2 * budget, LONGEST_STRETCH)


@dataclass(frozen=True, slots=True)
class PossibleValues:
    """What `possible_values` finds."""

    values: tuple[Values, ...]
    """By cell, the values seen in solutions; all empty if there is no solution."""
    open: tuple[Values, ...]
    """By cell, further values of which nothing is known; all empty when nothing stopped it."""
    solutions: int
    """How many solutions were seen; there are at least as many."""

    @property
    def whole(self) -> bool:
        """Whether every value is decided."""
        return not any(self.open)

    def gone(self, candidates: Sequence[Values]) -> int:
        """How many of these candidates, a set for each cell, are in no solution."""
        left = zip(candidates, self.values, self.open, strict=True)
        return sum((bits & ~(values | still)).bit_count() for bits, values, still in left)


def possible_values(
    problem: Sudoku, stopped: Asked = _never, progress: Told = _unheard, seen: Callable[[int], None] = _unheard
) -> PossibleValues:
    """The values of each cell that some solution has: its true candidates.

    Just before ``progress``, ``seen`` is told how many solutions were seen so far.

    >>> from core import Shape
    >>> possible_values(Sudoku.of(Shape(1, 2), (1, 0, 0, 0))).values
    (1, 2, 2, 1)
    """
    from core.sudoku._propagation.true_candidates import TrueCandidates  # NumPy and kernels

    work = TrueCandidates(problem)
    for steps in stretches(lambda: not work.done and not stopped()):
        work.advance(steps)
        seen(work.solutions)
        progress(work.progress)
    open_ = (0,) * problem.shape.cells if work.done else work.open
    return PossibleValues(work.seen, open_, work.solutions)


@dataclass(frozen=True, slots=True)
class ClosestSolutions:
    """Two solutions that differ in the fewest cells of all that were looked at."""

    one: tuple[int, ...]
    other: tuple[int, ...]
    seen: int
    """How many solutions were looked at."""
    whole: bool
    """Whether these are all solutions."""

    @property
    def cells(self) -> tuple[int, ...]:
        """Where they differ."""
        return tuple(cell for cell, (a, b) in enumerate(zip(self.one, self.other, strict=True)) if a != b)

    def words(self, shape: Shape) -> str:
        """``the two differ in 4 cells: r1c1 (1 or 2), …``."""
        values = zip(self.one, self.other, strict=True)
        told = [f"{shape.name_of(cell)} ({symbol(a)} or {symbol(b)})" for cell, (a, b) in enumerate(values) if a != b]
        least = f"of {'all' if self.whole else 'the first'} {grouped(self.seen)} solutions, two differ least,"
        if self.whole and self.seen == 2:
            least = "the two differ"
        return f"{least} in {counted(len(told), 'cell')}: {', '.join(told)}"


def closest_solutions(
    problem: Sudoku, most: int = CAP, stopped: Asked = _never, progress: Told = _unheard
) -> ClosestSolutions | None:
    """The two of the first ``most`` solutions that differ in the fewest cells; None if fewer than two were found.

    >>> from core import Shape
    >>> closest_solutions(Sudoku.empty(Shape(1, 2))).cells
    (0, 1, 2, 3)
    """
    import numpy as np

    search = start_proposed(problem, Goal.ALL, most)
    for steps in stretches(lambda: search.status is Status.RUNNING and not stopped()):
        search.advance(steps)
        progress(len(search.solutions) / most)
    found = np.array(search.solutions, dtype=np.int8)
    if len(found) < 2:
        return None
    best = (problem.shape.cells + 1, 0, 0)
    for number in range(len(found) - 1):
        apart = (found[number + 1 :] != found[number]).sum(axis=1)
        nearest = int(apart.argmin())
        best = min(best, (int(apart[nearest]), number, number + 1 + nearest))
    one, other = (tuple(found[number].tolist()) for number in best[1:])
    return ClosestSolutions(one, other, len(found), search.status is Status.COMPLETE)


@dataclass(frozen=True, slots=True)
class SpareParts:
    """What `spare_parts` finds: each part can go by itself, though not always two of them together."""

    verdict: Verdict
    """The verdict on the puzzle as it is; its parts are judged only if it has one solution."""
    rules: tuple[Rule, ...] = ()
    """The rules that can go."""
    givens: tuple[int, ...] = ()
    """The cells whose givens can go."""
    undecided: int = 0
    """The number of parts not judged when it was stopped."""

    def words(self, problem: Sudoku) -> list[str]:
        """Each part that can go, in writing: a rule by its line, a given as ``5 in r1c1``."""
        shape, givens = problem.shape, problem.givens
        named = [f"{symbol(givens[cell])} in {shape.name_of(cell)}" for cell in self.givens]
        return [*(rule.line(shape) for rule in self.rules), *named]


def spare_parts(problem: Sudoku, stopped: Asked = _never, progress: Told = _unheard) -> SpareParts:
    """The rules, and the givens, without which the puzzle still has one solution.

    >>> from core import Shape
    >>> spare_parts(Sudoku.of(Shape(1, 2), (1, 2, 0, 0))).givens
    (0, 1)
    """
    parts: list[Rule | int] = [*problem.rules, *(cell for cell, given in enumerate(problem.givens) if given)]
    verdict = verdict_on(problem, 2, stopped)
    if not verdict.proper:
        return SpareParts(verdict, undecided=len(parts) if verdict.kind is Finding.UNDECIDED else 0)
    full = (1 << problem.shape.order) - 1
    rules, givens, undecided = [], [], 0
    for number, part in enumerate(parts):
        progress(number / len(parts))
        sets = problem.candidates
        if isinstance(part, int):
            sets = (*sets[:part], full, *sets[part + 1 :])
        rest = Sudoku(problem.shape, candidates=sets, rules=[rule for rule in problem.rules if rule is not part])
        found = verdict_on(rest, 2, stopped)
        undecided += found.kind is Finding.UNDECIDED
        if found.proper and isinstance(part, int):
            givens.append(part)
        elif found.proper and not isinstance(part, int):
            rules.append(part)
    return SpareParts(verdict, tuple(rules), tuple(givens), undecided)


def verdict_on(problem: Sudoku, cap: int = CAP, stopped: Asked = _never, most: int | None = None) -> Verdict:
    """The verdict of `core.sudoku._verdict.check`; undecided if it was stopped first, or took ``most`` steps."""
    search = start_proposed(problem, Goal.COUNT, max(cap, 2))
    for steps in stretches(lambda: search.status is Status.RUNNING and not stopped(), most):
        search.advance(steps)
    if search.status is Status.RUNNING:
        search.status = Status.STOPPED
    return judge(problem, search.snapshot(), search.solutions)
