"""Sums that follow from others: what cages leave of a house, or of several, and what sticks out of it.

A house of n cells adds up to 1 + … + n.  Take away the sums of cages in it, and the
cells left add up to the rest; if a cage sticks out, the cells outside are
subtracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from core.sudoku.rules.forms import Form, Sets, Sum, Values

MOST_LEFT = 5
"""Sums of more cells follow too, but cost more than they find."""
FEWEST_CAGES = 3


def leftovers(
    order: int, grid: int, dom: Sequence[Values], houses: Mapping[tuple[int, ...], str], forms: Iterable[Form],
    pairs: Mapping[tuple[int, int], tuple[tuple[Values, ...], str]],
) -> list[Sum]:  # fmt: skip
    """The sums of at most `MOST_LEFT` cells that houses and cages leave."""
    cages = list(_cages(grid, forms, pairs))
    whole = [(cells, name) for cells, name in houses.items() if len(cells) == order and max(cells) < grid]
    if len(cages) < FEWEST_CAGES or not whole:
        return []
    full = (1 << order) - 1
    for cells, _ in whole:
        union = 0
        for cell in cells:
            union |= dom[cell]
        if union != full:
            return []
    used, totals, pieces = set[int](), list[int](), list[tuple[int, ...]]()
    for cells, total in cages:
        if used.isdisjoint(cells):
            used.update(cells)
            pieces.append(cells)
            totals.append(total)
    for cell in range(grid):
        if cell not in used and dom[cell].bit_count() == 1:
            pieces.append((cell,))
            totals.append(dom[cell].bit_length())
    inside = np.zeros((len(pieces), grid))  # small whole numbers; as floats they are multiplied several times as fast
    owner = np.repeat(np.arange(len(pieces)), [len(cells) for cells in pieces])
    inside[owner, np.fromiter(chain.from_iterable(pieces), dtype=np.int64)] = 1.0
    regions, names, numbers = _regions(tuple(whole), grid)
    within = regions @ inside.T
    sizes = inside.sum(1)
    taken = np.concatenate([within == sizes, within > 0, 2 * within > sizes])
    # Cells of the region in none of the cages taken, and those of the cages that are outside the region.
    few = np.tile(regions.sum(1), 3) + np.einsum("ij,ij->i", taken, np.tile(sizes - 2 * within, (3, 1)))
    some = np.flatnonzero((few > 0) & (few <= MOST_LEFT))
    taken, region = taken[some].astype(np.float64), some % len(names)
    left = regions[region] - taken @ inside
    rest = numbers[region] * (order * (order + 1) // 2) - taken @ np.array(totals)
    found: dict[tuple[int, ...], Sum] = {}
    for at, row in enumerate(left.astype(np.int64)):
        cells = tuple(np.flatnonzero(row).tolist())
        if cells not in found and cells not in pieces:
            name = f"what the cages leave of {names[region[at]]}"
            found[cells] = Sum(cells, tuple(row[list(cells)].tolist()), int(rest[at]), name=name)
    return list(found.values())


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


@lru_cache(maxsize=16)
def _regions(
    houses: tuple[tuple[tuple[int, ...], str], ...], grid: int
) -> tuple[NDArray[np.float64], tuple[str, ...], NDArray[np.float64]]:
    """Houses, and runs of houses without a common cell: their cells, their names, and how many houses they are."""
    rows = np.zeros((len(houses), grid))
    for at, (cells, _) in enumerate(houses):
        rows[at, list(cells)] = 1.0
    found, names, numbers = [], [], []
    for first, (_, name) in enumerate(houses):
        together = rows[first]
        found.append(together)
        names.append(name)
        numbers.append(1.0)
        for last in range(first + 1, len(houses)):
            together = together + rows[last]
            if together.max() > 1 or together.sum() == grid:
                break
            found.append(together)
            names.append(f"{name} to {houses[last][1]}")
            numbers.append(last - first + 1.0)
    return np.array(found), tuple(names), np.array(numbers)
