"""Every kind of rule, by all grids: what the solver finds is what the kind means, however the rest of the rules are."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import Shape, Sudoku
from core.sudoku.rules import KINDS, parse_rule
from tests.core.sudoku.propagation.samples import grids, solutions
from tests.core.sudoku.rules.meanings import MEANINGS, Dice, Grid, Meaning, together

FOUR, SIX, THREE = Shape(2, 2), Shape(2, 3), Shape(1, 3)
JIGSAWS = "AAABCABBCCDBCDDD", "AABBABBACCDDCDDC", "ABBCABBCADDCADDC", "AAAABBBBCCCCDDDD"
SURROUNDINGS = "usual", "usual", "six", "jigsaw", "no rows", "bare", "bare three"


def test_every_kind_has_a_meaning() -> None:
    assert set(MEANINGS) == set(KINDS)


@cache
def latin() -> tuple[Grid, ...]:
    """The 576 Latin squares of order 4."""
    return tuple(grid for grid in grids(Shape(1, 4), [15] * 16, True) if all(len({*grid[c::4]}) == 4 for c in range(4)))


@cache
def base_of_six() -> tuple[Grid, ...]:
    """Some grids of order 6; in the last, cells a king's move apart differ."""
    rows = "123456", "456123", "234561", "561234", "345612", "612345"
    first = [grid for grid, _ in zip(grids(SIX, [63] * 36, True), range(2), strict=False)]
    return (*first, tuple(int(sign) for sign in "".join(rows)))


def everything(grid: Grid) -> bool:
    return True


def _aim(chance: random.Random, around: str, n: int, whole: list[Grid]) -> list[int]:
    """A grid that the rules should mostly allow."""
    if around == "six":
        names = chance.sample(range(1, 7), 6)
        return [names[value - 1] for value in chance.choice(base_of_six())]
    if around.startswith("bare"):
        return [chance.randint(1, n) for _ in range(n * n)]
    return list(chance.choice(whole or latin()))


def compare(chance: random.Random, *kinds: str) -> int:
    """Solve a random puzzle with rules of these kinds; how many solutions it has."""
    around = chance.choice(SURROUNDINGS)
    shape = {"six": SIX, "bare three": THREE}.get(around, FOUR)
    n = shape.order
    base: list[str] = ["rows", "columns", "boxes"] if around in ("usual", "six") else []
    division = [shape.box(cell) for cell in range(shape.cells)]
    if around == "jigsaw":
        letters = chance.choice(JIGSAWS)
        division = ["ABCD".index(letter) for letter in letters]
        base = ["rows", "columns", f"regions {letters}"]
    elif around == "no rows":
        base = ["columns", "boxes"]
    full, bounded = (1 << n) - 1, around in ("usual", "jigsaw")
    boxes = Dice(chance, shape, division, ()).boxes
    whole = [g for g in latin() if all(len({g[c] for c in box}) == 4 for box in boxes)] if bounded else []
    wanted, lines, aim = chance.random() < 0.8, list[str](), list[int]()
    meaning: Meaning = everything
    told: Meaning = everything
    for _ in range(100 if wanted else 1):  # puzzles with a solution are rare by chance
        aim = _aim(chance, around, n, whole)
        lines, meaning = together([MEANINGS[kind](Dice(chance, shape, division, aim)) for kind in kinds])
        if meaning(aim):
            break
    open_ = set(chance.sample(range(shape.cells), {"six": 12, "bare three": 7}.get(around, 5)))
    if bounded:
        tight = chance.choice([0, 0.3, 0.6])
        candidates = [full if chance.random() >= tight else 1 << (v - 1) | chance.getrandbits(n) for v in aim]
        pool = [g for g in whole if all(bits >> (v - 1) & 1 for bits, v in zip(candidates, g, strict=True))]
    else:
        candidates = [full if c in open_ else 1 << (aim[c] - 1) for c in range(shape.cells)]
        pool = list(
            grids(shape, candidates, True) if around == "six"
            else product(*[[v for v in range(1, n + 1) if bits >> (v - 1) & 1] for bits in candidates])
        )  # fmt: skip
    if around == "no rows":
        told = together([MEANINGS[word](Dice(chance, shape, division, aim)) for word in base])[1]
    rules = [parse_rule(line, shape) for line in (*base, *lines)]
    problem = Sudoku(shape, candidates=candidates, rules=rules)
    expected = sorted(tuple(grid) for grid in pool if told(grid) and meaning(grid))
    assert solutions(problem) == expected, lines
    for grid in (*expected[:3], *chance.sample(pool, min(3, len(pool)))):
        assert problem.verify(grid) is (tuple(grid) in expected), lines
    return len(expected)


def compare_some(seed: int) -> None:
    chance = random.Random(seed)
    kinds = chance.sample(sorted(KINDS), chance.choice([0, 2, 2, 2, 3]))
    if {"box-index", "region-sum"} & set(kinds):  # boxes are what these rest on: no others beside them
        kinds = [kind for kind in kinds if kind not in ("boxes", "regions")]
    compare(chance, *kinds)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 1 << 48))
def test_a_kind_means_what_the_reference_says(kind: str, seed: int) -> None:
    compare(random.Random(seed), kind)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1 << 48))
def test_kinds_together_mean_what_each_means(seed: int) -> None:
    compare_some(seed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_by_many_puzzles(kind: str) -> None:
    chance = random.Random(kind)
    found = [compare(chance, kind) for _ in range(60)]
    assert any(found), "no puzzle has a solution"


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(seed=st.integers(0, 1 << 48))
def test_many_puzzles_of_kinds_together(seed: int) -> None:
    compare_some(seed)
