"""The exact cover screen: layout, keys, and who does what."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Paste, ScreenSuspend

from core.running.timeline import Move
from core.search import Search
from tui.actions.action import Action, bindings
from tui.actions.keybar import KeyBar
from tui.actions.waiting import Waiting
from tui.screens.cover.actions import ABOUT, ACTIONS, EDITOR, NOT_BY_HAND, footer
from tui.screens.cover.advice import Advice
from tui.screens.cover.beginning import Beginning, first_words
from tui.screens.cover.by_hand import ByHand
from tui.screens.cover.desk import CoverDesk
from tui.screens.cover.editor import MatrixEditor
from tui.screens.cover.opener import Opener
from tui.screens.cover.session import CoverSession
from tui.screens.cover.side import Side
from tui.screens.cover.stage import Stage
from tui.screens.cover.takeaway import Takeaway
from tui.search.kept_searches import KeptSearches
from tui.search.screen import SearchScreen
from tui.widgets.form_panel import FormPanel
from tui.widgets.icicle import Icicle
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar

OWN_ACTIONS = frozenset(action.name for action in ACTIONS)


class CoverScreen(SearchScreen):
    """The exact cover laboratory."""

    CSS_PATH = "screen.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)
    AUTO_FOCUS = "#form"
    """Or else the picture would have it for a moment, and a key typed ahead would go there."""
    session: CoverSession
    opener: Opener
    editor: MatrixEditor
    advice: Advice
    by_hand: ByHand
    takeaway: Takeaway

    def __init__(self) -> None:
        self.session = session = CoverSession()
        super().__init__(session.search, session.browser)
        self.grown_tree = session.tree
        self.kept = KeptSearches(self, "cover", session)
        self.desk = desk = CoverDesk(self, session)
        self.waiting = Waiting()
        """What is asked for while a problem is being opened."""
        self.opener = Opener(session.document, desk, self.edit, self.waiting)
        self.editor = MatrixEditor(session, lambda: desk.stage.matrix, desk)
        self.advice = Advice(session, desk, lambda: self.is_running)
        self.by_hand = ByHand(session, desk, self.advice, lambda: self.start_search(paused=True))
        self.takeaway = Takeaway(session, desk)
        desk.begun = self.advice.look_ahead

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield Stage(self.session, id="stage")
            yield Side(self.session, self.desk.changed, id="side")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        beginning = Beginning(self.session, self.desk, self.opener, self.action_run)
        self.call_after_refresh(beginning.recall(*first_words(self)))

    @property
    def form(self) -> FormPanel:
        """The choices."""
        return self.desk.side.form

    def show_search(self) -> None:
        self.session.looked()
        if (move := self.session.dancing.settle()) is not None:
            self._go(move)
        self.desk.stage.show()
        self.desk.side.show(opening=self.waiting.busy)

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        make = self.session.make_search()
        self.desk.remember()
        self.form.settle()
        return make

    def search_ended(self) -> None:
        self.session.looked()
        self.session.ended()
        self.show_search()

    def set_speed(self, speed: int | None) -> None:
        self.session.set_speed(speed)
        self.wake()
        self.show_search()
        self.desk.remember()

    def action_speed(self, direction: int) -> None:
        self.set_speed(self.session.shifted_speed(direction))

    def change_pace(self) -> None:
        """Step by step, or at full speed."""
        self.form.show(self.session.set_pace(watching=not self.session.watching))
        self.show_search()
        self.wake()

    def action_full_speed(self) -> None:
        if not self.waiting.put_off(self.change_pace):
            self.change_pace()

    def action_run(self) -> None:
        if not self.waiting.put_off(self.action_run):
            self._live(super().action_run)

    def action_step(self) -> None:
        if not self.waiting.put_off(self.action_step):
            self._live(super().action_step)

    def action_next_solution(self) -> None:
        if self.session.watching:
            self.action_walk("NEXT_SOLUTION")
        elif not self.waiting.put_off(self.action_next_solution):
            self._live(super().action_next_solution)

    def action_walk(self, move: str) -> None:
        if not self.waiting.put_off(partial(self.action_walk, move)):
            self._live(partial(self._go, Move[move]))

    @on(Icicle.Pointed)
    def _pointed(self, event: Icicle.Pointed) -> None:
        """Go there with the search itself, so that everything else shows it."""
        self._live(partial(self._go, event.node))

    def _go(self, move: Move | int) -> None:
        """Make a move with the search itself; the first one starts it."""
        if self.search.run is None and not self.start_search(paused=True):
            return
        if move is Move.FORWARD and self.search.run is not None:
            self.search.run.step()  # which may come to the end of the search, as a move may not
        elif (run := self.search.go(move)) is not None:
            self.launch(run)
        self.wake()

    def dance(self, step: int) -> None:
        """A single unlinking or relinking, on (1) or back (-1)."""
        self.desk.stage.turn_to("links")
        self.session.dancing.ask(step)
        self._live(lambda: self.search.run is not None or self.start_search(paused=True))

    def _live(self, act: Callable[[], object]) -> None:
        """Show the search itself again, and steer it."""
        self.browser.leave()
        self.form.settle()  # whoever steers has read the explanation
        act()
        self.show_search()

    # Views, the problem, what was found

    def action_view(self, name: str) -> None:
        """Show a view by its name, or the ``next`` or the one ``before``."""
        self.desk.stage.turn_to(self.session.view_called(name))
        if self.session.view_name == "tree":
            self.advice.grow()
        self.show_search()

    def edit(self) -> None:
        """Begin to edit the matrix, or say why not."""
        self.by_hand.end()
        if refusal := self.editor.refusal():
            self.desk.say(refusal)
            return
        self.desk.stage.turn_to("matrix")
        self.editor.begin()
        self.desk.show_all()

    def end_editing(self) -> None:
        """Leave the editor."""
        self.editor.end()
        self.form.focus()
        self.desk.show_all()
        self.advice.look_ahead()

    def on_paste(self, event: Paste) -> None:
        event.stop()
        if not self.session.editing:
            self.opener.paste(event.text)

    # What works now

    def can(self, name: str) -> bool:
        session = self.session
        if (session.editing and name in OWN_ACTIONS) or (session.hand.on and name in NOT_BY_HAND):
            return False
        match name:
            case "classes":
                symmetries = session.document.opened.puzzle.symmetries
                return super().can(name) and symmetries is not None and symmetries.order > 1
            case "walk":
                return self.search.walkable or self.waiting.busy or (session.watching and self.search.run is None)
            case "step" | "next_solution":
                return not (session.watching and session.at_the_end)
        return super().can(name)

    def offers(self, action: Action) -> bool:
        if self.session.editing:
            return action.group == EDITOR and (action.when is None or action.when(self))
        return action.group != EDITOR and super().offers(action)

    def footer_actions(self) -> list[Action]:
        session = self.session
        shown = footer(self.ACTIONS, editing=session.editing, holding=session.hand.on, watching=session.watching,
                       solution=self.browser.place is not None, done=session.at_the_end, held=self.held)  # fmt: skip
        return [action for action in shown if self.offers(action)][:6] if shown else super().footer_actions()

    # Leaving

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self.form.end_typing()
        if self.session.watching and self.search.run is not None and self.searching:
            self.search.run.pause()
