"""A further screen, as somebody would add it, and what a person who starts the app with it sees."""

from __future__ import annotations

import asyncio
import json

from textual.app import ComposeResult

from tui.actions.action import Action, CommandScreen
from tui.kit.frame import KeyBar, TitleBar

COLOURS = ("three", "four")


class ColouringScreen(CommandScreen):
    """It can be opened, and turned."""

    ACTIONS = (Action("turn", "t", "turn", "Turn the ring", do=lambda screen: screen.app.say("turned")),)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield KeyBar()


async def used() -> dict[str, object]:
    """What a person sees of it."""
    from tests.tui.driving import finished, served, text_of, until
    from tui.__main__ import parser
    from tui.app import DancingQueens, Start, every_action
    from tui.kit.live import LivePanel
    from tui.screens.compare.race_screen import RaceScreen
    from tui.screens.compare.screen import CompareScreen

    said: dict[str, object] = {"argument": vars(parser().parse_args(["colouring", "5"]))["screen"]}
    said["help"] = "colouring: so many regions" in " ".join(parser().format_help().split())
    said["option"] = parser().parse_args(["colouring", "--with", "three"]).colours
    said["keys"] = [action.action for title, actions in every_action() if title == "Colouring" for action in actions]
    async with DancingQueens(Start("colouring")).run_test(size=(100, 40)) as pilot:
        await served(pilot)
        said["first"] = type(pilot.app.screen).__name__
        said["title"] = text_of(pilot.app.screen.query_one(TitleBar)).strip()
        await pilot.press("f5")
        await served(pilot)
        compare = pilot.app.screen
        assert isinstance(compare, CompareScreen)
        await until(pilot, lambda: compare.table is not None)
        await pilot.press("n", "tab", "right", "right", "right", "shift+tab", "enter")
        await finished(pilot)
        assert compare.table is not None
        plan = compare.table.plan
        said["plan"] = [plan.family, *plan.instances, *(each.label for each in plan.contestants)]
        await pilot.press("v", "f", "asterisk", "enter")
        await served(pilot)
        race = pilot.app.screen
        assert isinstance(race, RaceScreen)
        await finished(pilot)
        panels = [text_of(panel) for panel in race.query(LivePanel)]
        said["race"] = [race.session.setup.title, *("30 / 30 ✓" in panel for panel in panels[:2])]
        await pilot.press("escape", "f7")
        await served(pilot)
        said["key"] = type(pilot.app.screen).__name__
    return said


def main() -> None:
    """Print that, for a test."""
    print(json.dumps(asyncio.run(used())))
