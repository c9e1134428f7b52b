"""A list of solutions and a place in it: browse, jump, group by symmetry.  No Textual.

A session owns a `SolutionBrowser` of what its search has found; the keys are those of
`tui.lab.screen`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_TO_CLASSIFY = 100_000

Solution = Sequence[int]


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """One solution of each symmetry class."""

    solutions: Sequence[Solution]
    of: int
    """The number of solutions grouped; a search that goes on finds more."""
    found: int
    """How many there were then."""
    generation: int
    """Which list they were taken from; see `SolutionBrowser.forget`."""


class SolutionBrowser:
    """What is found, in the order of finding or grouped, and which one of it is in view."""

    def __init__(
        self,
        found: Callable[[], Sequence[Solution]] = lambda: (),
        classify: Callable[[Sequence[Solution]], Sequence[Solution]] = lambda solutions: solutions,
        at: Callable[[int], Solution] | None = None,
    ) -> None:
        """``found`` gives the solutions kept so far, ``classify`` one of each symmetry class (called in a thread),
        ``at`` one of those kept, if that takes more than an index into the list."""
        self.found = found
        self.place: int | None = None
        """0-based place of the solution in view; None while the search itself is shown."""
        self.grouping: Grouping | None = None
        """The classes, while these are browsed."""
        self._classify = classify
        self._at = at
        self._generation = 0

    @property
    def stamp(self) -> object:
        """Changes whenever another list is browsed, or another place in it."""
        return self._generation, self.grouping, self.place

    @property
    def by_class(self) -> bool:
        """Whether classes are browsed rather than solutions."""
        return self.grouping is not None

    def listed(self) -> Sequence[Solution]:
        """What is browsed: solutions, or one of each class."""
        return self.grouping.solutions if self.grouping is not None else self.found()

    def at(self, place: int) -> Solution:
        """The solution at this place of the list."""
        return self.listed()[place] if self.by_class or self._at is None else self._at(place)

    @property
    def solution(self) -> Solution | None:
        """The solution in view."""
        return self.at(self.place) if self.place is not None and self.place < len(self.listed()) else None

    @property
    def place_to_take(self) -> int | None:
        """Which one is copied or saved: the one in view, else the last; None when there is none."""
        total = len(self.listed())
        return self.place if self.place is not None else (total - 1 if total else None)

    # Moving

    def forget(self) -> None:
        """Back to the search itself, ungrouped, because another run begins."""
        self.place, self.grouping = None, None
        self._generation += 1

    def leave(self) -> None:
        """Show the search itself again."""
        self.place = None

    def step(self, step: int) -> None:
        """To the next (1) or previous (-1) one, round the ends; from the search itself to the first or last."""
        total = len(self.listed())
        if total:
            self.place = (0 if step > 0 else total - 1) if self.place is None else (self.place + step) % total

    def to(self, place: int) -> None:
        """To this place; -1 is the last."""
        total = len(self.listed())
        if total:
            self.place = place % total

    def look_at_last(self, *, or_first: bool = False) -> None:
        """A run has ended: show the solution found last (or first), unless the user is looking at one."""
        found = self.found()
        if self.place is None and len(found):
            self.grouping = None  # the classes are of what was found when they were asked for
            self.place = 0 if or_first else len(found) - 1

    # Classes

    def to_group(self) -> Callable[[], Grouping]:
        """A function that groups the solutions found so far, for a thread: there may be many."""
        found, generation = self.found(), self._generation
        total = len(found)
        some = found[:MOST_TO_CLASSIFY] if total > MOST_TO_CLASSIFY else found
        of = len(some)
        return lambda: Grouping(self._classify(some), of, total, generation)

    def group(self, grouping: Grouping) -> bool:
        """Browse these classes from the first on; False if another run has begun since they were asked for."""
        if grouping.generation != self._generation:
            return False
        self.grouping, self.place = grouping, None
        self.to(0)
        return True

    def ungroup(self) -> None:
        """Browse the solutions themselves again, from the first on."""
        self.grouping, self.place = None, None
        self.to(0)
