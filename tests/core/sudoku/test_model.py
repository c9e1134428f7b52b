"""Shapes, problems, and the grid that a person edits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Grid, Layout, Problem, ProblemError, Shape, Sudoku
from core.sudoku import OrderTooLarge, RepeatedValue
from core.sudoku._grid import bit, bits_of, values_in
from core.sudoku._symbols import symbol, value_of
from tests.core.sudoku.samples import WIKIPEDIA

SHAPES = [Shape(*sides) for sides in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4),
                                      (5, 5), (6, 6), (1, 7), (7, 1))]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_units_partition_the_grid_three_times(shape: Shape) -> None:
    n, layout = shape.order, Layout.of(shape)
    assert len(layout.units) == 3 * n
    for kind in range(3):
        units = layout.units[kind * n : (kind + 1) * n]
        assert sorted(cell for unit in units for cell in unit) == list(range(n * n))
        assert all(len(unit) == n for unit in units)
    for cell in (0, n * n // 2, n * n - 1):
        assert all(cell in layout.units[unit] for unit in layout.houses_of(cell))
        beside = {c for unit in layout.houses_of(cell) for c in layout.units[unit]} - {cell}
        assert set(layout.peers(cell)) == beside


def test_a_nine_by_nine_cell_has_twenty_peers() -> None:
    layout = Layout.of(Shape(3, 3))
    assert {len(layout.peers(cell)) for cell in range(81)} == {20}


def test_boxes_are_named_rows_by_columns() -> None:
    shape = Shape.parse("2x3")
    assert (shape.box_rows, shape.box_columns, shape.order) == (2, 3, 6)
    assert Layout.of(shape).units[12] == (0, 1, 2, 6, 7, 8)
    assert str(shape) == "2×3"
    assert Shape.default(6) == shape
    assert Shape.default(7) == Shape(1, 7)


@pytest.mark.parametrize("text", ["", "3", "3x", "axb", "0x3", "3x3x3", "-1x2"])
def test_impossible_shapes_are_refused(text: str) -> None:
    with pytest.raises(ProblemError):
        Shape.parse(text)


def test_too_large_is_an_answer_of_its_own() -> None:
    with pytest.raises(OrderTooLarge, match="37"):
        Shape(1, 37)
    with pytest.raises(OrderTooLarge):
        Shape.default(49)
    assert Shape(6, 6).cells == 1296


def test_a_sudoku_is_a_problem_that_verifies() -> None:
    problem = Sudoku.of(Shape(1, 2), (1, 0, 0, 0))
    assert isinstance(problem, Problem)
    assert problem.kind == "sudoku"
    assert problem.size == 2
    assert problem.verify((1, 2, 2, 1))
    assert not problem.verify((2, 1, 1, 2))  # not the given
    assert not problem.verify((1, 2, 1, 2))
    assert not problem.verify((1, 2, 2))
    assert not problem.verify((1, 2, 2, 0))


@pytest.mark.parametrize("givens", [(0,) * 15, (0,) * 17, (5, *(0,) * 15), (-1, *(0,) * 15)])
def test_malformed_grids_are_refused(givens: tuple[int, ...]) -> None:
    with pytest.raises(ProblemError):
        Sudoku.of(Shape(2, 2), givens)


def test_ragged_rows_name_the_row() -> None:
    with pytest.raises(ProblemError, match="row 2"):
        Sudoku.from_rows([[0, 0], [0]])


def test_conflicts_name_rule_place_and_cells() -> None:
    problem = Sudoku.from_rows([[1, 1, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])
    found = {(c.name, c.value, c.cells) for c in problem.conflicts if isinstance(c, RepeatedValue)}
    assert found == {("row 1", 1, (0, 1)), ("column 1", 1, (0, 8)), ("box 1", 1, (0, 1))}
    assert str(problem.conflicts[0]) == "row 1 holds 1 twice: r1c1 and r1c2"
    thrice = Sudoku.from_rows([[2, 2, 2, 0], [0] * 4, [0] * 4, [0] * 4])
    assert str(thrice.conflicts[0]) == "row 1 holds 2 3 times: r1c1, r1c2 and r1c3"


def test_symbols_reach_order_36_and_back() -> None:
    for value in range(1, 37):
        assert value_of(symbol(value), 36) == value
        assert value_of(symbol(value).lower(), 36) == value
    assert value_of(".", 9) == value_of("0", 9) == 0
    assert value_of("A", 9) is None
    assert value_of("x", 9) == 0
    assert value_of("x", 36) == 33


def grid() -> Grid:
    return Grid.of(Shape(3, 3), tuple(0 if c == "." else int(c) for c in WIKIPEDIA))


def test_candidates_follow_from_the_rules() -> None:
    start = grid()
    assert values_in(start.candidates[2]) == (1, 2, 4)
    assert start.candidates[0] == 0
    assert values_in(start.toggle_struck(2, 4).candidates[2]) == (1, 2)
    assert values_in(start.place(3, 1).candidates[2]) == (2, 4)


def test_givens_cannot_be_overwritten_and_marks_survive_a_value() -> None:
    start = grid()
    assert start.place(0, 9) is start
    marked = start.toggle_mark(2, 1).toggle_mark(2, 4)
    assert marked.marks[2] == bits_of((1, 4))
    placed = marked.place(2, 4)
    assert placed.values[2] == 4
    assert placed.place(2, 0) == marked
    assert placed.clear_cell(2) == marked
    assert marked.clear_cell(2) == start
    assert placed.toggle_mark(2, 1) is placed


def test_candidates_never_touch_own_marks_unless_asked() -> None:
    marked = grid().toggle_mark(2, 9)
    assert marked.candidates == grid().candidates
    assert marked.place(3, 9).marks == marked.marks
    tidied = marked.place(3, 9).tidy_marks(3)
    assert tidied.marks[2] == 0
    filled = marked.marks_from_candidates()
    assert filled.marks[2] == filled.candidates[2]


def test_lock_unlock_and_restart() -> None:
    worked = grid().place(2, 4).toggle_mark(3, 1)
    locked = worked.lock()
    assert locked.givens[2] == 4
    assert not any(locked.placed)
    assert locked.unlock().givens == (0,) * 81
    assert locked.unlock().values == worked.values
    assert worked.restart() == grid()


def test_moving_to_the_next_empty_cell() -> None:
    start = grid()
    assert start.next_empty(1) == 2
    assert start.next_empty(78) == 2
    assert start.next_empty(2, -1) == 78
    assert Grid.of(Shape(1, 1), (1,)).next_empty(0) is None


def test_conflicts_of_a_grid_span_givens_and_placed_values() -> None:
    wrong = grid().place(2, 5)
    assert {str(c) for c in wrong.conflicts} >= {"row 1 holds 5 twice: r1c1 and r1c3"}
    assert not wrong.solved
    with pytest.raises(ProblemError):
        grid().place(2, 10)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SHAPES[3:10]), st.data())
def test_any_series_of_edits_keeps_the_grid_sound(shape: Shape, data: st.DataObject) -> None:
    state = Grid.empty(shape)
    cells = st.integers(0, shape.cells - 1)
    values = st.integers(1, shape.order)
    for _ in range(12):
        edit = data.draw(st.sampled_from(["place", "toggle_mark", "toggle_struck", "set_given"]))
        before = state
        state = getattr(state, edit)(data.draw(cells), data.draw(values))
        assert before == Grid(shape, before.givens, before.placed, before.marks, before.struck)
    assert not any(g and p for g, p in zip(state.givens, state.placed, strict=True))
    layout = Layout.of(shape)
    for cell, value in enumerate(state.values):
        seen = {state.values[peer] for peer in layout.peers(cell)}
        allowed = set() if value else set(range(1, shape.order + 1)) - seen - set(values_in(state.struck[cell]))
        assert set(values_in(state.candidates[cell])) == allowed
    broken = any(
        value and any(state.values[peer] == value for peer in layout.peers(cell))
        for cell, value in enumerate(state.values)
    )
    assert bool(state.conflicts) is broken
    assert bit(1) == 1


def test_the_model_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys, core.sudoku._entries, core._cli.sudoku.solve, core.sudoku._grid\n"
        "import core.sudoku._formats, core.sudoku._picture\n"
        "import core.sudoku._collections, core.sudoku._verdict\n"
        "core.sudoku._formats.parse('1' + '.' * 80)\n"
        "assert not {'numpy', 'numba', 'textual'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("edit", [Grid.place, Grid.toggle_mark, Grid.toggle_struck, Grid.set_given])
def test_a_grid_takes_no_value_beyond_its_order(edit: Callable[[Grid, int, int], Grid]) -> None:
    grid = Grid.empty(Shape(2, 2))
    for value in (-1, 5):
        with pytest.raises(ProblemError, match=f"value must be a whole number from 0 to 4, not {value}"):
            edit(grid, 0, value)
    assert edit(grid, 0, 4) != grid
