"""Every lesson that comes with the program, taken through the app; and how lessons are found, left and taken up."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Static

from core import Queens
from core.compare import Quantity
from core.explain import Tone
from tests.cases import others_slow
from tests.tui.driving import drawn, in_front, picked_from, said, served, text_of, until
from tests.tui.lessons.taking import answer_rightly, answer_wrongly, at_step, course_of, strip_of
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import TextDialog
from tui.dialogs.pick import PickDialog
from tui.kit.code_panel import UNLIT, CodePanel
from tui.lab.screen import LabScreen
from tui.lessons.lesson import Lesson, names, shipped
from tui.lessons.open_lesson import OpenLesson
from tui.lessons.panel import LessonPanel
from tui.screens.compare.screen import CompareScreen
from tui.screens.cover.links import CoverLinks
from tui.screens.cover.screen import CoverScreen
from tui.screens.queens.screen import QueensScreen
from tui.screens.sudoku.screen import SudokuScreen

pytestmark = pytest.mark.usefixtures("short_samples", "without_time_limits")


def quantity_in_view(pilot: Pilot[Any]) -> Quantity | None:
    """What the table of a comparison shows; None on the other screens."""
    screen = pilot.app.screen
    return screen.session.view.quantity if isinstance(screen, CompareScreen) else None


TAKEN = [
    pytest.param(
        lesson, id=lesson.name,
        marks=pytest.mark.real_time("it measures") if lesson.steps[0].screen == "compare" else (),
    )
    for lesson in shipped()
]  # fmt: skip


ASKED = [
    (lesson.name, next(at for at, step in enumerate(lesson.steps, 1) if step.algorithm and step.answer))
    for lesson in shipped() if lesson.name in ("backtracking", "links", "logic-and-search")
]  # fmt: skip
"""On each screen that searches, a lesson and its first step with a question about a search."""


@pytest.mark.parametrize("lesson", others_slow(TAKEN, "backtracking", "bitmasks", "links", "measuring"))
async def test_each_step_is_reached_its_answer_taken_and_a_wrong_one_refused_with_a_reason(lesson: Lesson) -> None:
    async with DancingQueens(Start(lesson=lesson.name)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number, step in enumerate(lesson.steps, 1):
            course = await at_step(pilot, number)
            strip = strip_of(pilot)
            assert strip.has_focus
            for words in (course.text.split()[-1:], course.question.split()[-1:]):
                assert all(word in text_of(strip) for word in words), "the strip has room for it"
            keys = str(strip.border_subtitle)
            assert ("enter answer" in keys, "enter" in keys) == (step.asks and not step.reach, not step.reach)
            in_view = quantity_in_view(pilot)
            assert in_view in (None, step.view if step.asks and step.view else Quantity.TIME)
            if step.asks:
                await answer_wrongly(pilot, course)
                assert not course.answered
                assert course.said is not None
                assert course.said[0] is Tone.BAD
                assert len(course.said[1]) > len("Not 1234."), "a reason"
                await answer_rightly(pilot, course)
                assert course.answered, (number, course.said)
                assert quantity_in_view(pilot) in (None, Quantity.TIME)
            await pilot.press("enter")
        assert course.ended
        await pilot.press("enter")
        assert not pilot.app.screen.query(LessonPanel)
        assert course.done == len(lesson.steps)


async def test_f6_lists_all_lessons_and_what_is_done_and_goes_on_where_one_was_left() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        in_front(pilot, PickDialog)
        lines = picked_from(pilot)
        assert [line.title for line in lines] == [lesson.title for lesson in shipped()]
        assert all("10 minutes" in line.text and "steps" in line.text for line in lines)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("enter")
        await at_step(pilot, 2)
        await pilot.press("escape")
        screen = in_front(pilot, QueensScreen)
        assert not screen.query(LessonPanel)
        await until(pilot, lambda: screen.focused is screen.form)
        await pilot.press("f6")
        assert "1 of 13 steps done" in picked_from(pilot)[0].text
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 2)


async def test_a_lesson_whose_place_is_lost_says_so_and_r_brings_it_back() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("enter")
        course = await at_step(pilot, 2)
        await pilot.press("full_stop", "full_stop")
        await until(pilot, lambda: bool(course.lost))
        assert "r brings you back" in text_of(strip_of(pilot))
        await pilot.press("r")
        await until(pilot, lambda: not course.lost and "r brings you back" not in text_of(strip_of(pilot)))
        assert await at_step(pilot, 2) is course


@pytest.mark.parametrize(("key", "screen"), [("f2", QueensScreen), ("f3", SudokuScreen), ("f4", CoverScreen)])
async def test_the_list_of_lessons_is_left_for_another_screen_by_its_key(key: str, screen: type[Screen[Any]]) -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        in_front(pilot, PickDialog)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, screen))


@pytest.mark.parametrize(("name", "number"), ASKED)
async def test_the_pseudocode_tells_no_answer(name: str, number: int) -> None:
    async with DancingQueens(Start(lesson=name)).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press(*["pagedown"] * (number - 1))
        course = await at_step(pilot, number)
        assert course.kind is not None
        screen = in_front(pilot, LabScreen)
        screen.action_code()  # its key may belong to the answer
        await served(pilot)
        code = screen.query_one("#code", CodePanel)
        assert code.display
        assert code.code is not None
        assert (code.lit, list(code.values), code.sentence) == (UNLIT, [], None)
        await answer_rightly(pilot, course)
        await until(pilot, lambda: code.lit.line is not None and code.sentence is not None)


async def test_what_was_answered_is_kept_and_listed() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("enter")
        course = await at_step(pilot, 2)
        await pilot.press("5", "enter", "4", "enter")
        assert course.answered
        await pilot.press("enter")
        await at_step(pilot, 3)
        await pilot.press("escape")
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        in_front(pilot, PickDialog)
        await pilot.press("home", "a")
        dialog = in_front(pilot, TextDialog)
        said = str(dialog.query_one(Static).render())
        assert "Step 2: How many squares of row 2 are still free?" in said
        assert "5, 4 (right, with 1 hint)" in said
        assert "Step 3" not in said
        await pilot.press("escape", "down", "a")
        await until(pilot, lambda: "No question of this lesson has been answered" in drawn(app))


async def test_a_lesson_goes_on_paper_from_the_list(tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6", "end", "p")
        for name, answers in (("measuring.html", False), ("measuring-answers.html", True)):
            if answers:
                await pilot.press("p")
            app.screen.query_one(Input).value = str(tmp_path / name)
            while not (tmp_path / name).exists():
                await pilot.press("enter")
                await pilot.pause()
            in_front(pilot, PickDialog)
            await until(pilot, lambda name=name: "handout written" in drawn(app))
            page = (tmp_path / name).read_text("utf-8")
            assert "Which is faster?" in page
            assert ("Your own table tells." in page) == answers
        await pilot.press("p")
        app.screen.query_one(Input).value = str(tmp_path / "x.txt")
        await pilot.press("enter")
        await until(pilot, lambda: "not saved: " in drawn(app))
        assert not (tmp_path / "x.txt").exists()


async def test_an_answer_that_is_typed_before_its_question_stands_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    app = DancingQueens(Start(lesson="1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        ready, go = OpenLesson.ready, Event()

        def held(lesson: OpenLesson) -> Callable[[], None]:
            work = ready(lesson)

            def once_all_is_typed() -> None:
                go.wait()
                work()

            return once_all_is_typed

        monkeypatch.setattr(OpenLesson, "ready", held)
        for key in (Key("enter", "\r"), Key("4", "4"), Key("enter", "\r")):
            app.post_message(key)
        try:
            app.call_later(go.set)  # after these keys
            await until(pilot, lambda: "Yes: r2c3, r2c4, r2c5 and r2c6." in drawn(app))
        finally:
            go.set()


async def test_the_palette_puts_a_lesson_on_paper_the_one_being_taken_or_any(tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(80, 24)) as pilot:
        for choose, name in ((True, "measuring"), (False, "backtracking")):
            if not choose:
                await pilot.press("f6", "home", "enter")
                await until(pilot, lambda: app.screen.query(LessonPanel))
            await pilot.press("ctrl+p", *"handout", "enter")
            if choose:
                await until(pilot, lambda: "Lesson on paper" in drawn(app))
                await pilot.press("end", "enter")
            await until(pilot, lambda: app.screen.query(Input))
            path = tmp_path / app.screen.query_one(Input).value.replace(".pdf", ".html")
            assert path.stem.endswith(name)
            app.screen.query_one(Input).value = str(path)
            while not path.exists():
                await pilot.press("enter")
                await pilot.pause()
            await until(pilot, lambda: "handout written" in drawn(app))


async def test_large_type_leaves_the_board_and_the_strip() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        side, board = pilot.app.screen.query_one("#side"), pilot.app.screen.query_one("#board")
        width = board.size.width
        await pilot.press("f8")
        await until(pilot, lambda: not side.display and board.size.width > width)
        await pilot.press("enter")
        await at_step(pilot, 2)
        assert not side.display
        await pilot.press("f8")
        await until(pilot, lambda: side.display and board.size.width == width)
        await pilot.press("f8", "escape")
        await until(pilot, lambda: side.display and not pilot.app.screen.query(LessonPanel))


async def test_what_is_counted_by_walking_is_judged_wherever_the_learner_stands() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 6):
            await at_step(pilot, number)
            await pilot.press("pagedown")
        course = await at_step(pilot, 6)
        await pilot.press("full_stop", "full_stop", "full_stop")
        await until(pilot, lambda: bool(course.lost))
        assert "You have left node 4; r brings you back" in text_of(strip_of(pilot))
        await pilot.press("3", "enter")
        assert "Not 3. Hint: Press . until" in text_of(strip_of(pilot))
        await pilot.press("3", "enter")
        assert "Not 3. It is less." in text_of(strip_of(pilot))
        await pilot.press("2", "enter")
        assert "Yes, 2, and both for nothing." in text_of(strip_of(pilot))
        assert not course.lost


async def test_a_yes_or_no_is_not_given_away_by_the_first_wrong_answer() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 10):
            await at_step(pilot, number)
            await pilot.press("pagedown")
        await at_step(pilot, 10)
        await pilot.press("n", "enter")
        said = " ".join(text_of(strip_of(pilot)).split())
        assert "Hint: It would save" in said
        assert "91" not in said
        await pilot.press("n", "enter")
        assert "DLX + S heuristic has 91 nodes" in " ".join(text_of(strip_of(pilot)).split())


async def test_another_algorithm_is_not_the_steps_and_the_strip_says_so() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 7):
            await at_step(pilot, number)
            await pilot.press("pagedown")
        course = await at_step(pilot, 7)
        assert course.walks
        await pilot.press("a")
        in_front(pilot, PickDialog)
        await pilot.press("down", "enter")
        await until(pilot, lambda: bool(course.lost))
        assert "The screen is set to" in text_of(strip_of(pilot))
        await pilot.press("d")
        await until(pilot, lambda: course.screen is not None and course.screen.at() is not None)
        assert not course.answered, "a dead end of another search"
        await pilot.press("r")
        await at_step(pilot, 7)
        await until(pilot, lambda: not course.lost)
        await answer_rightly(pilot, course)


async def test_an_open_question_hides_the_reasons_and_a_hint_helps() -> None:
    app = DancingQueens(Start(lesson="1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("pagedown")
        await at_step(pilot, 2)
        await pilot.press("pagedown")
        course = await at_step(pilot, 3)
        await until(pilot, lambda: "node 2" in drawn(app))
        assert "Next is row 2" not in drawn(app)
        await pilot.press("question_mark")
        assert "Hint: It is in row 2" in text_of(strip_of(pilot))
        await pilot.press("enter")
        assert "Not r1c1. Hint: It takes the leftmost free square." in text_of(strip_of(pilot))
        await pilot.press("enter")
        assert "Not r1c1. r1c1 is taken already." in text_of(strip_of(pilot))
        await answer_rightly(pilot, course)
        await until(pilot, lambda: "Next is row 2" in drawn(app))
        await pilot.press("pageup")
        await at_step(pilot, 2)


async def test_nothing_in_view_tells_the_answer() -> None:
    app = DancingQueens(Start(lesson="logic-and-search"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        course = await at_step(pilot, 1)
        await until(pilot, lambda: "shown when you have answered" in drawn(app))
        assert "candidates 1" not in drawn(app)
        await answer_rightly(pilot, course)
        await until(pilot, lambda: "candidates 1 · 3 · 5" in drawn(app))


async def test_links_are_drawn_on_a_small_terminal_and_do_not_tell_the_answer() -> None:
    app = DancingQueens(Start(lesson="links"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 8):
            await at_step(pilot, number)
            await pilot.press("pagedown")
        course = await at_step(pilot, 8)
        assert course.step.answer == "size D"
        picture = app.screen.query_one(CoverLinks)
        await until(pilot, lambda: "Unlink x" in text_of(picture))
        lines = text_of(picture).splitlines()
        assert "●╌╌╌" in text_of(picture)
        assert "B───C───D" in lines[1]
        assert not any(sign.isdigit() for sign in lines[2]), "how long the lists are"
        await pilot.press("9", "enter", "9", "enter")  # the strip grows with what is said
        assert "●╌╌╌" in text_of(picture)
        await pilot.resize_terminal(50, 14)
        await until(pilot, lambda: "There is no room here to draw the links" in " ".join(text_of(picture).split()))
        await pilot.resize_terminal(80, 24)
        await answer_rightly(pilot, course)
        await until(pilot, lambda: "2" in text_of(picture).splitlines()[2])


async def test_every_panel_beside_a_lesson_is_whole_and_has_its_heading() -> None:
    app = DancingQueens(Start(lesson="logic-and-search"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 12):
            await at_step(pilot, number)
            await served(pilot)
            side = app.screen.query_one("#side")
            panels = [each for each in side.children if each.display and each.region.height]
            assert len(panels) >= 2
            for panel in panels:
                assert panel.border_title, (number, panel)
                assert side.region.contains_region(panel.region), (number, panel)
            await pilot.press("pagedown")


async def test_how_many_links_change_is_not_told_while_it_is_asked() -> None:
    app = DancingQueens(Start(lesson="links"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        for number in range(1, 10):
            await at_step(pilot, number)
            await pilot.press("pagedown")
        course = await at_step(pilot, 10)
        await until(pilot, lambda: "At node 3." in drawn(app))
        assert "15" not in drawn(app)
        await answer_rightly(pilot, course)
        await until(pilot, lambda: "At node 3; 15 steps" in drawn(app))


async def test_cover_opens_on_its_example_after_a_lesson_as_it_does_without_one() -> None:
    app = DancingQueens(Start(lesson="links"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("escape")
        await until(pilot, lambda: "a solution" in drawn(app) and "Two L trominoes" in drawn(app))


async def test_the_footer_offers_the_keys_that_an_answer_does_not_take() -> None:
    app = DancingQueens(Start(lesson="bitmasks"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("enter")
        course = await at_step(pilot, 2)
        assert strip_of(pilot).takes("f")
        await until(pilot, lambda: ", back" in drawn(app) and "C pseudocode" not in drawn(app))
        await pilot.press("left")
        told = "←: does nothing here now; the keys of this step stand below it"
        assert said(app) == [told]
        assert told in drawn(app)
        await answer_rightly(pilot, course)
        await until(pilot, lambda: "C pseudocode" in drawn(app))


async def test_f6_leads_back_to_the_lesson_from_anywhere_on_the_screen() -> None:
    async with DancingQueens(Start(lesson="1")).run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        await pilot.press("tab")
        assert not strip_of(pilot).has_focus
        await pilot.press("f6")
        assert strip_of(pilot).has_focus
        await pilot.press("f3", "f6")
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel) and strip_of(pilot).has_focus)
        assert course_of(pilot).at == 0


async def test_a_file_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\n[[step]]\nproblem = "6"\nalgorithm = "dlx"\ncolour = 3\n')
    app = DancingQueens(Start(lesson=str(path)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: said(app))
        (told,) = said(app)
        assert told.startswith(f"no lesson: {path}, line 5, column 1: colour: there is no such setting")


def test_lessons_are_numbered_as_they_are_listed() -> None:
    assert [name.partition("-")[0] for name in names()] == [str(number) for number in range(1, len(names()) + 1)]


@pytest.mark.parametrize("ascii_only", [False, True], ids=["signs", "ascii"])
async def test_the_strip_takes_every_size_and_needs_no_signs(ascii_only: bool) -> None:
    app = DancingQueens(Start(lesson="links", ascii_only=ascii_only))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        for size in ((40, 12), (1, 1), (200, 50), (80, 24)):
            await pilot.resize_terminal(*size)
        await until(pilot, lambda: "Enter goes to the next step." in text_of(strip_of(pilot)))
        assert drawn(app).isascii() is ascii_only


async def test_leaving_gives_back_what_was_on_the_screen_and_forgets_the_choices() -> None:
    app = DancingQueens(Start("queens", options={"what": "5"}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = in_front(pilot, QueensScreen)
        setup, remembered = screen.session.setup, deepcopy(app.settings.section(screen.SETTINGS))
        key = setup.entry.key
        app.lesson_runner.begin("1")
        await until(pilot, lambda: app.screen.query(LessonPanel))
        await at_step(pilot, 1)
        assert setup.problem != Queens(5)
        assert "enter" not in [action.shown_keys(1) for action in screen.subject.footer_actions()], "it is the strip's"
        await pilot.press("f1")
        assert "A hint, while a question is open" in drawn(app)
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not screen.query(LessonPanel))
        assert (setup.problem, setup.entry.key) == (Queens(5), key)
        assert app.settings.section(screen.SETTINGS) == remembered
