"""A problem made smaller before the search, with the same solutions.

- An option goes if taking it would leave nothing for some item.
- If two items are covered exactly once and every option of the first holds the
  second too, the second adds nothing: other options that hold it go, and then
  the item itself.  A secondary item goes if all its options hold one item that
  is covered once at most, or if no options can clash in it.
- An option without a primary item goes: it is in no solution.

Each removal may allow others; the rules are repeated until none applies.  All
steps are kept in order, each with its reason.  Options that are then the only
ones of an item are forced.

Source: Knuth, DLX-PRE (2017), and The Art of Computer Programming 4B,
§7.2.2.1, exercises 218 and 219.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress

from core._words import counted
from core.exact_cover._problem import ExactCover

MOST_WORK = 10_000_000_000
"""The most bits looked at before the reduction ends: about two seconds."""


@dataclass(frozen=True, slots=True)
class ReductionStep:
    """Why an option or an item can go, or what is forced.  ``str`` gives a sentence."""

    kind: str
    """``option``, ``item``, ``forced``, or ``impossible``."""
    name: str
    """The option or item."""
    why: str

    def __str__(self) -> str:
        return {
            "option": f"option {self.name} goes: {self.why}", "item": f"item {self.name} goes: {self.why}",
            "forced": f"item {self.name} forces {self.why}", "impossible": f"item {self.name} cannot be covered",
        }[self.kind]  # fmt: skip


@dataclass(frozen=True)
class Reduction:
    """What is left of a problem."""

    whole: ExactCover
    options: tuple[int, ...]
    """The options that are left, by their numbers in the whole."""
    items: tuple[int, ...]
    """The items that are left."""
    steps: tuple[ReductionStep, ...]
    finished: bool = True
    """Whether nothing else can go by these rules; if not, the allowed work was used up."""

    @property
    def impossible(self) -> bool:
        """Whether some item cannot be covered any more: there is no solution."""
        return any(step.kind == "impossible" for step in self.steps)

    @cached_property
    def problem(self) -> ExactCover:
        """The smaller problem.  Its options keep their names, or are named by their numbers in the whole."""
        whole = self.whole
        if len(self.options) == len(whole.options) and len(self.items) == len(whole.items):
            return whole
        place = {item: number for number, item in enumerate(self.items)}
        options = []
        for number in self.options:
            option = whole.options[number]
            held = option.holding((place[item], colour) for item, colour in option.coloured if item in place)
            options.append(replace(held, name=whole.label(number)))
        return whole.remade(options, tuple(whole.items[i] for i in self.items))

    def __str__(self) -> str:
        options, items = len(self.whole.options) - len(self.options), len(self.whole.items) - len(self.items)
        gone = [counted(number, what) for number, what in ((options, "option"), (items, "item")) if number]
        left = f"{counted(len(self.options), 'option')} and {counted(len(self.items), 'item')} are left"
        return f"{' and '.join(gone) or 'nothing'} can go; {left}" + ("" if self.finished else ", and more might go")


def reduced(problem: ExactCover) -> Reduction:
    """Reduce a problem as far as the rules go, or as far as `MOST_WORK` allows."""
    return _Reducer(problem).run()


class _TooMuch(Exception):
    """The allowed work is used up."""


class _Reducer:
    """Sets of options are whole numbers: bit ``o`` stands for option ``o``."""

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._once = [item.secondary or item.most == 1 for item in problem.items]
        """Whether an item takes one option at most (colours apart)."""
        self._exactly = [not item.secondary and item.least == item.most == 1 for item in problem.items]
        self._live_items = [True] * problem.size
        self._live = (1 << len(problem.options)) - 1
        self._holders = [0] * problem.size
        self._clashing: list[dict[str, int]] = [{} for _ in problem.items]
        """For each secondary item the options by colour, those without one under the empty text."""
        self._steps: list[ReductionStep] = []
        self._left = MOST_WORK
        for number, option in enumerate(problem.options):
            for item, colour in option.coloured:
                self._holders[item] |= 1 << number
                if item >= problem.primary:
                    by_colour = self._clashing[item]
                    by_colour[colour] = by_colour.get(colour, 0) | 1 << number
        self._coloured = [any(by_colour) for by_colour in self._clashing]

    def run(self) -> Reduction:
        finished = True
        for option in self._problem.idle_options:
            self._drop(option, "it holds no primary item")
        try:
            while not self._impossible() and (self._options_go() or self._items_go()):
                pass
        except _TooMuch:
            finished = False
        self._forced()
        options = tuple(o for o in range(len(self._problem.options)) if self._live >> o & 1)
        return Reduction(
            self._problem, options, tuple(compress(range(self._problem.size), self._live_items)), tuple(self._steps),
            finished,
        )  # fmt: skip

    def _spend(self, sets: int) -> None:
        self._left -= sets * (len(self._problem.options) + 64)
        if self._left < 0:
            raise _TooMuch

    def _held(self, item: int) -> int:
        return self._holders[item] & self._live

    def _drop(self, option: int, why: str) -> None:
        self._live &= ~(1 << option)
        self._steps.append(ReductionStep("option", self._problem.label(option), why))

    def _impossible(self) -> bool:
        for number in range(self._problem.primary):
            item = self._problem.items[number]
            if self._live_items[number] and self._held(number).bit_count() < item.least:
                self._steps.append(ReductionStep("impossible", item.name, ""))
                return True
        return False

    def _options_go(self) -> bool:
        """Drop every option with which some item could not be covered; returns whether any went."""
        problem = self._problem
        before = self._live
        primary = [i for i in range(problem.primary) if self._live_items[i] and problem.items[i].least]
        for number in _bits(before):
            held = problem.options[number].items
            self._spend(len(primary) + len(held))
            beside = self._live & ~self._against(number)
            for item in primary:
                needed = problem.items[item].least - (item in held)
                if needed > 0 and (self._holders[item] & beside).bit_count() < needed:
                    self._drop(number, f"with it, {problem.items[item].name} could not be covered")
                    if self._held(item).bit_count() < problem.items[item].least:
                        return True  # there is no solution
                    break
        return self._live != before

    def _against(self, option: int) -> int:
        """The options that cannot be taken together with this one, itself included."""
        against = 1 << option
        for item, colour in self._problem.options[option].coloured:
            if item < self._problem.primary:
                against |= self._holders[item] if self._once[item] else 0
            else:
                against |= self._holders[item] & ~(self._clashing[item][colour] if colour else 0)
        return against

    def _items_go(self) -> bool:
        """Look for an item that another makes redundant; returns whether any options or items went."""
        before = self._live, self._live_items.count(True)
        problem = self._problem
        for number in range(problem.size):
            if self._live_items[number] and (number >= problem.primary or self._exactly[number]):
                self._look_at(number)
        return before != (self._live, self._live_items.count(True))

    def _look_at(self, number: int) -> None:
        problem, held = self._problem, self._held(number)
        name, secondary = problem.items[number].name, number >= problem.primary
        if secondary and self._never_clashes(number, held):
            return self._item_goes(number, "no two options clash in it")
        # An item that has all options of this one, or whose options this one all has, shares any option with it.
        near = self._beside(number, held)
        self._spend(len(near))
        for other in near:
            theirs = self._held(other)
            if secondary:
                if not held & ~theirs and self._once[other] and not self._coloured[other]:
                    return self._item_goes(number, f"{problem.items[other].name} is in all of its options")
                continue
            if self._exactly[other] and theirs and not theirs & ~held:
                for option in _bits(held & ~theirs):
                    self._drop(option, f"every option of {problem.items[other].name} covers {name}")
                if self._held(number) == theirs:
                    return self._item_goes(number, f"{problem.items[other].name} has the same options")
        return None

    def _beside(self, number: int, held: int) -> list[int]:
        """Items that may have all options of this one, or all of whose options this one may have."""
        every = self._live_items
        if number >= self._problem.primary:
            first = next(_bits(held), None)
            found = self._problem.options[first].items if first is not None else ()
            return [other for other in found if other != number and every[other]]
        seen: set[int] = set()
        for option in _bits(held):
            seen.update(self._problem.options[option].items)
        self._spend(held.bit_count())
        return sorted(other for other in seen if other != number and every[other] and self._exactly[other])

    def _never_clashes(self, number: int, held: int) -> bool:
        if held.bit_count() < 2:
            return True
        return any(colour and not held & ~options for colour, options in self._clashing[number].items())

    def _item_goes(self, number: int, why: str) -> None:
        self._live_items[number] = False
        self._steps.append(ReductionStep("item", self._problem.items[number].name, why))

    def _forced(self) -> None:
        if any(step.kind == "impossible" for step in self._steps):
            return
        label: Callable[[int], str] = self._problem.label
        told: set[int] = set()
        for number in range(self._problem.primary):
            least, held = self._problem.items[number].least, self._held(number)
            if self._live_items[number] and 0 < least == held.bit_count() and held not in told:
                told.add(held)
                names = [label(option) for option in _bits(held)]
                self._steps.append(ReductionStep("forced", self._problem.items[number].name, " ".join(names)))


def _bits(number: int) -> Iterator[int]:
    """The places of the ones, from the lowest."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
