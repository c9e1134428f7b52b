"""Rectangles that would give a puzzle two solutions, and BUG+1.  Sound only if there is one solution.

Four cells in two rows and two columns are *deadly* with values a and b when
exchanging a and b in them breaks no rule: every unit that meets them holds one
corner of each diagonal.  In a plain Sudoku, this means that they lie in two boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import combinations

from core.sudoku._grid import bit, bits_of, values_in
from core.sudoku._symbols import symbol
from core.sudoku.human._notation import cells_text, house_text, houses_text, places_text, values_text
from core.sudoku.human._pattern import Candidate, Pattern, candidates
from core.sudoku.human._position import Position
from core.sudoku.human._step import Step
from core.sudoku.human._technique import Finder, Level, Technique
from core.sudoku.human._units import Geometry, cells_of

Rectangle = tuple[int, int, int, int]
"""Corners in an order in which the first and the last are opposite, and so are the two between."""


@lru_cache(maxsize=16)
def rectangles(geometry: Geometry) -> tuple[Rectangle, ...]:
    """All rectangles that may be deadly."""
    n = geometry.n
    out = []
    for top, bottom in combinations(range(n), 2):
        for left, right in combinations(range(n), 2):
            corners = (top * n + left, top * n + right, bottom * n + left, bottom * n + right)
            held: dict[int, list[int]] = {}
            for cell, diagonal in zip(corners, (0, 1, 1, 0), strict=True):
                for unit in geometry.units_of[cell]:
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
        for corners in rectangles(position.geometry):
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
    position: Position, which: Technique, corners: Rectangle, pair: int, gone: list[Candidate],
    houses: tuple[int, ...] = (), extra: tuple[int, ...] = (),
) -> Step:  # fmt: skip
    bits = position.bits
    return Step(
        which,
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
        position.layout,
    )


def unique_rectangles_1(position: Position, which: Technique) -> Iterator[Step]:
    """One corner has further values: it must hold one of these."""
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) == 1:
            gone = [Candidate(surplus[0], value) for value in values_in(pair)]
            yield _step(position, which, corners, pair, gone)


def _same_surplus(position: Position, which: Technique, *, neighbouring: bool) -> Iterator[Step]:
    """Two neighbouring corners (or else two opposite ones, or three) have the same one further value: one of them
    holds it."""
    bits = position.bits
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) < 2:
            continue
        neighbours = len(surplus) == 2 and _opposite(corners, surplus[0]) != surplus[1]
        more = {bits[cell] & ~pair for cell in surplus}
        extra = more.pop()
        if neighbours != neighbouring or more or extra & (extra - 1):
            continue
        value = extra.bit_length()
        seen = position.geometry.common_peers(sum(1 << cell for cell in surplus)) & position.places[value]
        if seen:
            yield _step(position, which, corners, pair, list(candidates(seen, value)))


def unique_rectangles_3(position: Position, which: Technique) -> Iterator[Step]:
    """Two neighbouring corners hold one of their surplus values, and so make a naked subset with other cells."""
    geometry, bits = position.geometry, position.bits
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) == surplus[1]:
            continue
        extra = (bits[surplus[0]] | bits[surplus[1]]) & ~pair
        for unit in geometry.shared_units(1 << surplus[0] | 1 << surplus[1]):
            others = [cell for cell in geometry.units[unit] if bits[cell] and cell not in corners]
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
                        yield _step(position, which, corners, pair, gone, (unit,), chosen)


def unique_rectangles_4(position: Position, which: Technique) -> Iterator[Step]:
    """In a unit of two neighbouring corners, one of the two values has no other place: they cannot hold the other."""
    geometry, places = position.geometry, position.places
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) == surplus[1]:
            continue
        both = 1 << surplus[0] | 1 << surplus[1]
        for value in values_in(pair):
            other = (pair ^ bit(value)).bit_length()
            for unit in geometry.shared_units(both):
                if places[value] & geometry.masks[unit] == both:
                    gone = [Candidate(cell, other) for cell in surplus]
                    yield _step(position, which, corners, pair, gone, (unit,))
                    break


def unique_rectangles_6(position: Position, which: Technique) -> Iterator[Step]:
    """Two opposite corners have further values; in both rows (or columns), one of the two values has no other place."""
    geometry, places = position.geometry, position.places
    for corners, pair, surplus in _open_rectangles(position):
        if len(surplus) != 2 or _opposite(corners, surplus[0]) != surplus[1]:
            continue
        everywhere = sum(1 << cell for cell in corners)
        first, last = corners[0], corners[3]
        for value in values_in(pair):
            for units in (
                (geometry.rows[geometry.row_of[first]], geometry.rows[geometry.row_of[last]]),
                (geometry.columns[geometry.column_of[first]], geometry.columns[geometry.column_of[last]]),
            ):
                both = geometry.masks[units[0]] | geometry.masks[units[1]]
                if places[value] & both == everywhere:
                    gone = [Candidate(cell, value) for cell in surplus]
                    yield _step(position, which, corners, pair, gone, units)
                    break


def hidden_rectangles(position: Position, which: Technique) -> Iterator[Step]:
    """In the row and the column of a corner, a value has no place but the corners: that corner cannot hold the other
    value, if the corner opposite has only these two."""
    geometry, places, bits = position.geometry, position.places, position.bits
    for corners, pair, surplus in _open_rectangles(position) if geometry.lined else ():
        if len(surplus) < 2:
            continue
        everywhere = sum(1 << cell for cell in corners)
        for cell in surplus:
            if bits[_opposite(corners, cell)] != pair:
                continue
            units = (geometry.rows[geometry.row_of[cell]], geometry.columns[geometry.column_of[cell]])
            for value in values_in(pair):
                if all(not places[value] & geometry.masks[unit] & ~everywhere for unit in units):
                    other = (pair ^ bit(value)).bit_length()
                    yield _step(position, which, corners, pair, [Candidate(cell, other)], units)


def avoidable_rectangles_1(position: Position, which: Technique) -> Iterator[Step]:
    """Three corners were placed (none is given), and the fourth would complete a deadly rectangle."""
    values, given = position.values, position.given
    for corners in rectangles(position.geometry):
        empty = [cell for cell in corners if not values[cell]]
        if len(empty) != 1 or any(given >> cell & 1 for cell in corners):
            continue
        cell = empty[0]
        value = values[_opposite(corners, cell)]
        beside = {values[other] for other in corners if other not in (cell, _opposite(corners, cell))}
        if len(beside) == 1 and value not in beside and position.has(Candidate(cell, value)):
            pair = bits_of((value, *beside))
            yield _step(position, which, corners, pair, [Candidate(cell, value)])


def avoidable_rectangles_2(position: Position, which: Technique) -> Iterator[Step]:
    """Two neighbouring corners were placed, and only one further value keeps the others from a deadly rectangle."""
    values, given, bits, geometry = position.values, position.given, position.bits, position.geometry
    for corners in rectangles(geometry):
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
        seen = geometry.peers[one] & geometry.peers[other] & position.places[value]
        if seen:
            yield _step(position, which, corners, bit(a) | bit(b), list(candidates(seen, value)))


def bug_plus_one(position: Position, which: Technique) -> Iterator[Step]:
    """Without one candidate of one cell, each empty cell would have two candidates, each value two places in a unit."""
    geometry, bits, places = position.geometry, position.bits, position.places
    three = [cell for cell, own in enumerate(bits) if own.bit_count() > 2]
    if len(three) != 1 or bits[three[0]].bit_count() != 3 or any(own and not own & (own - 1) for own in bits):
        return
    cell = three[0]
    for value in values_in(bits[cell]):
        without = {v: places[v] & ~(1 << cell if v == value else 0) for v in range(1, position.n + 1)}
        if all((mask & without[v]).bit_count() in (0, 2) for mask in geometry.masks for v in without):
            yield Step(
                which,
                (Candidate(cell, value),),
                (),
                Pattern(
                    geometry.units_of[cell],
                    (),
                    (value,),
                    cells_of(position.unsolved),
                    fins=(Candidate(cell, value),),
                ),
                position.layout,
            )


# Why, in words


def _deadly(step: Step) -> str:
    corners, values = cells_text(step.layout, step.pattern.cells[:4]), values_text(step.pattern.values)
    return f"If {corners} held only {values}, these could be swapped, giving two solutions, but there is only one"


def _corners_with_more(step: Step) -> list[Candidate]:
    return [candidate for candidate in step.pattern.fins if candidate.cell in step.pattern.cells[:4]]


def _other_value(step: Step) -> str:
    """The value of the rectangle that the step does not rule out."""
    return symbol(next(value for value in step.pattern.values if value != step.eliminations[0].value))


def _one_corner_reason(step: Step) -> str:
    return f"{_deadly(step)}. So {places_text(step.layout, step.eliminations)} holds something else"


def _same_surplus_reason(step: Step) -> str:
    where, value = places_text(step.layout, _corners_with_more(step)), symbol(step.eliminations[0].value)
    return f"{_deadly(step)}. So one of {where} is {value}, and no cell that sees them all can be {value}"


def _subset_reason(step: Step) -> str:
    pattern, layout, surplus = step.pattern, step.layout, _corners_with_more(step)
    more = values_text(sorted({candidate.value for candidate in surplus}))
    others = cells_text(layout, pattern.cells[4:])
    house = house_text(layout, pattern.houses[0])
    return (
        f"{_deadly(step)}. So one of {places_text(layout, surplus)} holds one of {more}; that cell and {others} use "
        f"these values up in {house}, so no other cell there can hold them"
    )


def _locked_value_reason(step: Step) -> str:
    house, locked = house_text(step.layout, step.pattern.houses[0]), _other_value(step)
    where, gone = places_text(step.layout, _corners_with_more(step)), symbol(step.eliminations[0].value)
    return (
        f"{_deadly(step)}. In {house}, {locked} fits only in {where}, so one of them holds it. If the other were "
        f"{gone}, the four cells would hold just these two values, so neither is {gone}"
    )


def _four_cells_reason(step: Step) -> str:
    houses, gone = houses_text(step.layout, step.pattern.houses), symbol(step.eliminations[0].value)
    where = places_text(step.layout, _corners_with_more(step))
    return (
        f"{_deadly(step)}. In {houses}, {gone} fits only in these four cells, so if one of {where} were {gone}, "
        f"both would be, and the other two would hold the other value"
    )


def _hidden_reason(step: Step) -> str:
    cell, gone = step.eliminations[0]
    houses, locked = houses_text(step.layout, step.pattern.houses), _other_value(step)
    return (
        f"{_deadly(step)}. In {houses}, {locked} fits only in corners: if {step.layout.name_of(cell)} were "
        f"{symbol(gone)}, the two corners beside it would be {locked} and the opposite one {symbol(gone)}"
    )


def _avoidable_reason(step: Step) -> str:
    return (
        f"{_deadly(step)}. None of them is a given, so {places_text(step.layout, step.eliminations)} must not complete "
        f"the pattern"
    )


def _bug_reason(step: Step) -> str:
    cell, value = step.placements[0]
    name, text = step.layout.name_of(cell), symbol(value)
    return (
        f"Without {text} in {name}, every empty cell would have two candidates and every value two places in each unit "
        f"that lacks it; such a grid has no solution or several, but there is only one"
    )


def _entry(
    order: int, name: str, code: str, finder: Finder, reason: Callable[[Step], str], rating: float | None = None
) -> Technique:
    key = name.lower().replace(" ", "-")
    return Technique(order, key, name, code, 100, Level.HARD, finder, reason, rating, needs_uniqueness=True)


_NEIGHBOURS, _OTHERS = partial(_same_surplus, neighbouring=True), partial(_same_surplus, neighbouring=False)

ENTRIES = (
    Technique(
        180, "bug-plus-one", "BUG+1", "0610", 100, Level.HARD, bug_plus_one, _bug_reason, 5.6, needs_uniqueness=True
    ),
    _entry(260, "Unique Rectangle 1", "0600", unique_rectangles_1, _one_corner_reason, 4.5),
    _entry(270, "Unique Rectangle 2", "0601", _NEIGHBOURS, _same_surplus_reason, 4.5),
    _entry(280, "Unique Rectangle 3", "0602", unique_rectangles_3, _subset_reason, 4.6),
    _entry(290, "Unique Rectangle 4", "0603", unique_rectangles_4, _locked_value_reason, 4.5),
    _entry(300, "Unique Rectangle 5", "0604", _OTHERS, _same_surplus_reason, 4.5),
    _entry(310, "Unique Rectangle 6", "0605", unique_rectangles_6, _four_cells_reason),
    _entry(320, "Hidden Rectangle", "0606", hidden_rectangles, _hidden_reason),
    _entry(330, "Avoidable Rectangle 1", "0607", avoidable_rectangles_1, _avoidable_reason),
    _entry(340, "Avoidable Rectangle 2", "0608", avoidable_rectangles_2, _same_surplus_reason),
)
