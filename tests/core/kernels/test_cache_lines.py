"""Searches that run beside each other write to no cache line of another."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from core import Goal, KernelSearch, Queens, Search, Status, algorithm
from core._kernels.cache_lines import LINE, on_own_lines
from core._parts.part import cut, run_part
from core._parts.version import code_version
from core._queens.problem import KNOWN_COUNTS


def lines(array: NDArray[Any]) -> set[int]:
    """The numbers of the cache lines that an array lies on."""
    first = array.ctypes.data
    return set(range(first // LINE, (first + max(1, array.nbytes) - 1) // LINE + 1))


@given(arrays.arrays(st.sampled_from([np.bool_, np.uint32, np.int64]), arrays.array_shapes(max_dims=3)))
def test_a_copy_on_its_own_lines_is_the_same_array_elsewhere(array: NDArray[Any]) -> None:
    copy = on_own_lines(array)
    assert (copy.dtype, copy.shape) == (array.dtype, array.shape)
    np.testing.assert_array_equal(copy, array)
    assert copy.flags.c_contiguous
    assert not np.shares_memory(copy, array)
    room = copy
    while isinstance(room.base, np.ndarray):
        room = room.base
    first, last = min(lines(copy)) * LINE, (max(lines(copy)) + 1) * LINE
    assert room.ctypes.data <= first
    assert last <= room.ctypes.data + room.nbytes


@pytest.mark.parametrize("key", ["naive", "backtracking", "permutations", "bitmask", "symmetry", "dlx-s"])
def test_searches_that_stand_apart_share_no_line_and_count_the_same(key: str) -> None:
    searches: list[Search] = [algorithm("queens", key).start(Queens(7), Goal.COUNT) for _ in range(3)]
    written = []
    for search in searches:
        assert isinstance(search, KernelSearch)
        search.advance(20)
        search.stand_apart()
        written += [*search.arrays.values(), search.counters]
    assert all(lines(one).isdisjoint(lines(other)) for one, other in itertools.combinations(written, 2))
    for search in searches:
        while search.advance(1 << 40) is Status.RUNNING:
            pass
        assert search.counts()[0] == KNOWN_COUNTS[6]


def test_what_a_part_is_made_of_stands_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = algorithm("queens", "backtracking")
    part = cut(entry, Queens(6), entry.settings({}), 2)[0]
    standing: list[Search] = []
    monkeypatch.setattr(KernelSearch, "stand_apart", lambda search: standing.append(search))
    run_part(part, code_version(part.doing))
    assert len(standing) == len(list(part.searches())) > 1
