"""Every technique: its key, name, HoDoKu code, score, level and place on the Sudoku Explainer scale.

Codes, scores, levels and the order are those of HoDoKu 2.2 (Hobiger); the
ratings are those of Sudoku Explainer 1.2.1 (Juillerat), for the techniques that
it knows.  Steps whose rating grows with their length begin at this figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from core.search import ProblemError


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
"""A puzzle with a higher score counts as one of the next level."""


@dataclass(frozen=True, slots=True)
class Technique:
    """One entry of the list of techniques."""

    key: str
    name: str
    code: str
    """HoDoKu's number of it, as its library lines have it."""
    score: int
    level: Level
    finder: str
    """Module and function, ``module:function``, that finds it."""
    rating: float | None = None
    """On the Sudoku Explainer scale; None where that has no counterpart."""
    needs_uniqueness: bool = False
    """Whether it is sound only where the puzzle has one solution."""

    def __str__(self) -> str:
        return self.name


def _easy(key: str, name: str, code: str, score: int, finder: str, rating: float) -> Technique:
    return Technique(key, name, code, score, Level.EASY, finder, rating)


def _unique(key: str, name: str, code: str, finder: str, rating: float | None, score: int = 100) -> Technique:
    return Technique(key, name, code, score, Level.HARD, finder, rating, True)


_M, _H, _U, _X = Level.MEDIUM, Level.HARD, Level.UNFAIR, Level.EXTREME

TECHNIQUES: tuple[Technique, ...] = (
    _easy("full-house", "Full House", "0000", 4, "singles:full_houses", 1.0),
    _easy("naked-single", "Naked Single", "0003", 4, "singles:naked_singles", 2.3),
    _easy("hidden-single", "Hidden Single", "0002", 14, "singles:hidden_singles", 1.2),
    Technique("locked-pair", "Locked Pair", "0110", 40, _M, "subsets:locked_pairs", 3.0),
    Technique("locked-triple", "Locked Triple", "0111", 60, _M, "subsets:locked_triples", 3.6),
    Technique("pointing", "Locked Candidates (Pointing)", "0100", 50, _M, "locked:pointing", 2.6),
    Technique("claiming", "Locked Candidates (Claiming)", "0101", 50, _M, "locked:claiming", 2.8),
    Technique("naked-pair", "Naked Pair", "0200", 60, _M, "subsets:naked_pairs", 3.0),
    Technique("naked-triple", "Naked Triple", "0201", 80, _M, "subsets:naked_triples", 3.6),
    Technique("hidden-pair", "Hidden Pair", "0210", 70, _M, "subsets:hidden_pairs", 3.4),
    Technique("hidden-triple", "Hidden Triple", "0211", 100, _M, "subsets:hidden_triples", 4.0),
    Technique("naked-quad", "Naked Quad", "0202", 120, _H, "subsets:naked_quads", 5.0),
    Technique("hidden-quad", "Hidden Quad", "0212", 150, _H, "subsets:hidden_quads", 5.4),
)
"""In the order in which they are tried."""

_BY_KEY = {technique.key: technique for technique in TECHNIQUES}
_BY_CODE = {technique.code: technique for technique in TECHNIQUES}


def technique(key: str) -> Technique:
    """The technique with this key, name or code.  Raises ProblemError listing the keys."""
    text = key.strip()
    found = _BY_KEY.get(text.lower().replace(" ", "-")) or _BY_CODE.get(text)
    found = found or next((entry for entry in TECHNIQUES if entry.name.lower() == text.lower()), None)
    if found is None:
        raise ProblemError(f"no technique is called {key!r}; there are {', '.join(_BY_KEY)}")
    return found
