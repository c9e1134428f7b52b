"""Algorithms from outside race in processes of their own: what breaks there costs its own lane."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.core.plugin_sites import offer_several, python

APP = """
import asyncio
from tests.tui.driving import text_of, until
from tests.tui.screens.compare.steps import app_with, opened
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.race_session import RaceSetup
from tui.widgets.live import LivePanel
from tui.widgets.text_panel import TextPanel

async def main():
    async with app_with("6", "backtracking,dlx").run_test(size=(140, 45)) as pilot:
        await opened(pilot)
        pilot.app.push_screen(RaceScreen(RaceSetup("6", ({lanes}), pace={pace})))
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        screen = pilot.app.screen
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.driven is not None)
        race = screen.session.driven
        await until(pilot, lambda: {until})
        await pilot.press("x")
        await until(pilot, lambda: race.finished and race.state.stage == "over")
        await pilot.pause()
        for panel, lane in zip(screen.query(LivePanel), race.state.lanes):
            print(str(panel.border_title).split(" ", 2)[2], lane.snapshot.solutions, lane.error, len(lane.samples),
                  lane.snapshot.placement, sep="; ")
        print(text_of(screen.query_one(TextPanel)).splitlines()[-1].strip())

asyncio.run(main())
"""
OVER = "race.finished"
EXIT = "its process ended by itself, with status 0 and without an answer"


@pytest.mark.parametrize(
    ("lanes", "pace", "until", "said"),
    [
        ("'ends', 'backtracking', 'crashes'", None, OVER,
         [f"failed; 0; {EXIT}; 0; ()", "first; 4; ; 0; (4, 2, 0, 5, 3, 1)",
          "failed; 0; its process crashed: SIGSEGV; 0; ()", "backtracking wins"]),
        ("'ends', 'backtracking'", 0.1, OVER,
         [f"failed; 0; {EXIT}; 0; ()", "first; 4; ; 0; (4, 2, 0, 5, 3, 1)", "backtracking wins"]),
        ("'fails', 'backtracking', 'lies'", None, OVER,
         ["failed; 0; KeyError: 'lost'; 0; ()", "first; 4; ; 15; (4, 2, 0, 5, 3, 1)",
          "failed; 4; 6 queens: a solution found does not solve it: [0, 1, 2, 3, 4, 5]; 0; (0, 1, 2, 3, 4, 5)",
          "backtracking wins"]),
        ("'idles', 'backtracking'", None, "race.state.lanes[1].snapshot.finished",
         ["stopped; 0; ; 0; ()", "first; 4; ; 0; (4, 2, 0, 5, 3, 1)", "backtracking wins"]),
    ],
)  # fmt: skip
def test_what_an_algorithm_from_outside_does_costs_its_own_lane(
    tmp_path: Path, lanes: str, pace: float | None, until: str, said: list[str]
) -> None:
    if "crashes" in lanes and sys.platform == "win32":
        pytest.skip("no signals to crash by")
    offer_several(tmp_path)
    script = APP.replace("{lanes}", lanes).replace("{pace}", str(pace)).replace("{until}", until)
    ran = python(tmp_path, "-c", script)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == said


TABLE = """
import asyncio
from tests.tui.driving import until
from tests.tui.screens.compare.steps import app_with, opened

async def main():
    async with app_with("6", "ends,backtracking,fine").run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.table.finished)
        for cell in screen.table.cells.values():
            print(cell.key.label, cell.status, cell.solutions, cell.reason, sep="; ")

asyncio.run(main())
"""


def test_a_table_in_the_app_measures_them_too(tmp_path: Path) -> None:
    offer_several(tmp_path)
    ran = python(tmp_path, "-c", TABLE)
    assert ran.returncode == 0, ran.stderr
    expected = [f"ends; failed; None; {EXIT}", "backtracking; complete; 4; ", "fine; complete; 4; "]
    assert ran.stdout.splitlines() == expected
