"""Counting with memory, and counts that no machine word holds."""

from __future__ import annotations

import pytest

from core.catalog import algorithm
from core.exact_cover.encodings import dominoes
from core.exact_cover.gallery import instance
from core.exact_cover.memo_count import TooManySolutions
from core.search import CannotSolve, Goal, Status
from tests.core.cover_steps import finished, timeless


def test_counts_beyond_64_bits_are_exact() -> None:
    """Dominoes on 2 × n: the Fibonacci numbers."""
    a, b = 1, 1
    for _ in range(100):
        a, b = b, a + b
    search = finished(algorithm("cover", "memo-count").start(dominoes(2, 100).problem, Goal.COUNT))
    assert search.counts()[0] == a > 1 << 64


def test_counts_beyond_128_bits_are_refused_not_wrapped() -> None:
    search = algorithm("cover", "memo-count").start(dominoes(2, 190).problem, Goal.COUNT)
    with pytest.raises(TooManySolutions, match="more than 2\\^128"):
        finished(search)


@pytest.mark.parametrize("held", ["bits", "cells"])
def test_memory_switches_itself_off_and_grows(held: str) -> None:
    memo = algorithm("cover", "memo-count")
    off = finished(memo.start(instance("queens-10").puzzle().problem, Goal.COUNT, held=held))
    assert off.snapshot().solutions == 724
    assert not off.snapshot().detail["memo"]["in use"]  # type: ignore[index]
    grown = finished(memo.start(instance("latin-6-reduced").puzzle().problem, Goal.COUNT, held=held))
    assert grown.snapshot().detail["memo"]["slots"] > 1024  # type: ignore[index]
    again = memo.start(instance("latin-6-reduced").puzzle().problem, Goal.COUNT, held=held)
    again.restore(grown.state())
    assert timeless(again) == timeless(grown)
    small = memo.start(instance("latin-5").puzzle().problem, Goal.COUNT, memory=1, held=held)
    assert finished(small).snapshot().solutions == 161280


def test_rows_of_bits_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = instance("pentominoes-3x20").puzzle().problem
    monkeypatch.setattr("core.exact_cover.density.MOST_WORDS", 1000)
    with pytest.raises(CannotSolve, match="72 items × 1236 options are too large for rows of bits"):
        algorithm("cover", "memo-count").start(problem, Goal.COUNT, held="bits")
    assert finished(algorithm("cover", "memo-count").start(problem, Goal.COUNT)).counts()[0] == 8


def test_memory_reports_no_more_than_the_limit() -> None:
    search = algorithm("cover", "memo-count").start(instance("dominoes-8x8").puzzle().problem, Goal.COUNT, 1000)
    assert finished(search).status is Status.LIMIT
    assert search.snapshot().solutions == 1000
