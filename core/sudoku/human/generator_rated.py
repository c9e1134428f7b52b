"""Making puzzles that need a wanted level, score or technique.

`generator` makes grids and `solver` rates them, until one fits or the caller
stops it.  The same seed and wishes give the same puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from core.search import ProblemError
from core.sudoku.human import TECHNIQUES, Level, Path, Technique, solve_by_logic
from core.sudoku.human.generator import (
    NotFound,
    Stopped,
    Symmetry,
    check_clues,
    deduced,
    dig,
    full_grid,
    is_unique,
    orbits,
)
from core.sudoku.human.solver import PathEnding
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from core.sudoku.solvers.propagation import LOCKED, SINGLES

NEIGHBOURS = 12
"""How many givens are tried in the place of the one that makes a puzzle too easy, and without which it is too hard."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the wanted puzzle is like; None or empty means that anything will do.

    For example:

        Wish(level=Level.HARD, minimal=True)         # hard, and no given too many
        Wish(score=(500, 900), clues=26)             # at most 26 givens; its steps add up to 500 to 900
        Wish(requires=(technique("x-wing"),))        # its path uses an X-Wing
    """

    level: Level | None = None
    score: tuple[int, int] | None = None
    """Lowest and highest score allowed."""
    requires: tuple[Technique, ...] = ()
    """Techniques that its path must use, each at least once."""
    symmetry: Symmetry = Symmetry.NONE
    minimal: bool = False
    """Whether every given must be needed (that breaks the symmetry)."""
    clues: int | None = None
    """How many givens it may have at most."""

    def __post_init__(self) -> None:
        if self.score is not None and not 0 <= self.score[0] <= self.score[1]:
            raise ProblemError(f"expected a range of scores such as 500-900, not {self.score[0]}-{self.score[1]}")
        if self.level is not None and any(entry.level > self.level for entry in self.requires):
            hardest = max(self.requires, key=lambda entry: entry.level)
            raise ProblemError(f"{hardest.name} is {hardest.level.title}: no {self.level.title} puzzle requires it")

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """What a path may use: nothing above the level."""
        return tuple(entry for entry in TECHNIQUES if self.level is None or entry.level <= self.level)

    def fits(self, path: Path) -> bool:
        """Whether a path (with `techniques`) is as wanted."""
        if self.level is not None and self.level < Level.EXTREME and not path.solved:
            return False
        if path.ending is PathEnding.CANCELLED or (self.level is not None and path.level is not self.level):
            return False
        if self.score is not None and not (path.solved and self.score[0] <= path.score <= self.score[1]):
            return False
        used = {step.technique for step in path.steps}
        return all(entry in used for entry in self.requires)


@dataclass(frozen=True)
class Rated:
    """A puzzle with one solution and its path."""

    problem: Sudoku
    solution: tuple[int, ...]
    path: Path
    seed: int
    attempt: int
    """How many grids were made and did not fit."""


def generate_rated(
    shape: Shape,
    seed: int,
    wish: Wish | None = None,
    *,
    stopped: Callable[[], bool] = lambda: False,
    attempts: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rated:
    """A puzzle of this shape that fits the wish.

    It tries until one fits, however long that takes.  It asks ``stopped`` often, raising Stopped when that says yes,
    and tells ``progress`` the number of grids tried.  With ``attempts``, it raises NotFound after that many.
    """
    wish = wish or Wish()
    check_clues(shape, wish.clues)
    attempt = 0
    while attempts is None or attempt < attempts:
        if progress is not None:
            progress(attempt)
        made = made_at(shape, seed, attempt, wish, stopped)
        if made is not None:
            return made
        attempt += 1
    raise NotFound(f"no such puzzle in {attempts} attempts from seed {seed}")


def made_at(shape: Shape, seed: int, attempt: int, wish: Wish, stopped: Callable[[], bool]) -> Rated | None:
    """The puzzle of one attempt, or None where it is not as wished."""
    chance = random.Random(f"{seed}/{attempt}/{shape.text}/rated")
    solution = full_grid(shape, chance)
    stays: Callable[[Sudoku], bool] = is_unique
    eased = (shape.order > 9 or not shape.plain) and wish.level in (Level.MEDIUM, Level.HARD, Level.UNFAIR)
    if wish.level is Level.EASY:
        stays = partial(deduced, inference=SINGLES)
    elif wish.level is Level.MEDIUM and not eased:
        stays = partial(deduced, inference=LOCKED)
    givens = dig(shape, solution, chance, stays, wish.symmetry, wish.clues, stopped)
    if eased:
        found = _eased(shape, givens, solution, chance, wish, stopped)
        if found is None:
            return None
        givens = found
    if wish.minimal:
        givens = dig(shape, givens, chance, is_unique, Symmetry.NONE, None, stopped)
    problem = Sudoku(shape, givens)
    if wish.clues is not None and problem.clues > wish.clues:
        return None
    path = solve_by_logic(problem, stopped, techniques=wish.techniques, unique=True)
    if path.ending is PathEnding.CANCELLED:
        raise Stopped("stopped before a puzzle was found")
    if wish.level is Level.EXTREME and not path.solved and wish.requires:
        return None
    return Rated(problem, solution, path, seed, attempt) if wish.fits(path) else None


def _eased(
    shape: Shape, givens: tuple[int, ...], solution: tuple[int, ...], chance: random.Random, wish: Wish,
    stopped: Callable[[], bool],
) -> tuple[int, ...] | None:  # fmt: skip
    """Put givens back into a puzzle that is mostly too hard, until it fits; None where none does.

    With few givens such grids are nearly all beyond logic.  The more are put back, the easier it is: halving the number
    to be put back leads in a few ratings to one that fits, or to two with a given between them that is the last straw.
    """
    groups = [group for group in orbits(shape, wish.symmetry) if not all(givens[cell] for cell in group)]
    chance.shuffle(groups)

    def rated(back: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], Path]:
        cells = set(chain.from_iterable(back))
        now = tuple(solution[cell] if cell in cells else given for cell, given in enumerate(givens))
        path = solve_by_logic(Sudoku(shape, now), stopped, techniques=wish.techniques, unique=True)
        if path.ending is PathEnding.CANCELLED:
            raise Stopped("stopped before a puzzle was found")
        return now, path

    low, high = 0, len(groups)
    while low < high:
        middle = (low + high) // 2
        now, path = rated(groups[:middle])
        if wish.fits(path):
            return now
        if path.solved and (wish.level is None or path.level <= wish.level):
            high = middle
        else:
            low = middle + 1
    for group in groups[low : low + NEIGHBOURS] if low else ():
        now, path = rated([*groups[: low - 1], group])
        if wish.fits(path):
            return now
    return None
