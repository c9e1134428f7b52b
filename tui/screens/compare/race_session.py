"""A race without its screen: what is raced, the form that changes it, the searches, and what is said about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from core import Algorithm, CannotSolve, Goal, Problem, ProblemError, Snapshot, Status, algorithms
from core._checks import real, text, wholes
from core._drawing.chart import tone_of
from core._reasons import GOAL_TITLES
from core._words import both, duration, grouped
from core.compare import Contestant, Plan, RatioVerdict, Table
from core.compare._instances import instances, position
from core.compare._outlook import SHORT_SECONDS, about, search_seconds
from core.compare._plan import PRECISION, WARM
from core.compare._race import LaneState, Race, RaceState
from core.compare._signs import signs
from tui.dialogs.form_values import Choice, Note, Offer, Row, Value, Whole
from tui.kit.text import PageText, facts
from tui.kit.values import BoardValue
from tui.lab.beside import Beside, beside_of
from tui.lab.live_search import LiveFigures
from tui.lab.search_left import QUICK_SECONDS
from tui.lab.session import LanesSession
from tui.lab.view import LabView, Panel
from tui.screens.compare.markers import LINE_COLOURS, marker

PACES: tuple[float | None, ...] = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, None)
"""Fractions of real speed; None is full speed."""
FIRST_FAMILY = "queens"
"""What is raced if no table says anything else."""
LARGEST_N = 128
"""Boards beyond this cannot be drawn whole in a third of a screen."""
MOST_LANES = 3
FASTEST_TO_FOLLOW = 1e-4
"""The pace up to which the free squares are marked."""
UNENDED = Status.RUNNING, Status.STOPPED
PLACES = ("", "first", "second", "third")


@dataclass(frozen=True, slots=True)
class RaceSetup:
    """What is raced: always something that can be started."""

    instance: str
    """What is raced on, by its key (see `core.compare._instances`)."""
    labels: tuple[str, ...]
    """Contestants as `core.compare._plan.Contestant.parse` reads them."""
    goal: Goal = Goal.COUNT
    pace: float | None = 1e-4
    family: str = FIRST_FAMILY
    limit: int | None = None
    """After how many solutions a lane has finished, as in the table that is raced."""
    document: str | None = None
    """The document's experiment that is raced, if it is one."""

    @property
    def n(self) -> int | None:
        """The size, if the race is on sizes."""
        return position(self.instance)

    @property
    def title(self) -> str:
        """What is raced on: ``N = 8``, ``puzzle 3x3 #4``."""
        kind = instances(self.family)
        return f"{kind.axis} {kind.title(self.instance)}" if self.n is None else f"{kind.axis} = {grouped(self.n)}"

    def problem(self) -> Problem:
        """The problem.  Raises ProblemError or OSError if it is no longer there."""
        return problem_of(self.family, self.instance)

    def entrants(self) -> list[str]:
        """Every label that could race on this board: those chosen, and the catalog's."""
        keys = [entry.key for entry in algorithms(self.family)]
        variants = [label for label in self.labels if label not in keys]
        return [label for label in (*keys, *variants) if refusal(label, self) is None]

    def resized(self, step: int) -> RaceSetup:
        """This race on a larger or smaller board, if there is one to race on."""
        if self.n is None or not 1 <= self.n + step <= LARGEST_N:
            return self
        return replace(self, instance=str(self.n + step)).repaired()

    def repaired(self) -> RaceSetup:
        """This race, with lanes that cannot run replaced by others that can."""
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

    @property
    def plan(self) -> Plan:
        """The plan of a table with this row alone."""
        return Plan(self.family, (self.instance,), tuple(self.contestants), self.goal, self.limit, precision=PRECISION)

    @property
    def contestants(self) -> list[Contestant]:
        """Who races, lane by lane."""
        return [Contestant.parse(self.family, label) for label in self.labels]

    def outlook(self) -> float:
        """Seconds until the last lane has finished, roughly; infinite if one is known not to end."""
        lanes = [
            search_seconds(self.family, contestant, self.instance, self.goal, self.document)
            for contestant in self.contestants
        ]
        return sum(lanes) if self.pace is None else max(lanes) / self.pace

    def marks(self) -> list[int]:
        """For each lane the marker and colour of its algorithm (see `core.compare._signs`)."""
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


@lru_cache(maxsize=8)
def beside_on(family: str, key: str) -> Beside[Any]:
    """How searches of an instance are shown beside each other."""
    return beside_of(family).of_instance(key)


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
    """The form that changes a `RaceSetup` (a `tui.dialogs.form_values.FormSubject`)."""

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
        self._left = ""
        """What is said of a race that the user left, while it is as it was; empty if it was begun here."""
        self._left_at: list[int] = []
        """Where its lanes were then."""

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        return self.setup.remembered()

    # For the next start

    def looks(self) -> dict[str, Any]:
        """Also who races on what, and how far each lane has come; before the start none has."""
        setup = self.setup
        return {
            **super().looks(),
            "setup": [setup.instance, list(setup.labels), setup.goal.value, setup.pace, setup.family, setup.limit,
                      setup.document],
            "steps": self._steps,
            "seconds": sum(shot.seconds for shot in self._shots),
        }  # fmt: skip

    @property
    def _shots(self) -> list[Snapshot]:
        return [] if self.driven is None else [lane.snapshot for lane in self.driven.state.lanes]

    @property
    def _steps(self) -> list[int]:
        """The steps of each lane; one more at its end, because going on past the last step is the end."""
        return [shot.steps + (shot.status not in UNENDED) for shot in self._shots]

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Each lane goes to where it was, and holds still; a race that took long must be begun again."""
        super().look_again(looks)
        instance, labels, goal, pace, family, limit, document = looks["setup"]
        setup = RaceSetup(text(instance, "an instance"), tuple(text(label, "an algorithm") for label in labels),
                          Goal(goal), pace, text(family, "a family"), limit, document)  # fmt: skip
        if setup.repaired() != setup or pace not in PACES or not 2 <= len(setup.labels) <= MOST_LANES:
            raise ProblemError("not all of these can race there any more")
        self.setup, steps = setup, wholes(looks["steps"], "steps", 0)
        if len(steps) != len(setup.labels):
            return  # it had not been begun
        if real(looks["seconds"], "seconds") > QUICK_SECONDS:
            self._left = "you left this race; enter runs it from the beginning"
        else:
            self.started(Race(setup.plan, pace=setup.pace, paused=True, steps=steps))
            self._left, self._left_at = "as you left it, with times measured again; enter goes on", list(steps)

    # Racing

    @property
    def pace(self) -> float | None:
        """The fraction of real speed; None at full speed."""
        return self.setup.pace

    def start(self, *, paused: bool = False) -> Race:
        """All from the beginning, for a worker to drive."""
        self._left = ""
        return self.started(Race(self.setup.plan, pace=self.setup.pace, paused=paused))

    def set_up(self, setup: RaceSetup) -> None:
        """Race something else, or at another pace: only a new pace goes on with the present race."""
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
        """This race ten times faster (1) or slower (-1), as far as there is such a pace."""
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
        lane, race, pace = self.of_lane(index), self.driven, self.setup.pace
        still = race is None or race.finished or race.paused or (pace is not None and pace <= FASTEST_TO_FOLLOW)
        shot = lane.snapshot if lane is not None else None
        return self.beside.lane(title, "", self.setup.problem(), shot, None, still=still)

    @property
    def beside(self) -> Beside[Any]:
        """How the lanes are shown."""
        return beside_on(self.setup.family, self.setup.instance)

    def of_lane(self, index: int) -> LaneState | None:
        """How far a lane has come; None before the start."""
        lanes = self.driven.state.lanes if self.driven is not None else ()
        return lanes[index] if index < len(lanes) else None

    def entry(self, index: int) -> Algorithm:
        """The catalog entry of the contestant in a lane."""
        return self.setup.contestants[index].entry(self.setup.family)

    def title(self, index: int) -> str:
        """The name of the contestant in a lane."""
        entry, label = self.entry(index), self.setup.labels[index]
        return entry.title if label == entry.key else label

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
                (self._left or f"enter runs it{how_long}; every lane gets the same computing time", "muted"),
            ]
        said, tone = verdict_text(self.driven.state, setup.labels)
        if self.driven.state.stage == "checking":
            said = "now they are measured as in a table, to tell who wins; x stops that"
        if not said and self.driven.finished:
            said = "no winner; enter runs it again"
        elif not said and self.driven.resting and self._steps == self._left_at:
            said = self._left
        return [(what, "plain"), (said, tone)]


def verdict_text(state: RaceState, labels: Sequence[str]) -> tuple[str, str]:
    """Who has won and by how much, or that this is uncertain; and the tone.  Empty until the race is over."""
    there = [(label, lane) for label, lane in zip(labels, state.lanes, strict=False) if lane.place is not None]
    if state.table is None or not there:
        return "", "muted"
    if len(there) == 1:
        return f"only {there[0][0]} got there", "good"
    verdict = state.verdict
    if verdict is None:
        return _too_few(state.table, [(label, lane.snapshot) for label, lane in there]), "warning"
    if verdict.close:
        names = both(labels[index] for index in (verdict.winner, *verdict.close))
        return f"too close to tell: {names}", "warning"
    others = [f"{labels[index]} takes {_times(factor)}" for index, factor in verdict.factors.items()]
    return f"{labels[verdict.winner]} wins, {', '.join(others)} times as long", "good"


def _too_few(table: Table, there: Sequence[tuple[str, Snapshot]]) -> str:
    """A sentence that the runs so far prove nothing, and how long each took."""
    took = ", ".join(f"{label} {duration(shot.seconds + (shot.build_seconds or 0.0))}" for label, shot in there)
    once = all(len(cell.samples) < 2 for cell in table.cells.values())
    return f"{RatioVerdict.TOO_FEW}{' (one each)' * once}: {took}"


def _times(factor: float) -> str:
    return grouped(factor) if factor >= 100 else f"{factor:.2f}"


def lane_state(lane: LaneState | None, stage: str, paused: bool) -> str:
    """The words for a lane while it races, and after."""
    if lane is None:
        return "ready"
    if lane.error:
        return "failed"
    if lane.place is not None:
        return PLACES[lane.place]
    if lane.snapshot.status is not Status.RUNNING:
        return lane.snapshot.status.value
    return "paused" if paused else "running" if stage == "racing" else stage
