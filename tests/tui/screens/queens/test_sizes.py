"""The queens screen in every size and terminal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from shutil import copytree

import pytest

from tests.cases import slow
from tests.tui.driving import drawn, text_of, until
from tests.tui.screens.queens.steps import finish, screen_of
from tui.app import DancingQueens, Start
from tui.kit.lines import Lines
from tui.kit.queens_board import QueensBoard
from tui.kit.queens_position import QueensPosition
from tui.kit.values import BoardValue


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens"))


async def settled(app: DancingQueens) -> None:
    """What the screen does once it has been laid out anew, and drawn, is done."""
    done = asyncio.Event()
    app.screen.call_after_refresh(app.screen.call_after_refresh, app.screen.call_after_refresh, done.set)
    await done.wait()


@pytest.mark.parametrize("n", ["8", slow("32"), slow("200")])
async def test_no_size_crashes(app: DancingQueens, n: str) -> None:
    sizes = [(140, 45), (80, 24), (60, 20), (44, 14), (20, 5), (3, 2), (1, 1)]
    async with app.run_test(size=sizes[-1]) as pilot:
        await pilot.press(*n)
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.press("full_stop", "full_stop")
            await pilot.pause()
            await pilot.press("x")
            await finish(pilot)


async def test_ascii_draws_in_ascii() -> None:
    app = DancingQueens(Start("queens", ascii_only=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await finish(pilot)
        await pilot.pause()
        shown = "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())
        assert shown.isascii(), [line for line in shown.splitlines() if not line.isascii()]
        assert shown.count("Q ") >= 8
        await pilot.press("b", "full_stop")
        await pilot.pause()
        assert drawn(app).count("+-") >= 4, "two searches side by side, and their frames"
        assert drawn(app).isascii()


@pytest.mark.parametrize(
    ("n", "drawing"),
    [(1, (24, 12)), (4, (8, 4)), (8, (4, 2)), (18, (2, 1)), (32, "half"), (60, "braille"), (500, "window")],
)
async def test_boards_are_drawn_whole_where_they_fit(app: DancingQueens, n: int, drawing: object) -> None:
    async with app.run_test(size=(80, 24)):
        board = app.screen.query_one(QueensBoard)
        board.value = BoardValue(QueensPosition(n, list(range(n))))
        assert board.drawing(*board.size) == drawing


async def test_window_of_a_large_board_scrolls_with_the_keys(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.screen.query_one(QueensBoard)
        await pilot.pause()
        await app.workers.wait_for_complete()  # the first picture of the screen itself comes late
        await pilot.pause()
        board.value = BoardValue(QueensPosition(5000, list(range(5000))))
        board.focus()
        await pilot.press("down", "pagedown", "right")
        assert board.top > 1
        assert board.left == 1
        await pilot.press("end", "q")
        assert board.top == 5000 - board.size.height
        assert "♛" in text_of(board)


async def test_the_window_of_a_large_board_shows_what_is_placed_by_hand(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        board = app.screen.query_one(QueensBoard)
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
        placed, forbidden = frozenset({(0, 1), (0, 3)}), frozenset({(1, 0)})
        board.value = BoardValue(QueensPosition(5000, placed=placed, forbidden=forbidden, cursor=(2, 2)))
        await pilot.pause()
        rows = text_of(board).splitlines()
        assert rows[0].split()[1:5] == ["·", "♛", "·", "♛"]
        assert rows[1].split()[1:3] == [app.glyphs.forbidden, "·"]


async def test_the_window_of_a_large_board_follows_the_cursor_and_rests_within() -> None:
    options = {"what": "1000", "algorithm": "min-conflicts"}
    async with DancingQueens(Start("queens", options=options)).run_test(size=(80, 24)) as pilot:
        board = pilot.app.screen.query_one(QueensBoard)
        await pilot.press("e", "space", "down", "right")
        assert board.windowed
        assert (board.top, board.left) == (0, 0)
        assert text_of(board).splitlines()[0].split()[1] == "♛"
        await pilot.press(*["down"] * 30, *["right"] * 30)
        assert board.position.cursor == (31, 31)
        assert board.top <= 31 < board.top + board.size.height
        assert 0 < board.left <= 31
        before = board.top
        await pilot.press("pagedown")
        assert board.top > before, "pages lead away from the cursor"


async def test_a_small_terminal_shows_the_board_and_what_is_needed(app: DancingQueens) -> None:
    async with app.run_test(size=(44, 14)) as pilot:
        await pilot.pause()
        await until(pilot, lambda: "a solution" in str(app.screen.query_one(QueensBoard).border_subtitle))
        ready = drawn(app)
        assert all(text in ready for text in ("8 × 8", "Algorithm", "Goal"))
        assert sum(row.count(sign) for row in ready.splitlines()[2:6] for sign in "▀▄█") >= 4  # two queens a line
        await pilot.press("full_stop")
        await until(pilot, lambda: "Why · node 1" in drawn(app))
        assert "Algorithm" not in drawn(app)
        beside = drawn(app)
        assert "1 2 3 4 5 6 7 8" in beside
        assert all(f"{row} " in beside for row in range(1, 9)), "the whole board, beside its reasons"
        await pilot.press("x", "down")
        await finish(pilot)
        await until(pilot, lambda: "Algorithm" in drawn(app))


async def test_an_end_that_is_seen_late_leaves_the_choices_in_view(
    app: DancingQueens, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app.run_test(size=(44, 14)) as pilot:
        await pilot.press("full_stop")
        await until(pilot, lambda: "Why · node 1" in drawn(app))
        screen = screen_of(pilot)
        with monkeypatch.context() as unseen:
            unseen.setattr(screen, "tick", lambda: None)
            await pilot.press("x")
            await until(pilot, lambda: not screen.search.searching)
            await pilot.press("down")
        screen.tick()
        await settled(app)
        await until(pilot, lambda: not screen.has_class("-explaining"))
        assert "Algorithm" in drawn(app)


@pytest.mark.parametrize("mode", ["queens", "sudoku", "cover"])
@pytest.mark.parametrize("size", [(40, 12), (60, 18)])
async def test_a_small_terminal_shows_the_whole_board_and_why(mode: str, size: tuple[int, int]) -> None:
    app = DancingQueens(Start(mode))
    async with app.run_test(size=size) as pilot:
        await pilot.press("full_stop")
        await until(pilot, lambda: "Why · " in drawn(app))
        await until(pilot, lambda: "go on" in drawn(app))
        if mode == "cover":
            board = text_of(app.screen.query_one("#picture", Lines))
            assert len([line for line in board.splitlines() if line.strip()]) >= 3, "no row is cut"
        else:
            board = text_of(app.screen.query_one("#board", Lines))
            assert len([line for line in board.splitlines() if line.strip()]) >= 9, (
                "all rows, and their columns' numbers"
            )
            assert "1 2 3" in board


async def test_a_small_terminal_shows_what_a_run_from_the_command_line_finds() -> None:
    app = DancingQueens(Start("queens", options={"what": "8", "run": True}))
    async with app.run_test(size=(44, 14)) as pilot:
        await until(pilot, lambda: "92 / 92" in drawn(app))
        await finish(pilot)
        assert all(text in drawn(app) for text in ("Live", "92 / 92", "Nodes"))


async def test_a_small_terminal_shows_why_a_size_is_refused(app: DancingQueens) -> None:
    async with app.run_test(size=(44, 14)) as pilot:
        await pilot.press(*"99999999999")
        await pilot.pause()
        assert "expected a whole number" in drawn(app)


async def test_the_whole_explanation_is_there_before_any_key(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "dead ends show early." in drawn(app)
        height = app.screen.query_one("#form").outer_size.height
        await pilot.press("left")
        assert screen_of(pilot).session.setup.entry.key == "dlx"  # a row less, so a line more
        await pilot.pause()
        assert "links." in drawn(app)
        await pilot.press("right")
        await pilot.pause()
        assert app.screen.query_one("#form").outer_size.height == height


@pytest.mark.parametrize("keys", [["enter"], ["full_stop"] * 12])
async def test_a_tall_terminal_stacks_the_panels_and_the_board_keeps_its_size(
    keys: list[str], own_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    boards = {}
    for size in ((80, 24), (64, 40)):
        home = copytree(own_home, tmp_path / str(size))  # neither goes on where another left off
        monkeypatch.setenv("DANCING_QUEENS_HOME", str(home))
        app = DancingQueens(Start("queens"))
        async with app.run_test(size=size) as pilot:
            await pilot.press(*keys)
            if keys == ["enter"]:
                await finish(pilot)
            await pilot.pause()
            board, side = app.screen.query_one(QueensBoard), app.screen.query_one("#side")
            boards[size] = board.drawing(*board.size)
            assert (side.region.y >= board.region.bottom) == (size == (64, 40))
    assert boards[64, 40] == boards[80, 24]


@pytest.mark.parametrize(("size", "columns"), [((140, 45), 1), ((200, 50), 2)])
async def test_a_large_terminal_has_reasons_in_full_and_all_panels(size: tuple[int, int], columns: int) -> None:
    """The board takes what its height needs; the rest is the panels', in two columns where that is enough for two."""
    app = DancingQueens(Start("queens", options={"what": "8", "speed": "full"}))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*["full_stop"] * 5)
        await until(pilot, lambda: "node 5" in drawn(app))
        board = app.screen.query_one(QueensBoard)
        assert board.drawing(*board.size) == ((8, 4) if columns == 1 else (10, 5)), (
            "and its rows and columns are numbered"
        )
        parts = [app.screen.query_one(f"#{name}", Lines) for name in ("form", "live", "why", "found")]
        assert all(part.display and part.region.height >= 4 for part in parts)
        assert len({part.region.x for part in parts}) == columns
        assert sum(part.region.width for part in parts[:columns]) == size[0] - board.region.width
        why = text_of(parts[2])
        assert "It rules out" in why
        assert "…" not in why
        assert " W" not in why
        await pilot.press("C")
        assert app.screen.query_one("#code").region.height >= 10
        assert app.screen.query_one("#why").display is (columns == 2)
