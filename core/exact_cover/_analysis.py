"""What the sizes of the items tell before a search: which are forced or impossible, and which nothing can cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core._kernels.waiting import look
from core._words import counted, first_of
from core.exact_cover._balance import Imbalance, imbalance
from core.exact_cover._problem import ExactCover

MOST_NAMES = 4
LOOKED_AFTER = 1 << 12
"""After this many options it is asked whether the answer is still wanted."""
LARGEST_FOLLOWED = 1 << 20
"""In a matrix with more ones than this, forced options are not followed: only the sizes are checked."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the sizes of the items tell at once."""

    forced: tuple[tuple[int, tuple[int, ...]], ...]
    """Items that need every option they have, with those options."""
    impossible: tuple[int, ...]
    """Items with fewer options than they need: there is no solution."""
    idle_options: tuple[int, ...]
    """Options without a primary item; no solution has them."""
    uncoverable: Uncoverable | None = None
    """An item that nothing can cover, from the start or once the forced options are taken."""
    imbalance: Imbalance | None = None
    """Weights that prove that there is no solution; looked for only if nothing else proves it."""


def outlook(problem: ExactCover) -> Outlook:
    """Look at every primary item's options."""
    wanted = {
        i for i, item in enumerate(problem.items[: problem.primary]) if 0 < item.least == problem.sizes[i]
    }  # fmt: skip
    holders: dict[int, list[int]] = {i: [] for i in sorted(wanted)}
    idle = set(problem.idle_options)
    for o, option in enumerate(problem.options.rows()):
        if o not in idle:
            for i in option:
                if i in wanted:
                    holders[i].append(o)
    impossible = tuple(
        i for i, item in enumerate(problem.items[: problem.primary]) if problem.sizes[i] < item.least
    )  # fmt: skip
    stuck = uncoverable(problem)
    return Outlook(
        tuple((i, tuple(held)) for i, held in holders.items()), impossible, problem.idle_options, stuck,
        None if stuck else imbalance(problem),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Uncoverable:
    """A primary item with fewer options than it needs."""

    item: str
    needed: int
    """How many options it still needs."""
    left: int
    """How many options can still be taken."""
    taken: tuple[str, ...] = ()
    """The options forced before that, in order; each was the only one left for some item."""

    def __str__(self) -> str:
        if not self.taken:
            if not self.left:
                return f"item {self.item} cannot be covered: no option holds it"
            needed = counted(self.needed, "option")
            return f"item {self.item} cannot be covered: it needs {needed}, and {self.left} can be taken"
        named = first_of(self.taken, MOST_NAMES)
        forced = (
            f"option {named}, which is" if len(self.taken) == 1 else f"the {len(self.taken)} options {named}, which are"
        )
        return f"item {self.item} cannot be covered beside {forced} forced"


def uncoverable(problem: ExactCover) -> Uncoverable | None:
    """An item that nothing can cover, from the start or once every option is taken that alone can cover some item.

    None if only a search can tell.
    """
    items = problem.items[: problem.primary]
    for item, size in zip(items, problem.sizes, strict=False):
        if size < item.least:
            return Uncoverable(item.name, item.least, size)
    if sum(problem.sizes) > LARGEST_FOLLOWED:
        return None
    return _Following(problem).result()


class _Following:
    """Takes forced options until none is left, or until an item has too few options."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._live = set(range(len(problem.options))) - set(problem.idle_options)
        self._holders: list[set[int]] = [set() for _ in problem.items]
        for option, held in enumerate(problem.options.rows()):
            if not option % LOOKED_AFTER:
                look()
            if option in self._live:
                for item in held:
                    self._holders[item].add(option)
        self._used = [0] * len(problem.items)
        self._taken: list[int] = []

    def result(self) -> Uncoverable | None:
        waiting = list(range(self._problem.primary))
        while waiting:
            look()
            touched: set[int] = set()
            for i in waiting:
                item, holders = self._problem.items[i], self._holders[i]
                needed = item.least - self._used[i]
                if needed > len(holders):
                    names = tuple(self._problem.label(o) for o in self._taken)
                    return Uncoverable(item.name, needed, len(holders), names)
                if needed == len(holders) > 0:
                    for option in sorted(holders):
                        if option in self._live:
                            touched |= self._take(option)
            waiting = sorted(i for i in touched if i < self._problem.primary)
        return None

    def _take(self, option: int) -> set[int]:
        """Take an option; returns the items that lost options through it."""
        problem = self._problem
        self._taken.append(option)
        touched = self._drop(option)
        for i, colour in problem.options[option].coloured:
            self._used[i] += 1
            if i < problem.primary:
                gone = self._holders[i] if self._used[i] >= problem.items[i].most else set()
            else:
                gone = {o for o in self._holders[i] if not colour or colour != problem.options[o].colour(i)}
            for other in list(gone):
                touched |= self._drop(other)
        return touched

    def _drop(self, option: int) -> set[int]:
        self._live.discard(option)
        held: Sequence[int] = self._problem.options[option]
        for item in held:
            self._holders[item].discard(option)
        return set(held)
