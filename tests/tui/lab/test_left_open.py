"""What stood open comes back at the next start: editors, choosing by hand, a race, a comparison and its plan."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from tests.pty_app import PtyApp
from tests.tui.driving import finished, in_front, said, served, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.pick import PickDialog
from tui.kit.text_panel import TextPanel
from tui.lab.screen import LabScreen
from tui.screens.compare.dialogs import PlanDialog
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.screen import CompareScreen
from tui.screens.cover.dialogs import WriteDialog
from tui.settings import Settings


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched here is soon searched again, whatever a clock says of the first time."""
    for module in ("tui.lab.search_left", "tui.screens.compare.race_session"):
        monkeypatch.setattr(f"{module}.QUICK_SECONDS", math.inf)


async def opened(pilot: Pilot[Any]) -> Any:
    """The screen, once what it begins with is there and has come back."""
    await served(pilot)
    screen = pilot.app.screen_stack[0]
    await finished(pilot, "begin", "open", "show")
    if isinstance(screen, LabScreen):
        await until(pilot, lambda: not screen.left.on_its_way and not screen.moving)
    else:
        await until(pilot, lambda: not screen.waiting.busy)  # type: ignore[attr-defined]
    return screen


# Editors


async def test_a_text_being_typed_comes_back_with_its_cursor() -> None:
    async with DancingQueens(Start("cover", options={"what": "knuth-dlx1"})).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        options = len(in_front(pilot, LabScreen).session.problem.options)  # type: ignore[attr-defined]
        await pilot.press("w", "pagedown", "A", "space", "B", "up", "home", "right")
        area = in_front(pilot, WriteDialog).query_one(TextArea)
        text, cursor = area.text, area.cursor_location
        assert text.endswith("A B")
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        dialog = in_front(pilot, WriteDialog)
        area = dialog.query_one(TextArea)
        await until(pilot, lambda: (area.text, area.cursor_location) == (text, cursor))
        await pilot.press("escape")
        assert in_front(pilot, WriteDialog) is dialog, "it says first that the text is not used"
        await pilot.press("ctrl+s")
        await finished(pilot, "open")
        assert len(screen.session.problem.options) == options + 1
        await pilot.press("e", "u")
        assert screen.session.document.opened.name == "gallery:knuth-dlx1", "it was a change of that problem"
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        assert await opened(pilot) is pilot.app.screen


async def test_the_editor_of_a_matrix_comes_back_with_its_cursor() -> None:
    async with DancingQueens(Start("cover", options={"what": "four-sets"})).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("e", "down", "right", "right", "space", "down")
        problem = screen.session.problem
        assert screen.session.cursor == (2, 2)
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        session = screen.session
        assert (session.editing, session.cursor, session.problem) == (True, (2, 2), problem)
        assert screen.focused is screen.matrix
        before = 2 in problem.options[2]
        await pilot.press("space")
        assert (2 in session.problem.options[2]) is not before
        await pilot.press("escape")
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        assert not (await opened(pilot)).session.editing


@pytest.mark.parametrize("keys", [
    ["m", "right"], ["d", "5", "down", "down"], ["grave_accent", "3", "right"], ["n", "apostrophe"],
    ["i", "4", "2", "down"], ["right", "quotation_mark"],
], ids=["marks", "digit first", "colours", "the next is a mark", "type in", "strike out"])  # fmt: skip
async def test_what_a_typed_value_does_comes_back(keys: list[str]) -> None:
    async with DancingQueens(Start("sudoku")).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press(*keys)
        session = screen.session
        was = session.entering.looks(), session.mode_words, session.document.grid, session.document.editor.colours
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        session = (await opened(pilot)).session
        now = session.entering.looks(), session.mode_words, session.document.grid, session.document.editor.colours
        assert now == was


async def test_the_next_puzzle_of_a_collection_is_still_the_next() -> None:
    async with DancingQueens(Start("sudoku")).run_test(size=(80, 24)) as pilot:
        session = (await opened(pilot)).session
        await pilot.press("right_parenthesis")
        assert session.files.place == 1
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        session = (await opened(pilot)).session
        before = session.document.grid
        await pilot.press("right_parenthesis")
        assert session.files.place == 2
        await pilot.press("left_parenthesis")
        assert session.document.grid == before


async def test_the_cursor_is_not_that_of_another_puzzle() -> None:
    async with DancingQueens(Start("sudoku")).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("m", "down")
    settings = Settings()
    left = deepcopy(settings.section("left"))
    left["sudoku"]["looks"]["work"] = "that of another window"
    settings.put("left", left)
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert screen.session.document.mode == "values"
        assert not said(pilot.app)


# By hand


async def test_choosing_by_hand_comes_back_step_by_step() -> None:
    async with DancingQueens(Start("cover", options={"what": "four-sets"})).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("H", "space", "down", "x", "down")
        session = screen.session
        taken, forbidden = session.restricted.taken, session.restricted.forbidden
        assert taken
        assert forbidden
        cursor = session.cursor
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        session = screen.session
        assert session.hand.on
        assert (session.restricted.taken, session.restricted.forbidden, session.cursor) == (taken, forbidden, cursor)
        assert screen.focused is screen.matrix
        await pilot.press("u")
        assert (session.restricted.taken, session.restricted.forbidden) == (taken, frozenset())
        await pilot.press("u")
        assert not session.hand.anything
        assert not session.hand.can_undo
        await pilot.press("escape")
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        assert not (await opened(pilot)).session.hand.on


async def test_placing_queens_comes_back() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("e", "right", "space", "down", "down", "x")
        problem, square = screen.session.problem, screen.session.cursor
        assert (problem.placed, problem.forbidden) == (((0, 1),), ((2, 1),))
    async with DancingQueens().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        assert (screen.session.problem, screen.session.cursor) == (problem, square)
        assert screen.focused is screen.board
        await pilot.press("down", "space")
        assert screen.session.problem.placed == ((0, 1), (3, 1))


# A race


def steps(race: RaceScreen) -> list[int]:
    driven = race.session.driven
    return [] if driven is None else [lane.snapshot.steps for lane in driven.state.lanes]


async def raced(pilot: Pilot[Any], *keys: str) -> RaceScreen:
    await opened(pilot)
    await pilot.press("v", *keys)
    return in_front(pilot, RaceScreen)


async def left_race(pilot: Pilot[Any]) -> RaceScreen:
    await opened(pilot)
    await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
    return in_front(pilot, RaceScreen)


COMPARED = {"what": "6", "algorithm": "backtracking,dlx-s"}


async def test_a_race_comes_back_where_its_lanes_were() -> None:
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        race = await raced(pilot, "minus")
        for _ in range(9):
            await pilot.press("full_stop")
            await until(pilot, lambda: race.session.driven is not None and race.session.driven.resting)
        setup, were = race.session.setup, steps(race)
        assert sum(were) == 9
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        race = await left_race(pilot)
        await until(pilot, lambda: race.session.driven is not None and race.session.driven.resting)
        assert (race.session.setup, steps(race)) == (setup, were)
        await until(pilot, lambda: "as you left it" in text_of(race.query_one("#status", TextPanel)))
        await pilot.press("full_stop")
        await until(pilot, lambda: race.session.driven is not None and race.session.driven.resting)
        assert sum(steps(race)) == 10
        await until(pilot, lambda: "as you left it" not in text_of(race.query_one("#status", TextPanel)))
        await pilot.press("escape")
        in_front(pilot, CompareScreen)
        assert "over" not in Settings().section("left")["compare"]
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        in_front(pilot, CompareScreen)


async def test_a_race_that_was_over_is_over() -> None:
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        race = await raced(pilot, "f")
        assert Settings().section("left")["compare"]["over"][0] == "race", "on disk before anything of it runs"
        await pilot.press("enter")
        await until(pilot, lambda: race.session.driven is not None and race.session.driven.finished)
        were = steps(race)
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        race = await left_race(pilot)
        await until(pilot, lambda: race.session.driven is not None and race.session.driven.finished)
        assert steps(race) == were
        assert all(lane.place is not None for lane in race.session.driven.state.lanes)  # type: ignore[union-attr]


async def test_a_race_that_took_long_is_to_be_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.screens.compare.race_session.QUICK_SECONDS", -1.0)
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        race = await raced(pilot, "full_stop")
        await until(pilot, lambda: race.session.driven is not None and race.session.driven.resting)
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        race = await left_race(pilot)
        assert race.session.driven is None
        assert "you left this race" in text_of(race.query_one("#status", TextPanel))


# A comparison


async def test_a_comparison_comes_back_as_it_was_seen() -> None:
    options = {"what": "4-6", "algorithm": "backtracking,dlx,dlx-s", "repeat": 5}
    async with DancingQueens(Start("compare", options=options)).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await pilot.press("t", "right", "minus", "down", "s", "S", "down", "g")
        view, layout, cursor = screen.session.view, screen.session.layout, (screen.row, screen.column)
        assert view.hidden == {"dlx"}
        assert view.columns
        assert cursor == ("6", "dlx-s")
        plan = screen.table.plan
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        assert screen.table.plan == plan, "though nothing of it has been measured"
        assert (screen.session.view, screen.session.layout, (screen.row, screen.column)) == (view, layout, cursor)


@pytest.mark.parametrize("key", ["n", "a"])
async def test_a_plan_being_edited_comes_back(key: str) -> None:
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press(key, "end", *"7x", "tab", "down", "down", "right", "tab", "down", "space")
        draft = in_front(pilot, PlanDialog).draft
        assert draft.texts["queens"].endswith("7x")
        assert draft.repeat != 5
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        assert in_front(pilot, PlanDialog).draft == draft
        await pilot.press("end", "backspace", "backspace", "enter")
        await finished(pilot, "open", "show")
        assert screen.table.plan.repeat == draft.repeat


async def test_a_plan_that_was_put_aside_comes_back_when_asked_for() -> None:
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press("n", "end", *"7x", "escape")
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press("n")
        assert in_front(pilot, PlanDialog).draft.texts["queens"].endswith("7x")


async def test_the_history_lies_open_again() -> None:
    async with DancingQueens(Start("compare", options=COMPARED)).run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))


@pytest.mark.pty
def test_a_text_comes_back_after_a_kill(tmp_path: Path) -> None:
    import signal

    with PtyApp(["-m", "tui", "cover", "four-sets"], tmp_path, (80, 24)) as app:
        app.wait_for("Four sets")
        app.press("wzebra")
        app.wait_for("zebra")
        app.wait_for(
            lambda _: (
                "zebra" in json.loads((tmp_path / "settings.json").read_text())["left"]["cover"]["over"][1]["text"]
            )
        )
        app.process.send_signal(signal.SIGKILL)
        app.wait_for_end()
    with PtyApp(["-m", "tui"], tmp_path, (80, 24)) as app:
        app.wait_for("zebra")
        app.press("\x11")
        assert app.wait_for_end() == 0
