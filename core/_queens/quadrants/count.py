"""The kernel of the quadrants: it does one job after another, each with two lists of halves and the pairs of these.

A job can take seconds, and a call of the kernel a hundredth of one: its position within a job is kept in its
workspace.  Lists of halves that would be too long are made and compared a *chunk* at a time: each chunk of the east
with all chunks of the west, which are made again each time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core._kernels.bits import popcount
from core._kernels.kernel import inline_kernel, kernel
from core._kernels.simd import aligned_words
from core._queens.quadrants.halves import (
    ALL,
    ALL_MADE,
    FULL,
    GROUP,
    HALTED,
    MOST_SLOTS,
    MOST_TRIALS,
    NO_TRIALS,
    HalfWanted,
    HalvesRoom,
    diagonals_of,
    make_halves,
)
from core._queens.quadrants.jobs import NORTH, SOUTH, WEIGHT, Jobs, backwards, find_job
from core._queens.quadrants.layout import Halves, QuadrantLayout
from core._queens.quadrants.memory import NEAR_SHARE, Sizes
from core._queens.quadrants.offset import STRETCH, OffsetRoom, join, sift_far, sift_near
from core._queens.quadrants.packing import AT_START, begin_pass
from core._queens.quadrants.pairs import PairsRoom, fitting_pairs, lay_out, lay_out_first, let_stream
from core._queens.quadrants.placements import NOT_YET, Shelf, make_shelf, shelved, touch
from core.running._kernel_search import DONE, NODES, PHASE, SOLUTIONS

ZERO, ONE = np.uint64(0), np.uint64(1)
TILE, WITHIN, COUNTED, NO_ROOM = range(4)
"""Entries of a cursor: the tile, counted within the part, and the job within it; the total of all jobs before; the
room of the workspace that was too small for the job, if one was."""
ROOM_FOR_HALVES, ROOM_FOR_TRIALS, ROOM_FOR_OFFSET, ROOM_ON_SHELF = range(1, 5)
EAST, WEST, PAIRS = range(3)
"""Entries of the sums: halves made in the east, halves made in the west, and pairs examined."""
STAGE, HAS_TILE, HAS_WITHIN, AGAIN, EASTS, WESTS, EXAMINED, SIDES = range(8)
"""Entries of ``standing``: the next stage; its job; whether the east is prepared for another chunk of
the west; the job's own sums so far; then for each side:"""
STEP, AT, LENGTH, MORE, LEFT, NEAR, FAR, SIDE = range(8)
"""the step to continue with and the position in it; how many halves the chunk has, and how many of them are "more";
whether others are left; how many near placements `offset` has sifted for the chunk, 0 before it has; and whether it
has sifted the far ones."""
BEGIN, MAKE_EAST, MAKE_WEST, LAY_OUT, STREAM, COMPARE = range(6)
"""The stages."""
SIFT_COST = 1
"""Approximate nanoseconds to sift a placement."""


class Workspace(NamedTuple):
    """The lists, planes and tables that a count writes to.  Allocated once, and never part of the saved state."""

    east: NDArray[np.uint64]
    west: NDArray[np.uint64]
    halves: HalvesRoom
    offset: OffsetRoom
    pairs: PairsRoom
    shelf: Shelf
    standing: NDArray[np.int64]
    job: NDArray[np.int64]
    pace: NDArray[np.int64]
    """The estimated nanoseconds that a call has left."""
    touched: NDArray[np.int64]
    """The number of words of each list of halves that have been touched (`placements.touch`), then of each list in
    `offset`."""


def make_room(
    layout: QuadrantLayout, jobs: Jobs, sizes: Sizes, lane_count: int, shelf: Shelf | None = None
) -> Workspace:  # fmt: skip
    """Allocate a workspace for vectors of ``lane_count`` lanes, with an old shelf if one is given."""
    standing, job, pace, touched = (np.zeros(count, dtype=np.int64) for count in (SIDES + 2 * SIDE, 4, 1, 7))
    shelf = shelf or make_shelf(layout, jobs.rank, sizes.shelf)
    chosen = np.zeros(int(shelf.sizes.max()) + 1, dtype=np.int64)
    trials, near_ones = int(MOST_TRIALS) + sizes.trials, sizes.offset // NEAR_SHARE
    where, near = (aligned_words(max(trials, least) + 4 * lane_count) for least in (0, near_ones))
    far = aligned_words(max(int(MOST_SLOTS) + sizes.trials, sizes.offset) + 4 * lane_count)
    near_columns = aligned_words(near_ones + 4 * lane_count)
    marks = aligned_words(sizes.offset // lane_count + 4)
    lists = aligned_words(len(jobs.rank))
    tried, tried_lists = (aligned_words(int(STRETCH) + 2 * lane_count) for _ in range(2))
    east, west, laid_out, stream = (aligned_words(sizes.halves + GROUP * lane_count) for _ in range(4))
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
        aligned_words(lane_count * prefixes), np.ones(6, dtype=np.int64),
    )  # fmt: skip
    made = np.zeros(2, dtype=np.int64)
    return Workspace(
        east, west,
        HalvesRoom(chosen, np.zeros(4 * len(chosen), dtype=np.int64), near, where, far, fillers, made),
        OffsetRoom(near, near_columns, far, lists, marks, tried, tried_lists),
        pairs, shelf, standing, job, pace, touched,
    )  # fmt: skip


class CountState(NamedTuple):
    """Everything that the kernel works on."""

    layout: QuadrantLayout
    jobs: Jobs
    room: Workspace
    width: tuple[int, ...]
    part: NDArray[np.int64]
    """The part's first tile, the distance to its next one, whether lists may be cut into chunks, and the
    approximate nanoseconds a call may take."""
    cursor: NDArray[np.int64]
    sums: NDArray[np.uint64]
    counters: NDArray[np.int64]


@kernel(counts_references=False)
def make_ranked(layout: Any, jobs: Any, room: Any, side: Any, chunks: Any, out: Any, width: Any) -> Any:
    """Make a side's next chunk, for a job whose halves are ranked: first those of a higher rank, then the equal ones.

    Returns 0 when it is made, a negative number while placements are being listed, or the room that is too small.
    """
    shelf, standing, job, pace, made = room.shelf, room.standing, room.job, room.pace, room.halves.made
    everything = (np.int64(1) << np.int64(layout.h)) - 1
    north, south, here = job[NORTH], job[SOUTH], SIDES + side * SIDE
    least = min(jobs.levels[backwards(north, np.int64(layout.h))], jobs.levels[south])
    if side:
        north, south = everything ^ north, everything ^ south
    north_key = north + everything + 1
    north_list = shelved(layout, shelf, north_key, np.int64(-1), pace)
    if north_list < 0:
        return _no_list(north_list)
    south_list = shelved(layout, shelf, south, north_key, pace)
    if south_list < 0:
        return _no_list(south_list)
    taken = ZERO
    if layout.odd == ONE:
        taken = diagonals_of(np.int64(layout.h), layout.field, np.int64(0), np.int64(0))
    length, more, status = standing[here + LENGTH], standing[here + MORE], np.int64(ALL_MADE)
    step, at = standing[here + STEP], standing[here + AT]
    while step < 2:
        from_rank, to_rank = (least, least) if step else (least + 1, everything)
        wanted = HalfWanted(north, south, north_list, south_list, from_rank, to_rank, taken)
        status = make_halves(layout, jobs, shelf.words, room.halves, wanted, out, length, at, pace, width)
        length, at = made[0], made[1]
        if step == 0:
            more = length
        if status != ALL_MADE:
            break
        step, at = step + 1, np.int64(0)
    return _chunk_made(standing, here, step, at, length, more, status, chunks)


@kernel(counts_references=False)
def make_offset(layout: Any, jobs: Any, room: Any, side: Any, chunks: Any, out: Any, width: Any) -> Any:
    """Make a side's next chunk, for a job with the queen of the middle column off the centre.

    The east has a step for every position of the nearer queen, the west only one.  The rest is as in `make_ranked`.
    """
    shelf, standing, job, pace, made = room.shelf, room.standing, room.job, room.pace, room.halves.made
    h, field = np.int64(layout.h), layout.field
    everything = (np.int64(1) << h) - 1
    away, north, south, here = job[0], job[NORTH], job[SOUTH], SIDES + side * SIDE
    steps = away - 1
    if side:
        steps, north, south = np.int64(1), everything ^ north ^ (np.int64(1) << (h - away)), everything ^ south
    north_key = north + everything + 1
    north_list = shelved(layout, shelf, north_key, np.int64(-1), pace)
    if north_list < 0:
        return _no_list(north_list)
    south_list = shelved(layout, shelf, south, north_key, pace)
    if south_list < 0:
        return _no_list(south_list)
    near, far, near_list, far_list = north, south, north_list, south_list
    if popcount(np.uint64(north)) > popcount(np.uint64(south)):
        near, far, near_list, far_list = far, near, far_list, near_list
    near_ones, far_ones = _placements_in(shelf, near, near_list), _placements_in(shelf, far, far_list)
    space = 4 * len(width)
    if near_ones > len(room.offset.near_columns) - space or far_ones > len(room.offset.far) - space:
        return np.int64(ROOM_FOR_OFFSET)
    for entry, words, ones in (
        (4, room.offset.near, near_ones), (5, room.offset.near_columns, near_ones), (6, room.offset.far, far_ones)
    ):  # fmt: skip
        if not touch(words, ones, room.touched, entry, pace):
            return np.int64(NOT_YET)
    taken = diagonals_of(h, field, -away, np.int64(0))
    if standing[here + NEAR] == 0:
        standing[here + NEAR] = sift_near(jobs, shelf.words, near, near_list, taken, room.offset, width)
        pace[0] -= near_ones * SIFT_COST
    if standing[here + FAR] == 0:
        if pace[0] <= 0:
            return np.int64(NOT_YET)
        sift_far(jobs, shelf.words, far, far_list, taken, room.offset, width)
        pace[0] -= far_ones * SIFT_COST
        standing[here + FAR] = 1
    near_length, length, status = np.uint64(standing[here + NEAR]), standing[here + LENGTH], np.int64(ALL_MADE)
    step, at = standing[here + STEP], standing[here + AT]
    while step < steps:
        without, extra = ZERO, ZERO
        if side == 0:
            without, extra = ONE << np.uint64(step), diagonals_of(h, field, np.int64(0), step + 1)
        columns = np.uint64(everything) ^ without
        status = join(room.offset, near_length, columns, without, extra, out, length, at, made, pace, width)
        length, at = made[0], made[1]
        if status != ALL_MADE:
            break
        step, at = step + 1, np.int64(0)
    return _chunk_made(standing, here, step, at, length, length, status, chunks)


@inline_kernel
def _placements_in(shelf: Any, rows: Any, its_list: Any) -> Any:
    """The number of placements in the list of these rows."""
    return np.int64(shelf.words[its_list + shelf.sizes[popcount(np.uint64(rows))]] - shelf.words[its_list])


@inline_kernel
def _no_list(place: Any) -> Any:
    """The answer when there is no list of placements: not yet, or no room for it."""
    return np.int64(place if place == NOT_YET else ROOM_ON_SHELF)


@inline_kernel
def _chunk_made(
    standing: Any, here: Any, step: Any, at: Any, length: Any, more: Any, status: Any, chunks: Any
) -> Any:  # fmt: skip
    """Note how far a side's chunk is, and return the answer."""
    if status == NO_TRIALS:
        return np.int64(ROOM_FOR_TRIALS)
    if status == FULL and (length == 0 or not chunks):
        return np.int64(ROOM_FOR_HALVES)
    standing[here + STEP], standing[here + AT] = step, at
    standing[here + LENGTH], standing[here + MORE] = length, more
    standing[here + LEFT] = status != ALL_MADE
    return np.int64(NOT_YET if status == HALTED else 0)


@inline_kernel
def _next_chunk(standing: Any, here: Any) -> None:
    """Begin a side's next chunk, empty."""
    standing[here + LENGTH] = standing[here + MORE] = standing[here + NEAR] = standing[here + FAR] = 0


@inline_kernel
def _lists_touched(room: Any) -> Any:
    """Touch the lists of halves, which are new if a job has needed more room; returns whether all are touched."""
    lists = (room.east, room.west, room.pairs.laid_out, room.pairs.stream)
    found = True
    for entry, words in enumerate(lists):
        found = found and touch(words, len(words), room.touched, entry, room.pace)
    return found


@inline_kernel
def compare(layout: Any, room: Any, width: Any) -> None:
    """Lay out one of the two chunks, or prepare the other to stream past, or continue comparing them."""
    standing, pace = room.standing, room.pace
    east, west = SIDES, SIDES + SIDE
    # To the east, sums are sums; the west is its mirror image.
    laid = Halves(room.east, standing[east + LENGTH], standing[east + MORE], layout.field, layout.odd)
    other = Halves(room.west, standing[west + LENGTH], standing[west + MORE], layout.odd, layout.field)
    # The side laid out keeps its words, so this must be the east as long as chunks of the west follow.
    of_several = standing[west + LEFT] != 0 or standing[AGAIN] != 0
    if not of_several and not lay_out_first(laid.length, other.length, np.int64(layout.unordered), len(width)):
        laid, other = other, laid
    at, either_empty = room.pairs.at, laid.length == 0 or other.length == 0
    if standing[STAGE] == LAY_OUT:
        laid_out = standing[AGAIN] != 0 or either_empty
        if not laid_out and lay_out(layout, room.pairs, laid, other, pace, width):
            standing[AGAIN], laid_out = of_several, True
        if laid_out:
            standing[STAGE] = STREAM
            begin_pass(at, AT_START)
    elif standing[STAGE] == STREAM:
        if either_empty or let_stream(layout, room.pairs, laid, other, pace, width):
            if either_empty:
                at[0] = laid.length
            standing[EXAMINED] += laid.length * other.length
            standing[STAGE] = COMPARE
            begin_pass(at, AT_START)
    elif at[0] < laid.length:
        fitting_pairs(layout, room.pairs, laid, other, pace, width)
    if standing[STAGE] == COMPARE and at[0] >= laid.length:
        _next_chunk(standing, west)
        if standing[west + LEFT]:
            standing[STAGE] = MAKE_WEST
        elif standing[east + LEFT]:
            standing[STAGE], standing[AGAIN] = MAKE_EAST, 0
            standing[west + STEP], standing[west + AT] = 0, 0
            _next_chunk(standing, east)
        else:
            standing[STAGE] = BEGIN


@inline_kernel
def do_jobs(odd_board: Any, state: Any, budget: Any, quota: Any) -> None:
    """Do at most ``budget`` jobs; the contract is that of `core.running._kernel_search`, and a node is a job.

    A call also ends after about part[3] nanoseconds, maybe within a job, which the next call on this workspace
    continues (unless the cursor says otherwise).  ``sums`` (uint64) gathers figures by which two machines can be
    compared.  If the workspace lacks room for a job, the kernel sets cursor[NO_ROOM] and leaves the job undone.  It
    reports what a job counts beyond the quota at the next call.

    ``odd_board`` is a constant for the compiler: the kernel for even boards contains
    no code for queens off the centre, which would cost it registers.
    """
    layout, jobs, room, width = state.layout, state.jobs, state.room, state.width
    part, cursor, sums, counters = state.part, state.cursor, state.sums, state.counters
    standing, job, pace = room.standing, room.job, room.pace
    if counters[PHASE] == DONE or budget <= 0 or quota <= 0:
        return
    done = 0
    goal = counters[SOLUTIONS] + quota
    pace[0] = part[3]
    if standing[HAS_TILE] != cursor[TILE] or standing[HAS_WITHIN] != cursor[WITHIN]:
        standing[STAGE] = BEGIN
    while done < budget and cursor[COUNTED] < goal and pace[0] > 0:
        stage = standing[STAGE]
        if stage == BEGIN:
            tile = part[0] + part[1] * cursor[TILE]
            if tile >= jobs.tiles:
                counters[PHASE] = DONE
                break
            if not find_job(jobs, np.int64(layout.h), tile, cursor[WITHIN], job):
                cursor[WITHIN] += 1
            else:
                for entry in range(len(standing)):
                    standing[entry] = 0
                room.pairs.at[1] = 0
                begin_pass(room.pairs.at, AT_START)
                standing[STAGE], standing[HAS_TILE], standing[HAS_WITHIN] = MAKE_EAST, cursor[TILE], cursor[WITHIN]
        elif stage == MAKE_EAST and not _lists_touched(room):
            break
        elif stage <= MAKE_WEST:
            side, out = stage - MAKE_EAST, room.east
            if stage == MAKE_WEST:
                out = room.west
            if odd_board and job[0] > 0:
                answer = make_offset(layout, jobs, room, side, part[2] != 0, out, width)
            else:
                answer = make_ranked(layout, jobs, room, side, part[2] != 0, out, width)
            if answer > 0:
                cursor[NO_ROOM] = answer
                standing[STAGE] = BEGIN
            if answer != 0:
                break
            length = standing[SIDES + side * SIDE + LENGTH]
            if stage == MAKE_EAST:
                standing[EASTS] += length
            elif standing[EASTS] == standing[SIDES + LENGTH]:  # with the first chunk of the east
                standing[WESTS] += length
            standing[STAGE] = stage + 1
        else:
            compare(layout, room, width)
            if standing[STAGE] == BEGIN:
                cursor[COUNTED] += job[WEIGHT] * room.pairs.at[1]
                sums[EAST] += np.uint64(standing[EASTS])
                sums[WEST] += np.uint64(standing[WESTS])
                sums[PAIRS] += np.uint64(standing[EXAMINED])
                cursor[WITHIN] += 1
                done += 1
        if room.pairs.at[2] > 1:  # an estimate times each stage separately
            pace[0] = 0
        if cursor[WITHIN] == jobs.side * jobs.side:
            cursor[TILE] += 1
            cursor[WITHIN] = 0
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
