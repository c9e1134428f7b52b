"""Sums that follow from others: what cages leave of a house, or of several, and what sticks out of it.

A house of n cells adds up to 1 + … + n.  Take away the sums of cages in it, and the
cells left add up to the rest; if a cage sticks out, the cells outside are
subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import or_

from core.sudoku.rules._forms import Form, Sets, Sum, Values

MOST_LEFT, MOST_LEFT_OF_ONE = 5, 4
"""Sums of more cells, from several houses or from one, follow too, but cost more than they find."""
FEWEST_CAGES = 3


def leftovers(
    order: int, grid: int, dom: Sequence[Values], houses: Mapping[tuple[int, ...], str], forms: Iterable[Form],
    pairs: Mapping[tuple[int, int], tuple[tuple[Values, ...], str]],
) -> list[Sum]:  # fmt: skip
    """The sums of few cells that houses and cages leave."""
    cages = list(_cages(grid, forms, pairs))
    whole = tuple([each for each in houses.items() if len(each[0]) == order and max(each[0]) < grid])
    if len(cages) < FEWEST_CAGES or not whole:
        return []
    full = (1 << order) - 1
    if any(reduce(or_, [dom[cell] for cell in cells]) != full for cells, _ in whole if dom[cells[0]] != full):
        return []
    used, pieces = 0, dict[int, int]()
    for cells, total in cages:
        own = _bits(cells)
        if not used & own:
            used |= own
            pieces[own] = total
    for cell in range(grid):
        if not (bits := dom[cell]) & (bits - 1) and bits and not used >> cell & 1:
            used |= 1 << cell
            pieces[1 << cell] = bits.bit_length()
    ways = list[_Left](), list[_Left](), list[_Left]()
    for region, number, name in _regions(whole, grid):
        most = MOST_LEFT if number > 1 else MOST_LEFT_OF_ONE
        if (region & ~used).bit_count() > most:
            continue
        inside = touching = mostly = 0
        its_total = number * (order * (order + 1) // 2)
        of_inside = of_touching = of_mostly = its_total
        for piece, total in pieces.items():
            if within := piece & region:
                touching |= piece
                of_touching -= total
                if within == piece:
                    inside |= piece
                    of_inside -= total
                if 2 * within.bit_count() > piece.bit_count():
                    mostly |= piece
                    of_mostly -= total
        for way, taken, rest in zip(ways, (inside, touching, mostly), (of_inside, of_touching, of_mostly), strict=True):
            # Cells of the region in none of the cages taken, and those of the cages that are outside the region.
            if 0 < (left := region ^ taken).bit_count() <= most:
                way.append((left, left & region, rest, name))
    found: dict[int, Sum] = {}
    for left, positive, rest, name in chain.from_iterable(ways):
        if left not in found and left not in pieces:
            cells = tuple([cell for cell in range(left.bit_length()) if left >> cell & 1])
            factors = tuple([1 if positive >> cell & 1 else -1 for cell in cells])
            found[left] = Sum(cells, factors, rest, name=f"what the cages leave of {name}")
    return list(found.values())


_Left = tuple[int, int, int, str]
"""Cells that are left, those of the region, and what these add up to less the others; what the region is called."""


def _bits(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def _cages(
    grid: int, forms: Iterable[Form], pairs: Mapping[tuple[int, int], tuple[tuple[Values, ...], str]]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Cells that differ and add up to one number."""
    for form in forms:
        if isinstance(form, Sets) and max(form.cells) < grid and (total := _one_sum(form.sets)):
            yield form.cells, total
    for cells, (table, _) in pairs.items():
        if max(cells) < grid and (total := _one_sum_of_pair(table)):
            yield cells, total
    for form in forms:
        if not isinstance(form, Sum) or max(form.cells) >= grid:
            continue
        if set(form.coefficients) == {1} and len(set(form.cells)) == len(form.cells):
            yield form.cells, form.total


@lru_cache(maxsize=1024)
def _one_sum(sets: tuple[Values, ...]) -> int:
    """The sum of the values in each of the sets, or 0 if they differ."""
    sums = {sum(v for v in range(1, each.bit_length() + 1) if each >> (v - 1) & 1) for each in sets}
    return sums.pop() if len(sums) == 1 else 0


@lru_cache(maxsize=1024)
def _one_sum_of_pair(table: tuple[Values, ...]) -> int:
    sums = {value + row.bit_length() for value, row in enumerate(table, 1) if row}
    single = all(not row & (row - 1) for row in table)
    return sums.pop() if single and len(sums) == 1 else 0


@lru_cache(maxsize=64)
def _regions(houses: tuple[tuple[tuple[int, ...], str], ...], grid: int) -> tuple[tuple[int, int, str], ...]:
    """Houses, and runs of houses without a common cell: their cells in bits, how many houses, and their names."""
    found = []
    for first, (cells, name) in enumerate(houses):
        together = _bits(cells)
        found.append((together, 1, name))
        for last in range(first + 1, len(houses)):
            own = _bits(houses[last][0])
            if together & own or (together | own).bit_count() == grid:
                break
            together |= own
            found.append((together, last - first + 1, f"{name} to {houses[last][1]}"))
    return tuple(found)
