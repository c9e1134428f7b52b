"""Help and command palette of the screens."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.style import Style
from textual.command import CommandList
from textual.css.query import NoMatches
from textual.events import Click, Resize
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Input, OptionList

from tests.tui.driving import drawn, served, until
from tests.tui.screens.queens.steps import finish, screen_of
from tui.app import DancingQueens, Start, every_action
from tui.dialogs.dialogs import HelpDialog
from tui.dialogs.file import FileDialog
from tui.dialogs.pick import PickDialog
from tui.kit.frame import TitleBar
from tui.kit.pick_list import PickLine
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.queens.pair_screen import PairScreen
from tui.terminal.sturdy import Palette


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens"))


def test_one_thing_has_one_word_on_every_screen() -> None:
    screens = (*every_action(), ("Side by side", PairScreen.ACTIONS), ("Race", RaceScreen.ACTIONS))
    words: dict[str, dict[str, list[str]]] = {}
    for title, actions in screens:
        for action in actions:
            words.setdefault(action.action, {}).setdefault(action.label, []).append(title)
    several = {name: labels for name, labels in words.items() if len(labels) > 1}
    assert several == {
        "run": {"run": ["Queens", "Cover", "Compare", "Side by side", "Race"], "solve": ["Sudoku"]},  # a player's word
        "leave": {"one board": ["Side by side"], "back": ["Race"]},  # to other places
    }


async def test_a_palette_that_waits_sends_nothing(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        for action in ("command_palette", "change_theme"):
            await app.run_action(action)
            await pilot.pause()
            assert isinstance(app.screen, Palette)
            assert not app.screen.query_one(Input).cursor_blink
            await pilot.press("escape")


async def test_a_click_below_a_terminal_that_has_shrunk_is_no_error(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.pause()
        app.screen.post_message(Click(app.screen, 5, 40, 0, 0, 1, False, False, False, 5, 40))
        await pilot.pause()
        assert type(app.screen).__name__ == "Palette"
        await pilot.click(offset=(2, 0))  # above the palette
        await pilot.pause()
        assert type(app.screen).__name__ != "Palette"


async def test_palette_offers_what_the_screen_can_do_first(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await app.workers.wait_for_complete()
        await pilot.pause()
        offered = [str(option.prompt).splitlines()[0] for option in app.screen.query_one(CommandList).options]
        assert offered[:2] == ["Run  (enter)", "Step  (.)"]
        assert "Pause  (space)" not in offered  # nothing runs
        assert offered[-1] == "Quit"
        await pilot.press(*"step", "enter")
        await pilot.pause()
        assert screen_of(pilot).searching


@pytest.mark.parametrize("mode", ["queens", "sudoku", "cover", "compare"])
async def test_help_and_palette_open_and_are_in_ascii(mode: str) -> None:
    # Not the search that a new user of Cover sees: it is paused, and its worker waits for a key.
    app = DancingQueens(Start(mode, ascii_only=True, options={"what": "four-sets"} if mode == "cover" else {}))
    async with app.run_test(size=(100, 160)) as pilot:
        await finish(pilot)
        for key, opened in (("f1", HelpDialog), ("ctrl+p", Palette)):
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert isinstance(app.screen, opened)
            shown = drawn(app)
            assert shown.isascii(), [line for line in shown.splitlines() if not line.isascii()]
            await pilot.press("escape")


async def test_keys_that_do_the_same_share_a_row_of_the_help() -> None:
    app = DancingQueens(Start("compare"))
    async with app.run_test(size=(100, 120)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert "1 2 3 4 5 " in drawn(app)


@pytest.fixture
def only_new_objects() -> Iterator[None]:
    """What is there before the test is not looked through."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("only_new_objects")
async def test_a_help_that_is_closed_leaves_no_painted_lines(app: DancingQueens) -> None:
    def lines() -> int:
        gc.collect()
        return sum(isinstance(each, Strip) for each in gc.get_objects())

    async with app.run_test(size=(80, 24)) as pilot:

        async def open_and_close() -> None:
            await pilot.press("f1")
            await pilot.pause()
            assert type(app.screen).__name__ == "HelpDialog"
            drawn(app)
            await pilot.press("escape")
            await pilot.pause()

        await open_and_close()
        before = lines()
        for _ in range(2):
            await open_and_close()
        assert lines() < before + 300  # a help has some hundred


async def test_a_palette_that_was_closed_closes_nothing_else(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "ctrl+p")
        await pilot.pause()
        palette = app.screen
        assert isinstance(palette, Palette)
        palette.dismiss()
        palette.dismiss()
        await pilot.pause()
        assert type(app.screen).__name__ == "HelpDialog"
        app.screen.dismiss()
        await pilot.pause()
        palette.dismiss()
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_a_second_palette_opens_over_a_dialog_of_the_first(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        app.action_command_palette()
        app.action_help()
        app.action_command_palette()
        await pilot.pause()
        assert isinstance(app.screen, Palette)
        await pilot.press("escape", "escape", "escape")
        await pilot.pause()
        assert len(app.screen_stack) == 1


async def test_a_screen_that_opens_while_the_app_ends_is_no_failure(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)):
        app.exit()
        app._handle_exception(NoMatches("No nodes match 'Side'"))
    assert app.return_code == 0


@pytest.mark.parametrize("opened", ["palette", "list"])
async def test_a_click_on_a_line_that_has_just_gone_chooses_nothing(app: DancingQueens, opened: str) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        if opened == "palette":
            app.action_command_palette()
        else:
            app.push_screen(FileDialog("Open a file", Path("/")))
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        shown = app.screen
        listed = shown.query_one(OptionList)
        x, y = listed.region.offset
        gone = Style(meta={"option": listed.option_count})
        listed.post_message(Click(listed, 0, 0, 0, 0, 1, False, False, False, x, y, style=gone))
        await served(pilot)
        assert app.screen is shown


@pytest.mark.parametrize("opened", ["nothing", "palette", "list"])
async def test_a_size_that_the_terminal_no_longer_has_is_not_laid_out(app: DancingQueens, opened: str) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        if opened == "palette":
            app.action_command_palette()
        elif opened == "list":
            app.push_screen(PickDialog("Colour", [PickLine("red", "red")]))
        await pilot.pause()
        laid_out = []
        app.screen.screen_layout_refresh_signal.subscribe(app, lambda screen: laid_out.append(screen.outer_size))
        for screen in app.screen_stack:
            screen.post_message(Resize(Size(40, 15), Size(40, 15)))
        await served(pilot)
        await pilot.resize_terminal(90, 28)
        await until(pilot, lambda: {screen.outer_size for screen in app.screen_stack} == {Size(90, 28)})
        assert Size(40, 15) not in laid_out
        assert Size(90, 28) in laid_out


async def test_a_click_on_a_part_that_has_just_gone_is_no_error(app: DancingQueens) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        x, y = app.screen.query_one(TitleBar).region.offset
        part = app.screen.get_widget_at(x, y)[0]
        parent = part.parent
        assert parent is not None
        part._detach()  # as while it is being taken away: the picture still has it
        await pilot.mouse_down(offset=(x, y))
        await served(pilot)
        part._attach(parent)
        assert app.is_running
