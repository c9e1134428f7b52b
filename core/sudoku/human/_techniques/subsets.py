"""Pairs, triples and quads, naked and hidden; and the locked ones that lie in two units at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.sudoku._grid import values_in
from core.sudoku.human._notation import cells_text, house_text, houses_text, number_text, values_text
from core.sudoku.human._pattern import Candidate, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._units import cells_of


def _naked(position: Position, which: Technique, *, size: int, locked: bool = False) -> Iterator[Step]:
    """``size`` cells of a unit with ``size`` values between them; ``locked``: they rule candidates out in two units."""
    geometry, bits = position.geometry, position.bits
    seen: set[int] = set()
    for unit, cells in enumerate(geometry.units):
        open_cells = [cell for cell in cells if bits[cell]]
        if len(open_cells) <= size:
            continue
        position.check()
        narrow = [(cell, bits[cell]) for cell in open_cells if 1 < bits[cell].bit_count() <= size]
        for chosen, values in unions(narrow, size):
            if chosen in seen:
                continue
            seen.add(chosen)
            shared = geometry.shared_units(chosen)
            eliminations = []
            touched = []
            outside = 0
            for other in shared:
                rest = geometry.masks[other] & ~chosen
                if any(bits[cell] & values for cell in cells_of(rest)):
                    touched.append(other)
                outside |= rest
            if not touched or (locked and len(touched) < 2):
                continue
            for value in values_in(values):
                for cell in cells_of(position.places[value] & outside):
                    eliminations.append(Candidate(cell, value))
            members = cells_of(chosen)
            yield Step(
                which,
                (),
                tuple(eliminations),
                Pattern(
                    tuple(touched) if locked else (unit, *(other for other in touched if other != unit)),
                    (),
                    values_in(values),
                    members,
                    tuple(Candidate(cell, value) for cell in members for value in values_in(bits[cell])),
                ),
                position.layout,
            )


def unions(entries: list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Every choice of ``size`` entries (name, set) whose sets have exactly ``size`` members together."""
    last = len(entries) - size + 1
    begun = [(0, 0, 0)]
    """The next entry, and the names and the union of those chosen."""
    for taken in range(size):
        begun = [
            (at, chosen | 1 << name, union | members)
            for start, chosen, union in begun
            for at, (name, members) in enumerate(entries[start : last + taken], start + 1)
            if (union | members).bit_count() <= size
        ]
    for _, chosen, union in begun:
        if union.bit_count() == size:
            yield chosen, union


def _naked_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    values, houses = values_text(pattern.values), houses_text(layout, pattern.houses)
    return (
        f"The {number_text(len(pattern.cells))} cells {cells_text(layout, pattern.cells)} have only {values} between "
        f"them and use them all up, so no other cell of {houses} can hold these"
    )


def _hidden(position: Position, which: Technique, *, size: int) -> Iterator[Step]:
    """``size`` values that have only ``size`` places in a unit."""
    geometry, bits, places = position.geometry, position.bits, position.places
    for unit, mask in enumerate(geometry.masks):
        open_cells = (position.unsolved & mask).bit_count()
        if open_cells <= size:
            continue
        position.check()
        entries = []
        for value in range(1, position.n + 1):
            inside = places[value] & mask
            if inside and 1 < inside.bit_count() <= size:
                entries.append((value, inside))
        for chosen, cells in unions(entries, size):
            values = chosen >> 1
            eliminations = [
                Candidate(cell, value)
                for value in values_in(geometry.all_values & ~values)
                for cell in cells_of(places[value] & cells)
            ]
            if eliminations:
                members = cells_of(cells)
                yield Step(
                    which,
                    (),
                    tuple(eliminations),
                    Pattern(
                        (unit,),
                        (),
                        values_in(values),
                        members,
                        tuple(Candidate(cell, value) for cell in members for value in values_in(bits[cell] & values)),
                    ),
                    position.layout,
                )


def _hidden_reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    return (
        f"In {house_text(layout, pattern.houses[0])}, {values_text(pattern.values)} fit only in the "
        f"{number_text(len(pattern.cells))} cells {cells_text(layout, pattern.cells)}, which have no room for anything "
        f"else"
    )


_MEDIUM, _HARD = Level.MEDIUM, Level.HARD
_LOCKED_2, _LOCKED_3 = partial(_naked, size=2, locked=True), partial(_naked, size=3, locked=True)
_NAKED_2, _NAKED_3, _NAKED_4 = (partial(_naked, size=size) for size in (2, 3, 4))
_HIDDEN_2, _HIDDEN_3, _HIDDEN_4 = (partial(_hidden, size=size) for size in (2, 3, 4))

ENTRIES = (
    Technique(40, "locked-pair", "Locked Pair", "0110", 40, _MEDIUM, _LOCKED_2, _naked_reason, 3.0),
    Technique(50, "locked-triple", "Locked Triple", "0111", 60, _MEDIUM, _LOCKED_3, _naked_reason, 3.6),
    Technique(80, "naked-pair", "Naked Pair", "0200", 60, _MEDIUM, _NAKED_2, _naked_reason, 3.0),
    Technique(90, "naked-triple", "Naked Triple", "0201", 80, _MEDIUM, _NAKED_3, _naked_reason, 3.6),
    Technique(100, "hidden-pair", "Hidden Pair", "0210", 70, _MEDIUM, _HIDDEN_2, _hidden_reason, 3.4),
    Technique(110, "hidden-triple", "Hidden Triple", "0211", 100, _MEDIUM, _HIDDEN_3, _hidden_reason, 4.0),
    Technique(120, "naked-quad", "Naked Quad", "0202", 120, _HARD, _NAKED_4, _naked_reason, 5.0),
    Technique(130, "hidden-quad", "Hidden Quad", "0212", 150, _HARD, _HIDDEN_4, _hidden_reason, 5.4),
)
