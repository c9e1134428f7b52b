"""Random small boards with queens placed and squares forbidden, and their solutions by definition."""

from __future__ import annotations

import itertools

from hypothesis import strategies as st

from core import Queens


def solutions(problem: Queens) -> set[tuple[int, ...]]:
    """By definition: all permutations that solve it."""
    return set(filter(problem.verify, itertools.permutations(range(problem.n))))


@st.composite
def boards(draw: st.DrawFn, smallest: int = 1, largest: int = 5) -> Queens:
    n = draw(st.integers(smallest, largest))
    squares = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    placed = draw(st.sets(squares, max_size=2))
    return Queens(n, tuple(placed), tuple(draw(st.sets(squares, max_size=6)) - placed))
