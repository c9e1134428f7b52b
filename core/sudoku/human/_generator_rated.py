"""Making puzzles that need a wanted level, score or technique.

`generator` makes grids and `solver` rates them, until one fits or the caller
stops it.  The same seed and wishes give the same puzzle.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from core._checks import wholes
from core._search import ProblemError
from core._words import counted
from core.sudoku._layout import Layout
from core.sudoku._problem import Sudoku
from core.sudoku._propagation.search import LOCKED, SINGLES
from core.sudoku._shape import Shape
from core.sudoku.human import TECHNIQUES, Level, Path, Technique, solve_by_logic
from core.sudoku.human._generator import (
    NotFound,
    Stopped,
    Symmetry,
    check_clues,
    deduced,
    dig,
    full_grid,
    highest_level,
    is_unique,
    orbits,
    outcomes,
)
from core.sudoku.human._solver import PathEnding
from core.sudoku.human._technique import highest_score
from core.sudoku.rules._rule import Rule

NEIGHBOURS = 12
"""How many givens are tried in place of the one with which a puzzle is too easy, and without which it is too hard."""
FULL = 20
"""After this many grids that scored too much, givens are put back into the next ones."""

LEAST_OF_RULES = min(entry.level for entry in TECHNIQUES if entry.of_rules)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the wanted puzzle is like; None or empty allows anything.

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
    """Whether every given must be needed, or every group of them that the symmetry keeps together."""
    clues: int | None = None
    """How many givens it may have at most."""
    rules: tuple[type[Rule], ...] = ()
    """Kinds of rules drawn for it (`core.sudoku.rules.Rule.drawn`); they stay if they are needed."""
    by_logic: bool = False
    """Whether logic must solve it, whatever its level."""

    def __post_init__(self) -> None:
        if self.score is not None:
            limits = wholes(self.score, "the score")
            if len(limits) != 2 or not 0 <= limits[0] <= limits[1]:
                raise ProblemError(f"expected a range of scores such as 500-900, not {'-'.join(map(str, limits))}")
        if self.level is not None and any(entry.level > self.level for entry in self.requires):
            hardest = max(self.requires, key=lambda entry: entry.level)
            raise ProblemError(f"{hardest.name} is {hardest.level.title}: no {self.level.title} puzzle requires it")

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """What a path may use: nothing above the level."""
        return tuple(entry for entry in TECHNIQUES if self.level is None or entry.level <= self.level)

    def fits(self, path: Path) -> bool:
        """Whether a path (with `techniques`) is as wanted."""
        return not self.misses(path)

    def misses(self, path: Path) -> str:
        """Why a path is not as wanted, in a word or two; empty if it is."""
        if self.too_hard(path):
            return "too hard" if path.solved or self.level is not None else "beyond logic"
        if self.level is not None and path.level is not self.level:
            return "too easy"
        if self.score is not None and path.score < self.score[0]:
            return "scored too little"
        used = {step.technique for step in path.steps}
        if self.rules and path.solved and not any(entry.of_rules for entry in used):
            return "did without its rules"
        return next((f"did without {entry.name}" for entry in self.requires if entry not in used), "")

    def too_hard(self, path: Path) -> bool:
        """Whether a path is too hard for the wish, so that only more givens can help."""
        if self.by_logic and not path.solved:
            return True
        if self.score is not None and not (path.solved and path.score <= self.score[1]):
            return True
        return self.level is not None and self.level < Level.EXTREME and not (path.solved and path.level <= self.level)

    def check(self, layout: Layout) -> None:
        """Raise NotFound if it is known that no puzzle of this layout is as wanted."""
        check_clues(layout, self.clues)
        only_houses = layout.only_houses and not self.rules
        highest = Level.EXTREME if self.rules else highest_level(layout)
        if any(wanted > highest for wanted in (self.level or Level.EASY, *(entry.level for entry in self.requires))):
            raise NotFound(f"no puzzle with boxes of {layout} is harder than {highest.title}")
        for entry in self.requires:
            if entry.of_rules and only_houses:
                raise NotFound(f"{entry.name} takes rules that are not houses, and boxes of {layout} have none")
            if entry.needs_uniqueness and not only_houses:
                raise NotFound(f"{entry.name} is sound for houses only, and boxes of {layout} have other rules")
        for kind in self.rules:
            if self.level is Level.EASY:
                raise NotFound(f"{kind.title}: what such a rule says is {LEAST_OF_RULES.title} at least, not easy")
        if self.score is None:
            return
        least = min(entry.score for entry in TECHNIQUES)
        if self.score[1] < least:
            raise NotFound(f"the first step scores {least} already: no puzzle scores {self.score[1]} or less")
        if self.level is not None and self.score[0] > (most := highest_score(self.level, layout.cells)):
            raise NotFound(f"{self.level.title} puzzles score {most:.0f} at most, not {self.score[0]} or more")


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
    shape: Shape | Layout,
    seed: int,
    wish: Wish | None = None,
    *,
    stopped: Callable[[], bool] = lambda: False,
    attempts: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rated:
    """A puzzle of this shape that fits the wish.

    It tries until one fits, however long that takes.  It asks ``stopped`` often, raising Stopped when that says yes,
    and tells ``progress`` the number of grids tried.  With ``attempts``, it raises NotFound after that many, saying
    what became of them; it raises NotFound at once if `Wish.check` does.
    """
    wish = wish or Wish()
    layout = Layout.of(shape)
    wish.check(layout)
    missed = Counter[str]()
    attempt = 0
    while attempts is None or attempt < attempts:
        if progress is not None:
            progress(attempt)
        made = made_at(layout, seed, attempt, wish, stopped)
        if isinstance(made, Rated):
            return made
        missed[made] += 1
        attempt += 1
    raise NotFound(f"no such puzzle in {counted(attempt, 'grid')} from seed {seed}: {outcomes(missed)}")


def made_at(layout: Layout, seed: int, attempt: int, wish: Wish, stopped: Callable[[], bool]) -> Rated | str:
    """The puzzle of one attempt, or why it is not as wished."""
    chance = random.Random(f"{seed}/{attempt}/{layout.text}/rated")
    solution = full_grid(layout, chance)
    drawn = [rule for kind in wish.rules for rule in kind.drawn(layout.shape, solution, chance)]
    layout = Layout.of(layout.shape, (*layout.rules, *sorted(drawn, key=lambda rule: rule.cells)))
    stays: Callable[[Sudoku], bool] = is_unique
    eased = (layout.order > 9 or not layout.plain) and wish.level in (Level.MEDIUM, Level.HARD, Level.UNFAIR)
    if wish.level is Level.EASY:
        stays = partial(deduced, inference=SINGLES)
    elif wish.level is Level.MEDIUM and not eased:
        stays = partial(deduced, inference=LOCKED)
    problem = Sudoku.of(layout, dig(layout, solution, chance, stays, wish.symmetry, wish.clues, stopped))
    problem, gone = _with_few_rules(problem, drawn, chance, stays, stopped)
    if eased or wish.by_logic or (wish.score is not None and attempt >= FULL):
        problem = _eased(layout, problem, gone, solution, chance, wish, stopped) or problem
    if wish.minimal:
        givens = dig(problem.layout, problem.givens, chance, is_unique, wish.symmetry, None, stopped)
        problem = Sudoku.of(problem.layout, givens)
    if wish.clues is not None and problem.clues > wish.clues:
        return f"with more than {counted(wish.clues, 'given')}"
    path = solve_by_logic(problem, stopped, techniques=wish.techniques, unique=True)
    if path.ending is PathEnding.CANCELLED:
        raise Stopped("stopped before a puzzle was found")
    if wish.level is Level.EXTREME and not path.solved and wish.requires:
        return "beyond logic"
    return wish.misses(path) or Rated(problem, solution, path, seed, attempt)


def _with_few_rules(
    problem: Sudoku, drawn: Sequence[Rule], chance: random.Random, stays: Callable[[Sudoku], bool],
    stopped: Callable[[], bool],
) -> tuple[Sudoku, list[Rule]]:  # fmt: skip
    """Take rules away, one by one in random order, wherever ``stays`` accepts what is left; returns the rules taken
    too.
    """
    gone: list[Rule] = []
    for rule in chance.sample(drawn, len(drawn)):
        if stopped():
            raise Stopped("stopped before a puzzle was found")
        rest = Sudoku(
            problem.shape, candidates=problem.candidates, rules=[each for each in problem.rules if each != rule]
        )
        if stays(rest):
            problem = rest
            gone.append(rule)
    return problem, gone


def _eased(
    layout: Layout, problem: Sudoku, gone: Sequence[Rule], solution: tuple[int, ...], chance: random.Random, wish: Wish,
    stopped: Callable[[], bool],
) -> Sudoku | None:  # fmt: skip
    """Put rules and givens back into a puzzle that is usually too hard, until it fits; None if it never does.

    With few givens nearly all such grids are beyond logic.  The more is put back, the easier they get: halving the
    number to be put back leads in a few ratings to one that fits, or to two that differ in the one part that decides.
    """
    groups = [group for group in orbits(problem.shape, wish.symmetry) if not all(problem.givens[c] for c in group)]
    chance.shuffle(groups)
    parts: list[Rule | tuple[int, ...]] = [*gone, *groups]

    def rated(back: Sequence[Rule | tuple[int, ...]]) -> tuple[Sudoku, Path]:
        cells = {cell for part in back if isinstance(part, tuple) for cell in part}
        givens = [solution[cell] if cell in cells else given for cell, given in enumerate(problem.givens)]
        rules = [rule for rule in layout.rules if rule in problem.rules or rule in back]
        now = Sudoku.of(problem.shape, givens, rules=rules)
        path = solve_by_logic(now, stopped, techniques=wish.techniques, unique=True)
        if path.ending is PathEnding.CANCELLED:
            raise Stopped("stopped before a puzzle was found")
        return now, path

    low, high = 0, len(parts)
    while low < high:
        middle = (low + high) // 2
        now, path = rated(parts[:middle])
        if wish.fits(path):
            return now
        if wish.too_hard(path):
            low = middle + 1
        else:
            high = middle
    for part in parts[low : low + NEIGHBOURS] if low else ():
        now, path = rated([*parts[: low - 1], part])
        if wish.fits(path):
            return now
    return None
