"""Full houses, naked singles and hidden singles."""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku._symbols import symbol
from core.sudoku.human._notation import cells_text, house_text
from core.sudoku.human._pattern import Candidate, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique


def full_houses(position: Position, which: Technique) -> Iterator[Step]:
    """The last empty cell of a unit."""
    unsolved, bits, layout = position.unsolved, position.bits, position.layout
    seen = 0
    for unit, mask in enumerate(position.geometry.masks):
        one = unsolved & mask
        if one and not one & (one - 1) and not one & seen:
            cell = one.bit_length() - 1
            value = bits[cell].bit_length()
            if value and bits[cell] == 1 << (value - 1):
                seen |= one
                yield Step(which, (Candidate(cell, value),), (), Pattern((unit,), (), (value,), (cell,)), layout)


def _last_cell(step: Step) -> str:
    house = house_text(step.layout, step.pattern.houses[0])
    return f"{cells_text(step.layout, step.pattern.cells)} is the last empty cell of {house}"


def naked_singles(position: Position, which: Technique) -> Iterator[Step]:
    """A cell with one candidate."""
    layout = position.layout
    for cell, bits in enumerate(position.bits):
        if bits and not bits & (bits - 1):
            value = bits.bit_length()
            yield Step(which, (Candidate(cell, value),), (), Pattern((), (), (value,), (cell,)), layout)


def _last_candidate(step: Step) -> str:
    cell, value = step.placements[0]
    return f"{step.layout.name_of(cell)} has no candidate left but {symbol(value)}"


def hidden_singles(position: Position, which: Technique) -> Iterator[Step]:
    """A value with one place in a unit: boxes first, where people see it soonest."""
    geometry, bits, layout = position.geometry, position.bits, position.layout
    units = geometry.units
    seen: set[tuple[int, int]] = set()
    for unit in (*geometry.boxes, *geometry.rows, *geometry.columns):
        once = twice = 0
        for cell in units[unit]:
            own = bits[cell]
            twice |= once & own
            once |= own
        hidden = once & ~twice
        if not hidden:
            continue
        for cell in units[unit]:
            own = bits[cell] & hidden
            if own and not own & (own - 1):
                value = own.bit_length()
                if (cell, value) not in seen:
                    seen.add((cell, value))
                    yield Step(which, (Candidate(cell, value),), (), Pattern((unit,), (), (value,), (cell,)), layout)


def _last_place(step: Step) -> str:
    cell, value = step.placements[0]
    house = house_text(step.layout, step.pattern.houses[0])
    return f"In {house}, {symbol(value)} fits only in {step.layout.name_of(cell)}"


ENTRIES = (
    Technique(10, "full-house", "Full House", "0000", 4, Level.EASY, full_houses, _last_cell, 1.0),
    Technique(20, "naked-single", "Naked Single", "0003", 4, Level.EASY, naked_singles, _last_candidate, 2.3),
    Technique(30, "hidden-single", "Hidden Single", "0002", 14, Level.EASY, hidden_singles, _last_place, 1.2),
)
