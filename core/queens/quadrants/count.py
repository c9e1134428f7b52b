"""The kernel of the quadrants: it does one job after another, each with two lists of halves and their pairs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.kernels.bits import popcount
from core.kernels.kernel import inline_kernel, kernel
from core.kernels.simd import aligned_words
from core.queens.quadrants.halves import (
    ALL,
    GROUP,
    MOST_SLOTS,
    MOST_TRIALS,
    HalvesRoom,
    Wanted,
    diagonals_of,
    make_halves,
)
from core.queens.quadrants.jobs import Jobs
from core.queens.quadrants.layout import Halves, Layout
from core.queens.quadrants.offset import STRETCH, OffsetRoom, join, sift_far, sift_near
from core.queens.quadrants.pairs import PairsRoom, fitting_pairs, lay_out_first
from core.queens.quadrants.placement_table import PlacementTable, longest_lists, most_placements
from core.running.kernel_search import DONE, NODES, PHASE, SOLUTIONS

ZERO, ONE = np.uint64(0), np.uint64(1)
JOB, NO_ROOM, COUNTED = range(3)
"""Entries of a cursor: the next job; whether it did not fit into the lists; the total of all jobs before it."""
EAST, WEST, PAIRS = range(3)
"""Entries of the sums: halves made in the east, halves made in the west, and pairs examined."""


class Workspace(NamedTuple):
    """The lists, planes and tables that a count writes to.  Allocated once, and never part of the saved state."""

    east: NDArray[np.uint64]
    west: NDArray[np.uint64]
    halves: HalvesRoom
    offset: OffsetRoom
    pairs: PairsRoom


def make_room(layout: Layout, table: PlacementTable, halves: int, lane_count: int) -> Workspace:
    """Allocate lists for ``halves`` halves each, and tables for vectors of ``lane_count`` lanes."""
    longest = longest_lists(table)
    trials = int(MOST_TRIALS) + max(
        int(a) * (int(b) // lane_count + 1) for a, b in zip(longest, longest[::-1], strict=True)
    )
    chosen = np.zeros(int(np.diff(table.sizes).max()) + 1, dtype=np.int64)
    of_rows = most_placements(table) if layout.odd else 0
    near, where = (aligned_words(max(trials, of_rows) + 4 * lane_count) for _ in range(2))
    far = aligned_words(max(int(MOST_SLOTS) + int(longest.max()), of_rows) + 4 * lane_count)
    near_columns = aligned_words(of_rows + 4 * lane_count)
    marks = aligned_words(of_rows // lane_count + 4)
    lists = aligned_words(len(table.base))
    tried, tried_lists = (aligned_words(int(STRETCH) + 2 * lane_count) for _ in range(2))
    east, west, laid_out, stream = (aligned_words(halves + GROUP * lane_count) for _ in range(4))
    fillers = aligned_words((lane_count + 1) * lane_count)
    for filled in range(lane_count + 1):
        fillers[filled * lane_count + filled : (filled + 1) * lane_count] = ALL
    prefixes, half_prefixes = 1 << int(layout.prefix), 1 << int(layout.prefix) // 2
    piece = 1 << int(layout.shorter) + int(layout.longer > 0)
    pairs = PairsRoom(
        laid_out, stream, aligned_words(GROUP * lane_count), np.zeros(6, dtype=np.int64),
        np.zeros(2 * prefixes, dtype=np.int64), np.zeros(64, dtype=np.int64),
        (
            aligned_words(lane_count * piece), aligned_words(lane_count * piece), aligned_words(lane_count * piece),
            aligned_words(lane_count * piece),
        ),
        aligned_words(lane_count * half_prefixes), aligned_words(lane_count * half_prefixes),
        aligned_words(lane_count * prefixes),
    )  # fmt: skip
    return Workspace(
        east, west,
        HalvesRoom(chosen, np.zeros(4 * len(chosen), dtype=np.int64), near, where, far, fillers),
        OffsetRoom(near, near_columns, far, lists, marks, tried, tried_lists),
        pairs,
    )  # fmt: skip


class CountState(NamedTuple):
    """Everything that the kernel works on."""

    layout: Layout
    table: PlacementTable
    ranks: NDArray[np.int64]
    jobs: Jobs
    room: Workspace
    width: tuple[int, ...]
    part: NDArray[np.int64]
    cursor: NDArray[np.int64]
    sums: NDArray[np.uint64]
    counters: NDArray[np.int64]


@inline_kernel
def do_jobs(odd_board: Any, state: Any, budget: Any, quota: Any) -> None:
    """Do at most ``budget`` jobs; the contract is that of `core.running.kernel_search`, and a node is a job.

    ``part`` is (first, step): the kernel does job ``first`` and every ``step``-th
    from there.  ``cursor`` holds the next one; ``sums`` (uint64) gathers figures
    that serve to compare two machines.  If a list has no room for a job's halves,
    the kernel sets cursor[NO_ROOM] and leaves the job undone.  It reports what a
    job counts beyond the quota at the next call.

    ``odd_board`` is a constant for the compiler: the kernel for even boards contains
    no code for queens off the centre, which would cost it registers.
    """
    layout, table, ranks, jobs, room = state.layout, state.table, state.ranks, state.jobs, state.room
    width, part, cursor, sums, counters = state.width, state.part, state.cursor, state.sums, state.counters
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    h, odd, field, shift = np.int64(layout.h), layout.odd, layout.field, layout.shift
    norths, souths, aways, weights = jobs.north, jobs.south, jobs.away, jobs.weight
    room_east, room_west = room.east, room.west
    everything = (np.int64(1) << h) - 1
    done = 0
    goal = counters[SOLUTIONS] + quota
    while done < budget and cursor[COUNTED] < goal:
        job = part[0] + part[1] * cursor[JOB]
        if job >= len(norths):
            counters[PHASE] = DONE
            break
        north, south, away = norths[job], souths[job], aways[job]
        far_queen = ZERO
        if odd == ONE:
            far_queen = diagonals_of(h, field, -away, np.int64(0))
        least = np.int64(-1)
        passes, eastern = away, away - 1  # east: once for every place of the nearer queen; then west
        if not odd_board or away == 0:
            backwards = np.int64(0)
            for bit in range(h):
                backwards |= (north >> bit & 1) << (h - 1 - bit)
            least = min(ranks[backwards], ranks[south])
            passes, eastern = 4, 2  # in each half those of higher rank, then those of the same
        east, west, east_more, west_more = 0, 0, 0, 0
        near_length = ZERO
        for step in range(passes):
            half_north, half_south, out, length = north, south, room_east, east
            if step >= eastern:
                half_north, half_south, out, length = everything ^ north, everything ^ south, room_west, west
            equal = (not odd_board or away == 0) and step % 2 == 1
            if not odd_board or away == 0:
                from_rank, to_rank = (least, least) if equal else (least + 1, everything)
                wanted = Wanted(half_north, half_south, from_rank, to_rank, far_queen)
                length = make_halves(layout, table, ranks, room.halves, wanted, out, length, width)
            else:
                if step >= eastern:
                    half_north ^= np.int64(1) << (h - away)
                if step == 0 or step == eastern:
                    near_rows, near_shift, far_rows, far_shift = half_north, shift, half_south, ZERO
                    if popcount(np.uint64(half_north)) > popcount(np.uint64(half_south)):
                        near_rows, near_shift, far_rows, far_shift = far_rows, far_shift, near_rows, near_shift
                    near_length = sift_near(table, near_rows, near_shift, far_queen, room.offset, width)
                    sift_far(table, far_rows, far_shift, far_queen, room.offset, width)
                without, extra = ZERO, ZERO
                if step < eastern:
                    without, extra = ONE << np.uint64(step), diagonals_of(h, field, np.int64(0), np.int64(step) + 1)
                columns = np.uint64(everything) ^ without
                length = join(room.offset, near_length, columns, without, extra, out, length, width)
            if length < 0:
                cursor[NO_ROOM] = 1
                break
            if step >= eastern:
                west = length
                west_more = west_more if equal else length
            else:
                east = length
                east_more = east_more if equal else length
        if cursor[NO_ROOM]:
            break
        if east > 0 and west > 0:
            # To the east, sums are sums; the west is its mirror image.
            laid = Halves(room_east, np.int64(east), np.int64(east_more), np.uint64(field), np.uint64(odd))
            other = Halves(room_west, np.int64(west), np.int64(west_more), np.uint64(odd), np.uint64(field))
            if not lay_out_first(east, west, np.int64(layout.unordered), len(width)):
                laid, other = other, laid
            cursor[COUNTED] += weights[job] * fitting_pairs(layout, room.pairs, laid, other, width)
        sums[EAST] += np.uint64(east)
        sums[WEST] += np.uint64(west)
        sums[PAIRS] += np.uint64(east) * np.uint64(west)
        cursor[JOB] += 1
        done += 1
    counters[NODES] += done
    counters[SOLUTIONS] = min(cursor[COUNTED], goal)


@kernel(counts_references=False)
def count_even_jobs(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """`do_jobs` for an even N."""
    do_jobs(False, state, budget, quota)


@kernel(counts_references=False)
def count_odd_jobs(state: Any, budget: Any, quota: Any, found: Any) -> None:
    """`do_jobs` for an odd N."""
    do_jobs(True, state, budget, quota)
