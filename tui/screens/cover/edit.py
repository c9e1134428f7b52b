"""Editing a matrix: each change makes a new problem, so undoing is going back to an old one."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from core.exact_cover.names import letters
from core.exact_cover.problem import ExactCover, Item
from core.search import ProblemError

T = TypeVar("T")

MOST_CELLS = 200_000
"""Larger matrices are not edited by hand: each change makes a copy."""


def toggled(problem: ExactCover, option: int, item: int) -> ExactCover:
    """Put the item into the option, or take it out."""
    held = dict(zip(problem.options[option], _colours(problem, option), strict=True))
    if item in held:
        del held[item]
    else:
        held[item] = ""
    return _with_option(problem, option, dict(sorted(held.items())))


def with_option_added(problem: ExactCover, after: int) -> ExactCover:
    """An empty option after that one (-1 for the first place)."""
    place = after + 1
    options = (*problem.options[:place], (), *problem.options[place:])
    colours = (*problem.colours[:place], (), *problem.colours[place:]) if problem.colours else ()
    labels = problem.labels
    if labels:
        labels = (*labels[:place], _new_name(set(labels)), *labels[place:])
    return replace(problem, options=options, colours=colours, labels=labels)


def with_option_removed(problem: ExactCover, option: int) -> ExactCover:
    """Without that option."""
    return replace(
        problem,
        options=_without(problem.options, option),
        colours=_without(problem.colours, option) if problem.colours else (),
        labels=_without(problem.labels, option) if problem.labels else (),
    )


def with_option_named(problem: ExactCover, option: int, name: str) -> ExactCover:
    """The option under another name.  Raises ProblemError for one that cannot be printed."""
    labels = list(problem.labels or (str(number + 1) for number in range(len(problem.options))))
    labels[option] = name.strip()
    return replace(problem, labels=tuple(labels))


def with_item_added(problem: ExactCover, after: int, name: str = "") -> ExactCover:
    """A new item after that one, of the same kind.  Raises ProblemError for a name that cannot be."""
    place = min(after + 1, len(problem.items))
    secondary = bool(problem.items) and 0 <= after < len(problem.items) and problem.items[after].secondary
    item = Item(name or _new_name({item.name for item in problem.items}), secondary)
    items = (*problem.items[:place], item, *problem.items[place:])
    options = tuple(tuple(i + (i >= place) for i in option) for option in problem.options)
    return replace(problem, items=items, options=options)


def with_item_removed(problem: ExactCover, item: int) -> ExactCover:
    """Without that item, in no option either.  Raises ProblemError for the last primary item."""
    if not problem.items[item].secondary and problem.primary == 1:
        raise ProblemError("a problem needs a primary item")
    kept = [
        [(i - (i > item), c) for i, c in zip(option, _colours(problem, o), strict=True) if i != item]
        for o, option in enumerate(problem.options)
    ]
    return replace(
        problem,
        items=_without(problem.items, item),
        options=tuple(tuple(i for i, _ in option) for option in kept),
        colours=tuple(tuple(c for _, c in option) for option in kept) if problem.colours else (),
    )


def with_item_named(problem: ExactCover, item: int, name: str) -> ExactCover:
    """The item under another name.  Raises ProblemError for one that is taken or cannot be."""
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
    # Primary items come first: the turned item stands where the two kinds meet.
    place = problem.primary if turning.secondary else problem.primary - 1
    order = [*rest[:place], item, *rest[place:]]
    number = {old: new for new, old in enumerate(order)}
    items = tuple(Item(turning.name, not turning.secondary) if i == item else problem.items[i] for i in order)
    rows = []
    for o, option in enumerate(problem.options):
        cells = zip(option, _colours(problem, o), strict=True)
        rows.append(sorted((number[i], "" if i == item else c) for i, c in cells))
    changed = replace(
        problem,
        items=items,
        options=tuple(tuple(i for i, _ in row) for row in rows),
        colours=tuple(tuple(c for _, c in row) for row in rows) if problem.colours else (),
    )
    return changed, place


def empty_matrix() -> ExactCover:
    """Something to begin with: four items, three empty options."""
    return ExactCover(tuple(Item(name) for name in "1234"), ((), (), ()), labels=("A", "B", "C"), title="New matrix")


def _with_option(problem: ExactCover, option: int, held: dict[int, str]) -> ExactCover:
    options, colours = list(problem.options), list(problem.colours)
    options[option] = tuple(held)
    if colours:
        colours[option] = tuple(held.values())
    return replace(problem, options=tuple(options), colours=tuple(colours))


def _colours(problem: ExactCover, option: int) -> tuple[str, ...]:
    return problem.colours[option] if problem.colours else ("",) * len(problem.options[option])


def _without(values: tuple[T, ...], place: int) -> tuple[T, ...]:
    return values[:place] + values[place + 1 :]


def _new_name(taken: set[str]) -> str:
    """The next free letter if the names are letters, else the next free number."""
    if any(name.isdigit() for name in taken) or not taken:
        return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)
    return next((name for name in letters(26) if name not in taken), f"x{len(taken) + 1}")
