"""Hints, steps, the path, "why not?" and training, without an app."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from core import Grid
from core.sudoku import parse
from core.sudoku._grid import bit
from core.sudoku.human import HintStage, Position, Step, WhyKind, find, technique
from core.sudoku.human import _exercises as exercises
from tests.tui.screens.sudoku.sessions import session, typed, words_of
from tests.tui.screens.sudoku.steps import NEWSPAPER, X_WING
from tui.kit.sudoku_overlay import CandidateRole, of_hint, of_step
from tui.screens.sudoku import known, tutor
from tui.screens.sudoku.document import NewsTone, Once
from tui.screens.sudoku.job import Job
from tui.screens.sudoku.known import Trouble
from tui.screens.sudoku.sight import LowerRight, page_of

PAIR = "4.....938.32.941...953..24.37.6.9..4529..16736.47.3.9.957..83....39..4..24..3.7.9"
SWORDFISH = (
    ":0000:x:4...+59.+27+25...4.9...7.1+25+3+4.6.+2.3.+85+5.2.48.7+3+3.8..+52..+83.52......+5....1+2.+2.....+58:"
    "162 962 982 684 784 685 785 194 694 794 695 795::"
)
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_one_key_leads_through_the_four_stages() -> None:
    with session(PAIR) as made:
        document, tutor = made.document, made.tutor
        before = document.grid
        said = []
        for stage in list(HintStage)[:3]:
            tutor.hint()
            assert tutor.shown is not None
            assert tutor.shown.hint.stage is stage
            assert tutor.text is not None
            said.append(tutor.text)
            overlay = tutor.overlay
            assert overlay is not None
            assert bool(overlay.candidates) == (stage is HintStage.CONSEQUENCE)
        assert [title for title, _ in said] == ["Hint 1 of 4", "Hint 2 of 4", "Hint 3 of 4"]
        assert [text.split(".")[0] for _, text in said][:2] == ["Look at row 1", "The technique: Locked Pair, in row 1"]
        assert "r1c45<>1" in said[2][1]
        assert document.grid == before
        tutor.hint()
        assert tutor.shown is None
        assert document.grid.struck[3] == bit(1)
        assert document.show_candidates
        assert "u undoes it" in document.message
        document.undo()
        assert document.grid == before


def test_a_hint_goes_when_the_grid_changes_and_with_escape() -> None:
    with session() as made:
        tutor = made.tutor
        tutor.hint()
        typed(made, "4")
        assert tutor.shown is None
        assert tutor.overlay is None
        tutor.hint()
        assert tutor.shown is not None
        made.back()
        assert tutor.text is None
        tutor.hint()
        assert tutor.shown is not None
        assert tutor.shown.hint.stage is HintStage.WHERE


def test_the_first_hint_does_not_wait_for_the_proof_of_one_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a large grid the proof takes longer than the hint; it is made while the hint is read."""
    asked: list[str] = []
    doing: list[str] = []
    find_out, run = known.known_about, Job.run

    def known_about(*arguments: Any) -> Any:
        asked.append(doing[-1])
        return find_out(*arguments)

    def run_job(job: Job) -> Any:
        doing.append(job.kind)
        done = run(job)
        doing.pop()
        return done

    for module in (known, tutor):
        monkeypatch.setattr(module, "known_about", known_about)
    monkeypatch.setattr(Job, "run", run_job)
    with session() as made:
        made.tutor.hint()
        assert made.tutor.shown is not None
        assert asked == ["proof"], "while the hint is read"
        for _ in range(5):
            made.tutor.hint()
        assert asked == ["proof"], "known once"
    asked.clear()
    with session(PAIR) as made:
        made.document.cursor = made.document.grid.values.index(0)
        typed(made, "1")
        made.tutor.hint()
        assert asked[:1] == ["logic"], "a value placed may be wrong: before the hint"


def test_hints_solve_a_puzzle() -> None:
    with session() as made:
        for _ in range(4 * 81):
            if made.document.grid.solved:
                break
            made.tutor.hint()
        assert "".join(map(str, made.document.grid.values)) == SOLUTION
        assert made.document.tone is NewsTone.GOOD
        made.tutor.hint()
        assert made.document.message == Trouble.SOLVED


@pytest.mark.parametrize(
    ("keys", "struck", "trouble"),
    [("5", None, Trouble.CONFLICT), ("1", None, Trouble.WRONG), ("", 4, Trouble.STRUCK)],
)
def test_no_hint_begins_from_a_wrong_position(keys: str, struck: int | None, trouble: Trouble) -> None:
    with session() as made:
        document = made.document
        typed(made, keys)
        if struck:
            document.change(document.grid.toggle_struck(2, struck), "struck")
        made.tutor.hint()
        assert document.message == trouble
        assert made.tutor.shown is None


def test_a_step_that_is_applied_wipes_own_marks_too() -> None:
    with session(PAIR) as made:
        document = made.document
        document.change(document.grid.marks_from_candidates(), "marks")
        for _ in range(4):
            made.tutor.hint()
        assert not document.grid.marks[3] & bit(1)


class Chosen:
    """Chooses the step with an index, and keeps what was offered."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.title = ""
        self.steps: Sequence[Step] = ()

    def __call__(
        self, title: str, steps: Sequence[Step], before: Callable[[int], Grid], choose: Callable[[int], None]
    ) -> None:
        self.title, self.steps = title, steps
        choose(self.index)


def test_all_steps_are_listed_and_one_is_shown() -> None:
    with session(PAIR) as made:
        made.choose_step = chosen = Chosen(3)
        made.tutor.every_step()
        assert chosen.title == "The first 300 of the steps possible now"
        assert len({(step.technique, step.placements, step.eliminations) for step in chosen.steps}) == len(chosen.steps)
        assert made.tutor.shown is not None
        assert made.tutor.shown.hint.step == chosen.steps[3]
        assert made.tutor.shown.hint.stage is HintStage.CONSEQUENCE


def test_few_steps_are_counted() -> None:
    with session(SOLUTION[:2] + "." + SOLUTION[3:]) as made:
        made.choose_step = chosen = Chosen(0)
        made.tutor.every_step()
        assert chosen.title == f"{len(chosen.steps)} steps possible now"
        assert {step.placements for step in chosen.steps} == {((2, 4),)}


def test_the_grid_goes_to_a_step_of_the_path() -> None:
    with session(PAIR) as made:
        made.choose_step = chosen = Chosen(9)
        made.tutor.path()
        assert "steps, score" in chosen.title
        assert made.tutor.shown is not None
        assert made.tutor.shown.hint.step == chosen.steps[9]
        position = Position.of(parse(PAIR).grid)
        for step in chosen.steps[:9]:
            position.apply(step)
        assert made.document.grid.values == tuple(position.values)
        assert made.document.grid.candidates == tuple(position.bits)
        made.document.undo()
        assert made.document.grid.values == parse(PAIR).grid.values, "one step"


def test_hints_that_are_taken_go_along_the_path() -> None:
    with session(PAIR) as made:
        made.page = LowerRight.PATH
        made.tutor.find_path()
        walk = made.tutor.walk
        assert walk is not None
        before = len(walk.path.steps)
        for _ in range(4):
            made.tutor.hint()
        assert made.tutor.walk is not None
        assert len(made.tutor.walk.path.steps) == before - 1
        assert made.tutor.walk.before(before - 1).solved
        typed(made, "1")
        assert made.tutor.walk is None, "another way"


def test_why_not_points_at_the_reason() -> None:
    with session() as made:
        document, tutor = made.document, made.tutor
        made.entering.once(Once.WHY)
        typed(made, "9")
        assert tutor.answer is not None
        assert tutor.answer.why.kind is WhyKind.PEER
        assert tutor.text == ("Why not 9 in r1c3?", "r1c3 sees r3c2, where 9 is already placed.")
        overlay = tutor.overlay
        assert overlay is not None
        assert overlay.candidates == {(2, 9): CandidateRole.ELIMINATED}
        assert {2, 19} <= overlay.cells
        assert not document.grid.placed[2], "asking writes nothing"
        tutor.why(2, 1)
        assert tutor.answer.why.kind in (WhyKind.STEP, WhyKind.CONTRADICTION)


def test_why_not_marks_nothing_where_nothing_is_ruled_out() -> None:
    with session() as made:
        tutor = made.tutor
        for cell, value, kind in ((0, 4, WhyKind.FILLED), (2, int(SOLUTION[2]), WhyKind.OPEN)):
            tutor.why(cell, value)
            assert tutor.answer is not None
            assert tutor.answer.why.kind is kind
            assert tutor.overlay is not None
            assert tutor.overlay.candidates == {}
            assert tutor.overlay.cells == {cell}
            page = page_of(made)
            assert page is not None
            assert "gone" not in str(page.lines), "no legend either"


def test_a_fish_is_marked_by_its_parts() -> None:
    grid = parse(X_WING).grid
    step = next(iter(find(Position.of(grid, unique=True), "x-wing")))
    overlay = of_step(step, grid.candidates)
    assert set(overlay.roles()) == {CandidateRole.ELIMINATED, CandidateRole.DEFINING}
    assert {key for key, role in overlay.candidates.items() if role is CandidateRole.ELIMINATED} == set(
        step.eliminations
    )
    assert {cell for cell, _ in overlay.candidates} >= {c.cell for c in step.pattern.defining}


def test_every_technique_found_in_a_position_can_be_marked() -> None:
    for text in (X_WING, SWORDFISH, PAIR):
        with session(text) as made:
            made.choose_step = chosen = Chosen(0)
            made.tutor.every_step()
            for step in chosen.steps:
                overlay = of_step(step, made.document.grid.candidates)
                gone = {key for key, role in overlay.candidates.items() if role is CandidateRole.ELIMINATED}
                assert gone == set(step.eliminations), step
                assert overlay.cells or overlay.candidates


def exercise(which: Any, shape: Any, seed: int, **_: Any) -> exercises.Exercise:
    grid = parse(X_WING).grid
    return exercises.Exercise(grid, next(iter(find(Position.of(grid, unique=True), which))), seed, False)


def test_training_says_when_the_step_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "exercise", exercise)
    with session() as made:
        document, tutor = made.document, made.tutor
        tutor.training.train(technique("x-wing"))
        assert document.message == "find X-Wing (simpler steps are there too); / helps"
        assert tutor.training.exercise is not None
        cell, value = tutor.training.exercise.step.eliminations[0]
        document.cursor = cell
        made.entering.once(Once.STRIKE)
        wrong = next(v for v in range(1, 10) if document.grid.candidates[cell] & bit(v) and v != value)
        typed(made, str(wrong))
        assert document.tone is NewsTone.BAD
        document.undo()
        made.entering.once(Once.STRIKE)
        typed(made, str(value))
        assert document.tone is NewsTone.GOOD
        assert document.message.startswith("right: X-Wing")
        document.undo()
        for _ in range(3):
            tutor.hint()
        assert tutor.shown is not None
        assert tutor.shown.hint.step.technique.key == "x-wing", "not one of the simpler steps that are there"
        document.undo()
        assert document.grid.givens == parse(NEWSPAPER).grid.givens, "the puzzle before is there again"


def test_work_that_is_stopped_says_so() -> None:
    with session() as made:

        def launch(job: Job) -> None:
            job.stop.set()
            job.done(job.run())
            made.jobs.ended(job)

        made.jobs._launch = launch
        made.tutor.hint()
        assert made.document.message == Trouble.STOPPED
        made.tutor.path()
        assert made.tutor.walk is None


def test_pages_of_the_lower_right() -> None:
    with session(PAIR) as made:
        made.entering.go(1)
        assert page_of(made) is None
        titles = []
        for _ in list(LowerRight)[1:]:
            made.turn_page()
            page = page_of(made)
            assert page is not None
            titles.append(str(page.title))
        assert titles[0] == "No steps yet"
        assert titles[1].startswith("Path: ")
        assert titles[2:] == ["Candidates of row 1", "Candidates of column 2", "Candidates of box 1"]
        made.turn_page()
        assert made.page is LowerRight.FIGURES
        made.tutor.hint()
        page = page_of(made)
        assert page is not None
        assert page.title == "Hint 1 of 4"


def test_the_candidates_of_a_unit_are_all_there() -> None:
    with session("." * 256) as made:
        made.page = LowerRight.ROW
        page = page_of(made)
        assert page is not None
        assert len(page.lines) == 16
        assert words_of(page.lines[0]).endswith("123456789ABCDEFG")


def test_the_steps_so_far_end_with_the_newest() -> None:
    with session() as made:
        typed(made, "4>6")
        made.page = LowerRight.STEPS
        page = page_of(made)
        assert page is not None
        assert page.title == "2 steps so far"
        assert page.lines[page.at][-1][0] == "r1c4 = 6"


def test_a_hint_shows_no_more_than_its_stage() -> None:
    with session(PAIR) as made:
        made.tutor.hint()
        assert made.tutor.shown is not None
        assert of_hint(made.tutor.shown.hint, made.document.grid.candidates).candidates == {}
        assert of_hint(made.tutor.shown.hint, made.document.grid.candidates).cells == frozenset(range(9))
