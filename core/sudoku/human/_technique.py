"""What a technique is: its key, name, HoDoKu code, score, level and rating, its finder, and its words for the reason.

The techniques themselves are entries of the modules in `core.sudoku.human._techniques`, each beside its finder.
Codes, scores, levels and the order are those of HoDoKu 2.2 (Hobiger); the
ratings are those of Sudoku Explainer 1.2.1 (Juillerat), for the techniques that
it knows.  Steps whose rating grows with their length begin at this figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from core._search import ProblemError

if TYPE_CHECKING:
    from core.sudoku.human._position import Position
    from core.sudoku.human._step import Step


class Level(IntEnum):
    """How hard the techniques are that a puzzle needs."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5

    @property
    def title(self) -> str:
        """``easy`` … ``extreme``."""
        return self.name.lower()

    @classmethod
    def named(cls, title: str) -> Level:
        """The level with this title.  Raises ProblemError."""
        try:
            return cls[title.strip().upper()]
        except KeyError:
            titles = ", ".join(level.title for level in cls)
            raise ProblemError(f"expected a level ({titles}), not {title!r}") from None


HIGHEST_SCORE = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""A 9×9 puzzle with a higher score counts as one of the next level."""


def highest_score(level: Level, cells: int) -> float:
    """The highest score of a level on a grid of ``cells`` cells: larger grids have more steps, each with its score."""
    return HIGHEST_SCORE.get(level, float("inf")) * max(1.0, cells / 81)


Finder = Callable[["Position", "Technique"], Iterator["Step"]]
"""A function that finds all instances of a technique in a position; its steps name the technique that it is given."""


@dataclass(frozen=True, slots=True)
class Technique:
    """One entry of the list of techniques."""

    order: int
    """Techniques are tried in ascending order."""
    key: str
    name: str
    code: str
    """HoDoKu's code for it, as its library lines have it."""
    score: int
    level: Level
    finder: Finder = field(compare=False, repr=False)
    reason: Callable[[Step], str] = field(compare=False, repr=False)
    """Why a step is sound, in words and from the step alone; without a full stop, before what follows from it."""
    rating: float | None = None
    """The rating on the Sudoku Explainer scale; None if that does not know it."""
    needs_uniqueness: bool = False
    """Whether it is sound only if the puzzle has one solution."""
    of_rules: bool = False
    """Whether it looks at rules other than houses; a plain puzzle has none of it."""

    def __str__(self) -> str:
        return self.name
