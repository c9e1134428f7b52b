"""How far a search is, from its path alone."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.tree_share import split_path, tree_progress


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_a_leaf_counts_as_half_visited(degrees: list[int]) -> None:
    """Knuth's rule: in an even tree the k-th of n leaves stands at (k + 1/2) / n."""
    leaves = list(itertools.product(*(range(1, degree + 1) for degree in degrees)))
    for k, leaf in enumerate(leaves):
        share = tree_progress(list(zip(leaf, degrees, strict=True)))
        assert share == pytest.approx((k + 0.5) / len(leaves))


def test_before_the_first_choice_nothing_is_visited() -> None:
    assert tree_progress([]) == 0.0
    assert tree_progress([(1, 4)]) == 0.125
    assert tree_progress([(2, 4), (1, 2)]) == 0.3125
    assert tree_progress([(1, 0)]) == 0.5  # a dead end has no ways out
    assert tree_progress([(3, 2)]) == 1.0  # behind the last of two


@given(st.lists(st.booleans(), max_size=20))
def test_a_path_of_halvings_is_found_again(seconds: list[bool]) -> None:
    done, share = 0.0, 1.0
    for second in seconds:
        share /= 2
        done += share if second else 0.0
    assert split_path(done, share) == tuple(2 if second else 1 for second in seconds)
