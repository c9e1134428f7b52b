"""W-Wing, XY-Wing and XYZ-Wing: two or three cells of which one must hold a value."""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku._grid import bit, values_in
from core.sudoku._symbols import symbol
from core.sudoku.human._notation import house_text, values_text
from core.sudoku.human._pattern import Candidate, Link, LinkKind, Node, Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._techniques.single_digit import strong_pairs
from core.sudoku.human._units import cells_of


def bivalue_cells(position: Position) -> list[int]:
    """The cells with two candidates."""
    return [cell for cell, bits in enumerate(position.bits) if bits.bit_count() == 2]


def _one(cell: int, value: int) -> Node:
    return (Candidate(cell, value),)


def w_wings(position: Position, which: Technique) -> Iterator[Step]:
    """Two cells with the same two values; a strong link on one of them sees both, so one cell holds the other.

    The search tries each pair of such cells with each strong link on either value, in both directions.
    """
    geometry, bits = position.geometry, position.bits
    pairs_of: dict[int, list[tuple[int, int, int]]] = {}
    cells = bivalue_cells(position)
    for at, one in enumerate(cells):
        position.check()
        for other in cells[at + 1 :]:
            if bits[one] != bits[other] or geometry.peers[one] >> other & 1:
                continue
            common = geometry.peers[one] & geometry.peers[other]
            for linked in values_in(bits[one]):
                kept = (bits[one] ^ bit(linked)).bit_length()
                gone = common & position.places[kept]
                if not gone:
                    continue
                if linked not in pairs_of:
                    pairs_of[linked] = strong_pairs(position, linked)
                for unit, a, b in pairs_of[linked]:
                    if {a, b} & {one, other}:
                        continue
                    for near, far in ((a, b), (b, a)):
                        if geometry.peers[one] >> near & 1 and geometry.peers[other] >> far & 1:
                            yield Step(
                                which,
                                (),
                                candidates(gone, kept),
                                Pattern(
                                    (unit,),
                                    (),
                                    (linked, kept),
                                    (one, other),
                                    (
                                        *(Candidate(cell, value) for cell in (one, other) for value in (linked, kept)),
                                        Candidate(near, linked),
                                        Candidate(far, linked),
                                    ),
                                    links=(
                                        Link(_one(one, kept), _one(one, linked), LinkKind.STRONG),
                                        Link(_one(one, linked), _one(near, linked), LinkKind.WEAK),
                                        Link(_one(near, linked), _one(far, linked), LinkKind.STRONG, unit),
                                        Link(_one(far, linked), _one(other, linked), LinkKind.WEAK),
                                        Link(_one(other, linked), _one(other, kept), LinkKind.STRONG),
                                    ),
                                ),
                                position.layout,
                            )
                            break


def _w_wing_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    linked, kept = (symbol(value) for value in pattern.values)
    one, other = (layout.name_of(cell) for cell in pattern.cells)
    near, far = (layout.name_of(candidate.cell) for candidate in pattern.defining[-2:])
    return (
        f"{one} and {other} both have just {linked} and {kept}. In {house_text(layout, pattern.houses[0])}, {linked} "
        f"is in {near}, which {one} sees, or in {far}, which {other} sees. So {one} or {other} is "
        f"{kept}, and no cell that sees both can be {kept}"
    )


def xy_wings(position: Position, which: Technique) -> Iterator[Step]:
    """A cell with values x and y sees one with x and z, and one with y and z: one of these two holds z."""
    geometry, bits = position.geometry, position.bits
    two = bivalue_cells(position)
    for pivot in two:
        own = bits[pivot]
        wings = [
            cell
            for cell in two
            if geometry.peers[pivot] >> cell & 1 and bits[cell] != own and (bits[cell] & own).bit_count() == 1
        ]
        for at, one in enumerate(wings):
            for other in wings[at + 1 :]:
                shared = bits[one] & bits[other]
                if shared.bit_count() != 1 or shared & own or bits[one] == bits[other]:
                    continue
                value = shared.bit_length()
                gone = geometry.peers[one] & geometry.peers[other] & position.places[value]
                if gone:
                    yield _wing(position, which, pivot, (one, other), value, gone)


def xyz_wings(position: Position, which: Technique) -> Iterator[Step]:
    """Like an XY-Wing, but the pivot may hold z itself: a place that sees all three is ruled out."""
    geometry, bits = position.geometry, position.bits
    two = bivalue_cells(position)
    for pivot, own in enumerate(bits):
        if own.bit_count() != 3:
            continue
        wings = [cell for cell in two if geometry.peers[pivot] >> cell & 1 and not bits[cell] & ~own]
        for at, one in enumerate(wings):
            for other in wings[at + 1 :]:
                shared = bits[one] & bits[other]
                if shared.bit_count() != 1:
                    continue
                value = shared.bit_length()
                gone = geometry.peers[one] & geometry.peers[other] & geometry.peers[pivot] & position.places[value]
                if gone:
                    yield _wing(position, which, pivot, (one, other), value, gone)


def _wing(position: Position, which: Technique, pivot: int, wings: tuple[int, int], value: int, gone: int) -> Step:
    bits = position.bits
    cells = (pivot, *wings)
    inner = [(bits[wing] ^ bit(value)).bit_length() for wing in wings]
    links = (
        Link(_one(wings[0], value), _one(wings[0], inner[0]), LinkKind.STRONG),
        Link(_one(wings[0], inner[0]), _one(pivot, inner[0]), LinkKind.WEAK),
        Link(_one(pivot, inner[0]), _one(pivot, inner[1]), LinkKind.STRONG),
        Link(_one(pivot, inner[1]), _one(wings[1], inner[1]), LinkKind.WEAK),
        Link(_one(wings[1], inner[1]), _one(wings[1], value), LinkKind.STRONG),
    )
    return Step(
        which,
        (),
        candidates(gone, value),
        Pattern(
            (),
            (),
            (*inner, value),
            cells,
            tuple(Candidate(cell, v) for cell in cells for v in values_in(bits[cell])),
            links=links if bits[pivot].bit_count() == 2 else (),
        ),
        position.layout,
    )


def _xy_wing_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    pivot, one, other = (layout.name_of(cell) for cell in pattern.cells)
    x, y, z = (symbol(value) for value in pattern.values)
    return (
        f"{pivot} is {x} or {y}. If it is {x}, {one} is {z}; if it is {y}, {other} is {z}. So one of the two is "
        f"{z}, and no cell that sees both can be {z}"
    )


def _xyz_wing_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    pivot, one, other = (layout.name_of(cell) for cell in pattern.cells)
    x, y, z = (symbol(value) for value in pattern.values)
    return (
        f"{pivot} is {x}, {y} or {z}. If it is {x}, {one} is {z}; if it is {y}, {other} is {z}. So one of the three "
        f"is {z}, and no cell that sees them all can be {z}"
    )


def remote_pairs(position: Position, which: Technique) -> Iterator[Step]:
    """A chain of cells with the same two values: its ends, an odd number of links apart, hold one each."""
    geometry, bits = position.geometry, position.bits
    groups: dict[int, list[int]] = {}
    for cell in bivalue_cells(position):
        groups.setdefault(bits[cell], []).append(cell)
    for pair, cells in groups.items():
        if len(cells) < 4:
            continue
        position.check()
        values = values_in(pair)
        seen: set[int] = set()
        for start in cells:
            parents = {start: -1}
            level = [start]
            distance = 0
            while level:
                distance += 1
                following = []
                for cell in level:
                    for other in cells:
                        if other not in parents and geometry.peers[cell] >> other & 1:
                            parents[other] = cell
                            following.append(other)
                level = following
                if distance < 3 or not distance % 2:
                    continue
                for end in level:
                    if end < start:
                        continue
                    common = geometry.peers[start] & geometry.peers[end] & ~sum(1 << cell for cell in cells)
                    gone = [
                        Candidate(cell, value) for value in values for cell in cells_of(position.places[value] & common)
                    ]
                    if not gone or common in seen:
                        continue
                    seen.add(common)
                    way = [end]
                    while parents[way[-1]] >= 0:
                        way.append(parents[way[-1]])
                    way.reverse()
                    first = values[0]
                    links: list[Link] = []
                    for at, cell in enumerate(way):
                        a, b = (first, values[1]) if at % 2 == 0 else (values[1], first)
                        links.append(Link(_one(cell, b), _one(cell, a), LinkKind.STRONG))
                        if at + 1 < len(way):
                            links.append(Link(_one(cell, a), _one(way[at + 1], a), LinkKind.WEAK))
                    yield Step(
                        which,
                        (),
                        tuple(gone),
                        Pattern(
                            (),
                            (),
                            values,
                            tuple(way),
                            tuple(Candidate(cell, value) for cell in way for value in values),
                            links=tuple(links),
                        ),
                        position.layout,
                    )


def _remote_pair_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    first, last = layout.name_of(pattern.cells[0]), layout.name_of(pattern.cells[-1])
    way = "-".join(layout.name_of(cell) for cell in pattern.cells)
    values = values_text(pattern.values)
    return (
        f"The cells {way} have just {values}, and each sees the next, so they take turns. {first} and {last} "
        f"hold one each, and a cell that sees both can hold neither"
    )


ENTRIES = (
    Technique(170, "remote-pair", "Remote Pair", "0703", 110, Level.HARD, remote_pairs, _remote_pair_reason, 6.6),
    Technique(230, "w-wing", "W-Wing", "0803", 150, Level.HARD, w_wings, _w_wing_reason, 6.6),
    Technique(240, "xy-wing", "XY-Wing", "0800", 160, Level.HARD, xy_wings, _xy_wing_reason, 4.2),
    Technique(250, "xyz-wing", "XYZ-Wing", "0801", 180, Level.HARD, xyz_wings, _xyz_wing_reason, 4.4),
)
