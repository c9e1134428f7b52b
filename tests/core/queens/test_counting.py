"""Counting without completing boards: by symmetry and by quadrants, against the literature and plain searches."""

from __future__ import annotations

import doctest
import itertools
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import TypeVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.catalog import algorithm
from core.kernels.simd import Processor, aligned_words, available, lanes
from core.queens.problem import KNOWN_CLASSES, KNOWN_COUNTS, Queens
from core.queens.propose import propose
from core.queens.quadrants.jobs import job_count, list_jobs, reversed_bits, set_ranks
from core.queens.quadrants.layout import Halves, Layout
from core.queens.quadrants.lists import Lists, lists_of
from core.queens.quadrants.memory import PLACEMENTS, bytes_needed
from core.queens.quadrants.placement_table import build_table
from core.queens.quadrants.quadrant_search import QuadrantSearch, start
from core.queens.quadrants.windows import DIFFERENCE_BITS, DIFFERENCE_START, SUM_BITS, SUM_START, choose_windows
from core.queens.symmetry_classes import SymmetryClasses
from core.queens.turns import ClassCounts, TurnedSearch, count_classes
from core.reasons import TooLarge
from core.running.run import Run
from core.search import CannotSolve, Goal, Search, Status
from core.words import byte_size

HERE = [processor for processor in Processor if available(processor)]


T = TypeVar("T")


def made(steps: Generator[int, None, T]) -> T:
    """What comes of something that is made step by step."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def finished(search: Search) -> Search:
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return search


def quadrants(n: int, processor: Processor = Processor.PLAIN, first: int = 0, step: int = 1) -> QuadrantSearch:
    search = QuadrantSearch(Queens(n), None, processor, first, step)
    finished(search)
    return search


@pytest.mark.parametrize("processor", HERE)
def test_quadrants_count_what_the_literature_has(processor: Processor) -> None:
    assert [quadrants(n, processor).counts()[0] for n in range(1, 17)] == list(KNOWN_COUNTS[:16])


def test_every_processor_makes_the_same_halves() -> None:
    for n in (11, 12, 15):
        assert len({quadrants(n, processor).checksums for processor in HERE}) == 1


def test_symmetry_counts_what_the_literature_has() -> None:
    entry = algorithm("queens", "symmetry")
    assert [finished(entry.start(Queens(n), Goal.COUNT)).counts()[0] for n in range(1, 14)] == list(KNOWN_COUNTS[:13])


def test_the_same_by_a_processor_with_narrower_vectors() -> None:
    code = (
        "from tests.core.queens.test_counting import quadrants\n"
        "from core.kernels.simd import Processor, best_processor\n"
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
        "from core.kernels.simd import Processor\n"
        "from core.queens.turns import count_classes\n"
        "from core.queens.quadrants.quadrant_search import QuadrantSearch\n"
        "for each in (Processor.PLAIN, Processor.NEON):\n"
        "    assert finished(QuadrantSearch(Queens(10), None, each, 0, 8, unordered=0)).counts() == (112, 9)\n"
        "print([quadrants(n, Processor.PLAIN).counts()[0] for n in range(1, 9)])\n"
        "print([finished(algorithm('queens', 'symmetry').start(Queens(n), Goal.COUNT)).counts()[0]"
        " for n in range(1, 9)])\n"
        "print([count_classes(Queens(n), Queens(n).known_count).classes for n in range(1, 9)])"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    counts, by_symmetry, classes = shown.stdout.splitlines()
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
    assert sum(part.jobs for part in parts) == whole.jobs == whole.counts()[1]
    assert tuple(map(sum, zip(*(part.checksums for part in parts), strict=True))) == whole.checksums


def test_lists_grow_where_a_job_needs_more_room() -> None:
    for n in (11, 12):
        small = QuadrantSearch(Queens(n), None, HERE[0], halves=8)
        assert finished(small).counts() == quadrants(n).counts()


@pytest.mark.parametrize("processor", HERE)
def test_lists_that_are_put_in_order_count_the_same(processor: Processor) -> None:
    for n in (9, 10, 13, 14, 16):
        ordered = QuadrantSearch(Queens(n), None, processor, unordered=0)
        assert finished(ordered).counts()[0] == KNOWN_COUNTS[n - 1]


def crowded(layout: Layout, sums: int, differences: int, most: range, by_sum: bool) -> NDArray[np.uint64]:
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
    layout, lane_count = Layout.of(20), 8
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


@pytest.mark.parametrize("n", [2, 3, 7, 8, 11])
def test_the_placements_of_a_quadrant_are_all_there_are(n: int) -> None:
    h, odd = divmod(n, 2)
    layout = Layout.of(n)
    table = made(build_table(layout))
    expected = []
    for size in range(h + 1):
        for rows in itertools.combinations(range(h), size):
            for columns in itertools.permutations(range(h), size):
                squares = list(zip(rows, columns, strict=True))
                sums, differences = {r + c for r, c in squares}, {r - c + h - 1 for r, c in squares}
                if len(sums) == len(differences) == size:
                    word = sum(1 << place + odd for place in differences)
                    word += sum(1 << place + int(layout.field + layout.shift) for place in sums)
                    key = table.base[sum(1 << r for r in rows)] + table.rank[sum(1 << c for c in columns)]
                    expected.append((int(key), word))
    keys = range(len(table.starts) - 1)
    filed = [(key, word) for key in keys for word in table.words[table.starts[key] : table.starts[key + 1]].tolist()]
    assert sorted(filed) == sorted(expected)
    assert len(filed) == PLACEMENTS[h]


@pytest.mark.parametrize("h", range(1, 10))
def test_as_many_placements_are_listed_as_are_said_before(h: int) -> None:
    assert made(build_table(Layout.of(2 * h))).starts[-1] == PLACEMENTS[h]


@pytest.mark.parametrize("h", range(1, 8))
def test_ranks_are_shared_by_complements_alone(h: int) -> None:
    ranks = set_ranks(h)
    everything = (1 << h) - 1
    assert (ranks == ranks[::-1]).all()
    assert len(set(ranks.tolist())) == 1 << (h - 1)
    values = np.arange(everything + 1)
    assert (reversed_bits(reversed_bits(values, h), h) == values).all()


@pytest.mark.parametrize("n", [8, 10, 12])
def test_jobs_stand_for_all_sets_of_rows(n: int) -> None:
    from math import comb

    assert made(list_jobs(n)).weight.sum() == comb(n, n // 2)


def test_the_example_worked_by_hand_is_true() -> None:
    package = sys.modules[QuadrantSearch.__module__.rpartition(".")[0]]
    assert doctest.testmod(package)[:2] == (0, 6)
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
    lists = Lists(8)
    lists.finish()
    assert (lists.table.starts[-1], len(lists.jobs.north), lists.jobs.weight.sum()) == (87, 23, 70)
    assert (lists.jobs.north[3], lists.jobs.south[3], lists.jobs.weight[3]) == (0b0010, 0b0111, 4)


def apart(queens: tuple[tuple[int, int], ...]) -> bool:
    """Whether no two of them are on one diagonal."""
    return len({row + column for row, column in queens}) == len({row - column for row, column in queens}) == len(queens)


@pytest.mark.parametrize("n", range(2, 16))
def test_jobs_are_as_many_as_was_said_before(n: int) -> None:
    assert len(made(list_jobs(n)).north) == job_count(n)


@pytest.fixture
def lists_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards list their placements between steps too, as large ones do."""
    monkeypatch.setattr("core.queens.quadrants.quadrant_search.LISTED_AT_ONCE", 0)
    monkeypatch.setattr("core.queens.quadrants.quadrant_search.LISTED_INTERPRETED", 0)


def test_listing_can_be_left_and_taken_up_by_anybody(lists_later: None) -> None:
    lists = Lists(13)
    first, second = (QuadrantSearch(Queens(13), None, Processor.PLAIN, k, 2, lists=lists) for k in range(2))
    shares = []
    while (share := first.made_ready) is not None:
        assert (share, second.made_ready, first.counts()) == (share, share, (0, 0))
        shares.append(share)
        assert first.advance(1) is Status.RUNNING
        first, second = second, first
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] <= 1.0
    assert finished(first).counts()[0] + finished(second).counts()[0] == KNOWN_COUNTS[12]


def test_a_thread_that_is_always_late_lists_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.queens.quadrants.placement_table.FIRST_BUDGET", 50)
    monkeypatch.setattr("core.queens.quadrants.placement_table.next_budget", lambda *_: 1)
    lists = Lists(8)
    assert any(lists.advance(seconds=0.0) for _ in range(100))
    assert len(lists.jobs.north) == job_count(8)


def test_single_steps_wait_for_what_is_listed_first(lists_later: None) -> None:
    run = Run(QuadrantSearch(Queens(14), None, Processor.PLAIN, lists=Lists(14)), paused=True)
    driving = threading.Thread(target=run.drive)
    driving.start()
    run.step(2)
    wait_until(lambda: run.resting)
    assert (run.snapshot.steps, run.snapshot.made_ready) == (2, None)
    run.cancel()
    driving.join()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_large_count_is_paused_and_cancelled_while_it_lists(threads: int) -> None:
    lists_of.cache_clear()  # type: ignore[attr-defined]
    run = Run(algorithm("queens", "quadrants").start(Queens(22), Goal.COUNT, threads=threads))
    driving = threading.Thread(target=run.drive)
    driving.start()
    wait_until(lambda: bool(run.snapshot.made_ready))
    run.pause()
    wait_until(lambda: run.resting)
    before = run.snapshot.made_ready
    assert before is not None
    run.resume()
    wait_until(lambda: (run.snapshot.made_ready or 1.0) > before)
    run.cancel()
    driving.join()
    assert (run.snapshot.status, run.snapshot.steps, lists_of(22).complete) == (Status.STOPPED, 0, False)
    lists_of.cache_clear()  # type: ignore[attr-defined]


def test_what_one_search_has_written_to_serves_the_next() -> None:
    lists = Lists(15)
    parts = [QuadrantSearch(Queens(15), None, HERE[0], k, 5, lists=lists) for k in range(5)]
    assert sum(finished(part).counts()[0] for part in parts) == KNOWN_COUNTS[14]
    assert len(lists.rooms[HERE[0].words]) == 1
    both = [QuadrantSearch(Queens(15), None, HERE[0], k, 2, lists=lists) for k in range(2)]
    while any(search.status is Status.RUNNING for search in both):
        for search in both:
            search.advance(3)
    assert sum(search.counts()[0] for search in both) == KNOWN_COUNTS[14]


def test_no_room_for_lists_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_room(count: int) -> NDArray[np.uint64]:
        raise MemoryError

    lists = Lists(9)
    with monkeypatch.context() as patch:
        patch.setattr("core.queens.quadrants.placement_table.aligned_words", without_room)
        with pytest.raises(MemoryError):
            lists.finish()
    lists.finish()
    assert finished(QuadrantSearch(Queens(9), None, Processor.PLAIN, lists=lists)).counts()[0] == KNOWN_COUNTS[8]


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
    assert entry.obstacle(Queens(26), Goal.COUNT) is not None
    assert bytes_needed(24) < 8e9
    monkeypatch.setattr("core.parts.machine.memory_available", lambda: 1_000_000_000)
    assert entry.obstacle(Queens(24), Goal.COUNT) == TooLarge(
        f"needs {byte_size(bytes_needed(24))} of memory; 954 MiB is free"
    )
    assert "5." in str(entry.refusal(Queens(24), Goal.COUNT))
    monkeypatch.setattr("core.queens.quadrants.memory.LARGEST_ODD", 17)
    assert entry.obstacle(Queens(19), Goal.COUNT) == TooLarge("goes up to size 17 where the size is odd")
    strange = next(processor for processor in Processor if processor not in HERE)
    with pytest.raises(CannotSolve) as refused:
        entry.start(Queens(8), Goal.COUNT, processor=strange.value)
    assert str(refused.value) == f"this processor cannot run {strange.value} code; 'best' uses what it has"


def test_a_count_is_proposed_to_the_fastest_that_can() -> None:
    keys = {n: propose(Queens(n), Goal.COUNT).algorithm.key for n in (8, 16, 19, 23, 25, 32, 40)}
    assert keys == {8: "bitmask", 16: "quadrants", 19: "quadrants", 23: "quadrants", 25: "symmetry", 32: "symmetry",
                    40: "dlx-s"}  # fmt: skip
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
    monkeypatch.setattr("core.parts.machine.memory_available", lambda: 10**12)
    entry = algorithm("queens", "quadrants")
    assert entry.memory(Queens(22)) == "it needs up to 568 MiB of memory"
    assert entry.about(Queens(22)).startswith("It needs up to 568 MiB of memory. Joins quadrants")
    assert not entry.memory(Queens(16))
    assert not entry.memory(Queens(22, placed=((0, 0),))), "bitmask does that one"
    assert not entry.memory(Queens(25)), "it cannot do that at all"
    assert not algorithm("queens", "symmetry").memory(Queens(22))
