"""The race: two or three algorithms on the same board side by side, in equal shares of time."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal

from tui.actions.action import Action
from tui.actions.dialogue import answer
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.live import LivePanel
from tui.kit.text_panel import TextPanel
from tui.lab.actions import NOTHING_RUNS, RUNS_ALREADY, SLOWEST, pause_label, run_label
from tui.lab.lanes import Lane, LanesScreen
from tui.screens.compare.race_session import MOST_LANES, PACES, RaceForm, RaceSession, RaceSetup

GROUP = "Race"
FULL_SPEED = "it is already at full speed"


class RaceScreen(LanesScreen):
    """Boards and counts of two or three searches, taking turns of equal time."""

    CSS_PATH = "compare.tcss"
    SETTINGS = "race"
    ABOUT = """
Two or three algorithms work on the same problem.  They take turns of equal computing
time, so whoever is ahead is faster, not luckier.  In slow motion each lane steps at the
rate measured for it, all slowed down by the same factor.

"Time" is each lane's own computing time, building and searching, at real speed: what a
table shows.  A place is decided once no other lane can take it.  At the end searches of up
to a third of a second are measured as a table measures them, and the race says who wins,
or that their times cannot be told apart.  One run of a longer search is too few to tell.
"""
    ACTIONS: tuple[Action[RaceScreen, RaceSession], ...] = (
        Action("run", "enter", "run", "Start the race, or go on after a pause",
               footer=run_label, group=GROUP, why_not=RUNS_ALREADY),
        Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group=GROUP, why_not=NOTHING_RUNS),
        Action("step", "full_stop", "step", "One node for the next lane, then pause", footer=True, group=GROUP),
        Action("pace(1)", "plus,equals_sign", "faster", "Ten times faster", group=GROUP, footer=True,
               do=lambda screen: screen.set_up(screen.session.at_pace(1)),
               when=lambda session: session.pace is not None, why_not=FULL_SPEED),
        Action("pace(-1)", "minus", "slower", "Ten times slower", group=GROUP, footer=True,
               do=lambda screen: screen.set_up(screen.session.at_pace(-1)),
               when=lambda session: session.pace != PACES[0], why_not=SLOWEST),
        Action("full_speed", "f", "full speed", "Full speed", group=GROUP,
               do=lambda screen: screen.set_up(replace(screen.session.setup, pace=None)),
               when=lambda session: session.pace is not None, why_not=FULL_SPEED),
        Action("stop", "x", "stop", "Stop, and keep the figures so far", group=GROUP, why_not=NOTHING_RUNS),
        Action("restart", "r", "restart", "Start again from the beginning", group=GROUP),
        Action("choose", "a", "who races", "Choose the board and the algorithms", footer=True, group=GROUP,
               do=lambda screen: screen.choose()),
        Action("size(1)", "asterisk", "larger", "One more queen", group=GROUP, palette=False,
               do=lambda screen: screen.resize(1)),
        Action("size(-1)", "slash", "smaller", "One queen fewer", group=GROUP, palette=False,
               do=lambda screen: screen.resize(-1)),
        Action("leave", "escape,v", "back", "Back to the table", footer=True, group=GROUP,
               do=lambda screen: screen.leave()),
    )  # fmt: skip
    session: RaceSession

    def __init__(self, setup: RaceSetup) -> None:
        super().__init__(RaceSession(setup, unicode=self.app.glyphs.unicode))

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="lanes"):
            for index in range(MOST_LANES):
                yield Lane(index, self.session.beside.board(), LivePanel(id=f"live{index}"))
        yield TextPanel(id="status", classes="")
        yield KeyBar()
        yield TooSmall()

    # Choosing

    def set_up(self, setup: RaceSetup) -> None:
        """Race something else, or at another pace."""
        if setup != self.session.setup:
            self.session.set_up(setup)
            self.changed()

    def resize(self, step: int) -> None:
        """A larger or smaller board, or say why there is none."""
        if refusal := self.session.resized(step):
            self.app.say(refusal)
        else:
            self.changed()

    async def choose(self) -> None:
        """Choose the board, the goal and who races."""
        from tui.dialogs.form import FormDialog

        form = RaceForm(self.session.setup)
        if await answer(FormDialog("Race", form, enter="take it", told="Take it", digits="n", note_lines=2)):
            self.set_up(form.setup)
