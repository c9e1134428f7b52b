"""Solutions that are written as they are found, and then forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from core import Goal, Queens, Run, algorithm
from core.running import Slicing
from core.running._solutions import SolutionList
from core.running._streaming import Listing


def test_what_is_forgotten_still_counts_but_takes_no_memory() -> None:
    solutions = SolutionList()
    for first in range(0, 40, 10):
        solutions.append(np.arange(first, first + 10, dtype=np.int32).reshape(5, 2))
    solutions.forget(12)  # two whole batches, and a part of the third
    assert len(solutions) == 20
    assert (solutions[10], solutions[-1]) == ((20, 21), (38, 39))
    with pytest.raises(IndexError, match="forgotten"):
        solutions[9]
    assert [list(solution) for solution in solutions] == [[n, n + 1] for n in range(20, 40, 2)]
    with pytest.raises(AssertionError):
        solutions.as_array()


def test_each_solution_is_written_once_and_in_order() -> None:
    whole = algorithm("queens", "dlx-s").start(Queens(9), Goal.ALL)
    Run(whole).drive()
    search = algorithm("queens", "dlx-s").start(Queens(9), Goal.ALL)
    run, written, flushed = Run(search), list[tuple[int, ...]](), list[int]()
    search.prepare()
    listing = Listing(
        lambda block: written.extend(tuple(map(int, s)) for s in block),
        lambda: flushed.append(len(written)),
        forget=True,
    )
    listing.follow(run)
    for _ in range(20):
        search.advance(100)
        listing.follow(run)
    assert 0 < listing.written < 352
    run.drive()
    listing.write(search.solutions)
    listing.write(search.solutions)
    assert written == list(whole.solutions)
    assert flushed == sorted(set(flushed))
    with pytest.raises(IndexError):
        search.solutions[0]


def test_the_search_waits_for_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.running._streaming.LARGEST_BACKLOG", 8)
    monkeypatch.setattr("core.running._streaming.WRITING_SECONDS", 0.0)
    search = algorithm("queens", "bitmask").start(Queens(6), Goal.ALL)
    search.advance(10_000)
    run, written = Run(search), list[object]()
    listing = Listing(lambda block: written.extend(map(tuple, block)), lambda: None)
    listing.follow(run)
    assert (written, run.paused) == ([], True)  # there was no time
    monkeypatch.setattr("core.running._streaming.WRITING_SECONDS", 60.0)
    listing.follow(run)
    assert (len(written), run.paused) == (4, False)
    assert list(search.solutions)  # nothing is forgotten unless that was asked for


def test_a_writer_slower_than_the_search_does_not_chase_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.running._streaming.LARGEST_BLOCK", 8)
    search = algorithm("queens", "bitmask").start(Queens(8), Goal.ALL)
    search.prepare()
    search.advance(100_000, quota=3)
    run = Run(search)

    def write(_block: object) -> None:
        search.advance(100_000, quota=2)  # two are found while one is written

    listing = Listing(write, lambda: None, slicing=Slicing.by(lambda: 0.0))
    listing.follow(run)
    assert (listing.written, len(search.solutions)) == (3, 9)
