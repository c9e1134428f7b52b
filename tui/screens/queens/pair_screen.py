"""Two algorithms side by side on one problem: the same steps, two boards, and why they part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Click

from core.running.timeline import Move
from tui.actions.action import Action
from tui.actions.dialogue import answer
from tui.kit.code_panel import CodePanel
from tui.kit.frame import KeyBar, TitleBar, TooSmall
from tui.kit.queens_board import QueensBoard
from tui.kit.queens_position import legend
from tui.kit.text_panel import WhyPanel
from tui.kit.values import CodePosition
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
from tui.lab.worker import in_thread
from tui.screens.queens.pair_session import STRIDES, PairSession
from tui.screens.queens.pair_table import PairTable

GROUP = "Side by side"


class PairScreen(LanesScreen):
    """Shows a `PairSession` and steers it."""

    CSS_PATH = "queens.tcss"
    SETTINGS = "pair"
    ABOUT = """
Two algorithms search the same board in lockstep: a step is one step of both.  tab chooses the board to follow,
which is marked in its title; the panel below says why its search does what it does.

The table counts the nodes of each search by the number of queens on the board.  Where the two rows diverge, the
one with fewer nodes has seen dead ends coming that the other still has to walk into.  n goes to the first place where
they part, and on to the next: both with the same queens, and one of them stops or goes on elsewhere.

A step (t) is one node each; or it runs until one more queen is placed, passing dead ends on the way; or both run
until they have the same number of queens.  The signs on the boards are those of the queens screen.
"""
    ACTIONS: tuple[Action[PairScreen], ...] = (
        Action("run", "enter", "run", "Let both run, in lockstep", footer=run_label, group=GROUP, why_not=RUNS_ALREADY),
        Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group=GROUP,
               when=lambda screen: screen.searching and not screen.held, why_not=NOTHING_RUNS),
        Action("step", "full_stop", "step", "One step with both, then pause", footer=True, group=GROUP),
        Action("look", "tab", "other board", "Follow the other board and read its reasons", footer=True, group=GROUP,
               do=lambda screen: screen.turn()),
        Action("stride", "t", "step by", "What a step is: a node, the next queen, the same depth", footer=True,
               group=GROUP, do=lambda screen: screen.next_stride()),
        Action("algorithm", "a", "algorithm", "Choose the algorithm of the board you follow", footer=True,
               group=GROUP, do=lambda screen: screen.choose_algorithm()),
        Action("part(1)", "n", "difference", "To the next place where they part", footer=True,
               group=GROUP, do=lambda screen: screen.go_where_they_part(1)),
        Action("part(-1)", "p", "previous difference", "To the previous place where they part", group=GROUP,
               do=lambda screen: screen.go_where_they_part(-1)),
        Action("speed(-1)", "minus", "slower", "Slower, down to one step a second", group=GROUP,
               when=lambda screen: screen.search.shifted_speed(-1) != screen.search.speed, why_not=SLOWEST),
        Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed", group=GROUP,
               when=lambda screen: screen.search.shifted_speed(1) != screen.search.speed, why_not=FASTEST),
        Action("full_speed", "f", "full speed", "Full speed, or back to one you can watch", group=GROUP),
        Action("restart", "r", "restart", "Start both again from the beginning", group=GROUP),
        Action("size(1)", "asterisk", "larger", "One more queen on both boards", group=GROUP, palette=False,
               do=lambda screen: screen.chosen_or_refused(screen.session.resize(1))),
        Action("size(-1)", "slash", "smaller", "One queen fewer on both boards", group=GROUP, palette=False,
               do=lambda screen: screen.chosen_or_refused(screen.session.resize(-1))),
        Action("leave", "escape,b", "one board", "Back to one board", footer=True, group=GROUP,
               do=lambda screen: screen.leave()),
        *WALK_ACTIONS, *WHY_ACTIONS,
    )  # fmt: skip
    session: PairSession

    def __init__(self, session: PairSession) -> None:
        super().__init__(search=session.search)
        self.session = session

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="boards"):
            yield Lane(0, QueensBoard())
            yield Lane(1, QueensBoard())
        yield PairTable(id="levels")
        yield WhyPanel(id="why")
        with Horizontal(id="codes"):
            yield CodePanel(id="code0")
            yield CodePanel(id="code1")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self._grow()

    # The state of things

    def newest(self) -> tuple[object, str]:
        tandem = self.session.driven
        return (tandem.snapshots if tandem is not None else None), self.session.state

    def can(self, name: str) -> bool:
        return self.searching if name == "walk" else super().can(name)

    def footer_order(self) -> Sequence[str]:
        """In a pause the way back is worth more than other algorithms."""
        if self.held:
            return ("walk('BACK')", "run", "step", "part(1)", "look", "leave")
        return ("run", "pause", "step", "part(1)", "look", "stride", "leave")

    @property
    def last_node(self) -> int | None:
        """The last node of the larger tree; the smaller one then stands at its end."""
        left, right = (self.session.row(side).whole for side in (0, 1))
        return None if left is None or right is None else max(left, right)

    def walk_to(self, where: Move | int) -> None:
        self.session.walk(where)
        self.wake()

    # Showing

    def show_search(self) -> None:
        session = self.session
        session.looked_at()
        glyphs = self.app.glyphs
        for side in (0, 1):
            looked = side == session.looked
            mark = f"{glyphs.cursor} " if looked else ""
            position, words = session.position(side)
            self.lane(side).show(position, mark + session.title(side), words)
            self.lane(side).set_class(looked, "-looked")
        rows = [session.row(side) for side in (0, 1)]
        self.query_one(PairTable).show(rows, session.looked, session.state, session.results_told)
        heading, sentences = session.why()
        shot = self.session.snapshot(self.session.looked)
        signs = legend(self.app.glyphs) if shot is not None and not shot.finished else ""
        self.query_one(WhyPanel).show(heading, sentences, legend=signs)
        self.set_class(session.looked == 0, "-left")
        self.show_code()
        speed = session.search.figures().speed
        n = session.problem.n
        self.query_one(TitleBar).note(f"N = {n}, by {session.stride}, {speed}")

    def code_positions(self) -> Sequence[CodePosition]:
        shots = [self.session.snapshot(side) for side in (0, 1)]
        return [
            CodePosition(self.session.ran(side), shot.reason if shot is not None else None)
            for side, shot in enumerate(shots)
        ]

    def _grow(self) -> None:
        self.run_worker(self._grown(), group="tree", exclusive=True, exit_on_error=False)

    async def _grown(self) -> None:
        """Visit both trees in the background, for the whole numbers."""
        session, pair = self.session, self.session.pair
        for tree, of, grow in session.to_grow():
            tree.grown(of, await in_thread(partial(grow, lambda: not self.is_running), "tree"))
            self.show_search()
        if (trace := session.to_trace()) is not None:
            session.parting.traced(pair, await in_thread(partial(trace, lambda: not self.is_running), "trace"))
            self.show_search()

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
        self.show_search()

    def go_where_they_part(self, step: int) -> None:
        """To the next place where they part, or the one before; what is not started yet is started, and holds still."""
        if self.session.driven is None and not self.session.parting.why_none:
            self.start_search(paused=True)
        if refusal := self.session.go_where_they_part(step):
            self.app.say(refusal)
        self.wake()

    def next_stride(self) -> None:
        """Another kind of step."""
        self.session.next_stride()
        self.app.say(f"a step: {STRIDES[self.session.stride]}")
        self.changed()

    def set_speed(self, speed: int | None) -> None:
        self.session.set_speed(speed)
        self.changed()

    async def choose_algorithm(self) -> None:
        """Ask for the algorithm of the board that the keys are for."""
        from tui.dialogs.algorithm import algorithm_dialog

        session = self.session
        which = ("left", "right")[session.looked]
        now = session.entries[session.looked].key
        key = await answer(algorithm_dialog(session.problem, now, f"Algorithm on the {which}"))
        if key is not None:
            self.chosen_or_refused(session.choose(key))

    def chosen_or_refused(self, refusal: str) -> None:
        """Another size or algorithm has been chosen, unless it was refused."""
        if refusal:
            self.app.say(refusal, "warning")
            return
        self._grow()
        self.changed()

    @on(Click, "Lane QueensBoard")
    def _board_clicked(self, event: Click) -> None:
        if event.widget is self.lane(1 - self.session.looked).board:
            self.turn()
