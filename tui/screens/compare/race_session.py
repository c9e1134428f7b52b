"""A race without its screen: what is raced, the form that changes it, the searches, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from core.catalog import Algorithm, algorithms, is_from_plugin
from core.compare.instances import instances, position
from core.compare.isolated import Wanted
from core.compare.outlook import SHORT_SECONDS, about, search_seconds
from core.compare.plan import WARM, Contestant
from core.compare.race import LaneState, Make, Race, RaceState
from core.compare.signs import signs, tone_of
from core.compare.table import Table
from core.exact_cover.problem import ExactCover
from core.queens.problem import Queens
from core.reasons import GOAL_TITLES
from core.search import CannotSolve, Goal, Problem, ProblemError, Status
from core.sudoku.grid import Grid
from core.sudoku.problem import Sudoku
from core.words import both, grouped
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value, Whole
from tui.kit.queens_position import QueensPosition, position_of
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.text import PageText, facts
from tui.kit.values import BoardValue
from tui.lab.beside import chosen_so_far
from tui.lab.live_search import LiveFigures
from tui.lab.session import LanesSession
from tui.lab.view import LabView, Panel
from tui.screens.compare.markers import LINE_COLOURS, marker

PACES: tuple[float | None, ...] = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, None)
"""Fractions of real speed; None is full speed."""
FIRST_FAMILY = "queens"
"""What is raced where no table says anything else."""
LARGEST_N = 128
"""Boards beyond this cannot be drawn whole in a third of a screen."""
MOST_LANES = 3
FASTEST_TO_FOLLOW = 1e-4
"""The pace up to which the free squares are marked."""
PLACES = ("", "first", "second", "third")


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """What is raced: always something that can be started."""

    instance: str
    """What is raced on, by its key (see `core.compare.instances`)."""
    labels: tuple[str, ...]
    """Contestants as `core.compare.plan.Contestant.parse` reads them."""
    goal: Goal = Goal.COUNT
    pace: float | None = 1e-4
    family: str = FIRST_FAMILY
    limit: int | None = None
    """After how many solutions a lane is there, as in the table that is raced."""
    document: str | None = None
    """The document's experiment that is raced, if it is one."""

    @property
    def n(self) -> int | None:
        """The size, where sizes are what is raced on."""
        return position(self.instance)

    @property
    def title(self) -> str:
        """What is raced on: ``N = 8``, ``puzzle 3x3 #4``."""
        kind = instances(self.family)
        return f"{kind.axis} {kind.title(self.instance)}" if self.n is None else f"{kind.axis} = {grouped(self.n)}"

    def problem(self) -> Problem:
        """The problem.  Raises ProblemError or OSError where it is not there any more."""
        return problem_of(self.family, self.instance)

    def entrants(self) -> list[str]:
        """Every label that could race on this board: those chosen, and the catalog's."""
        keys = [entry.key for entry in algorithms(self.family)]
        variants = [label for label in self.labels if label not in keys]
        return [label for label in (*keys, *variants) if refusal(label, self) is None]

    def resized(self, step: int) -> RaceSetup:
        """The same on a larger or smaller board, where there is one that can be raced on."""
        if self.n is None or not 1 <= self.n + step <= LARGEST_N:
            return self
        return replace(self, instance=str(self.n + step)).repaired()

    def repaired(self) -> RaceSetup:
        """The same with lanes that cannot run replaced by others that can."""
        able = self.entrants()
        kept = list(dict.fromkeys(label for label in self.labels if label in able))[:MOST_LANES]
        kept += [label for label in able if label not in kept][: max(0, 2 - len(kept))]
        return replace(self, labels=tuple(kept))

    def for_table(self, table: Table, row: str, shown: Sequence[Contestant]) -> RaceSetup:
        """What the table shows: its first algorithms, on the row's instance."""
        plan = table.plan
        if (position(row) or 0) > LARGEST_N:
            return self
        labels = tuple(contestant.label for contestant in shown if contestant.calls == WARM)[:MOST_LANES]
        return RaceSetup(row, labels, plan.goal, self.pace, plan.family, plan.limit, plan.document).repaired()

    def makes(self) -> list[Make]:
        """For each lane a function that builds its search, or what is built in a process of its own."""
        problem = self.problem()

        def maker(contestant: Contestant) -> Make:
            entry, settings = contestant.entry(self.family), contestant.settings
            if is_from_plugin(entry):
                parameters = tuple(settings.items())
                return Wanted(self.family, problem, entry.key, parameters, self.goal, self.limit, None)
            return lambda: entry.start(problem, self.goal, self.limit, **settings)

        return [maker(contestant) for contestant in self.contestants]

    @property
    def contestants(self) -> list[Contestant]:
        """Who races, lane by lane."""
        return [Contestant.parse(self.family, label) for label in self.labels]

    def outlook(self) -> float:
        """Seconds until the last lane is there, roughly; infinite where one is known not to end."""
        lanes = [
            search_seconds(self.family, contestant, self.instance, self.goal, self.document)
            for contestant in self.contestants
        ]
        return sum(lanes) if self.pace is None else max(lanes) / self.pace

    def marks(self) -> list[int]:
        """For each lane the marker and colour of its algorithm (see `core.compare.signs`)."""
        contestants = self.contestants
        chosen = signs(self.family, contestants)
        return [chosen[contestant.label] for contestant in contestants]

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        own = {"labels": list(self.labels), "goal": self.goal.value, "pace": self.pace}
        return own | ({"n": self.n} if self.family == FIRST_FAMILY else {})

    @classmethod
    def recalled(cls, values: dict[str, Any]) -> RaceSetup:
        """What `remembered` gave; anything unusable is replaced by a default."""
        n, labels, pace = values.get("n"), values.get("labels"), values.get("pace", 1e-4)
        goal = Goal(values["goal"]) if values.get("goal") in list(Goal) else Goal.COUNT
        return cls(
            str(n if isinstance(n, int) and 1 <= n <= LARGEST_N else 8),
            tuple(map(str, labels)) if isinstance(labels, list) else ("backtracking", "dlx", "dlx-s"),
            goal,
            pace if pace in PACES else 1e-4,
        ).repaired()


@lru_cache(maxsize=8)
def problem_of(family: str, key: str) -> Problem:
    """The problem of an instance, kept: a race asks for it at every look."""
    return instances(family).problem(key)


def refusal(label: str, setup: RaceSetup) -> str | None:
    """Why this contestant cannot race there, or None."""
    try:
        refused = Contestant.parse(setup.family, label).entry(setup.family).refusal(setup.problem(), setup.goal)
        return None if refused is None else str(refused)
    except (CannotSolve, ProblemError, OSError) as error:
        return str(error)


def pace_text(pace: float | None) -> str:
    """0.001 as ``1/1 000 of real speed``."""
    return "full speed" if pace is None else f"1/{grouped(round(1 / pace))} of real speed"


class RaceForm:
    """The form that changes a `RaceSetup` (a `tui.dialogs.form_values.Form`)."""

    def __init__(self, setup: RaceSetup) -> None:
        self.setup = setup

    def rows(self) -> Sequence[Row]:
        """Board, goal, lanes and pace."""
        setup = self.setup
        axis = instances(setup.family).axis
        lanes = [*setup.labels, *[""] * (MOST_LANES - len(setup.labels))]
        able = setup.entrants()
        rows: list[Row] = [
            Whole("n", axis, setup.n, 1, LARGEST_N, f"type {axis}, or use the arrow keys", grouped(setup.n))
            if setup.n is not None
            else Choice("instance", "On", setup.instance, (Offer(setup.instance, setup.title),)),
            Choice("goal", "Goal", setup.goal.value, tuple(Offer(g.value, GOAL_TITLES[g]) for g in Goal)),
        ]
        for index, label in enumerate(lanes):
            free = [each for each in able if each == label or each not in lanes]
            if index == MOST_LANES - 1:
                free.insert(0, "")
            options = tuple(Offer(each, each or "nobody") for each in free)
            rows.append(Choice(f"lane{index}", f"Lane {index + 1}", label, options))
        paces = tuple(Offer(place, pace_text(pace)) for place, pace in enumerate(PACES))
        rows.append(Choice("pace", "Pace", PACES.index(setup.pace), paces))
        return rows

    def choose(self, key: str, value: Value, *, continued: bool = False) -> Note | None:
        """Take a value; lanes that can no longer run give way."""
        match key:
            case "instance":
                return None
            case "n":
                wanted = replace(self.setup, instance=str(int(value)))
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
            return Note(f"fewer than two algorithms can solve {wanted.title} for this goal")
        lost = [label for label in wanted.labels if label not in able.labels]
        self.setup = able
        return Note(refusal(lost[0], able) or "") if lost else None


class RaceSession(LanesSession[Race]):
    """What is raced, and how far everybody has come."""

    def __init__(self, setup: RaceSetup, *, unicode: bool = True) -> None:
        super().__init__()
        self.setup = setup.repaired()
        self._unicode = unicode

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return self.setup.remembered()

    # Racing

    @property
    def pace(self) -> float | None:
        """The fraction of real speed; None at full speed."""
        return self.setup.pace

    def start(self, *, paused: bool = False) -> Race:
        """All from the beginning, for a worker to drive."""
        return self.started(Race(self.setup.makes(), pace=self.setup.pace, paused=paused))

    def set_up(self, setup: RaceSetup) -> None:
        """Race something else, or at another pace: only that goes on with the race there is."""
        if replace(setup, pace=self.setup.pace) != self.setup:
            self.forget()
        self.setup = setup
        if self.driven is not None:
            self.driven.set_pace(setup.pace)

    def resized(self, step: int) -> str:
        """A larger or smaller board; returns why there is none."""
        before = self.setup
        self.set_up(before.resized(step))
        if self.setup != before:
            return ""
        return "only boards of queens have other sizes" if before.n is None else f"races go from 1 to {LARGEST_N}"

    def at_pace(self, direction: int) -> RaceSetup:
        """The same ten times faster (1) or slower (-1), as far as there is such a pace."""
        index = PACES.index(self.setup.pace) + direction
        return replace(self.setup, pace=PACES[min(max(index, 0), len(PACES) - 1)])

    # What is shown

    def view(self) -> LabView:
        panels: list[Panel] = []
        marks, won = self.setup.marks(), set()
        for index, mark in enumerate(marks):
            panels += [Panel(f"lane{index}", self.lane(index, mark)), Panel(f"live{index}", self.figures(index))]
            state = self.of_lane(index)
            if state is not None and state.place == 1:
                won.add(f"-won{index}")
        panels.append(Panel("status", facts(self.facts())))
        return LabView(
            None, tuple(panels), frozenset({f"-lanes{len(marks)}", *won}), "race", tuple(self.footer_actions())
        )

    def lane(self, index: int, mark: int) -> BoardValue | PageText:
        """What a lane has on its board, with the marker of its algorithm and the name on its frame."""
        colour = LINE_COLOURS[tone_of(mark, len(LINE_COLOURS))]
        title = ((marker(mark, self._unicode), colour), (f" {self.title(index)}", ""))
        position = self.position(index)
        return replace(position, title=title) if isinstance(position, PageText) else BoardValue(position, title, "")

    def of_lane(self, index: int) -> LaneState | None:
        """How far one has come; None before the start."""
        lanes = self.driven.state.lanes if self.driven is not None else ()
        return lanes[index] if index < len(lanes) else None

    def entry(self, index: int) -> Algorithm:
        """The catalog entry of who races in a lane."""
        return self.setup.contestants[index].entry(self.setup.family)

    def title(self, index: int) -> str:
        """Who races in a lane."""
        entry, label = self.entry(index), self.setup.labels[index]
        return entry.title if label == entry.key else label

    def position(self, index: int) -> QueensPosition | SudokuPosition | PageText:
        """What a lane has on its board; of a problem that nobody has drawn yet, what has been chosen, in words."""
        problem, lane, race, pace = self.setup.problem(), self.of_lane(index), self.driven, self.setup.pace
        shot = lane.snapshot if lane is not None else None
        placement = shot.placement if shot is not None else ()
        match problem:
            case Queens():
                still = race is None or race.finished or race.paused
                return position_of(problem, shot, free=still or (pace is not None and pace <= FASTEST_TO_FOLLOW))
            case Sudoku():
                return SudokuPosition(Grid.from_problem(problem), cursor=None, searched=placement or problem.givens)
            case ExactCover():
                return chosen_so_far([" ".join(problem.entries(option)) for option in placement])
            case _:
                return chosen_so_far([" ".join(map(str, placement)) or str(problem)])

    def figures(self, index: int) -> LiveFigures:
        """The live panel of a lane."""
        setup, lane, race = self.setup, self.of_lane(index), self.driven
        shot = lane.snapshot if lane is not None else None
        stage, paused = (race.state.stage, race.paused) if race is not None else ("ready", False)
        counting = setup.goal is not Goal.FIRST
        return LiveFigures(
            snapshot=replace(shot, build_seconds=0.0) if shot else None,  # one figure: lanes are narrow
            state=lane_state(lane, stage, paused),
            unit=self.entry(index).unit,
            known=instances(setup.family).known(setup.instance, setup.goal) if counting else None,
            rate=shot.steps / shot.seconds if shot and shot.seconds else 0.0,
            share=shot.progress if shot else None,
            seconds=shot.seconds + (shot.build_seconds or 0.0) if shot else 0.0,
            counting_everything=counting,
            error=lane.error if lane else "",
        )

    def facts(self) -> Sequence[tuple[str, str]]:
        """Two lines (text, tone): what is raced, and who has won or how long it will take."""
        setup = self.setup
        what = f"{setup.title}, {GOAL_TITLES[setup.goal]}, {pace_text(setup.pace)}"
        if self.driven is None:
            seconds = setup.outlook()
            how_long = "" if seconds < SHORT_SECONDS else f"; it takes {about(seconds)}"
            how_long = how_long if seconds < float("inf") else "; it may never end"
            return [
                (what, "plain"),
                (f"enter runs it{how_long}; every lane gets the same computing time", "muted"),
            ]
        said, tone = verdict_text(self.driven.state, setup.labels)
        if not said and self.driven.finished:
            said = "no winner; enter runs it again"
        return [(what, "plain"), (said, tone)]


def verdict_text(state: RaceState, labels: Sequence[str]) -> tuple[str, str]:
    """Who has won and by how much, or that it cannot be told; and the tone."""
    verdict = state.verdict
    if verdict is None:
        return "", "muted"
    if verdict.close:
        names = both(labels[index] for index in (verdict.winner, *verdict.close))
        return f"too close to tell: {names}", "warning"
    others = [f"{labels[index]} takes {_times(factor)}" for index, factor in verdict.factors.items()]
    said = f"{labels[verdict.winner]} wins"
    return (f"{said}, {', '.join(others)} times as long" if others else said), "good"


def _times(factor: float) -> str:
    return grouped(factor) if factor >= 100 else f"{factor:.2f}"


def lane_state(lane: LaneState | None, stage: str, paused: bool) -> str:
    """What is said of a lane while it races, and after."""
    if lane is None:
        return "ready"
    if lane.error:
        return "failed"
    if lane.place is not None:
        return PLACES[lane.place]
    if lane.snapshot.status is not Status.RUNNING:
        return lane.snapshot.status.value
    return "paused" if paused else "running" if stage == "racing" else stage
