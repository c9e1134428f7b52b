"""How much follows at one node: for single forms all that can, and what cages leave of houses."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Goal, Shape, Sudoku
from core.sudoku._propagation.search import Propagation
from core.sudoku.rules import USUAL, Automaton, Distinct, Form, Pair, Regular, Required, Sets, Sum, bits_of, parse_rule
from tests.core.sudoku.propagation.samples import Made, grids, holds, naive, remainders, solutions

THREE = Shape(1, 3)
NOT_FALLING = Automaton(
    "not falling", 0, lambda last, value, position: value if value >= last else None, lambda state: True
)


def after_one_node(problem: Sudoku) -> list[int]:
    """What each cell may hold once the root has been visited; empty where it is a dead end."""
    search = Propagation(problem, Goal.COUNT, None)
    search.advance(1)
    return [] if search.arrays["failed"][0] >= 0 else [int(bits) for bits in search.arrays["dom"][0]]


def one_form(dice: random.Random) -> Form:
    """A form of which no value may stay that nothing goes with; of a wide sum only the ends are looked at."""
    cells = tuple(dice.sample(range(9), 4))
    match dice.randrange(4):
        case 0:
            return Pair(cells[0], cells[1], tuple(dice.getrandbits(3) for _ in range(3)))
        case 1:
            factors = [dice.choice([1, -1, 2, -3, 10]) for _ in cells]
            return Sum(cells, tuple(factors), sum(f * dice.randint(1, 3) for f in factors) + dice.randrange(2))
        case 2:
            return Sum(cells, (100, -100, 1, 1), dice.choice([2, 3, 102, -97]))
        case _:
            return Regular(cells, remainders(dice.randint(2, 4), 0, dice.randrange(2)))


@given(st.integers(0, 1 << 48))
def test_no_value_stays_that_nothing_goes_with(seed: int) -> None:
    dice = random.Random(seed)
    form = one_form(dice)
    candidates = tuple(dice.randint(1, 7) for _ in range(9))
    sets = [[v for v in (1, 2, 3) if bits >> (v - 1) & 1] for bits in candidates]
    cells = (form.first, form.second) if isinstance(form, Pair) else form.cells  # type: ignore[attr-defined]
    kept = [0] * 9
    for chosen in product(*(sets[cell] for cell in cells)):
        grid = [1] * 9
        for cell, value in zip(cells, chosen, strict=True):
            grid[cell] = value
        if holds(form, grid, {}):
            for cell, value in zip(cells, chosen, strict=True):
                kept[cell] |= 1 << (value - 1)
    left = after_one_node(Sudoku(THREE, candidates=candidates, rules=(Made(lambda board: [form]),)))
    stay, needed = [left[cell] for cell in cells] if left else [0] * len(cells), [kept[cell] for cell in cells]
    if isinstance(form, Sum) and 100 in form.coefficients:
        assert all(not bits & ~others for bits, others in zip(needed, stay, strict=True))
    else:
        assert stay == needed


@pytest.mark.parametrize(
    ("forms", "candidates", "cell", "left"),
    [
        ([Distinct((0, 1, 2))], {0: 0b011, 1: 0b011}, 2, 0b100),
        ([Required((0, 1), bits_of((1, 2)))], {}, 0, 0b011),
        ([Required((0, 1), bits_of((3,))), Distinct((0, 1, 5))], {}, 5, 0b011),
        ([Sets((0, 1, 3), (bits_of((1, 2, 3)),)), Distinct((0, 1, 5))], {3: 0b011}, 5, 0b011),
        ([Sum((0, 1, 3), (1, 1, 1), 3)], {}, 1, 0b001),
        ([Regular((0, 1, 3), NOT_FALLING), Sum((3,), (1,), 1)], {}, 0, 0b001),
        ([Regular((0, 1, 0), NOT_FALLING), Sum((0, 3), (1, 1), 2)], {}, 1, 0b001),
        ([Distinct((0, 1)), Sum((0, 1, 3), (1, 1, 1), 8)], {}, 3, 0b100),
        ([Pair(a, b, (0b110, 0b101, 0b011)) for a, b in ((0, 1), (0, 3), (1, 3))], {0: 0b011, 1: 0b011}, 3, 0b100),
    ],
)
def test_what_follows(forms: list[Form], candidates: dict[int, int], cell: int, left: int) -> None:
    sets = tuple(candidates.get(cell, 7) for cell in range(9))
    assert after_one_node(Sudoku(THREE, candidates=sets, rules=(Made(lambda board: forms),)))[cell] == left


def test_any_two_of_some_cells_are_alike() -> None:
    apart = tuple(sum(1 << w for w in range(5) if abs(v - w) > 1) for v in range(5))
    forms = [Pair(a, b, apart) for a, b in ((0, 6), (0, 12), (12, 6))]
    left = after_one_node(Sudoku(Shape(1, 5), rules=(Made(lambda board: forms),)))
    assert [left[cell] for cell in (0, 6, 12)] == [0b10101] * 3  # 1, 3 and 5


def killer(dice: random.Random) -> Sudoku:
    """A grid of 4×4 cut into cages, most of which have their sums."""
    shape = Shape(2, 2)
    solution = dice.choice(list(grids(shape, [15] * 16, True)))
    cage = list(range(16))
    for _ in range(40):
        cell = dice.randrange(16)
        beside = cell + 1 if dice.random() < 0.5 and cell % 4 < 3 else (cell + 4) % 16
        both = [c for c in range(16) if cage[c] in (cage[cell], cage[beside])]
        if len(both) <= 4 and len({solution[c] for c in both}) == len(both):
            for c in both:
                cage[c] = cage[cell]
    rules = []
    for number in sorted(set(cage)):
        cells = [c for c in range(16) if cage[c] == number]
        if dice.random() < 0.9:
            total = sum(solution[c] for c in cells) + (dice.random() < 0.03)
            rules.append(parse_rule(f"cage {total}: {' '.join(shape.name_of(c) for c in cells)}", shape))
    return Sudoku(shape, rules=(*USUAL, *rules))


@given(st.integers(0, 1 << 48))
def test_cages(seed: int) -> None:
    problem = killer(random.Random(seed))
    assert solutions(problem) == naive(problem)


def test_what_cages_leave_of_a_row() -> None:
    shape = Shape(3, 3)
    lines = "cage 12: r1c1 r1c2 r1c3", "cage 21: r1c4 r1c5 r1c6", "cage 14: r1c7 r1c8 r2c7"
    problem = Sudoku(shape, rules=(*USUAL, *(parse_rule(line, shape) for line in lines)))
    # 45 less the first two leaves 12 for the other three; the third cage is that but one cell, and that one.
    kept = after_one_node(problem)
    grid_of = {(v, 14 - (12 - v)) for v in range(1, 10) if kept[8] >> (v - 1) & 1}
    assert {below for _, below in grid_of} == {v for v in range(1, 10) if kept[15] >> (v - 1) & 1}
