"""Two searches side by side on one problem: the same steps, two lanes, and why they part."""

from __future__ import annotations

from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click

from core.running import Move
from tui.actions.action import Action
from tui.actions.dialogue import answer
from tui.kit.code_panel import CodePanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.levels_table import LevelsTable
from tui.kit.text_panel import WhyPanel
from tui.lab.actions import (
    FASTEST,
    NOTHING_RUNS,
    RUNS_ALREADY,
    SLOWEST,
    WALK_ACTIONS,
    WHY_ACTIONS,
    pause_label,
    run_label,
)
from tui.lab.lanes import Lane, LanesScreen
from tui.lab.lockstep import SIDES, STILL_VISITED, LockstepSession
from tui.lab.worker import in_background, in_thread

GROUP = "Side by side"
ONE_SIZE = "there is only this size"


class LockstepScreen(LanesScreen):
    """Shows a `LockstepSession` and steers it."""

    CSS_PATH = "lockstep.tcss"
    SETTINGS = "pair"
    ABOUT = """
Two searches of the same problem in lockstep: a step is one step of both.  They are two algorithms, or one with two
settings, such as the order of the items.  tab chooses the lane to follow, which is marked in its title; the panel
below says why its search does what it does.

The table counts the nodes of each search by level.  Where the two rows diverge, the one with fewer nodes has seen dead
ends coming that the other still has to walk into.  n goes to the first place where they part, and on to the next: both
have made the same choices, and one of them stops or goes on elsewhere.

A step (t) is one node each; or it runs until one more choice is made, passing dead ends on the way; or both run until
they have made the same number of choices.  The signs in the lanes are those of the screen that you came from.
"""
    ACTIONS: tuple[Action[LockstepScreen, LockstepSession], ...] = (
        Action("run", "enter", "run", "Let both run, in lockstep", footer=run_label, group=GROUP, why_not=RUNS_ALREADY),
        Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group=GROUP,
               when=lambda session: session.searching and not session.held, why_not=NOTHING_RUNS),
        Action("step", "full_stop", "step", "One step with both, then pause", footer=True, group=GROUP),
        Action("look", "tab", "other lane", "Follow the other lane and read its reasons", footer=True, group=GROUP,
               do=lambda screen: screen.turn()),
        Action("stride", "t", "step by", "What a step is: a node, the next choice, the same depth", footer=True,
               group=GROUP, do=lambda screen: screen.next_stride()),
        Action("algorithm", "a", "algorithm", "Choose the algorithm of the lane you follow", group=GROUP,
               do=lambda screen: screen.choose_algorithm()),
        Action("settings", "s", "settings", "The algorithm of the lane you follow and its settings, such as the order",
               footer=True, group=GROUP, do=lambda screen: screen.choose_settings()),
        Action("part(1)", "n", "difference", "To the next place where they part", footer=True,
               group=GROUP, do=lambda screen: screen.go_where_they_part(1)),
        Action("part(-1)", "p", "previous difference", "To the previous place where they part", group=GROUP,
               do=lambda screen: screen.go_where_they_part(-1)),
        Action("speed(-1)", "minus", "slower", "Slower, down to one step a second", group=GROUP,
               when=lambda session: session.search.shifted_speed(-1) != session.search.speed, why_not=SLOWEST),
        Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed", group=GROUP,
               when=lambda session: session.search.shifted_speed(1) != session.search.speed, why_not=FASTEST),
        Action("full_speed", "f", "full speed", "Full speed, or back to one you can watch", group=GROUP),
        Action("restart", "r", "restart", "Start both again from the beginning", group=GROUP),
        Action("size(1)", "asterisk", "larger", "A larger problem on both sides", group=GROUP, palette=False,
               do=lambda screen: screen.chosen_or_refused(screen.session.resize(1)),
               when=lambda session: session.beside.sized, why_not=ONE_SIZE),
        Action("size(-1)", "slash", "smaller", "A smaller problem on both sides", group=GROUP, palette=False,
               do=lambda screen: screen.chosen_or_refused(screen.session.resize(-1)),
               when=lambda session: session.beside.sized, why_not=ONE_SIZE),
        Action("leave", "escape,b", "one search", "Back to one search", footer=True, group=GROUP,
               do=lambda screen: screen.leave()),
        *WALK_ACTIONS, *WHY_ACTIONS,
    )  # fmt: skip
    session: LockstepSession

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="lanes"):
            for side in (0, 1):
                yield Lane(side, self.session.beside.board())
        yield LevelsTable(id="levels")
        yield WhyPanel(id="why")
        with Horizontal(id="codes"):
            yield CodePanel(id="code0")
            yield CodePanel(id="code1")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self._grow()

    def walk_to(self, where: Move | int) -> None:
        self.session.walk(where)
        self.wake()

    def _grow(self) -> None:
        in_background(self, self._grown, "tree")

    async def _grown(self) -> None:
        """Visit both trees in the background, for the whole numbers."""
        session, pair = self.session, self.session.pair
        for tree, of, grow in session.to_grow():
            tree.grown(of, await in_thread(partial(grow, lambda: not self.is_running), "tree"))
            self.tick()
        if (trace := session.to_trace()) is not None:
            session.parting.traced(pair, await in_thread(partial(trace, lambda: not self.is_running), "trace"))
            if step := session.part_at_last():
                self.go_where_they_part(step)
            self.tick()

    # Actions

    def action_run(self) -> None:
        tandem = self.session.driven
        if tandem is not None and tandem.ended:
            self.start_search()
        else:
            super().action_run()

    def turn(self) -> None:
        """Look at the other board."""
        self.session.turn()
        self.tick()

    def go_where_they_part(self, step: int) -> None:
        """Go to the next place where they part, or the one before; start what is not started yet, and hold it there."""
        if self.session.driven is None and (self.session.parting_unknown or not self.session.parting.why_none):
            self.start_search(paused=True)
        if refusal := self.session.go_where_they_part(step):
            self.app.say(refusal)
        elif (said := self.app.remarks.now) is not None and said.text == STILL_VISITED:
            self.app.remarks.go_on()
        self.wake()

    def next_stride(self) -> None:
        """Another kind of step."""
        self.app.say(f"a step: {self.session.next_stride()}")
        self.changed()

    def set_speed(self, speed: int | None) -> None:
        self.session.set_speed(speed)
        self.changed()

    async def choose_algorithm(self) -> None:
        """Ask for the algorithm of the lane that is looked at."""
        from tui.dialogs.algorithm import algorithm_dialog

        session = self.session
        now = session.setups[session.leader].entry.key
        dialog = algorithm_dialog(session.problem, now, f"Algorithm on the {SIDES[session.leader]}")
        key = await answer(dialog)
        if key is not None:
            self.chosen_or_refused(session.choose(key))

    async def choose_settings(self) -> None:
        """Ask for the algorithm and the settings of the lane that is looked at."""
        from tui.dialogs.form import FormDialog

        session, before = self.session, self.session.pair
        form = session.form()
        dialog = FormDialog(f"On the {SIDES[session.leader]}", form, enter="take it", told="Take it", note_lines=2)
        if not await answer(dialog):
            form.undo()
        elif session.pair != before:
            session.forget()
            self.chosen_or_refused("")

    def chosen_or_refused(self, refusal: str) -> None:
        """Another size or algorithm has been chosen, unless it was refused."""
        if refusal:
            self.app.say(refusal, "warning")
            return
        self._grow()
        self.changed()

    @on(Click, "Lane .board")
    def _board_clicked(self, event: Click) -> None:
        if event.widget is self.query_one(f"#lane{1 - self.session.leader}"):
            self.turn()
