"""Names of files as people type and paste them: too long, of nobody's home, where nothing may be looked at."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input, Static

from tests.tui.driving import served
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import save_dialog
from tui.dialogs.file import FileDialog

NAMES = ["x" * 3000, "x" * 3000 + "/", "~nobody-of-that-name/x", "~nobody-of-that-name/", "a\0b", "\0/", "/dev/null/x"]


def shown(dialog: FileDialog) -> str:
    return str(dialog.query_one(".-message", Static).render())


async def test_a_name_that_no_file_can_have_is_no_error_where_a_file_is_opened(tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(100, 30)) as pilot:
        for name in NAMES:
            dialog = FileDialog("Open", tmp_path)
            app.push_screen(dialog)
            await served(pilot)
            dialog.query_one(Input).value = name
            for key in ("tab", "enter"):
                await pilot.press(key)
            assert app.screen is dialog, name
            assert shown(dialog), name
            dialog.dismiss()
            await served(pilot)


async def test_a_name_that_no_file_can_have_is_refused_where_one_is_saved(tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(100, 30)) as pilot:
        for number, name in enumerate(NAMES):
            path = tmp_path / f"{number}.txt"
            dialog = save_dialog("Save", "Name", str(path), lambda path: "text")
            app.push_screen(dialog)
            await served(pilot)
            dialog.query_one(Input).value = name
            await pilot.press("enter")
            assert app.screen is dialog, name
            dialog.query_one(Input).value = str(path)
            await pilot.press("enter")
            assert app.screen is not dialog, name
            assert path.read_text(encoding="utf-8") == "text"
