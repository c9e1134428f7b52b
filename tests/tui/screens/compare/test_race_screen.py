"""Races on the screen: who races, to what, how fast."""

from __future__ import annotations

import pytest

from core import Goal, Grid, Shape, Status, Sudoku
from core.compare import Experiment, Plan
from core.compare._race import makes
from core.compare._sweep import contestants
from core.sudoku._symbols import text_of as text_of_values
from tests.tui.driving import finished, in_front, text_of, until
from tests.tui.screens.compare.steps import app_with, compare, opened
from tui.dialogs.form import FormDialog
from tui.dialogs.pick import PickDialog
from tui.kit.frame import KeyBar
from tui.kit.live import LivePanel
from tui.kit.queens_board import QueensBoard
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.text_panel import TextPanel
from tui.kit.values import BoardValue
from tui.lab.lanes import Lane
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.race_session import RaceSetup
from tui.screens.cover.picture import LanePicture


async def test_race_to_the_known_counts() -> None:
    async with app_with("6-8", "bitmask,dlx,dlx-s").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("end", "v")
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        assert screen.session.setup.n == 8
        assert screen.session.setup.labels == ("bitmask", "dlx", "dlx-s")
        await pilot.press("f", "enter")
        await finished(pilot)
        for panel in screen.query(LivePanel):
            assert "92 / 92 ✓" in text_of(panel)
        titles = sorted(str(panel.border_title).split()[-1] for panel in screen.query(LivePanel))
        assert titles == ["first", "second", "third"]
        said = text_of(screen.query_one("#status", TextPanel))
        assert "wins" in said or "too close to tell" in said
        for board, sign in zip(screen.query(QueensBoard), "▼▣◢", strict=True):
            assert text_of(board).count("♛") == 8
            assert str(board.border_title).partition("]")[2].startswith(sign)  # as in the table
        await pilot.press("escape")
        assert compare(pilot)


@pytest.mark.parametrize(
    ("what", "algorithms", "shown"), [("2x2#1", "dlx,bitmask", "1"), ("four-sets", "dlx,algorithm-x", "")]
)
async def test_other_families_race_too(what: str, algorithms: str, shown: str) -> None:
    async with app_with(what, algorithms).run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("v")
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        await pilot.press("f", "enter")
        await finished(pilot)
        boards = [lane.board for lane in screen.query(Lane) if lane.display]
        assert len(boards) == 2
        for board in boards:
            assert board.display
            text = text_of(board)
            assert text.strip()
            assert shown in text
        assert not screen.query(QueensBoard)
        assert "." not in text_of(boards[0])
        await pilot.press("a")
        assert isinstance(pilot.app.screen, FormDialog)
        await pilot.press("enter", "escape")
        assert compare(pilot)


async def test_pieces_that_race_are_seen_in_their_places() -> None:
    async with app_with("own-pieces", "dlx,algorithm-x").run_test(size=(100, 30)) as pilot:
        await opened(pilot)
        await pilot.press("v")
        screen = in_front(pilot, RaceScreen)
        lanes = [screen.query_one(f"#lane{index}", LanePicture) for index in (0, 1)]
        empty = [text_of(lane) for lane in lanes]
        assert "│" in empty[0]
        await pilot.press("f", "enter")
        await finished(pilot)
        for lane, before in zip(lanes, empty, strict=True):
            assert text_of(lane) != before
            assert str(lane.border_title).partition("]")[2].strip()


async def test_race_in_slow_motion() -> None:
    async with app_with("8", "dlx,dlx-s").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("v", "minus", "minus")
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        assert "1/1 000 000 of real speed" in text_of(screen.query_one("#status", TextPanel))
        await pilot.press("full_stop")
        await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.state.paused)
        race = screen.session.driven
        assert race is not None
        await until(pilot, lambda: sum(lane.snapshot.steps for lane in race.state.lanes) == 1)
        assert screen.can("run")
        await pilot.press("space")
        await until(pilot, lambda: not race.paused)
        await pilot.press("x")
        await until(pilot, lambda: screen.session.driven.finished)  # type: ignore[union-attr]
        await until(pilot, lambda: "enter runs it again" in text_of(screen.query_one("#status", TextPanel)))
        await pilot.press("escape")
        await pilot.press("v")
        assert "1/1 000 000" in text_of(pilot.app.screen.query_one("#status", TextPanel))


async def test_the_footer_of_a_race_names_only_paces_that_there_are() -> None:
    async with app_with("8", "dlx,dlx-s").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await until(pilot, lambda: "v race" in text_of(pilot.app.screen.query_one(KeyBar)))
        await pilot.press("v", "f")
        bar = pilot.app.screen.query_one(KeyBar)
        assert ("+ faster" in text_of(bar), "- slower" in text_of(bar)) == (False, True)
        await pilot.press("minus")
        assert ("+ faster" in text_of(bar), "- slower" in text_of(bar)) == (True, True)
        assert all(words in text_of(bar) for words in ("enter run", "esc back", "F1 help"))
        await pilot.press(*["minus"] * 5)
        assert ("+ faster" in text_of(bar), "- slower" in text_of(bar)) == (True, False)


async def test_who_races() -> None:
    async with app_with("8", "dlx,dlx-s").run_test(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("v", "a")
        assert isinstance(pilot.app.screen, FormDialog)
        await pilot.press("1", "0", "down", "left", "down", "down", "down", "right", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        assert (screen.session.setup.n, screen.session.setup.goal, len(screen.session.setup.labels)) == (
            10,
            Goal.ALL,
            3,
        )
        await pilot.press("asterisk")
        assert screen.session.setup.n == 11


def test_a_setup_is_always_one_that_can_start() -> None:
    for values in ({}, {"n": 0, "labels": ["nothing", "dlx"], "pace": 7}, {"n": "x", "labels": 3, "goal": "none"}):
        setup = RaceSetup.recalled(values)
        assert len(setup.labels) >= 2
        assert len(makes(setup.plan)) == len(setup.labels)


@pytest.mark.parametrize(
    ("row", "pace", "said"),
    [
        ("8", None, "enter runs it; every"),
        ("16", None, "enter runs it; it takes about 90 s; every"),
        ("16", 1e-6, "about 513 days"),
    ],
)
async def test_a_long_race_says_so_before_it_starts(row: str, pace: float | None, said: str) -> None:
    async with app_with(row, "bitmask,dlx").run_test(size=(140, 45)) as pilot:
        await opened(pilot)
        setup = RaceSetup(row, ("bitmask", "dlx"), pace=pace)
        pilot.app.push_screen(RaceScreen(setup))
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        await pilot.pause()
        assert said in text_of(pilot.app.screen.query_one("#status", TextPanel))


async def test_a_race_asked_for_before_the_table_is_open_is_of_that_table() -> None:
    async with app_with("2x2#1", "dlx,bitmask").run_test(size=(80, 24)) as pilot:
        await pilot.press("v")  # without waiting for anything
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        assert (screen.session.setup.family, screen.session.setup.labels) == ("sudoku", ("dlx", "bitmask"))


@pytest.mark.real_time("a measurement is under way, which a time limit would end")
async def test_a_race_does_not_stop_a_measurement_unasked() -> None:
    async with app_with("18", "dlx,bitmask").run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter", "enter")  # it takes long, and that is said first
        await until(pilot, lambda: screen.session.running)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.session.running
        await pilot.press("v", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        await until(pilot, lambda: not screen.session.running)


def test_a_race_stops_where_the_table_does() -> None:
    plan = Plan("queens", ("8",), contestants("queens", "dlx,bitmask"), Goal.ALL, limit=5)
    table = Experiment(plan).table
    setup = RaceSetup("6", ("dlx", "bitmask")).for_table(table, "8", table.plan.contestants)
    searches = [make() for make in makes(setup.plan) if callable(make)]
    for search in searches:
        while search.advance(1000) is Status.RUNNING:
            pass
    assert [search.counts()[0] for search in searches] == [5, 5]


@pytest.mark.parametrize(("size", "numbers"), [((80, 24), 0), ((120, 40), 2 * 9)])  # of rows and columns
async def test_a_whole_sudoku_is_in_sight(size: tuple[int, int], numbers: int) -> None:
    async with app_with("3x3#1", "dlx,bitmask,backtracking").run_test(size=size) as pilot:
        await opened(pilot)
        await pilot.press("v")
        screen = pilot.app.screen
        assert isinstance(screen, RaceScreen)
        problem = screen.session.setup.problem()
        assert isinstance(problem, Sudoku)
        for board in screen.query(SudokuBoard):
            assert sum(map(str.isdigit, text_of(board))) == sum(map(bool, problem.givens)) + numbers


async def test_a_sudoku_has_the_signs_that_it_has_elsewhere() -> None:
    async with app_with("2x2#1", "dlx,bitmask").run_test(size=(140, 70)) as pilot:
        await opened(pilot)
        await pilot.press("v")
        board = pilot.app.screen.query_one("#lane0", SudokuBoard)
        values = range(1, 37)
        board.value = BoardValue(SudokuPosition(Grid.of(Shape(6, 6), (*values, *[0] * (36 * 35))), cursor=None))
        await until(pilot, lambda: text_of(board).strip())
        first = next(line for line in text_of(board).splitlines() if "&" in line)
        row = "".join(filter(text_of_values(values).__contains__, first))
        assert row == f"1{text_of_values(values)}"  # after the number of the row
