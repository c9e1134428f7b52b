"""What screens of moving things have in common: when they look, and how things are started, held and left.

A `WatchingScreen` looks now and then, while something moves and nobody has anything else in front.  A `SteeringScreen`
watches a `core.running._run.Steered`: one search, or several side by side.  It runs in a worker thread and tells when
it rests.  Keys change the session; then, and ten times a second while something runs, the screen asks the session
what to show (`tick`) and gives each panel its value (`watch_view`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.events import ScreenResume, ScreenSuspend
from textual.message import Message
from textual.reactive import var
from textual.timer import Timer
from textual.widget import Widget

from core import ProblemError
from core.errors import Reasoned
from core.running import Move, Steered
from tui.actions.action import CommandScreen
from tui.actions.dialogue import answer
from tui.kit.frame import KeyBar, TitleBar
from tui.kit.lines import Lines
from tui.kit.text_panel import WhyPanel
from tui.lab.live_search import LiveSearch
from tui.lab.session import LabSession
from tui.lab.view import LabView
from tui.lab.worker import in_background, in_thread

TICK_SECONDS = 0.1
"""How often to look at something that runs."""
TYPING_SECONDS = 0.2
"""How long after a key another one is expected."""
TICK_SECONDS_WHEN_TYPING = 0.5
UNDER_WAY_SECONDS = 0.1
"""For this long after an order to hold still, nothing is shown of the way there: it would be old when seen."""


class Rests(Message):
    """What runs has begun to rest (posted by the thread that drives it)."""

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, Rests)


class WatchingScreen(CommandScreen):
    """Looks regularly while something moves, and is silent while something else is in front."""

    LOOK_SECONDS: ClassVar[float] = TICK_SECONDS

    def __init__(self) -> None:
        super().__init__()
        self._timer: Timer | None = None
        self._last_tick = 0.0

    @property
    def moving(self) -> bool:
        """Whether there will be something new to see (override)."""
        return False

    @property
    def under_way(self) -> bool:
        """Whether what is in sight is about to be replaced, and not worth drawing before that (override)."""
        return False

    def show(self) -> None:
        """Show what there is to show (override)."""

    def open_again(self, name: str, looks: Mapping[str, Any]) -> None:
        """Open again, with these looks, what covered it before (override).  Raises one of `SENSELESS`."""
        raise ProblemError(f"there is no {name!r} here")

    def wake(self) -> None:
        """There is a new order: look now, and regularly until nothing moves any more."""
        if self.is_mounted:
            self._wake_timer()
            self.tick()

    def _wake_timer(self) -> None:
        if self._timer is None:
            self._timer = self.set_interval(self.LOOK_SECONDS, self._regular_tick)
        self._timer.resume()

    def tick(self) -> None:
        """See what there is to show, and show it."""
        # Asked first: what moves may come to rest during this look.
        moving = self.moving
        self.show()
        if self._timer is not None and not moving:
            self._timer.pause()

    def _regular_tick(self) -> None:
        """While the user types, fewer looks are in the way of the next key."""
        now = time.perf_counter()
        typing = now - self.app.last_key < TYPING_SECONDS
        if not typing or now - self._last_tick >= TICK_SECONDS_WHEN_TYPING:
            self._last_tick = now
            self._look_again()

    def _look_again(self) -> None:
        """Something has changed that nobody has just asked for: on a busy line it can wait."""
        if not self.app.line.behind:
            self.tick()

    # Beside the handlers of these names in a screen: Textual calls both.

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.wake()


class SteeringScreen(WatchingScreen):
    """Steers what its session drives, and shows the view of it."""

    session: LabSession
    view: var[LabView | None] = var(None, init=False)
    """What to show."""

    def __init__(self, search: LiveSearch) -> None:
        super().__init__()
        self.search = search
        """The newest run, its speed and its figures; of several searches the speed of all."""
        self.watchers: list[Callable[[], object]] = []
        """Called whenever something new may be shown."""
        self._ordered = 0.0
        self._line_note = ""
        self._before_code: Widget | None = None
        """What had the focus before the pseudocode took its place."""

    @property
    def subject(self) -> LabSession:
        return self.session

    # Starting and steering

    def start_search(self, *, paused: bool = False) -> None:
        """Start from the beginning (override)."""
        raise NotImplementedError

    def show_search(self) -> None:
        """The user steers: what is in view is the search (override if it may be something else)."""

    def action_run(self) -> None:
        self.show_search()
        driven = self.session.driven
        if driven is None or driven.finished:
            self.start_search()
        else:
            driven.resume()
            self.wake()

    def action_pause(self) -> None:
        driven = self.session.driven
        if driven is None or driven.finished:
            return
        if driven.paused:
            driven.resume()
        else:
            driven.pause()
        self.wake()

    def action_step(self) -> None:
        self.show_search()
        if not self.session.searching:
            self.start_search(paused=True)
        if self.session.driven is not None:
            self.session.driven.step()
            self.wake()

    def action_stop(self) -> None:
        if self.session.driven is not None:
            self.session.driven.cancel()
            self.wake()

    def action_restart(self) -> None:
        self.start_search()

    def action_walk(self, move: str) -> None:
        """Make a move in the tree, and hold still there."""
        self.walk_to(Move[move])

    def walk_to(self, where: Move | int) -> None:
        """Make a move in the tree, or go to a node by its number (override)."""
        raise NotImplementedError

    async def go_to_node(self) -> None:
        """Ask for the number of a node, and go there."""
        from tui.dialogs.dialogs import number_dialog

        number = await answer(number_dialog("Go to node", "node", self.session.last_node))
        if number is not None:
            self.walk_to(int(number))

    def action_unfold(self) -> None:
        """Show in full what a choice rules out, or in a line again."""
        self.session.unfolded = not self.session.unfolded
        self.tick()

    @on(WhyPanel.Folds)
    def _folds(self, event: WhyPanel.Folds) -> None:
        self.session.folds = event.folds

    def action_code(self) -> None:
        """Show the pseudocode in place of Why, or Why again."""
        session = self.session
        if not session.coding:
            self._before_code = self.focused
        session.coding = not session.coding
        self.tick()
        if not session.coding and self.focused is None and self._before_code is not None:
            self._before_code.focus(scroll_visible=False)

    def action_speed(self, direction: int) -> None:
        self.set_speed(self.search.shifted_speed(direction))

    def action_full_speed(self) -> None:
        self.set_speed(self.search.toggled_speed())

    def set_speed(self, speed: int | None) -> None:
        """Limit the speed to this many steps a second; None for no limit."""
        self.search.set_speed(speed)
        self.wake()
        self.remember()

    # Running

    def launch(self, driven: Steered) -> None:
        """Run what the session drives, in a worker."""
        in_background(self, partial(self._drive, driven), "search")
        self.wake()

    async def _drive(self, driven: Steered) -> None:
        error = ""
        try:
            await in_thread(driven.drive, "search")
        except asyncio.CancelledError:
            driven.cancel()
            raise
        except Exception as trouble:
            error = str(trouble) if isinstance(trouble, Reasoned) else f"{type(trouble).__name__}: {trouble}"
            self.log.error(trouble)
        if driven is self.session.driven:
            self.search.error = error
            self.search_ended()
            self.tick()

    def search_ended(self) -> None:
        """Called once when a run has ended (override)."""

    # Watching

    @property
    def moving(self) -> bool:
        driven = self.session.driven
        return driven is not None and not (driven.finished or driven.resting)

    @property
    def under_way(self) -> bool:
        """Whether it has just been told to hold still, perhaps elsewhere, and does not yet."""
        driven = self.session.driven
        if driven is None or driven.resting or not driven.to_rest:
            return False
        return time.perf_counter() - self._ordered < UNDER_WAY_SECONDS

    def wake(self) -> None:
        """There is a new order: look now, or when it is carried out, and regularly until nothing moves any more."""
        if not self.is_mounted:
            return
        self._wake_timer()
        self._ordered = time.perf_counter()
        if self.session.driven is not None:
            self.session.driven.told = self._tell_rest
        if self.under_way:
            self.set_timer(UNDER_WAY_SECONDS, self._look_again)
        else:
            self.tick()

    def _tell_rest(self) -> None:
        """For the driving thread."""
        with contextlib.suppress(RuntimeError):  # the loop has gone
            self.post_message(Rests())

    @on(Rests)
    def _look_again(self) -> None:
        """Something has changed that nobody has just asked for: on a busy line it can wait."""
        if self.app.line.behind:
            self._note_line(figures=False)
        else:
            self.tick()

    def tick(self) -> None:
        """See what there is to show, and show it; not what is only on the way to where it was ordered."""
        if self.under_way:
            return
        super().tick()
        self._note_line()
        for watcher in self.watchers:
            watcher()

    def show(self) -> None:
        """Ask the session what to show."""
        self.session.look()
        self.view = self.session.view()

    def watch_view(self, old: LabView | None, new: LabView) -> None:
        """Give each part its value, and the stylesheet its classes; parts that are the same draw nothing."""
        standing = old.standing if old is not None else frozenset()
        if new.standing != standing:
            self.remove_class(*standing - new.standing)
            self.add_class(*new.standing - standing)
        if new.board is not None:
            board: Any = self.query_one("#board")  # lines, or what shows one of several
            board.value = new.board
        before = old.panels if old is not None else ()
        for name, value in {**dict.fromkeys(name for name, _ in before), **dict(new.panels)}.items():
            self.query_one(f"#{name}", Lines).value = value
        self.query_one(TitleBar).note(new.title)
        self.query_one(KeyBar).value = new.keys

    def refresh_bindings(self) -> None:
        super().refresh_bindings()
        self.tick()  # Textual asks for it when something else has the keyboard: other keys are offered

    def _note_line(self, *, figures: bool = True) -> None:
        """Say in the title what a slow line means for what is shown, while it is slow.

        Without ``figures`` only that it is slow: on a busy line newer figures can wait.
        """
        note = self.app.line.note
        if note != self._line_note and (figures or not (note and self._line_note)):
            self._line_note = note
            self.app.set_class(not note, "-fast-line")
            self.query_one(TitleBar).note_line(note)

    # Coming and going

    def on_compose(self) -> None:
        self.session.ACTIONS, self.session.keyboard_keeps = self.ACTIONS, self.keeps  # before anything is shown

    def on_mount(self) -> None:
        app, search = self.app, self.search
        # Stopped by ctrl+z.  At once: what is only queued comes after the stop.
        app.app_suspend_signal.subscribe(self, lambda _: search.stand_still(still=True), immediate=True)
        app.app_resume_signal.subscribe(self, lambda _: search.stand_still(still=False), immediate=True)

    def on_unmount(self) -> None:
        if self.session.driven is not None:
            self.session.driven.cancel()
