"""Wishes for new puzzles, and the next one ahead of time."""

from __future__ import annotations

from typing import Any

import pytest

from core.sudoku.human import Level, generator_rated, solve_by_logic
from core.sudoku.human.generator import Stopped, Symmetry
from core.sudoku.human.generator_rated import Rated
from core.sudoku.problem import Sudoku
from core.sudoku.shape import Shape
from tests.tui.screens.sudoku.sessions import session
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY
from tui.dialogs.form_values import Choice
from tui.screens.sudoku.making import Wishes


def test_a_new_puzzle_is_as_wished_for_and_the_next_one_is_ready() -> None:
    with session() as made:
        making, desk = made.making, made.desk
        making.propose(Shape(2, 3))
        making.choose("symmetry", "half-turn")
        making.make()
        puzzle = desk.puzzle
        assert puzzle.grid.shape == Shape(2, 3)
        givens = puzzle.grid.givens
        assert [bool(given) for given in givens] == [bool(given) for given in reversed(givens)]
        path = solve_by_logic(puzzle.problem)
        assert path.solved
        assert path.level is Level.EASY
        assert puzzle.level == f"easy ({path.score})"
        assert made.can("neighbour")
        made.neighbour(1)
        assert desk.puzzle.clues != puzzle.clues
        made.neighbour(-1)
        assert desk.puzzle.clues == puzzle.clues, "back to the one before"


def test_the_next_puzzle_is_made_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def generated(shape: Shape, seed: int, wish: Any, **_: Any) -> Rated:
        asked.append(wish)
        problem = Sudoku.parse(NEWSPAPER)
        return Rated(problem, problem.givens, solve_by_logic(problem), seed, 0)

    monkeypatch.setattr(generator_rated, "generate_rated", generated)
    with session(TINY) as made:
        made.making.make()
        assert len(asked) == 2
        made.making.make()
        assert len(asked) == 3, "the one that was ready, and again one ahead"
        made.making.choose("level", "hard")
        made.making.make()
        assert [wish.level for wish in asked[3:]] == [Level.HARD, Level.HARD]


def test_a_puzzle_that_came_late_does_not_push_work_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    with session() as made:

        def generated(shape: Shape, seed: int, wish: Any, **_: Any) -> Rated:
            made.desk.place(2, 4, "r1c3 = 4")
            problem = Sudoku.parse(TINY)
            return Rated(problem, problem.givens, solve_by_logic(problem), seed, 0)

        monkeypatch.setattr(generator_rated, "generate_rated", generated)
        offered: list[Any] = []
        made.shelf.choose = offered.append
        made.making.make()
        assert made.desk.grid.placed[2] == 4
        assert len(offered) == 1


def test_making_goes_on_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    with session() as made:

        def generated(shape: Shape, seed: int, wish: Any, *, stopped: Any, progress: Any) -> Rated:
            for tries in range(50):
                progress(tries)
                if tries == 40:
                    told.append(made.facts[1])
                    made.stop()
                if stopped():
                    raise Stopped("stopped")
            raise AssertionError("it was not stopped")

        monkeypatch.setattr(generator_rated, "generate_rated", generated)
        made.making.make()
        assert made.desk.message == "stopped: no puzzle was made"
        assert "41 grids" in told[0]
        assert "x stops" in told[0]


def test_level_and_technique_give_way_to_each_other() -> None:
    with session() as made:
        making = made.making
        note = making.choose("requires", "xy-chain")
        assert note is not None
        assert making.wishes.level is Level.UNFAIR
        note = making.choose("level", "medium")
        assert note is not None
        assert making.wishes.requires is None


@pytest.mark.parametrize("variant", ["X", "Jigsaw"])
def test_variants_are_made_and_hinted_at(variant: str) -> None:
    with session() as made:
        made.making.propose(Shape(2, 3))
        made.making.choose("variant", variant)
        made.making.make()
        desk = made.desk
        assert variant in desk.grid.shape.variant
        for _ in range(4 * 36):
            if desk.grid.solved:
                break
            made.tutor.hint()
        assert desk.grid.solved
        assert made.solving.problem.verify(desk.grid.values)
        made.making.propose(desk.grid.shape)
        assert made.making.rows(), "its regions are no choice of the form, and do no harm"


def test_wishes_are_remembered() -> None:
    with session() as made:
        made.making.choose("level", "extreme")
        made.making.choose("symmetry", "flip")
        made.making.choose("minimal", "yes")
        kept = made.remembered()
    with session() as made:
        made.recall(kept | {"new": kept["new"] | {"shape": "9x9"}})
        assert made.making.wishes == Wishes(level=Level.EXTREME, symmetry=Symmetry.FLIP, minimal=True)
        for row in made.making.rows():
            if isinstance(row, Choice):
                assert row.shown in {option.title for option in row.options}


def test_a_range_of_scores_may_be_wished_for() -> None:
    with session() as made:
        making = made.making
        assert making.choose("least", 400) is None
        making.choose("most", 300)
        assert making.wishes.score == (300, 300), "the range follows the number typed last"
        making.choose("most", 700)
        making.choose("least", 250)
        assert str(making.wishes) == "3×3 easy score 250-700"
        making.make()
        assert made.desk.puzzle.level.startswith("easy (")
        assert 250 <= int(made.desk.puzzle.level[6:-1]) <= 700
        note = making.choose("least", 900)
        assert note is not None
        assert "800 at most" in note.text
        assert making.wishes.level is None
        assert making.choose("level", "easy") is not None
        assert making.wishes.least == 0
        kept = made.remembered()
    with session() as made:
        made.recall(kept)
        assert made.making.wishes.most == 900


def test_a_seed_makes_the_same_puzzle_and_the_next_one_has_the_next() -> None:
    clues = []
    for seed in (7, 7, 8):
        with session() as made:
            made.making.choose("shape", "2×3")
            made.making.choose("variant", "Jigsaw")
            made.making.choose("seed", seed)
            made.making.make()
            clues.append((made.desk.grid.shape, made.desk.puzzle.clues))
            if len(clues) == 2:
                made.neighbour(1)
                following = (made.desk.grid.shape, made.desk.puzzle.clues)
    assert clues[0] == clues[1] != clues[2]
    assert following == clues[2]


def test_wishes_in_words_and_what_gives_way() -> None:
    said = []
    with session() as made:
        making = made.making
        making.choose("shape", "2×2")
        for key, value in (
            ("level", "medium"), ("requires", "x-wing"), ("level", "easy"), ("requires", "any"), ("least", 900),
            ("least", 90), ("most", 50), ("most", 0), ("level", "easy"), ("least", 300), ("symmetry", "mirror"),
            ("minimal", "yes"), ("variant", "X"), ("variant", "Jigsaw"), ("shape", "2×3"), ("seed", 9),
        ):  # fmt: skip
            note = making.choose(key, value)
            said.append(f"{making.wishes}{f' ({note.text})' if note else ''}")
        rows = {row.key: row.value for row in making.rows()}
        kept = making.remembered()
    assert said == [
        "2×2 medium",
        "2×2 hard X-Wing (X-Wing is hard)",
        "2×2 easy (no easy puzzle needs X-Wing)",
        "2×2 easy",
        "2×2 score from 900 (easy puzzles score 800 at most: any level, then)",
        "2×2 score from 90",
        "2×2 score 50-50",
        "2×2 score from 50",
        "2×2 easy score from 50",
        "2×2 easy score from 300",
        "2×2 easy score from 300 mirror",
        "2×2 easy score from 300 mirror minimal",
        "2×2 X easy score from 300 mirror minimal",
        "2×2 Jigsaw easy score from 300 mirror minimal",
        "2×3 Jigsaw easy score from 300 mirror minimal",
        "2×3 Jigsaw easy score from 300 mirror minimal",
    ]
    assert rows == {
        "shape": "2×3", "variant": "Jigsaw", "level": "easy", "least": 300, "most": 0, "symmetry": "mirror",
        "minimal": "yes", "requires": "any", "seed": 9,
    }  # fmt: skip
    assert kept == {key: str(value) for key, value in rows.items() if key != "seed"}


def test_what_can_be_wished_for() -> None:
    with session() as made:
        found = {row.key: [option.value for option in row.options] for row in made.making.rows()
                 if isinstance(row, Choice)}  # fmt: skip
    assert found["shape"] == ["2×2", "2×3", "3×2", "2×4", "3×3", "2×5", "3×4", "4×4"]
    assert found["variant"] == ["none", "X", "Windoku", "Jigsaw"]
    assert found["level"] == ["easy", "medium", "hard", "unfair", "extreme", "any"]
    assert found["symmetry"] == ["none", "half-turn", "quarter-turn", "mirror", "flip", "diagonal", "antidiagonal"]
    assert found["minimal"] == ["no", "yes"]
    assert found["requires"][:3] == ["any", "full-house", "naked-single"]
