"""Pairs, triples and quads, naked and hidden; and the locked ones that lie in two units at once."""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.grid import values_in
from core.sudoku.human.pattern import Candidate, Pattern
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import technique
from core.sudoku.human.units import cells_of

_NAKED = {2: "naked-pair", 3: "naked-triple", 4: "naked-quad"}
_HIDDEN = {2: "hidden-pair", 3: "hidden-triple", 4: "hidden-quad"}
_LOCKED = {2: "locked-pair", 3: "locked-triple"}


def locked_pairs(position: Position) -> Iterator[Step]:
    """Naked pairs that rule candidates out in two units."""
    return _naked(position, 2, locked=True)


def locked_triples(position: Position) -> Iterator[Step]:
    """Naked triples that rule candidates out in two units."""
    return _naked(position, 3, locked=True)


def naked_pairs(position: Position) -> Iterator[Step]:
    """Two cells of a unit with two values between them."""
    return _naked(position, 2)


def naked_triples(position: Position) -> Iterator[Step]:
    """Three cells of a unit with three values between them."""
    return _naked(position, 3)


def naked_quads(position: Position) -> Iterator[Step]:
    """Four cells of a unit with four values between them."""
    return _naked(position, 4)


def hidden_pairs(position: Position) -> Iterator[Step]:
    """Two values with two places in a unit."""
    return _hidden(position, 2)


def hidden_triples(position: Position) -> Iterator[Step]:
    """Three values with three places in a unit."""
    return _hidden(position, 3)


def hidden_quads(position: Position) -> Iterator[Step]:
    """Four values with four places in a unit."""
    return _hidden(position, 4)


def _naked(position: Position, size: int, *, locked: bool = False) -> Iterator[Step]:
    layout, bits = position.layout, position.bits
    seen: set[int] = set()
    for unit, cells in enumerate(layout.units):
        open_cells = [cell for cell in cells if bits[cell]]
        if len(open_cells) <= size:
            continue
        position.check()
        narrow = [(cell, bits[cell]) for cell in open_cells if 1 < bits[cell].bit_count() <= size]
        for chosen, values in _unions(narrow, size):
            if chosen in seen:
                continue
            seen.add(chosen)
            shared = layout.shared_units(chosen)
            eliminations = []
            touched = []
            outside = 0
            for other in shared:
                rest = layout.masks[other] & ~chosen
                if any(bits[cell] & values for cell in cells_of(rest)):
                    touched.append(other)
                outside |= rest
            if not touched or (locked and len(touched) < 2):
                continue
            for value in values_in(values):
                for cell in cells_of(position.places[value] & outside):
                    eliminations.append(Candidate(cell, value))
            members = tuple(cells_of(chosen))
            yield Step(
                technique((_LOCKED if locked else _NAKED)[size]),
                (),
                tuple(eliminations),
                Pattern(
                    tuple(touched) if locked else (unit, *(other for other in touched if other != unit)),
                    (),
                    values_in(values),
                    members,
                    tuple(Candidate(cell, value) for cell in members for value in values_in(bits[cell])),
                ),
                position.shape,
            )


def _unions(entries: list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Every choice of ``size`` entries (name, set) whose sets have exactly ``size`` members together."""

    def extend(start: int, left: int, chosen: int, union: int) -> Iterator[tuple[int, int]]:
        for at in range(start, len(entries) - left + 1):
            name, members = entries[at]
            together = union | members
            if together.bit_count() > size:
                continue
            if left == 1:
                if together.bit_count() == size:
                    yield chosen | 1 << name, together
            else:
                yield from extend(at + 1, left - 1, chosen | 1 << name, together)

    return extend(0, size, 0, 0)


def _hidden(position: Position, size: int) -> Iterator[Step]:
    layout, bits, places = position.layout, position.bits, position.places
    for unit, mask in enumerate(layout.masks):
        open_cells = (position.unsolved & mask).bit_count()
        if open_cells <= size:
            continue
        position.check()
        entries = []
        for value in range(1, position.n + 1):
            inside = places[value] & mask
            if inside and 1 < inside.bit_count() <= size:
                entries.append((value, inside))
        for chosen, cells in _unions(entries, size):
            values = chosen >> 1
            eliminations = [
                Candidate(cell, value)
                for value in values_in(layout.all_values & ~values)
                for cell in cells_of(places[value] & cells)
            ]
            if eliminations:
                members = tuple(cells_of(cells))
                yield Step(
                    technique(_HIDDEN[size]),
                    (),
                    tuple(eliminations),
                    Pattern(
                        (unit,),
                        (),
                        values_in(values),
                        members,
                        tuple(Candidate(cell, value) for cell in members for value in values_in(bits[cell] & values)),
                    ),
                    position.shape,
                )
