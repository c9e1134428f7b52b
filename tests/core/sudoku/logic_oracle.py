"""An independent judge of steps: from the pattern alone, by trying everything.

Of a position it looks only at what a step names as its reason: the cells of the
pattern must each hold one of their candidates, the houses of the pattern must
each hold the value, and no value stands twice in a unit.  What a step rules out
must be impossible under that little; and a pattern that no longer rules it out
when a candidate is put back is a look-alike.
"""

from __future__ import annotations

from core.sudoku._grid import values_in
from core.sudoku.human import Candidate, LinkKind, Position, Step


def clauses_of(step: Step, position: Position) -> list[frozenset[Candidate]]:
    """Lists of candidates of which one is true, as the pattern claims them."""
    pattern, geometry = step.pattern, position.geometry
    cells = set(pattern.cells) | {cell for group in pattern.sets for cell in group.cells}
    houses = {(house, value) for house in pattern.houses for value in pattern.values}
    for link in (*pattern.links, *(link for branch in pattern.branches for link in branch)):
        values = {candidate.value for candidate in (*link.source, *link.target)}
        if link.kind is LinkKind.NET:
            cells.add(link.target[0].cell)
            houses |= {(unit, link.target[0].value) for unit in geometry.units_of[link.target[0].cell]}
        elif link.kind is LinkKind.STRONG:
            own = {candidate.cell for candidate in (*link.source, *link.target)}
            if len(own) == 1:
                cells |= own
            elif len(values) == 1:
                shared = geometry.shared_units(sum(1 << cell for cell in own))
                houses |= {(unit, min(values)) for unit in shared}
    if pattern.contradiction:
        cells |= {candidate.cell for candidate in pattern.contradiction}
        houses |= {(house, pattern.contradiction[0].value) for house in pattern.houses}
    if step.technique.key.startswith("forcing"):
        cells |= {candidate.cell for candidate in pattern.defining}
        houses |= {(unit, c.value) for c in pattern.defining for unit in geometry.units_of[c.cell]}
    found = [
        frozenset(Candidate(cell, value) for value in values_in(position.bits[cell]))
        for cell in cells
        if position.bits[cell]
    ]
    for house, value in houses:
        places = position.places[value] & geometry.masks[house]
        if places:
            found.append(frozenset(Candidate(cell, value) for cell in range(geometry.size) if places >> cell & 1))
    return sorted(set(found), key=len)


def impossible(position: Position, clauses: list[frozenset[Candidate]], supposed: Candidate) -> bool:
    """Whether a candidate cannot be true together with the clauses."""
    peers = position.geometry.peers

    def clash(one: Candidate, other: Candidate) -> bool:
        if one.cell == other.cell:
            return one.value != other.value
        return one.value == other.value and bool(peers[one.cell] >> other.cell & 1)

    def fails(open_clauses: list[frozenset[Candidate]], chosen: Candidate) -> bool:
        left = []
        for clause in open_clauses:
            if chosen in clause:
                continue
            rest = frozenset(candidate for candidate in clause if not clash(candidate, chosen))
            if not rest:
                return True
            left.append(rest)
        if not left:
            return False
        smallest = min(left, key=len)
        left.remove(smallest)
        return all(fails(left, candidate) for candidate in smallest)

    return fails(clauses, supposed)


def proved(step: Step, position: Position) -> bool:
    """Whether the pattern alone forces what the step says."""
    clauses = clauses_of(step, position)
    gone = list(step.eliminations)
    for cell, value in step.placements:
        rivals = [Candidate(cell, other) for other in values_in(position.bits[cell]) if other != value]
        # The value is forced where its absence is impossible: add "not this" by leaving it out of its clauses.
        without = [clause - {Candidate(cell, value)} for clause in clauses]
        if any(not clause for clause in without):
            continue
        if not all(impossible(position, without, rival) for rival in rivals):
            return False
    return all(impossible(position, clauses, candidate) for candidate in gone)
