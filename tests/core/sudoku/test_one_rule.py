"""What one rule says by itself: every step is sound, and its sentence names the rule."""

from __future__ import annotations

import pytest

from core import Goal, Status, Sudoku
from core.sudoku import parse
from core.sudoku._propagation.search import Propagation
from core.sudoku.human import Position, all_steps, next_step, solve_by_logic

PUZZLES = {
    "cages": "grid 4\ncage 3: r1c1 r1c2\ncage 7: r3c3 r4c3\ncage 9: r1c4-r3c4\nthermo: r4c1-r2c1",
    "lines": "1...\n....\n....\n....\narrow r2c1: r3c1 r4c1\nwhispers 2: r1c2-r1c4\nbetween: r4c2-r4c4",
    "outside": "grid 4\nx-sum 6: r2 left\nskyscraper 4: r1 left\nsandwich 2: c3\nquadruple 1 4: r2c2",
    "neighbours": "grid 4\nall-dots\nwhite: r1c1 r1c2\nblack: r1c3 r2c3\ngreater: r4c1 r4c2\none-of 1 2: r4c4",
}


def solutions(problem: Sudoku) -> list[tuple[int, ...]]:
    search = Propagation(problem, Goal.ALL, None)
    while search.status is Status.RUNNING:
        search.advance(1 << 12)
    return [tuple(solution) for solution in search.solutions]


@pytest.mark.parametrize("text", PUZZLES.values(), ids=list(PUZZLES))
def test_no_step_strikes_out_what_a_solution_holds(text: str) -> None:
    problem = parse(text).problem
    found, position = solutions(problem), Position.of(problem)
    taken = []
    while (step := next_step(position)) is not None:
        for each in all_steps(position):
            for solution in found:
                assert all(solution[cell] != value for cell, value in each.eliminations), each.sentence
                assert all(solution[cell] == value for cell, value in each.placements), each.sentence
        taken.append(step)
        position.apply(step)
    assert any(step.technique.of_rules for step in taken)


def test_the_sentence_names_the_rule() -> None:
    problem = parse(PUZZLES["cages"]).problem
    step = next(step for step in all_steps(Position.of(problem)) if step.technique.of_rules)
    assert step.sentence == "r1c1 and r1c2 add up to 3 and differ; the ways still open do without these: r1c12<>34."
    assert step.pattern.cells == (0, 1)
    assert problem.rules[step.pattern.rule].words(problem.shape) == "r1c1 and r1c2 add up to 3 and differ"


def test_a_killer_is_solved_by_what_its_cages_say() -> None:
    cages = ["3: r1c1 r1c2", "7: r1c3 r1c4", "5: r2c1 r3c1", "9: r2c2 r2c3 r3c3", "4: r2c4 r3c4", "4: r3c2 r4c2"]
    text = "grid 4\n" + "\n".join(f"cage {cage}" for cage in [*cages, "8: r4c1 r4c3 r4c4"])
    problem = parse(text).problem
    path = solve_by_logic(problem)
    assert path.values in solutions(problem) or not path.solved
    assert {step.technique.key for step in path.steps} & {"two-cells", "sum"}
