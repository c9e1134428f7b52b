"""Puzzles with rules that are drawn: every kind that can be, whatever it is."""

from __future__ import annotations

import json
import random

import pytest

from core import Layout, Shape, Sudoku
from core.sudoku import NotFound, Wish, generate_rated, read_text
from core.sudoku._formats import Puzzle
from core.sudoku._setting import spare_parts
from core.sudoku._verdict import check
from core.sudoku.human import Level, solve_by_logic
from core.sudoku.human._generator import full_grid
from core.sudoku.rules import Rule
from core.sudoku.rules._kinds import drawn_kinds
from tests.cases import slow
from tests.cli import Cli

DRAWN = sorted(set(drawn_kinds().values()), key=lambda kind: kind.kind)
by_kind = pytest.mark.parametrize("kind", DRAWN, ids=lambda kind: kind.kind)


def test_killers_and_thermometers_are_among_them() -> None:
    assert {"killer", "cage", "thermo", "thermometer"} <= set(drawn_kinds())


@by_kind
@pytest.mark.parametrize("shape", ["2x2", "2x3", "3x3 x", "4x4"])
def test_what_is_drawn_is_kept_by_the_grid_and_differs_from_seed_to_seed(kind: type[Rule], shape: str) -> None:
    layout = Layout.parse(shape)
    seen = set()
    for seed in range(4):
        chance = random.Random(seed)
        solution = full_grid(layout, chance)
        rules = tuple(kind.drawn(layout.shape, solution, chance))
        assert Sudoku.empty(Layout.of(layout.shape, (*layout.rules, *rules))).verify(solution)
        cells = [cell for rule in rules for cell in rule.cells]
        assert len(set(cells)) == len(cells) > layout.order
        seen.add(rules)
    assert len(seen) == 4


@by_kind
@pytest.mark.parametrize(
    ("shape", "level"),
    [((2, 3), Level.MEDIUM), slow((3, 3), Level.MEDIUM), slow((3, 3), Level.HARD), slow((3, 3), Level.UNFAIR)],
)
def test_a_puzzle_of_a_level_takes_its_rules(kind: type[Rule], shape: tuple[int, int], level: Level) -> None:
    wish = Wish(level=level, rules=(kind,))
    made = generate_rated(Shape(*shape), 1, wish, attempts=30)
    problem = made.problem
    assert check(problem, 2).proper
    assert problem.verify(made.solution)
    assert made.path.level is level
    assert any(isinstance(rule, kind) for rule in problem.rules)
    assert any(step.technique.of_rules for step in made.path.steps)
    assert solve_by_logic(problem).solved
    assert generate_rated(Shape(*shape), 1, wish, attempts=30) == made


@by_kind
def test_whatever_can_go_is_taken_away(kind: type[Rule]) -> None:
    made = generate_rated(Shape(2, 3), 2, Wish(rules=(kind,)), attempts=9)
    spare = spare_parts(made.problem)
    assert spare.verdict.proper
    assert not any(isinstance(rule, kind) for rule in spare.rules)
    assert spare.givens == ()


def test_rules_are_never_easy() -> None:
    for kind in DRAWN:
        with pytest.raises(NotFound, match="medium at least, not easy"):
            generate_rated(Shape(3, 3), 1, Wish(level=Level.EASY, rules=(kind,)))


def test_the_command_writes_the_rules(cli: Cli) -> None:
    asked = "sudoku", "generate", "--boxes", "2x3", "--rules", "killer", "--rules", "thermo"
    status, out, _ = cli(*asked)
    (puzzle,) = read_text(out)
    assert isinstance(puzzle, Puzzle)
    assert (status, puzzle.title.startswith("2×3 ")) == (0, True)
    told = json.loads(cli(*asked, "--json").out)
    assert [line for line in out.splitlines() if line.startswith(("cage", "thermo"))] == told["rules"]
    assert check(puzzle.problem, 2).solution == tuple(told["solution"])
    assert told["solved"]
    status, _, err = cli(*asked, "--level", "easy")
    assert (status, "medium at least" in err) == (2, True)
    assert cli(*asked, "--tier", "easy").status == 2
