"""Strong and weak links between the candidates of a position, as sets of points.

A *point* is a candidate, or a group of places of one value in the crossing of
two units, one of which is true.  Sets of points are integers, and so are sets
of candidates; a candidate and the point made of it alone have the same number.
"""

from __future__ import annotations

from core.sudoku._grid import values_in
from core.sudoku.human._pattern import Candidate, Node
from core.sudoku.human._position import Position
from core.sudoku.human._units import cells_of


class Links:
    """The points of a position and what follows from one to another."""

    def __init__(self, position: Position, *, grouped: bool = False, value: int = 0, cells_only: bool = False) -> None:
        """All links; or those of one value; or (``cells_only``) strong links in cells and weak ones between cells."""
        geometry = position.geometry
        self.points: list[Node] = []
        self.members: list[int] = []
        """For each point, its candidates."""
        self.ruled_out: list[int] = []
        """For each point, the candidates that are false when it is true."""
        number: dict[Candidate, int] = {}
        for cell, bits in enumerate(position.bits):
            for v in values_in(bits) if not value else ((value,) if bits >> (value - 1) & 1 else ()):
                number[Candidate(cell, v)] = len(self.points)
                self.points.append((Candidate(cell, v),))
        self.number = number
        self.candidates = len(self.points)
        """The number of points that are single candidates; they come first."""
        at_place: list[dict[int, int]] = [{} for _ in range(position.n + 1)]
        """For each value, the number of the point at a set of places."""
        for candidate, at in number.items():
            at_place[candidate.value][1 << candidate.cell] = at
        values = range(1, position.n + 1) if not value else (value,)
        if grouped:
            for v in values:
                for one, other in geometry.crossings():
                    places = position.places[v] & geometry.masks[one] & geometry.masks[other]
                    if places & (places - 1) and places not in at_place[v]:
                        at_place[v][places] = len(self.points)
                        self.points.append(tuple(Candidate(cell, v) for cell in cells_of(places)))
        numbers_at: list[list[int]] = [[-1] * geometry.size for _ in range(position.n + 1)]
        for candidate, at in number.items():
            numbers_at[candidate.value][candidate.cell] = at
        position.check()
        for point in self.points:
            v = point[0].value
            places = position.places[v]
            for candidate in point:
                places &= geometry.peers[candidate.cell]
            out = 0
            row = numbers_at[v]
            while places:
                low = places & -places
                out |= 1 << row[low.bit_length() - 1]
                places ^= low
            if len(point) == 1 and not value:
                cell = point[0].cell
                for other in values_in(position.bits[cell]):
                    if other != v:
                        out |= 1 << number[Candidate(cell, other)]
            self.ruled_out.append(out)
            self.members.append(sum(1 << number[candidate] for candidate in point))
        self.strong = [0] * len(self.points)
        """For each point, the points that are true when it is false."""
        self.weak = self.ruled_out[:]
        """For each point, the points that are false when it is true."""
        if grouped:
            for at, out in enumerate(self.ruled_out):
                for group in range(self.candidates, len(self.points)):
                    if not self.members[group] & ~out:
                        self.weak[at] |= 1 << group
        if cells_only:
            for at, ((cell, v), *_) in enumerate(self.points):
                for other in values_in(position.bits[cell]):
                    if other != v:
                        self.weak[at] &= ~(1 << number[Candidate(cell, other)])
        if not value:
            for cell, bits in enumerate(position.bits):
                if bits.bit_count() == 2:
                    a, b = (number[Candidate(cell, v)] for v in values_in(bits))
                    self.strong[a] |= 1 << b
                    self.strong[b] |= 1 << a
        if cells_only:
            return
        for v in values:
            known = at_place[v]
            for mask in geometry.masks:
                places = position.places[v] & mask
                if not places & (places - 1):
                    continue
                if places.bit_count() == 2:
                    low = places & -places
                    a, b = known[low], known[places ^ low]
                    self.strong[a] |= 1 << b
                    self.strong[b] |= 1 << a
                elif grouped:
                    for some, at in known.items():
                        if not some & ~places and some != places:
                            rest = known.get(places ^ some)
                            if rest is not None:
                                self.strong[at] |= 1 << rest


def links_of(position: Position, *, grouped: bool = False, value: int = 0, cells_only: bool = False) -> Links:
    """The links of a position, made once for each kind."""
    key = f"links {grouped} {value} {cells_only}"
    found: Links | None = position.cache.get(key)
    if found is None:
        found = position.cache[key] = Links(position, grouped=grouped, value=value, cells_only=cells_only)
    return found
