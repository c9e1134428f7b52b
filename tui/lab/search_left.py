"""Where the user left off on a screen that searches: what is searched, up to which node, and what is open.

The next start searches up to that node again, in the worker, and holds still there; one that took too long for that
goes on from its kept state (`tui.lab.keeping`).  A search that is there when a lesson begins comes back in the same way
when the lesson leaves the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core import CannotSolve, Goal, ProblemError, Run, Status, algorithm
from core._words import duration
from tui.actions.action import LESSON_TAKEN
from tui.lab.keeping import KeptSearch
from tui.lab.left_off import LeftOff
from tui.lab.session import SearchTask

if TYPE_CHECKING:
    from tui.lab.screen import LabScreen

QUICK_SECONDS = 10.0
"""A search that took longer is not run again: it was kept."""


class SearchLeft(LeftOff):
    """Keeps the place on a screen with a search, and brings it back."""

    _screen: LabScreen

    def __init__(self, screen: LabScreen) -> None:
        super().__init__(screen, screen.subject)
        self._place: Mapping[str, Any] = self.there if isinstance(self.there, dict) else {}
        """The newest place kept."""
        self._coming: tuple[Run, object] | None = None
        """The run on its way back, and the place of the solution that was in view."""

    # Keeping

    @property
    def on_its_way(self) -> bool:
        return self._coming is not None

    def _note_lesson(self) -> None:
        screen, settings = self._screen, self._screen.app.settings
        lesson = settings.section(LESSON_TAKEN)
        if lesson.get("name"):
            node = screen.search.node if screen.search.run is not None else 0
            settings.put(LESSON_TAKEN, {**lesson, "node": node})

    def _now(self) -> dict[str, Any]:
        self._place = {**self._searched(), **super()._now()}
        return self._place

    def way_back(self) -> Callable[[], None]:
        """A function that brings back the present place, for when a lesson begins."""
        if self._asked_at or self.there is None or self._screen.search.run is not None:
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
            "solution": screen.browser.place, "kept": screen.kept.keeper.kept_as,
        }  # fmt: skip

    # Coming back

    def come_back(self) -> None:
        if self._screen.search.run is None:  # or the user was quicker
            super().come_back()

    def _go_to(self, left: Mapping[str, Any]) -> None:
        if "algorithm" in left:
            self._try("the search", self._search_again, left)
        if self._coming is None:
            super()._go_to(left)

    def _search_again(self, left: Mapping[str, Any]) -> None:
        """Begin it again, or go on with what was kept of it; raises one of `SENSELESS` if neither is possible."""
        screen = self._screen
        node, solution = int(left["node"]), left["solution"]
        seconds, went = float(left["seconds"]), [float(each) for each in left.get("went", (0, 0))]
        kept, quick = self._kept(left, screen.kept.keeper.offers()), seconds <= QUICK_SECONDS
        if kept is not None and not (quick and kept.steps <= node):
            run = screen.kept.go_on(kept, paused=True)
            self._look_open(left)
        elif quick:
            run = self._begin_anew(left, node, seconds)
        else:
            raise ProblemError(f"it took {duration(seconds)}, and was not kept on disk")
        screen.search.went_before(*went)
        self._coming = run, solution
        screen.launch(run)

    def _begin_anew(self, left: Mapping[str, Any], node: int, seconds: float) -> Run:
        """That search from the beginning, up to its node or its end, which took ``seconds`` the first time."""
        screen, session, ended = self._screen, self._screen.searched, left["ended"] is True
        problem = session.problem_again(left["problem"])
        entry = algorithm(problem.kind, left["algorithm"])
        ran = SearchTask(entry, problem, Goal(left["goal"]), entry.settings(dict(left["settings"])))
        if (refusal := entry.refusal(problem, ran.goal)) is not None:
            raise CannotSolve(refusal)
        session.taken_up(ran)
        self._look_open(left)
        session.setup.take(ran.entry, ran.goal, ran.settings)  # the pace may have taken another
        screen.choices_replaced()
        known = node + ended  # after the last node the end is found once more, too
        run = screen.search.start(ran.start, paused=not ended, seconds=seconds, known=known)
        screen.kept.watch()
        screen.search.returning = True
        if ended:
            run.set_speed(None)
        elif node:
            run.step(node)
        return run

    def _look_open(self, left: Mapping[str, Any]) -> None:
        self._try("what was open", self._screen.subject.look_again, left.get("looks", {}))

    @staticmethod
    def _kept(left: Mapping[str, Any], offers: Sequence[KeptSearch]) -> KeptSearch | None:
        """What is on disk of that search: if the program was killed, it may be ahead of the place."""
        of = left["algorithm"], left["goal"], left["settings"], left["problem"]
        return next(
            (each for each in offers if each.path.name == left["kept"]
             or (each.algorithm, each.goal, each.settings, each.what) == of), None,
        )  # fmt: skip

    def look(self, *, settled: bool) -> None:
        """The screen looks at its search; if that no longer moves, it may have come back."""
        self.soon()
        if self._coming is None or not settled:
            return
        (run, solution), screen = self._coming, self._screen
        self._coming, screen.search.returning = None, False
        if run is not screen.search.run:
            self._due = False
            return
        if solution is None:
            screen.browser.leave()
        elif isinstance(solution, int) and 0 <= solution < len(screen.browser.found()):
            screen.browser.to(solution)
        screen.tick()
        self._arrived()
