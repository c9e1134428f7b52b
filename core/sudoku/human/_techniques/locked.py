"""Locked candidates: the places of a value in one unit all see a place outside it.

In a plain Sudoku that means box and line.  With diagonals, windows or regions
the cell outside may see them in several units; it is the same argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from core.sudoku.human._notation import house_text, houses_text, places_text, values_text
from core.sudoku.human._pattern import Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique


def _locked(position: Position, which: Technique, *, from_boxes: bool) -> Iterator[Step]:
    """Every unit and value whose places rule the value out of cells elsewhere: from boxes (regions, diagonals, windows)
    outwards, or from rows and columns."""
    geometry, places = position.geometry, position.places
    units = geometry.boxes if from_boxes else (*geometry.rows, *geometry.columns)
    masks, peers = geometry.masks, geometry.peers
    for value in range(1, position.n + 1):
        everywhere = places[value]
        if not everywhere:
            continue
        for unit in units:
            inside = everywhere & masks[unit]
            if not inside & (inside - 1):
                continue
            seen = everywhere & ~inside
            rest = inside
            while rest and seen:
                low = rest & -rest
                seen &= peers[low.bit_length() - 1]
                rest ^= low
            if seen:
                covers = [other for other in geometry.shared_units(inside) if other != unit]
                yield Step(
                    which,
                    (),
                    candidates(seen, value),
                    Pattern(
                        (unit,),
                        tuple(other for other in covers if masks[other] & seen),
                        (value,),
                        defining=candidates(inside, value),
                    ),
                    position.layout,
                )


def _reason(step: Step) -> str:
    pattern, layout = step.pattern, step.layout
    value, house = values_text(pattern.values), house_text(layout, pattern.houses[0])
    places = places_text(layout, pattern.defining)
    if pattern.covers:
        other = houses_text(layout, pattern.covers)
        return f"In {house}, {value} fits only in {places}, all in {other}, so nothing else in {other} can be {value}"
    return f"In {house}, {value} fits only in {places}, and a cell that sees all of these cannot be {value}"


_FROM_BOXES, _FROM_LINES = partial(_locked, from_boxes=True), partial(_locked, from_boxes=False)

ENTRIES = (
    Technique(60, "pointing", "Locked Candidates (Pointing)", "0100", 50, Level.MEDIUM, _FROM_BOXES, _reason, 2.6),
    Technique(70, "claiming", "Locked Candidates (Claiming)", "0101", 50, Level.MEDIUM, _FROM_LINES, _reason, 2.8),
)
