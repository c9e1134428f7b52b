"""The canonical form of a 9×9 puzzle: of all that are the same but for symmetry, the one that reads smallest.

The symmetries are the 3 359 232 ways of turning the grid over and of exchanging
bands, stacks, rows within a band and columns within a stack, together with every
renaming of the digits.  Written as 81 digits from the top left, with 0 for an
empty cell, the smallest is the canonical form ("minlex").  Two puzzles are the
same modulo symmetry exactly when their canonical forms are equal.

How: the smallest first row is one with few givens, pushed to the right.  For
each row (or column) that gives it, and each order of columns that keeps it, the
rows below are chosen one by one, always the smallest that is left, with digits
named in the order in which they appear.  An order is given up at the first cell
that is greater than what is known already.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernel import inline_kernel, kernel

ORDERS = np.array(list(permutations(range(3))), dtype=np.int64)
"""(6, 3): the orders of three things."""
_GREATEST = np.int64((1 << 62) - 1)
_FOUR = np.int64(4)
_FIFTEEN = np.int64(15)


class Room(NamedTuple):
    """What the kernels work in."""

    grid: NDArray[np.int64]
    """(2, 9, 9): the puzzle as it is, and turned over."""
    columns: NDArray[np.int64]
    """The order of the columns that is being tried."""
    best: NDArray[np.int64]
    """The nine rows of the smallest form known, nine hexadecimal digits each."""
    work: NDArray[np.int64]
    """(9, 5): see `_settle_rows`."""
    counts: NDArray[np.int64]
    """(2, 9, 3): how many givens each row has in each stack."""
    stack_of: NDArray[np.int64]
    """For each digit the stack in which the first row has it, in the order being tried; 3 where it has not."""
    held: NDArray[np.int64]
    """How many givens the first row has in each stack, in the order being tried."""


@inline_kernel
def _cell(label: Any, names: Any, named: Any) -> Any:
    """The name of a given (0 for an empty cell), the names so far, and how many there are."""
    name = (names >> (_FOUR * label)) & _FIFTEEN
    if label != 0 and name == 0:
        named += 1
        name = named
        names |= name << (_FOUR * label)
    return name, names, named


@inline_kernel
def _row(grid: Any, row: Any, columns: Any, names: Any, named: Any, bound: Any) -> Any:
    """A row in this order of columns as nine hexadecimal digits; anything greater than ``bound`` where it is that."""
    out = np.int64(0)
    for place in range(9):
        name, names, named = _cell(grid[row, columns[place]], names, named)
        out = (out << _FOUR) | name
        if out > bound >> (_FOUR * np.int64(8 - place)):
            out = _GREATEST
            break
    return out, names, named


@kernel
def _settle_rows(room: Any, grid: Any, top: Any) -> None:
    """Put the rows in the best order, ``top`` first, and keep in ``best`` (9 rows) what is smaller.

    work[depth] is (names, named, rows used, rows still to try, their value).
    """
    columns, best, work = room.columns, room.best, room.work
    depth = 0
    work[0, 0], work[0, 1], work[0, 2], work[0, 3] = 0, 0, 0, np.int64(1) << np.int64(top)
    work[0, 4] = -1
    while depth >= 0:
        names, named, used = work[depth, 0], work[depth, 1], work[depth, 2]
        if work[depth, 4] == -1:  # new: which rows may come here, and the least value among them
            least = best[depth]
            choices = work[depth, 3]
            kept = np.int64(0)
            empties = np.int64(0)
            for row in range(9):
                bit = np.int64(1) << np.int64(row)
                if choices & bit == 0:
                    continue
                value, _, _ = _row(grid, row, columns, names, named, least)
                band = np.int64(1) << np.int64(row // 3)
                if value == 0 and empties & band != 0:
                    continue  # two empty rows of a band are alike
                if value < least:
                    least, kept = value, np.int64(0)
                    for deeper in range(depth + 1, 9):
                        best[deeper] = _GREATEST
                if value == least:
                    kept |= bit
                    if value == 0:
                        empties |= band
            best[depth] = least
            work[depth, 3], work[depth, 4] = kept, least
        choices = work[depth, 3]
        if choices == 0 or work[depth, 4] > best[depth]:
            depth -= 1
            continue
        row = 0
        while choices & (np.int64(1) << np.int64(row)) == 0:
            row += 1
        bit = np.int64(1) << np.int64(row)
        work[depth, 3] = choices & ~bit
        if depth == 8:
            continue
        _, names, named = _row(grid, row, columns, names, named, _GREATEST)
        used |= bit
        depth += 1
        in_band = np.int64(7) << np.int64(row // 3 * 3)
        work[depth, 0], work[depth, 1], work[depth, 2] = names, named, used
        work[depth, 3] = (in_band if depth % 3 != 0 else np.int64(511)) & ~used
        work[depth, 4] = -1


@inline_kernel
def _starts_worse(room: Any, grid: Any, top: Any, placed: Any) -> Any:
    """Whether, with only ``placed`` columns in their places, both second rows are greater than the one known.

    Digits of the first row that are not yet in place get at best the lowest names of their stack; digits that
    are not in the first row at all come after those.
    """
    columns, best, stack_of, held = room.columns, room.best, room.stack_of, room.held
    names, named = np.int64(0), np.int64(0)
    for place in range(placed):
        _, names, named = _cell(grid[top, columns[place]], names, named)
    bound = best[1] >> (_FOUR * np.int64(9 - placed))
    for other in range(3):
        row = top // 3 * 3 + other
        if row == top:
            continue
        next_in_last = held[0] + held[1]
        next_in_middle, next_elsewhere = held[0], next_in_last + held[2]
        out = np.int64(0)
        for place in range(placed):
            label = grid[row, columns[place]]
            name = (names >> (_FOUR * label)) & _FIFTEEN
            if label != 0 and name == 0:
                if stack_of[label] == 1:
                    next_in_middle += 1
                    name = next_in_middle
                elif stack_of[label] == 2:
                    next_in_last += 1
                    name = next_in_last
                else:
                    next_elsewhere += 1
                    name = next_elsewhere
            out = (out << _FOUR) | name
        if out <= bound:
            return False
    return True


@kernel
def canonical_many(room: Any, puzzles: Any, forms: Any) -> None:
    """The canonical form of each row of ``puzzles`` (int32, 81) into the same row of ``forms``."""
    grid, counts, best = room.grid, room.counts, room.best
    for puzzle in range(puzzles.shape[0]):
        # Both ways up, and the fewest givens by stack that a row has.
        fewest = _GREATEST
        for way in range(2):
            for row in range(9):
                for column in range(9):
                    at = 9 * row + column if way == 0 else 9 * column + row
                    grid[way, row, column] = puzzles[puzzle, at]
            for row in range(9):
                for stack in range(3):
                    counts[way, row, stack] = 0
                    for column in range(3):
                        counts[way, row, stack] += grid[way, row, 3 * stack + column] != 0
                a, b, c = counts[way, row, 0], counts[way, row, 1], counts[way, row, 2]
                low, high = min(a, b, c), max(a, b, c)
                fewest = min(fewest, 16 * low + 4 * (a + b + c - low - high) + high)
        for row in range(9):
            best[row] = _GREATEST
        for way in range(2):
            for top in range(9):
                for stacks in range(6):
                    a, b, c = ORDERS[stacks, 0], ORDERS[stacks, 1], ORDERS[stacks, 2]
                    given = counts[way, top]
                    if 16 * given[a] + 4 * given[b] + given[c] == fewest:
                        _order_columns(room, grid[way], given, top, a, b, c)
        for row in range(9):
            for column in range(9):
                forms[puzzle, 9 * row + column] = (best[row] >> (_FOUR * np.int64(8 - column))) & _FIFTEEN


@inline_kernel
def _keeps_first_row(grid: Any, top: Any, columns: Any, first: Any) -> Any:
    """Whether, in a stack, the empty cells of the first row stand before its givens."""
    left, middle, right = (
        grid[top, columns[first]] != 0, grid[top, columns[first + 1]] != 0, grid[top, columns[first + 2]] != 0,
    )  # fmt: skip
    return left <= middle and middle <= right


@kernel
def _order_columns(room: Any, grid: Any, given: Any, top: Any, a: Any, b: Any, c: Any) -> None:
    """All orders of the columns within the stacks, which stand as a, b, c, that keep the first row smallest.

    ``given`` is how many givens that row has in each stack.
    """
    columns, stack_of, held = room.columns, room.stack_of, room.held
    stack_of[:] = 3
    for place in range(3):
        stack_of[grid[top, 3 * a + place]] = 0
        stack_of[grid[top, 3 * b + place]] = 1
        stack_of[grid[top, 3 * c + place]] = 2
    held[0], held[1], held[2] = given[a], given[b], given[c]
    for one in range(6):
        for place in range(3):
            columns[place] = 3 * a + ORDERS[one, place]
        if not _keeps_first_row(grid, top, columns, 0):
            continue
        if _starts_worse(room, grid, top, 3):
            continue
        for two in range(6):
            for place in range(3):
                columns[3 + place] = 3 * b + ORDERS[two, place]
            if not _keeps_first_row(grid, top, columns, 3):
                continue
            if _starts_worse(room, grid, top, 6):
                continue
            for three in range(6):
                for place in range(3):
                    columns[6 + place] = 3 * c + ORDERS[three, place]
                if _keeps_first_row(grid, top, columns, 6):
                    _settle_rows(room, grid, top)


def canonical_forms(puzzles: NDArray[np.int32]) -> NDArray[np.int32]:
    """The canonical forms of (m, 81) puzzles, 0 for an empty cell."""
    shapes = ((2, 9, 9), (9,), (9,), (9, 5), (2, 9, 3), (10,), (3,))
    forms = np.zeros_like(puzzles)
    canonical_many(Room(*(np.zeros(shape, dtype=np.int64) for shape in shapes)), puzzles, forms)
    return forms
