"""Kept searches through the screens, and the real program killed in the middle of one."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from core import Goal, Queens, Status, algorithm
from tests.pty_app import PtyApp
from tests.tui.driving import MANY_NODES, finished, in_front, said, text_of, until
from tui.app import DancingQueens, Start
from tui.dialogs.pick import PickDialog
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.lab.keeping import FOLDER
from tui.lab.screen import LabScreen
from tui.settings import Settings

AT_ONCE = {"keeping": {"first": 0, "every": 600}}
EIGHT = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))
    return tmp_path


def app(mode: str, **options: Any) -> DancingQueens:
    settings = Settings()
    settings.put("keeping", AT_ONCE["keeping"])
    return DancingQueens(Start(mode, options=options), settings)


async def open_list(pilot: Pilot[Any]) -> None:
    await pilot.press("K")
    await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))


def screen_of(pilot: Pilot[Any]) -> LabScreen:
    return in_front(pilot, LabScreen)


async def steps(pilot: Pilot[Any], count: int) -> int:
    """So many nodes of a new search, which then holds still."""
    screen = screen_of(pilot)
    screen.start_search(paused=True)
    run = screen.search.run
    assert run is not None
    run.step(count)
    await until(pilot, lambda: run.resting and run.snapshot.steps >= count)
    return run.snapshot.steps


async def taken_up(pilot: Pilot[Any], at: int) -> None:
    """The offer is seen; K and enter go on with it, from where it was."""
    screen = screen_of(pilot)
    await until(pilot, lambda: any("kept from last time" in each for each in said(pilot.app)))
    await open_list(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: screen.search.run is not None and screen.search.snapshot is not None
                and screen.search.snapshot.finished)  # fmt: skip
    assert screen.search.snapshot is not None
    assert screen.search.snapshot.status is Status.COMPLETE
    assert screen.search.snapshot.steps > at


async def test_a_search_for_queens_goes_on_after_the_app_was_left(home: Path) -> None:
    options = {"what": "8", "algorithm": "backtracking", "goal": "count", "speed": "full"}
    async with app("queens", **options).run_test(size=(80, 24)) as pilot:
        made = await steps(pilot, 700)
    assert len(list((home / FOLDER).glob("queens-*.npz"))) == 1
    async with app("queens", what="8").run_test(size=(80, 24)) as pilot:
        await taken_up(pilot, made)
        shot = screen_of(pilot).search.snapshot
        assert shot is not None
        assert (shot.nodes, shot.solutions) == (2057, 92)
    assert not list((home / FOLDER).glob("queens-*"))


async def test_a_kept_search_is_offered_over_the_board_only_once(home: Path) -> None:
    async with app("queens", what="8", algorithm="backtracking", goal="count").run_test() as pilot:
        await steps(pilot, 700)
    offered = []
    for _ in range(2):
        async with app("queens", what="8").run_test(size=(80, 24)) as pilot:
            await finished(pilot, "kept")
            offered.append(any("kept from last time" in each for each in said(pilot.app)))
            await open_list(pilot)
    assert offered == [True, False]


async def test_the_form_shows_what_a_kept_search_is_of(home: Path) -> None:
    async with app("queens", what="8", algorithm="backtracking", goal="count", speed="full").run_test() as pilot:
        made = await steps(pilot, 700)
    async with app("queens", what="9", algorithm="bitmask", goal="all").run_test(size=(80, 24)) as pilot:
        await taken_up(pilot, made)
        form = text_of(screen_of(pilot).query_one("#form", Lines))
        assert all(part in form for part in ("Backtracking", "8 × 8", "count all solutions"))
        assert "kept from last time" not in text_of(screen_of(pilot).query_one(KeyBar)), "it is answered"


async def test_a_search_for_a_sudoku_goes_on_with_its_grid(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(EIGHT + "\n")
    options = {"what": str(file), "algorithm": "backtracking", "speed": "full"}
    async with app("sudoku", **options).run_test(size=(80, 24)) as pilot:
        screen: Any = screen_of(pilot)
        await until(pilot, lambda: "".join(map(str, screen.session.document.grid.givens)) == EIGHT.replace(".", "0"))
        made = await steps(pilot, 500)
    file.write_text("." * 81)
    other = tmp_path / "other.txt"
    other.write_text("1" + "." * 80 + "\n")
    async with app("sudoku", what=str(other)).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.session.document.grid.givens[0] == 1)
        screen.search.slicing = MANY_NODES
        await taken_up(pilot, made)
        assert "".join(map(str, screen.session.document.puzzle.clues)) == EIGHT.replace(".", "0")
        assert len(screen.session.solving.browser.found()) == 1


async def test_an_exact_cover_search_goes_on(home: Path) -> None:
    options = {"what": "pentominoes-5x12", "algorithm": "dlx", "goal": "first", "speed": "full"}
    async with app("cover", **options).run_test(size=(80, 24)) as pilot:
        screen: Any = screen_of(pilot)
        await until(pilot, lambda: not screen.waiting.busy and screen.session.document.opened.name.endswith("5x12"))
        made = await steps(pilot, 300)
    async with app("cover", what="pentominoes-5x12").run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: not screen.waiting.busy and screen.session.document.opened.name.endswith("5x12"))
        await taken_up(pilot, made)
        assert len(screen.search.search.solutions) == 1
    async with app("cover", **options).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: not screen.waiting.busy and screen.session.document.opened.name.endswith("5x12"))
        await steps(pilot, 300)
    async with app("cover", what="langford-7").run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: not screen.waiting.busy and screen.session.outlook is not None)
        outlook = screen.session.outlook
        await pilot.press("H")
        assert screen.matrix.cursor is not None
        screen.session.problem_again({"name": "gallery:pentominoes-5x12", "hand": {}})
        screen.choices_replaced()
        screen.turn_to("matrix")
        assert screen.matrix.cursor is None
        assert screen.session.outlook is None
        assert not screen.session.hand.on
        assert "Pentominoes" in text_of(screen.query_one("TitleBar"))
        await until(pilot, lambda: screen.session.outlook is not None)
        assert screen.session.outlook is not outlook


async def test_a_search_that_is_started_anew_is_kept(home: Path) -> None:
    async with app("queens", what="9", algorithm="backtracking").run_test(size=(80, 24)) as pilot:
        made = await steps(pilot, 900)
        await steps(pilot, 1)
        await until(pilot, lambda: list((home / FOLDER).glob("queens-*.json")))
        (path,) = (home / FOLDER).glob("queens-*.json")
        assert json.loads(path.read_text())["steps"] == made


async def test_d_twice_deletes_a_kept_search(home: Path) -> None:
    async with app("queens", what="8").run_test(size=(80, 24)) as pilot:
        await steps(pilot, 90)
    async with app("queens").run_test(size=(80, 24)) as pilot:
        await open_list(pilot)
        await pilot.press("d")
        await until(
            pilot, lambda: "press d again to delete it" in str(pilot.app.screen.query_one(".-message", Static).content)
        )
        assert list((home / FOLDER).glob("queens-*.json"))
        await pilot.press("d")
        await until(pilot, lambda: not list((home / FOLDER).glob("queens-*")))
        await until(pilot, lambda: isinstance(pilot.app.screen, LabScreen))
        await pilot.press("K")
        await until(pilot, lambda: any("no search is kept" in each for each in said(pilot.app)))


@pytest.mark.pty
def test_killed_in_the_middle_it_goes_on_to_the_same_counts(home: Path) -> None:
    settings = home / "settings.json"
    settings.write_text(json.dumps({"keeping": {"first": 0, "every": 0.05}}))
    command = ["-m", "tui", "queens", "10", "--algorithm", "backtracking", "--goal", "count"]
    with PtyApp([*command, "--speed", "5000", "--run"], home) as program:
        begun = time.monotonic()
        while not (list((home / FOLDER).glob("queens-*.json")) and '"left"' in settings.read_text()):
            program.read(0.05)
            assert time.monotonic() - begun < 60, program.text
        program.process.kill()
        program.process.wait()
    whole = algorithm("queens", "backtracking").start(Queens(10), Goal.COUNT)
    while whole.status is Status.RUNNING:
        whole.advance(1 << 20)
    solutions, nodes = whole.counts()
    with PtyApp(["-m", "tui", "queens"], home) as program:
        program.wait_for("Live · paused")  # it comes back by itself
        program.press("\r")
        program.wait_for(lambda text: "Live · running" in text or "Live · complete" in text)  # soon
        program.press("f")
        program.wait_for("complete")
        program.quiet()
        assert f"{nodes // 1000} {nodes % 1000:03}" in program.text
        assert f"{solutions} / {solutions}" in program.text
        program.press("\x11")
        assert program.wait_for_end() == 0


async def test_a_search_that_cannot_be_kept_says_so_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.lab.keeping.MOST_OF_THE_TIME", 0.0)  # tried again at once, however long it took
    (home / FOLDER).write_text("no folder")
    always = app("queens", what="20", algorithm="backtracking", goal="count", speed="1000")
    always.settings.put("keeping", {"first": 0, "every": 0.01})
    async with always.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        screen = screen_of(pilot)
        await until(pilot, lambda: said(always))
        assert screen.kept is not None
        screen.kept.keeper.trouble = ""
        await until(pilot, lambda: screen.kept is not None and screen.kept.keeper.trouble)
        nodes = screen.search.node
        await until(pilot, lambda: screen.search.node > nodes + 500)
        assert said(always) == [
            f"this search is not kept on disk: {home / FOLDER}: File exists. "
            "It goes on, but cannot be continued after the program ends"
        ]
