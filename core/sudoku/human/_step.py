"""A step of a solution as a value: what follows, and every cell, candidate and house that is the reason.

Its words are made from the value alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.sudoku._layout import HouseKind, Layout
from core.sudoku._shape import Shape
from core.sudoku.human._notation import eliminations_text, placements_text
from core.sudoku.human._pattern import Candidate, Pattern
from core.sudoku.human._technique import Technique

_NOTHING = Pattern()
_GROWING = 6.5
"""From this rating on, steps are chains, and count for more the longer they are."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name, what follows, and why."""

    technique: Technique
    placements: tuple[Candidate, ...]
    """Values to put in cells."""
    eliminations: tuple[Candidate, ...]
    """Candidates to strike out, ordered by value and cell."""
    pattern: Pattern = _NOTHING
    layout: Layout = field(default=Layout.of(Shape(3, 3)), repr=False)
    """The grid that the cells and houses belong to."""

    @property
    def score(self) -> int:
        """HoDoKu's score of one use of the technique."""
        return self.technique.score

    @property
    def rating(self) -> float | None:
        """The rating on the Sudoku Explainer scale (as we work it out); None if it has none."""
        base = self.technique.rating
        if base is None:
            return None
        if self.technique.key == "hidden-single":
            kind = self.layout.houses[self.pattern.houses[0]].kind
            return 1.5 if kind in (HouseKind.ROW, HouseKind.COLUMN) else 1.2
        if base >= _GROWING:
            length = len(self.pattern.links) + sum(map(len, self.pattern.branches))
            return round(base + added_for(length), 1)
        return base

    @property
    def name(self) -> str:
        """The name of the technique."""
        return self.technique.name

    @property
    def consequence(self) -> str:
        """What follows, in the usual notation: ``r3c6=5`` or ``r3c6<>4, r12c1<>7``."""
        parts = []
        if self.placements:
            parts.append(placements_text(self.layout, self.placements))
        if self.eliminations:
            parts.append(eliminations_text(self.layout, self.eliminations))
        return ", ".join(parts)

    @property
    def sentence(self) -> str:
        """Why, in a sentence or two that end with the consequence."""
        return f"{self.technique.reason(self)}: {self.consequence}."

    @property
    def line(self) -> str:
        """Name and consequence in one short line: ``X-Wing: r3c6<>4``."""
        return f"{self.technique.name}: {self.consequence}"

    def __str__(self) -> str:
        return self.line


def added_for(length: int) -> float:
    """What the length of a chain adds to the rating: a tenth at each of 4, 6, 8, 12, 16, 24 … links."""
    added, limit, odd = 0.0, 4, False
    while length > limit:
        added += 0.1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added
