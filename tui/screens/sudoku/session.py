"""All that happens on the Sudoku screen, without a screen.

The session owns its parts: the `Desk` with the puzzle in hand, `Entering` for
typed keys, `Solving`, the `Shelf` of files and earlier work, `Making` of new
puzzles.  Whoever shows it calls them and then looks; nothing here calls back,
but for the work that `Jobs` hands to a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.search import CannotSolve
from core.storage.store import Store
from core.sudoku.grid import Grid
from core.words import counted
from tui.screens.sudoku.desk import Desk, Mode, Tone
from tui.screens.sudoku.entering import Entering
from tui.screens.sudoku.job import Job, Jobs
from tui.screens.sudoku.pages import Page
from tui.screens.sudoku.shelf import Shelf
from tui.screens.sudoku.solving import Solving
from tui.search.session import SearchSession

if TYPE_CHECKING:
    from tui.screens.sudoku.making import Making
    from tui.screens.sudoku.tutor import Chooser, Tutor


class SudokuSession:
    """The Sudoku screen's state and all that can be done with it."""

    def __init__(
        self,
        launch: Callable[[Job], None],
        *,
        store: Callable[[], Store] = Store.open,
        search: SearchSession | None = None,
    ) -> None:
        """``launch`` runs a job in a thread: see `Jobs`."""
        self.desk = Desk(store)
        self.jobs = Jobs(launch)
        self.solving = Solving(self.desk, self.jobs, search)
        self.shelf = Shelf(self.desk, self.jobs)
        self.entering = Entering(self.desk, lambda cell, value: self.tutor.why(cell, value))
        self.page = Page.FIGURES
        """What the lower right shows."""
        self.unicode = True
        """Whether signs beyond ASCII can be shown."""
        self.clock_shown = True
        self.choose_step: Chooser = _first
        """Called when somebody has to say which of several steps they want."""
        self._new_wishes: Mapping[str, Any] = {}

    @cached_property
    def making(self) -> Making:
        """New puzzles; loaded when somebody wants one."""
        from tui.screens.sudoku.making import Making

        making = Making(self.desk, self.jobs, self.shelf)
        making.recall(self._new_wishes)
        return making

    @cached_property
    def tutor(self) -> Tutor:
        """Hints and steps; loaded when somebody wants one."""
        from tui.screens.sudoku.tutor import Tutor

        return Tutor(self.desk, self.jobs, lambda *asked: self.choose_step(*asked))

    @property
    def has_tutor(self) -> bool:
        """Whether anybody has asked for a hint yet."""
        return "tutor" in self.__dict__

    # Coming and going

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        wishes = self.making.remembered() if "making" in self.__dict__ else dict(self._new_wishes)
        return {**self.solving.remembered(), "clock": self.clock_shown, "tidy": self.desk.auto_tidy,
                "places": self.shelf.remembered(), "new": wishes}  # fmt: skip

    def recall(self, values: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        self.solving.recall(values)
        self.clock_shown = values.get("clock", True) is not False
        self.desk.auto_tidy = values.get("tidy") is True
        places, wishes = values.get("places"), values.get("new")
        self.shelf.recall(places if isinstance(places, dict) else {})
        self._new_wishes = wishes if isinstance(wishes, dict) else {}

    def begin(self, asked: Mapping[str, Any]) -> bool:
        """What was worked on last; the first time, a shipped puzzle.  False when ``asked`` cannot be followed.

        A file that was asked for is for the caller to read.
        """
        try:
            trouble = self.solving.ask(asked)
        except CannotSolve as error:
            trouble = str(error)
        saved = self.desk.autosave.newest()
        if saved is None or not self.shelf.go_on_with(saved):
            if "what" in asked:
                self.desk.say("an empty grid; o opens a puzzle, F1 tells how")
            else:
                self.shelf.open_first_puzzle()
        else:
            self.desk.say(f"{self.desk.message}; o opens another")
        if self.desk.autosave.trouble:
            self.desk.news.append(self.desk.autosave.trouble)
            self.desk.saved = self.desk.autosave.persistent
        if trouble:
            self.desk.say(trouble, Tone.BAD)
        return not trouble

    def failed(self, job: Job, trouble: Exception) -> None:
        """A job ended in an error that nobody foresaw."""
        self.desk.say(f"{job.kind} failed: {trouble!r}", Tone.BAD)

    def close(self) -> None:
        """The end: nothing goes on any more."""
        self.jobs.stop_all()
        self.desk.close()

    # What is in view

    @property
    def grid_in_view(self) -> Grid:
        """The own grid, or the one that the search shown began with."""
        return self.solving.run_grid if self.desk.watching else self.desk.grid

    @property
    def grid_with_values(self) -> Grid:
        """What is in view as a grid: with the values of the search, where that is shown."""
        values = self.solving.values_in_view
        grid = self.grid_in_view
        return grid if values is None else Grid.of(grid.shape, values)

    @property
    def digit_in_view(self) -> int:
        """The value to point out wherever it stands."""
        desk = self.desk
        if desk.mode is Mode.DIGIT and desk.digit and not desk.watching:
            return desk.digit
        values = self.grid_with_values.values
        return values[min(desk.cursor, len(values) - 1)]

    @property
    def moving(self) -> bool:
        """Whether what is in view changes by itself."""
        solving = self.solving
        return self.desk.watching and solving.place is None and solving.search.state == "running"

    @property
    def walking(self) -> bool:
        """Whether a search is looked at that can be walked back and forth."""
        return self.desk.watching and self.solving.search.walkable

    @property
    def mode_words(self) -> tuple[str, ...]:
        """What a typed value will do, or what is being looked at, the most important first."""
        desk, solving = self.desk, self.solving
        if desk.watching:
            if solving.place is not None:
                from core.words import grouped

                words = f"SOLUTION {grouped(solving.place + 1)} of {grouped(len(solving.found))}"
            else:
                words = f"SEARCH · {solving.search.state}"
            return (words, "candidates", "esc my grid") if desk.show_candidates else (words, "esc my grid")
        words = desk.mode.value.upper()
        if desk.mode is Mode.DIGIT and desk.digit:
            words += f" {desk.named(desk.digit)}"
        parts = [words]
        if desk.pending.once:
            parts.append(f"next: {desk.pending.once.value.upper()}")
        if desk.pending.number is not None:
            parts.append(f"number {desk.pending.number or '…'}")
        if desk.show_candidates:
            parts.append("candidates")
        return tuple(parts)

    @property
    def facts(self) -> tuple[str, str]:
        """About the puzzle: its counts; what is known of it, or is being found out."""
        desk, grid = self.desk, self.desk.grid
        givens, placed = sum(map(bool, grid.givens)), sum(map(bool, grid.placed))
        parts, rated = [], ""
        checked = self.solving.checked
        doing = self.jobs.asked_for
        if doing:
            parts.append(f"{doing[-1].doing} x stops")
        elif checked is not None and checked.clues == desk.puzzle.clues:
            parts.append(checked.words)
            rated = checked.rating
        else:
            parts.append("c checks it")
        if rated or desk.puzzle.level:
            parts.append(rated or desk.puzzle.level)
        if self.clock_shown:
            parts.append(desk.clock.text(desk.seconds))
        return f"{counted(givens, 'given')} · {placed} placed · {grid.shape.cells - givens - placed} empty", " · ".join(
            parts
        )

    @property
    def words(self) -> tuple[str, Tone]:
        """What was just said; unless that was bad news or asks for something, a broken rule comes first."""
        desk = self.desk
        waiting = desk.pending.number is not None or desk.pending.once is not None
        if desk.tone is Tone.PLAIN and not desk.watching and not waiting and desk.grid.conflicts:
            wrong = desk.grid.conflicts
            here = [each for each in wrong if desk.cursor in each.cells]
            more = f" (and {len(wrong) - 1} more: ! lists them)" if len(wrong) > 1 else ""
            return f"{(here or list(wrong))[0]}{more}", Tone.BAD
        return desk.message, desk.tone

    # The whole grid

    def candidates(self) -> None:
        """Show what the rules leave, or hide it; in a search too."""
        desk = self.desk
        desk.acted()
        desk.show_candidates = not desk.show_candidates
        shown = "candidates shown; your marks are as they were"
        if desk.watching:
            shown = "candidates shown, as this search sees them"
        desk.say(shown if desk.show_candidates else "candidates hidden")

    def marks_from_candidates(self) -> None:
        """Write the candidates of all empty cells as marks."""
        self.desk.change(self.desk.grid.marks_from_candidates(), "candidates written as marks")

    def candidates_from_marks(self) -> None:
        """Strike out whatever is not marked, where every cell has marks."""
        desk = self.desk
        if not desk.grid.marks_are_candidates:
            desk.say("your marks are not all candidates: mark every empty cell, with room for every value", Tone.BAD)
        elif not desk.change(desk.grid.candidates_from_marks(), "what you have not marked is struck out"):
            desk.say("your marks are the candidates already")

    def tidy(self) -> None:
        """Wipe marks that the values in sight rule out."""
        desk, grid = self.desk, self.desk.grid
        for cell, value in enumerate(grid.values):
            if value:
                grid = grid.tidy_marks(cell)
        if not desk.change(grid, "marks tidied"):
            desk.say("the marks are tidy already")

    def toggle_auto_tidy(self) -> None:
        """Whether placing a value wipes it from the marks of the cells that see it."""
        desk = self.desk
        desk.acted()
        desk.auto_tidy = not desk.auto_tidy
        desk.say("marks are tidied as you place values" if desk.auto_tidy else "marks stay until you tidy them (,)")

    def lock(self) -> None:
        """Make all values givens; or, if there are givens, let them be edited."""
        desk = self.desk
        if any(desk.grid.placed):
            desk.change(desk.grid.lock(), "all values are givens now")
        elif any(desk.grid.givens):
            desk.change(desk.grid.unlock(), "givens unlocked: edit them, then press g")
        else:
            desk.acted()
            desk.say("there are no values to lock", Tone.BAD)

    def clear_work(self) -> None:
        """Take all own values and marks away."""
        self.desk.change(self.desk.grid.restart(), "your values and marks cleared")

    def back(self) -> None:
        """One step back towards the own grid and typing values."""
        desk = self.desk
        waiting = desk.pending.once is not None or desk.pending.number is not None
        desk.acted()
        if desk.watching:
            desk.watching = False
        elif self.has_tutor and self.tutor.close():
            pass
        elif not waiting:
            self.entering.change_mode(Mode.VALUES)
        desk.say("")

    def toggle_clock(self) -> None:
        """Show or hide the clock."""
        self.clock_shown = not self.clock_shown
        self.desk.acted()
        self.desk.say("")

    def turn_page(self) -> None:
        """Show something else in the lower right."""
        pages = list(Page)
        self.desk.acted()
        self.page = pages[(pages.index(self.page) + 1) % len(pages)]
        self.desk.say(f"lower right: {self.page}" if self.page is not Page.FIGURES else "")
        if self.page is Page.PATH:
            self.tutor.find_path()

    def stop(self) -> None:
        """Stop what somebody is waiting for."""
        self.jobs.stop()

    # What can be done now

    def can(self, name: str) -> bool:
        """Whether the action of that name makes sense now."""
        desk, solving = self.desk, self.solving
        watching = desk.watching
        typing_in = desk.mode is Mode.GIVENS and not watching
        match name:
            case "undo":
                return desk.can_undo
            case "redo":
                return desk.can_redo
            case "savepoints":
                return bool(desk.editor.savepoints)
            case "separate":
                return desk.pending.open_digit is not None
            case "skip" | "rub_out" | "done":
                return typing_in
            case "put":
                return desk.mode is Mode.DIGIT and not watching
            case "clear" | "empty":
                return not watching
            case "restart_work":
                return desk.has_work
            case "clear_colours":
                return bool(desk.editor.colours)
            case "conflicts":
                return bool(desk.grid.conflicts)
            case "browse":
                return watching and len(solving.found) > (1 if solving.place is not None else 0)
            case "write":
                return watching and solving.place is not None
            case "watch":
                return solving.search.run is not None
            case "walk":
                return self.walking
            case "check":
                return not self.jobs.running("check")
            case "neighbour":
                return self.shelf.pile is not None or ("making" in self.__dict__ and self.making.can_go_on)
        return True

    def neighbour(self, step: int) -> None:
        """The next puzzle of the file, or the one before; of puzzles made here, another like this one."""
        if self.shelf.pile is not None:
            self.shelf.next(step)
        elif step > 0:
            self.making.make()
        else:
            self.desk.undo()


def _first(_title: str, _steps: object, _before: object, choose: Callable[[int], None]) -> None:
    choose(0)
