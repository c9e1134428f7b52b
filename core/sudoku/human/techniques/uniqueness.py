"""Rectangles that would give a puzzle two solutions, and BUG+1.  Sound only where there is one solution.

Four cells in two rows and two columns are *deadly* with values a and b when
exchanging a and b in them breaks no rule: every unit that meets them holds one
corner of each diagonal.  In a plain Sudoku that says two
boxes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from core.sudoku.grid import bit, bits_of, values_in
from core.sudoku.human.pattern import Candidate, Pattern, candidates
from core.sudoku.human.position import Position
from core.sudoku.human.step import Step
from core.sudoku.human.technique import technique
from core.sudoku.human.units import Layout, cells_of

Rectangle = tuple[int, int, int, int]
"""Corners so that the first and the last, and the two between, are opposite."""


@lru_cache(maxsize=16)
def rectangles(layout: Layout) -> tuple[Rectangle, ...]:
    """All rectangles that may be deadly."""
    n = layout.n
    out = []
    for top, bottom in combinations(range(n), 2):
        for left, right in combinations(range(n), 2):
            corners = (top * n + left, top * n + right, bottom * n + left, bottom * n + right)
            held: dict[int, list[int]] = {}
            for cell, diagonal in zip(corners, (0, 1, 1, 0), strict=True):
                for unit in layout.units_of[cell]:
                    held.setdefault(unit, []).append(diagonal)
            if all(sorted(ends) == [0, 1] for ends in held.values()):
                out.append(corners)
    return tuple(out)


def _open_rectangles(position: Position) -> list[tuple[Rectangle, int, list[int]]]:
    """Deadly rectangles of empty cells that share two values: corners, the two values, corners with more than these."""
    found: list[tuple[Rectangle, int, list[int]]] | None = position.cache.get("rectangles")
    if found is None:
        bits = position.bits
        found = []
        for corners in rectangles(position.layout):
            a, b, c, d = corners
            shared = bits[a] & bits[b] & bits[c] & bits[d]
            if not shared & (shared - 1):
                continue
            for one, other in combinations(values_in(shared), 2):
                pair = bit(one) | bit(other)
                surplus = [cell for cell in corners if bits[cell] != pair]
                if len(surplus) < 4:
                    found.append((corners, pair, surplus))
        position.cache["rectangles"] = found
    return found


def _opposite(corners: Rectangle, cell: int) -> int:
    return corners[3 - corners.index(cell)]


def _step(
    position: Position, key: str, corners: Rectangle, pair: int, gone: list[Candidate], houses: tuple[int, ...] = (),
    extra: tuple[int, ...] = (),
) -> Step:  # fmt: skip
    bits = position.bits
    return Step(
        technique(key),
        (),
        tuple(sorted(gone, key=lambda c: (c.value, c.cell))),
        Pattern(
            houses,
            (),
            values_in(pair),
            (*corners, *extra),
            tuple(Candidate(cell, value) for cell in corners for value in values_in(bits[cell] & pair)),
            tuple(Candidate(cell, value) for cell in (*corners, *extra) for value in values_in(bits[cell] & ~pair)),
        ),
        position.shape,
    )


def unique_rectangles_1(position: Position) -> Iterator[Step]:
    """One corner has more: it must hold one of those."""
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) == 1:
            gone = [Candidate(surplus[0], value) for value in values_in(pair)]
            yield _step(position, "unique-rectangle-1", corners, pair, gone)


def unique_rectangles_2(position: Position) -> Iterator[Step]:
    """Two neighbouring corners have the same one value more: one of them holds it."""
    yield from _same_surplus(position, "unique-rectangle-2")


def unique_rectangles_5(position: Position) -> Iterator[Step]:
    """Two opposite corners, or three, have the same one value more: one of them holds it."""
    yield from _same_surplus(position, "unique-rectangle-5")


def _same_surplus(position: Position, key: str) -> Iterator[Step]:
    bits = position.bits
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) < 2:
            continue
        neighbours = len(surplus) == 2 and _opposite(corners, surplus[0]) != surplus[1]
        more = {bits[cell] & ~pair for cell in surplus}
        extra = more.pop()
        if neighbours != (key == "unique-rectangle-2") or more or extra & (extra - 1):
            continue
        value = extra.bit_length()
        seen = position.layout.common_peers(sum(1 << cell for cell in surplus)) & position.places[value]
        if seen:
            yield _step(position, key, corners, pair, list(candidates(seen, value)))


def unique_rectangles_3(position: Position) -> Iterator[Step]:
    """Two neighbouring corners hold one of their surplus values, and so make a naked subset with other cells."""
    layout, bits = position.layout, position.bits
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) == surplus[1]:
            continue
        extra = (bits[surplus[0]] | bits[surplus[1]]) & ~pair
        for unit in layout.shared_units(1 << surplus[0] | 1 << surplus[1]):
            others = [cell for cell in layout.units[unit] if bits[cell] and cell not in corners]
            # The corners count as one cell with the surplus values.
            for size in range(max(1, extra.bit_count() - 1), min(4, len(others))):
                for chosen in combinations(others, size):
                    union = extra
                    for cell in chosen:
                        union |= bits[cell]
                    if union.bit_count() != size + 1 or any(not bits[cell] & extra for cell in chosen if size == 1):
                        continue
                    gone = [
                        Candidate(cell, value)
                        for cell in others
                        if cell not in chosen
                        for value in values_in(bits[cell] & union)
                    ]
                    if gone:
                        yield _step(position, "unique-rectangle-3", corners, pair, gone, (unit,), chosen)


def unique_rectangles_4(position: Position) -> Iterator[Step]:
    """One of the two values has, in a unit of two neighbouring corners, no other place: they cannot hold the other."""
    layout, places = position.layout, position.places
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) == surplus[1]:
            continue
        both = 1 << surplus[0] | 1 << surplus[1]
        for value in values_in(pair):
            other = (pair ^ bit(value)).bit_length()
            for unit in layout.shared_units(both):
                if places[value] & layout.masks[unit] == both:
                    gone = [Candidate(cell, other) for cell in surplus]
                    yield _step(position, "unique-rectangle-4", corners, pair, gone, (unit,))
                    break


def unique_rectangles_6(position: Position) -> Iterator[Step]:
    """Two opposite corners have more, and one of the values has no other place in both rows (or columns)."""
    layout, places = position.layout, position.places
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) != surplus[1]:
            continue
        everywhere = sum(1 << cell for cell in corners)
        first, last = corners[0], corners[3]
        for value in values_in(pair):
            for units in (
                (layout.rows[layout.row_of[first]], layout.rows[layout.row_of[last]]),
                (layout.columns[layout.column_of[first]], layout.columns[layout.column_of[last]]),
            ):
                both = layout.masks[units[0]] | layout.masks[units[1]]
                if places[value] & both == everywhere:
                    gone = [Candidate(cell, value) for cell in surplus]
                    yield _step(position, "unique-rectangle-6", corners, pair, gone, units)
                    break


def hidden_rectangles(position: Position) -> Iterator[Step]:
    """A value has, in the row and the column of a corner, no other place than the corners: that corner cannot hold
    the other value, if the corner opposite has only these two."""
    layout, places, bits = position.layout, position.places, position.bits
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) < 2:
            continue
        everywhere = sum(1 << cell for cell in corners)
        for cell in surplus:
            if bits[_opposite(corners, cell)] != pair:
                continue
            units = (layout.rows[layout.row_of[cell]], layout.columns[layout.column_of[cell]])
            for value in values_in(pair):
                if all(not places[value] & layout.masks[unit] & ~everywhere for unit in units):
                    other = (pair ^ bit(value)).bit_length()
                    yield _step(position, "hidden-rectangle", corners, pair, [Candidate(cell, other)], units)


def avoidable_rectangles_1(position: Position) -> Iterator[Step]:
    """Three corners were placed (none is given), and the fourth would complete a deadly rectangle."""
    values, given = position.values, position.given
    for corners in rectangles(position.layout):
        empty = [cell for cell in corners if not values[cell]]
        if len(empty) != 1 or any(given >> cell & 1 for cell in corners):
            continue
        cell = empty[0]
        value = values[_opposite(corners, cell)]
        beside = {values[other] for other in corners if other not in (cell, _opposite(corners, cell))}
        if len(beside) == 1 and value not in beside and position.has(Candidate(cell, value)):
            pair = bits_of((value, *beside))
            yield _step(position, "avoidable-rectangle-1", corners, pair, [Candidate(cell, value)])


def avoidable_rectangles_2(position: Position) -> Iterator[Step]:
    """Two neighbouring corners were placed, and the others would complete a deadly rectangle but for one value."""
    values, given, bits, layout = position.values, position.given, position.bits, position.layout
    for corners in rectangles(layout):
        empty = [cell for cell in corners if not values[cell]]
        if len(empty) != 2 or _opposite(corners, empty[0]) == empty[1] or any(given >> cell & 1 for cell in corners):
            continue
        one, other = empty
        a, b = values[_opposite(corners, one)], values[_opposite(corners, other)]
        more = {bits[one] & ~bit(a), bits[other] & ~bit(b)}
        extra = more.pop()
        if a == b or more or extra.bit_count() != 1:
            continue
        if not (bits[one] & bit(a) and bits[other] & bit(b)):
            continue
        value = extra.bit_length()
        seen = layout.peers[one] & layout.peers[other] & position.places[value]
        if seen:
            yield _step(position, "avoidable-rectangle-2", corners, bit(a) | bit(b), list(candidates(seen, value)))


def bug_plus_one(position: Position) -> Iterator[Step]:
    """All empty cells have two candidates but one, and but for one candidate of that, every value two places a unit."""
    layout, bits, places = position.layout, position.bits, position.places
    three = [cell for cell, own in enumerate(bits) if own.bit_count() > 2]
    if len(three) != 1 or bits[three[0]].bit_count() != 3 or any(own and not own & (own - 1) for own in bits):
        return
    cell = three[0]
    for value in values_in(bits[cell]):
        without = {v: places[v] & ~(1 << cell if v == value else 0) for v in range(1, position.n + 1)}
        if all((mask & without[v]).bit_count() in (0, 2) for mask in layout.masks for v in without):
            yield Step(
                technique("bug-plus-one"),
                (Candidate(cell, value),),
                (),
                Pattern(
                    layout.units_of[cell],
                    (),
                    (value,),
                    tuple(cells_of(position.unsolved)),
                    fins=(Candidate(cell, value),),
                ),
                position.shape,
            )
