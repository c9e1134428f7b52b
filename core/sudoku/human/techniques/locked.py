"""Locked candidates: the places of a value in one unit all see a place outside it.

In a plain Sudoku that means box and line.  With diagonals, windows or regions
the cell outside may see them in several units; it is the same argument.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human.pattern import Pattern, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import Technique, technique


def pointing(position: Position) -> Iterator[Step]:
    """From a box (region, diagonal, window) outwards."""
    return _locked(position, technique("pointing"), position.layout.boxes)


def claiming(position: Position) -> Iterator[Step]:
    """From a row or column outwards."""
    return _locked(position, technique("claiming"), (*position.layout.rows, *position.layout.columns))


def _locked(position: Position, which: Technique, units: tuple[int, ...] | list[int]) -> Iterator[Step]:
    layout, places = position.layout, position.places
    masks, peers = layout.masks, layout.peers
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
                covers = [other for other in layout.shared_units(inside) if other != unit]
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
                    position.shape,
                )
