"""Algorithms from outside stand on the screens like our own; plug-ins that are broken are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import Algorithm, PluginTrouble, Source, Status, register
from core._queens.naive import NaiveSearch
from tests.tui.driving import drawn, finished, picked_from, said, text_of
from tui import app as app_module
from tui.app import DancingQueens, Start
from tui.kit.live import LivePanel


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DANCING_QUEENS_HOME", str(tmp_path))


async def test_a_broken_plug_in_is_told_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    trouble = PluginTrouble("mine", "a:b", "ImportError: [bold]no[/bold]")
    monkeypatch.setattr(app_module, "plugin_troubles", lambda: (trouble,))
    app = DancingQueens()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert said(app) == [str(trouble)]
        assert "ImportError: [bold]no[/bold]" in drawn(app)


async def test_an_algorithm_from_outside_can_be_chosen_on_its_screen() -> None:
    entry = Algorithm(
        "mine", "Of my own", "queens", "As naive.", Source("Me", 2024, "Here"), "core._queens.naive:NaiveSearch"
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


class Leaving(NaiveSearch):
    """Ends the program, as a script that was made a plug-in in haste would."""

    def advance(self, budget: int, quota: int | None = None) -> Status:
        raise SystemExit("bye")


class Exhausted(NaiveSearch):
    """Raises what no asyncio future takes."""

    def advance(self, budget: int, quota: int | None = None) -> Status:
        raise StopIteration


def no_search(*_: object) -> int:
    """What an algorithm is started by should give more than a number."""
    return 92


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("Leaving", "RuntimeError: SystemExit: bye"),
        ("Exhausted", "RuntimeError: StopIteration: "),
        ("no_search", f"mine cannot be used: expected a Search from {__name__}:no_search, not int"),
    ],
)
async def test_whatever_a_plug_in_raises_is_said_and_the_app_goes_on(start: str, said: str) -> None:
    source = Source("Me", 2024, "Here")
    remove = register(Algorithm("mine", "Of my own", "queens", "As naive.", source, f"{__name__}:{start}"))
    try:
        app = DancingQueens(Start("queens", options={"what": "6", "algorithm": "mine"}))
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.press("enter")
            await finished(pilot)
            assert "".join(said.split()) == "".join(text_of(app.screen.query_one(LivePanel)).split())
    finally:
        remove()
