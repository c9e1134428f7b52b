"""Lessons on the screen of comparisons: it measures what a step says, on the learner's own machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from core import Queens
from core._queens.instances import board
from core._words import both, counted, grouped
from tui.lessons.facts import Fact, ScreenFacts, fact
from tui.lessons.measured import FACTS_MEASURED, MEASURED, OWN_TABLE, measured, plan_of
from tui.lessons.open_lesson import ScreenAdapter
from tui.lessons.step import FactError, Kind, LessonStep, Value

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen


class CompareFacts(ScreenFacts):
    """Two algorithms on one board."""

    KIND = "queens"
    PROBLEM = "the size of a board"
    MEASURED = True

    def read(self, text: str) -> Queens:
        """The board of that size."""
        return board(text)

    def check(self, step: LessonStep) -> None:
        """Check that there is something to measure."""
        super().check(step)
        plan_of(step)

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """What a table says once there is one."""
        return UNMEASURED

    def known_ahead(self, step: LessonStep, words: str) -> bool:
        """True for what the two programs do, not for how long it takes."""
        return words == "runs" or (words in ("nodes", "same nodes") and _nodes(step) is not None)

    def where(self, step: LessonStep) -> str:
        """What is measured."""
        runs = counted(step.repeat, "run")
        return f"Screen Compare: {step.problem} queens, {step.algorithm.replace('; ', ' and ')}, {runs} of each."


def _ahead(name: str, kind: Kind) -> Callable[[LessonStep, str], Value]:
    """A fact before anything has been measured: what does not depend on the machine, or else words in its place."""

    def found(step: LessonStep, _: str) -> Value:
        if name == "runs":
            return Value(kind, str(step.repeat))
        nodes = _nodes(step) if name not in MEASURED else None
        if nodes is None:
            return Value(kind, MEASURED.get(name, OWN_TABLE))
        return Value(kind, len(set(nodes)) == 1 if kind is Kind.YES else both(map(grouped, nodes)))

    return found


def _nodes(step: LessonStep) -> list[int] | None:
    """How many nodes each algorithm visits; None if that cannot be counted here."""
    of = [LessonStep("queens", step.problem, each.algorithm, each.parameters) for each in plan_of(step).contestants]
    try:
        return [int(fact(each, "nodes").raw) for each in of]
    except FactError:
        return None


UNMEASURED: Mapping[str, Fact] = {
    name: Fact(_ahead(name, kind), about) for name, (kind, _, about) in FACTS_MEASURED.items()
}
"""The facts of a comparison before anything has been measured."""


class CompareAdapter(ScreenAdapter):
    """The screen of comparisons."""

    FACTS = CompareFacts()

    def __init__(self, screen: CompareScreen) -> None:
        self._screen = screen
        self._view = ""
        """What the table shows until the step is answered, if that is not times."""

    def go(self, step: LessonStep, node: int) -> None:
        """Show the table of a step, measured now if it is another one than that in view."""
        screen, plan, self._view = self._screen, plan_of(step), step.view
        if screen.waiting.put_off(lambda: self.go(step, node)):
            return
        if screen.table is None or screen.table.plan != plan:
            screen.take_plan(plan, screen.begin_measuring)
        elif not self.ready(step):
            screen.begin_measuring()

    def way_back(self) -> Callable[[], None]:
        """Does nothing: tables are kept in the history, this one too."""
        return lambda: None

    def stands(self, step: LessonStep, node: int) -> bool:
        """Whether the table of the step is in view."""
        return self._screen.table is not None and self._screen.table.plan == plan_of(step)

    def ready(self, step: LessonStep) -> bool:
        """Whether its table has been measured, with whatever outcome."""
        from tui.screens.compare.screen_view import everything_measured

        table = self._screen.table
        measured_all = table is not None and table.plan == plan_of(step) and everything_measured(table)
        return measured_all and not self._screen.session.running

    def ask(self, kind: Kind | None) -> None:
        """The table may be read: it does not say why.  What a step shows of it gives way to times once answered."""
        from core.compare import Quantity

        if self._view:
            shown = Quantity.TIME if kind is None else Quantity(self._view)
            self._screen.change_view(lambda: self._screen.session.show_quantity(shown))

    def points(self, kind: Kind | None) -> bool:
        """Always: the cursor of the table."""
        return True

    def point(self, down: int, right: int) -> None:
        """Move the cursor of the table."""
        self._screen.table_panel.action_move(down, right)

    def fact(self, words: str) -> Value | None:
        """What the table says."""
        return measured(self._screen.table, words) if self._screen.table is not None else None

    def why_not(self, answer: str) -> str:
        """What the table says about what was asked."""
        about = {"apart": "verdict", "fastest": "times", "same nodes": "nodes"}[answer]
        said = self.fact(about)
        return f"The table says: {said}." if said is not None else ""
