"""Draws what follows from an assumed value by singles alone; a trace says where each consequence comes from.

The consequences are drawn breadth first, so that few steps reach a contradiction;
the trace leaves out those that the contradiction does not need.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from core.sudoku.grid import bit, values_in
from core.sudoku.human.pattern import Candidate, Link, LinkKind, Node, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.units import cells_of


@dataclass
class Trace:
    """Everything that follows from one assumption."""

    position: Position
    assumption: Candidate
    on: dict[Candidate, tuple[Node, int]] = field(default_factory=dict)
    """Values that follow: the values they follow from, and the unit (-1: the cell itself)."""
    off: dict[Candidate, Candidate] = field(default_factory=dict)
    """Candidates that are ruled out, each with the value that does it."""
    contradiction: Node = ()
    """Candidates of which one would have to be true, though all have gone; empty where there is no contradiction."""
    house: int = -1
    """The unit of the contradiction; -1 where a cell has nothing left."""

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


def _common_unit(position: Position, one: Candidate, other: Candidate) -> int:
    if one.cell == other.cell:
        return -1
    geometry = position.geometry
    return next(unit for unit in geometry.units_of[one.cell] if geometry.masks[unit] >> other.cell & 1)


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


def refutation(position: Position, candidate: Candidate) -> tuple[tuple[Link, ...], Node, int] | None:
    """The chain by which a candidate leads to a contradiction by singles, what is contradicted and in which unit."""
    trace = assume(position, candidate)
    if not trace.contradiction:
        return None
    return trace.chain_to(*trace.contradiction), trace.contradiction, trace.house


def held_by(position: Position, candidate: Candidate) -> tuple[int, ...]:
    """The peers of a cell that already hold the value."""
    peers = cells_of(position.geometry.peers[candidate.cell])
    return tuple(peer for peer in peers if position.values[peer] == candidate.value)
