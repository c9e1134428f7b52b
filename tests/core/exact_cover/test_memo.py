"""Counting with memory, and counts that no machine word holds."""

from __future__ import annotations

import numpy as np
import pytest

from core import CannotSolve, ExactCover, Goal, Search, Status, algorithm
from core.exact_cover._encodings import dominoes
from core.exact_cover._gallery import instance
from tests.core.exact_cover.known import fibonacci, tilings
from tests.core.exact_cover.steps import finished, timeless


@pytest.mark.parametrize("held", ["bits", "cells"])
@pytest.mark.parametrize(("height", "width", "words"), [(2, 80, 2), (2, 100, 2), (2, 400, 5), (8, 60, 3)])
def test_counts_of_any_size_are_exact(height: int, width: int, words: int, held: str) -> None:
    known = fibonacci(width) if height == 2 else tilings(height, width)
    assert 64 * (words - 1) <= max(65, known.bit_length()) < 64 * words
    search = finished(
        algorithm("cover", "memo-count").start(dominoes(height, width).problem, Goal.COUNT, parameters={"held": held})
    )
    assert search.counts()[0] == search.snapshot().solutions == known
    assert search.snapshot().detail["memo"]["count_bits"] == 64 * words  # type: ignore[index]


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_dominoes_on_two_rows_by_hand(held: str) -> None:
    """Two rows of six squares: at the left end two dominoes lie, or one stands.

    Below a node with k columns left are t(k) nodes: two for those that lie, the second of which is forced, one for the
    one that stands, and what is below.  So t(k) = 3 + t(k - 2) + t(k - 1); t(0) = 0, t(1) = 1:

    columns    0   1   2   3   4   5   6
    nodes      0   1   4   8  15  26  44
    tilings    1   1   2   3   5   8  13

    The table is asked about at least eight squares and two ways: six columns, four behind two that lie, five behind
    one that stands, and four behind two that stand, which it knows: 5 ways, and 15 nodes are not visited.
    """
    search = algorithm("cover", "memo-count").start(dominoes(2, 6).problem, Goal.COUNT, parameters={"held": held})
    shot = finished(search).snapshot()
    assert (shot.solutions, shot.nodes) == (13, 1 + 44 - 15)
    assert shot.detail is not None
    assert (shot.detail["memo"]["lookups"], shot.detail["memo"]["hits"]) == (4, 1)


def test_the_table_is_not_judged_on_the_first_way_down() -> None:
    """Of more levels than lookups it would otherwise be judged after; without memory this would never end."""
    search = algorithm("cover", "memo-count").start(dominoes(2, 1100).problem, Goal.COUNT)
    search.advance(10_000)
    assert search.status is Status.COMPLETE
    assert search.counts()[0] == fibonacci(1100)


def test_longer_counts_leave_the_table_within_its_memory() -> None:
    """Dominoes with those of the first square in eight kinds: a count of 129 bits, whose last bits come at the end."""
    board = dominoes(8, 40).problem
    kinds = tuple(option for option in board.options for _ in range(8 if 0 in option else 1))
    problem = ExactCover(board.items, kinds)
    search = algorithm("cover", "memo-count").start(problem, Goal.COUNT, parameters={"memory": 1})
    most = {}
    while search.status is Status.RUNNING:
        search.advance(500)
        memo = search.snapshot().detail["memo"]  # type: ignore[index]
        assert memo["bytes"] <= memo["most_bytes"] <= 1 << 20
        most[memo["count_bits"]] = memo["slots"]
    assert most == {128: 16384, 192: 8192}
    assert search.counts()[0] == 8 * tilings(8, 40)


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_states_restore_whatever_the_length_of_their_counts(held: str) -> None:
    def started() -> Search:
        return algorithm("cover", "memo-count").start(dominoes(2, 400).problem, Goal.COUNT, parameters={"held": held})

    search, states = started(), []
    while search.advance(50) is Status.RUNNING:
        states.append(search.state())
    assert {state["array:counts"].shape[1] for state in states} == {2, 3, 4, 5}
    for state in states[::5]:
        resumed = started()
        resumed.restore(state)
        assert timeless(finished(resumed)) == timeless(search)
    finished_earlier = finished(started())
    finished_earlier.restore(states[0])
    assert timeless(finished(finished_earlier)) == timeless(search)
    wrong = {**states[-1], "array:counts": np.pad(states[-1]["array:counts"], ((0, 0), (0, 1)))}
    with pytest.raises(ValueError, match="its table does not fit its counts"):
        started().restore(wrong)


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_memory_switches_itself_off_and_grows(held: str) -> None:
    memo = algorithm("cover", "memo-count")
    off = finished(memo.start(instance("queens-10").puzzle().problem, Goal.COUNT, parameters={"held": held}))
    assert off.snapshot().solutions == 724
    assert not off.snapshot().detail["memo"]["in use"]  # type: ignore[index]
    grown = finished(memo.start(instance("latin-6-reduced").puzzle().problem, Goal.COUNT, parameters={"held": held}))
    assert grown.snapshot().detail["memo"]["slots"] > 1024  # type: ignore[index]
    again = memo.start(instance("latin-6-reduced").puzzle().problem, Goal.COUNT, parameters={"held": held})
    again.restore(grown.state())
    assert timeless(again) == timeless(grown)
    small = memo.start(instance("latin-5").puzzle().problem, Goal.COUNT, parameters={"memory": 1, "held": held})
    assert finished(small).snapshot().solutions == 161280


def test_rows_of_bits_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = instance("pentominoes-3x20").puzzle().problem
    monkeypatch.setattr("core.exact_cover._counting.density.MOST_WORDS", 1000)
    with pytest.raises(CannotSolve, match="72 items × 1236 options are too large for rows of bits"):
        algorithm("cover", "memo-count").start(problem, Goal.COUNT, parameters={"held": "bits"})
    assert finished(algorithm("cover", "memo-count").start(problem, Goal.COUNT)).counts()[0] == 8


def test_memory_reports_no_more_than_the_limit() -> None:
    search = algorithm("cover", "memo-count").start(instance("dominoes-8x8").puzzle().problem, Goal.COUNT, 1000)
    assert finished(search).status is Status.LIMIT
    assert search.snapshot().solutions == 1000
