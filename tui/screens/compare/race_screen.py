"""The race: two or three algorithms on the same board side by side, in equal shares of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.markup import escape
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from core.compare.instances import instances
from core.compare.outlook import SHORT_SECONDS, about
from core.compare.plan import Contestant
from core.compare.race import LaneState, Race, RaceState
from core.compare.signs import tone_of
from core.queens.problem import Queens
from core.reasons import GOAL_TITLES
from core.search import Goal, Status
from core.words import both, grouped
from tui.actions.action import Action, bindings
from tui.actions.keybar import KeyBar
from tui.actions.story import answer, tell
from tui.host import host
from tui.screens.compare.chart import TONE_COLOURS, TONES, marker
from tui.screens.compare.panels import CompareStatus
from tui.screens.compare.race_board import RaceBoard
from tui.screens.compare.race_setup import MOST_LANES, PACES, RaceSetup, pace_text
from tui.search.figures import Figures
from tui.search.screen import SearchScreen, pause_label
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import Position, QueensBoard
from tui.widgets.titlebar import TitleBar

FASTEST_TO_FOLLOW = 1e-4
"""The pace up to which the free squares are marked."""
PLACES = ("", "first", "second", "third")


class RaceScreen(SearchScreen):
    """Boards and counts of two or three searches, taking turns of equal time."""

    CSS_PATH = "compare.tcss"
    AUTO_FOCUS = ""
    ABOUT = """
Two or three algorithms work on the same problem.  They take turns of equal computing
time, so whoever is ahead is faster, not luckier.  In slow motion each lane steps at the
rate measured for it, all slowed down by the same factor.

"Time" is each lane's own computing time, building and searching, at real speed: what a
table shows.  A place is decided once nobody can take it away; short searches are then
repeated, and where their times cannot be told apart, the race says so.
"""
    ACTIONS = (
        Action(
            "run",
            "enter",
            "start",
            "Start the race, or go on after a pause",
            footer=lambda screen: "go on" if screen.held else "start",
            group="Race",
        ),
        Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group="Race"),
        Action("step", "full_stop", "step", "One node for the next lane, then pause", footer=True, group="Race"),
        Action("pace(1)", "plus,equals_sign", "faster", "Ten times faster", footer=True, group="Race"),
        Action("pace(-1)", "minus", "slower", "Ten times slower", footer=True, group="Race"),
        Action("full_speed", "f", "full speed", "Full speed", group="Race"),
        Action("stop", "x", "stop", "Stop; the figures so far stay", group="Race"),
        Action("restart", "r", "again", "Start again from the beginning", group="Race"),
        Action("choose", "a", "who races", "Choose the board and the algorithms", footer=True, group="Race"),
        Action("size(1)", "asterisk", "larger", "One more queen", group="Race", palette=False),
        Action("size(-1)", "slash", "smaller", "One queen fewer", group="Race", palette=False),
        Action("leave", "escape,v", "back", "Back to the table", footer=True, group="Race"),
    )
    BINDINGS = [*bindings(ACTIONS), Binding("f1,question_mark", "race_help", "Help", show=False)]

    def __init__(self, setup: RaceSetup) -> None:
        super().__init__()
        self.setup = setup.repaired()
        self.race: Race | None = None
        self._titles: dict[int, tuple[Widget, str]] = {}
        """Each lane's title as it was set last, and where."""

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="lanes"):
            for index in range(MOST_LANES):
                with Vertical(id=f"lane{index}", classes="lane"):
                    yield QueensBoard(id=f"board{index}")
                    yield RaceBoard(id=f"text{index}")
                    yield LivePanel(id=f"live{index}")
        yield CompareStatus(id="status")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        self.query_one(TitleBar).note("race")
        for board in self.query(QueensBoard):
            board.can_focus = False
        self.show_search()

    # The state of things

    @property
    def driven(self) -> Race | None:
        return self.race

    def picture(self) -> tuple[object, str]:
        return (self.race.state, "") if self.race is not None else (None, "")

    def can(self, name: str) -> bool:
        return self.setup.pace is not None if name == "full_speed" else super().can(name)

    def footer_actions(self) -> list[Action]:
        """Nobody goes faster than at full speed, nor slower than at the last pace of the list."""
        useless = {None: "pace(1)", PACES[0]: "pace(-1)"}.get(self.setup.pace)
        return [action for action in super().footer_actions() if action.action != useless]

    # Actions

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
        self.wake()

    def action_size(self, step: int) -> None:
        self._set_up(self.setup.resized(step))

    def action_choose(self) -> None:
        tell(self.app, self._choose())

    async def _choose(self) -> None:
        """Choose the board, the goal and who races."""
        from tui.dialogs.form import FormDialog
        from tui.screens.compare.race_setup import RaceForm

        form = RaceForm(self.setup)
        if await answer(FormDialog("Race", form, enter="take it", told="Take it", digits="n", note_lines=2)):
            self._set_up(form.setup)

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_race_help(self) -> None:
        from tui.dialogs.dialogs import HelpDialog

        self.app.push_screen(HelpDialog(self))

    def _set_up(self, setup: RaceSetup) -> None:
        if setup == self.setup:
            return
        if replace(setup, pace=self.setup.pace) != self.setup:
            self._drop()
        self.setup = setup
        if self.race is not None:
            self.race.set_pace(setup.pace)
        self._remember()
        self.show_search()
        self.refresh_bindings()

    def _remember(self) -> None:
        settings = host(self).settings
        settings.put("race", settings.section("race") | self.setup.remembered())

    # Racing

    def _drop(self) -> None:
        if self.race is not None:
            self.race.cancel()
            self.race = None

    def start_search(self, *, paused: bool = False) -> bool:
        self._drop()
        self.race = Race(self.setup.makes(), pace=self.setup.pace, paused=paused)
        self.launch(self.race)
        return True

    # Showing

    def show_search(self) -> None:
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
        shot = lane.snapshot if lane else None
        board = self.query_one(f"#board{index}", QueensBoard)
        text = self.query_one(f"#text{index}", RaceBoard)
        problem = setup.problem()
        queens = isinstance(problem, Queens)
        if (board.display, text.display) != (queens, not queens):
            board.display, text.display = queens, not queens
        still = self.race is None or self.race.finished or self.race.paused
        if not isinstance(problem, Queens):
            text.show(problem, shot.placement if shot is not None else ())
        elif shot is None:
            board.show(Position(problem.n))
        else:
            squares = (shot.detail or {}).get("squares")
            board.show(Position(problem.n, shot.placement, squares, show_free=follow or still))
        entry = Contestant.parse(setup.family, setup.labels[index]).entry(setup.family)
        title = entry.title if setup.labels[index] == entry.key else setup.labels[index]
        number = setup.marks()[index]
        sign = marker(number, host(self).glyphs.unicode)
        title = f"[{TONE_COLOURS[tone_of(number, TONES)]}]{sign}[/] {escape(title)}"
        shown = board if queens else text
        if self._titles.get(index) != (shown, title):
            self._titles[index] = shown, title
            shown.border_title = title
        counting = setup.goal is not Goal.FIRST
        panel = self.query_one(f"#live{index}", LivePanel)
        panel.show(
            Figures(
                snapshot=replace(shot, build_seconds=0.0) if shot else None,  # one figure: lanes are narrow
                state=lane_state(lane, stage, self.race is not None and self.race.paused),
                unit=entry.unit,
                known=instances(setup.family).known(setup.instance, setup.goal) if counting else None,
                rate=shot.steps / shot.seconds if shot and shot.seconds else 0.0,
                seconds=shot.seconds + (shot.build_seconds or 0.0) if shot else 0.0,
                counting_everything=counting,
                error=lane.error if lane else "",
            )
        )
        won = lane is not None and lane.place == 1
        self.query_one(f"#lane{index}").set_class(won, "-won")

    def _facts(self) -> Sequence[tuple[str, str]]:
        setup = self.setup
        what = f"{setup.title}, {GOAL_TITLES[setup.goal]}, {pace_text(setup.pace)}"
        if self.race is None:
            seconds = setup.outlook()
            how_long = "" if seconds < SHORT_SECONDS else f" and takes {about(seconds)}"
            how_long = how_long if seconds < float("inf") else " and may never end"
            return [(what, "value"), (f"enter starts{how_long}; every lane gets the same computing time", "dim")]
        said, tone = verdict_text(self.race.state, setup.labels)
        if not said and self.race.finished:
            said = "no winner; enter starts again"
        return [(what, "value"), (said, tone)]


def verdict_text(state: RaceState, labels: Sequence[str]) -> tuple[str, str]:
    """Who has won and by how much, or that it cannot be told; and the tone."""
    verdict = state.verdict
    if verdict is None:
        return "", "dim"
    if verdict.close:
        names = both(labels[index] for index in (verdict.winner, *verdict.close))
        return f"too close to tell: {names}", "warning"
    others = [f"{labels[index]} takes {_times(factor)}" for index, factor in verdict.factors.items()]
    said = f"{labels[verdict.winner]} wins"
    return (f"{said}, {', '.join(others)} times as long" if others else said), "best"


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
