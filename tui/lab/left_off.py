"""Where somebody left off on a screen that searches, and back there at the next start.

What is searched, the node, and what stands open are put into the settings when the search comes to rest, every few
seconds while it runs, and at the end.  The next start searches up to that node again, in the worker, and holds still
there; what took too long for that goes on from its kept state (`tui.lab.keeping`).  While a lesson is taken, it is the
place in the lesson that is kept; what was on the screen before stays, and comes back when the lesson leaves it.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from core.catalog import algorithm
from core.running.run import Run
from core.search import CannotSolve, Goal, ProblemError, Status
from core.storage.checkpoint import CheckpointError
from core.storage.store import StoreError
from tui.actions.action import IN_LESSON, LESSON_TAKEN
from tui.lab.keeping import KeptSearch
from tui.lab.session import SearchTask

if TYPE_CHECKING:
    from tui.lab.screen import LabScreen

LEFT = "left"
"""The section of the settings with a place for each screen."""
SOON_SECONDS = 0.3
"""How long after the last change it is on disk."""
RUNNING_SECONDS = 5.0
"""How often while something runs."""
QUICK_SECONDS = 10.0
"""What took longer is not searched again: it was kept."""
SENSELESS = KeyError, TypeError, ValueError, OSError, ProblemError, CannotSolve, StoreError, CheckpointError
"""Raised for a place that makes no sense (any more)."""


class LeftOff:
    """Keeps the place on one screen, and brings it back."""

    def __init__(self, screen: LabScreen) -> None:
        self._screen = screen
        there = screen.app.settings.section(LEFT).get(screen.SETTINGS)
        self.there: Mapping[str, Any] | None = there if isinstance(there, dict) else None
        """The place that was kept when the screen was opened; None where there was none."""
        self._place: Mapping[str, Any] = self.there or {}
        """The newest place kept."""
        self._asked = False
        """Whether the screen has asked for that of the last start."""
        self._timer: Timer | None = None
        self._noted = 0.0
        self._coming: tuple[Run, object] | None = None
        """The run on its way back, and the place of the solution that was in view."""
        self._pair: object = None
        """Two searches that are to come back after that."""

    # Keeping

    def soon(self) -> None:
        """Something may have changed: keep it when no more changes for a moment."""
        if self._timer is None and self._screen.is_mounted:
            self._timer = self._screen.set_timer(SOON_SECONDS, self._rested)

    def _rested(self) -> None:
        self._timer = None
        moves = self._screen.moving or (self._screen.pair is not None and self._screen.pair.moving)
        if not moves or time.monotonic() - self._noted > RUNNING_SECONDS:
            self.note()

    def note(self) -> None:
        """Keep the place now."""
        screen, settings = self._screen, self._screen.app.settings
        if self._coming is not None or screen.waiting.busy:
            return  # the place to which it is on its way is the one that is kept
        self._noted = time.monotonic()
        if screen.has_class(IN_LESSON):
            lesson = settings.section(LESSON_TAKEN)
            if lesson.get("name"):
                node = screen.search.node if screen.search.run is not None else 0
                settings.put(LESSON_TAKEN, {**lesson, "node": node})
            return
        self._place = {**self._searched(), **self._beside(), "looks": screen.subject.looks()}
        settings.put(LEFT, {**settings.section(LEFT), screen.SETTINGS: self._place})

    def kept(self) -> Callable[[], None]:
        """A lesson is about to begin: what brings back the place of now."""
        if self._asked or self.there is None or self._screen.search.run is not None:
            self.note()
        place = self._place
        return lambda: self._go_to(place)

    def _searched(self) -> dict[str, Any]:
        """The search, so that it can be made again."""
        screen = self._screen
        run, ran = screen.search.run, screen.searched.ran
        if run is None or ran is None or run.error is not None or not screen.subject.comes_back:
            return {}
        shot = run.snapshot
        return {
            "problem": dict(screen.searched.described(ran.problem)), "algorithm": ran.entry.key,
            "goal": ran.goal.value, "settings": dict(ran.settings), "node": screen.search.node,
            "seconds": shot.seconds, "went": list(screen.search.went),
            "ended": shot.finished and shot.status is not Status.STOPPED,
            "solution": screen.browser.place, "kept": screen.kept.keeper.kept_as if screen.kept is not None else "",
        }  # fmt: skip

    def _beside(self) -> dict[str, Any]:
        """Two searches in lockstep, where they are in front."""
        pair, searched = self._screen.pair, self._screen.searched
        if pair is None:
            return {}
        return {"pair": {**pair.session.left(), "problem": dict(searched.described(pair.session.problem))}}

    # Coming back

    def come_back(self) -> None:
        """Go where somebody left off; what cannot be made again is left out."""
        left, screen = self.there, self._screen
        if left is None or screen.search.run is not None or screen.has_class(IN_LESSON):
            return  # somebody was quicker
        self._asked = True
        self._pair = left.get("pair")
        self._go_to(left)
        self._pair_again()

    def _pair_again(self) -> None:
        """Two searches in lockstep again, once the one below them is there."""
        pair, screen = self._pair, self._screen
        if not isinstance(pair, dict) or self._coming is not None:
            return
        self._pair = None
        with contextlib.suppress(*SENSELESS):
            if screen.is_current:
                screen.side_by_side(pair)

    def _go_to(self, left: Mapping[str, Any]) -> None:
        screen, looks = self._screen, left.get("looks")
        looks = looks if isinstance(looks, dict) else {}
        with contextlib.suppress(*SENSELESS):
            if self._search_again(left, looks):
                return
        screen.subject.look_again(looks)
        screen.tick()

    def _search_again(self, left: Mapping[str, Any], looks: Mapping[str, Any]) -> bool:
        """Begin that search anew, or go on with what was kept of it; False where there was none, or it takes long."""
        screen, session = self._screen, self._screen.searched
        if "algorithm" not in left or screen.kept is None:
            return False
        node, ended, solution = int(left["node"]), left["ended"] is True, left["solution"]
        seconds, went = float(left["seconds"]), [float(each) for each in left.get("went", (0, 0))]
        kept, quick = self._kept(left, screen.kept.keeper.offers()), seconds <= QUICK_SECONDS
        if kept is not None and not (quick and kept.steps <= node):
            run = screen.kept.go_on(kept, paused=True)
        elif not quick:
            return False
        else:
            problem = session.problem_again(left["problem"])
            entry = algorithm(problem.kind, left["algorithm"])
            ran = SearchTask(entry, problem, Goal(left["goal"]), entry.settings(dict(left["settings"])))
            if entry.refusal(problem, ran.goal) is not None:
                return False
            session.taken_up(ran)
            screen.subject.look_again(looks)
            session.setup.take(ran.entry, ran.goal, ran.settings)  # the pace may have taken another
            screen.choices_replaced()
            run = screen.search.start(ran.start, paused=not ended, seconds=seconds, known=node)
            screen.kept.watch()
            screen.search.returning = True
            if ended:
                run.set_speed(None)
            elif node:
                run.step(node)
        screen.search.went_before(*went)
        self._coming = run, solution
        if not screen.search.returning:
            screen.subject.look_again(looks)
        screen.launch(run)
        return True

    @staticmethod
    def _kept(left: Mapping[str, Any], offers: Sequence[KeptSearch]) -> KeptSearch | None:
        """What is on disk of that search: where the program was killed, it may be ahead of the place."""
        of = left["algorithm"], left["goal"], left["settings"], left["problem"]
        return next(
            (each for each in offers if each.path.name == left["kept"]
             or (each.algorithm, each.goal, each.settings, each.what) == of), None,
        )  # fmt: skip

    def look(self, *, settled: bool) -> None:
        """The screen looks at its search; where that does not move any more, it may have come back."""
        self.soon()
        if self._coming is None or not settled:
            return
        (run, solution), screen = self._coming, self._screen
        self._coming, screen.search.returning = None, False
        if run is not screen.search.run:
            self._pair = None
            return
        if solution is None:
            screen.browser.leave()
        elif isinstance(solution, int) and 0 <= solution < len(screen.browser.found()):
            screen.browser.to(solution)
        screen.tick()
        self._pair_again()
