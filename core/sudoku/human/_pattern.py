"""What the reason of a step is made of: candidates, links, sets of cells, each in its role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Candidate(NamedTuple):
    """A value that a cell may still hold."""

    cell: int
    """0-based, along the rows."""
    value: int
    """1-based."""


Node = tuple[Candidate, ...]
"""A point of a chain: one candidate, or several of the same value, one of which is true."""


class LinkKind(StrEnum):
    """What one point of a chain says about the next."""

    STRONG = "strong"
    """If the first is false, the second is true."""
    WEAK = "weak"
    """If the first is true, the second is false."""
    NET = "net"
    """If all candidates of the first are true, the second is true."""


class Link(NamedTuple):
    """One link of a chain, from what is known to what follows."""

    source: Node
    target: Node
    kind: LinkKind
    house: int = -1
    """The unit in which it holds; -1 within one cell."""


class LockedSet(NamedTuple):
    """Cells with one value more than there are cells (an ALS), or as many values as cells."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    house: int
    """A unit that holds all its cells."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The reason, by role; empty for roles that a technique does not have."""

    houses: tuple[int, ...] = ()
    """The units looked at (for a fish, the base sets), as numbers among ``Layout.houses``."""
    covers: tuple[int, ...] = ()
    """The cover sets of a fish; the other units concerned elsewhere."""
    values: tuple[int, ...] = ()
    """The values concerned."""
    cells: tuple[int, ...] = ()
    """The cells that form the pattern, if they matter as cells (rectangles, subsets, wings)."""
    defining: tuple[Candidate, ...] = ()
    """The candidates that form the pattern."""
    fins: tuple[Candidate, ...] = ()
    """Candidates that spoil the plain pattern: fins, and the surplus ones of a rectangle."""
    links: tuple[Link, ...] = ()
    """The chain, in order."""
    colours: tuple[tuple[Candidate, ...], ...] = ()
    """Groups of candidates that are true or false together, opposite colours side by side: A, not A, B, not B."""
    sets: tuple[LockedSet, ...] = ()
    """Almost locked sets, in order."""
    common: tuple[Candidate, ...] = ()
    """The restricted common candidates between the sets."""
    branches: tuple[tuple[Link, ...], ...] = ()
    """For forcing chains: one chain for each assumption, in order."""
    rule: int = -1
    """The rule that it rests on, as a number among those of the layout; -1 if it rests on houses."""
    contradiction: Node = ()
    """For a forced contradiction: the candidates that cannot go together, or of which one would have to be true."""


def candidates(mask: int, value: int) -> tuple[Candidate, ...]:
    """One value in a set of cells."""
    out = []
    while mask:
        low = mask & -mask
        out.append(Candidate(low.bit_length() - 1, value))
        mask ^= low
    return tuple(out)
