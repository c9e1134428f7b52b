"""An exact cover problem cut into others whose solutions, together, are its own: some options taken in advance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from core.catalog import Algorithm
from core.exact_cover.problem import ExactCover, Item
from core.kept import keeps
from core.search import Goal, Search

PARTS = 64
"""Building a piece takes its time, so there are not too many."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is left: items still to be covered, and options that can still be taken."""

    items: frozenset[int]
    options: tuple[int, ...]


@keeps(last=2)
def divide(problem: ExactCover, pieces: int) -> tuple[_Piece, ...]:
    """At least so many pieces where there are as many, large ones first.

    The piece with most options is cut further, at an item with fewest of them,
    until there are enough.  Kept, for the parts of one count all ask for the same.
    """
    primary = frozenset(i for i, item in enumerate(problem.items) if not item.secondary)
    usable = tuple(o for o, option in enumerate(problem.options) if not primary.isdisjoint(option))
    made = 0
    whole = [(-len(usable), made, _Piece(primary, usable))]
    covered: list[_Piece] = []
    heapify(whole)
    while whole and len(whole) + len(covered) < pieces:
        _, _, piece = heappop(whole)
        if not piece.items:
            covered.append(piece)
            continue
        for smaller in _opened(problem, piece):
            made += 1
            heappush(whole, (-len(smaller.options), made, smaller))
    return (*(piece for _, _, piece in sorted(whole, key=lambda each: each[:2])), *covered)


def _opened(problem: ExactCover, piece: _Piece) -> Iterator[_Piece]:
    by_item: dict[int, list[int]] = {item: [] for item in piece.items}
    for option in piece.options:
        for item in problem.options[option]:
            if item in by_item:
                by_item[item].append(option)
    item = min(piece.items, key=lambda item: (len(by_item[item]), item))
    for option in by_item[item]:
        yield _Piece(piece.items.difference(problem.options[option]), tuple(_compatible(problem, option, piece)))


def _compatible(problem: ExactCover, option: int, piece: _Piece) -> Iterator[int]:
    """The options of a piece that can still be taken beside one of them."""
    if not problem.colours:
        apart = frozenset(problem.options[option]).isdisjoint
        return (other for other in piece.options if apart(problem.options[other]))
    taken = _colours(problem, option)
    return (other for other in piece.options if other != option and _agree(taken, _colours(problem, other)))


def _colours(problem: ExactCover, option: int) -> dict[int, str]:
    return dict(zip(problem.options[option], problem.colours[option], strict=True))


def _agree(taken: Mapping[int, str], other: Mapping[int, str]) -> bool:
    """Whether two options can both be taken: every item they share gets the same colour from both."""
    return all(colour and other[item] == colour for item, colour in taken.items() if item in other)


def _as_problem(problem: ExactCover, piece: _Piece) -> ExactCover:
    if not piece.items:  # covered already: one solution
        return ExactCover([Item("nothing")], [(0,)])
    kept = [i for i, item in enumerate(problem.items) if i in piece.items or item.secondary]
    place = {item: number for number, item in enumerate(kept)}
    if not problem.colours:  # what is left has nothing to do with items that are covered
        there = place.__getitem__
        left = [tuple(map(there, problem.options[option])) for option in piece.options]
        return ExactCover.unchecked([problem.items[item] for item in kept], left)
    options, colours = [], []
    for option in piece.options:
        pairs = [(place[item], colour) for item, colour in _colours(problem, option).items() if item in place]
        options.append(tuple(item for item, _ in pairs))
        colours.append(tuple(colour for _, colour in pairs))
    return ExactCover.unchecked(
        [problem.items[item] for item in kept], options, colours if any(map(any, colours)) else ()
    )


def searches(
    entry: Algorithm, problem: ExactCover, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """The searches of part ``number`` (see `core.parts`): every ``of``-th of the pieces."""
    for piece in divide(problem, of)[number::of]:
        yield entry.start(_as_problem(problem, piece), Goal.COUNT, None, **settings)


def usual_parts(problem: ExactCover) -> int:
    """How many parts there are where nobody says."""
    return PARTS
