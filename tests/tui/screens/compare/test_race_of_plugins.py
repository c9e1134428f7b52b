"""Algorithms from outside race in processes of their own: what breaks there costs its own lane."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.core.plugin_sites import offer_several, python

APP = """
import asyncio, sys
from tests.tui.driving import text_of, until
from tests.tui.screens.compare.steps import app_with, opened
from tui.screens.compare.race_screen import RaceScreen
from tui.screens.compare.race_session import RaceSetup
from tui.kit.live import LivePanel
from tui.kit.text_panel import TextPanel

async def raced(lanes, pace, enough):
    async with app_with("6", "backtracking,dlx").run_test(size=(140, 45)) as pilot:
        await opened(pilot)
        pilot.app.push_screen(RaceScreen(RaceSetup("6", lanes, pace=pace)))
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        screen = pilot.app.screen
        await pilot.press("enter")
        await until(pilot, lambda: screen.session.driven is not None)
        race = screen.session.driven
        await until(pilot, lambda: enough(race))
        await pilot.press("x")
        await until(pilot, lambda: race.finished and race.state.stage == "over")
        await pilot.pause()
        print("race of", *lanes)
        for panel, lane in zip(screen.query(LivePanel), race.state.lanes):
            print(str(panel.border_title).split(" ", 2)[2], lane.snapshot.solutions, lane.error,
                  lane.snapshot.placement, sep="; ")
        print(text_of(screen.query_one(TextPanel)).splitlines()[-1].strip())

async def measured(algorithms):
    async with app_with("6", algorithms).run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: screen.table.finished)
        print("table of", algorithms)
        for cell in screen.table.cells.values():
            print(cell.key.label, cell.status, cell.solutions, cell.reason or "-", sep="; ")

async def main():
    over = lambda race: race.finished
    crashing = ("crashes",) if sys.platform != "win32" else ()  # which has no signals to crash by
    await raced((*crashing, "ends", "backtracking"), None, over)
    await raced(("ends", "backtracking"), 0.1, over)
    await raced(("fails", "backtracking", "lies"), None, over)
    await raced(("idles", "backtracking"), None, lambda race: race.state.lanes[1].snapshot.finished)
    await measured("ends,backtracking,fine")

asyncio.run(main())
"""
EXIT = "its process ended by itself, with status 0 and without an answer"
FIRST = "first; 4; ; (4, 2, 0, 5, 3, 1)"
CRASHED = "failed; 0; its process crashed: SIGSEGV; ()\n"
SAID = f"""\
race of crashes ends backtracking
{CRASHED}failed; 0; {EXIT}; ()
{FIRST}
only backtracking got there
race of ends backtracking
failed; 0; {EXIT}; ()
{FIRST}
only backtracking got there
race of fails backtracking lies
failed; 0; KeyError: 'lost'; ()
{FIRST}
failed; 0; 6 queens: a solution found does not solve it: [0, 1, 2, 3, 4, 5]; ()
only backtracking got there
race of idles backtracking
stopped; 0; ; ()
{FIRST}
only backtracking got there
table of ends,backtracking,fine
ends; failed; None; {EXIT}
backtracking; complete; 4; -
fine; complete; 4; -
"""


def test_what_an_algorithm_from_outside_does_costs_its_own_lane_or_row(tmp_path: Path) -> None:
    # All in one process: most of what each takes is the start of Python and of the app.
    offer_several(tmp_path)
    ran = python(tmp_path, "-c", APP)
    assert ran.returncode == 0, ran.stderr
    said = SAID if sys.platform != "win32" else SAID.replace(CRASHED, "").replace("of crashes ", "of ")
    assert ran.stdout == said
