"""Which forms values keep, and which a half filled grid breaks already."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from core import Shape
from core.sudoku.rules import Allowed, Automaton, Board, Distinct, Form, Pair, Regular, Required, Sets, Sum, bits_of
from core.sudoku.rules._check import broken, keeps
from tests.core.sudoku.propagation.samples import solves

THREE = Shape(1, 3)
ABOVE = (0b110, 0b100, 0)
RISING = Automaton("rising", 0, lambda last, value, position: value if value > last else None, lambda state: True)
FORMS: list[Form] = [
    Distinct((0, 1, 2)), Required((0, 1, 2), bits_of((1, 3))), Pair(0, 1, ABOVE), Pair(1, 0, ABOVE),
    Pair(1, 1, (0, 0b10, 0)), Sets((0, 1, 2), (bits_of((1, 2, 3)),)), Sets((0, 1), (bits_of((1, 2)), bits_of((2, 3)))),
    Sum((0, 1, 2), (1, 1, 1), 4), Sum((0, 1, 1), (2, -1, -1), 2), Regular((0, 1, 2), RISING),
    Allowed(1, bits_of((1, 3))),
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
def test_each_form_by_all_grids(form: Form) -> None:
    """What is filled breaks a form where no way to fill the rest keeps it; a sum may have the benefit of the doubt."""
    kept = {grid for grid in product((1, 2, 3), repeat=3) if solves(Board(THREE, [7] * 9), [form], (*grid, *[1] * 6))}
    exact = not isinstance(form, Sum) or len(set(form.coefficients)) == 1
    for partial in product((0, 1, 2, 3), repeat=3):
        told = list(broken(Board(THREE, [7] * 9), [form], (*partial, *[0] * 6)))
        possible = any(all(p in (0, v) for p, v in zip(partial, grid, strict=True)) for grid in kept)
        if 0 not in partial:
            assert keeps(Board(THREE, [7] * 9), [form], (*partial, *[1] * 6)) is possible
        if possible:
            assert not told
        elif exact or 0 not in partial:
            assert told
        for each in told:
            assert each.form is form
            assert all(partial[cell] for cell in each.cells)


def test_the_cells_that_do_not_differ_are_named() -> None:
    told = broken(Board(THREE, [7] * 9), [Distinct((0, 1, 2, 3))], (2, 1, 2, 0, *[0] * 5))
    assert [each.cells for each in told] == [(0, 2)]


def test_candidates_count_and_all_cells_must_be_filled() -> None:
    board = Board(THREE, [0b001, *[7] * 8])
    assert keeps(board, [], (1,) * 9)
    assert not keeps(board, [], (2, *[1] * 8))
    assert not keeps(board, [], (1,) * 8)
    assert not keeps(board, [], (1, 0, *[1] * 7))
    assert not keeps(board, [], (1, 4, *[1] * 7))


@pytest.mark.parametrize(
    ("grid", "fits"), [((1, 2, 3, 3, 1, 2), True), ((1, 1, 1, 3, 1, 2), False), ((2, 1, 3, 1, 2, 3), False)]
)
def test_helper_cells_hold_whatever_fits(grid: Any, fits: bool) -> None:
    board = Board(THREE, [7] * 9)
    total, flag = board.helper(range(2, 7)), board.helper((0, 1))
    forms = [
        Sum((0, 1, 2, total.cell), (1, 1, 1, -1), 0), Sum((3, 4, 5, total.cell), (1, 1, 1, -1), 0),
        Sum((0, flag.cell), (1, 2), 3),
    ]  # fmt: skip
    assert keeps(board, forms, (*grid, 1, 1, 1)) is fits
