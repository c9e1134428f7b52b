"""What is raced: the board, the goal, the algorithms and the pace, and the dialog that chooses them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from core.catalog import algorithms
from core.compare.plan import Contestant, PlanError
from core.queens.problem import Queens
from core.search import CannotSolve, Goal, ProblemError, Search
from tui.dialogs import Dialog
from tui.format import grouped
from tui.setup import GOAL_TITLES, Field
from tui.widgets.form import OptionForm

PACES: tuple[float | None, ...] = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, None)
"""Fractions of real speed; None is full speed."""
LARGEST_N = 128
"""Boards beyond this cannot be drawn whole in a third of a screen."""
MOST_LANES = 3


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """What is raced: always something that can be started."""

    n: int
    labels: tuple[str, ...]
    """Contestants as `core.compare.plan.Contestant.parse` reads them."""
    goal: Goal = Goal.COUNT
    pace: float | None = 1e-4

    def entrants(self) -> list[str]:
        """Every label that could race on this board: those chosen, and the catalog's."""
        keys = [entry.key for entry in algorithms("queens")]
        variants = [label for label in self.labels if label not in keys]
        return [label for label in (*keys, *variants) if refusal(label, self.n, self.goal) is None]

    def repaired(self) -> RaceSetup:
        """The same with lanes that cannot run replaced by others that can."""
        able = self.entrants()
        kept = list(dict.fromkeys(label for label in self.labels if label in able))[:MOST_LANES]
        kept += [label for label in able if label not in kept][: max(0, 2 - len(kept))]
        return replace(self, labels=tuple(kept))

    def makes(self) -> list[Callable[[], Search]]:
        """One function a lane that builds its search."""
        problem = Queens(self.n)

        def maker(label: str) -> Callable[[], Search]:
            contestant = Contestant.parse("queens", label)
            entry = contestant.entry("queens")
            return lambda: entry.start(problem, self.goal, None, **dict(contestant.parameters))

        return [maker(label) for label in self.labels]

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return {"n": self.n, "labels": list(self.labels), "goal": self.goal.value, "pace": self.pace}

    @classmethod
    def recalled(cls, values: dict[str, Any]) -> RaceSetup:
        """What `remembered` gave; anything unusable is replaced by a default."""
        n, labels, pace = values.get("n"), values.get("labels"), values.get("pace", 1e-4)
        goal = Goal(values["goal"]) if values.get("goal") in list(Goal) else Goal.COUNT
        return cls(
            n if isinstance(n, int) and 1 <= n <= LARGEST_N else 8,
            tuple(map(str, labels)) if isinstance(labels, list) else ("backtracking", "dlx", "dlx-s"),
            goal,
            pace if pace in PACES else 1e-4,
        ).repaired()


def refusal(label: str, n: int, goal: Goal) -> str | None:
    """Why this contestant cannot race on this board, or None."""
    try:
        refused = Contestant.parse("queens", label).entry("queens").refusal(Queens(n), goal)
        return None if refused is None else str(refused)
    except (PlanError, CannotSolve, ProblemError) as error:
        return str(error)


def pace_text(pace: float | None) -> str:
    """0.001 as ``1/1 000 of real speed``."""
    return "full speed" if pace is None else f"1/{grouped(round(1 / pace))} of real speed"


class RaceDialog(Dialog):
    """Choose the board, the goal and who races.  Closes with a `RaceSetup`."""

    BINDINGS = [Binding("enter", "accept", "Race", show=False)]

    def __init__(self, setup: RaceSetup) -> None:
        super().__init__()
        self._setup = setup
        self._digits = ""

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = "Race"
        box.border_subtitle = "enter ok   esc cancel"
        with box:
            yield OptionForm(self, id="race-form")
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        self._show()
        self.query_one(OptionForm).focus()

    def _lanes(self) -> list[str]:
        return [*self._setup.labels, *[""] * (MOST_LANES - len(self._setup.labels))]

    def _show(self, note: str = "") -> None:
        setup = self._setup
        goals = list(Goal)
        fields = [
            Field("n", "N", grouped(setup.n), setup.n > 1, setup.n < LARGEST_N),
            Field("goal", "Goal", GOAL_TITLES[setup.goal], setup.goal is not goals[0], setup.goal is not goals[-1]),
            *(
                Field(f"lane{index}", f"Lane {index + 1}", label or "nobody", True, True)
                for index, label in enumerate(self._lanes())
            ),
            Field("pace", "Pace", pace_text(setup.pace), setup.pace != PACES[0], setup.pace != PACES[-1]),
        ]
        self.query_one(OptionForm).show(fields, note or "type N, or use the arrow keys", warning=bool(note))

    # What the form reports

    def form_moved(self, key: str) -> None:
        self._digits = ""
        self._show()

    def form_typed(self, key: str, digit: str) -> None:
        digits = self._digits + digit if digit else self._digits[:-1]
        if digits and not 1 <= int(digits) <= LARGEST_N:
            self._show(f"N goes from 1 to {LARGEST_N} in a race")
            return
        self._digits = digits
        if digits:
            self._set(n=int(digits))

    def form_shift(self, key: str, step: int) -> None:
        setup = self._setup
        self._digits = ""
        match key:
            case "n":
                if 1 <= setup.n + step <= LARGEST_N:
                    self._set(n=setup.n + step)
            case "goal":
                goals = list(Goal)
                self._set(goal=goals[min(max(goals.index(setup.goal) + step, 0), len(goals) - 1)])
            case "pace":
                self._set(pace=PACES[min(max(PACES.index(setup.pace) + step, 0), len(PACES) - 1)])
            case _:
                self._shift_lane(int(key.removeprefix("lane")), step)

    def _shift_lane(self, index: int, step: int) -> None:
        lanes = self._lanes()
        taken = [label for place, label in enumerate(lanes) if place != index]
        able = [label for label in self._setup.entrants() if label not in taken]
        if index == MOST_LANES - 1:
            able.insert(0, "")
        lanes[index] = able[(able.index(lanes[index]) + step) % len(able)] if lanes[index] in able else able[0]
        self._set(labels=tuple(label for label in lanes if label))

    def _set(self, **changes: Any) -> None:
        wanted = replace(self._setup, **changes)
        able = wanted.repaired()
        if len(able.labels) < 2:
            self._show(f"fewer than two algorithms can take N = {wanted.n} for this goal")
            return
        lost = [label for label in wanted.labels if label not in able.labels]
        self._setup = able
        self._show(refusal(lost[0], able.n, able.goal) or "" if lost else "")

    def action_accept(self) -> None:
        self.dismiss(self._setup)
