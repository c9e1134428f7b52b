"""How a screen that searches goes to a step of a lesson, and what it tells about its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.explain import NodeKind
from tui.lessons.facts import entry_of
from tui.lessons.open_lesson import ScreenAdapter
from tui.lessons.step import LessonStep

if TYPE_CHECKING:
    from tui.lab.screen import LabScreen
    from tui.lab.session import SearchTask


class SearchAdapter(ScreenAdapter):
    """What all searching screens have in common."""

    screen: LabScreen

    def stands(self, step: LessonStep, node: int) -> bool:
        """Whether the search of the step is at the node, or on its way there."""
        run, reason = self.screen.search.run, self.screen.search.reason
        if run is None or not self._is_of(step) or self.screen.browser.place is not None:
            return False
        return (reason is not None and reason.node == node) or run.travelling or run.bound_for == node

    def at(self) -> NodeKind | None:
        """The kind of the node where the search is."""
        run, shot = self.screen.search.run, self.screen.search.snapshot
        if run is None or run.travelling or shot is None or not (run.resting or run.finished):
            return None
        return shot.reason.outcome if shot.reason is not None else None

    def instead(self, step: LessonStep) -> str:
        """Another problem or algorithm: the one searched, or the one chosen to be searched next."""
        session = self.screen.searched
        tasks = [task for task in (session.ran, session.chosen) if task is not None]
        other = next((task for task in tasks if not self._serves(task, step)), None)
        return "" if other is None else f"{other.title} on {other.problem}"

    def _goes_on(self, step: LessonStep) -> bool:
        """Whether the newest search can be walked on to the place of the step."""
        return self._is_of(step) and not self.instead(step) and self.screen.search.walkable

    def _is_of(self, step: LessonStep) -> bool:
        """Whether the newest search is that of the step."""
        ran = self.screen.searched.ran
        return ran is not None and self._serves(ran, step)

    def _serves(self, task: SearchTask[Any], step: LessonStep) -> bool:
        """Whether a search is the one that a step is about."""
        settings = entry_of(step).settings(dict(step.settings))
        return (task.entry.key, task.settings) == (step.algorithm, settings) and self._same_problem(task, step)

    def _same_problem(self, task: SearchTask[Any], step: LessonStep) -> bool:
        return bool(task.problem == self.FACTS.problem(step))
