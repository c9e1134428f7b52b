"""Counting without completing boards: by symmetry and by quadrants, against the literature and plain searches."""

from __future__ import annotations

import itertools
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core import CannotSolve, Goal, Queens, Run, Search, Status, algorithm
from core._kernels.native import passed
from core._kernels.simd import Processor, aligned_words, available, lanes
from core._parts.machine import PROGRAM_BYTES
from core._queens.problem import KNOWN_CLASSES, KNOWN_COUNTS
from core._queens.propose import propose
from core._queens.quadrants.jobs import WEIGHT, Jobs, find_job, find_jobs, job_count, reversed_bits, set_ranks
from core._queens.quadrants.layout import Halves, QuadrantLayout
from core._queens.quadrants.memory import PLACEMENTS, bytes_needed
from core._queens.quadrants.placements import NOT_YET, TOO_SMALL, Shelf, make_shelf, shelved, word_of
from core._queens.quadrants.quadrant_search import QuadrantSearch, rooms_of, start
from core._queens.quadrants.windows import DIFFERENCE_BITS, DIFFERENCE_START, SUM_BITS, SUM_START, choose_windows
from core._queens.symmetry_classes import SymmetryClasses
from core._queens.turns import ClassCounts, TurnedSearch, count_classes
from core._reasons import TooLarge
from core._words import byte_size
from core.running import Kernel
from tests.cases import slow
from tests.core.queens import jobs_by_search, restricted_jobs

HERE = [processor for processor in Processor if available(processor)]
EACH = [each if each is HERE[0] else pytest.param(each, marks=pytest.mark.slow) for each in HERE]
"""Those whose machine code nobody uses here are left to the slow tests: it takes 20 s to make."""


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def finished(search: Search) -> Search:
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search


def quadrants(n: int, processor: Processor = HERE[0], first: int = 0, step: int = 1) -> QuadrantSearch:
    search = QuadrantSearch(Queens(n), None, processor, first, step)
    finished(search)
    return search


@pytest.mark.parametrize("processor", EACH)
def test_quadrants_count_what_the_literature_has(processor: Processor) -> None:
    assert [quadrants(n, processor).counts()[0] for n in range(1, 17)] == list(KNOWN_COUNTS[:16])


@pytest.mark.slow
@pytest.mark.parametrize("processor", HERE)
def test_every_processor_makes_the_same_halves(processor: Processor) -> None:
    for n in (11, 12, 15):
        assert quadrants(n, processor).checksums == quadrants(n).checksums


def test_symmetry_counts_what_the_literature_has() -> None:
    entry = algorithm("queens", "symmetry")
    assert [finished(entry.start(Queens(n), Goal.COUNT)).counts()[0] for n in range(1, 14)] == list(KNOWN_COUNTS[:13])


@pytest.mark.slow
def test_the_same_by_a_processor_with_narrower_vectors() -> None:
    code = (
        "from tests.core.queens.test_counting import quadrants\n"
        "from core._kernels.simd import Processor, best_processor\n"
        "assert best_processor() is Processor.AVX2\n"
        "print([quadrants(n, Processor.AVX2).counts()[0] for n in range(4, 15)])"
    )
    if Processor.AVX2 not in HERE:
        pytest.skip("this processor has no AVX2")
    environment = {**os.environ, "NUMBA_CPU_NAME": "haswell"}
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    assert shown.stdout.strip() == str(list(KNOWN_COUNTS[3:14]))


def test_the_same_interpreted() -> None:
    code = (
        "from tests.core.queens.test_counting import finished, quadrants\n"
        "from core import Goal, Queens, algorithm\n"
        "from core._kernels.simd import Processor\n"
        "from core._queens.turns import count_classes\n"
        "from core._queens.quadrants.quadrant_search import QuadrantSearch\n"
        "for each in (Processor.PLAIN, Processor.NEON):\n"
        "    assert finished(QuadrantSearch(Queens(10), None, each, 0, 8, unordered=0)).counts() == (104, 9)\n"
        "print([quadrants(n, Processor.PLAIN).counts()[0] for n in range(1, 9)])\n"
        "print([quadrants(n, Processor.PLAIN).checksums for n in range(6, 9)])\n"
        "print([finished(algorithm('queens', 'symmetry').start(Queens(n), Goal.COUNT)).counts()[0]"
        " for n in range(1, 9)])\n"
        "print([count_classes(Queens(n), Queens(n).known_count).classes for n in range(1, 9)])"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    counts, checksums, by_symmetry, classes = shown.stdout.splitlines()
    assert checksums == str([quadrants(n).checksums for n in range(6, 9)])
    assert counts == by_symmetry == str(list(KNOWN_COUNTS[:8]))
    assert classes == str(list(KNOWN_CLASSES[:8]))


@given(n=st.integers(5, 12), budgets=st.lists(st.integers(1, 60), min_size=1, max_size=8), save_at=st.integers(0, 7))
@settings(max_examples=15)
def test_a_count_by_quadrants_can_be_left_and_taken_up(n: int, budgets: list[int], save_at: int) -> None:
    search = start(Queens(n), Goal.COUNT, None)
    for turn, budget in enumerate(budgets):
        before = search.counts()[1]
        search.advance(budget)
        assert search.counts()[1] - before <= budget
        if turn == save_at:
            saved = search.state()
            search = start(Queens(n), Goal.COUNT, None)
            search.restore(saved)
    whole = quadrants(n)
    finished(search)
    assert (search.counts(), search.checksums) == (whole.counts(), whole.checksums)


@given(n=st.integers(4, 12), step=st.integers(1, 9))
@settings(max_examples=15)
def test_parts_of_a_count_add_up(n: int, step: int) -> None:
    parts = [quadrants(n, first=first, step=step) for first in range(step)]
    whole = quadrants(n)
    assert sum(part.counts()[0] for part in parts) == whole.counts()[0]
    assert sum(part.tiles for part in parts) == whole.tiles
    assert sum(part.counts()[1] for part in parts) == whole.counts()[1] == job_count(n)
    assert tuple(map(sum, zip(*(part.checksums for part in parts), strict=True))) == whole.checksums


def test_rooms_grow_where_a_job_needs_more() -> None:
    for n in (11, 12):
        small = QuadrantSearch(Queens(n), None, HERE[0], halves=8, shelf=8)
        assert finished(small).counts() == quadrants(n).counts()


@pytest.mark.parametrize("unordered", [0, 2048])
@pytest.mark.parametrize("n", [13, 14, 15, 16])
def test_lists_longer_than_they_may_be_are_compared_chunk_by_chunk(n: int, unordered: int) -> None:
    whole = quadrants(n)
    search = QuadrantSearch(Queens(n), None, HERE[0], unordered=unordered, halves=64, most_halves=64)
    finished(search)
    assert (search.counts(), search.checksums) == (whole.counts(), whole.checksums)


def test_a_count_of_some_groups_is_near_that_of_all() -> None:
    whole, some = (QuadrantSearch(Queens(20), None, HERE[0], 0, 1600, thin=thin) for thin in (1, 2))
    finished(whole)
    assert 0 < abs(finished(some).counts()[0] / whole.counts()[0] - 1) < 0.05


@pytest.mark.parametrize(
    ("n", "step", "halves", "at_least"), [(14, 3, 64, 5), slow(15, 30, None, 7), (16, 60, None, 7)]
)
def test_a_job_is_left_and_taken_up_in_the_middle(
    n: int, step: int, halves: int | None, at_least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each call of the kernel does a single thing, of which a job has ``at_least`` so many (more if memory is new)."""
    monkeypatch.setattr("core._queens.quadrants.quadrant_search.NANOSECONDS", 1)

    def begun() -> QuadrantSearch:
        return QuadrantSearch(Queens(n), None, HERE[0], 0, step, halves=halves, most_halves=halves)

    search, whole, calls = begun(), quadrants(n, step=step), 0
    while search.status is Status.RUNNING:
        if calls == 300:  # in another process
            saved = search.state()
            search = begun()
            search.restore(saved)
        search.advance(1 << 30)
        calls += 1
    assert (search.counts(), search.checksums) == (whole.counts(), whole.checksums)
    assert calls > at_least * whole.counts()[1]


@pytest.mark.parametrize("processor", EACH)
def test_lists_that_are_put_in_order_count_the_same(processor: Processor) -> None:
    for n in (9, 10, 13, 14, 16):
        ordered = QuadrantSearch(Queens(n), None, processor, unordered=0)
        assert finished(ordered).counts()[0] == KNOWN_COUNTS[n - 1]


def crowded(layout: QuadrantLayout, sums: int, differences: int, most: range, by_sum: bool) -> NDArray[np.uint64]:
    """Random halves with diagonals of one direction from ``most`` nearly always, the others rarely."""
    random_ = random.Random(1)
    words = aligned_words(1024 + 64)
    for i in range(1024):
        for direction, first in ((True, sums), (False, differences)):
            for diagonal in range(int(layout.diagonals)):
                often = 0.9 if direction is by_sum and diagonal in most else 0.1
                words[i] |= np.uint64((random_.random() < often) << (first + diagonal))
    return words


@pytest.mark.parametrize("by_sum", [True, False])
def test_lists_are_put_in_order_by_the_diagonals_where_most_pairs_meet(by_sum: bool) -> None:
    layout, lane_count = QuadrantLayout.of(20), 8
    field, odd = int(layout.field), int(layout.odd)
    laid, other = crowded(layout, field, odd, range(2, 10), by_sum), crowded(layout, odd, field, range(2, 10), by_sum)
    windows, met = np.zeros(6, dtype=np.int64), np.zeros(64, dtype=np.int64)
    lists = [
        Halves(words, np.int64(1024), np.int64(1024), np.uint64(sums), np.uint64(differences))
        for words, sums, differences in ((laid, field, odd), (other, odd, field))
    ]
    choose_windows(windows, layout, *lists, aligned_words(64 * lane_count), met, lanes(lane_count))
    start, bits = (SUM_START, SUM_BITS) if by_sum else (DIFFERENCE_START, DIFFERENCE_BITS)
    assert (windows[start], windows[bits], windows[SUM_BITS] + windows[DIFFERENCE_BITS]) == (2, 8, layout.prefix)


def shelf_for(n: int, length: int) -> tuple[QuadrantLayout, Jobs, Shelf]:
    layout, jobs = QuadrantLayout.of(n), find_jobs(n, 1)
    return layout, jobs, make_shelf(layout, jobs.rank, length)


def listed(layout: QuadrantLayout, shelf: Shelf, key: int, kept: int = -1, pace: int = 1 << 40) -> int:
    """Where the list of this key is, after as many calls as it takes, each for so many nanoseconds."""
    place = NOT_YET
    while place == NOT_YET:
        place = int(shelved(layout, shelf, np.int64(key), np.int64(kept), np.array([pace])))
    return place


def on_shelf(layout: QuadrantLayout, shelf: Shelf, key: int) -> dict[int, list[int]]:
    """The words of a list on the shelf, by the place of their set of columns."""
    place, sets = int(shelf.where[key]), int(shelf.sizes[(key & (1 << int(layout.h)) - 1).bit_count()])
    ends = shelf.words[place : place + sets + 1].tolist()
    assert ends[0] == place + sets + 1
    return {number: sorted(shelf.words[ends[number] : ends[number + 1]].tolist()) for number in range(sets)}


@pytest.mark.parametrize("northern", [False, True])
@pytest.mark.parametrize("n", [2, 3, 7, 8, 11])
def test_the_placements_on_a_set_of_rows_are_all_there_are(n: int, northern: bool) -> None:
    h = n // 2
    layout, jobs, shelf = shelf_for(n, 1 << 14)
    for rows in range(1 << h):
        taken = [row for row in range(h) if rows >> row & 1]
        expected: dict[int, list[int]] = {number: [] for number in range(shelf.sizes[len(taken)])}
        for columns in itertools.permutations(range(h), len(taken)):
            squares = tuple(zip(taken, columns, strict=True))
            if apart(squares):
                word = sum_of_bits(word_of(layout, northern, i, j) for i, j in squares)
                expected[int(jobs.rank[sum(1 << column for column in columns)])].append(word)
        key = rows | int(northern) << h
        assert listed(layout, shelf, key, pace=1) >= 0
        assert on_shelf(layout, shelf, key) == {number: sorted(words) for number, words in expected.items()}


def sum_of_bits(words: Iterable[int]) -> int:
    whole = 0
    for word in words:
        whole |= word
    return whole


@pytest.mark.parametrize("h", range(1, 10))
def test_as_many_placements_are_listed_as_are_said_before(h: int) -> None:
    layout, _, shelf = shelf_for(2 * h, PLACEMENTS[h] + (1 << 2 * h))
    found = sum(
        sum(map(len, on_shelf(layout, shelf, rows).values()))
        for rows in range(1 << h)
        if listed(layout, shelf, rows) >= 0
    )
    assert found == PLACEMENTS[h]


@given(keys=st.lists(st.integers(0, 63), min_size=2, max_size=60), length=st.integers(40, 200))
@settings(max_examples=30)
def test_a_short_shelf_keeps_what_it_is_asked_to(keys: list[int], length: int) -> None:
    layout, _, shelf = shelf_for(10, length)
    large, _, whole = shelf_for(10, 1 << 14)
    for kept, key in itertools.pairwise(keys):
        if (before := listed(layout, shelf, kept)) == TOO_SMALL:
            continue
        if listed(layout, shelf, key, kept) == TOO_SMALL:
            continue
        assert shelf.where[kept] == before
        for each in range(64):
            if shelf.where[each] >= 0:
                listed(large, whole, each)
                assert list(on_shelf(layout, shelf, each).values()) == list(on_shelf(large, whole, each).values())


@pytest.mark.parametrize("h", range(1, 8))
def test_ranks_are_shared_by_complements_alone(h: int) -> None:
    ranks = set_ranks(h)
    everything = (1 << h) - 1
    assert (ranks == ranks[::-1]).all()
    assert len(set(ranks.tolist())) == 1 << (h - 1)
    values = np.arange(everything + 1)
    assert (reversed_bits(reversed_bits(values, h), h) == values).all()


def jobs_of(n: int, parts: int) -> list[tuple[int, ...]]:
    """All jobs in their order."""
    jobs, job, out = find_jobs(n, parts), np.zeros(4, dtype=np.int64), []
    for tile in range(int(jobs.tiles)):
        for within in range(int(jobs.side) ** 2):
            if find_job(jobs, np.int64(n // 2), np.int64(tile), np.int64(within), job):
                out.append(tuple(job.tolist()))
    return out


@pytest.mark.parametrize("side", [1, 2, 4])
@pytest.mark.parametrize("n", [2, 3, 8, 10, 11, 12, 13])
def test_jobs_stand_for_all_sets_of_rows(n: int, side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from math import comb

    monkeypatch.setattr("core._queens.quadrants.jobs.LONGEST_SIDES", (side,) * 9)
    monkeypatch.setattr("core._queens.quadrants.jobs.TILES_IN_PART", 0)
    found = jobs_of(n, 1)
    assert len({job[:WEIGHT] for job in found}) == len(found) == job_count(n)
    assert sum(job[WEIGHT] for job in found if job[0] == 0) == comb(2 * (n // 2), n // 2)


def test_tiles_are_as_large_as_the_number_of_parts_allows() -> None:
    assert [int(find_jobs(26, parts).side) for parts in (1, 20_000, 80_000, 1_000_000)] == [4, 4, 2, 1]
    assert find_jobs(26, 1_000_000).tiles == job_count(26)


def test_the_example_worked_by_hand_is_true() -> None:
    package = sys.modules[QuadrantSearch.__module__.rpartition(".")[0]]
    text = package.__doc__ or ""
    halves = {}
    for side, columns in (("east", range(4, 8)), ("west", range(4))):
        found = re.search(rf"{side}, rows ([\d ]+):((?: +\d{{4}})+)", text)
        assert found is not None
        rows = [int(row) for row in found[1].split()]
        halves[side] = [tuple(zip(rows, map(int, word), strict=True)) for word in found[2].split()]
        every = [tuple(zip(rows, each, strict=True)) for each in itertools.permutations(columns)]
        assert halves[side] == [half for half in every if apart(half)]
    joined = [dict(sorted(east + west)) for east in halves["east"] for west in halves["west"] if apart(east + west)]
    assert [tuple(whole.values()) for whole in joined] == [(2, 5, 3, 0, 7, 4, 6, 1), (2, 5, 3, 1, 7, 4, 6, 0)]
    assert all(" ".join(map(str, whole.values())) in " ".join(text.split()) for whole in joined)
    jobs = jobs_of(8, 23)
    assert (PLACEMENTS[4], len(jobs), sum(job[WEIGHT] for job in jobs)) == (87, 23, 70)
    assert jobs[22] == (0, 0b0010, 0b0111, 4)


def apart(queens: tuple[tuple[int, int], ...]) -> bool:
    """Whether no two of them are on one diagonal."""
    return len({row + column for row, column in queens}) == len({row - column for row, column in queens}) == len(queens)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_count_is_paused_and_cancelled_within_a_job(threads: int) -> None:
    run = Run(algorithm("queens", "quadrants").start(Queens(28), Goal.COUNT, parameters={"threads": threads}))
    driving = threading.Thread(target=run.drive)
    driving.start()
    run.pause()
    wait_until(lambda: run.resting)
    run.resume()
    run.cancel()
    driving.join()
    assert (run.snapshot.status, run.snapshot.solutions) == (Status.STOPPED, 0)


def test_what_one_search_has_written_to_serves_the_next() -> None:
    rooms_of.cache_clear()  # type: ignore[attr-defined]
    parts = [QuadrantSearch(Queens(15), None, HERE[0], k, 5) for k in range(5)]
    assert sum(finished(part).counts()[0] for part in parts) == KNOWN_COUNTS[14]
    assert len(rooms_of(15)[HERE[0].words]) == 1
    both = [QuadrantSearch(Queens(15), None, HERE[0], k, 2) for k in range(2)]
    while any(search.status is Status.RUNNING for search in both):
        for search in both:
            search.advance(3)
    assert sum(search.counts()[0] for search in both) == KNOWN_COUNTS[14]
    assert len(rooms_of(15)[HERE[0].words]) == 2


@pytest.mark.parametrize("n", range(1, 10))
def test_classes_by_their_sizes(n: int) -> None:
    listed = SymmetryClasses.of(finished(algorithm("queens", "bitmask").start(Queens(n), Goal.ALL)).solutions)
    sizes = [listed.size(index) for index in range(len(listed))]
    expected = ClassCounts(*(sizes.count(size) for size in (8, 4, 2, 1)))
    assert count_classes(Queens(n), KNOWN_COUNTS[n - 1]) == expected


def test_classes_are_those_of_the_literature() -> None:
    found = [count_classes(Queens(n), KNOWN_COUNTS[n - 1]).classes for n in range(1, 20)]
    assert found == list(KNOWN_CLASSES[:19])


@given(n=st.integers(4, 13), quarter=st.booleans(), budgets=st.lists(st.integers(1, 40), max_size=8))
@settings(max_examples=15)
def test_turned_boards_can_be_left_and_taken_up(n: int, quarter: bool, budgets: list[int]) -> None:
    whole = finished(TurnedSearch(Queens(n), quarter=quarter))
    search = TurnedSearch(Queens(n), quarter=quarter)
    for budget in budgets:
        search.advance(budget)
        saved = search.state()
        search = TurnedSearch(Queens(n), quarter=quarter)
        search.restore(saved)
    assert finished(search).counts() == whole.counts()


def test_what_is_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = algorithm("queens", "quadrants")
    assert entry.obstacle(Queens(29), Goal.COUNT) == TooLarge("goes up to size 28")
    assert entry.obstacle(Queens(28), Goal.COUNT) is None
    monkeypatch.setattr("core._parts.machine.memory_available", lambda: 100_000_000)
    assert entry.obstacle(Queens(24), Goal.COUNT) == TooLarge(
        f"needs {byte_size(bytes_needed(24))} of memory; 95.4 MiB is free"
    )
    strange = next(processor for processor in Processor if processor not in HERE)
    with pytest.raises(CannotSolve) as refused:
        entry.start(Queens(8), Goal.COUNT, parameters={"processor": strange.value})
    assert str(refused.value) == f"this processor cannot run {strange.value} code; 'best' uses what it has"


@pytest.mark.parametrize("n", [14, 15])
def test_another_process_can_make_the_machine_code(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is told to do makes what a larger board of the same parity takes."""
    programs: list[str] = []
    monkeypatch.setattr("core._queens.quadrants.quadrant_search.compile_apart", programs.append)
    monkeypatch.setattr("core._kernels.kernel.Kernel.compiled", False)
    monkeypatch.setattr("core._kernels.kernel.Kernel.read", lambda *_: False)
    QuadrantSearch(Queens(n), None, HERE[0]).prepare()
    monkeypatch.undo()
    made: list[tuple[Kernel, str]] = []
    monkeypatch.setattr(Kernel, "compile", lambda kernel, *given: made.append((kernel, passed(given)[0])))
    exec(programs[0], {})
    QuadrantSearch(Queens(n), None, HERE[0]).prepare()
    assert len(programs) == 1
    assert made[0] == made[-1]


@pytest.mark.parametrize("n", range(2, 29))
def test_no_board_needs_more_than_a_small_computer_has(n: int) -> None:
    assert bytes_needed(n) + PROGRAM_BYTES < 512 << 20


def test_a_count_is_proposed_to_the_fastest_that_can() -> None:
    keys = {n: propose(Queens(n), Goal.COUNT).algorithm.key for n in (8, 16, 19, 23, 28, 29, 32, 40)}
    assert keys == {8: "bitmask", 16: "quadrants", 19: "quadrants", 23: "quadrants", 28: "quadrants", 29: "symmetry",
                    32: "symmetry", 40: "dancing-cells"}  # fmt: skip
    assert propose(Queens(16), Goal.COUNT, limit=5).algorithm.key == "bitmask"


@given(st.lists(st.integers(1, 400), min_size=1, max_size=40), st.sampled_from([6, 7, 9]))
@settings(max_examples=15)
def test_symmetry_left_at_any_node_shows_a_position_that_can_be(budgets: list[int], n: int) -> None:
    """Its frames become levels whenever it is left, and another search goes on from them."""
    entry = algorithm("queens", "symmetry")
    search, undisturbed = entry.start(Queens(n), Goal.COUNT), entry.start(Queens(n), Goal.COUNT)
    finished(undisturbed)
    for budget in budgets:
        search.advance(budget)
        again = entry.start(Queens(n), Goal.COUNT)
        queens = list(enumerate(search.snapshot().placement))
        assert len({column for _, column in queens}) == len(queens)
        assert len({row + column for row, column in queens}) == len(queens)
        assert len({row - column for row, column in queens}) == len(queens)
        again.restore(search.state())
        search = again
    finished(search)
    assert search.counts() == undisturbed.counts()


def test_much_memory_is_said_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core._parts.machine.memory_available", lambda: 10**12)
    entry = algorithm("queens", "quadrants")
    said = f"t needs up to {byte_size(bytes_needed(22))} of memory"
    assert entry.memory(Queens(22)) == "i" + said
    assert entry.about(Queens(22)).startswith(f"I{said}. Joins quadrants")
    assert not entry.memory(Queens(16))
    assert not entry.memory(Queens(22, placed=((0, 0),))), "bitmask does that one"
    assert not entry.memory(Queens(29)), "it cannot do that at all"
    assert not algorithm("queens", "symmetry").memory(Queens(22))


@pytest.mark.parametrize("n", [4, 8, 9, 11, 12])
def test_a_job_counts_what_a_plain_search_of_its_board_finds(n: int) -> None:
    numbers = random.Random(n).sample(range(job_count(n)), min(20, job_count(n)))
    by_search = [jobs_by_search.count(n, number) for number in numbers]
    assert [quadrants(n, HERE[0], number, job_count(n)).counts()[0] for number in numbers] == by_search
    assert any(by_search)


@pytest.mark.parametrize("processor", EACH)
@pytest.mark.parametrize(("n", "number", "seed"), [(24, 291302, 2), (27, 2991430, 5), (28, 5345534, 2)])
def test_a_piece_of_a_job_of_a_large_board_counts_what_a_plain_search_finds(
    n: int, number: int, seed: int, processor: Processor
) -> None:
    given = restricted_jobs.some_queens(n, number, 18, seed)
    assert given
    searched = jobs_by_search.count(n, number, given)
    assert searched
    for halves in ({}, {"halves": restricted_jobs.CHUNK}):
        assert restricted_jobs.by_quadrants(n, number, processor, given, **halves) == searched
