"""What is raced: the board, the goal, the algorithms and the pace."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.catalog import algorithms
from core.compare.plan import Contestant, PlanError
from core.queens.problem import Queens
from core.reasons import GOAL_TITLES
from core.search import CannotSolve, Goal, ProblemError, Search
from tui.format import grouped
from tui.forms import Choice, Note, Option, Row, Value, Whole

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


class RaceForm:
    """The form that changes a `RaceSetup` (a `tui.forms.Form`)."""

    def __init__(self, setup: RaceSetup) -> None:
        self.setup = setup

    def rows(self) -> Sequence[Row]:
        """Board, goal, lanes and pace."""
        setup = self.setup
        lanes = [*setup.labels, *[""] * (MOST_LANES - len(setup.labels))]
        able = setup.entrants()
        rows: list[Row] = [
            Whole("n", "N", setup.n, 1, LARGEST_N, "type N, or use the arrow keys", grouped(setup.n)),
            Choice("goal", "Goal", setup.goal.value, tuple(Option(g.value, GOAL_TITLES[g]) for g in Goal)),
        ]
        for index, label in enumerate(lanes):
            free = [each for each in able if each == label or each not in lanes]
            if index == MOST_LANES - 1:
                free.insert(0, "")
            options = tuple(Option(each, each or "nobody") for each in free)
            rows.append(Choice(f"lane{index}", f"Lane {index + 1}", label, options))
        paces = tuple(Option(place, pace_text(pace)) for place, pace in enumerate(PACES))
        rows.append(Choice("pace", "Pace", PACES.index(setup.pace), paces))
        return rows

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value; lanes that can no longer run give way."""
        match key:
            case "n":
                wanted = replace(self.setup, n=int(value))
            case "goal":
                wanted = replace(self.setup, goal=Goal(str(value)))
            case "pace":
                wanted = replace(self.setup, pace=PACES[int(value)])
            case _:
                lanes = [*self.setup.labels, *[""] * (MOST_LANES - len(self.setup.labels))]
                lanes[int(key.removeprefix("lane"))] = str(value)
                wanted = replace(self.setup, labels=tuple(label for label in lanes if label))
        able = wanted.repaired()
        if len(able.labels) < 2:
            return Note(f"fewer than two algorithms can take N = {wanted.n} for this goal")
        lost = [label for label in wanted.labels if label not in able.labels]
        self.setup = able
        return Note(refusal(lost[0], able.n, able.goal) or "") if lost else None
