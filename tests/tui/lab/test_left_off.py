"""Where somebody left off comes back at the next start: screen, search, node, panels, lesson; paused, as it was."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from core.running import Slicing
from tests.pty_app import PtyApp
from tests.tui.driving import finished, in_front, served, until
from tui.app import DancingQueens, Start
from tui.lab.live_search import LiveSearch
from tui.lab.lockstep_screen import LockstepScreen
from tui.lab.screen import LabScreen
from tui.lessons.lesson import shipped
from tui.lessons.panel import LessonPanel
from tui.settings import Settings

OPENING = "begin", "open"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched here is soon searched again, whatever a clock says of the first time."""
    monkeypatch.setattr("tui.lab.search_left.QUICK_SECONDS", math.inf)


def rests_at(screen: LabScreen, node: int) -> bool:
    run, shot = screen.search.run, screen.search.snapshot
    return run is not None and shot is not None and run.resting and shot.steps == node and not screen.search.returning


async def opened(pilot: Pilot[Any]) -> Any:
    await served(pilot)
    screen = in_front(pilot, LabScreen)
    await finished(pilot, *OPENING)
    return screen


async def stepped(pilot: Pilot[Any], keys: int) -> tuple[Any, int]:
    """So many steps; the screen, and the node where they lead."""
    screen = await opened(pilot)
    for _ in range(keys):
        await pilot.press("full_stop")
        await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.resting)
    return screen, screen.search.node


@pytest.mark.parametrize("mode", ["queens", "sudoku", "cover"])
async def test_the_same_screen_search_and_node(mode: str) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(120, 40)) as pilot:
        screen, node = await stepped(pilot, 5)
        await pilot.press("C")
        ran, looks = screen.searched.ran, screen.subject.looks()
        assert looks["coding"]
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        assert pilot.app.current_mode == mode
        await until(pilot, lambda: rests_at(screen, node))
        assert (screen.searched.ran, screen.subject.looks()) == (ran, looks)
        assert screen.subject.held, "it does not run by itself"
        await pilot.press("full_stop")
        await until(pilot, lambda: screen.session.driven.resting and screen.search.node > node)


async def test_three_hundred_nodes_are_far_from_the_start_and_come_back() -> None:
    options = {"what": "10", "algorithm": "backtracking", "goal": "all"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen, _ = await stepped(pilot, 1)
        screen.walk_to(300)
        await until(pilot, lambda: rests_at(screen, 300))
        placed = screen.search.snapshot.placement
        await pilot.press("T")
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: rests_at(screen, 300))
        assert screen.search.snapshot.placement == placed
        assert screen.subject.tree_opened
        await pilot.press("comma")
        await until(pilot, lambda: rests_at(screen, 299))


async def test_what_had_ended_has_ended_and_the_same_solution_is_in_view() -> None:
    options = {"what": "6", "algorithm": "dlx-s", "goal": "all", "speed": "full"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.browser.place == 3)
        await pilot.press("p", "p")
        solution = screen.browser.solution
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.search.state == "complete" and not screen.search.returning)
        await until(pilot, lambda: screen.browser.place == 1)
        assert screen.browser.solution == solution


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> DancingQueens:
    """Whatever is searched in it is kept on disk, and took too long to be searched again."""
    monkeypatch.setattr("tui.lab.search_left.QUICK_SECONDS", -1.0)
    settings = Settings()
    settings.put("keeping", {"first": 0, "every": 600})
    options = {"what": "8", "algorithm": "backtracking", "goal": "count"}
    return DancingQueens(Start("queens", options=options), settings)


async def at_700(pilot: Pilot[Any]) -> Any:
    """The screen, with its search at that node."""
    screen, _ = await stepped(pilot, 1)
    screen.session.driven.step(699)
    await until(pilot, lambda: rests_at(screen, 700))
    return screen


async def test_a_long_search_goes_on_from_its_kept_state(long: DancingQueens) -> None:
    async with long.run_test(size=(120, 40)) as pilot:
        await at_700(pilot)
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: rests_at(screen, 700))
        assert screen.search.run.timeline.first == 700, "the nodes before were not searched again"
        await pilot.press("enter")
        await until(pilot, lambda: screen.search.state == "complete")
        assert (screen.search.snapshot.nodes, screen.search.snapshot.solutions) == (2057, 92)


async def test_arguments_say_what_is_to_be_done() -> None:
    async with DancingQueens(Start("queens")).run_test(size=(120, 40)) as pilot:
        await stepped(pilot, 3)
    async with DancingQueens(Start("queens", options={"what": "9"})).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await finished(pilot)
        assert screen.search.run is None
        assert screen.session.problem.n == 9


@pytest.mark.parametrize("left", [
    {"algorithm": 7}, {"algorithm": "none", "node": 3}, {"algorithm": "dlx", "goal": "all", "settings": 3, "node": "x"},
    {"algorithm": "dlx", "goal": "all", "settings": {}, "node": 3, "seconds": 0.0, "ended": False, "solution": None,
     "kept": "", "problem": {"n": "many"}, "looks": 9},
])  # fmt: skip
async def test_what_makes_no_sense_is_left_out(left: object) -> None:
    settings = Settings()
    settings.put("left", {"queens": left, "cover": left, "sudoku": left})
    for mode in ("queens", "cover", "sudoku"):
        async with DancingQueens(Start(mode), Settings()).run_test(size=(120, 40)) as pilot:
            screen = await opened(pilot)
            await finished(pilot, "warm-up")
            assert screen.search.run is None


async def test_a_lesson_goes_on_at_its_step_and_node() -> None:
    async with DancingQueens(Start(lesson="backtracking")).run_test(size=(120, 40)) as pilot:
        app: Any = pilot.app
        await until(pilot, lambda: app.lesson_runner.lesson is not None and app.lesson_runner.lesson.text)
        for _ in range(3):
            await pilot.press("pagedown")
            await finished(pilot, "lesson")
        at = app.lesson_runner.lesson.at
        assert at == 3
        screen = in_front(pilot, LabScreen)
        await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.resting)
        node = screen.search.node
        await pilot.press("full_stop")
        await until(pilot, lambda: rests_at(screen, node + 1))
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        app = pilot.app
        await until(pilot, lambda: app.lesson_runner.lesson is not None and app.lesson_runner.lesson.text)
        assert app.lesson_runner.lesson.at == at
        screen = in_front(pilot, LabScreen)
        await until(pilot, lambda: rests_at(screen, node + 1))
        await pilot.press("escape")
        await served(pilot)
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        assert "lesson_runner" not in vars(pilot.app), "it was left"


@pytest.mark.pty
@pytest.mark.parametrize("end", ["quit", "SIGTERM", "SIGHUP", "SIGKILL"])
def test_the_program_left_in_the_middle_comes_back_to_the_same_node(tmp_path: Path, end: str) -> None:
    import signal

    with PtyApp(["-m", "tui"], tmp_path, (120, 40)) as app:
        app.wait_for("enter to search")
        app.press("." * 30)
        app.wait_for("Why · node 30")
        if end == "SIGKILL":
            kept = tmp_path / "settings.json"
            app.wait_for(lambda _: '"node": 30' in kept.read_text())
        if end == "quit":
            app.press("\x11")
        else:
            app.process.send_signal(getattr(signal, end))
        app.wait_for_end()
    with PtyApp(["-m", "tui"], tmp_path, (120, 40)) as app:
        app.wait_for("Why · node 30")
        app.press(",")
        app.wait_for("Why · node 29")
        app.press("\x11")
        assert app.wait_for_end() == 0


LESSONS = {"queens": "backtracking", "sudoku": "logic-and-search", "cover": "links"}
"""A lesson on each screen that searches."""


async def taken(pilot: Pilot[Any], name: str) -> None:
    """Take a lesson, from the list, up to where its first search stands still."""
    await pilot.press("f6", "home", *["down"] * [each.name for each in shipped()].index(name), "enter")
    await in_lesson(pilot)


async def in_lesson(pilot: Pilot[Any]) -> None:
    app: Any = pilot.app
    await until(pilot, lambda: app.screen.query(LessonPanel) and app.lesson_runner.lesson.text)
    await finished(pilot, *OPENING, "lesson")


def told(screen: Any) -> tuple[float, float]:
    figures = screen.search.figures()
    return figures.seconds, figures.rate


@pytest.mark.parametrize("mode", LESSONS)
async def test_a_lesson_gives_back_the_search_at_its_node(mode: str) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(120, 40)) as pilot:
        screen, node = await stepped(pilot, 5)
        ran, looks, figures = screen.searched.ran, screen.subject.looks(), told(screen)
        await taken(pilot, LESSONS[mode])
        await pilot.press("escape")
        await finished(pilot, *OPENING)
        await until(pilot, lambda: rests_at(screen, node))
        assert (screen.searched.ran, screen.subject.looks(), told(screen)) == (ran, looks, figures)
        assert screen.subject.held


@pytest.mark.parametrize("mode", LESSONS)
async def test_it_gives_it_back_at_the_next_start_too(mode: str) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(120, 40)) as pilot:
        screen, node = await stepped(pilot, 5)
        ran = screen.searched.ran
        await taken(pilot, LESSONS[mode])
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await in_lesson(pilot)
        screen = in_front(pilot, LabScreen)
        await pilot.press("escape")
        await finished(pilot, *OPENING)
        await until(pilot, lambda: rests_at(screen, node))
        assert screen.searched.ran == ran


@pytest.mark.real_time("a search is under way, at a pace at which it does not end meanwhile")
async def test_what_ran_or_had_ended_when_the_lesson_began() -> None:
    options = {"what": "6", "algorithm": "dlx-s", "goal": "all", "speed": "2"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.search.snapshot.steps > 1)
        await taken(pilot, "backtracking")
        node = pilot.app.settings.section("left")["queens"]["node"]  # type: ignore[attr-defined]
        await pilot.press("escape")
        await until(pilot, lambda: rests_at(screen, node))
        assert node > 1
        await pilot.press("f", "enter")
        await until(pilot, lambda: screen.search.state == "complete" and screen.browser.place == 3)
        await pilot.press("p")
        figures = told(screen)
        await taken(pilot, "backtracking")
        await pilot.press("escape")
        await until(pilot, lambda: screen.search.state == "complete" and screen.browser.place == 2)
        assert told(screen) == figures


@pytest.mark.parametrize("speed", ["full", "50"])
async def test_the_time_told_is_that_of_the_search_and_not_of_the_way_back(speed: str) -> None:
    options = {"what": "6", "algorithm": "backtracking", "goal": "all", "speed": speed}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.search.snapshot.steps > 5)
        await pilot.press("space")
        await until(pilot, lambda: screen.search.run.finished or screen.search.run.resting)
        await served(pilot)
        figures, node = told(screen), screen.search.snapshot.steps
    for _ in range(2):
        assert await told_after_a_restart(node) == pytest.approx(figures)


async def test_to_find_the_end_again_takes_no_time_either(monkeypatch: pytest.MonkeyPatch) -> None:
    one_each = property(lambda _: Slicing.of(1), lambda *_: None)  # the last slice comes after the last node
    monkeypatch.setattr(LiveSearch, "slicing", one_each, raising=False)
    options = {"what": "6", "algorithm": "backtracking", "goal": "all", "speed": "full"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.search.run.finished)
        screen.tick()
        figures, node = told(screen), screen.search.snapshot.steps
    assert await told_after_a_restart(node) == pytest.approx(figures)


async def told_after_a_restart(node: int) -> tuple[float, float]:
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.search.snapshot is not None and screen.search.snapshot.steps == node)
        await until(pilot, lambda: not screen.search.returning)
        return told(screen)


@pytest.mark.parametrize("mode", LESSONS)
async def test_two_searches_in_lockstep_come_back(mode: str) -> None:
    async with DancingQueens(Start(mode)).run_test(size=(120, 40)) as pilot:
        below, node = await stepped(pilot, 2)
        await pilot.press("b")
        await served(pilot)
        pair: Any = in_front(pilot, LockstepScreen)
        await pilot.press("tab")
        for _ in range(3):
            await pilot.press("full_stop")
            await until(pilot, lambda: pair.session.driven is not None and pair.session.driven.resting)
        nodes = [shot.steps for shot in pair.session.driven.snapshots]
        assert max(nodes) > 1
        was = pair.session.pair, pair.session.leader
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LockstepScreen))
        pair = in_front(pilot, LockstepScreen)
        await until(pilot, lambda: [shot.steps for shot in pair.session.driven.snapshots] == nodes)
        assert (pair.session.pair, pair.session.leader) == was
        await pilot.press("escape")
        below = in_front(pilot, LabScreen)
        await until(pilot, lambda: rests_at(below, node))
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        below = await opened(pilot)
        await until(pilot, lambda: rests_at(below, node))
        in_front(pilot, LabScreen)


async def test_another_size_and_the_end_of_both_come_back() -> None:
    async with DancingQueens(Start("queens", options={"what": "5"})).run_test(size=(120, 40)) as pilot:
        await opened(pilot)
        await pilot.press("b", "slash", "f", "enter")
        pair: Any = in_front(pilot, LockstepScreen)
        await until(pilot, lambda: pair.session.state == "complete")
        was = pair.session.pair
        assert was[0].problem.n == 4
    async with DancingQueens().run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, LockstepScreen))
        pair = in_front(pilot, LockstepScreen)
        await until(pilot, lambda: pair.session.state == "complete")
        assert pair.session.pair == was


async def test_a_lesson_gives_back_a_long_search_from_its_kept_state(long: DancingQueens) -> None:
    async with long.run_test(size=(120, 40)) as pilot:
        screen = await at_700(pilot)
        await taken(pilot, "backtracking")
        await until(pilot, lambda: any(kept.steps == 700 for kept in screen.kept.keeper.offers()))
        await pilot.press("escape")
        await until(pilot, lambda: rests_at(screen, 700))
        assert screen.search.run.timeline.first == 700, "the nodes before were not searched again"
