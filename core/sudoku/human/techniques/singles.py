"""Full houses, naked singles and hidden singles."""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human.pattern import Candidate, Pattern
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import technique

_FULL_HOUSE = technique("full-house")
_NAKED = technique("naked-single")
_HIDDEN = technique("hidden-single")


def full_houses(position: Position) -> Iterator[Step]:
    """The last empty cell of a unit."""
    unsolved, bits, shape = position.unsolved, position.bits, position.shape
    seen = 0
    for unit, mask in enumerate(position.layout.masks):
        one = unsolved & mask
        if one and not one & (one - 1) and not one & seen:
            cell = one.bit_length() - 1
            value = bits[cell].bit_length()
            if value and bits[cell] == 1 << (value - 1):
                seen |= one
                yield Step(_FULL_HOUSE, (Candidate(cell, value),), (), Pattern((unit,), (), (value,), (cell,)), shape)


def naked_singles(position: Position) -> Iterator[Step]:
    """A cell with one candidate."""
    shape = position.shape
    for cell, bits in enumerate(position.bits):
        if bits and not bits & (bits - 1):
            value = bits.bit_length()
            yield Step(_NAKED, (Candidate(cell, value),), (), Pattern((), (), (value,), (cell,)), shape)


def hidden_singles(position: Position) -> Iterator[Step]:
    """A value with one place in a unit: boxes first, where people see it soonest."""
    layout, bits, shape = position.layout, position.bits, position.shape
    units = layout.units
    seen: set[tuple[int, int]] = set()
    for unit in (*layout.boxes, *layout.rows, *layout.columns):
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
                    yield Step(_HIDDEN, (Candidate(cell, value),), (), Pattern((unit,), (), (value,), (cell,)), shape)
