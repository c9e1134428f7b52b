"""What a setter is told agrees with all grids there are, and is honest when it was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Shape, Sudoku
from core.sudoku._setting import closest_solutions, possible_values, spare_parts, stretches, verdict_on
from core.sudoku._verdict import Finding
from core.sudoku.rules import USUAL, Rule, parse_rule
from tests.core.sudoku.small_grids import FOUR, RULES, every_grid, solutions


@st.composite
def puzzles(draw: st.DrawFn, few: int = 0) -> Sudoku:
    solution = draw(st.sampled_from(every_grid()))
    shown = draw(st.sets(st.integers(0, 15), min_size=few, max_size=8))
    lines = draw(st.sets(st.sampled_from(RULES), max_size=2))
    rules: Sequence[Rule] = [*USUAL, *(parse_rule(line, FOUR) for line in sorted(lines))]
    return Sudoku.of(FOUR, [value if cell in shown else 0 for cell, value in enumerate(solution)], rules=rules)


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_possible_values_are_those_of_all_solutions(problem: Sudoku) -> None:
    every = solutions(problem)
    found = possible_values(problem)
    assert found.whole
    assert found.values == tuple(sum({1 << (grid[cell] - 1) for grid in every}) for cell in range(16))
    assert bool(found.solutions) == bool(every)
    assert found.solutions <= len(every)


@settings(max_examples=40, deadline=None)
@given(puzzles())
def test_the_closest_solutions_are_the_closest_of_all(problem: Sudoku) -> None:
    every = solutions(problem)
    found = closest_solutions(problem)
    if len(every) < 2:
        assert found is None
        return
    assert found is not None
    assert (found.seen, found.whole) == (len(every), True)
    assert {found.one, found.other} <= set(every)
    least = min(sum(a != b for a, b in zip(*pair, strict=True)) for pair in combinations(every, 2))
    assert len(found.cells) == least


@settings(max_examples=40, deadline=None)
@given(puzzles(few=5))
def test_a_part_is_spare_where_one_solution_is_left_without_it(problem: Sudoku) -> None:
    found = spare_parts(problem)
    every = solutions(problem)
    assert found.verdict.proper == (len(every) == 1)
    if not found.verdict.proper:
        assert (found.rules, found.givens) == ((), ())
        return
    for rule in problem.rules:
        if rule not in USUAL:  # of the others, all 4^16 grids would have to be gone through
            rest = Sudoku(FOUR, candidates=problem.candidates, rules=[each for each in problem.rules if each != rule])
            assert (rule in found.rules) == (len(solutions(rest)) == 1)
    for cell, value in enumerate(problem.givens):
        if value:
            sets = [15 if at == cell else bits for at, bits in enumerate(problem.candidates)]
            rest = Sudoku(FOUR, candidates=sets, rules=problem.rules)
            assert (cell in found.givens) == (len(solutions(rest)) == 1)


def test_boxes_can_go_where_the_givens_tell_enough() -> None:
    grid = every_grid()[0]
    problem = Sudoku.of(FOUR, [0, *grid[1:]])
    assert spare_parts(problem).rules == USUAL, "each of the three tells the last cell"
    assert set(spare_parts(problem).givens) <= set(range(1, 16))


def test_only_so_many_solutions_are_looked_at() -> None:
    found = closest_solutions(Sudoku.empty(FOUR), 10)
    assert found is not None
    assert (found.seen, found.whole) == (10, False)


def test_who_stops_it_gets_what_there_is() -> None:
    told: list[float] = []
    empty = Sudoku.empty(Shape(3, 3))
    values = possible_values(empty, lambda: True, told.append)
    assert not values.whole
    assert values.gone(empty.candidates) == 0
    assert closest_solutions(empty, stopped=lambda: True) is None
    late = spare_parts(empty, lambda: True)
    assert (late.verdict.kind, late.undecided) == (Finding.UNDECIDED, len(USUAL))
    calls = iter([False])
    proper = Sudoku.of(FOUR, every_grid()[0])
    assert spare_parts(proper, lambda: next(calls, True), told.append).undecided == 16 + len(USUAL)
    assert told
    assert all(0 <= share <= 1 for share in told)


def test_a_stretch_is_as_long_as_time_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(stretches(lambda: True, 100)) == [16, 32, 52]
    clock = count()
    monkeypatch.setattr("core.sudoku._setting.time.monotonic", lambda: next(clock))  # each stretch takes a second
    assert list(islice(stretches(lambda: True), 6)) == [16, 8, 4, 2, 1, 1]
    asked = iter((True, True, False))
    assert list(stretches(lambda: next(asked))) == [16, 8]


def test_a_verdict_takes_no_more_steps_than_allowed() -> None:
    empty = Sudoku.empty(Shape(3, 3))
    assert verdict_on(empty, most=1).kind is Finding.UNDECIDED
    assert verdict_on(empty, most=None, cap=2).kind is Finding.SEVERAL


def test_true_candidates_tell_how_many_solutions_they_have_seen() -> None:
    seen: list[int] = []
    shares: list[float] = []
    found = possible_values(Sudoku.empty(Shape(2, 2)), progress=shares.append, seen=seen.append)
    assert len(seen) == len(shares)
    assert seen == sorted(seen)
    assert seen[-1] == found.solutions > 1
