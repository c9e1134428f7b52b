"""The Sudoku screen in every size and terminal, with the mouse, and from the command line."""

from __future__ import annotations

import io
import shlex
from pathlib import Path
from typing import Any

import pytest
from textual.filter import Monochrome, NoColor
from textual.pilot import Pilot

from core import Goal
from core._cli.command_line import main
from tests.cases import slow
from tests.tui.driving import text_of
from tests.tui.screens.sudoku.steps import NEWSPAPER, TINY, board, info, mode_shown, press, run, settle
from tui.__main__ import main as start_app
from tui.app import Start
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.lines import Lines
from tui.kit.live import LivePanel
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.text_panel import TextPanel
from tui.screens.sudoku.screen import SudokuScreen

# Sizes


@pytest.mark.parametrize("text", [NEWSPAPER, slow("." * 625)], ids=["9", "25"])
def test_every_size_is_survived(text: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "a", "1", "apostrophe", "2")
        for size in ((140, 45), (60, 30), (44, 14), (80, 20), (20, 8), (1, 1)):
            await pilot.resize_terminal(*size)
            await press(pilot, "down", "1")
        await press(pilot, "enter", "x")
        await settle(pilot)
        await press(pilot, "escape")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "VALUES" in mode_shown(pilot)
        assert not screen.query_one("#info", TextPanel).border_subtitle
        shape = screen.session.document.grid.shape
        here = shape.name_of(screen.session.document.cursor)
        assert str(screen.query_one("#board").border_title).endswith(here) == (shape.order > 20)
        assert "1" in board(pilot)

    run(script, text=text)


def test_clues_on_both_sides_are_seen_in_the_usual_terminal() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        rows = board(pilot).splitlines()
        assert [(row[:3], row[-2:]) for row in rows[2:7:2]] == [("  ┃", "┃5"), ("27┃", "27"), ("  ┃", "┃3")]
        assert screen.query_one(SudokuBoard).scrolled is False

    text = "grid 9\nnumbered-room 5: r1 right\nx-sum 27: r2 right\nx-sum 27: r2 left\nskyscraper 3: r3 right"
    run(script, text=text)


def test_the_mode_is_shown_where_there_is_no_frame() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert len(board(pilot).splitlines()) == 12
        await press(pilot, "m")
        assert str(screen.query_one("#info", TextPanel).border_subtitle) == "MARKS"

    run(script, size=(44, 14))


def test_a_large_grid_scrolls_with_the_cursor() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        widget = screen.query_one(SudokuBoard)
        assert widget.scrolled
        await press(pilot, "G")
        assert "G" in board(pilot)
        await press(pilot, "up")
        assert "G" not in board(pilot)
        await press(pilot, "down")
        assert "G" in board(pilot)

    run(script, text="." * 625)


def test_ascii_and_poor_terminals() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await press(pilot, "5", "right", "apostrophe", "2", "a", "tab")
        lines = "\n".join(text_of(widget) for widget in screen.query(Lines) if widget.size)
        assert lines.isascii(), {sign for sign in lines if not sign.isascii()}
        assert "5!" in lines
        await press(pilot, "enter")
        await settle(pilot)
        assert "".join(text_of(widget) for widget in screen.query(Lines) if widget.size).isascii()
        assert str(screen.query_one("#board").border_subtitle).isascii()

    run(script, start=Start("sudoku", "ansi-dark", True))


def test_a_click_moves_the_cursor() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await pilot.click("#board", offset=(5, 3))
        assert screen.session.document.cursor == 0

    run(script)


def test_keys_in_footer_work_now_and_are_few() -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for keys in ((), ("m",), ("escape", "d"), ("escape", "i"), ("escape", "enter")):
            await press(pilot, *keys)
            await settle(pilot)
            actions = screen.session.footer_actions()
            assert 3 <= len(actions) <= 7
            assert all(screen.session.can(action.name) for action in actions)
            assert "F1 help" in text_of(screen.query_one(KeyBar))
        assert screen.query_one(TitleBar)
        assert "Live" in str(screen.query_one(LivePanel).border_title)

    run(script)


def test_arguments_of_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "one.sdk"
    file.write_text("#LEasy\n" + "\n".join(NEWSPAPER[i : i + 9] for i in range(0, 81, 9)) + "\n")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        await settle(pilot)
        assert screen.session.solving.setup.entry.key == "dlx"
        assert mode_shown(pilot).startswith("SOLUTION 1")
        assert "Easy" in info(pilot)

    asked = {"what": str(file), "algorithm": "dlx", "run": True}
    run(script, text=None, start=Start("sudoku", options=asked))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"what": "/no/such/file"}, "No such file"),
        ({"algorithm": "magic"}, "no sudoku algorithm is called 'magic'"),
        ({"speed": "fast"}, "nodes a second, or full"),
    ],
)
def test_wrong_arguments_are_answered_in_words(asked: dict[str, Any], said: str) -> None:
    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        await settle(pilot)
        assert said in info(pilot)

    run(script, text=None, start=Start("sudoku", options=asked))


def test_a_theme_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        start_app(["--theme", "nope"])
    assert ended.value.code == 2
    assert "there is no theme 'nope'; --theme ? lists them" in capsys.readouterr().err


def test_the_command_line_shown_does_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    commands: list[str] = []

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        for key, goal in (("dlx", Goal.FIRST), ("propagation", Goal.COUNT), ("bitmask", Goal.ALL)):
            screen.session.solving.setup.choose_algorithm(key)
            screen.session.solving.setup.choose_goal(goal)
            screen.show_command()
            await pilot.pause()
            commands.append(pilot.app.screen._text)  # type: ignore[attr-defined]
            await press(pilot, "escape")

    run(script, text=TINY)
    for command in commands:
        given, _, words = command.partition(" | ")
        arguments = shlex.split(words)[3:]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(shlex.split(given)[1].encode() + b"\n")))
            assert main(arguments) == 0
    assert "2" in capsys.readouterr().out


def test_no_colour_at_all_is_legible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[Any], screen: SudokuScreen) -> None:
        assert any(isinstance(each, NoColor) for each in pilot.app.get_line_filters())
        assert not any(isinstance(each, Monochrome) for each in pilot.app.get_line_filters())

    run(script, start=Start("sudoku", "ansi-dark"))
