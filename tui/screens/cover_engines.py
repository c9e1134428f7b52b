"""The two engines behind one set of keys: the dance, node by node, and the search at full speed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual.events import ScreenSuspend

from core.search import Goal, Search
from tui.host import host
from tui.screens.cover_base import DANCE, SEARCH, CoverBase
from tui.screens.cover_dance import (
    FASTEST,
    Move,
    back,
    forward,
    last_solution,
    next_dead_end,
    next_solution,
    over,
    to_start,
)
from tui.search_session import SPEEDS
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.exact_cover.analysis import Estimate, Outlook

PROBES = 1000
"""Random probes for the estimate that is made when a problem is opened."""


class Engines(CoverBase):
    """Steers whichever engine is chosen."""

    # The dance

    def renew_player(self) -> None:
        self.player.close()
        self.player = self.new_player(self.player.speed)

    def prepare_dance(self) -> None:
        """Build the links and see what can be said before a run, in the background."""
        if self.can_dance:
            self._start_if(self.player.ask())
        if self.estimate is None:
            self.run_worker(self.analyse(PROBES), group="analysis", exclusive=True, exit_on_error=False)

    def _start_if(self, needed: bool) -> None:
        self.settle_form()
        if needed:
            self.run_worker(self.player.drive(), group="dance", exit_on_error=False)
        self.refresh_bindings()

    def danced(self) -> None:
        if not self.is_mounted:
            return
        if host(self).output_is_behind and self.player.playing:
            return
        self.show_search()
        if not self.player.driving:
            self.refresh_bindings()

    def _dance(self, *moves: Move) -> None:
        if self._put_off(partial(self._dance, *moves)):
            return
        self.place, self.by_class = None, False
        self._start_if(self.player.ask(*moves))

    async def analyse(self, probes: int) -> None:
        from core.exact_cover.analysis import estimate, outlook

        problem = self.problem

        def work() -> tuple[Outlook, Estimate]:
            return outlook(problem), estimate(problem, probes)

        found, estimated = await in_thread(work, "analysis")
        if problem is self.problem:
            self.outlook, self.estimate = found, estimated
            self.show_search()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        self.player.pause()

    def on_unmount(self) -> None:
        self.player.close()

    # Changing between them

    def set_engine(self, engine: str) -> str:
        """Take this engine; a reason if it cannot be."""
        if engine == DANCE and not self.can_dance:
            return "too large for the dance; search it"
        if engine != self.engine:
            self.engine = engine
            self.player.pause()
            if self.run_ is not None and self.searching:
                self.run_.pause()
            self.forget_solutions()
        self.query_one("#why").display = engine == DANCE or self.editing  # the editor's keys stand there
        self.query_one("#tally").display = engine == DANCE and not self.editing
        for name in ("live", "found"):
            self.query_one(f"#{name}").display = engine == SEARCH and not self.editing
        return ""

    def action_engine(self) -> None:
        if self._put_off(self.action_engine):
            return
        note = self.set_engine(SEARCH if self.engine == DANCE else DANCE)
        self.say(note, warning=bool(note))
        self.show_all()

    def _put_off(self, action: Callable[[], None]) -> bool:
        """While a problem is being opened, keys are kept for it rather than spent on the one before."""
        if self.opening:
            self.put_off.append(action)
        return self.opening

    # Keys that mean the same to both

    def action_run(self) -> None:
        if self._put_off(self.action_run):
            return
        if not self.dancing:
            super().action_run()
            return
        self.place, self.by_class = None, False
        self._start_if(self.player.play())
        self.show_search()

    def action_pause(self) -> None:
        if not self.dancing:
            super().action_pause()
            return
        self.player.pause()
        self.show_search()
        self.refresh_bindings()

    def action_step(self) -> None:
        if self._put_off(self.action_step):
            return
        if self.dancing:
            self._dance(forward)
        else:
            self.place = None
            super().action_step()

    def action_next_solution(self) -> None:
        if self._put_off(self.action_next_solution):
            return
        if self.dancing:
            self._dance(next_solution)
        else:
            self.place = None
            super().action_next_solution()

    def action_restart(self) -> None:
        if self.dancing:
            self._dance(to_start)
        else:
            super().action_restart()

    def action_speed(self, direction: int) -> None:
        if not self.dancing:
            super().action_speed(direction)
            return
        slow = SPEEDS[: SPEEDS.index(FASTEST) + 1]
        index = slow.index(self.player.speed) if self.player.speed in slow else 0
        self.set_speed(slow[min(max(index + direction, 0), len(slow) - 1)])

    def set_speed(self, speed: int | None) -> None:
        if self.dancing:
            self.player.set_speed(min(speed or FASTEST, FASTEST))
        else:
            super().set_speed(speed)
        self.show_search()
        self.remember()
        self.refresh_bindings()

    # Keys of the dance

    def action_back(self) -> None:
        self._dance(back)

    def action_over(self) -> None:
        self._dance(over())

    def action_dead_end(self) -> None:
        self._dance(next_dead_end)

    def action_back_solution(self) -> None:
        self._dance(last_solution)

    # The search

    def make_search(self) -> Callable[[], Search] | None:
        entry, problem, goal, settings = self.setup.entry, self.problem, self.setup.goal, self.setup.settings
        self.forget_solutions()
        self.remember()
        self.settle_form()
        return lambda: entry.start(problem, goal, None, **settings)

    def search_ended(self) -> None:
        if not self.dancing:
            search = self.run_.search if self.run_ is not None else None
            self.look_at_last(or_first=search is not None and search.goal is Goal.FIRST)
        self.show_search()

    def found(self) -> Sequence[tuple[int, ...]]:
        if self.dancing:
            return self.player.solutions
        search = self.run_.search if self.run_ is not None else None
        return search.solutions if search is not None else ()

    # What works now

    @property
    def held(self) -> bool:
        return not self.dancing and super().held

    def _can_search(self, name: str) -> bool:
        if name in ("back", "over", "dead_end", "back_solution"):
            return False
        return super().can(name)

    def _can_dance(self, name: str) -> bool:
        player = self.player
        match name:
            case "run":
                return not player.playing and not player.done
            case "pause":
                return player.playing
            case "step" | "next_solution" | "over" | "dead_end":
                return not player.done
            case "back" | "restart":
                return player.node > 0 or player.driving or self.opening
            case "back_solution":
                return player.view is not None and player.view.solutions > 0
            case "full_speed":
                return player.speed < FASTEST
            case "stop":
                return False
        return True
