"""Help and command palette of the screens."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.style import Style
from textual.css.query import NoMatches
from textual.events import Click, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input, OptionList
from textual.worker import WorkerFailed

from tests.tui.driving import drawn, picked_from, said, send, served, text_of, until
from tests.tui.screens.queens.steps import finish, screen_of
from tui.app import DancingQueens, Start, every_action
from tui.dialogs.dialogs import HelpDialog, LineDialog
from tui.dialogs.file import FileDialog
from tui.dialogs.palette import Palette
from tui.dialogs.pick import PickDialog
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.pick_list import PickLine
from tui.lab.lockstep_screen import LockstepScreen
from tui.screens.compare.race_screen import RaceScreen


@pytest.fixture
def app() -> DancingQueens:
    return DancingQueens(Start("queens"))


def test_one_thing_has_one_word_on_every_screen() -> None:
    screens = (*every_action(), ("Side by side", LockstepScreen.ACTIONS), ("Race", RaceScreen.ACTIONS))
    words: dict[str, dict[str, list[str]]] = {}
    for title, actions in screens:
        for action in actions:
            words.setdefault(action.action, {}).setdefault(action.label, []).append(title)
    several = {name: labels for name, labels in words.items() if len(labels) > 1}
    assert several == {
        "run": {"run": ["Queens", "Cover", "Compare", "Side by side", "Race"], "solve": ["Sudoku"]},  # a player's word
        "leave": {"one search": ["Side by side"], "back": ["Race"]},  # to other places
    }


async def test_palette_offers_what_the_screen_can_do_first(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        offered = [line.title for line in picked_from(pilot)]
        assert offered[:2] == ["Run  (enter)", "Step  (.)"]
        assert "Pause  (space)" not in offered  # nothing runs
        assert offered[-1] == "Quit  (^q)"
        await pilot.press(*"step", "enter")
        await served(pilot)
        assert screen_of(pilot).session.searching


async def test_the_palette_has_the_frame_of_every_dialog_and_finds_by_letters_in_order(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p", *"thme")
        await served(pilot)
        assert picked_from(pilot)[0].title == "Theme"
        lines = drawn(app).splitlines()
        assert any("╭─ Commands " in line for line in lines)
        assert any("enter do it" in line and "╯" in line for line in lines)
        await pilot.press("enter")
        await served(pilot)
        assert "╭─ Theme " in drawn(app)
        await pilot.press(*"textual-light", "enter")
        await served(pilot)
        assert app.theme == "textual-light"


async def test_keys_typed_ahead_reach_the_palette_and_what_it_opens(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        send(pilot, "ctrl+p", *"screenshot", "enter")
        await until(pilot, lambda: isinstance(app.screen, LineDialog))


async def test_a_screenshot_says_where_it_is_or_why_there_is_none(app: DancingQueens, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        for place, told in ((tmp_path / "none" / "a.svg", "there is no folder"), (tmp_path / "a.svg", "")):
            await pilot.press("ctrl+p", *"screenshot", "enter")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            app.screen.query_one(Input).value = str(place)
            await pilot.press("enter")
            await served(pilot)
            assert told in drawn(app)
            if told:
                await pilot.press("escape")
        assert said(app) == [f"saved {tmp_path / 'a.svg'}"]
        picture = (tmp_path / "a.svg").read_text()
        assert ("Queens" in picture, "Commands" in picture) == (True, False)  # what was below the palette


async def test_messages_are_there_to_be_read_again_in_full(app: DancingQueens) -> None:
    long = "a store that is held by another program, " * 4 + "the end"
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.screen.query_one(KeyBar)
        keys = text_of(bar)
        app.tell(long)
        app.tell("the second")
        await served(pilot)
        first = text_of(bar)
        assert first.startswith(long[:40])
        assert first.rstrip().endswith("… +1 ^p messages")
        await pilot.press("d")  # an answer comes first
        assert text_of(bar).startswith("d, next dead end")
        await pilot.press("down")
        assert text_of(bar).rstrip() == "the second"
        await pilot.press("up")
        assert text_of(bar) == keys
        await pilot.press("ctrl+p", *"messages", "enter")
        await served(pilot)
        shown = " ".join(drawn(app).replace("│", " ").split())
        assert "the second " in shown
        assert "the end" in shown


async def test_what_textual_would_lay_over_the_screen_is_told_too(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.notify("no [b]file[/b]", title="Failed", severity="error")
        await served(pilot)
        assert text_of(app.screen.query_one(KeyBar)).rstrip() == "Failed: no file"
        assert not app.screen.query("Toast")


async def test_nothing_to_copy_is_said(app: DancingQueens) -> None:
    async with app.run_test(size=(80, 24)):
        app.copy(" \n", "table")
        assert said(app) == ["table: there is nothing to copy"]


async def test_help_begins_with_the_keys_of_the_screen(app: DancingQueens) -> None:
    async with app.run_test(size=(100, 160)) as pilot:
        await pilot.press("f1")
        await served(pilot)
        shown = drawn(app)
        assert shown.index("Start the search") < shown.index("Everywhere") < shown.index("On this screen")


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
    missing = NoMatches("No nodes match 'Side'")
    async with app.run_test(size=(80, 24)):
        app.exit()
        app._handle_exception(missing)
        app._handle_exception(WorkerFailed(missing))
    assert app.return_code == 0


async def test_a_part_that_hears_of_something_as_the_app_is_taken_down_is_no_failure(app: DancingQueens) -> None:
    heard: list[Exception] = []

    class Late(Screen[None]):
        def on_unmount(self) -> None:
            try:
                self.query_one("#part")
            except NoMatches as missing:
                heard.append(missing)
                self.app._handle_exception(missing)  # as where a message is handled

    async with app.run_test(size=(80, 24)):
        await app.push_screen(Late())
    assert len(heard) == 1


async def test_a_click_on_a_line_that_has_just_gone_chooses_nothing(app: DancingQueens) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
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
