"""Sue de Coq: cells in the crossing of two units, and a set in the rest of each, with as many values as cells.

No value occurs twice among all these cells, so each occurs once.  The values of
the first unit's set are ruled out elsewhere in that unit, those of the second's in
the second, and all others elsewhere in both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from core.sudoku._grid import values_in
from core.sudoku.human._notation import cells_text, house_text, set_text, values_brief
from core.sudoku.human._pattern import Candidate, LockedSet, Pattern
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._units import cells_of

LARGEST_REST = 4
"""How many cells the set in the rest of a unit may have."""


def _groups(bits: list[int], cells: list[int], common: int, room: int) -> list[tuple[int, int]]:
    """Sets of up to ``room`` cells with values in common with the crossing: (cells, values)."""
    out = []
    for size in range(1, min(room, len(cells)) + 1):
        for chosen in combinations(cells, size):
            values = 0
            for cell in chosen:
                values |= bits[cell]
            if values & common:
                out.append((sum(1 << cell for cell in chosen), values))
    return out


def sue_de_coq(position: Position, which: Technique) -> Iterator[Step]:
    """Every instance, crossing by crossing."""
    geometry, bits = position.geometry, position.bits
    for box, line in geometry.crossings():
        position.check()
        crossing = [cell for cell in cells_of(geometry.masks[box] & geometry.masks[line]) if bits[cell]]
        if len(crossing) < 2:
            continue
        in_line = [cell for cell in geometry.units[line] if bits[cell] and not geometry.masks[box] >> cell & 1]
        in_box = [cell for cell in geometry.units[box] if bits[cell] and not geometry.masks[line] >> cell & 1]
        for size in (2, 3):
            for chosen in combinations(crossing, size):
                common = 0
                for cell in chosen:
                    common |= bits[cell]
                surplus = common.bit_count() - size
                if surplus < 2:
                    continue
                middle = sum(1 << cell for cell in chosen)
                boxes = _groups(bits, in_box, common, LARGEST_REST)
                for line_cells, line_values in _groups(bits, in_line, common, LARGEST_REST):
                    for box_cells, box_values in boxes:
                        if line_values & box_values:
                            continue
                        everything = common | line_values | box_values
                        cells = middle | line_cells | box_cells
                        if everything.bit_count() != cells.bit_count():
                            continue
                        gone: dict[int, int] = {}
                        for value in values_in(everything):
                            own = 1 << (value - 1)
                            where = 0
                            if not box_values & own:
                                where |= geometry.masks[line]
                            if not line_values & own:
                                where |= geometry.masks[box]
                            out = position.places[value] & where & ~cells
                            if out:
                                gone[value] = out
                        if not gone:
                            continue
                        yield Step(
                            which,
                            (),
                            tuple(Candidate(cell, v) for v, mask in sorted(gone.items()) for cell in cells_of(mask)),
                            Pattern(
                                (box, line),
                                (),
                                values_in(everything),
                                chosen,
                                tuple(Candidate(cell, v) for cell in cells_of(cells) for v in values_in(bits[cell])),
                                sets=(
                                    LockedSet(cells_of(line_cells), values_in(line_values), line),
                                    LockedSet(cells_of(box_cells), values_in(box_values), box),
                                ),
                            ),
                            position.layout,
                        )


def _reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    line, box = pattern.sets
    return (
        f"{cells_text(layout, pattern.cells)}, with {set_text(layout, line)} in "
        f"{house_text(layout, pattern.houses[1])} and {set_text(layout, box)} in "
        f"{house_text(layout, pattern.houses[0])}, have as many values as cells "
        f"({values_brief(pattern.values)}), and none can occur twice. So all are used there, and the other cells of "
        f"each house lose those that belong to it"
    )


ENTRIES = (Technique(450, "sue-de-coq", "Sue de Coq", "1101", 250, Level.UNFAIR, sue_de_coq, _reason),)
