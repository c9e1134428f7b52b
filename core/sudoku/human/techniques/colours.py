"""Simple and multiple colours: one value, and places joined by strong links in two colours.

In a connected piece all places of one colour are true, or all of the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human.pattern import Pattern, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import technique
from core.sudoku.human.techniques.single_digit import strong_pairs
from core.sudoku.human.units import cells_of


def pieces(position: Position, value: int) -> list[tuple[int, int]]:
    """The connected pieces of strong links of a value, each as two sets of cells, one a colour."""
    links: dict[int, list[int]] = {}
    for _, a, b in strong_pairs(position, value):
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    out = []
    done: set[int] = set()
    for start in links:
        if start in done:
            continue
        colour = {start: 0}
        queue = [start]
        while queue:
            cell = queue.pop()
            for other in links[cell]:
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    queue.append(other)
        done |= colour.keys()
        out.append(
            (
                sum(1 << cell for cell, side in colour.items() if not side),
                sum(1 << cell for cell, side in colour.items() if side),
            )
        )
    return out


def _seen_by_any(position: Position, mask: int) -> int:
    seen = 0
    for cell in cells_of(mask):
        seen |= position.layout.peers[cell]
    return seen


def strong_units(position: Position, value: int, *parts: int) -> tuple[int, ...]:
    """The units whose two places for a value both lie in one of these pieces."""
    found = []
    for unit, mask in enumerate(position.layout.masks):
        places = position.places[value] & mask
        if places.bit_count() == 2 and any(not places & ~part for part in parts):
            found.append(unit)
    return tuple(found)


def colour_traps(position: Position) -> Iterator[Step]:
    """A place that sees both colours is out."""
    which = technique("simple-colors-trap")
    for value in range(1, position.n + 1):
        for one, other in pieces(position, value):
            gone = position.places[value] & ~(one | other) & _seen_by_any(position, one) & _seen_by_any(position, other)
            if gone:
                yield Step(
                    which,
                    (),
                    candidates(gone, value),
                    Pattern(
                        strong_units(position, value, one | other),
                        (),
                        (value,),
                        colours=(candidates(one, value), candidates(other, value)),
                    ),
                    position.shape,
                )


def colour_wraps(position: Position) -> Iterator[Step]:
    """Two places of one colour see each other: that colour is false."""
    which = technique("simple-colors-wrap")
    for value in range(1, position.n + 1):
        for one, other in pieces(position, value):
            for false, true in ((one, other), (other, one)):
                if false & _seen_by_any(position, false):
                    yield Step(
                        which,
                        (),
                        candidates(false, value),
                        Pattern(
                            strong_units(position, value, one | other),
                            (),
                            (value,),
                            colours=(candidates(true, value), candidates(false, value)),
                        ),
                        position.shape,
                    )


def multi_colours_1(position: Position) -> Iterator[Step]:
    """A colour of one piece sees one of another, so they are not both true: whatever sees both opposites is out."""
    which = technique("multi-colors-1")
    for value in range(1, position.n + 1):
        found = pieces(position, value)
        for at, first in enumerate(found):
            position.check()
            for second in found[at + 1 :]:
                for a, not_a in (first, first[::-1]):
                    for b, not_b in (second, second[::-1]):
                        if not b & _seen_by_any(position, a):
                            continue
                        gone = position.places[value] & _seen_by_any(position, not_a) & _seen_by_any(position, not_b)
                        gone &= ~(a | b | not_a | not_b)
                        if gone:
                            yield _multi(position, which.key, value, (a, not_a, b, not_b), gone)


def multi_colours_2(position: Position) -> Iterator[Step]:
    """A colour sees both colours of another piece: it is false."""
    which = technique("multi-colors-2")
    for value in range(1, position.n + 1):
        found = pieces(position, value)
        for first in found:
            position.check()
            for second in found:
                if second is first:
                    continue
                for a, not_a in (first, first[::-1]):
                    seen = _seen_by_any(position, a)
                    if second[0] & seen and second[1] & seen:
                        yield _multi(position, which.key, value, (a, not_a, *second), a)


def _multi(position: Position, key: str, value: int, colours: tuple[int, ...], gone: int) -> Step:
    return Step(
        technique(key),
        (),
        candidates(gone, value),
        Pattern(
            strong_units(
                position, value, *(one | other for one, other in zip(colours[::2], colours[1::2], strict=True))
            ),
            (),
            (value,),
            colours=tuple(candidates(colour, value) for colour in colours),
        ),
        position.shape,
    )
