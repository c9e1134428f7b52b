"""Vectors in kernels: the machine code of every operation against its interpreted form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core._kernels.kernel import COMPILED
from core._kernels.simd import (
    Processor,
    aligned_words,
    as_bytes,
    as_halves,
    as_words,
    available,
    best_processor,
    compress,
    equal_lanes,
    is_zero,
    lanes,
    larger,
    load,
    look_up_bytes,
    named_features,
    popcount,
    smaller,
    splat,
    store,
    total,
    zero_lanes,
)
from core.running import kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is not installed or switched off")
WIDTHS = (1, 2, 4, 8)


def work(left: Any, right: Any, amount: Any, mask: Any, out: Any, width: Any) -> None:
    """Every operation on 64-bit words once; the results one behind the other."""
    lanes = len(width)
    a, b = load(left, 0, width), load(right, 0, width)
    store(out, 0, (a & b) | (a ^ b))
    store(out, lanes, a + b)
    store(out, 2 * lanes, a - b)
    store(out, 3 * lanes, (a << amount) ^ (b >> amount))
    store(out, 4 * lanes, popcount(a))
    store(out, 5 * lanes, smaller(a, b))
    store(out, 6 * lanes, larger(a, b))
    store(out, 7 * lanes, equal_lanes(a, b))
    store(out, 8 * lanes, splat(amount, width))
    store(out, 9 * lanes, as_words(as_halves(as_bytes(a))))
    out[10 * lanes] = total(a)
    out[10 * lanes + 1] = zero_lanes(a & b)
    out[10 * lanes + 2] = is_zero(a & b)
    store(out, 10 * lanes + 3, compress(a, mask))


def look_up(table: Any, indices: Any, out: Any, width: Any) -> None:
    store(out, 0, look_up_bytes(load(table, 0, width), load(indices, 0, width)))


COMPILED_WORK, COMPILED_LOOK_UP = kernel(work), kernel(look_up)
# Zeros and equal lanes are what some of the operations are about.
WORDS = st.lists(st.integers(0, (1 << 64) - 1) | st.integers(0, 3), min_size=8, max_size=8)


@pytest.mark.parametrize("count", WIDTHS)
@given(left=WORDS, right=WORDS, amount=st.integers(0, 63), mask=st.integers(0, 255))
@settings(max_examples=40)
def test_words(count: int, left: list[int], right: list[int], amount: int, mask: int) -> None:
    first, second = (np.array(words, dtype=np.uint64) for words in (left, right))
    mask &= (1 << count) - 1
    results = []
    for function in (work, COMPILED_WORK):
        out = np.zeros(11 * count + 3, dtype=np.uint64)
        with np.errstate(over="ignore"):
            function(first, second, np.uint64(amount), np.uint64(mask), out, lanes(count))
        out[10 * count + 3 + mask.bit_count() :] = 0  # behind the lanes that were kept there may be anything
        results.append(out.tolist())
    assert results[0] == results[1]


@pytest.mark.parametrize("count", [16, 32, 64])
@given(data=st.data())
@settings(max_examples=20)
def test_look_ups_of_bytes(count: int, data: st.DataObject) -> None:
    table, indices = (
        np.frombuffer(data.draw(st.binary(min_size=count, max_size=count)), dtype=np.uint8).copy() for _ in range(2)
    )
    results = []
    for function in (look_up, COMPILED_LOOK_UP):
        out = np.zeros(count, dtype=np.uint8)
        function(table, indices, out, lanes(count))
        results.append(out.tolist())
    assert results[0] == results[1]


def test_a_wide_load_straddles_no_cache_line() -> None:
    assert all(aligned_words(length).ctypes.data % 64 == 0 for length in range(1, 40))


def test_the_best_processor_is_an_available_one() -> None:
    assert available(best_processor())
    assert available(Processor.PLAIN)
    assert not (available(Processor.NEON) and available(Processor.AVX2))


@pytest.mark.parametrize(
    ("name", "features", "expected"),
    [
        (None, None, None),
        ("host", None, None),
        ("nehalem", None, {"ssse3", "sse4.1", "sse4.2", "popcnt"}),
        ("haswell", "", {"ssse3", "sse4.1", "sse4.2", "popcnt", "avx", "avx2", "bmi", "bmi2"}),
        ("nehalem", "+avx,-sse4.2", {"ssse3", "sse4.1", "popcnt", "avx"}),
        ("abacus", None, set()),
        (None, "+ssse3", {"ssse3"}),
    ],
)
def test_what_a_processor_can_do_by_its_name(
    name: str | None, features: str | None, expected: set[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in (("NUMBA_CPU_NAME", name), ("NUMBA_CPU_FEATURES", features)):
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    assert named_features() == expected
