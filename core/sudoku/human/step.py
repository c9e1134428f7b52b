"""A step of a solution as a value: what follows, and every cell, candidate and house that is the reason.

What it says in words is made by `wording`, from the value alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.sudoku.human import words as wording
from core.sudoku.human.pattern import Candidate, Pattern
from core.sudoku.human.scale import rating_of
from core.sudoku.human.technique import Technique
from core.sudoku.shape import Shape

_NOTHING = Pattern()


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it is called, what follows and why."""

    technique: Technique
    placements: tuple[Candidate, ...]
    """Values to put in cells."""
    eliminations: tuple[Candidate, ...]
    """Candidates to strike out, ordered by value and cell."""
    pattern: Pattern = _NOTHING
    shape: Shape = field(default=Shape(3, 3), repr=False)
    """The grid that the cells and units belong to."""

    @property
    def score(self) -> int:
        """HoDoKu's score of one use of the technique."""
        return self.technique.score

    @property
    def rating(self) -> float | None:
        """On the Sudoku Explainer scale (ours: see `core.sudoku.human.rating`); None where that has no counterpart."""
        return rating_of(self)

    @property
    def name(self) -> str:
        """The name of the technique."""
        return self.technique.name

    @property
    def consequence(self) -> str:
        """What follows, in the usual notation: ``r3c6=5`` or ``r3c6<>4, r12c1<>7``."""
        return wording.consequence(self)

    @property
    def sentence(self) -> str:
        """Why, in a sentence or two that end with the consequence."""
        return wording.sentence(self)

    @property
    def line(self) -> str:
        """Name and consequence in one short line: ``X-Wing: r3c6<>4``."""
        return f"{self.technique.name}: {self.consequence}"

    def __str__(self) -> str:
        return self.line
