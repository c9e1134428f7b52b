"""All that is to be seen of the Sudoku screen, as one value: without an app."""

from __future__ import annotations

from threading import Thread

import pytest

from tests.tui.screens.sudoku.sessions import session, typed, words_of
from tests.tui.screens.sudoku.steps import NEWSPAPER, SOLUTION, TWO_SOLUTIONS
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.text import PageText
from tui.lab.view import LabView
from tui.screens.sudoku.job import IsStopped, Job
from tui.screens.sudoku.session import LOOK_SECONDS, SudokuSession


def seen(made: SudokuSession) -> LabView:
    made.look()
    return made.view()


def keys(view: LabView) -> str:
    return " ".join(f"{action.shown_keys(1)}:{action.label}" for action in view.keys)


def standing(view: LabView) -> str:
    return " ".join((*sorted(view.standing), *(panel.name for panel in view.panels)))


def position(view: LabView) -> SudokuPosition:
    drawn = view.board.position
    assert isinstance(drawn, SudokuPosition)
    return drawn


def page(view: LabView, name: str) -> PageText:
    value = dict(view.panels)[name]
    assert isinstance(value, PageText)
    return value


def solved(made: SudokuSession) -> None:
    solving = made.solving
    solving.search.start(solving.make_search()).drive()
    solving.ended()


def test_a_puzzle_to_be_worked_on_with_what_is_left_to_do() -> None:
    with session() as made:
        made.document.cursor = 2
        view = seen(made)
        assert standing(view) == "-playing form info live page left"
        assert (view.board.title, view.board.words, view.title) == ("9 × 9  pasted", "VALUES", "saved ✓")
        assert (position(view).cursor, position(view).searched) == (2, None)
        assert words_of(page(view, "info").lines[0]) == "candidates 1 2 · 4 · · · · ·"
        assert page(view, "left").title == "Left to place: 51"
        assert keys(view) == "1-9:value ':mark /:hint u:undo o:open enter:solve"


def test_a_digit_changes_the_board_the_cell_and_what_is_left() -> None:
    with session() as made:
        made.document.cursor = 2
        before = seen(made)
        typed(made, "4")
        view = seen(made)
        assert position(view).grid.values[2] == 4
        assert page(view, "info").lines[0] == (("4 mine", "plain"),)
        assert page(view, "left").title == "Left to place: 50"
        changed = [name for name, value in view.panels if dict(before.panels)[name] != value]
        assert changed == ["info", "page", "left"]


def test_nothing_new_is_an_equal_view_and_anything_else_is_not() -> None:
    with session() as made:
        first = seen(made)
        assert seen(made) == first
        made.entering.move(0, 1)
        second = seen(made)
        assert second != first
        assert dict(second.panels)["live"] == dict(first.panels)["live"]
        made.whole_grid.candidates()
        assert seen(made) != second


def test_a_solution_in_view_and_the_own_grid_again() -> None:
    with session() as made:
        solved(made)
        view = seen(made)
        assert standing(view) == "-watching form info live page"
        assert "".join(map(str, position(view).searched or ())) == SOLUTION
        assert (view.board.words, view.board.more) == ("SOLUTION 1", ("esc my grid",))
        assert keys(view).startswith("w:write in ,:back T:tree")
        made.back()
        view = seen(made)
        assert (standing(view), position(view).searched) == ("form info live page", None)


def test_a_search_that_is_held_has_its_reason_its_code_and_its_tree() -> None:
    with session() as made:
        solving = made.solving
        solving.prepare_step()
        run = solving.search.start(solving.make_search(), paused=True)
        thread = Thread(target=run.drive, daemon=True)
        thread.start()
        while not run.resting:
            thread.join(0.001)
        made.coding = made.tree_opened = True
        view = seen(made)
        assert standing(view) == "-code -held -tree -watching form info live page code tree"
        made.document.watching = False
        view = seen(made)
        assert standing(view) == "-code form info live page code"
        assert not made.tree_opened, "the tree goes with the search"
        run.cancel()
        thread.join()


def test_a_page_that_was_asked_for_takes_the_place_of_the_figures() -> None:
    with session() as made:
        made.turn_page()
        view = seen(made)
        assert "-paged" in view.standing
        assert page(view, "page").title == "No steps yet"
        made.long_page = page(view, "page")
        assert made.page_is_long
        typed(made, "1")
        assert not made.page_is_long, "another page has not been found to be long yet"


def test_without_a_frame_the_mode_stands_below_the_cell() -> None:
    with session() as made:
        assert page(seen(made), "info").note == ""
        made.board_framed = False
        made.whole_grid.candidates()
        assert page(seen(made), "info").note == "VALUES · candidates"


def test_what_is_not_saved_is_said_and_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with session(TWO_SOLUTIONS) as made:
        made.clock_shown = False
        assert made.next_look is None
        made.document._written = False
        view = seen(made)
        assert view.title == "NOT SAVED ✗"
        assert made.next_look is None, "the store has refused it"
        with monkeypatch.context() as busy:
            busy.setattr(type(made.document.works.store), "waits", True)
            assert made.next_look == LOOK_SECONDS
        made.unicode = False
        assert seen(made).title == "NOT SAVED x"
        made.document._written = True
        assert seen(made).title == "saved"


def test_the_clock_and_a_job_say_when_to_look_again() -> None:
    with session(NEWSPAPER) as made:
        made.document.acted()
        assert made.next_look == 1.02
        looked: list[float | None] = []

        def work(stopped: IsStopped) -> None:
            looked.append(made.next_look)

        made.jobs.begin(Job("check", "checking…", work, lambda _: None))
        assert looked == [LOOK_SECONDS]
