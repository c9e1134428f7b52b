"""The N queens screen through the keyboard."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core import Goal, Queens
from tests.patience import patience
from tests.tui.driving import MANY_NODES, drawn, send, served, text_of, until
from tests.tui.screens.queens.steps import finish, screen_of
from tui.app import DancingQueens, Start
from tui.kit.found_panel import FoundPanel
from tui.kit.frame import KeyBar
from tui.kit.lines import Lines
from tui.kit.live import LivePanel
from tui.kit.queens_board import QueensBoard
from tui.screens.queens.screen import QueensScreen


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens"))


async def test_enter_counts_eight_queens(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        live = text_of(app.screen.query_one(LivePanel))
        assert "92 / 92 ✓ A000170" in live
        assert "980" in live
        assert "complete" in str(app.screen.query_one(LivePanel).border_title)
        board = text_of(app.screen.query_one(QueensBoard))
        assert board.count("♛") == 8


async def test_before_a_search_the_figures_are_no_dashes_but_what_the_keys_do(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen, live = screen_of(pilot), app.screen.query_one(LivePanel)
        await until(pilot, lambda: "92 known · A000170" in text_of(live))
        lines = text_of(live)
        assert not any(line.rstrip().endswith("-") for line in lines.splitlines())
        assert all(action.shown_keys(1) in lines for action in screen.subject.footer_actions())
        assert "Two searches side by side" in lines
        assert not app.screen.query_one(FoundPanel).display
        await pilot.press("full_stop")
        await until(pilot, lambda: "Nodes     1 " in text_of(live))
        assert "side by side" not in text_of(live)


async def test_digits_set_the_size_and_typed_ahead_keys_keep_their_order(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "0", "enter")
        await finish(pilot)
        assert "724 / 724 ✓" in text_of(app.screen.query_one(LivePanel))


async def test_a_large_board_as_asked_for_shows_no_warning_and_a_part_of_its_list() -> None:
    options = {"what": "1000", "algorithm": "min-conflicts", "run": True}
    app = DancingQueens(Start("queens", options=options))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen_of(pilot).search.state == "complete")
        await finish(pilot)
        assert "goes up to" not in text_of(screen_of(pilot).query_one("#form", Lines))
        first, second = text_of(app.screen.query_one(FoundPanel)).splitlines()[:2]
        assert "solution 1 of 1" in first
        assert len(second.split()) >= 8


async def test_the_proposed_algorithm_is_a_key_away_and_first_in_the_list(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("2", "0")
        form = screen_of(pilot).query_one("#form", Lines)
        assert "A takes Quadrants" in text_of(form)
        await pilot.press("a", "home", "enter")
        await pilot.pause()
        assert "proposed: pairs of half boards" in text_of(form)
        assert screen_of(pilot).session.setup.entry.key == "quadrants"
        await pilot.press("left", "A")
        assert screen_of(pilot).session.setup.entry.key == "quadrants"


async def test_every_other_key_ends_the_number_being_typed(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("9", "enter")
        await finish(pilot)
        await pilot.press("9", "n")
        for n, keys in enumerate((["full_stop"], ["plus"], ["x"], ["a", "escape"], ["f3", "f2"], ["down"]), 10):
            await pilot.press(*str(n))
            assert screen_of(pilot).session.setup.problem == Queens(n)
            await pilot.press(*keys)
            await pilot.pause()
        await pilot.press("1", "f", "2")
        assert screen_of(pilot).session.problem.n == 2
        await pilot.press("backspace", "3", "1")
        assert screen_of(pilot).session.problem.n == 31


async def test_arrow_keys_choose_only_what_is_possible(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("4", "0")
        assert screen.session.setup.problem == Queens(40)
        seen = set()
        for key in ("left", "right"):
            for _ in range(15):
                await pilot.press(key)
                seen.add(screen.session.setup.entry.key)
                assert (
                    screen.session.setup.entry.refusal(screen.session.setup.problem, screen.session.setup.goal) is None
                )
        assert "bitmask" not in seen
        assert "dlx" in seen
        assert "closed-form" in seen


async def test_too_large_for_the_algorithm_switches_and_says_why(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press(*"1000000")
        assert screen.session.setup.problem == Queens(1_000_000)
        assert screen.session.setup.goal is Goal.FIRST
        form = text_of(screen.query_one("#form", Lines))
        assert "goes up to" in form
        screen.search.slicing = MANY_NODES
        await pilot.press("enter")
        await finish(pilot)
        assert screen.query_one(QueensBoard).windowed
        assert text_of(screen.query_one(LivePanel)).startswith("Solutions 1")


async def test_no_solution_says_so(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        for n in "23":
            await pilot.press(n)
            await pilot.pause()
            assert n == "3" or "there is no solution" not in text_of(app.screen.query_one(FoundPanel))
            await pilot.press("enter")
            await until(pilot, lambda n=n: f"{n} × {n}" in str(app.screen.query_one(QueensBoard).border_title))
            await finish(pilot)
            assert "there is no solution" in text_of(app.screen.query_one(FoundPanel)), n


async def test_digits_over_a_search_change_the_form_and_nothing_else(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("6", "full_stop", "full_stop")
        await until(pilot, lambda: "paused · node 2" in drawn(app))
        for pressed in range(2):
            board, before = text_of(app.screen.query_one(QueensBoard)), screen_of(pilot).search.run
            await pilot.press("1", "2")
            await pilot.pause()
            form = " ".join(text_of(screen_of(pilot).form).split())
            assert "12 × 12" in form
            assert "starts" in form, pressed
            assert text_of(app.screen.query_one(QueensBoard)) == board
            assert screen_of(pilot).search.run is before
            if pressed == 0:
                await pilot.press("enter")
                await finish(pilot)
                await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: "12 × 12" in str(app.screen.query_one(QueensBoard).border_title))


async def test_people_count_from_one() -> None:
    options = {"what": "6", "algorithm": "backtracking", "run": True}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen_of(pilot).browser.place == 3)
        assert "\n5 3 1 6 4 2" in text_of(screen_of(pilot).query_one(FoundPanel))
        assert screen_of(pilot).browser.solution == (4, 2, 0, 5, 3, 1)


async def test_a_giant_board_counts_its_rows_and_columns_from_one() -> None:
    options = {"what": "1000", "algorithm": "closed-form", "run": True}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.browser.solution is not None)
        first, second = text_of(screen.query_one(QueensBoard)).splitlines()[:2]
        assert screen.browser.solution is not None
        assert first.split()[0] == "1"
        assert first.split()[-1] == str(screen.browser.solution[0] + 1)
        assert second.split()[0] == "2"


async def test_steps_from_the_start(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        for count in (1, 2, 3):
            await pilot.press("full_stop")
            await until(pilot, lambda count=count: screen.search.snapshot and screen.search.snapshot.nodes == count)
        assert screen.search.state == "paused"
        await pilot.press("greater_than_sign")
        await until(
            pilot,
            lambda: (
                screen.search.snapshot and screen.search.snapshot.solutions == 1 and screen.search.state == "paused"
            ),
        )
        await pilot.press("enter")
        await finish(pilot)
        assert screen.search.snapshot is not None
        assert (screen.search.snapshot.solutions, screen.search.snapshot.nodes) == (92, 980)


async def test_keys_typed_faster_than_they_are_served_lead_where_each_alone_would(app: DancingQueens) -> None:
    walk, steps = ["less_than_sign", "D", "comma"], ["full_stop", "greater_than_sign"]
    keys = [*walk, *steps, *steps, *walk, "full_stop"]
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)

        def at_rest() -> bool:
            run = screen.search.run
            return run is not None and run.resting

        async def typed(*bursts: list[str]) -> list[int]:
            nodes = []
            await pilot.press("r")
            await finish(pilot)
            for burst in bursts:
                send(pilot, *burst)
                await served(pilot)
                await until(pilot, at_rest)
                nodes.append(screen.search.node)
            return nodes

        one_by_one = await typed(*([key] for key in keys))
        assert len(set(one_by_one)) > 4
        assert await typed(keys) == one_by_one[-1:]


async def test_pause_stop_and_restart_at_a_slow_speed() -> None:
    app = DancingQueens(
        Start("queens", options={"what": "8", "algorithm": "backtracking", "speed": "200", "run": True})
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.search.snapshot and screen.search.snapshot.steps > 3)
        await pilot.press("space")
        await until(pilot, lambda: screen.search.state == "paused")
        steps = screen.search.snapshot.steps if screen.search.snapshot else 0
        assert steps < 2057
        await pilot.press("x")
        await finish(pilot)
        assert screen.search.state == "stopped"
        await pilot.press("f", "r")
        await finish(pilot)
        assert screen.search.snapshot is not None
        assert screen.search.snapshot.nodes == 2057


async def test_once_a_paused_search_is_stopped_nothing_says_that_enter_goes_on_with_it() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "algorithm": "dlx-s", "speed": "20", "run": True}))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await until(pilot, lambda: screen.search.snapshot and screen.search.snapshot.steps > 0)
        await pilot.press("space")
        await until(pilot, lambda: screen.search.state == "paused")
        await pilot.press("down", "right")
        assert screen.session.form.note.text.startswith("enter goes on with DLX + S heuristic, 8 queens; r starts")
        await pilot.press("x")
        await finish(pilot)
        await until(pilot, lambda: "goes on" not in screen.session.form.note.text)
        assert screen.session.form.note.text == "enter starts 9 × 9; until then 8 × 8 stays in view"


async def test_browsing_and_symmetry_classes(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        found = screen.query_one(FoundPanel)
        await pilot.press("enter")
        await finish(pilot)
        await pilot.press("left_square_bracket")
        assert "solution 1 of 92" in text_of(found)
        await pilot.press("p")
        assert "solution 92 of 92" in text_of(found)
        await pilot.press("n", "n")
        assert "solution 2 of 92" in text_of(found)
        await pilot.press("g", "4", "0", "enter")
        await pilot.pause()
        assert "solution 40 of 92" in text_of(found)
        await pilot.press("u")
        await finish(pilot)
        assert "class 1 of 12" in text_of(found)
        sizes = []
        for _ in range(12):
            sizes.append(screen.session.class_note)
            await pilot.press("n")
        assert Counter(sizes) == {"it has 4 boards": 1, "it has 8 boards": 11}


async def test_a_list_that_is_painted_before_it_is_shown_again_has_what_is_found_now(app: DancingQueens) -> None:
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        screen = screen_of(pilot)
        found = screen.query_one(FoundPanel)
        assert "solution 92 of 92" in text_of(found)
        screen.session.forget_run()  # another search begins, and the terminal gets another size at once
        found.paint()
        assert text_of(found).split() == ["nothing", "yet"]


async def test_a_search_goes_on_in_sight_and_not_behind_the_solution_looked_at(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: len(screen.browser.found()) == 1 and screen.session.held)
        await pilot.press("n")
        assert screen.browser.place == 0
        screen.set_speed(1)
        await pilot.press("enter")
        assert screen.browser.place is None
        assert screen.session.searching
        assert not screen.session.held


async def test_classes_are_of_what_was_found_when_they_were_asked_for(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        found = screen.query_one(FoundPanel)
        for wanted in range(1, 4):
            await pilot.press("greater_than_sign")
            await until(pilot, lambda wanted=wanted: len(screen.browser.found()) == wanted and screen.session.held)
        await pilot.press("u")
        await until(pilot, lambda: screen.browser.by_class)
        assert "class 1 of" in text_of(found)
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: len(screen.browser.found()) == 4 and screen.session.held)
        await pilot.press("n")
        assert found.border_subtitle == "of the first 3 solutions"
        await pilot.press("escape", "enter")
        await finish(pilot)
        assert "solution 92 of 92" in text_of(found), "not the classes of 3"


async def test_saving_writes_the_file_and_asks_before_replacing(
    app: DancingQueens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        await pilot.press("left_square_bracket", "s", "enter")
        await pilot.pause()
        saved = tmp_path / "queens-8-1.svg"
        assert saved.read_text(encoding="utf-8").startswith("<")
        before = saved.stat().st_mtime_ns
        await pilot.press("s", "enter")
        await pilot.pause()
        assert saved.stat().st_mtime_ns == before
        await pilot.press("escape")


async def test_copy_and_command(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        await pilot.press("left_square_bracket", "y")
        assert sorted(app.clipboard.split()) == list("12345678")
        await pilot.press("c", "y")
        assert app.clipboard == "python -m core queens 8 --algorithm dlx-s --goal count"


async def test_footer_shows_only_what_works_now(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.screen.query_one(KeyBar)
        await pilot.pause()
        assert "run" in text_of(bar)
        assert "stop" not in text_of(bar)
        await pilot.press("1", "6", "enter")
        await until(pilot, lambda: screen_of(pilot).search.state == "running")
        await pilot.pause()
        assert "stop" in text_of(bar)
        assert "enter run" not in text_of(bar)
        await pilot.press("x")
        await finish(pilot)


async def test_footer_names_the_way_out_of_slow_motion() -> None:
    app = DancingQueens(Start("queens", options={"speed": "2", "run": True}))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen_of(pilot).search.state == "running")
        await pilot.pause()
        bar = app.screen.query_one(KeyBar)
        assert "f full speed" in text_of(bar)
        assert "- slower  + faster" in text_of(bar)
        await pilot.press("f")
        await finish(pilot)
        assert "full speed" not in text_of(bar)
        assert "T tree" in text_of(bar)  # a search that has ended is to be looked back at


async def test_choices_are_remembered_between_starts(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "1", "left")
        chosen = screen_of(pilot).session.setup.entry.key
    again = DancingQueens(Start())
    async with again.run_test(size=(80, 24)) as pilot:
        assert screen_of(pilot).session.setup.problem == Queens(11)
        assert screen_of(pilot).session.setup.entry.key == chosen


async def test_a_number_typed_too_large_does_not_cost_the_algorithm(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, QueensScreen)
        chosen = screen.session.setup.entry.key, screen.session.setup.goal
        await pilot.press(*"9999999")
        assert screen.session.setup.entry.key != chosen[0]
        await pilot.press(*["backspace"] * 6)
        assert (screen.session.setup.problem.size, screen.session.setup.entry.key, screen.session.setup.goal) == (
            9,
            *chosen,
        )


@pytest.mark.parametrize(("key", "speed"), [("plus", 10), ("minus", 5)])
async def test_a_speed_between_two_of_the_list_goes_to_its_neighbours(key: str, speed: int) -> None:
    app = DancingQueens(Start("queens", options={"speed": "7"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen_of(pilot).search.speed == 7
        await pilot.press(key)
        assert screen_of(pilot).search.speed == speed


@pytest.mark.parametrize("mode", ["queens", "sudoku", "cover"])
async def test_a_speed_from_the_command_line_is_there_at_the_next_start(mode: str) -> None:
    for options in ({"speed": "7", "goal": "count"}, {}):
        app = DancingQueens(Start(mode, options=options))
        async with app.run_test(size=(80, 24)) as pilot, patience():
            while app.screen.search.speed != 7:  # type: ignore[attr-defined]
                await pilot.pause(0.01)


@pytest.mark.parametrize("speed", ["0", "-4", "seven", "9" * 5000, "1000000001"])
async def test_what_is_no_speed_is_refused(speed: str) -> None:
    app = DancingQueens(Start("queens", options={"speed": speed, "run": True}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "speed: expected 1 to" in drawn(app)
        assert screen_of(pilot).search.run is None


@pytest.mark.parametrize(("speed", "key", "then"), [("1", "minus", 1), ("5000000", "minus", 1_000_000),
                                                    ("5000000", "plus", None), ("full", "plus", None)])  # fmt: skip
async def test_the_ends_of_the_speeds(speed: str, key: str, then: int | None) -> None:
    app = DancingQueens(Start("queens", options={"speed": speed}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        assert screen_of(pilot).search.speed == then


async def test_f_goes_to_full_speed_and_back_to_the_speed_it_was_watched_at() -> None:
    app = DancingQueens(Start("queens", options={"what": "20", "algorithm": "backtracking", "speed": "7", "run": True}))
    async with app.run_test(size=(80, 24)) as pilot:
        search, bar = screen_of(pilot).search, app.screen.query_one(KeyBar)
        await until(pilot, lambda: search.state == "running")

        def shown() -> tuple[float | None, bool, bool]:
            return search.speed, "f watch" in text_of(bar), "+ faster" in text_of(bar)

        for wanted in [(None, True, False), (7, False, True)] * 2:
            await pilot.press("f")
            await until(pilot, lambda wanted=wanted: shown() == wanted)
        await pilot.press("x")
        await finish(pilot)


async def test_a_wrong_size_is_forgotten_with_the_next_run(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        form = screen_of(pilot).session.form
        await pilot.press("0")
        refusal = form.note
        assert refusal.warning
        await pilot.press("enter")
        await until(pilot, lambda: screen_of(pilot).search.run is not None)
        assert form.note != refusal
        assert refusal.text not in text_of(screen_of(pilot).form)


async def test_a_step_at_eighty_by_twentyfour_shows_time_and_depth(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = screen_of(pilot)
        for node in (1, 2, 3):
            await pilot.press("full_stop")
            await until(
                pilot,
                lambda node=node: f"Nodes     {node} " in text_of(screen.live) and screen.has_class("-explaining"),
            )
        live = text_of(screen.live).splitlines()
        assert live[1].rstrip() == "Nodes     3 · depth 2 / 8"
        assert live[2].startswith("Time      ")
