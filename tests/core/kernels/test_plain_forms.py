"""Kernels as Python: what their plain forms compute with, vectors lane by lane, processors by their names."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

import numpy as np
import pytest

from core._kernels.simd import (
    Processor,
    aligned_words,
    as_bytes,
    as_halves,
    as_words,
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
from core._queens.backtracking import backtrack
from core.running import inline_kernel, kernel

STEP = np.uint64(3)


class State(NamedTuple):
    values: Any


def plain_helper(x: Any) -> Any:
    return type(x).__name__


@inline_kernel
def helper(x: Any) -> Any:
    return (x + STEP) & np.uint64(255), type(x).__name__


@inline_kernel(on_integers=plain_helper)
def other(x: Any) -> Any:
    return "not this one"


@kernel(on_integers=True)
def inner(state: Any, amount: Any) -> Any:
    return state.values[0] + amount, type(state.values[0]).__name__, type(amount).__name__, type(STEP).__name__


@kernel(on_integers=True)
def outer(state: Any, amount: Any) -> Any:
    return inner(state, amount), helper(state.values[1]), other(state.values[1])


@kernel
def wraps(values: Any) -> Any:
    return values[0] - np.uint64(5), type(values[0]).__name__


def test_a_kernel_on_integers_sees_those_of_python_in_all_it_calls() -> None:
    values = np.array([2, 250], dtype=np.uint64)
    assert outer.interpret(State(values), np.int64(7)) == ((9, "int", "int", "int"), (253, "int"), "int")
    assert wraps.interpret(values) == (np.uint64(2**64 - 3), "uint64")


def test_what_a_kernel_says_of_itself() -> None:
    assert (outer.compiled, outer.on_integers, wraps.on_integers, outer.counts_references) == (False, True, False, True)
    assert not kernel(counts_references=False)(plain_helper).counts_references
    assert pickle.loads(pickle.dumps(backtrack)) is backtrack


@pytest.mark.parametrize("step", [STEP, 7])
def test_a_plain_form_takes_what_its_function_encloses(step: Any) -> None:
    @kernel(on_integers=True)
    def over(values: Any) -> Any:
        return values[0] + step, type(step).__name__

    assert over.interpret(np.array([2], dtype=np.uint64)) == (2 + int(step), "int")


def words(*values: int) -> Any:
    return np.array(values, dtype=np.uint64)


def test_vectors_are_loaded_and_stored_and_are_no_views() -> None:
    memory = np.arange(1, 13, dtype=np.uint64)
    four = load(memory, 2, lanes(4))
    assert four.tolist() == [3, 4, 5, 6]
    store(memory, np.uint64(8), four)
    assert memory.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6]
    changed = load(memory, 0, lanes(2))
    changed[0] = 0
    assert memory[0] == 1
    assert [(len(aligned_words(n)), aligned_words(n).ctypes.data % 64) for n in (1, 8, 13)] == [(1, 0), (8, 0), (13, 0)]


BYTES = [0, 1, 15, 16, 127, 128, 255] + [2] * 9


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (splat(np.uint8(7), lanes(3)), [7, 7, 7]),
        (popcount(words(0, 1, 255, 2**64 - 1)), [0, 1, 8, 64]),
        (total(np.array([200, 100], dtype=np.uint8)), 44),
        (total(words(2**63, 2**63, 5)), 5),
        (is_zero(np.zeros(2)), True),
        (is_zero(np.array([0, 1])), False),
        (zero_lanes(np.array([0, 5, 0, 0, 7])), 0b01101),
        (zero_lanes(np.array([1, 2])), 0),
        (compress(np.array([10, 20, 30, 40]), np.uint64(0b1010))[:2], [20, 40]),
        (compress(np.array([10, 20]), 3), [10, 20]),
        (smaller(np.array([1, -5]), np.array([0, 3])), [0, -5]),
        (larger(np.array([1, -5]), np.array([0, 3])), [1, 3]),
        (equal_lanes(np.array([1, 2], dtype=np.uint8), np.array([1, 3], dtype=np.uint8)), [255, 0]),
        (equal_lanes(np.array([4]), np.array([4])), [-1]),
        (as_bytes(words(0x0201)), [1, 2, 0, 0, 0, 0, 0, 0]),
        (as_words(np.array([1] + [0] * 7, dtype=np.uint8)), [1]),
        (as_halves(words(2**32 + 9)), [9, 1]),
        (
            look_up_bytes(np.arange(100, 132, dtype=np.uint8), np.array(BYTES + BYTES, dtype=np.uint8)),
            [100, 101, 115, 100, 115, 0, 0] + [102] * 9 + [116, 117, 131, 116, 131, 0, 0] + [118] * 9,
        ),
    ],
)
def test_each_operation_lane_by_lane(found: Any, expected: Any) -> None:
    assert np.array(found).tolist() == expected


@pytest.mark.parametrize(
    ("name", "features", "number", "has"),
    [
        ("core2", None, 1, ""),
        ("nehalem", None, 4, ""),
        ("haswell", None, 8, "avx2"),
        ("skylake-avx512", None, 13, "avx2"),
        ("icelake-client", None, 17, "avx512 avx2"),
        ("znver5", None, 17, "avx512 avx2"),
        ("haswell", "-avx2", 7, ""),
        ("haswell", "+neon, -bmi", 8, "avx2 neon"),
        (None, "+avx2,+neon,sse,-avx2", 1, "neon"),
        ("znver4", "-avx512vl,+avx512vl", 16, "avx2"),
    ],
)
def test_processors_by_name(
    name: str | None, features: str | None, number: int, has: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A feature that is taken away anywhere is not there, whatever follows."""
    for variable, value in (("NUMBA_CPU_NAME", name), ("NUMBA_CPU_FEATURES", features)):
        monkeypatch.delenv(variable, raising=False)
        if value is not None:
            monkeypatch.setenv(variable, value)
    found = named_features()
    assert found is not None
    needed = {"avx512": {"avx512bw", "avx512f", "avx512vl", "avx512vpopcntdq"}, "avx2": {"avx2"}, "neon": {"neon"}}
    assert (len(found), [key for key in needed if found >= needed[key]]) == (number, has.split())
    assert [(each.value, each.words) for each in Processor] == [("avx512", 8), ("avx2", 4), ("neon", 2), ("plain", 1)]
