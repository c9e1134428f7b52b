"""Draws what follows from an assumed value by singles alone; a trace says where each consequence comes from.

The consequences are drawn breadth first, so that few steps reach a contradiction;
the trace leaves out those that the contradiction does not need.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from core.sudoku._grid import bit, values_in
from core.sudoku.human._pattern import Candidate, Link, LinkKind, Node, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._units import cells_of


@dataclass
class Trace:
    """Everything that follows from one assumption."""

    position: Position
    assumption: Candidate
    on: dict[Candidate, tuple[Node, int]] = field(default_factory=dict)
    """Values that follow: the values they follow from, and the unit (-1: the cell itself)."""
    off: dict[Candidate, Candidate] = field(default_factory=dict)
    """Candidates that are ruled out, each with the value that rules it out."""
    contradiction: Node = ()
    """Candidates of which one would have to be true, though all have gone; empty if there is no contradiction."""
    house: int = -1
    """The unit of the contradiction; -1 if a cell has nothing left."""

    def chain_to(self, *targets: Candidate) -> tuple[Link, ...]:
        """The links from the assumption that end in these values (true) or candidates (gone)."""
        wanted: set[Candidate] = set()
        last: list[Link] = []
        queue: list[Candidate] = []
        for target in targets:
            if target not in self.off:
                queue.append(target)
            else:
                parent = self.off[target]
                queue.append(parent)
                last.append(Link((parent,), (target,), LinkKind.WEAK, _common_unit(self.position, parent, target)))
        while queue:
            value = queue.pop()
            if value not in wanted:
                wanted.add(value)
                queue += self.on[value][0]
        links = [
            Link(sources, (value,), LinkKind.NET, house)
            for value, (sources, house) in self.on.items()
            if value in wanted and sources
        ]
        return (*links, *last)

    def holding(self) -> tuple[int, ...]:
        """A small set of the filled cells from which the contradiction still follows.

        It is built greedily, from the cells that rule out most of the candidates that the singles of the chain, and the
        contradiction, need to be gone.  Empty if some of those were struck out: filled cells alone do not explain that.
        """
        position = self.position
        geometry, values = position.geometry, position.values
        wanted: set[Candidate] = set()
        for link in self.chain_to(*self.contradiction):
            if link.kind is LinkKind.NET:
                wanted.update(self._rivals(link.target[0], link.house))
        wanted.update(self._rivals(self.contradiction[0], self.house))
        causes: dict[int, set[Candidate]] = {}
        left = wanted - set(self.off) - set(self.on)
        for candidate in left:
            cell, value = candidate
            if values[cell]:
                causes.setdefault(cell, set()).add(candidate)
            for peer in cells_of(geometry.peers[cell]):
                if values[peer] == value:
                    causes.setdefault(peer, set()).add(candidate)
        if left != set().union(*causes.values()):
            return ()
        chosen: list[int] = []
        while left:
            best = max(causes, key=lambda cell: (len(causes[cell] & left), -cell))
            chosen.append(best)
            left -= causes[best]
        return tuple(sorted(chosen))

    def _rivals(self, single: Candidate, house: int) -> list[Candidate]:
        """What must be gone for a single to be one: the other values of its cell, or the other cells of the unit."""
        geometry = self.position.geometry
        if house < 0:
            return [Candidate(single.cell, value) for value in range(1, self.position.n + 1) if value != single.value]
        return [Candidate(cell, single.value) for cell in geometry.units[house] if cell != single.cell]


def _common_unit(position: Position, one: Candidate, other: Candidate) -> int:
    if one.cell == other.cell:
        return -1
    geometry = position.geometry
    return next((unit for unit in geometry.units_of[one.cell] if geometry.masks[unit] >> other.cell & 1), -1)


def assume(position: Position, assumption: Candidate) -> Trace:
    """Draw the consequences of placing a value until there are no more, or one contradicts another."""
    geometry = position.geometry
    masks, units_of, peers = geometry.masks, geometry.units_of, geometry.peers
    bits = position.bits[:]
    places = position.places[:]
    trace = Trace(position, assumption)
    on, off = trace.on, trace.off
    on[assumption] = ((), -1)
    queue = deque([assumption])
    while queue:
        value = queue.popleft()
        cell, digit = value
        gone = (*_of_cell(cell, bits[cell] & ~bit(digit)), *candidates(places[digit] & peers[cell], digit))
        for candidate in gone:
            off[candidate] = value
            bits[candidate.cell] &= ~bit(candidate.value)
            places[candidate.value] &= ~(1 << candidate.cell)
        for candidate in gone:
            left = bits[candidate.cell]
            if not left:
                trace.contradiction = _of_cell(candidate.cell, position.bits[candidate.cell])
                return trace
            if not left & (left - 1):
                single = Candidate(candidate.cell, left.bit_length())
                if single not in on:
                    rivals = _of_cell(single.cell, position.bits[single.cell] & ~left)
                    on[single] = (_parents(trace, rivals), -1)
                    queue.append(single)
            for unit in units_of[candidate.cell]:
                left = places[candidate.value] & masks[unit]
                if not left:
                    trace.contradiction = candidates(position.places[candidate.value] & masks[unit], candidate.value)
                    trace.house = unit
                    return trace
                if not left & (left - 1):
                    single = Candidate(left.bit_length() - 1, candidate.value)
                    if single not in on:
                        rivals = candidates(position.places[candidate.value] & masks[unit] & ~left, candidate.value)
                        on[single] = (_parents(trace, rivals), unit)
                        queue.append(single)
    return trace


def _of_cell(cell: int, bits: int) -> Node:
    """Some values of one cell."""
    return tuple(Candidate(cell, value) for value in values_in(bits))


def _parents(trace: Trace, gone: Node) -> Node:
    return tuple(dict.fromkeys(trace.off[candidate] for candidate in gone))


def refutation(position: Position, candidate: Candidate) -> Trace | None:
    """What follows from a candidate by singles, if it ends in a contradiction."""
    trace = assume(position, candidate)
    return trace if trace.contradiction else None


@dataclass(frozen=True)
class Trial:
    """The outcome of trying everything after one assumption."""

    ends: int
    """The number of ways, all of which end in a contradiction; 0 if there are too many to try."""
    guesses: tuple[Candidate, ...]
    """The choices on the way with the fewest, in order; if that is the only way, each was the only choice."""
    end: Trace
    """What followed from the last of these, or from the assumption."""


def tried(position: Position, candidate: Candidate, most: int) -> Trial | bool:
    """Try every way to go on from a candidate; True if one fills the grid, False if none ended in time.

    Singles are filled in.  When there is none, it guesses in the cell or unit with the fewest choices, ``most``
    times in all.
    """
    ends = 0
    best: Trial | None = None
    stack: list[tuple[Position, Candidate, tuple[Candidate, ...]]] = [(position, candidate, ())]
    for _ in range(most):
        position.check()
        now, guess, before = stack.pop()
        trace = assume(now, guess)
        if trace.contradiction:
            ends += 1
            if best is None or len(before) < len(best.guesses):
                best = Trial(0, (*before, guess)[1:], trace)
        else:
            after = now.copy()
            for cell, value in trace.on:
                after.place(cell, value)
            choices = _fewest_choices(after)
            if not choices:
                return True
            stack += [(after, choice, (*before, guess)) for choice in reversed(choices)]
        if not stack:
            assert best is not None
            return replace(best, ends=ends)
    return best or False


def _fewest_choices(position: Position) -> Node:
    """The candidates of the cell with the fewest, or the places of a value in a unit if these are fewer."""
    best: Node = ()
    for cell in cells_of(position.unsolved):
        if not best or position.bits[cell].bit_count() < len(best):
            best = _of_cell(cell, position.bits[cell])
    for value in range(1, position.n + 1):
        for mask in position.geometry.masks:
            count = (position.places[value] & mask).bit_count()
            if 1 < count < len(best):
                best = candidates(position.places[value] & mask, value)
    return best


def held_by(position: Position, candidate: Candidate) -> tuple[int, ...]:
    """The peers of a cell that already hold the value."""
    peers = cells_of(position.geometry.peers[candidate.cell])
    return tuple(peer for peer in peers if position.values[peer] == candidate.value)
