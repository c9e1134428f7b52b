"""Solves 9×9 at full speed on vectors: boxes and bands tell each other which digits go through which triads.

The model is that of tdoku (Tom Dillon, 2019).  A *triad* is three cells of a box
in a line: a *minirow* or a *minicolumn*.  A *band* is three boxes side by side
(three bands of rows) or one below the other (three bands of columns).  Here is
the upper band of rows; its minirows have the names of their lines, A to C, and of
their boxes, 0 to 2:

         box 0      box 1      box 2
       +----------+----------+----------+
    A  |    A0    |    A1    |    A2    |      each of A0 … C2 is a triad,
    B  |    B0    |    B1    |    B2    |      three cells in a line
    C  |    C0    |    C1    |    C2    |
       +----------+----------+----------+

In a band each digit is once in every line and once in every box.  So it takes
one triad of each box, all three in different lines, which can be done in six
ways (`triad_tables.CONFIGURATIONS`): A0 B1 C2, B0 C1 A2, C0 A1 B2, C0 B1 A2, A0
C1 B2 and B0 A1 C2.  A state holds for each of the six bands which digits may
still go which way, as six sets of digits.

A box belongs to a band of rows and to one of columns, and its cells tie the two
together.  It is 4 × 4 sets of digits, nine cells with a margin:

              columns 0, 1, 2     margin
           +-----+-----+-----+----------+
    row 0  | c00 | c01 | c02 |    m0    |      c: digits that may stand in the cell
    row 1  | c10 | c11 | c12 |    m1    |      m: digits that may be absent from the
    row 2  | c20 | c21 | c22 |    m2    |         minirow to the left of it
           +-----+-----+-----+----------+      n: digits that may be absent from the
    margin |  n0 |  n1 |  n2 |   all    |         minicolumn above it
           +-----+-----+-----+----------+

A digit of the box is either in one of the three cells of row 0 or absent from that
minirow, so that it belongs to exactly one of c00, c01, c02 and m0; likewise in each
other row and each column.  A cell holds one digit and a margin six; a cell or
margin with no more than that left keeps them all.

They tell each other two things.  If no way of a digit through the band takes A0, the
digit leaves the cells c00, c01 and c02 of box 0.  If it must be absent from A0 (its
place in m0 is certain), every way through A0 goes.

A state is 6 vectors of ways and 9 of boxes, sets of nine digits in lanes of 16
bits (`triad_tables` has their numbers).

The order of work is ours.  One step takes a band and its three boxes together,
without a branch in between, and notes which bands have changed; bands of rows and
bands of columns take turns.  Operations that cross the halves of a vector take
longest, so no step waits for one.  The search splits the band with the fewest ways
left, on a digit that has two ways in it if there is one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.kernel import inline_kernel, kernel
from core._kernels.shuffles import (
    count_of_nine,
    lower_half,
    permute,
    shortfall,
    shuffle,
    swapped,
    twice,
    upper_half,
    without,
)
from core._kernels.simd import (
    aligned_words,
    as_words,
    equal_lanes,
    is_zero,
    lanes,
    load,
    lowest_place,
    popcount,
    splat,
    store,
    total,
    zero_lanes,
)
from core.running._kernel_search import DONE, FRESH, KEPT, LEVEL, NODES, PHASE, SOLUTIONS, UNBOUNDED, leave
from core.sudoku._bulk.triad_tables import (
    ALLOWED,
    CELL_AT,
    CELLS,
    DIGIT,
    EARLY_1,
    EARLY_2,
    EMPTY_BAND,
    EVERY,
    FEWEST,
    GIVEN_AT,
    GIVEN_BAND,
    GIVEN_BOX,
    LATE_1,
    LATE_2,
    MESSAGES,
    OTHER_ROW,
    OTHER_TRIADS,
    RIM,
    ROW_1,
    ROW_2,
    TAKER_1,
    TAKER_2,
    UNBOUND,
)

VISIT, SPLIT, LEAVE = FRESH, 1, 2
LEVELS = 56
"""The most states on a path: one for each split, which settles a digit in a band, and there are 54 of those."""
LAST = np.uint64(LEVELS - 1)
"""The last level, which only a damaged state reaches."""

EIGHT, SIXTEEN = lanes(8), lanes(16)
NONE, ALL_DIGITS, THREE_DIGITS = np.uint16(0), np.uint16(EVERY), np.uint16(3)
OTHER_1, OTHER_2, OTHER_3, OTHER_4 = OTHER_TRIADS
U0, U1, U2, U3, U4, U5, U6, U7, U8, U16 = (np.uint64(i) for i in (0, 1, 2, 3, 4, 5, 6, 7, 8, 16))
U32, U48, U64, U80, LAST_CELLS = (np.uint64(i) for i in (32, 48, 64, 80, 0xFFFF))
STATE = np.uint64(192)
ROW_BANDS, ALL_BANDS = np.uint64(7), np.uint64(63)
MORE_THAN_DECIDED = np.uint64(10)
UNDECIDED, UNKNOWN = np.uint64(1 << 32), np.uint64(1 << 33)


@inline_kernel
def _without_others(ways: Any, full: Any) -> Any:
    """The ways that are left when the triads in ``full`` have three digits: those digits can go no other way."""
    lost = (shuffle(full, OTHER_1) | shuffle(full, OTHER_2)) | (shuffle(full, OTHER_3) | shuffle(full, OTHER_4))
    return without(ways, lower_half(lost) | upper_half(lost))


@inline_kernel
def _narrowed(states: Any, place: Any, triads: Any, row: Any) -> Any:
    """The box without the digits that its band no longer allows."""
    allowed = permute(triads, ALLOWED, row) | permute(triads, ALLOWED, row + U16)
    return load(states, place, SIXTEEN) & allowed


@inline_kernel
def _asserted(box: Any, sizes: Any, fewest: Any) -> Any:
    """The digits that a lane must keep: it has as few as it can, or no other lane of its row or column has them."""
    turned = shuffle(box, ROW_1)
    in_row = turned | shuffle(box | turned, ROW_2)
    turned = shuffle(box, OTHER_ROW)
    elsewhere = in_row & (turned | swapped(box | turned))
    return without(box, without(elsewhere, equal_lanes(sizes, fewest)))


@inline_kernel
def _consequences(box: Any, asserted: Any, cells: Any, nothing: Any) -> Any:
    """What the asserted digits leave of their box, and the digits that are absent from each triad (its margins)."""
    placed = asserted & cells
    along = placed | shuffle(placed, ROW_1)
    along = along | shuffle(along, ROW_2)
    down = placed | shuffle(placed, OTHER_ROW)
    down = down | swapped(down)
    anywhere = down | shuffle(down, ROW_1)
    anywhere = anywhere | shuffle(anywhere, ROW_2)
    lines = along | down
    absent = asserted | without(anywhere, lines)
    left = placed | (without(box, lines | (anywhere & cells)) & equal_lanes(placed, nothing))
    return left, shuffle(absent, RIM)


@inline_kernel
def _changed(vector: Any) -> Any:
    """The word 1 if any bit is set; else 0."""
    return U0 if is_zero(vector) else U1


@kernel(counts_references=False)
def settle(states: Any, at: Any, strong: Any, weak: Any) -> Any:
    """Let bands and boxes of the state at ``at`` tell each other all they know; False at a contradiction.

    ``strong`` is the set of bands that have lost a way to a crossing band since this
    last looked at them; ``weak`` is the set of those in which something else has
    changed, and these wait until there are no strong ones.
    """
    fewest, cells = load(FEWEST, U0, SIXTEEN), load(CELLS, U0, SIXTEEN)
    unbound, nothing = load(UNBOUND, U0, SIXTEEN), splat(NONE, SIXTEEN)
    three = splat(THREE_DIGITS, SIXTEEN)
    turn = ROW_BANDS
    while True:
        now = strong & turn
        if now == U0:
            turn ^= ALL_BANDS
            now = strong & turn
            if now == U0:
                if weak == U0:
                    return True
                strong = weak & turn
                if strong == U0:
                    strong = weak
                weak ^= strong
                continue
        while now != U0:
            band = lowest_place(now)
            bit = U1 << band
            now ^= bit
            strong &= ~bit
            weak &= ~bit
            if band < U3:
                way, index, first, stride, crossing = U0, band, U3 * band, U1, U3
            else:
                way, index, first, stride, crossing = U1, band - U3, band - U3, U3, U0
            # The ways through the band, and the triads that they take.
            here = at + U8 * band
            ways = load(states, here, EIGHT)
            both = twice(ways)
            triads = shuffle(both, TAKER_1) | shuffle(both, TAKER_2)
            ways = _without_others(ways, triads & equal_lanes(count_of_nine(triads), three))
            both = twice(ways)
            early = shuffle(both, EARLY_1) | shuffle(both, EARLY_2) | unbound
            late = shuffle(both, LATE_1) | shuffle(both, LATE_2) | unbound
            # Its three boxes, in step.
            row = U6 * way * U16
            place_0 = at + U48 + U16 * first
            place_1 = place_0 + U16 * stride
            place_2 = place_1 + U16 * stride
            box_0 = _narrowed(states, place_0, early, row)
            box_1 = _narrowed(states, place_1, early, row + U2 * U16)
            box_2 = _narrowed(states, place_2, late, row + U4 * U16)
            sizes_0, sizes_1, sizes_2 = count_of_nine(box_0), count_of_nine(box_1), count_of_nine(box_2)
            if not is_zero(shortfall(sizes_0, fewest) | shortfall(sizes_1, fewest) | shortfall(sizes_2, fewest)):
                return False
            left_0, rim_0 = _consequences(box_0, _asserted(box_0, sizes_0, fewest), cells, nothing)
            left_1, rim_1 = _consequences(box_1, _asserted(box_1, sizes_1, fewest), cells, nothing)
            left_2, rim_2 = _consequences(box_2, _asserted(box_2, sizes_2, fewest), cells, nothing)
            store(states, place_0, left_0)
            store(states, place_1, left_1)
            store(states, place_2, left_2)
            # What that means for this band and for those that cross it.
            row = U48 * (U3 * way + index)
            lost = (
                permute(rim_0, MESSAGES, row) | permute(rim_1, MESSAGES, row + U16)
                | permute(rim_2, MESSAGES, row + U2 * U16)
            )  # fmt: skip
            store(states, here, without(ways, lost))
            weak |= _changed(ways & lost) << band
            there = at + U8 * crossing
            ways_0 = load(states, there, EIGHT)
            ways_1 = load(states, there + U8, EIGHT)
            ways_2 = load(states, there + U16, EIGHT)
            lost_0 = permute(rim_0, MESSAGES, row + U8)
            lost_1 = permute(rim_1, MESSAGES, row + U16 + U8)
            lost_2 = permute(rim_2, MESSAGES, row + U2 * U16 + U8)
            store(states, there, without(ways_0, lost_0))
            store(states, there + U8, without(ways_1, lost_1))
            store(states, there + U16, without(ways_2, lost_2))
            strong |= (
                _changed(ways_0 & lost_0) | (_changed(ways_1 & lost_1) << U1) | (_changed(ways_2 & lost_2) << U2)
            ) << crossing
            removed_0, removed_1, removed_2 = without(box_0, left_0), without(box_1, left_1), without(box_2, left_2)
            weak |= (_changed(removed_0) | (_changed(removed_1) << U1) | (_changed(removed_2) << U2)) << crossing


@inline_kernel
def _narrowest(states: Any, at: Any) -> Any:
    """The undecided band with the fewest ways left; 6 if all are decided."""
    best = UNDECIDED
    for band in range(6):
        left = total(popcount(as_words(load(states, at + U8 * np.uint64(band), EIGHT))))
        # Decided bands wrap round to the top.  Minima need no branch, which the processor could not predict.
        best = min(best, ((left - MORE_THAN_DECIDED) << U3) + np.uint64(band))
    return U6 if best == UNDECIDED else best & U7


@inline_kernel
def _digit_to_split(states: Any, here: Any) -> Any:
    """The lowest of a band's digits, as a bit, that has two ways left, or else three, or else more."""
    once, twice, thrice, more = NONE, NONE, NONE, NONE
    for way in range(6):
        digits = states[here + np.uint64(way)]
        more |= thrice & digits
        thrice |= twice & digits
        twice |= once & digits
        once |= digits
    chosen = twice & ~thrice
    if chosen == NONE:
        chosen = thrice & ~more
        if chosen == NONE:
            chosen = more
    return chosen & (~chosen + np.uint16(1))


class Triads(NamedTuple):
    """The states that are still open, and what is still to be done in each."""

    states: NDArray[np.uint16]
    """One state of `STATE` cells for each level, one after another, the current one last."""
    pending: NDArray[np.uint64]
    """By level, the bands changed since the rules were last applied there."""
    share: NDArray[np.float64]
    """By level, its part of the tree; the last entry is the part that is done."""
    counters: NDArray[np.int64]


def arrays() -> dict[str, NDArray[Any]]:
    """Make room for one search: `Triads` without the counters."""
    return {
        "states": aligned_words(LEVELS * int(STATE) // 4).view(np.uint16),
        "pending": np.zeros(LEVELS, dtype=np.uint64),
        "share": np.zeros(LEVELS + 1, dtype=np.float64),
    }


BOUNDS = {"states": (0, EVERY), "pending": (0, int(ALL_BANDS))}


@inline_kernel
def _empty_cells(givens: Any) -> Any:
    """The empty cells among the first 64, as the bits of a word."""
    first = zero_lanes(load(givens, U0, SIXTEEN)) | (zero_lanes(load(givens, U16, SIXTEEN)) << U16)
    return first | (zero_lanes(load(givens, U32, SIXTEEN)) << U32) | (zero_lanes(load(givens, U48, SIXTEEN)) << U48)


@inline_kernel
def _give(states: Any, cell: Any, value: Any) -> None:
    """Put a value in a cell of the first state."""
    digit = np.uint64(value) - U1
    row = U8 * cell
    place = GIVEN_AT[row]
    kept = load(GIVEN_BOX, GIVEN_AT[row + U1] + U16 * digit, SIXTEEN)
    store(states, place, load(states, place, SIXTEEN) & kept)
    for way in (U2, U4):
        place = GIVEN_AT[row + way]
        kept = load(GIVEN_BAND, GIVEN_AT[row + way + U1] + U8 * digit, EIGHT)
        store(states, place, load(states, place, EIGHT) & kept)


@kernel(counts_references=False)
def begin(state: Any, givens: Any) -> None:
    """Set the first state to a grid (81 values, 0 for empty)."""
    states, pending, share, counters = state.states, state.pending, state.share, state.counters
    counters[:] = 0
    pending[0] = ALL_BANDS
    share[0] = 1.0
    for each in range(6):
        store(states, U8 * np.uint64(each), load(EMPTY_BAND, U0, EIGHT))
    for box in range(9):
        store(states, U48 + U16 * np.uint64(box), splat(ALL_DIGITS, SIXTEEN))
    low, high = ~_empty_cells(givens), ~zero_lanes(load(givens, U64, SIXTEEN)) & LAST_CELLS
    while low != U0:
        cell = lowest_place(low)
        low &= low - U1
        _give(states, cell, givens[cell])
    while high != U0:
        cell = lowest_place(high)
        high &= high - U1
        _give(states, U64 + cell, givens[U64 + cell])
    if givens[80] != 0:
        _give(states, U80, givens[80])


@kernel(counts_references=False)
def read_values(state: Any, level: Any, values: Any) -> None:
    """The decided cells of the state of a level as 81 values, 0 for a cell with several digits left."""
    states = state.states
    at = STATE * np.uint64(level)
    for cell in range(81):
        values[cell] = DIGIT[states[at + CELL_AT[cell]]]


@kernel(counts_references=False)
def search_triads(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """The search; the contract is that of `core.running._kernel_search`."""
    states, pending, share, counters = state.states, state.pending, state.share, state.counters
    level = np.uint64(counters[LEVEL])
    phase = counters[PHASE]
    kept = counters[KEPT]
    nodes_left = budget
    solutions_left = quota
    band = UNKNOWN
    while phase != DONE and solutions_left > 0 and nodes_left > 0:
        at = STATE * level
        if phase == VISIT:
            nodes_left -= 1
            phase = LEAVE
            if settle(states, at, pending[level], U0):
                phase = SPLIT
                band = _narrowest(states, at)
                if band == U6:
                    phase = LEAVE
                    solutions_left -= 1
                    if kept < found.shape[0]:
                        read_values(state, level, found[kept])
                        kept += 1
        elif phase == LEAVE or level == LAST:
            share[LEVELS] += share[level]
            phase = DONE
            if level > U0:
                level -= U1
                phase = VISIT
        else:
            if band == UNKNOWN:  # an earlier call visited this node
                band = _narrowest(states, at)
            here = at + U8 * band
            digit = _digit_to_split(states, here)
            share[level] *= 0.5
            share[level + U1] = share[level]
            for cell in range(0, 192, 16):
                place = np.uint64(cell)
                store(states, at + STATE + place, load(states, at + place, SIXTEEN))
            way = U0
            while way < U5 and states[here + way] & digit == NONE:
                way += U1
            states[here + way] ^= digit
            for other in range(6):
                if np.uint64(other) != way:
                    states[here + STATE + np.uint64(other)] &= ~digit
            pending[level] = U1 << band
            pending[level + U1] = U1 << band
            level += U1
            phase = VISIT
    leave(counters, np.int64(level), phase, kept, budget - nodes_left, quota - solutions_left)


@kernel(counts_references=False)
def solve_many(state: Any, puzzles: Any, limit: Any, solutions: Any, counts: Any, nodes: Any, found: Any) -> None:
    """For each row of ``puzzles`` (int32, 81): a first solution, how many there are up to ``limit``, the nodes."""
    counters = state.counters
    for row in range(puzzles.shape[0]):
        begin(state, puzzles[row])
        search_triads(state, UNBOUNDED, limit, solutions[row : row + 1])
        counts[row] = counters[SOLUTIONS]
        nodes[row] = counters[NODES]
        if counters[SOLUTIONS] == 0:
            solutions[row, :] = 0
