"""Choices by hand in a search: options taken and forbidden, and what that leaves.  No Textual."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core import CannotSolve, ExactCover, Goal, ProblemError, Search, Status
from core._checks import several, wholes
from core.exact_cover._restricted import Restricted, conflict_text, restrict
from tui.dialogs.form_values import Note

MOST_STEPS = 200
COUNTING_SECONDS = 1.0
"""How long the solutions that are left are counted."""
COUNTING_SLICE = 2000


@dataclass(frozen=True, slots=True)
class Left:
    """How many solutions are left."""

    solutions: int
    exact: bool
    """Whether these are all, or only those counted in the time there was."""


class Hand:
    """What the user has taken and forbidden of a problem."""

    def __init__(self) -> None:
        self.on = False
        """Whether the cursor is in the matrix to take and forbid."""
        self.left: Left | None = None
        """The solutions that are left, once they have been counted."""
        self._problem: ExactCover | None = None
        self._now: Restricted | None = None
        self._past: list[tuple[Sequence[int], frozenset[int]]] = []
        """What had been taken and forbidden before each change."""

    def of(self, problem: ExactCover) -> Restricted:
        """What the hand has made of a problem."""
        if self._now is None or self._problem is not problem:
            self._problem, self._now, self._past, self.left = problem, restrict(problem), [], None
        return self._now

    @property
    def anything(self) -> bool:
        """Whether anything is taken or forbidden."""
        return self._now is not None and bool(self._now.taken or self._now.forbidden)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return bool(self._past)

    # What the hand does; each method says why not, if that is impossible

    def take(self, problem: ExactCover, option: int, path: Sequence[int]) -> Note | None:
        """Take an option at the node that these choices led to, or give it back if the hand had taken it.

        The choices of the search before it are taken too, as a step of its own: whoever undoes stays at the node.
        """
        now = self.of(problem)
        if option in now.taken:
            return self._become(problem, [o for o in now.taken if o != option], now.forbidden)
        before = path[: path.index(option)] if option in path else path
        there = (*now.taken, *(other for other in before if other not in now.taken))
        refused = self._become(problem, [*there, option], now.forbidden - {option})
        if refused is None and there != now.taken:
            self._past.append((there, now.forbidden))
        return refused

    def only(self, problem: ExactCover, option: int) -> Note | None:
        """Only solutions with this option, whatever the search has chosen."""
        now = self.of(problem)
        return self._become(problem, [*now.taken, option], now.forbidden - {option})

    def forbid(self, problem: ExactCover, option: int) -> Note | None:
        """Only solutions without this option; or allow it again."""
        now = self.of(problem)
        return self._become(problem, [o for o in now.taken if o != option], now.forbidden ^ {option})

    def clear(self, problem: ExactCover) -> Note | None:
        """Nothing taken, nothing forbidden."""
        return self._become(problem, (), frozenset())

    def undo(self) -> Note | None:
        """Take the last of these back."""
        if self._problem is None or not self._past:
            return Note("nothing to undo")
        self._now, self.left = restrict(self._problem, *self._past.pop()), None
        return None

    def _become(self, problem: ExactCover, taken: Sequence[int], forbidden: frozenset[int]) -> Note | None:
        now, new = self.of(problem), restrict(problem, taken, forbidden)
        if new.conflicts:
            return Note(conflict_text(problem, new.conflicts[-1]))
        if (new.taken, new.forbidden) != (now.taken, now.forbidden):
            self._past = [*self._past[-MOST_STEPS:], (now.taken, now.forbidden)]
            self._now, self.left = new, None
        return None

    # The settings file, the command line

    def remembered(self) -> dict[str, list[int]]:
        """For the settings."""
        if self._now is None or not self.anything:
            return {}
        return {"taken": list(self._now.taken), "forbidden": sorted(self._now.forbidden)}

    def take_up(self, problem: ExactCover, kept: object) -> None:
        """Take up what `remembered` gave, if it makes sense for this problem; there is nothing to undo then."""
        if not isinstance(kept, Mapping) or not kept:
            return
        try:
            numbers = [[int(option) for option in kept.get(key, ())] for key in ("taken", "forbidden")]
            self._become(problem, numbers[0], frozenset(numbers[1]))
        except (TypeError, ValueError, ProblemError):
            return  # another problem has that name now
        self._past = []

    def steps(self) -> list[list[list[int]]]:
        """What `undo` goes back through, for the settings."""
        return [[list(taken), sorted(forbidden)] for taken, forbidden in self._past]

    def take_up_steps(self, problem: ExactCover, steps: Sequence[object]) -> None:
        """Take up what `steps` gave.  Raises ProblemError if it makes no sense for this problem."""
        past: list[tuple[Sequence[int], frozenset[int]]] = []
        most = len(problem.options) - 1
        for step in several(steps, "steps")[-MOST_STEPS:]:
            taken, forbidden = several(step, "a step")
            past.append((wholes(taken, "an option", 0, most), frozenset(wholes(forbidden, "an option", 0, most))))
        self.of(problem)
        self._past = past

    def words(self, problem: ExactCover) -> list[str]:
        """The options of the command line that do the same."""
        now = self.of(problem)
        taken = [word for option in now.taken for word in ("--take", problem.label(option))]
        return taken + [word for option in sorted(now.forbidden) for word in ("--forbid", problem.label(option))]


def counting(problem: ExactCover) -> Callable[[Callable[[], bool]], Left | None]:
    """For a thread: counts the solutions of a problem, until time is up or it is stopped."""

    def work(stop: Callable[[], bool]) -> Left | None:
        from core.exact_cover._propose import propose

        try:
            search = propose(problem, Goal.COUNT).algorithm.start(problem, Goal.COUNT)
        except CannotSolve:
            return None
        end = time.monotonic() + COUNTING_SECONDS
        while search.status is Status.RUNNING and not stop() and time.monotonic() < end:
            search.advance(COUNTING_SLICE)
        return Left(search.counts()[0], search.status is Status.COMPLETE)

    return work


def lead(search: Search, options: Sequence[int]) -> Search:
    """Visit the nodes down to the one where all these options are chosen, while each is the only way there is."""
    from core.exact_cover._kernels.cover_search import CoverSearch

    if not isinstance(search, CoverSearch) or search.branch_path() is None:
        return search
    wanted = set(options)
    search.advance(1)
    while search.status is Status.RUNNING and not wanted <= set(search.path()):
        frame, depth = search.keyframe(), search.branch_depth()
        search.advance(1)
        if search.branch_depth() <= depth or search.branches()[-1, 3] != 1:
            search.rewind(frame)
            search.status = Status.RUNNING
            break
    return search
