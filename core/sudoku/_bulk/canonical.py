"""The canonical form of a 9×9 puzzle: the smallest of all the puzzles that are the same up to symmetry.

The symmetries are the 3 359 232 ways of turning the grid over and of exchanging
bands, stacks, rows within a band and columns within a stack, together with every
renaming of the digits.  Written as 81 digits from the top left, with 0 for an
empty cell, the smallest is the canonical form ("minlex").  Two puzzles are the
same modulo symmetry exactly when their canonical forms are equal.

How it is found: the smallest first row has few givens, pushed to the right.  For
each row (or column) that gives it, and each order of columns that keeps it, the
kernel chooses the rows below one by one, always the smallest that is left, and
names digits in the order in which they appear.  It gives an order up at the first
cell that is greater than in the best form so far.  Empty lines are alike, so it
tries only one of their orders.

A row of a puzzle is a word of nine hexadecimal digits, the first place lowest:
its givens are met from the low end.  A row of the form has the first place
highest, so that rows compare like numbers.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import lowest, popcount
from core._kernels.kernel import inline_kernel, kernel

ORDERS = np.array(list(permutations(range(3))), dtype=np.uint64)
"""(6, 3): the orders of three things."""
IN_TURN = np.array(
    [
        [
            all(one < two for one, two in ((a, b), (a, c), (b, c)) if alike >> one & alike >> two & 1)
            for a, b, c in permutations(range(3))
        ]
        for alike in range(8)
    ]
)
"""(8, 6): whether an order of three things keeps those that are alike (a set of bits) ascending."""
U0, U1, U2, U3, U4 = (np.uint64(i) for i in range(5))
U6, U7, U8, U9, U15, U24, U32, U60 = (np.uint64(i) for i in (6, 7, 8, 9, 15, 24, 32, 60))
STACK = np.uint64(12)
"""How many bits of a row lie in one stack."""
_GREATEST = np.uint64(1 << 40)
_FIRST = np.uint64(0x1FF)


class CanonicalScratch(NamedTuple):
    """The arrays that the kernels work in."""

    rows: NDArray[np.uint64]
    """(2, 9, 3, 6): for the puzzle as it is and turned over, each row in each stack in each order of its columns."""
    empty: NDArray[np.uint64]
    """(2, 4): which columns of each stack are empty, and which stacks; of the other way up, rows and bands."""
    best: NDArray[np.uint64]
    """The nine rows of the smallest form known."""
    head: NDArray[np.uint64]
    """For each of those rows, the places before its first given: a row with a given there is greater."""
    work: NDArray[np.uint64]
    """(9, 5): see `_settle_rows`."""
    counts: NDArray[np.uint64]
    """(2, 9, 3): how many givens each row has in each stack."""
    stack_of: NDArray[np.uint64]
    """For each digit, the stack in which the first row has it, in the order being tried; 3 if the row lacks it."""
    held: NDArray[np.uint64]
    """How many givens the first row has in each stack, in the order being tried."""
    order: NDArray[np.uint64]
    """The three stacks being tried and the order of the columns in each."""


@inline_kernel
def _named(row: Any, names: Any, named: Any, bound: Any) -> Any:
    """A row with its digits renamed (if that exceeds ``bound``, any greater value); the names, and how many.

    Names are four bits for each digit, 0 for one that has none yet.
    """
    out = U0
    while row != U0:
        shift = popcount(lowest(row) - U1) & U60
        digit = (row >> shift & U15) << U2
        name = names >> digit & U15
        if name == U0:
            named = named + U1
            name = named
            names = names | name << digit
        out = out | name << (U32 - shift)
        if out > bound:
            out = _GREATEST
            break
        row = row & ~(U15 << shift)
    return out, names, named


@inline_kernel
def _improve(room: Any, depth: Any, value: Any) -> None:
    """Note a smaller row; the rows after it are open again."""
    room.best[depth] = value
    head = U0
    while head < U9 and (value >> (U32 - (head << U2))) == U0:
        head += U1
    room.head[depth] = (U1 << (head << U2)) - U1
    for deeper in range(depth + 1, 9):
        room.best[deeper], room.head[deeper] = _GREATEST, U0


@inline_kernel
def _row(room: Any, way: Any, row: Any) -> Any:
    """A row with its columns in the order being tried."""
    rows, order = room.rows, room.order
    return (
        rows[way, row, order[0], order[3]]
        | rows[way, row, order[1], order[4]] << STACK
        | rows[way, row, order[2], order[5]] << U24
    )


@kernel(on_integers=True)
def _settle_rows(room: Any, way: Any, top: Any, names: Any, named: Any) -> None:
    """Put the rows in the best order, ``top`` (whose digits have names) first, and keep in ``best`` what is smaller.

    work[depth] is (names, named, rows used, rows still to try, whether these are to be found first).
    """
    best, head, work, empty = room.best, room.head, room.work, room.empty
    depth = 1
    work[1, 0], work[1, 1], work[1, 2] = names, named, U1 << top
    work[1, 3] = (np.uint64(7) << (top // U3 * U3)) & ~work[1, 2]
    work[1, 4] = U1
    while depth > 0:
        names, named = work[depth, 0], work[depth, 1]
        left, after = U0, U0
        if work[depth, 4] != U0:  # which rows may come here, and the least value among them
            choices, kept, bands = work[depth, 3], U0, U0
            while choices != U0:
                bit = lowest(choices)
                choices = choices ^ bit
                row = popcount(bit - U1)
                word = _row(room, way, row)
                if word & head[depth] != U0:
                    continue
                value, after_names, after_named = _named(word, names, named, best[depth])
                if value > best[depth]:
                    continue
                if value < best[depth]:
                    _improve(room, depth, value)
                    kept, bands = U0, U0
                if value == U0:  # one of a band's empty rows is enough to try, and one of the empty bands
                    band = row // U3
                    if empty[U1 - way, U3] >> band & U1:
                        band = U3
                    if bands >> band & U1:
                        continue
                    bands = bands | U1 << band
                kept = kept | bit
                left, after = after_names, after_named
            work[depth, 3], work[depth, 4] = kept, U0
            if kept & (kept - U1) != U0:
                after = U0  # the names after the last row tried are not those after the first
        choices = work[depth, 3]
        if choices == U0 or depth == 8:
            depth -= 1
            continue
        bit = lowest(choices)
        work[depth, 3] = choices ^ bit
        row = popcount(bit - U1)
        if after == U0:
            _, left, after = _named(_row(room, way, row), names, named, _GREATEST)
        used = work[depth, 2] | bit
        depth += 1
        work[depth, 0], work[depth, 1], work[depth, 2] = left, after, used
        work[depth, 3] = ((np.uint64(7) << (row // U3 * U3)) if depth % 3 != 0 else _FIRST) & ~used
        work[depth, 4] = U1


@inline_kernel
def _starts_worse(room: Any, word: Any, names: Any, placed: Any) -> Any:
    """Whether a second row, of which ``placed`` places are given, is greater than the one known.

    Digits of the first row that are not yet in place get at best the lowest names of their stack; digits that
    are not in the first row at all come after those.
    """
    if word & room.head[1] != U0:
        return True
    stack_of, held = room.stack_of, room.held
    next_in_last = held[0] + held[1]
    next_in_middle, next_elsewhere = held[0], next_in_last + held[2]
    most = room.best[1] | (U1 << (np.uint64(36) - (placed << U2))) - U1
    out = U0
    while word != U0:
        shift = popcount(lowest(word) - U1) & U60
        digit = word >> shift & U15
        word = word & ~(U15 << shift)
        name = names >> (digit << U2) & U15
        if name == U0:
            if stack_of[digit] == U1:
                next_in_middle += U1
                name = next_in_middle
            elif stack_of[digit] == U2:
                next_in_last += U1
                name = next_in_last
            else:
                next_elsewhere += U1
                name = next_elsewhere
        out = out | name << (U32 - shift)
    return out > most


@kernel(on_integers=True)
def _order_columns(room: Any, way: Any, top: Any) -> None:
    """Try all orders of the columns within the stacks, as in ``order``, that keep the first row smallest."""
    rows, stack_of, held, order, empty = room.rows, room.stack_of, room.held, room.order, room.empty
    a, b, c = order[0], order[1], order[2]
    held[0], held[1], held[2] = room.counts[way, top, a], room.counts[way, top, b], room.counts[way, top, c]
    for digit in range(10):
        stack_of[digit] = U3
    for place in range(3):
        for stack in range(3):
            digit = rows[way, top, order[stack], 0] >> np.uint64(4 * place) & U15
            stack_of[digit] = np.uint64(stack)
    # The empty cells of the first row come before its givens in each stack.
    free_a = (U1 << (STACK - (held[0] << U2))) - U1
    free_b = (U1 << (STACK - (held[1] << U2))) - U1
    free_c = (U1 << (STACK - (held[2] << U2))) - U1
    second = top // U3 * U3 + (U1 if top % U3 == U0 else U0)
    third = top // U3 * U3 + (U1 if top % U3 == U2 else U2)
    for one in range(6):
        first = rows[way, top, a, one]
        if first & free_a != U0 or not IN_TURN[empty[way, a], one]:
            continue
        _, names_a, count_a = _named(first, U0, U0, _GREATEST)
        second_a, third_a = rows[way, second, a, one], rows[way, third, a, one]
        no_second = _starts_worse(room, second_a, names_a, U3)
        no_third = _starts_worse(room, third_a, names_a, U3)
        if no_second and no_third:
            continue
        order[3] = np.uint64(one)
        for two in range(6):
            first = rows[way, top, b, two]
            if first & free_b != U0 or not IN_TURN[empty[way, b], two]:
                continue
            _, names_b, count_b = _named(first, names_a, count_a, _GREATEST)
            second_b = second_a | rows[way, second, b, two] << STACK
            third_b = third_a | rows[way, third, b, two] << STACK
            if (no_second or _starts_worse(room, second_b, names_b, U6)) and (
                no_third or _starts_worse(room, third_b, names_b, U6)
            ):
                continue
            order[4] = np.uint64(two)
            for three in range(6):
                first = rows[way, top, c, three]
                if first & free_c == U0 and IN_TURN[empty[way, c], three]:
                    order[5] = np.uint64(three)
                    _, names_c, count_c = _named(first, names_b, count_b, _GREATEST)
                    _settle_rows(room, way, top, names_c, count_c)


@kernel(on_integers=True)
def _lay_out(room: Any, puzzles: Any, puzzle: Any) -> Any:
    """Fill ``rows``, ``counts`` and ``empty`` from a puzzle; return the fewest givens by stack that a row has."""
    rows, counts, empty = room.rows, room.counts, room.empty
    fewest = _GREATEST
    for way in range(2):
        step, along = (9, 1) if way == 0 else (1, 9)
        for stack in range(3):
            empty[way, stack] = np.uint64(7)
        for row in range(9):
            for stack in range(3):
                at = step * row + along * 3 * stack
                one, two, three = (
                    np.uint64(puzzles[puzzle, at]), np.uint64(puzzles[puzzle, at + along]),
                    np.uint64(puzzles[puzzle, at + 2 * along]),
                )  # fmt: skip
                rows[way, row, stack, 0] = one | two << U4 | three << U8
                rows[way, row, stack, 1] = one | three << U4 | two << U8
                rows[way, row, stack, 2] = two | one << U4 | three << U8
                rows[way, row, stack, 3] = two | three << U4 | one << U8
                rows[way, row, stack, 4] = three | one << U4 | two << U8
                rows[way, row, stack, 5] = three | two << U4 | one << U8
                a, b, c = np.uint64(one != U0), np.uint64(two != U0), np.uint64(three != U0)
                counts[way, row, stack] = a + b + c
                empty[way, stack] = empty[way, stack] & ~(a | b << U1 | c << U2)
            a, b, c = counts[way, row, 0], counts[way, row, 1], counts[way, row, 2]
            low, high = min(a, b, c), max(a, b, c)
            fewest = min(fewest, low << U4 | (a + b + c - low - high) << U2 | high)
        empty[way, 3] = U0
        for stack in range(3):
            empty[way, 3] |= np.uint64(empty[way, stack] == U7) << np.uint64(stack)
    return fewest


@kernel(on_integers=True)
def canonical_many(room: Any, puzzles: Any, forms: Any) -> None:
    """Write the canonical form of each row of ``puzzles`` (int32, 81) into the same row of ``forms``."""
    best, head, counts, empty, order = room.best, room.head, room.counts, room.empty, room.order
    for puzzle in range(puzzles.shape[0]):
        fewest = _lay_out(room, puzzles, puzzle)
        for row in range(9):
            best[row], head[row] = _GREATEST, U0
        best[0], names = U0, U0
        for place in range(9):  # in each stack the givens come last, and are named in their order
            given = place % 3 >= 3 - int(fewest >> np.uint64(4 - 2 * (place // 3)) & U3)
            names += np.uint64(given)
            best[0] = best[0] << U4 | (names if given else U0)
        for way in range(2):
            for top in range(9):
                above = empty[1 - way, top // 3]  # which rows of the band are empty
                if above & ((U1 << np.uint64(top % 3)) - U1) and above >> np.uint64(top % 3) & U1:
                    continue  # another empty row of the band was there before
                for stacks in range(6):
                    if not IN_TURN[empty[way, 3], stacks]:
                        continue
                    a, b, c = ORDERS[stacks, 0], ORDERS[stacks, 1], ORDERS[stacks, 2]
                    if counts[way, top, a] << U4 | counts[way, top, b] << U2 | counts[way, top, c] == fewest:
                        order[0], order[1], order[2] = a, b, c
                        _order_columns(room, np.uint64(way), np.uint64(top))
        for row in range(9):
            for column in range(9):
                forms[puzzle, 9 * row + column] = best[row] >> np.uint64(32 - 4 * column) & U15


def canonical_forms(puzzles: NDArray[np.int32]) -> NDArray[np.int32]:
    """The canonical forms of (m, 81) puzzles, 0 for an empty cell."""
    shapes = ((2, 9, 3, 6), (2, 4), (9,), (9,), (9, 5), (2, 9, 3), (10,), (3,), (6,))
    forms = np.zeros_like(puzzles)
    canonical_many(CanonicalScratch(*(np.zeros(shape, dtype=np.uint64) for shape in shapes)), puzzles, forms)
    return forms
