"""Some options taken beforehand, some forbidden: the same problem with fewer solutions.

Names, numbers and pictures stay: an option that cannot be in a solution any more
keeps its number and holds nothing (`ExactCover.idle_options`), so that a solution of
what is left is a solution of the whole problem, in its numbers.  If a taken option
is the only one left for one of its items, nothing more is needed.  If not (with
items that may be covered more than once), an item that only this option holds is
added after the primary ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core._reasons import similar
from core._search import ProblemError
from core._words import both, either
from core.exact_cover._option import Option
from core.exact_cover._problem import ExactCover, Item
from core.exact_cover._puzzle import CoverPuzzle

MOST_NAMED = 4
"""The most options that the title of a restricted problem names."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why an option that was to be taken cannot be."""

    option: int
    other: int | None
    """The option taken before it that it clashes with; None if it is forbidden itself, or holds no primary item."""
    item: int | None
    """The item through which they clash."""
    forbidden: bool = False


@dataclass(frozen=True)
class Restricted:
    """A problem with options taken and forbidden."""

    whole: ExactCover
    """The problem itself, without them."""
    taken: tuple[int, ...]
    """The options taken, in that order."""
    forbidden: frozenset[int]

    @cached_property
    def _holders(self) -> tuple[dict[int, int], dict[int, str], list[Conflict]]:
        """The taken option that filled each full item, the colours so far, and the options that could not be taken."""
        problem = self.whole
        uses: dict[int, int] = {}
        full: dict[int, int] = {}
        colours: dict[int, str] = {}
        conflicts = []
        for option in self.taken:
            held = problem.options[option]
            if option in self.forbidden or not any(item < problem.primary for item in held):
                conflicts.append(Conflict(option, None, None, option in self.forbidden))
                continue
            if (through := _clash(problem, option, full, colours)) is not None:
                conflicts.append(Conflict(option, full[through], through))
                continue
            for item, colour in held.coloured:
                uses[item] = uses.get(item, 0) + 1
                if item >= problem.primary:
                    full.setdefault(item, option)
                    colours[item] = colour
                elif uses[item] == problem.items[item].most:
                    full[item] = option
        return full, colours, conflicts

    @property
    def full(self) -> Mapping[int, int]:
        """Items that take no further option, each with the taken option that filled it."""
        return self._holders[0]

    @property
    def conflicts(self) -> Sequence[Conflict]:
        """The options that should be taken but cannot be; if there are any, there is no solution."""
        return self._holders[2]

    @cached_property
    def ruled_out(self) -> Mapping[int, int]:
        """Options that clash with a taken one, each with the option that filled the item they share."""
        full, colours, _ = self._holders
        out = {}
        for option, held in enumerate(self.whole.options.rows()):
            if option not in self.taken and option not in self.forbidden and not full.keys().isdisjoint(held):
                through = _clash(self.whole, option, full, colours)
                if through is not None:
                    out[option] = full[through]
        return out

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The options that may still be taken: not taken, not forbidden, clashing with nothing taken."""
        gone = {*self.taken, *self.forbidden, *self.ruled_out, *self.whole.idle_options}
        return tuple(option for option in range(len(self.whole.options)) if option not in gone)

    @cached_property
    def open_items(self) -> tuple[int, ...]:
        """Primary items that need a further option."""
        uses = [0] * len(self.whole.items)
        for option in self.taken:
            for item in self.whole.options[option]:
                uses[item] += 1
        return tuple(i for i in range(self.whole.primary) if uses[i] < self.whole.items[i].least)

    @cached_property
    def added(self) -> tuple[int, ...]:
        """The taken options that get an item of their own."""
        problem, wrong = self.whole, {conflict.option for conflict in self.conflicts}
        holders = [0] * len(problem.items)
        for option in (*self.left, *(o for o in self.taken if o not in wrong)):
            for item in problem.options[option]:
                holders[item] += 1
        sure = {i for i in range(problem.primary) if holders[i] == problem.items[i].least}
        return tuple(o for o in self.taken if o in wrong or not sure.intersection(problem.options[o]))

    @cached_property
    def problem(self) -> ExactCover:
        """The problem that is left to search; the whole one if nothing is taken or forbidden."""
        whole = self.whole
        if not self.taken and not self.forbidden:
            return whole
        added, wrong = self.added, {conflict.option for conflict in self.conflicts}
        gone = {*self.forbidden, *self.ruled_out, *wrong}
        first, more = whole.primary, len(added)
        items = (*whole.items[:first], *(Item(name) for name in self._names(added)), *whole.items[first:])
        labels = whole.labels or tuple(str(number + 1) for number in range(len(whole.options)))

        def left(number: int, option: Option[int]) -> Option[int]:
            held = [] if number in gone else [(i if i < first else i + more, c) for i, c in option.coloured]
            if number in added and number not in wrong:
                held.append((first + added.index(number), ""))
            return replace(option.holding(held), name=labels[number])

        options = [left(number, option) for number, option in enumerate(whole.options)]
        return whole.remade(options, items, self.title)

    @property
    def title(self) -> str:
        """The title of the problem, and which options are taken and forbidden."""
        parts = [f" with {self._listed(self.taken)}"] if self.taken else []
        if self.forbidden:
            parts.append(f" without {self._listed(sorted(self.forbidden))}")
        return f"{self.whole}{','.join(parts)}"

    def item(self, number: int) -> int | None:
        """An item of `problem` by its number there, as the whole problem numbers it; None for an added one."""
        first, more = self.whole.primary, len(self.added)
        return number if number < first else number - more if number >= first + more else None

    def _names(self, options: Iterable[int]) -> list[str]:
        names: list[str] = []
        taken = {item.name for item in self.whole.items}
        for option in options:
            label = "".join("_" if sign in ":|" or sign.isspace() else sign for sign in self.whole.label(option))
            name = f"taken_{label}"
            while name in taken:
                name += "_"
            taken.add(name)
            names.append(name)
        return names

    def _listed(self, options: Sequence[int]) -> str:
        names = [self.whole.label(option) for option in options[:MOST_NAMED]]
        more = [f"{len(options) - MOST_NAMED} more"] if len(options) > MOST_NAMED else []
        return f"option{'s' if len(options) > 1 else ''} {both([*names, *more])}"


def restrict(problem: ExactCover, taken: Iterable[int] = (), forbidden: Iterable[int] = ()) -> Restricted:
    """Keep only the solutions with all options ``taken`` and none ``forbidden``, both by 0-based number.

    Options that clash leave no solution, and `Restricted.conflicts` says why.  Raises ProblemError for a number
    that no option has.

    >>> problem = ExactCover({"A": [1, 4], "B": [2, 3], "C": [1, 2], "D": [3, 4]})
    >>> list(restrict(problem, taken=[2]).problem.solutions())
    [('C', 'D')]
    """
    order, out = tuple(dict.fromkeys(taken)), frozenset(forbidden)
    for option in (*order, *out):
        if not 0 <= option < len(problem.options):
            raise ProblemError(f"there is no option number {option}: they run from 0 to {len(problem.options) - 1}")
    return Restricted(problem, order, out)


def options_named(problem: ExactCover, names: Iterable[str]) -> list[int]:
    """The options with these labels or 1-based numbers.

    Raises ProblemError naming what is neither, or the label of several options.
    """
    every = range(len(problem.options))
    numbers = {str(o + 1): o for o in every} | {problem.label(o): o for o in every}
    found = []
    for name in names:
        if name not in numbers:
            near = similar(name, list(numbers))
            meant = f"; did you mean {either(near)}?" if near else "; expected a label or a number from 1"
            raise ProblemError(f"there is no option {name!r}{meant}")
        alike = [o + 1 for o, label in enumerate(problem.labels) if label == name]
        if len(alike) > 1:
            raise ProblemError(f"{name!r} is the label of options {both(alike)}; expected one of these numbers")
        found.append(numbers[name])
    return found


def restricted_puzzle(puzzle: CoverPuzzle, restricted: Restricted) -> CoverPuzzle:
    """Restrict a puzzle, keeping its picture and its symmetries; options that clash are why it has no solution."""
    known = None if restricted.taken or restricted.forbidden else puzzle.known
    misfit = conflicts_text(restricted) or puzzle.misfit
    return replace(
        puzzle, problem=restricted.problem, whole=puzzle.whole or puzzle.problem, drawing="", known=known, misfit=misfit
    )


def conflicts_text(restricted: Restricted) -> str:
    """All conflicts in words; empty if there are none."""
    return "; ".join(conflict_text(restricted.whole, conflict) for conflict in restricted.conflicts)


def conflict_text(problem: ExactCover, conflict: Conflict) -> str:
    """A conflict in words."""
    name = f"option {problem.label(conflict.option)}"
    if conflict.other is None or conflict.item is None:
        return f"{name} is both taken and forbidden" if conflict.forbidden else f"{name} has no primary item"
    through = problem.items[conflict.item].name
    return f"{name} clashes with option {problem.label(conflict.other)} (through item {through})"


def _clash(problem: ExactCover, option: int, full: Mapping[int, int], colours: Mapping[int, str]) -> int | None:
    """The first item through which an option clashes with what is taken."""
    held = problem.options[option]
    for item in held:
        if item in full and (item < problem.primary or not (own := held.colour(item)) or own != colours[item]):
            return item
    return None
