"""Two algorithms side by side: the session, and the screen through the keyboard."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from core import Queens
from core.explain._against import Traced, trace
from core.running import Stride
from tests.cases import slow
from tests.tui.driving import in_front, said, served, text_of, until
from tests.tui.screens.queens.driven import beside
from tui.app import DancingQueens, Start
from tui.kit.frame import KeyBar
from tui.kit.levels_table import LevelsTable
from tui.kit.queens_board import QueensBoard
from tui.kit.text_panel import WhyPanel
from tui.lab.lockstep import LockstepSession
from tui.lab.lockstep_screen import LockstepScreen
from tui.screens.queens.beside import LARGEST_N


def keys_of(session: LockstepSession) -> list[str]:
    return [setup.entry.key for setup in session.setups]


def test_the_form_s_algorithm_stands_beside_the_paper_s() -> None:
    assert keys_of(beside(Queens(8), "dlx-s")) == ["backtracking", "dlx-s"]
    assert keys_of(beside(Queens(8), "bitmask")) == ["backtracking", "bitmask"]
    assert keys_of(beside(Queens(8), "dlx", {"lanes": {"queens": [["naive", {}], ["dlx-s", {}]]}})) == ["naive", "dlx"]
    assert keys_of(beside(Queens(8), "dlx-s", {"lanes": 3})) == ["backtracking", "dlx-s"]


def test_what_an_algorithm_cannot_take_is_refused_and_nothing_changes() -> None:
    session = beside(Queens(12), "brute-force")
    session.leader = keys_of(session).index("brute-force")
    assert "brute-force goes up to size 12" in session.resize(1)
    assert session.problem == Queens(12)
    assert session.choose("dlx") == ""
    assert session.resize(1) == ""
    assert "goes up to size 12" in session.choose("brute-force")
    assert "dlx" in keys_of(session)


def test_sizes_have_two_ends() -> None:
    assert beside(Queens(1), "dlx").resize(-1)
    assert str(LARGEST_N) in beside(Queens(LARGEST_N), "dlx").resize(1)


def test_choices_are_remembered() -> None:
    session = beside(Queens(6), "naive")
    session.next_stride()
    session.set_speed(None)
    again = beside(Queens(6), "naive", session.remembered())
    assert (again.stride, again.search.speed, keys_of(again)) == (Stride.PLACEMENT, None, keys_of(session))


def pair_of(pilot: Pilot[Any]) -> LockstepScreen:
    return in_front(pilot, LockstepScreen)


async def at_rest(pilot: Pilot[Any]) -> None:
    """Wait until both stand still and it is shown."""
    screen = pair_of(pilot)
    await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.resting)
    await pilot.pause()
    screen.tick()


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens", options={"what": "8"}))


async def test_two_boards_of_eight_fit_and_the_table_tells_980_from_2057(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        for board in app.screen.query(QueensBoard):
            assert isinstance(board.drawing(*board.size), tuple)
        await pilot.press("f", "enter")
        screen = pair_of(pilot)
        await until(pilot, lambda: screen.session.driven is not None and screen.session.driven.ended)
        await at_rest(pilot)
        levels = "1  8 42 140 344 568 550 312 92  2 057"  # there once both have been counted through
        await until(pilot, lambda: levels in text_of(app.screen.query_one(LevelsTable)))
        assert "980" in text_of(app.screen.query_one(LevelsTable))
        told = str(app.screen.query_one(LevelsTable).border_subtitle)
        assert "backtracking 2 057" in told or "below empty lines" in told  # once both trees are known
        assert "2.10 times as many" in text_of(app.screen.query_one(WhyPanel))


async def test_steps_are_taken_in_time_and_back_and_reasons_are_of_the_board_looked_at(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        for _ in range(5):
            await pilot.press("full_stop")
            await at_rest(pilot)
        screen = pair_of(pilot)
        assert [screen.session.snapshot(side).steps for side in (0, 1)] == [5, 5]  # type: ignore[union-attr]
        why = text_of(screen.query_one(WhyPanel))
        assert "with the fewest" in why
        await pilot.press("tab")
        await pilot.pause()
        assert "row by row" in text_of(screen.query_one(WhyPanel))
        assert "Backtracking" in str(screen.query_one("#lane0").border_title)
        await pilot.press("comma", "comma")
        await at_rest(pilot)
        assert [screen.session.snapshot(side).steps for side in (0, 1)] == [3, 3]  # type: ignore[union-attr]


async def test_another_screen_is_a_key_away_and_the_two_wait_where_they_are(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        await pilot.press("full_stop")
        await at_rest(pilot)
        screen = pair_of(pilot)
        await pilot.press("f3")
        await until(pilot, lambda: app.current_mode == "sudoku")
        await pilot.press("f2")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("full_stop")
        await at_rest(pilot)
        assert [screen.session.snapshot(side).steps for side in (0, 1)] == [2, 2]  # type: ignore[union-attr]
        await pilot.press("question_mark", "f3")
        await pilot.pause()
        assert app.current_mode == "queens", "a dialog keeps the keyboard to itself"


async def test_n_goes_where_they_part_and_the_number_stands_behind_the_why(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        screen = pair_of(pilot)
        await until(pilot, lambda: not screen.session.parting.why_none)
        screen.tick()
        await pilot.pause()
        assert "472 of the 2 057 nodes" in text_of(screen.query_one(WhyPanel))
        sums = "472 below empty lines, 605 by fewest ways first"
        assert str(screen.query_one(LevelsTable).border_subtitle) == sums
        await pilot.press("full_stop", "full_stop")
        await at_rest(pilot)
        assert str(screen.query_one(LevelsTable).border_subtitle) == sums, "they stay while one steps"
        await pilot.press("n")
        await at_rest(pilot)
        assert "Nothing chosen yet: Backtracking takes row 1" in text_of(screen.query_one(WhyPanel))
        await pilot.press("n")
        await at_rest(pilot)
        left, right = (board.position.queens() for board in screen.query(QueensBoard))
        assert left == right != []
        assert "Place 2 of" in text_of(screen.query_one(WhyPanel))
        assert "goes on although" in text_of(screen.query_one(WhyPanel))
        await pilot.press("p")
        await at_rest(pilot)
        assert not any(board.position.queens() for board in screen.query(QueensBoard))
        await pilot.press("p")
        await at_rest(pilot)
        assert "Place 9 of 9" in text_of(screen.query_one(WhyPanel))


async def test_two_that_search_the_same_tree_part_nowhere() -> None:
    session = beside(Queens(6), "dlx", {"lanes": {"queens": [["backtracking", {}], ["dlx", {}]]}})
    trace = session.to_trace()
    assert trace is not None
    assert "still" in session.go_where_they_part(1)
    session.parting.traced(session.pair, trace(lambda: False))
    assert "same tree" in session.go_where_they_part(1)
    assert session.to_trace() is None
    session.choose("min-conflicts")
    assert session.to_trace() is None
    assert session.go_where_they_part(1)


async def test_an_algorithm_without_reasons_says_why_and_whom_to_look_at(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        screen = pair_of(pilot)
        screen.session.choose("min-conflicts")
        screen.tick()
        why = " ".join(text_of(screen.query_one(WhyPanel)).split())
        assert "moves queens about" in why
        assert "look at dlx-s instead" in why


async def test_escape_goes_back_to_one_board_and_leaves_no_thread_behind(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        await pilot.press("full_stop")
        await at_rest(pilot)
        tandem = pair_of(pilot).session.driven
        assert tandem is not None
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, LockstepScreen)
        await until(pilot, lambda: tandem.finished)


@pytest.mark.parametrize("size", [(20, 6), (1, 1), slow((200, 60)), slow((64, 40)), slow((40, 15))])
async def test_no_size_crashes(app: DancingQueens, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.press("b", "full_stop")
        await at_rest(pilot)
        await pilot.press("tab", "t", "full_stop")
        await at_rest(pilot)


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_the_signs_on_the_boards_are_told_where_there_is_room(app: DancingQueens, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.press("b")
        await pilot.pause()
        await pilot.press("full_stop")
        await at_rest(pilot)
        why = text_of(pair_of(pilot).query_one(WhyPanel))
        assert ("squares left" in why.splitlines()[-1]) == (size[1] > 40)
        assert "Next is" in why


async def test_fewer_nodes_are_green_only_when_both_have_come_to_their_end() -> None:
    async with DancingQueens(Start("queens", options={"what": "6"})).run_test(size=(100, 30)) as pilot:
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, LockstepScreen))
        screen = in_front(pilot, LockstepScreen)
        table = screen.query_one(LevelsTable)
        await until(pilot, lambda: all(screen.session._grown(side) for side in (0, 1)))

        def green() -> bool:
            wanted, lines = table.tone("good").color, map(table.render_line, range(table.size.height))
            return any(segment.style and segment.style.color == wanted for line in lines for segment in line)

        for node in range(1, 8):
            await pilot.press("full_stop")
            await until(pilot, lambda node=node: screen.session.held and screen.session.row(0).nodes == node)
            assert not green()
        await pilot.press("f", "enter")
        await until(pilot, lambda: all(row.ended for row in table.counts.rows))
        assert green()


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until it is set, nobody knows where two trees part."""
    known = threading.Event()

    def held_up(*given: Any) -> Traced | None:
        known.wait()
        return trace(*given)

    monkeypatch.setattr("core.explain._against.trace", held_up)
    yield known
    known.set()


@pytest.mark.parametrize("moved", [False, True])
async def test_n_before_both_trees_are_known_is_carried_out_when_they_are_unless_somebody_has_moved_on(
    app: DancingQueens, known: threading.Event, moved: bool
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "n")
        screen = pair_of(pilot)
        assert any("then it goes there" in each for each in said(pilot.app))
        assert "part." not in text_of(screen.query_one(WhyPanel))
        if moved:
            await pilot.press("full_stop")
            await at_rest(pilot)
        known.set()
        await until(pilot, lambda: not screen.session.parting_unknown)
        if moved:
            await served(pilot)
            assert "Place 1" not in text_of(screen.query_one(WhyPanel))
            await pilot.press("n")
        await until(pilot, lambda: "Place 1 of 9" in text_of(screen.query_one(WhyPanel)))


async def test_that_it_will_go_there_is_not_said_any_more_once_it_has(
    app: DancingQueens, known: threading.Event
) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("b", "n")
        screen = pair_of(pilot)
        await until(pilot, lambda: "still being visited" in text_of(screen.query_one(KeyBar)))
        known.set()
        await until(pilot, lambda: "Place 1 of" in text_of(screen.query_one(WhyPanel)))
        await until(pilot, lambda: "n difference" in text_of(screen.query_one(KeyBar)))
