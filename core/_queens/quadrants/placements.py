"""Lists the placements of queens on one quadrant, for a few sets of rows at a time: those that the next jobs need.

All placements of a quadrant are far too many to keep (6 · 10⁹ at h = 13), but a job reads only those
on four sets of rows.  They are kept on a *shelf* of fixed length: new lists drive out the oldest, and a job that
needs a set finds it there or has it listed.  Jobs near each other in order share their sets (`jobs`).  Up to h = 10
the shelf has room for all of them.

A northern and a southern quadrant have lists of their own even of the same rows, because their words differ.  The *key*
of a list is its set of rows, and for the northern quadrant 2ʰ more.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import popcount
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.simd import aligned_words, lowest_place
from core._queens.quadrants.layout import QuadrantLayout

ZERO, ONE = np.uint64(0), np.uint64(1)
SLACK = 8
"""The number of words after the last placement that a vector may read."""
NOT_YET, TOO_SMALL = -1, -2
"""Return values of `shelved` other than a position: call again; the shelf is too short."""
HEAD, OLDEST, COUNT, KEY, DOING, LEVEL, PLACE, TOUCHED = range(8)
"""The entries of ``standing``: the position for the next list; the oldest list's place in the queue, and the number
of lists; the key of the list being made, the stage it is at, the level of the search, and the list's beginning; the
number of words touched."""
COUNTING, TOUCHING, FILING = range(3)
"""The stages of making a list: its placements are counted, its memory is touched, they are filed."""
LOOK_COST, WORD_COST = 10, 6
"""Approximate nanoseconds for a square that is not in the last row, and for a placement."""
PAGE, PAGE_COST = 512, 20_000
"""The number of words the system gives at once, and the approximate nanoseconds that may take."""
LOOKS = 256
"""The number of squares tried between two checks of the time left."""


class Shelf(NamedTuple):
    """Lists of placements, each of one set of rows.

    A list begins with the positions where the placements of each set of columns begin, for all sets of
    that size in increasing order, and with its end.  Then come the placements, a word for each (see
    `layout`).
    """

    words: NDArray[np.uint64]
    where: NDArray[np.int64]
    """The beginning of the list of each key, or -1."""
    queue: NDArray[np.int64]
    """The keys of the lists on the shelf in the order of their positions, a ring."""
    standing: NDArray[np.int64]
    stack: NDArray[np.uint64]
    """uint64 (h + 1, 5): for each queen to come, the columns, sum diagonals and difference diagonals taken (the
    latter counted from the other side), the word so far, and the columns still to try."""
    squares: NDArray[np.uint64]
    """The word of a queen on each square of a southern quadrant, row by row, then of a northern one."""
    ends: NDArray[np.int64]
    """For each set of columns: its number of placements, then the position for its next one."""
    rank: NDArray[np.int64]
    """The place of each set among the sets of its size, in increasing order."""
    sizes: NDArray[np.int64]
    """The number of sets of each size."""


def make_shelf(layout: QuadrantLayout, rank: NDArray[np.int64], length: int) -> Shelf:
    """An empty shelf for this many words."""
    h = int(layout.h)
    squares = [word_of(layout, northern, i, j) for northern in (False, True) for i in range(h) for j in range(h)]
    standing = np.zeros(TOUCHED + 1, dtype=np.int64)
    standing[KEY] = -1
    return Shelf(
        aligned_words(length + SLACK), np.full(2 << h, -1, dtype=np.int64), np.zeros(2 << h, dtype=np.int64), standing,
        np.zeros((h + 1, 5), dtype=np.uint64), np.array(squares, dtype=np.uint64),
        np.zeros(comb(h, h // 2) + 1, dtype=np.int64), rank,
        np.array([comb(h, size) for size in range(h + 1)], dtype=np.int64),
    )  # fmt: skip


def word_of(layout: QuadrantLayout, northern: bool, i: int, j: int) -> int:
    """The word of a queen on one square of a quadrant (see `layout`)."""
    h, odd, field, shift = int(layout.h), int(layout.odd), int(layout.field), int(layout.shift)
    total, difference = (i + j, i - j + h - 1 + odd - shift) if northern else (i + j + shift, i - j + h - 1 + odd)
    word = 1 << difference if difference >= 0 else 0
    return word | 1 << field + total if total < 2 * h else word


@inline_kernel
def touch(words: Any, until: Any, touched: Any, entry: Any, pace: Any) -> Any:
    """Write to every unused page of the words below ``until``; returns whether all have been touched.

    ``touched[entry]`` is the number touched so far.  The system finds memory for a page when it is first written to,
    which may take long; kernels that write all over a list could not respond meanwhile.
    """
    while touched[entry] < until and pace[0] > 0:
        words[touched[entry]] = ZERO
        touched[entry] += PAGE
        pace[0] -= PAGE_COST
    return touched[entry] >= until


@inline_kernel
def _reserve(shelf: Any, need: Any, kept: Any) -> Any:
    """Make room for ``need`` words without touching the list of key ``kept``; returns their position, or `TOO_SMALL`.

    From the head, around the end of the shelf, the lists are in the order of the queue.
    """
    words, where, queue, standing = shelf.words, shelf.where, shelf.queue, shelf.standing
    length, ring = len(words) - SLACK, len(queue)
    head, wrapped = standing[HEAD], 0
    if need > length:
        return np.int64(TOO_SMALL)
    clear = False
    while not clear:
        if head + need > length:
            # All lists after the head go, except the kept one, which is then the newest of the old ones.
            for _ in range(standing[COUNT]):
                key = queue[standing[OLDEST]]
                if where[key] < head:
                    break
                standing[OLDEST] = (standing[OLDEST] + 1) % ring
                if key == kept:
                    queue[(standing[OLDEST] + standing[COUNT] - 1) % ring] = key
                else:
                    where[key] = -1
                    standing[COUNT] -= 1
            head = 0
            wrapped += 1
            if wrapped > 1:
                return np.int64(TOO_SMALL)
        clear = True
        for _ in range(standing[COUNT]):
            key = queue[standing[OLDEST]]
            if not head <= where[key] < head + need:
                break
            standing[OLDEST] = (standing[OLDEST] + 1) % ring
            if key == kept:  # continue after it
                queue[(standing[OLDEST] + standing[COUNT] - 1) % ring] = key
                size = popcount(np.uint64(key % (ring // 2)))
                head = np.int64(words[where[key] + shelf.sizes[size]])
                clear = False
                break
            where[key] = -1
            standing[COUNT] -= 1
    standing[HEAD] = head + need
    return head


@inline_kernel
def _set_out(layout: Any, shelf: Any) -> None:
    """Reset the search to its beginning."""
    shelf.standing[LEVEL] = 0
    for entry in range(4):
        shelf.stack[0, entry] = ZERO
    shelf.stack[0, 4] = (ONE << layout.h) - ONE


@inline_kernel
def _visit(layout: Any, shelf: Any, rows: Any, first: Any, filing: Any, pace: Any) -> Any:
    """Continue visiting the placements on these rows: count them by their columns, or file them.  Returns whether done.

    ``first`` is the beginning of the words of their squares.  The queens are placed row by row; a separate loop tries
    all columns of the last queen.
    """
    words, stack, squares, ends, rank = shelf.words, shelf.stack, shelf.squares, shelf.ends, shelf.rank
    h, full = layout.h, (ONE << layout.h) - ONE
    last = np.int64(popcount(np.uint64(rows))) - 1
    level = shelf.standing[LEVEL]
    row, above = ZERO, level  # down to the row of this level
    while above > 0 or (np.uint64(rows) >> row) & ONE == ZERO:
        above -= np.int64((np.uint64(rows) >> row) & ONE)
        row += ONE
    found = 0
    for _ in range(LOOKS):
        todo = stack[level, 4]
        if level == last:
            columns, word, base = stack[level, 0], stack[level, 3], first + row * h
            if filing:
                while todo:
                    column = lowest_place(todo)
                    bit = ONE << column
                    todo ^= bit
                    key = rank[columns | bit]
                    words[ends[key]] = word | squares[base + column]
                    ends[key] += 1
                    found += 1
            else:
                while todo:
                    bit = todo & (~todo + ONE)
                    todo ^= bit
                    ends[rank[columns | bit]] += 1
                    found += 1
        if todo == ZERO:
            if level == 0:
                pace[0] -= found * WORD_COST
                return True
            level -= 1
            row -= ONE
            while (np.uint64(rows) >> row) & ONE == ZERO:
                row -= ONE
            continue
        column = lowest_place(todo)
        bit = ONE << column
        stack[level, 4] = todo ^ bit
        columns, sums = stack[level, 0] | bit, stack[level, 1] | (ONE << (row + column))
        differences = stack[level, 2] | (ONE << (column + h - ONE - row))
        word = stack[level, 3] | squares[first + row * h + column]
        level += 1
        row += ONE
        while (np.uint64(rows) >> row) & ONE == ZERO:
            row += ONE
        stack[level, 0], stack[level, 1], stack[level, 2], stack[level, 3] = columns, sums, differences, word
        stack[level, 4] = full & ~(columns | (sums >> row) | (differences >> (h - ONE - row)))
    shelf.standing[LEVEL] = level
    pace[0] -= LOOKS * LOOK_COST + found * WORD_COST
    return False


@kernel(counts_references=False)
def shelved(layout: Any, shelf: Any, key: Any, kept: Any, pace: Any) -> Any:
    """The position of the list of this key on the shelf.

    It is put there if need be, without driving out the list of the key ``kept`` (or -1).  Each
    call works until pace[0], a number of nanoseconds that it counts down, is used up, and then returns `NOT_YET`;
    the next calls must be for the same key until the answer is different.  `TOO_SMALL` means that
    the list does not fit beside the one kept.
    """
    where, words, standing, ends = shelf.where, shelf.words, shelf.standing, shelf.ends
    if where[key] >= 0:
        return where[key]
    rows = key & ((np.int64(1) << np.int64(layout.h)) - 1)
    first = ZERO
    if rows != key:
        first = layout.h * layout.h
    size = np.int64(popcount(np.uint64(rows)))
    sets = shelf.sizes[size]
    if standing[KEY] != key:
        standing[KEY], standing[DOING] = key, COUNTING
        for each in range(sets):
            ends[each] = 0
        _set_out(layout, shelf)
    while True:
        if standing[DOING] == TOUCHING:
            if not touch(words, standing[HEAD], standing, TOUCHED, pace):
                return np.int64(NOT_YET)
            place = standing[PLACE]
            at = place + sets + 1
            for each in range(sets):
                words[place + each] = np.uint64(at)
                at, ends[each] = at + ends[each], at
            words[place + sets] = np.uint64(at)
            standing[DOING] = FILING
            _set_out(layout, shelf)
        filing = standing[DOING] == FILING
        if size == 0:  # one placement, without a queen
            ends[0] += 1
            if filing:
                words[ends[0] - 1] = ZERO
        else:
            ended = False
            while not ended:
                if pace[0] <= 0:
                    return np.int64(NOT_YET)
                ended = _visit(layout, shelf, rows, first, filing, pace)
        if filing:
            break
        need = sets + 1
        for each in range(sets):
            need += ends[each]
        place = _reserve(shelf, need, kept)
        if place < 0:
            standing[KEY] = -1
            return place
        standing[DOING], standing[PLACE] = TOUCHING, place
    standing[KEY] = -1
    where[key] = standing[PLACE]
    shelf.queue[(standing[OLDEST] + standing[COUNT]) % len(shelf.queue)] = key
    standing[COUNT] += 1
    return where[key]
