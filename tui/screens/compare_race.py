"""The race: two or three algorithms on the same board side by side, in equal shares of time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer
from textual.widgets import Static

from core.catalog import algorithms
from core.compare.plan import Contestant, PlanError
from core.compare.race import LaneState, Race
from core.queens.problem import Queens
from core.search import CannotSolve, Goal, ProblemError, Search, Status
from tui.commands import Action, CommandScreen, bindings
from tui.dialogs import Dialog
from tui.format import grouped
from tui.search_screen import TICK_SECONDS
from tui.setup import GOAL_TITLES, Field
from tui.widgets.compare_status import CompareStatus
from tui.widgets.form import OptionForm
from tui.widgets.keybar import KeyBar
from tui.widgets.live import Figures, LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import Position, QueensBoard
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

PACES: tuple[float | None, ...] = (1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, None)
"""Fractions of real speed; None is full speed."""
LARGEST_N = 128
"""Boards beyond this cannot be drawn whole in a third of a screen."""
MOST_LANES = 3
FASTEST_TO_FOLLOW = 1e-4
"""The pace up to which the free squares are marked."""
PLACES = ("", "first", "second", "third")


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
        return Contestant.parse("queens", label).entry("queens").refusal(Queens(n), goal)
    except (PlanError, CannotSolve, ProblemError) as error:
        return str(error)


def pace_text(pace: float | None) -> str:
    """0.001 as ``1/1 000 of real speed``."""
    return "full speed" if pace is None else f"1/{grouped(round(1 / pace))} of real speed"


class RaceScreen(CommandScreen):
    """Boards and counts of two or three searches, taking turns of equal time."""

    CSS_PATH = "compare.tcss"
    AUTO_FOCUS = ""
    ABOUT = """
Two or three algorithms work on the same board.  They take turns of equal computing
time, so whoever is ahead is faster, not luckier.  In slow motion each lane makes its
steps at the rate that it was measured to have, all slowed down alike.

"Time" is each lane's own share of computing time, at real speed.  A place is given
when nobody can take it away any more.
"""
    ACTIONS = (
        Action("run", "enter", "start", "Start the race, or go on after a pause", footer=True, group="Race"),
        Action("pause", "space", "pause", "Pause, or go on", footer=True, group="Race"),
        Action("step", "full_stop", "step", "One node of whoever is next, then hold still", footer=True, group="Race"),
        Action("pace(1)", "plus,equals_sign", "faster", "Ten times faster", footer=True, group="Race"),
        Action("pace(-1)", "minus", "slower", "Ten times slower", group="Race"),
        Action("full_speed", "f", "full speed", "Full speed", group="Race"),
        Action("stop", "x", "stop", "Stop; the figures so far stay", group="Race"),
        Action("restart", "r", "again", "Start again from the beginning", group="Race"),
        Action("choose", "a", "who races", "Choose the board and the algorithms", footer=True, group="Race"),
        Action("size(1)", "asterisk", "larger", "One more queen", group="Race", palette=False),
        Action("size(-1)", "slash", "smaller", "One queen less", group="Race", palette=False),
        Action("leave", "escape,v", "back", "Back to the table", footer=True, group="Race"),
    )
    BINDINGS = [*bindings(ACTIONS), Binding("f1,question_mark", "race_help", "Help", show=False)]

    def __init__(self, setup: RaceSetup) -> None:
        super().__init__()
        self.setup = setup.repaired()
        self.race: Race | None = None
        self._timer: Timer | None = None
        self._shown: object = None

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="lanes"):
            for index in range(MOST_LANES):
                with Vertical(id=f"lane{index}", classes="lane"):
                    yield QueensBoard(id=f"board{index}")
                    yield LivePanel(id=f"live{index}")
        yield CompareStatus(id="status")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self.query_one(TitleBar).note("race")
        for board in self.query(QueensBoard):
            board.can_focus = False
        self.show()

    # The state of things

    @property
    def racing(self) -> bool:
        """Whether a race has been started and has not ended (it may be paused)."""
        return self.race is not None and not self.race.finished

    def can(self, name: str) -> bool:
        match name:
            case "run":
                return not self.racing or (self.race is not None and self.race.paused)
            case "pause" | "stop":
                return self.racing
            case "full_speed":
                return self.setup.pace is not None
        return True

    # Actions

    def action_run(self) -> None:
        if self.racing and self.race is not None:
            self.race.resume()
            self._wake()
        else:
            self._start()

    def action_pause(self) -> None:
        if self.race is not None and self.racing:
            (self.race.resume if self.race.paused else self.race.pause)()
            self._wake()

    def action_step(self) -> None:
        if not self.racing:
            self._start(paused=True)
        if self.race is not None:
            self.race.step()
            self._wake()

    def action_pace(self, direction: int) -> None:
        index = PACES.index(self.setup.pace) + direction
        self._set_pace(PACES[min(max(index, 0), len(PACES) - 1)])

    def action_full_speed(self) -> None:
        self._set_pace(None)

    def _set_pace(self, pace: float | None) -> None:
        self.setup = replace(self.setup, pace=pace)
        if self.race is not None:
            self.race.set_pace(pace)
        self._remember()
        self._wake()

    def action_stop(self) -> None:
        if self.race is not None:
            self.race.cancel()
            self._wake()

    def action_restart(self) -> None:
        self._start()

    def action_size(self, step: int) -> None:
        n = self.setup.n + step
        if 1 <= n <= LARGEST_N:
            self._set_up(replace(self.setup, n=n).repaired())

    def action_choose(self) -> None:
        self.app.push_screen(RaceDialog(self.setup), self._set_up)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_race_help(self) -> None:
        from tui.dialogs import HelpDialog

        self.app.push_screen(HelpDialog(self))

    def _set_up(self, setup: RaceSetup | None) -> None:
        if setup is None or setup == self.setup:
            return
        if replace(setup, pace=self.setup.pace) != self.setup:
            self._drop()
        self.setup = setup
        if self.race is not None:
            self.race.set_pace(setup.pace)
        self._remember()
        self.show()
        self.refresh_bindings()

    def _remember(self) -> None:
        self.app.settings.put("race", self.setup.remembered())  # type: ignore[attr-defined]

    # Racing

    def _drop(self) -> None:
        if self.race is not None:
            self.race.cancel()
            self.race = None

    def _start(self, *, paused: bool = False) -> None:
        self._drop()
        self.race = Race(self.setup.makes(), pace=self.setup.pace, paused=paused)
        self.run_worker(self._drive(self.race), group="race", exclusive=True, exit_on_error=False)
        self._wake()

    async def _drive(self, race: Race) -> None:
        try:
            await in_thread(race.drive, "race")
        except asyncio.CancelledError:
            race.cancel()
            raise
        if race is self.race:
            self._tick(force=True)
            self.refresh_bindings()

    def _wake(self) -> None:
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(TICK_SECONDS, self._tick)
        self._timer.resume()
        self.set_timer(0.012, self._tick)
        self._tick(force=True)
        self.refresh_bindings()

    def _tick(self, force: bool = False) -> None:
        race = self.race
        if self.app.output_is_behind and not force:  # type: ignore[attr-defined]
            return
        state = race.state if race else None
        still = state is self._shown
        if not still or force:
            self._shown = state
            self.show()
        if self._timer is not None and (race is None or race.finished or (race.paused and still)):
            self._timer.pause()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.race is not None:
            self._wake()

    def on_unmount(self) -> None:
        self._drop()

    # Showing

    def show(self) -> None:
        """Show the newest state of the race."""
        setup = self.setup
        state = self.race.state if self.race else None
        follow = setup.pace is not None and setup.pace <= FASTEST_TO_FOLLOW
        for index in range(MOST_LANES):
            column = self.query_one(f"#lane{index}")
            used = index < len(setup.labels)
            if column.display != used:
                column.display = used
            if not used:
                continue
            lane = state.lanes[index] if state and index < len(state.lanes) else None
            self._show_lane(index, lane, state.stage if state else "ready", follow)
        self.query_one(CompareStatus).show(self._facts())

    def _show_lane(self, index: int, lane: LaneState | None, stage: str, follow: bool) -> None:
        setup = self.setup
        board = self.query_one(f"#board{index}", QueensBoard)
        shot = lane.snapshot if lane else None
        still = self.race is None or self.race.finished or self.race.paused
        if shot is None:
            board.show(Position(setup.n))
        else:
            squares = (shot.detail or {}).get("squares")
            board.show(Position(setup.n, shot.placement, squares, show_free=follow or still))
        entry = Contestant.parse("queens", setup.labels[index]).entry("queens")
        title = entry.title if setup.labels[index] == entry.key else setup.labels[index]
        if board.border_title != title:
            board.border_title = title
        counting = setup.goal is not Goal.FIRST
        panel = self.query_one(f"#live{index}", LivePanel)
        panel.show(
            Figures(
                snapshot=replace(shot, build_seconds=0.0) if shot else None,  # a race is searching only
                state=_lane_state(lane, stage, self.race is not None and self.race.paused),
                unit=entry.unit,
                known=Queens(setup.n).known_count if counting else None,
                rate=shot.steps / shot.seconds if shot and shot.seconds else 0.0,
                seconds=shot.seconds if shot else 0.0,
                counting_everything=counting,
                error=lane.error if lane else "",
            )
        )
        won = lane is not None and lane.place == 1
        self.query_one(f"#lane{index}").set_class(won, "-won")

    def _facts(self) -> Sequence[tuple[str, str]]:
        setup = self.setup
        n = grouped(setup.n)
        what = f"N = {n}, {GOAL_TITLES[setup.goal]}, {pace_text(setup.pace)}"
        if self.race is None:
            return [(what, "value"), ("enter starts; every lane gets the same computing time", "dim")]
        lanes = self.race.state.lanes
        winner = next((index for index, lane in enumerate(lanes) if lane.place == 1), None)
        if winner is None:
            return [(what, "value"), ("", "dim")]
        parts = [f"{setup.labels[winner]} wins"]
        first = lanes[winner].snapshot.seconds
        for label, lane in zip(setup.labels, lanes, strict=True):
            if lane.place is not None and lane.place > 1 and first > 0:
                parts.append(f"{label} takes {lane.snapshot.seconds / first:.2f} times as long")
        return [(what, "value"), (", ".join(parts), "best")]


def _lane_state(lane: LaneState | None, stage: str, paused: bool) -> str:
    if lane is None:
        return "ready"
    if lane.error:
        return "failed"
    if lane.place is not None:
        return PLACES[lane.place]
    if lane.snapshot.status is not Status.RUNNING:
        return lane.snapshot.status.value
    return "paused" if paused else "running" if stage == "racing" else stage


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
