"""The logic engine: what its steps claim is true, and it finds what a person would."""

from __future__ import annotations

import random

import pytest

from core import Goal, ProblemError, Shape, Sudoku
from core.sudoku.human import (
    TECHNIQUES,
    Candidate,
    HintStage,
    Level,
    PathEnding,
    Position,
    Step,
    WhyKind,
    WhyNot,
    all_steps,
    find,
    hint_stages,
    next_step,
    solve_by_logic,
    technique,
    why_not,
)
from core.sudoku.human._consequences import refutation
from core.sudoku.human._generator import Tier, generate
from tests.cases import slow
from tests.core.sudoku.samples import finish

EASY = Sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
BEYOND = Sudoku.parse("........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........")
HARD = Sudoku.parse("..7......9..4.8.....8..1.6.........14.52...........29.2.3..5..4...91..3........7.")

SINGLES = [entry for entry in TECHNIQUES if entry.key in ("full-house", "naked-single", "hidden-single")]


def test_every_technique_has_its_finder_and_its_words() -> None:
    assert len({entry.key for entry in TECHNIQUES}) == len({entry.code for entry in TECHNIQUES}) == len(TECHNIQUES)
    for entry in TECHNIQUES:
        assert callable(entry.finder)
        assert callable(entry.reason)
        assert technique(entry.name) is technique(entry.code) is entry
    with pytest.raises(ProblemError, match=r"no technique is called 'naked-pear'; did you mean naked-pair"):
        technique("naked-pear")
    with pytest.raises(ProblemError, match=r"no technique is called '#'; there are full-house, .*naked-pair"):
        technique("#")


def _keeps(step: Step, position: Position, solution: tuple[int, ...]) -> None:
    assert all(solution[cell] == value for cell, value in step.placements), step.sentence
    assert all(solution[cell] != value for cell, value in step.eliminations), step.sentence
    assert step.placements or step.eliminations
    assert all(position.has(candidate) for candidate in (*step.placements, *step.eliminations))
    assert len(set(step.eliminations)) == len(step.eliminations)
    assert step.sentence.endswith(f"{step.consequence}.")


@pytest.mark.parametrize(
    ("sides", "puzzles"),
    [((2, 2), 15), ((2, 3), 20), ((2, 4), 8), ((3, 3), 2), slow((3, 3), 8)],
)
def test_no_step_touches_the_solution(sides: tuple[int, int], puzzles: int) -> None:
    """Every step of the path, and now and then every step possible on the way, keeps the only solution."""
    for seed in range(puzzles):
        made = generate(Shape(*sides), seed)
        position = Position.of(made.problem, unique=True)
        chance = random.Random(seed)
        while (step := next_step(position)) is not None:
            _keeps(step, position, made.solution)
            if step.technique.level > Level.EASY and chance.random() < 0.1:
                for one in all_steps(position):
                    _keeps(one, position, made.solution)
            position.apply(step)
        assert not position.broken


def test_large_grids_are_solved_and_explained() -> None:
    made = generate(Shape(4, 4), 3, tier=Tier.MEDIUM)
    path = solve_by_logic(made.problem)
    assert path.values == made.solution
    assert any(step.technique.key in ("pointing", "claiming", "naked-pair") for step in path.steps)
    assert all(step.sentence.endswith(f"{step.consequence}.") for step in path.steps)


def test_a_path_solves_scores_and_rates() -> None:
    path = solve_by_logic(EASY)
    assert path.solved
    assert path.ending is PathEnding.SOLVED
    assert EASY.verify(path.values)
    assert path.level is Level.EASY
    assert path.score == sum(step.technique.score for step in path.steps)
    assert sum(path.counts.values()) == len(path.steps) == 51
    assert path.candidates_left == path.empty_cells == 0


def test_solving_stops_when_it_is_told_to() -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    path = solve_by_logic(EASY, cancelled)
    assert path.ending is PathEnding.CANCELLED
    assert 0 < len(path.steps) < 51
    assert path.empty_cells == 51 - len(path.steps)


def test_a_contradiction_is_said_to_be_one() -> None:
    wrong = Sudoku.parse("55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    assert solve_by_logic(wrong).ending is PathEnding.CONTRADICTION


def test_hints_give_away_one_more_thing_each_time() -> None:
    position = Position.of(HARD, unique=True)
    while (step := next_step(position)) is not None and step.technique.level < Level.MEDIUM:
        position.apply(step)
    assert step is not None
    where, what, why, done = hint_stages(step)
    assert [hint.stage for hint in (where, what, why, done)] == list(HintStage)
    assert step.name not in where.text
    assert step.name in what.text
    assert step.consequence not in what.text
    assert step.sentence in why.text
    assert step.consequence in done.text
    assert [hint.shows_pattern for hint in (where, what, why, done)] == [False, False, True, True]


def test_why_not_answers_for_every_cell_and_value() -> None:
    solution = solve_by_logic(EASY).values
    kinds = set()
    for cell in range(0, 81, 2):
        for value in range(1, 10):
            answer = why_not(EASY, cell, value)
            kinds.add(answer.kind)
            assert answer.text
            assert (answer.kind is WhyKind.FILLED) == bool(EASY.givens[cell])
            if answer.kind is WhyKind.OPEN:
                assert solution[cell] == value
            elif not EASY.givens[cell]:
                assert solution[cell] != value, answer.text
    assert kinds >= {WhyKind.FILLED, WhyKind.PEER, WhyKind.STEP, WhyKind.OPEN}


@pytest.mark.parametrize("each", [20, slow(10)])
def test_every_wrong_value_of_the_hardest_grids_is_answered(each: int) -> None:
    """Of a grid beyond logic: what is right stays open, and all else has its reason, with figures that hold."""
    (solution,) = finish("dlx", BEYOND, Goal.ALL).solutions
    position, kinds = Position.of(BEYOND, unique=True), set()
    for cell in range(0, 81, each):
        for value in range(1, 10):
            if position.has(Candidate(cell, value)):
                answer = why_not(position, cell, value)
                kinds.add(answer.kind)
                assert (answer.kind is WhyKind.OPEN) == (solution[cell] == value), answer.text
                if answer.trial is not None and answer.trial.ends > 1:
                    assert answer.text.startswith(
                        f"Only by trying: {BEYOND.shape.name_of(cell)}={value} leads to a dea"
                    )
                    assert_dead_end(answer)
    assert WhyKind.TRIED in kinds


def assert_dead_end(answer: WhyNot) -> None:
    """With the value and what was chosen, singles lead to a unit or a cell without anything left."""
    assert answer.trial is not None
    position = answer.position.copy()
    for cell, value in (answer.candidate, *answer.trial.guesses):
        assert position.has(Candidate(cell, value)) or position.values[cell] == value
        position.place(cell, value)
        while (single := next_step(position, SINGLES)) is not None and not position.broken:
            position.apply(single)
    assert position.broken


def test_too_many_ways_are_left_to_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.sudoku.human._hints.MOST_GUESSES", 5)
    (solution,) = finish("dlx", BEYOND, Goal.ALL).solutions
    position = Position.of(BEYOND, unique=True)
    wrong = [c for c in (Candidate(2, value) for value in range(1, 10)) if position.has(c) and solution[2] != c.value]
    answers = [why_not(position, *candidate) for candidate in wrong]
    assert WhyKind.OPEN not in {answer.kind for answer in answers}
    assert any("in hundreds of ways" in answer.text for answer in answers)
    assert why_not(position, 2, solution[2]).kind is WhyKind.OPEN


def test_a_step_that_places_a_value_says_which_cell_sees_it() -> None:
    answer = why_not(EASY, 2, 1)
    assert answer.text.endswith("1 fits only in r1c8: r1c8=1. r1c3 sees r1c8.")


def test_few_filled_cells_from_which_it_follows_are_named() -> None:
    puzzle = Sudoku.parse(".34...8.." + "........5" + ".....5..." + "." * 53 + "7")
    answer = why_not(puzzle, 0, 1, simple=())
    assert answer.kind is WhyKind.CONTRADICTION
    assert answer.cells
    kept = Position(puzzle.shape, [v if cell in answer.cells else 0 for cell, v in enumerate(puzzle.givens)])
    assert refutation(kept, Candidate(0, 1)) is not None
    for left_out in answer.cells:
        fewer = [v if cell in answer.cells and cell != left_out else 0 for cell, v in enumerate(puzzle.givens)]
        assert refutation(Position(puzzle.shape, fewer), Candidate(0, 1)) is None
    assert answer.text == (
        "Suppose r1c1=1. Then 5 has no place in row 1. Only r1c2=3, r1c3=4, r2c9=5 and r3c6=5 matter."
    )


def test_no_cells_are_named_where_candidates_struck_out_are_a_cause_too() -> None:
    """Without the 5 of r2c9, 5 is kept from row 1 by what somebody struck out, which no filled cell says."""
    puzzle = Sudoku.parse(".34...8.." + "." * 9 + ".....5..." + "." * 53 + "7")
    position = Position.of(puzzle)
    assert refutation(position, Candidate(0, 1)) is None
    for cell in (7, 8):
        position.eliminate(cell, 5)
    found = refutation(position, Candidate(0, 1))
    assert found is not None
    assert found.holding() == ()


def test_positions_follow_their_steps() -> None:
    position = Position.of(EASY)
    for _ in range(20):
        step = next_step(position)
        assert step is not None
        position.apply(step)
        fresh = Position(position.layout, position.values, position.bits)
        assert (fresh.bits, fresh.places, fresh.unsolved) == (position.bits, position.places, position.unsolved)


def test_uniqueness_is_used_only_where_it_is_proved() -> None:
    asked = []

    def unique() -> bool:
        asked.append(1)
        return True

    position = Position.of(HARD, unique=unique)
    for entry in TECHNIQUES:
        before = len(asked)
        list(find(position, entry))
        assert len(asked) == before + (entry.needs_uniqueness and not before)


def test_candidates_struck_out_by_hand_are_gone_for_steps() -> None:
    from core import Grid

    grid = Grid.from_problem(EASY).toggle_struck(2, 1)
    assert not Position.of(grid).has(Candidate(2, 1))
    assert Position.of(grid).to_grid(grid) == grid
