"""Algorithms from outside stand on the screens like our own; plug-ins that are broken are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.catalog import Algorithm, Source, register
from core.plugins import PluginTrouble
from tests.tui.driving import picked_from
from tui import app as app_module
from tui.app import DancingQueens


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))


async def test_a_broken_plug_in_is_told_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = PluginTrouble("mine", "a:b", "ImportError: [bold]no[/bold]")
    monkeypatch.setattr(app_module, "plugin_troubles", lambda: (trouble,))
    app = DancingQueens()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert [note.message for note in app._notifications] == [str(trouble)]
        assert not [note for note in app._notifications if note.markup]


async def test_an_algorithm_from_outside_can_be_chosen_on_its_screen() -> None:
    entry = Algorithm(
        "mine", "Of my own", "queens", "As naive.", Source("Me", 2024, "Here"), "core.queens.naive:NaiveSearch"
    )
    remove = register(entry)
    try:
        app = DancingQueens()
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.press("a")
            await pilot.pause()
            assert "Of my own  (mine)" in [line.title for line in picked_from(pilot)]
    finally:
        remove()
