"""The smallest parts of kernels, each against its definition: words, random numbers, symbols, shares of a tree."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core._kernels.bits import lowest, popcount
from core._kernels.random_numbers import ALL, random_below, seeded
from core._words import SYMBOLS, first_of, grouped, symbol
from core.running._kernel_search import split_path, tree_progress
from core.storage._files import system_reason

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_set_bits_are_counted(word: int) -> None:
    with np.errstate(over="ignore"):
        assert int(popcount(np.uint64(word))) == word.bit_count()


@given(WORDS.filter(bool))
def test_the_lowest_set_bit(word: int) -> None:
    with np.errstate(over="ignore"):
        assert int(lowest(np.uint64(word))) == word & -word


def split_mix(state: int) -> int:
    """The next output of SplitMix64, in Python's own integers."""
    mask = 2**64 - 1
    z = (state + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def test_the_reference_sequence() -> None:
    # What the generator's reference code gives for the seed 1234567.
    assert split_mix(1234567) == 6457827717110365317
    assert split_mix(1234567 + 0x9E3779B97F4A7C15) == 3203168211198807973


@given(WORDS, st.integers(1, 2**32 - 1))
def test_random_numbers_are_the_high_halves_of_the_sequence(state: int, bound: int) -> None:
    words = np.array([state, 7], dtype=np.uint64)
    with np.errstate(over="ignore"):
        drawn = int(random_below(words, bound))
    assert drawn == ((split_mix(state) >> 32) * bound) >> 32
    assert 0 <= drawn < bound
    assert words.tolist() == [(state + 0x9E3779B97F4A7C15) % 2**64, 7]
    assert int(ALL) == 2**64 - 1


def mixed(seed: int) -> int:
    """The finalizer of MurmurHash3 on the seed after this one."""
    mask, word = 2**64 - 1, (seed + 1) % 2**64
    word = ((word ^ (word >> 33)) * 0xFF51AFD7ED558CCD) & mask
    word = ((word ^ (word >> 33)) * 0xC4CEB9FE1A85EC53) & mask
    return word ^ (word >> 33)


@pytest.mark.parametrize("seed", [0, 1, 41, 2**64 - 1])
def test_a_seed_is_scrambled_into_the_first_word(seed: int) -> None:
    assert seeded(seed, 3).tolist() == [mixed(seed), 0, 0]
    assert seeded(seed, 3).dtype == np.uint64


def test_of_many_the_first_are_named_and_the_rest_are_counted() -> None:
    assert first_of("ab", 2) == "a, b"
    assert first_of("abc", 2) == "a, b and 1 more"
    assert first_of(range(1236), 2, "; ", lambda number: f"r{number}") == f"r0; r1 and {grouped(1234)} more"


def test_symbols() -> None:
    assert [symbol(value) for value in (0, 1, 9, 10, 35, 36, 37)] == [".", "1", "9", "A", "Z", "&", "37"]
    assert "".join(symbol(value) for value in range(1, 37)) == SYMBOLS


@given(
    st.lists(st.integers(1, 6).flatmap(lambda degree: st.tuples(st.integers(1, degree), st.just(degree))), max_size=5)
)
def test_progress_is_the_share_of_the_tree_before_the_node_and_half_its_own(choices: list[tuple[int, int]]) -> None:
    before, share = Fraction(0), Fraction(1)
    for chosen, degree in choices:
        share /= degree
        before += (chosen - 1) * share
    expected = float(before + share / 2) if choices else 0.0
    assert tree_progress(choices) == pytest.approx(expected, abs=1e-12)


def test_progress_of_a_level_without_choices_is_not_an_error() -> None:
    assert tree_progress([(1, 0)]) == 0.5


@given(st.lists(st.sampled_from((1, 2)), max_size=50))
def test_a_path_of_halvings_is_told_by_its_share(path: list[int]) -> None:
    done, share = 0.0, 1.0
    for way in path:
        share /= 2
        done += (way - 1) * share
    assert split_path(done, share) == tuple(path)


def test_what_the_system_says_is_told_without_its_number() -> None:
    assert system_reason(FileNotFoundError(2, "No such file or directory", "x")) == "No such file or directory"
    assert system_reason(OSError("no memory for it")) == "no memory for it"
