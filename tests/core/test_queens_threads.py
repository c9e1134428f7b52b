"""Counting on several threads: the same tree, visited in parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Goal, Queens, Run, Status, algorithm
from tests.core.queens_table3 import PAPER

BITMASK = algorithm("queens", "bitmask")


@pytest.mark.parametrize("n", range(4, 13))
def test_threads_visit_the_same_tree(n: int) -> None:
    shot = Run(BITMASK.start(Queens(n), Goal.COUNT, threads=2)).drive()
    assert (shot.solutions, shot.nodes) == (PAPER[n].solutions, PAPER[n].nodes)
    assert shot.status is Status.COMPLETE


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_smallest_boards(n: int) -> None:
    assert Run(BITMASK.start(Queens(n), Goal.COUNT, threads=3)).drive().solutions == Queens(n).known_count


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.integers(2, 4), st.integers(0, 11))
@settings(max_examples=25)
def test_budgets_stops_and_saved_states_change_nothing(budgets: list[int], threads: int, save_at: int) -> None:
    search = BITMASK.start(Queens(8), Goal.ALL, threads=threads)
    for number, budget in enumerate(budgets):
        before = search.counts()[1]
        search.advance(budget)
        assert search.counts()[1] - before <= budget
        if number == save_at:
            saved = search.state()
            search = BITMASK.start(Queens(8), Goal.ALL, threads=threads)
            search.restore(saved)
    search.advance(1 << 40)
    assert search.counts() == (92, 2057)
    assert len(set(search.solutions)) == 92


def test_a_limit_is_exact() -> None:
    search = BITMASK.start(Queens(10), Goal.ALL, 17, threads=4)
    search.advance(1 << 40)
    assert search.status is Status.LIMIT
    assert len(set(search.solutions)) == 17


def test_a_state_of_another_search_is_refused() -> None:
    saved = BITMASK.start(Queens(8), Goal.COUNT).state()
    with pytest.raises(ValueError, match="another search"):
        BITMASK.start(Queens(8), Goal.COUNT, threads=2).restore(saved)


def test_the_solutions_kept_while_counting_are_the_first_ones() -> None:
    counting = BITMASK.start(Queens(12), Goal.COUNT)
    counting.advance(1 << 40)
    listing = BITMASK.start(Queens(12), Goal.ALL, 10_000)
    listing.advance(1 << 40)
    assert list(counting.solutions) == list(listing.solutions)
