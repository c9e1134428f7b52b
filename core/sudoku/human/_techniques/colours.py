"""Simple and multiple colours: one value, and places joined by strong links in two colours.

In a connected piece all places of one colour are true, or all of the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.sudoku.human._notation import places_text, values_text
from core.sudoku.human._pattern import Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Level, Technique
from core.sudoku.human._techniques.single_digit import strong_pairs
from core.sudoku.human._units import cells_of


def pieces(position: Position, value: int) -> list[tuple[int, int]]:
    """The connected pieces of strong links of a value, each as two sets of cells, one for each colour."""
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
        seen |= position.geometry.peers[cell]
    return seen


def strong_units(position: Position, value: int, *parts: int) -> tuple[int, ...]:
    """The units whose two places for a value both lie in one of these pieces."""
    found = []
    for unit, mask in enumerate(position.geometry.masks):
        places = position.places[value] & mask
        if places.bit_count() == 2 and any(not places & ~part for part in parts):
            found.append(unit)
    return tuple(found)


def colour_traps(position: Position, which: Technique) -> Iterator[Step]:
    """A place that sees both colours is out."""
    for value in range(1, position.n + 1):
        for one, other in pieces(position, value):
            gone = position.places[value] & ~(one | other) & _seen_by_any(position, one) & _seen_by_any(position, other)
            if gone:
                yield _coloured(position, which, value, (one, other), gone)


def colour_wraps(position: Position, which: Technique) -> Iterator[Step]:
    """Two places of one colour see each other: that colour is false."""
    for value in range(1, position.n + 1):
        for one, other in pieces(position, value):
            for false, true in ((one, other), (other, one)):
                if false & _seen_by_any(position, false):
                    yield _coloured(position, which, value, (true, false), false)


def multi_colours_1(position: Position, which: Technique) -> Iterator[Step]:
    """A colour of one piece sees one of another, so they are not both true: whatever sees both opposites is out."""
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
                            yield _coloured(position, which, value, (a, not_a, b, not_b), gone)


def multi_colours_2(position: Position, which: Technique) -> Iterator[Step]:
    """A colour sees both colours of another piece: it is false."""
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
                        yield _coloured(position, which, value, (a, not_a, *second), a)


def _coloured(position: Position, which: Technique, value: int, colours: tuple[int, ...], gone: int) -> Step:
    """The step that strikes out ``gone``; ``colours`` are those of one piece, or of several, two for each."""
    return Step(
        which,
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
        position.layout,
    )


def _told(step: Step) -> tuple[str, str, list[str]]:
    """The value, what the first two colours say, and the places of each colour."""
    value = values_text(step.pattern.values)
    groups = [places_text(step.layout, colour) for colour in step.pattern.colours]
    one, other = ("is" if len(colour) == 1 else "are" for colour in step.pattern.colours[:2])
    return (
        value,
        f"Strong links on {value} join these: either {groups[0]} {one} {value}, or {groups[1]} {other}",
        groups,
    )


def _trap_reason(step: Step) -> str:
    value, either, _ = _told(step)
    return f"{either}. A cell that sees both kinds cannot be {value}"


def _wrap_reason(step: Step) -> str:
    value, either, groups = _told(step)
    return f"{either}. Two of {groups[1]} see each other, so these are not {value}"


def _multi_1_reason(step: Step) -> str:
    value, either, groups = _told(step)
    return (
        f"{either}. Likewise {groups[2]} or {groups[3]}. {groups[0]} and {groups[2]} cannot both be {value}, because a "
        f"cell of the first sees one of the second. So {groups[1]} or {groups[3]} must be, and no cell that sees both "
        f"kinds can be {value}"
    )


def _multi_2_reason(step: Step) -> str:
    value, either, groups = _told(step)
    return (
        f"{either}. Likewise {groups[2]} or {groups[3]}. {groups[0]} would rule out both kinds of these, so it is not "
        f"{value}"
    )


ENTRIES = (
    Technique(370, "simple-colors-trap", "Simple Colors Trap", "0500", 150, Level.HARD, colour_traps, _trap_reason),
    Technique(380, "simple-colors-wrap", "Simple Colors Wrap", "0501", 150, Level.HARD, colour_wraps, _wrap_reason),
    Technique(390, "multi-colors-1", "Multi Colors 1", "0502", 200, Level.HARD, multi_colours_1, _multi_1_reason),
    Technique(400, "multi-colors-2", "Multi Colors 2", "0503", 200, Level.HARD, multi_colours_2, _multi_2_reason),
)
