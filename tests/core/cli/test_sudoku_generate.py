"""``dq sudoku generate``: what it keeps, what it refuses, and what it says while nothing comes."""

from __future__ import annotations

import json
import random

import pytest

from core import Layout, Sudoku
from core.sudoku import Symmetry
from core.sudoku._verdict import check
from core.sudoku.human import Level, solve_by_logic
from core.sudoku.human._generator import full_grid, highest_level, orbits
from core.sudoku.human._jigsaw import jigsaw
from tests.cli import Cli


@pytest.fixture
def run(cli: Cli) -> Cli:
    return cli.under("sudoku", "generate")


@pytest.mark.parametrize("more", [(), ("--level", "easy"), ("--givens", "20")])
@pytest.mark.parametrize("symmetry", [Symmetry.HALF_TURN, Symmetry.DIAGONAL])
def test_a_minimal_puzzle_keeps_its_symmetry(symmetry: Symmetry, more: tuple[str, ...], run: Cli) -> None:
    status, out, _ = run("--boxes", "2x3", "--symmetry", symmetry.value, "--minimal", "--json", *more)
    assert status == 0
    problem = Sudoku.parse(json.loads(out)["givens"], Layout.parse("2x3"))
    groups = [group for group in orbits(problem.shape, symmetry) if any(problem.givens[cell] for cell in group)]
    for group in groups:
        assert all(problem.givens[cell] for cell in group), "the symmetry is broken"
        left = [0 if cell in group else value for cell, value in enumerate(problem.givens)]
        assert not check(Sudoku.of(problem.shape, left), 2).proper, "these givens are not needed"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("--boxes 2x2 --level hard", "no puzzle with boxes of 2×2 is harder than easy"),
        ("--boxes 1x3 --variant jigsaw --level hard", "no puzzle with boxes of 3×3 Jigsaw is harder than easy"),
        ("--boxes 2x2 --tier expert", "no puzzle with boxes of 2×2 is harder than easy"),
        ("--boxes 2x2 --requires x-wing", "no puzzle with boxes of 2×2 is harder than easy"),
        ("--score 1-3", "the first step scores 4 already: no puzzle scores 3 or less"),
        ("--level easy --score 900-1000", "easy puzzles score 800 at most, not 900 or more"),
        ("--requires line", "takes rules that are not houses"),
    ],
)
def test_what_no_puzzle_can_be_is_refused(asked: str, says: str, run: Cli) -> None:
    status, out, err = run(*asked.split())
    assert (status, out) == (2, "")
    assert says in err


@pytest.mark.parametrize(("asked", "says"), [
    ("--boxes 2x3 --level extreme --tries 3", "no such puzzle in 3 grids from seed 1: 3 too easy"),
    ("--boxes 2x3 --score 90000-99999 --tries 2", "no such puzzle in 2 grids from seed 1: 2 scored too little"),
    ("--boxes 2x3 --tier expert --tries 2", "no expert puzzle with boxes of 2×3 in 2 grids from seed 1: "),
    ("--boxes 3x3 --givens 18 --tries 2", "in 2 grids from seed 1: 2 with more givens"),
])  # fmt: skip
def test_a_search_in_vain_ends_with_what_was_tried(asked: str, says: str, run: Cli) -> None:
    status, out, err = run(*asked.split())
    assert (status, out) == (1, "")
    assert says in err
    assert "--tries K" in err


def test_a_low_score_takes_many_givens(run: Cli) -> None:
    status, out, _ = run("--boxes", "2x3", "--score", "4-9", "--json")
    told = json.loads(out)
    assert (status, 4 <= told["score"] <= 9) == (0, True)


def test_who_watches_no_terminal_is_told_how_far_it_is(run: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = "--boxes", "2x3", "--level", "extreme", "--tries", "2"
    assert len(run(*asked).err.splitlines()) == 1
    monkeypatch.setattr("core._cli.sudoku.puzzle_file.SILENCE", 0)
    assert "0 of 1 made; 1 grid tried for the next" in run(*asked).err
    assert len(run("--quiet", *asked).err.splitlines()) <= 1


@pytest.mark.parametrize("layout", [Layout.parse("2x2"), Layout.parse("1x3"), *(jigsaw(3, seed) for seed in range(4))])
def test_the_smallest_puzzles_are_all_easy(layout: Layout) -> None:
    assert highest_level(layout) is Level.EASY
    seen = 0
    for seed in range(40):
        chance = random.Random(seed)
        solution = full_grid(layout, chance)
        shown = [value if chance.random() < 0.45 else 0 for value in solution]
        problem = Sudoku.of(layout, shown)
        if check(problem, 2).proper:
            seen += 1
            assert solve_by_logic(problem, unique=True).level is Level.EASY
    assert seen > 3
