"""Wishes for new puzzles, and the next one ahead of time."""

from __future__ import annotations

from typing import Any

import pytest

from core import Layout, Shape, Sudoku
from core.sudoku import Rated, Stopped, Symmetry
from core.sudoku._verdict import check
from core.sudoku.human import Level, solve_by_logic
from core.sudoku.human import _generator_rated as generator_rated
from core.sudoku.rules import KINDS
from core.sudoku.rules._kinds import drawn_kinds
from tests.tui.screens.sudoku.sessions import can, session
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY
from tui.dialogs.form_values import Choice
from tui.screens.sudoku.generating import Wishes


def test_a_new_puzzle_is_as_wished_for_and_the_next_one_is_ready() -> None:
    with session() as made:
        generating, document = made.generating, made.document
        generating.propose(Layout.of(Shape(2, 3)))
        generating.choose("symmetry", "half-turn")
        generating.make()
        puzzle = document.puzzle
        assert puzzle.grid.shape == Shape(2, 3)
        givens = puzzle.grid.givens
        assert [bool(given) for given in givens] == [bool(given) for given in reversed(givens)]
        path = solve_by_logic(puzzle.problem)
        assert path.solved
        assert path.level is Level.EASY
        assert puzzle.level == f"easy ({path.score})"
        assert can(made, "neighbour")
        made.neighbour(1)
        assert document.puzzle.clues != puzzle.clues
        made.neighbour(-1)
        assert document.puzzle.clues == puzzle.clues, "back to the one before"


def test_the_next_puzzle_is_made_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def generated(shape: Shape, seed: int, wish: Any, **_: Any) -> Rated:
        asked.append(wish)
        problem = Sudoku.parse(NEWSPAPER)
        return Rated(problem, problem.givens, solve_by_logic(problem), seed, 0)

    monkeypatch.setattr(generator_rated, "generate_rated", generated)
    with session(TINY) as made:
        made.generating.make()
        assert len(asked) == 2
        made.generating.make()
        assert len(asked) == 3, "the one that was ready, and again one ahead"
        made.generating.choose("level", "hard")
        made.generating.make()
        assert [wish.level for wish in asked[3:]] == [Level.HARD, Level.HARD]


def test_a_puzzle_that_came_late_does_not_push_work_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    with session() as made:

        def generated(shape: Shape, seed: int, wish: Any, **_: Any) -> Rated:
            made.document.place(2, 4, "r1c3 = 4")
            problem = Sudoku.parse(TINY)
            return Rated(problem, problem.givens, solve_by_logic(problem), seed, 0)

        monkeypatch.setattr(generator_rated, "generate_rated", generated)
        offered: list[Any] = []
        made.files.choose = offered.append
        made.generating.make()
        assert made.document.grid.placed[2] == 4
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
        made.generating.make()
        assert made.document.message == "stopped: no puzzle was made"
        assert "41 grids" in told[0]
        assert "x stops" in told[0]


def test_level_and_technique_give_way_to_each_other() -> None:
    with session() as made:
        generating = made.generating
        note = generating.choose("requires", "xy-chain")
        assert note is not None
        assert generating.wishes.level is Level.UNFAIR
        note = generating.choose("level", "medium")
        assert note is not None
        assert generating.wishes.requires is None


@pytest.mark.parametrize("variant", ["X", "Jigsaw"])
def test_variants_are_made_and_hinted_at(variant: str) -> None:
    with session() as made:
        made.generating.propose(Layout.of(Shape(2, 3)))
        made.generating.choose("variant", variant)
        made.generating.make()
        document = made.document
        assert variant in document.grid.layout.variant
        for _ in range(4 * 36):
            if document.grid.solved:
                break
            made.tutor.hint()
        assert document.grid.solved
        assert made.solving.to_solve.verify(document.grid.values)
        made.generating.propose(document.grid.layout)
        assert made.generating.rows(), "its regions are no choice of the form, and do no harm"


@pytest.mark.parametrize("word", sorted({kind.kind for kind in drawn_kinds().values()}))
def test_rules_of_a_kind_are_drawn_for_a_puzzle(word: str) -> None:
    with session() as made:
        generating = made.generating
        generating.choose("shape", "2×2")
        generating.choose("seed", 3)
        note = generating.choose("rules", word)
        assert note is not None
        assert note.text == "what such a rule says is medium at least"
        assert KINDS[word].title in str(generating.wishes)
        generating.choose("level", "any")
        generating.make()
        puzzle = made.document.puzzle
        assert {rule.kind for rule in puzzle.grid.layout.untold} == {word}
        assert check(puzzle.problem).proper
        assert solve_by_logic(puzzle.problem).solved
        assert can(made, "neighbour")
        made.neighbour(1)
        assert made.document.puzzle.problem != puzzle.problem
        made.document.change(made.document.grid.without_rule(made.document.grid.layout.untold[0]), "a rule less")
        assert not generating.can_go_on


def test_rules_and_an_easy_level_give_way_to_each_other() -> None:
    with session() as made:
        generating = made.generating
        generating.choose("rules", "all")
        assert generating.wishes.rules == tuple(dict.fromkeys(kind.kind for kind in drawn_kinds().values()))
        assert generating.wishes.level is Level.MEDIUM
        kept = made.remembered()
        assert generating.choose("level", "easy") is not None
        assert generating.wishes.rules == ()
    with session() as made:
        made.recall(kept)
        assert made.generating.wishes.rules[1:]
        assert made.generating.wishes.level is Level.MEDIUM


def test_wishes_are_remembered() -> None:
    with session() as made:
        made.generating.choose("level", "extreme")
        made.generating.choose("symmetry", "flip")
        made.generating.choose("minimal", "yes")
        kept = made.remembered()
    with session() as made:
        made.recall(kept | {"new": kept["new"] | {"shape": "9x9"}})
        assert made.generating.wishes == Wishes(level=Level.EXTREME, symmetry=Symmetry.FLIP, minimal=True)
        for row in made.generating.rows():
            if isinstance(row, Choice):
                assert row.shown in {option.title for option in row.options}


def test_a_range_of_scores_may_be_wished_for() -> None:
    with session() as made:
        generating = made.generating
        assert generating.choose("least", 400) is None
        generating.choose("most", 300)
        assert generating.wishes.score == (300, 300), "the range follows the number typed last"
        generating.choose("most", 700)
        generating.choose("least", 250)
        assert str(generating.wishes) == "3×3 easy score 250-700"
        generating.make()
        assert made.document.puzzle.level.startswith("easy (")
        assert 250 <= int(made.document.puzzle.level[6:-1]) <= 700
        note = generating.choose("least", 900)
        assert note is not None
        assert "800 at most" in note.text
        assert generating.wishes.level is None
        assert generating.choose("level", "easy") is not None
        assert generating.wishes.least == 0
        kept = made.remembered()
    with session() as made:
        made.recall(kept)
        assert made.generating.wishes.most == 900


def test_a_seed_makes_the_same_puzzle_and_the_next_one_has_the_next() -> None:
    clues = []
    for seed in (7, 7, 8):
        with session() as made:
            made.generating.choose("shape", "2×3")
            made.generating.choose("variant", "Jigsaw")
            made.generating.choose("seed", seed)
            made.generating.make()
            clues.append((made.document.grid.shape, made.document.puzzle.clues))
            if len(clues) == 2:
                made.neighbour(1)
                following = (made.document.grid.shape, made.document.puzzle.clues)
    assert clues[0] == clues[1] != clues[2]
    assert following == clues[2]


def test_wishes_in_words_and_what_gives_way() -> None:
    said = []
    with session() as made:
        generating = made.generating
        generating.choose("shape", "2×2")
        for key, value in (
            ("level", "medium"), ("requires", "x-wing"), ("level", "easy"), ("requires", "any"), ("least", 900),
            ("least", 90), ("most", 50), ("most", 0), ("level", "easy"), ("least", 300), ("symmetry", "mirror"),
            ("minimal", "yes"), ("variant", "X"), ("variant", "Jigsaw"), ("shape", "2×3"), ("seed", 9),
        ):  # fmt: skip
            note = generating.choose(key, value)
            said.append(f"{generating.wishes}{f' ({note.text})' if note else ''}")
        rows = {row.key: row.value for row in generating.rows()}
        kept = generating.remembered()
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
        "shape": "2×3", "variant": "Jigsaw", "rules": "none", "level": "easy", "least": 300, "most": 0,
        "symmetry": "mirror", "minimal": "yes", "requires": "any", "seed": 9,
    }  # fmt: skip
    assert kept == {key: str(value) for key, value in rows.items() if key != "seed"}


def test_what_can_be_wished_for() -> None:
    with session() as made:
        found = {row.key: [option.value for option in row.options] for row in made.generating.rows()
                 if isinstance(row, Choice)}  # fmt: skip
    assert found["shape"] == ["2×2", "2×3", "3×2", "2×4", "3×3", "2×5", "3×4", "4×4"]
    assert found["variant"] == ["none", "X", "Windoku", "Jigsaw"]
    assert found["level"] == ["easy", "medium", "hard", "unfair", "extreme", "any"]
    assert found["symmetry"] == ["none", "half-turn", "quarter-turn", "mirror", "flip", "diagonal", "antidiagonal"]
    assert found["minimal"] == ["no", "yes"]
    assert found["requires"][:3] == ["any", "full-house", "naked-single"]
