"""What the views of an exact cover problem draw: the problem, the chosen options, and what those rule out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from core.exact_cover.branching import Choice
from core.exact_cover.problem import ExactCover

if TYPE_CHECKING:
    from core.exact_cover.trace import View

NOBODY = -1
"""In `CoverState.hidden`: ruled out, but by no single chosen option."""


@dataclass(frozen=True)
class CoverState:
    """One moment of a search, or a problem before any search, or a solution."""

    problem: ExactCover
    chosen: tuple[int, ...] = ()
    """Options in the order in which they were chosen."""
    choices: tuple[Choice, ...] = ()
    """The branch taken at each level, where a search tells."""
    branch: int | None = None
    """The item that the next level will cover."""
    view: View | None = field(default=None, compare=False)
    """What the dance knows about this node; without it, what follows from the chosen options alone."""
    brief: bool = False
    """Leave out which options are ruled out: for large problems while they move."""

    @classmethod
    def of_view(cls, problem: ExactCover, view: View) -> CoverState:
        """The state of the dance at a node."""
        return cls(problem, view.path, view.choices, view.next_item, view)

    @cached_property
    def _cover(self) -> tuple[frozenset[int], dict[int, int]]:
        covered, hidden = _ruled_out(self.problem, self.chosen, brief=self.brief)
        if self.view is None:
            return covered, hidden
        live, path = self.view.live, set(self.chosen)
        idle = set(self.problem.idle_options)
        gone = [o for o in range(len(self.problem.options)) if o not in live and o not in path and o not in idle]
        covered = frozenset(i for i in range(self.problem.size) if self.view.covered(i))
        return covered, {option: hidden.get(option, NOBODY) for option in gone}

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
        if self.view is not None:
            return self.view.sizes
        if self.brief or not self.chosen:
            return self.problem.sizes
        count = [0] * len(self.problem.items)
        hidden, levels = self.hidden, self.levels
        idle = set(self.problem.idle_options)
        for number, option in enumerate(self.problem.options):
            if number not in hidden and number not in levels and number not in idle:
                for item in option:
                    count[item] += 1
        return tuple(count)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """The options left for the item to be covered next."""
        if self.branch is None:
            return ()
        hidden, levels = self.hidden, self.levels
        return tuple(
            number
            for number, option in enumerate(self.problem.options)
            if self.branch in option and number not in hidden and number not in levels
        )

    @property
    def complete(self) -> bool:
        """Whether the chosen options are a solution."""
        return bool(self.chosen) and self.problem.verify(self.chosen)


def _ruled_out(
    problem: ExactCover, chosen: Sequence[int], *, brief: bool = False
) -> tuple[frozenset[int], dict[int, int]]:
    """The items that are settled and the options that clash with the chosen ones."""
    uses: dict[int, int] = {}
    colour: dict[int, str] = {}
    full: dict[int, int] = {}
    for option in chosen:
        for place, item in enumerate(problem.options[option]):
            uses[item] = uses.get(item, 0) + 1
            if problem.items[item].secondary:
                colour[item] = problem.colours[option][place] if problem.colours else ""
                full[item] = option
            elif uses[item] >= problem.items[item].most:
                full[item] = option
    taken = set(chosen)
    hidden: dict[int, int] = {}
    if full and not brief:
        for number, held in enumerate(problem.options):
            if number in taken:
                continue
            for place, item in enumerate(held):
                if item not in full:
                    continue
                own = problem.colours[number][place] if problem.colours else ""
                if not (own and colour.get(item) == own):
                    hidden[number] = full[item]
                    break
    return frozenset(full), hidden
