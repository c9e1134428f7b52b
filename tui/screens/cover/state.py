"""What the views of an exact cover problem draw: the problem, the chosen options, and what those rule out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core import ExactCover
from core._drawing.cells import KnownOptions
from core.exact_cover._problem import ItemChoice
from core.exact_cover._restricted import Restricted, restrict

if TYPE_CHECKING:
    from core.explain import Reason, Subject

NOBODY = -1
"""In `CoverState.hidden`: ruled out, but by no single chosen option."""
BY_HAND = -2
"""In `CoverState.hidden`: forbidden by hand."""


@dataclass(frozen=True, eq=False)
class CoverState:
    """One moment of a search, or a problem before any search, or a solution; equal only to itself."""

    problem: ExactCover
    chosen: tuple[int, ...] = ()
    """Options in the order in which they were chosen."""
    choices: tuple[ItemChoice, ...] = ()
    """The branch taken at each level, if the search tells."""
    branch: int | None = None
    """The item that the next level will cover."""
    reason: Reason | None = None
    """What the search says about this node; without it, what follows from the chosen options alone."""
    restricted: Restricted | None = None
    """What was taken and forbidden by hand; ``reason`` speaks of the items of its problem."""
    brief: bool = False
    """Leave out which options are ruled out: for large problems while they move."""

    @classmethod
    def of_reason(cls, restricted: Restricted, reason: Reason) -> CoverState:
        """The state at a node."""

        def item(subject: Subject | None) -> int:
            number = restricted.item(subject.number) if subject is not None else None
            return -1 if number is None else number

        choices = tuple(
            ItemChoice(item(taken.subject), taken.option.number if taken.option else -1, taken.number, taken.degree)
            for taken in reason.path
        )
        branch = item(reason.branch.subject if reason.branch else reason.dead[0].subject if reason.dead else None)
        chosen = tuple(choice.option for choice in choices if choice.option >= 0)
        return cls(restricted.whole, chosen, choices, branch if branch >= 0 else None, reason, restricted)

    @cached_property
    def _cover(self) -> tuple[frozenset[int], dict[int, int]]:
        reason, restricted = self.reason, self.restricted
        if reason is None:
            made = restrict(self.problem, self.chosen)
            covered, hidden = frozenset(made.full), {} if self.brief else dict(made.ruled_out)
        else:
            idle = set(self.problem.idle_options)
            by = [taken.option.number if taken.option else NOBODY for taken in reason.path]
            hidden = {option: by[level - 1] if level else NOBODY for option, level in reason.gone.items()
                      if option not in self.levels and option not in idle}  # fmt: skip
            open_ = {restricted.item(item) for item in reason.open} if restricted is not None else set(reason.open)
            used = {item for option in self.chosen for item in self.problem.options[option]}
            left = {choice.item for choice in self.choices if choice.option < 0}
            covered = frozenset((used | left) - open_)
        if restricted is not None and not self.brief:
            before = {**restricted.ruled_out, **dict.fromkeys(restricted.forbidden, BY_HAND)}
            hidden.update(
                (option, cause)
                for option, cause in before.items()
                if hidden.get(option, NOBODY) == NOBODY and option not in self.levels
            )
        return covered, hidden

    @property
    def covered(self) -> frozenset[int]:
        """Items that need no further option."""
        return self._cover[0]

    @property
    def hidden(self) -> Mapping[int, int]:
        """Options that cannot be taken any more, each with the chosen option that clashes with it (or `NOBODY`)."""
        return self._cover[1]

    @cached_property
    def levels(self) -> dict[int, int]:
        """Chosen option to its 1-based place on the path."""
        return {option: level for level, option in enumerate(self.chosen, 1)}

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """For each item the number of options left that hold it."""
        if self.reason is not None:
            first = self.problem.primary
            more = len(self.reason.sizes) - len(self.problem.items)
            return self.reason.sizes[:first] + self.reason.sizes[first + more :]
        if self.brief or not (self.chosen or self.hidden):
            return self.problem.sizes
        count = [0] * len(self.problem.items)
        hidden, levels = self.hidden, self.levels
        idle = set(self.problem.idle_options)
        for number, option in enumerate(self.problem.options.rows()):
            if number not in hidden and number not in levels and number not in idle:
                for item in option:
                    count[item] += 1
        return tuple(count)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """The options left for the item to be covered next."""
        if self.branch is None or (self.reason is not None and self.reason.branch is None):
            return ()  # at a dead end there is no next one, though an item that needs several may have one left
        hidden, levels = self.hidden, self.levels
        return tuple(
            number
            for number, option in enumerate(self.problem.options.rows())
            if self.branch in option and number not in hidden and number not in levels
        )

    def standing(self, given: Collection[int] = ()) -> KnownOptions | None:
        """What a picture shows beside the chosen options; None if that takes too long to work out."""
        if self.brief:
            return None
        problem, hidden, levels = self.problem, self.hidden, self.levels
        idle = set(problem.idle_options)
        sizes, covered = self.sizes, self.covered
        single = {
            i for i in range(problem.primary) if sizes[i] == 1 and i not in covered and problem.items[i].least > 0
        }
        forced = [] if not single else [
            option for option, held in enumerate(problem.options.rows())
            if option not in hidden and option not in levels and option not in idle and not single.isdisjoint(held)
        ]  # fmt: skip
        return KnownOptions(given, forced, hidden.keys() | levels.keys() | idle)

    @property
    def complete(self) -> bool:
        """Whether the chosen options are a solution."""
        return bool(self.chosen) and self.problem.solved_by(self.chosen)
