"""A screen with something that runs: start, pause, step, stop, restart, and ten looks a second.

What runs is a `core.running.run.Steered`: one search, or a race of several.  It
runs in a worker thread; the screen only looks at its newest picture.
"""

from __future__ import annotations

import asyncio
import time

from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from core.running.run import Steered
from tui.actions.action import Action, CommandScreen
from tui.host import host
from tui.search.worker import in_thread
from tui.widgets.titlebar import TitleBar

TICK_SECONDS = 0.1
"""How often something that runs is looked at."""
TYPING_SECONDS = 0.2
"""How long after a key another one is expected."""
TICK_SECONDS_WHEN_TYPING = 0.5
SOON_SECONDS = 0.012
"""After a key: long enough for one slice, too short to be noticed."""


def run_label(screen: DrivingScreen) -> str:
    """What enter does: in a pause it goes on."""
    return "go on" if screen.held else "run"


def pause_label(screen: DrivingScreen) -> str:
    """What space does; in a pause that need not be told, for enter goes on too."""
    return "" if screen.held else "pause"


class DrivingScreen(CommandScreen):
    """Base of the screens that run something and steer it with the same keys."""

    def __init__(self) -> None:
        super().__init__()
        self._looked_at: tuple[object, str] = (None, "")
        self._timer: Timer | None = None
        self._last_tick = 0.0
        self._footer: list[Action] = []

    # What a subclass says; as it stands, nothing ever runs

    @property
    def driven(self) -> Steered | None:
        """What was started last, ended or not."""
        return None

    def picture(self) -> tuple[object, str]:
        """Its newest picture, and its state in a word: nothing is repainted while both stay the same."""
        return None, ""

    def start_search(self, *, paused: bool = False) -> bool:
        """Start anew, with `launch`.  False when there is nothing to start."""
        return False

    def show_search(self) -> None:
        """Show the newest picture (called ten times a second while something moves)."""

    def search_ended(self) -> None:
        """Called once when a run has ended."""

    def run_failed(self, error: str) -> None:
        """Called before `search_ended` where an exception ended the run."""

    # The state of things

    @property
    def searching(self) -> bool:
        """Whether something has been started and has not ended (it may be paused)."""
        return self.driven is not None and not self.driven.finished

    def can(self, name: str) -> bool:
        match name:
            case "run":
                return not self.searching or (self.driven is not None and self.driven.paused)
            case "pause" | "stop":
                return self.searching
        return True

    @property
    def held(self) -> bool:
        """Whether the keys steer something that is paused."""
        return self.driven is not None and self.searching and self.driven.paused

    # Actions

    def action_run(self) -> None:
        if self.searching and self.driven is not None:
            self.driven.resume()
            self.wake()
        else:
            self.start_search()

    def action_pause(self) -> None:
        if self.driven is not None and self.searching:
            (self.driven.resume if self.driven.paused else self.driven.pause)()
            self.wake()

    def action_step(self) -> None:
        if not self.searching and not self.start_search(paused=True):
            return
        if self.driven is not None:
            self.driven.step()
            self.wake()

    def action_stop(self) -> None:
        if self.driven is not None:
            self.driven.cancel()
            self.wake()

    def action_restart(self) -> None:
        self.start_search()

    # Running

    def launch(self, driven: Steered) -> None:
        """Run what is now `driven` in a worker."""
        self._looked_at = (None, "")
        self.run_worker(self._drive(driven), group="search", exclusive=True, exit_on_error=False)
        self.wake()

    async def _drive(self, driven: Steered) -> None:
        error = ""
        try:
            await in_thread(driven.drive, "search")
        except asyncio.CancelledError:
            driven.cancel()
            raise
        except Exception as trouble:
            error = f"{type(trouble).__name__}: {trouble}"
            self.log.error(trouble)
        if driven is self.driven:
            if error:
                self.run_failed(error)
            self._tick(force=True)
            self.search_ended()
            self.refresh_bindings()

    def wake(self) -> None:
        """Look now, soon, and regularly until nothing moves any more."""
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(TICK_SECONDS, self._regular_tick)
        self._timer.resume()
        self.set_timer(SOON_SECONDS, self._tick)
        self._tick(force=True)
        self.refresh_bindings()

    def _regular_tick(self) -> None:
        """While somebody types, fewer looks are in the way of the next key."""
        now = time.perf_counter()
        typing = now - host(self).last_key < TYPING_SECONDS
        if not typing or now - self._last_tick >= TICK_SECONDS_WHEN_TYPING:
            self._last_tick = now
            self._tick()

    def _tick(self, force: bool = False) -> None:
        driven = self.driven
        if host(self).output_is_behind and not force:
            self._note_line(figures=False)
            return
        # Asked first: a slice may end, and the last picture before a pause be published, during this look.
        settled = driven is None or driven.finished or driven.resting
        picture, state = self.picture()
        still = picture is self._looked_at[0] and state == self._looked_at[1]
        if not still or force:
            self._looked_at = (picture, state)
            self.show_search()
            self._note_line()
            if (footer := self.footer_actions()) != self._footer:
                self._footer = footer
                self.refresh_bindings()
        if self._timer is not None and settled:
            self._timer.pause()

    def _note_line(self, *, figures: bool = True) -> None:
        for bar in self.query(TitleBar):
            bar.note_line(figures=figures)

    # Not watching: no timer

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.driven is not None:
            self.wake()

    def on_unmount(self) -> None:
        if self.driven is not None:
            self.driven.cancel()
