"""N queens: choose an algorithm, watch it search, browse what it finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import ScreenSuspend
from textual.widget import Widget

from core.catalog import algorithm, algorithms
from core.queens.problem import MAXIMUM, Queens
from core.search import CannotSolve, Goal, ProblemError, Search
from tui.commands import Action, bindings
from tui.figures import Figures
from tui.format import grouped
from tui.host import host
from tui.screens.queens_solutions import LARGE, SOLUTION_ACTIONS, QueensSolutions
from tui.search_screen import SEARCH_ACTIONS
from tui.search_session import asked_speed, kept_speed
from tui.setup import Field, Setup, short_refusal
from tui.widgets.form import OptionForm
from tui.widgets.found import FoundPanel
from tui.widgets.keybar import KeyBar
from tui.widgets.live import LivePanel
from tui.widgets.notice import TooSmall
from tui.widgets.queens_board import Position, QueensBoard
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

DEFAULT_N = 8
DEFAULT_ALGORITHM = "dlx-s"
LONG = 1_000_000
"""From here on the size is written once: twice would not fit the form."""
FASTEST_TO_FOLLOW = 50
"""Nodes a second up to which the free squares are marked while the search runs."""


class QueensScreen(QueensSolutions):
    """The N queens laboratory."""

    CSS_PATH = "queens.tcss"
    ABOUT = """
N queens stand on an N × N board so that no two share a row, a column or a diagonal.
Choose an algorithm and a size (type the digits), then press enter and watch.

On the board: a queen, a dot on every square that some queen attacks, and a small
square or cross on those that are still free.  Queens that attack each other (local
search starts like that) are shown reversed.

A board too large to be drawn shows a window: press tab, then move it with the arrow
keys, pgup, pgdn, shift and left or right, home and end; q moves it to the queen of its
middle row.  At the right of each row stands the column of its queen.

A solution is written as the column of each row's queen, counted from 0, top row first.

A node is one partial placement that the search visits; the root counts as one.
The number after the slash is the known value (A000170 of the OEIS).
"""
    ACTIONS = (
        *SEARCH_ACTIONS,
        *SOLUTION_ACTIONS,
        Action("algorithm", "a", "algorithm", "Choose the algorithm from a list", footer=True, group="Choices"),
        Action("command", "c", "command", "Show the command line that does the same", group="Choices"),
        Action("size(1)", "asterisk", "larger", "One more queen", group="Choices", palette=False),
        Action("size(-1)", "slash", "smaller", "One queen less", group="Choices", palette=False),
    )
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        super().__init__()
        self._typing = ""
        self._before_typing: tuple[str, Goal] | None = None
        """Algorithm and goal when the number being typed was begun."""
        self._note = ""
        self._warning = False
        self._preview: Position | None = None

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        with Horizontal(id="body"):
            yield QueensBoard(id="board")
            with Vertical(id="side"):
                form = OptionForm(self, id="form", focused_note_lines=3, focused_lines=7)
                form.border_title = "Search"
                yield form
                yield LivePanel(id="live")
                yield FoundPanel(id="found")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = host(self).settings.section("queens")
        asked = host(self).first_options("queens")
        self.setup = Setup(_queens(remembered.get("n")) or Queens(DEFAULT_N), DEFAULT_ALGORITHM)
        self.setup.recall(remembered)
        if "algorithm" in remembered:
            self.setup = Setup(self.setup.problem, remembered["algorithm"], _goal(remembered.get("goal")))
            self.setup.recall(remembered)
        self.speed = kept_speed(remembered.get("speed"))
        try:
            note, wrong = self._take_arguments(asked), False
            if asked:
                self._remember()
        except (CannotSolve, ProblemError) as error:
            note, wrong = str(error), True
        self.query_one("#form").focus(scroll_visible=False)  # `_bring_into_view` sees to that
        self._show_all()
        if note:
            self._show_form(note, warning=True)
        self.call_after_refresh(self._after_first_frame, bool(asked.get("run")) and not wrong)

    def _take_arguments(self, asked: dict[str, Any]) -> str:
        """Choose what the command line names; returns what there is to say about it.

        Raises ProblemError or CannotSolve for what cannot be.
        """
        notes = []
        if "what" in asked:
            problem = _queens(asked["what"])
            if problem is None:
                raise ProblemError(f"N: expected a whole number from 1 to {grouped(MAXIMUM)}, not {asked['what']!r}")
            notes.append(str(self.setup.set_problem(problem)))
        change = self.setup.ask(asked)
        if not change.done:
            raise CannotSolve(change.refused)
        if "algorithm" in asked:
            notes.clear()  # what another algorithm could not do is of no interest
        notes.append(str(change))
        if "speed" in asked:
            self.speed = asked_speed(asked["speed"])
        return "; ".join(note for note in notes if note)

    def _after_first_frame(self, run: bool) -> None:
        if run:
            self.start_search()
            # Once more: a small screen is laid out anew when it has seen that it is small.
            self.call_after_refresh(self._bring_into_view, self.query_one("#live"))
        self.run_worker(self._warm_up(), group="warm-up", exit_on_error=False)

    async def _warm_up(self) -> None:
        """Import the kernels in the background, so that the first search starts at once."""
        problem = Queens(DEFAULT_N)
        entry = self.setup.entry

        def prepare() -> tuple[int, ...]:
            entry.start(problem, entry.goals[0]).prepare() if entry.refusal(problem) is None else None
            search = algorithm("queens", "closed-form").start(problem, Goal.FIRST)
            search.advance(problem.n)
            return tuple(search.solutions[0])

        columns = await in_thread(prepare, "warm-up")
        if self.run_ is None and self.setup.problem == problem:
            self._preview = Position(problem.n, columns)
            self.show_search()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        super().on_screen_suspend(event)
        self._typing = ""

    def place_changed(self) -> None:
        self._typing = ""
        super().place_changed()

    # Showing

    def _show_all(self) -> None:
        self._show_form()
        self.show_search()

    def _show_form(self, note: str = "", *, warning: bool = False) -> None:
        form = self.query_one("#form", OptionForm)
        setup = self.setup
        n = setup.problem.size
        times = host(self).glyphs.times
        text = f"{grouped(n)} {times} {grouped(n)}" if n < LONG else grouped(n)
        size = Field("n", "Size", text, n > 1, n < MAXIMUM)
        fields = setup.fields()
        fields.insert(1, size)
        self._note, self._warning = note, warning
        if not note:
            key = form.current or "algorithm"
            note = "type the size, or use the arrow keys" if key == "n" else setup.explanation(key)
        form.show(fields, note, warning=warning)
        self._bring_into_view(form, end=warning)

    def _bring_into_view(self, part: Widget, *, end: bool = False) -> None:
        """On a small terminal the form and the figures share one place: show this one, or the end of it."""
        if self.has_class("-narrow") and self.has_class("-low"):
            self.query_one("#side").scroll_to_widget(part, animate=False, top=not end)

    def wake(self) -> None:
        self._typing = ""  # a key that steers ends the number that was being typed
        super().wake()
        if self.searching:
            self._bring_into_view(self.query_one("#live"))

    def figures(self) -> Figures:
        """The live panel, with the known number of solutions."""
        from dataclasses import replace

        base = super().figures()
        problem = self._run_problem or self.setup.problem
        assert isinstance(problem, Queens)
        run = self.run_
        search = run.search if run else None
        goal = search.goal if search else self.setup.goal
        extra = []
        detail = base.snapshot.detail if base.snapshot else None
        if detail and "conflicts" in detail:
            extra.append(("Conflicts", grouped(int(detail["conflicts"]))))
        return replace(
            base,
            unit=self._unit(),
            known=problem.known_count if goal is not Goal.FIRST else None,
            known_name="A000170" if goal is not Goal.FIRST else "",
            counting_everything=goal is not Goal.FIRST,
            extra=tuple(extra),
        )

    def _unit(self) -> str:
        return self._run_unit if self.run_ is not None else self.setup.entry.unit

    _run_unit = "node"

    def show_search(self) -> None:
        self.query_one("#live", LivePanel).show(self.figures())
        self._show_board()
        self._show_found()

    def _show_board(self) -> None:
        board = self.query_one("#board", QueensBoard)
        position, subtitle = self._position()
        board.show(position)
        title = f"{grouped(position.n)} {host(self).glyphs.times} {grouped(position.n)}"
        if board.windowed:
            subtitle += f" {host(self).glyphs.dot} tab to scroll"
        if board.border_title != title:
            board.border_title = title
        if board.border_subtitle != subtitle:
            board.border_subtitle = subtitle

    def _position(self) -> tuple[Position, str]:
        """What the board shows, and the words below it."""
        problem = self.setup.problem
        shot = self.snapshot
        if shot is None or self._run_problem is None:
            if self._preview is not None and self._preview.n == problem.size:
                return self._preview, "a solution; enter to search"
            return Position(problem.size), "enter to search"
        n = self._run_problem.n
        solution = self.solution
        if solution is not None:
            kind = "class" if self.by_class else "solution"
            return Position(n, solution), f"{kind} {grouped((self.place or 0) + 1)}"
        if n > LARGE:
            return self._large_position(n), self.search_state
        squares = (shot.detail or {}).get("squares")
        slow = self.speed is not None and self.speed <= FASTEST_TO_FOLLOW
        still = shot.finished or (self.run_ is not None and self.run_.paused)
        return Position(n, shot.placement, squares, show_free=slow or still), self.search_state

    def _large_position(self, n: int) -> Position:
        search = self.run_.search if self.run_ else None
        board_array = getattr(search, "board_array", None)
        return Position(n, board_array() if board_array else ())

    # Searching

    def make_search(self) -> Callable[[], Search] | None:
        setup = self.setup
        entry, problem, goal, settings = setup.entry, setup.problem, setup.goal, setup.settings
        assert isinstance(problem, Queens)
        self.forget_solutions()
        self._run_problem, self._run_unit = problem, entry.unit
        self._remember()
        return lambda: entry.start(problem, goal, None, **settings)

    def search_ended(self) -> None:
        self.look_at_last(or_first=self.setup.goal is Goal.FIRST)
        self.show_search()

    def _remember(self) -> None:
        host(self).settings.put(
            "queens", {**self.setup.remembered(), "n": self.setup.problem.size, "speed": self.speed}
        )

    def set_speed(self, speed: int | None) -> None:
        super().set_speed(speed)
        self.show_search()
        self._remember()

    # Choices

    def form_shift(self, key: str, step: int) -> None:
        self._typing = ""
        if key == "n":
            self._set_n(self.setup.problem.size + step)
        else:
            self._chosen(str(self.setup.shift(key, step)))

    def form_moved(self, key: str) -> None:
        self._typing = ""
        self._show_form()

    def form_typed(self, key: str, digit: str) -> None:
        """Digits set the size wherever the cursor is, except in a number of the algorithm's own."""
        own = {p.key for p in self.setup.entry.parameters if not p.choices}
        if not self._typing:
            self._before_typing = self.setup.entry.key, self.setup.goal
        self._typing = self._typing + digit if digit else self._typing[:-1]
        if not self._typing:
            return
        if key in own:
            self._chosen(str(self.setup.set_parameter(key, self._typing)))
            return
        if self._set_n(int(self._typing)):
            return
        self._typing = self._typing[:-1]

    def action_size(self, step: int) -> None:
        self._typing = ""
        self._set_n(self.setup.problem.size + step)

    def _set_n(self, n: int) -> bool:
        try:
            problem = Queens(n)
        except ProblemError as error:
            self._show_form(str(error), warning=True)
            return False
        note = str(self.setup.set_problem(problem))
        if self._typing and self._take_back():
            note = ""
        elif not note and self._warning and len(self._typing) > 1:
            note = self._note  # of an earlier digit of the same number
        self._chosen(note)
        return True

    def _take_back(self) -> bool:
        """Return to the algorithm that had to give way to an earlier digit, if this number suits it."""
        before, setup = self._before_typing, self.setup
        if before is None or before == (setup.entry.key, setup.goal):
            return False
        key, goal = before
        if algorithm("queens", key).refusal(setup.problem, goal) is not None:
            return False
        setup.choose_algorithm(key)
        setup.choose_goal(goal)
        return True

    def action_algorithm(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        problem = self.setup.problem
        dot = host(self).glyphs.dot
        choices = [
            Choice(
                entry.key,
                f"{entry.title}  ({entry.key})",
                f"{entry.source.author} ({entry.source.year}) {dot} {', '.join(entry.goals)}",
                short_refusal(entry, problem),
            )
            for entry in algorithms("queens")
        ]
        self.app.push_screen(ChoiceDialog("Algorithm", choices, self.setup.entry.key), self._algorithm_chosen)

    def _algorithm_chosen(self, key: str | None) -> None:
        if key is not None:
            self._chosen(str(self.setup.choose_algorithm(key)))

    def _chosen(self, note: str) -> None:
        self._remember()
        self._show_form(note, warning=bool(note))
        if not self.searching:
            self._forget_finished_run()
        self.show_search()
        self.refresh_bindings()

    def _forget_finished_run(self) -> None:
        """A finished run stays in view until the size changes: then its board would mislead."""
        if self._run_problem is not None and self._run_problem != self.setup.problem:
            self.run_, self._run_problem = None, None
            self.forget_solutions()

    def action_command(self) -> None:
        from tui.dialogs import TextDialog

        command = self.setup.command("queens", str(self.setup.problem.size))
        self.app.push_screen(TextDialog("The same on the command line", command))


def _queens(text: Any) -> Queens | None:
    try:
        return Queens(int(text))
    except (ProblemError, TypeError, ValueError):
        return None


def _goal(text: Any) -> Goal | None:
    try:
        return Goal(text)
    except ValueError:
        return None
