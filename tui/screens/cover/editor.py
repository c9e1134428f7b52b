"""Editing a matrix: each change makes a new problem, so undoing is going back to an old one.  No Textual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from core import ExactCover, Item, Option, ProblemError
from core.exact_cover._formats.load import puzzle_of
from core.exact_cover._names import letters
from tui.screens.cover.document import CoverDocument, Opened, new_name
from tui.screens.cover.words import size

T = TypeVar("T")

MOST_CELLS = 200_000
"""Larger matrices are not edited by hand: each change makes a copy."""
EDITED = " (edited)"


@dataclass(frozen=True, slots=True)
class Renaming:
    """A name that may be changed."""

    what: str
    old: str
    make: Callable[[ExactCover, str], ExactCover]
    """Gives the problem with another name.  Raises ProblemError for an impossible one."""


class MatrixEditor:
    """Changes the problem in hand at a cursor.  Each change raises ProblemError if it is impossible."""

    def __init__(self, document: CoverDocument) -> None:
        self._document = document
        self.option = self.item = 0
        """The cursor."""

    @property
    def _problem(self) -> ExactCover:
        return self._document.problem

    @property
    def refusal(self) -> str:
        """Why the problem cannot be edited by hand; empty if it can."""
        problem = self._problem
        if len(problem.items) * len(problem.options) > MOST_CELLS:
            return f"{size(problem)} is too large to edit by hand; w edits it as text"
        return ""

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return self._document.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be made again."""
        return self._document.history.can_redo

    @property
    def has_options(self) -> bool:
        """Whether there is an option to remove or to name."""
        return bool(self._problem.options)

    def toggle(self) -> None:
        """Put the item into the option, or take it out; the first option is made for it."""
        if not self.has_options:
            self.add_option()
        self._change(toggled(self._problem, self.option, self.item))

    def add_option(self) -> None:
        """Add an option below."""
        after = self.option if self.has_options else -1
        self._change(with_option_added(self._problem, after))
        self.option = after + 1

    def add_item(self) -> None:
        """Add an item to the right."""
        self._change(with_item_added(self._problem, self.item))
        self.item += 1

    def remove_option(self) -> None:
        """Remove the option."""
        self._change(with_option_removed(self._problem, self.option))

    def remove_item(self) -> None:
        """Remove the item."""
        self._change(with_item_removed(self._problem, self.item))

    def turn_item(self) -> None:
        """Make the item secondary, or primary again."""
        problem, place = with_item_turned(self._problem, self.item)
        self._change(problem)
        self.item = place

    def naming_item(self) -> Renaming:
        """The item's name, to be changed."""
        item = self.item
        old = self._problem.items[item].name
        return Renaming("item", old, lambda problem, name: with_item_named(problem, item, name))

    def naming_option(self) -> Renaming:
        """The option's name, to be changed."""
        option = self.option
        return Renaming("option", self._problem.label(option), lambda p, name: with_option_named(p, option, name))

    def name_refusal(self, renaming: Renaming, name: str) -> str | None:
        """Why it cannot have this name; None if it can."""
        try:
            renaming.make(self._problem, name)
        except ProblemError as error:
            return str(error)
        return None

    def rename(self, renaming: Renaming, name: str) -> None:
        """Give it another name."""
        self._change(renaming.make(self._problem, name))

    def undo(self) -> None:
        """Undo the last change.  Raises StoreError too, when the saved copy cannot be read."""
        self._document.go(-1)

    def redo(self) -> None:
        """Make the last undone change again.  Raises what `undo` raises."""
        self._document.go(1)

    def _change(self, problem: ExactCover) -> None:
        document = self._document
        if not document.opened.edited and not problem.title.endswith(EDITED):
            problem = replace(problem, title=document.title + EDITED)
        document.change(Opened(puzzle_of(problem), document.history.name or new_name()))

    def keep_inside(self) -> None:
        """Move the cursor into the matrix, which may be smaller now."""
        self.option = min(self.option, max(0, len(self._problem.options) - 1))
        self.item = min(self.item, max(0, len(self._problem.items) - 1))


def toggled(problem: ExactCover, option: int, item: int) -> ExactCover:
    """Put the item into the option, or take it out."""
    held = dict(problem.options[option].coloured)
    if item in held:
        del held[item]
    else:
        held[item] = ""
    changed = problem.options[option].holding(sorted(held.items()))
    return problem.remade([*problem.options[:option], changed, *problem.options[option + 1 :]])


def with_option_added(problem: ExactCover, after: int) -> ExactCover:
    """The problem with an empty option after that one (-1 for the first place)."""
    place = after + 1
    name = _new_name(set(problem.labels)) if problem.labels else ""
    return problem.remade([*problem.options[:place], Option[int](name=name), *problem.options[place:]])


def with_option_removed(problem: ExactCover, option: int) -> ExactCover:
    """The problem without that option."""
    return problem.remade(_without(tuple(problem.options), option))


def with_option_named(problem: ExactCover, option: int, name: str) -> ExactCover:
    """The option under another name.  Raises ProblemError for one that cannot be printed."""
    labels = list(problem.labels or (str(number + 1) for number in range(len(problem.options))))
    labels[option] = name.strip()
    return ExactCover(problem.items, problem.options, labels=labels, title=problem.title, origin=problem.origin)


def with_item_added(problem: ExactCover, after: int, name: str = "") -> ExactCover:
    """The problem with a new item after that one, of the same kind.  Raises ProblemError for an impossible name."""
    place = min(after + 1, len(problem.items))
    secondary = bool(problem.items) and 0 <= after < len(problem.items) and problem.items[after].secondary
    item = Item(name or _new_name({item.name for item in problem.items}), secondary)
    items = (*problem.items[:place], item, *problem.items[place:])
    return problem.remade([o.holding((i + (i >= place), c) for i, c in o.coloured) for o in problem.options], items)


def with_item_removed(problem: ExactCover, item: int) -> ExactCover:
    """The problem without that item, in no option either.  Raises ProblemError for the last primary item."""
    if not problem.items[item].secondary and problem.primary == 1:
        raise ProblemError("a problem needs a primary item")
    kept = [o.holding((i - (i > item), c) for i, c in o.coloured if i != item) for o in problem.options]
    return problem.remade(kept, _without(problem.items, item))


def with_item_named(problem: ExactCover, item: int, name: str) -> ExactCover:
    """The item under another name.  Raises ProblemError for a name that is taken or impossible."""
    items = list(problem.items)
    items[item] = items[item]._replace(name=name.strip())
    return replace(problem, items=tuple(items))


def with_item_turned(problem: ExactCover, item: int) -> tuple[ExactCover, int]:
    """A primary item made secondary, or the other way; returns its new place too.

    Raises ProblemError for the last primary item.
    """
    turning = problem.items[item]
    if not turning.secondary and problem.primary == 1:
        raise ProblemError("a problem needs a primary item")
    rest = [i for i in range(len(problem.items)) if i != item]
    # Primary items come first: the turned item goes where the two kinds meet.
    place = problem.primary if turning.secondary else problem.primary - 1
    order = [*rest[:place], item, *rest[place:]]
    number = {old: new for new, old in enumerate(order)}
    items = tuple(Item(turning.name, not turning.secondary) if i == item else problem.items[i] for i in order)
    turned = [
        option.holding(sorted((number[i], "" if i == item else c) for i, c in option.coloured))
        for option in problem.options
    ]
    return problem.remade(turned, items), place


def empty_matrix() -> ExactCover:
    """Something to begin with: four items, three empty options."""
    return ExactCover(tuple(Item(name) for name in "1234"), ((), (), ()), labels=("A", "B", "C"), title="New matrix")


def _without(values: tuple[T, ...], place: int) -> tuple[T, ...]:
    return values[:place] + values[place + 1 :]


def _new_name(taken: set[str]) -> str:
    """The next free letter if the names are letters, else the next free number."""
    if any(name.isdigit() for name in taken) or not taken:
        return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    return next((name for name in letters(26) if name not in taken), f"x{len(taken) + 1}")
