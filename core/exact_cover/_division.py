"""Cuts an exact cover problem into pieces that together have its solutions; each takes some options in advance."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from core._catalog import Algorithm
from core._lazy import keeps
from core._search import Goal, Search
from core.exact_cover._option import Options
from core.exact_cover._problem import ExactCover, Item

PARTS = 64
"""The largest number of pieces, because building a piece takes time."""


@dataclass(frozen=True, slots=True)
class Subproblem:
    """What is left of a problem: items still to be covered, and options that can still be taken."""

    uncovered: NDArray[np.bool_]
    """For each primary item, whether it is still to be covered."""
    starts: NDArray[np.int64]
    """Option number i of the piece, in the problem's order, holds the items ``held[starts[i]:starts[i + 1]]``."""
    held: NDArray[np.int32]
    """The problem's numbers of items; all of them uncovered or secondary."""
    colours: NDArray[np.int64]
    """The colour of each of ``held``, 0 for none."""

    @property
    def options(self) -> int:
        """How many options can still be taken."""
        return len(self.starts) - 1

    def with_option(self, option: int) -> Subproblem:
        """What is left after an option, given by its number here, is taken.

        That is the options that share no item with it, except secondary items of the same colour.  The option itself
        goes too, because it holds a primary item.
        """
        own = slice(self.starts[option], self.starts[option + 1])
        taken = np.full(max(len(self.uncovered), int(self.held.max()) + 1), -1, dtype=np.int64)
        taken[self.held[own]] = self.colours[own]
        theirs = taken[self.held]
        clashing = (theirs >= 0) & ((theirs == 0) | (theirs != self.colours))
        beside = ~np.logical_or.reduceat(clashing, self.starts[:-1])
        uncovered = self.uncovered.copy()
        uncovered[self.held[own][self.held[own] < len(uncovered)]] = False
        return self._only(uncovered, beside)

    def _only(self, uncovered: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> Subproblem:
        """This subproblem with these options only."""
        lengths = np.diff(self.starts)
        entries = np.repeat(chosen, lengths)
        starts = np.concatenate([[0], np.cumsum(lengths[chosen])])
        return Subproblem(uncovered, starts, self.held[entries], self.colours[entries])

    def opened(self) -> Iterator[Subproblem]:
        """A piece for each option of the item with the fewest, in the options' order."""
        sizes = np.bincount(self.held, minlength=len(self.uncovered))[: len(self.uncovered)]
        item = np.where(self.uncovered, sizes, np.iinfo(np.int64).max).argmin()
        for option in np.searchsorted(self.starts, np.flatnonzero(self.held == item), side="right") - 1:
            yield self.with_option(int(option))


@keeps(last=2)
def divide(problem: ExactCover, pieces: int) -> tuple[Subproblem, ...]:
    """Cut a problem into at least ``pieces`` pieces, if there are that many, large ones first.

    The piece with the most options is cut further, at the item with the fewest,
    until there are enough.  The result is kept, because every part of a count
    asks for it.
    """
    made = 0
    whole = [(0, made, _whole(problem))]
    covered: list[Subproblem] = []
    while whole and len(whole) + len(covered) < pieces:
        _, _, piece = heappop(whole)
        if not piece.uncovered.any():
            covered.append(piece)
            continue
        for smaller in piece.opened():
            made += 1
            heappush(whole, (-smaller.options, made, smaller))
    return (*(piece for _, _, piece in sorted(whole, key=lambda each: each[:2])), *covered)


def _whole(problem: ExactCover) -> Subproblem:
    """The problem as a piece of itself, without its idle options."""
    incidence = problem.incidence()
    starts = np.concatenate([[0], incidence.starts[1:][np.diff(incidence.starts) > 0]])
    return Subproblem(np.ones(problem.primary, dtype=np.bool_), starts, incidence.items, problem.colour_numbers())


def as_problem(problem: ExactCover, piece: Subproblem) -> ExactCover:
    """The problem that is left to solve of a piece."""
    if not piece.uncovered.any():  # one solution
        return ExactCover([Item("nothing")], [(0,)])
    uncovered = np.concatenate([piece.uncovered, np.ones(problem.secondary, dtype=np.bool_)])
    number = np.cumsum(uncovered, dtype=np.int32) - np.int32(1)
    items = tuple(problem.items[item] for item in np.flatnonzero(uncovered).tolist())
    shades = piece.colours.astype(np.int32) if piece.colours.any() else ()
    options = Options(
        array("q", piece.starts.astype(np.int64).tobytes()), array("i", number[piece.held].tobytes()),
        array("i", np.array(shades, dtype=np.int32).tobytes()), problem.colour_names, array("q"), (),
    )  # fmt: skip
    return ExactCover.trusted(items, options)


def searches(
    entry: Algorithm, problem: ExactCover, settings: Mapping[str, str | int], number: int, of: int
) -> Iterator[Search]:
    """The searches of part ``number`` (see `core._parts.part`), which takes every ``of``-th piece."""
    for piece in divide(problem, of)[number::of]:
        yield entry.start(as_problem(problem, piece), Goal.COUNT, None, parameters=settings)


def usual_parts(problem: ExactCover) -> int:
    """The number of parts unless the user says otherwise."""
    return PARTS
