"""A further screen, as somebody would add it, and what a person who starts the app with it sees."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult

from core import FormatError, Goal, Proposal, Snapshot
from core.explain import Reason
from tests.fifth_family import Ring, Rings, propose
from tui.actions.action import Action
from tui.dialogs.form_values import Note
from tui.kit.form_panel import FormPanel
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.live import LivePanel
from tui.kit.text import PageText
from tui.kit.text_panel import TextPanel
from tui.lab.actions import BESIDE_ACTIONS, BROWSE_ACTIONS, SEARCH_ACTIONS
from tui.lab.beside import Beside, chosen_so_far
from tui.lab.browser import SolutionBrowser
from tui.lab.screen import LabScreen
from tui.lab.session import LabSession, SearchSession
from tui.lab.setup import Setup
from tui.lab.view import LabView, Panel
from tui.lessons.facts import Fact, ScreenFacts
from tui.lessons.open_lesson import ScreenAdapter
from tui.lessons.step import Kind, LessonStep, Value

COLOURS = ("three", "four")


class RingBeside(Beside[Ring]):
    """Colours in words, in one line."""

    noun, made = ("region", "regions"), "coloured"

    def draw(self, problem: Ring, shot: Snapshot | None, reason: Reason | None, still: bool) -> PageText:
        return chosen_so_far([f"ring {''.join(map(str, shot.placement)) if shot is not None else ''}"])


class RingSession(SearchSession[Ring], LabSession):
    """Searches the colourings of a ring."""

    def __init__(self) -> None:
        super().__init__(Setup(Ring(5)), SolutionBrowser(self.found))

    @property
    def to_solve(self) -> Ring:
        assert isinstance(self.setup.problem, Ring)
        return self.setup.problem

    @property
    def proposal(self) -> Proposal:
        return propose(self.to_solve, self.setup.goal)

    def take_algorithm(self, key: str) -> Note | None:
        return self.setup.choose("algorithm", key or self.proposal.key)

    def command(self) -> str:
        return self.setup.command("colouring", str(self.to_solve.size))

    def described(self, problem: Ring) -> Mapping[str, object]:
        return {"regions": problem.size}

    def problem_again(self, what: Mapping[str, object]) -> Ring:
        return Ring(int(str(what["regions"])))

    def remembered(self) -> dict[str, object]:
        return self.setup.remembered()

    def look(self) -> None:
        self.search.look()

    def view(self) -> LabView:
        board = self.beside().draw(self.to_solve, self.search.snapshot, None, still=True)
        live = Panel("live", self.search.figures())
        return LabView(
            board, (Panel("form", self.form.value), live), title=str(self.to_solve), keys=tuple(self.footer_actions())
        )


class ColouringScreen(LabScreen):
    """It searches, steps and browses, and can be turned."""

    SETTINGS = "colouring"
    session: RingSession
    ACTIONS = (
        Action("turn", "t", "turn", "Turn the ring", do=lambda screen: screen.app.say("turned")),
        *SEARCH_ACTIONS, *BROWSE_ACTIONS, *BESIDE_ACTIONS,
    )  # fmt: skip

    def __init__(self) -> None:
        self.session = RingSession()
        super().__init__(self.session)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield TextPanel(id="board")
        yield FormPanel(id="form")
        yield LivePanel(id="live")
        yield KeyBar()

    def on_mount(self) -> None:
        self.tick()


class RingFacts(ScreenFacts):
    """Rings of so many regions."""

    KIND = "colouring"
    PROBLEM = "a number of regions"
    FACTS: ClassVar[Mapping[str, Fact]] = {
        "colourings": Fact(lambda step, _: Value(Kind.NUMBER, Rings().known(step.problem, Goal.ALL)), "how many"),
    }

    def read(self, text: str) -> Ring:
        return Ring(int(text))

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        return self.FACTS

    def where(self, step: LessonStep) -> str:
        return f"Screen Colouring: {self.problem(step)}."


class ColouringLessons(ScreenAdapter):
    """Lessons on that screen."""

    FACTS = RingFacts()

    def __init__(self, screen: ColouringScreen) -> None:
        self.screen = screen

    def go(self, step: LessonStep, node: int) -> None:
        self.screen.app.say(step.problem)

    def way_back(self) -> Callable[[], None]:
        return lambda: None

    def stands(self, step: LessonStep, node: int) -> bool:
        return True

    def ask(self, kind: Kind | None) -> None:
        """There is nothing to hide."""


LESSON = """
title = "Rings"
[[step]]
screen = "colouring"
problem = "5"
text = "A ring of five regions has {colourings} colourings."
ask = "How many more are that than solutions of four queens?"
answer = "colourings - 2"
hints = ["Four queens have two."]
"""


async def lesson_taken() -> list[object]:
    """A lesson on it, as text and through the app."""
    from tests.tui.driving import text_of, until
    from tui.app import DancingQueens, Start
    from tui.lessons.lesson import lesson_from
    from tui.lessons.panel import LessonPanel
    from tui.lessons.plain import plain

    path = Path(tempfile.mkdtemp()) / "rings.toml"
    path.write_text(LESSON, "utf-8")
    said: list[object] = [line for line in plain(lesson_from(LESSON, "rings", "rings")) if "ring" in line]
    try:
        lesson_from(LESSON.replace('"5"', '"many"'), "rings", "rings")
    except FormatError as error:
        said.append(str(error).partition(": invalid")[0])
    async with DancingQueens(Start(lesson=str(path))).run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: pilot.app.screen.query(LessonPanel))
        strip = pilot.app.screen.query_one(LessonPanel)
        await until(pilot, lambda: strip.lesson.open)
        for answer in ("27", "28"):
            await pilot.press(*answer, "enter")
            said.append(next(line.strip() for line in text_of(strip).splitlines()[-1:0:-1] if line.strip()))
    return said


async def used() -> dict[str, object]:
    """What a person sees of it."""
    from tests.tui.driving import finished, in_front, served, text_of, until
    from tui.__main__ import parser
    from tui.app import DancingQueens, Start, every_action
    from tui.lab.lockstep_screen import LockstepScreen
    from tui.screens.compare.race_screen import RaceScreen
    from tui.screens.compare.screen import CompareScreen

    said: dict[str, object] = {"argument": vars(parser().parse_args(["colouring", "5"]))["screen"]}
    said["help"] = "colouring: so many regions" in " ".join(parser().format_help().split())
    said["option"] = parser().parse_args(["colouring", "--with", "three"]).colours
    actions = next(actions for title, actions in every_action() if title == "Colouring")
    said["keys"] = [action.action for action in actions if action not in SEARCH_ACTIONS + BROWSE_ACTIONS]
    said["lesson"] = await lesson_taken()
    async with DancingQueens(Start("colouring")).run_test(size=(100, 40)) as pilot:
        await served(pilot)
        said["first"] = type(pilot.app.screen).__name__
        said["title"] = text_of(pilot.app.screen.query_one(TitleBar)).strip()
        await pilot.press("enter")
        await finished(pilot, "search")
        said["found"] = len(in_front(pilot, ColouringScreen).browser.found())
        await pilot.press("b", "f", "enter")
        pair = in_front(pilot, LockstepScreen).session
        await until(pilot, lambda: pair.driven is not None and pair.driven.ended)
        said["beside"] = [pair.row(side).solutions for side in (0, 1)]
        lanes = [text_of(pilot.app.screen.query_one("#lane0", TextPanel)).split()[0]]
        await pilot.press("escape")
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
        said["lanes"] = [*lanes, text_of(race.query_one("#lane1", TextPanel)).split()[0]]
        said["race"] = [race.session.setup.title, *("30 / 30 ✓" in panel for panel in panels[:2])]
        await pilot.press("escape", "f7")
        await served(pilot)
        said["key"] = type(pilot.app.screen).__name__
    return said


def main() -> None:
    """Print that, for a test."""
    print(json.dumps(asyncio.run(used())))
