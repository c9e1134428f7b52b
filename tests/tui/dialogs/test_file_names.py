"""Names of files as people type and paste them: too long, of nobody's home, where nothing may be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from tests.tui.driving import served
from tui.app import DancingQueens, Start
from tui.dialogs.dialogs import save_dialog
from tui.dialogs.file import FileDialog

NAMES = ["x" * 3000, "x" * 3000 + "/", "~nobody-of-that-name/x", "~nobody-of-that-name/", "a\0b", "\0/", "/dev/null/x"]


def shown(dialog: FileDialog) -> str:
    return str(dialog.query_one(".-message", Static).render())


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_no_file_can_have_is_no_error_where_a_file_is_opened(name: str, tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        dialog = FileDialog("Open", tmp_path)
        app.push_screen(dialog)
        await served(pilot)
        dialog.query_one(Input).value = name
        for key in ("tab", "enter"):
            await pilot.press(key)
            await served(pilot)
        assert app.screen is dialog
        assert shown(dialog)


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_no_file_can_have_is_refused_where_one_is_saved(name: str, tmp_path: Path) -> None:
    app = DancingQueens(Start("queens"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        dialog = save_dialog("Save", "Name", str(tmp_path / "a.txt"), lambda path: "text")
        app.push_screen(dialog)
        await served(pilot)
        dialog.query_one(Input).value = name
        await pilot.press("enter")
        await served(pilot)
        assert app.screen is dialog
        dialog.query_one(Input).value = str(tmp_path / "a.txt")
        await pilot.press("enter")
        await served(pilot)
        assert app.screen is not dialog
        assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "text"
