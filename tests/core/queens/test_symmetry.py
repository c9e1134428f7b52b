"""Symmetry classes against the literature and against the eight symmetries done by hand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Queens, Status, algorithm
from core._queens.symmetry_classes import SymmetryClasses, canonical, class_size, images

A002562 = (1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787)
A032522 = (1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80)
A033148 = (1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8)

PERMUTATIONS = st.integers(1, 12).flatmap(lambda n: st.permutations(range(n)))


@cache
def classes_of(n: int) -> SymmetryClasses:
    search = algorithm("queens", "bitmask").start(Queens(n), Goal.ALL)
    while search.advance(1 << 40) is Status.RUNNING:
        pass
    return SymmetryClasses.of(search.solutions)


@pytest.mark.parametrize("n", range(1, 13))
def test_counts_of_the_literature(n: int) -> None:
    problem, classes = Queens(n), classes_of(n)
    counts = classes.counts()
    assert counts.solutions == problem.known_count
    assert counts.classes == len(classes) == A002562[n - 1] == problem.known_classes
    assert counts.half_turn == A032522[n - 1]
    assert counts.quarter_turn == A033148[n - 1]


@pytest.mark.parametrize("n", [1, 4, 5, 6, 8, 9])
def test_classes_partition_the_solutions(n: int) -> None:
    classes = classes_of(n)
    members: set[tuple[int, ...]] = set()
    for index in range(len(classes)):
        orbit = {*images(classes.representative(index))}
        assert len(orbit) == classes.size(index) == classes.found(index)
        assert not orbit & members
        members |= orbit
    assert len(members) == Queens(n).known_count


def test_a_class_is_named_by_the_member_found_first() -> None:
    rows = [(2, 0, 3, 1), (1, 3, 0, 2)]
    classes = SymmetryClasses.of(rows)
    assert (len(classes), classes.representative(0), classes.found(0), classes.size(0)) == (1, rows[0], 2, 2)


def test_nothing_has_no_classes() -> None:
    for nothing in (SymmetryClasses.of([]), SymmetryClasses(np.zeros((0, 0), dtype=np.int32))):
        assert len(nothing) == 0
        assert nothing.counts().solutions == 0


@given(PERMUTATIONS)
def test_images_are_the_turns_and_mirrorings_of_the_board(placement: list[int]) -> None:
    board = np.zeros((len(placement), len(placement)), dtype=np.int8)
    board[np.arange(len(placement)), placement] = 1
    turned = [np.rot90(board, turn) for turn in range(4)]
    expected = {tuple(b.argmax(axis=1).tolist()) for t in turned for b in (t, np.fliplr(t))}
    assert {*images(placement)} == expected
    assert class_size(placement) == len(expected) in (1, 2, 4, 8)


@given(PERMUTATIONS, st.integers(0, 7))
def test_every_member_leads_to_the_same_canonical_form(placement: list[int], which: int) -> None:
    member = images(placement)[which]
    assert canonical(member) == canonical(placement) == min(images(placement))
