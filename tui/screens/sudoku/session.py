"""All that happens on the Sudoku screen, without a screen.

The session owns its parts: the `SudokuDocument` with the puzzle in hand, `Entering` for typed keys, `WholeGrid`,
`Solving`, `Checking`, the `Files` and earlier work, `Generating` of new puzzles, and the `Tutor`.  The screen
calls them and then asks what to show (`SudokuSession.view`); nothing here calls back, except for the work that
`JobList` hands to a thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core import CannotSolve, Grid
from core._words import counted
from core.storage import Store
from tui.actions.offering import NOT_NOW
from tui.kit.text import PageText
from tui.kit.values import CodePosition
from tui.lab.session import WALK, LabSession
from tui.lab.view import LabView
from tui.screens.sudoku import sight
from tui.screens.sudoku.checking import Checking
from tui.screens.sudoku.document import Mode, NewsTone, SudokuDocument
from tui.screens.sudoku.entering import Entering
from tui.screens.sudoku.files import Files
from tui.screens.sudoku.job import Job, JobList
from tui.screens.sudoku.ruling import Ruling
from tui.screens.sudoku.setting import Setting
from tui.screens.sudoku.sight import LowerRight, keys_of_values, order_in_footer, page_of, steps_so_far
from tui.screens.sudoku.solving import Solving
from tui.screens.sudoku.whole_grid import WholeGrid

if TYPE_CHECKING:
    from tui.actions.action import Action
    from tui.screens.sudoku.generating import Generating
    from tui.screens.sudoku.tutor import Chooser, Tutor

SOLVING = "Solving"
"""The heading of the search's actions; while a search is in view, keys mean these and the walk."""
LOOK_SECONDS = 0.5
"""How often to look what a job reports, and whether a busy store has saved everything."""


class SudokuSession(LabSession):
    """The Sudoku screen's state and all that can be done with it."""

    def __init__(
        self,
        launch: Callable[[Job], None],
        *,
        store: Callable[[], Store] = Store.open_at_once,
    ) -> None:
        """``launch`` runs a job in a thread: see `JobList`."""
        self.document = SudokuDocument(store)
        self.jobs = JobList(launch)
        self.solving = Solving(self.document, self.jobs)
        self.search, self.browser, self.grown_tree = self.solving.search, self.solving.browser, self.solving.grown_tree
        self.checking = Checking(self.document, self.jobs)
        self.setting = Setting(self.document, self.jobs)
        self.files = Files(self.document, self.jobs)
        self.whole_grid = WholeGrid(self.document)
        self.ruling = Ruling(self.document)
        self.entering = Entering(self.document, lambda cell, value: self.tutor.why(cell, value))
        self.page = LowerRight.FIGURES
        """What the lower right shows."""
        self.unicode = True
        """Whether signs beyond ASCII can be shown."""
        self.clock_shown = True
        self.board_framed = True
        """Whether the board has a frame to show the mode on; else the mode is below the cell."""
        self.long_page: PageText | None = None
        """The page that is longer than its panel."""
        self.choose_step: Chooser = _first
        """Called when the user has to say which of several steps they want."""
        self._new_wishes: Mapping[str, Any] = {}

    @property
    def too_large_beside(self) -> str:
        return self.solving.too_large_beside

    @cached_property
    def generating(self) -> Generating:
        """New puzzles; loaded when the user wants one."""
        from tui.screens.sudoku.generating import Generating

        generating = Generating(self.document, self.jobs, self.files)
        generating.recall(self._new_wishes)
        return generating

    @cached_property
    def tutor(self) -> Tutor:
        """Hints and steps; loaded when the user wants one."""
        from tui.screens.sudoku.tutor import Tutor

        return Tutor(self.document, self.jobs, lambda *asked: self.choose_step(*asked), lambda: self.checking.warning)

    @property
    def has_tutor(self) -> bool:
        """Whether anybody has asked for a hint yet."""
        return "tutor" in self.__dict__

    # Coming and going

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        wishes = self.generating.remembered() if "generating" in self.__dict__ else dict(self._new_wishes)
        return {**self.solving.remembered(), "clock": self.clock_shown, "tidy": self.document.auto_tidy,
                "places": self.files.remembered(), "new": wishes}  # fmt: skip

    def recall(self, values: Mapping[str, Any]) -> None:
        """Take up what `remembered` gave; whatever no longer fits is left out."""
        self.solving.recall(values)
        self.clock_shown = values.get("clock", True) is not False
        self.document.auto_tidy = values.get("tidy") is True
        places, wishes = values.get("places"), values.get("new")
        self.files.recall(places if isinstance(places, dict) else {})
        self._new_wishes = wishes if isinstance(wishes, dict) else {}

    def ask(self, asked: Mapping[str, Any]) -> bool:
        """What was worked on last; the first time, a shipped puzzle.  False when ``asked`` cannot be followed.

        A file that was asked for is for the caller to read.
        """
        try:
            trouble = self.solving.ask(asked)
        except CannotSolve as error:
            trouble = str(error)
        work = self.document.works.newest()
        if work is None or not self.files.go_on_with(work):
            if "what" in asked:
                self.document.say("an empty grid; press o to open a puzzle, F1 for help")
            else:
                self.files.open_first_puzzle()
        else:
            self.document.say(f"{self.document.message}; o opens another")
        if self.document.works.store.notice:
            self.document.news.append(self.document.works.store.notice)
        if trouble:
            self.document.say(trouble, NewsTone.BAD)
        return not trouble

    @property
    def comes_back(self) -> bool:
        return self.solving.current

    def looks(self) -> dict[str, Any]:
        document = self.document
        return {**super().looks(), "watching": document.watching, "page": self.page.value,
                "candidates": document.show_candidates, "work": document.works.key,
                "editor": self.entering.looks(), "files": self.files.looks()}  # fmt: skip

    def look_again(self, looks: Mapping[str, Any]) -> None:
        document = self.document
        document.watching = looks.get("watching") is True and self.solving.ran is not None
        document.show_candidates = looks.get("candidates") is True
        self.page = next((page for page in LowerRight if page == looks.get("page")), self.page)
        if looks.get("work") == document.works.key:  # else another puzzle has been worked on since, in another window
            self.entering.look_again(looks["editor"])
            self.files.look_again(looks["files"])
        if self.page is LowerRight.PATH:
            self.tutor.find_path()
        super().look_again(looks)

    def failed(self, job: Job, trouble: Exception) -> None:
        """A job ended in an unforeseen error."""
        self.document.say(f"{job.kind} failed: {trouble!r}", NewsTone.BAD)

    def close(self) -> None:
        """The end: stop everything."""
        self.jobs.stop_all()
        self.document.close()

    # What can be done now

    def can(self, name: str) -> bool:
        match name:
            case "stop":
                return super().can(name) or bool(self.jobs.asked_for)
            case "pause":
                return self.document.watching and self.searching
            case "step" | "run":
                return not self.typing_in and super().can(name)
            case "walk":
                return self.walking
        return super().can(name)

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        watching = self.document.watching
        fitting = [action for action in actions if (action.group in (SOLVING, WALK)) == watching]
        meant, why = super().refused(fitting or actions)
        if meant.name == "walk" and self.search.walkable and not watching:
            why = "your own grid is in view; v shows the search"
        elif meant.action == "walk('OVER')" and self.walking:
            why += "; esc shows your own grid, where o opens another"
        elif why == NOT_NOW and watching and not fitting:
            why = "a search is in view; esc shows your own grid"
        return meant, why

    def footer_order(self) -> Sequence[str]:
        return order_in_footer(self)

    def in_footer(self, action: Action) -> Action | None:
        shown = super().in_footer(action)
        if shown is not None and action.name == "symbol":
            return replace(shown, shown=keys_of_values(self))
        return shown

    # What is in view

    def look(self) -> None:
        solving, document = self.solving, self.document
        self.search.look()
        solving.stepped()
        if self.held and self.search.arrival and not document.message:
            document.say(self.search.arrival)
        solving.long_count.look(self.search.run, solving.ran)
        self.tree_opened = self.tree_opened and document.watching  # the tree goes with the search

    def view(self) -> LabView:
        return sight.view(self)

    @property
    def next_look(self) -> float | None:
        """In how many seconds something will look different by itself, whether or not anything is searched."""
        document = self.document
        waits = [LOOK_SECONDS] if self.jobs.asked_for or (not document.saved and document.works.store.waits) else []
        if self.clock_shown and not document.grid.solved:
            wait = document.clock.next_look(document.seconds)
            waits += [wait] if wait is not None else []
        return min(waits, default=None)

    def code_positions(self) -> Sequence[CodePosition]:
        reason, solving = self.reason_told if self.search_in_view else None, self.solving
        return [CodePosition(solving.ran if reason is not None and solving.ran is not None else solving.chosen, reason)]

    @property
    def page_is_long(self) -> bool:
        """Whether the page in the lower right is longer than its panel."""
        # What the panel has found may be out of date: escape may have come just before.
        return self.long_page is not None and self.long_page == (page_of(self) or steps_so_far(self))

    @property
    def grid_in_view(self) -> Grid:
        """The user's own grid, or the one that the search in view began with."""
        return self.solving.run_grid if self.document.watching else self.document.grid

    @property
    def grid_with_values(self) -> Grid:
        """What is in view as a grid: with the values of the search, if that is shown."""
        values = self.solving.values_in_view
        grid = self.grid_in_view
        return grid if values is None else Grid.of(grid.layout, values)

    @property
    def digit_in_view(self) -> int:
        """The value to point out wherever it is."""
        document = self.document
        if document.mode is Mode.DIGIT and document.digit and not document.watching:
            return document.digit
        values = self.grid_with_values.values
        return values[min(document.cursor, len(values) - 1)]

    @property
    def search_in_view(self) -> bool:
        """Whether the search itself is in view, not the user's own grid or a solution found."""
        return self.document.watching and self.solving.browser.place is None

    @property
    def moving(self) -> bool:
        """Whether what is in view changes by itself."""
        return self.search_in_view and self.solving.search.state == "running"

    @property
    def walking(self) -> bool:
        """Whether a search is looked at that can be walked back and forth."""
        return self.document.watching and self.solving.search.walkable

    @property
    def typing_in(self) -> bool:
        """Whether values are typed in as givens."""
        return self.document.mode is Mode.GIVENS and not self.document.watching

    @property
    def mode_words(self) -> tuple[str, ...]:
        """What a typed value will do, or what is in view, the most important first."""
        document, solving = self.document, self.solving
        if document.watching:
            if solving.browser.place is not None:
                words = f"SOLUTION {solving.place_words}"
            else:
                words = f"SEARCH · {solving.search.state}"
            return (words, "candidates", "esc my grid") if document.show_candidates else (words, "esc my grid")
        words = document.mode.value.upper()
        if document.mode is Mode.DIGIT and document.digit:
            words += f" {document.named(document.digit)}"
        parts = [words]
        if document.mode is Mode.SELECT:
            parts.append(self.ruling.told)
            if self.ruling.lifted:
                parts.append("arrows only move, space goes on")
        if document.pending.once:
            parts.append(f"next: {document.pending.once.value.upper()}")
        if document.pending.number is not None:
            parts.append(f"number {document.pending.number or '…'}")
        if document.show_candidates:
            parts.append("candidates")
        return tuple(parts)

    @property
    def facts(self) -> tuple[str, str]:
        """About the puzzle: its counts; what is known of it, or is being found out."""
        document, grid = self.document, self.document.grid
        givens, placed = sum(map(bool, grid.givens)), sum(map(bool, grid.placed))
        parts, rated = [], ""
        checked = self.checking.checked
        doing = self.jobs.asked_for
        if doing:
            parts.append(f"{doing[-1].doing} x stops")
        elif checked is not None and checked.problem == document.puzzle.problem:
            parts.append(checked.words)
            slow = grid.shape.order > 9 and self.jobs.running("rating")
            rated = checked.rating or ("rating…" if slow else "")
        else:
            parts.append("c to check")
        if rated or document.puzzle.level:
            parts.append(rated or document.puzzle.level)
        if rules := len(document.grid.layout.untold):
            parts.append(counted(rules, "rule"))
        if self.clock_shown:
            parts.append(document.clock.text(document.seconds))
        return f"{counted(givens, 'given')} · {placed} placed · {grid.shape.cells - givens - placed} empty", " · ".join(
            parts
        )

    @property
    def words(self) -> tuple[str, NewsTone]:
        """What was just said; unless that was bad news or asks for something, a broken rule comes first."""
        document = self.document
        waiting = document.pending.number is not None or document.pending.once is not None
        if document.tone is NewsTone.PLAIN and not document.watching and not waiting and document.grid.conflicts:
            wrong = document.grid.conflicts
            here = [each for each in wrong if document.cursor in each.cells]
            more = f" (and {len(wrong) - 1} more: ! lists them)" if len(wrong) > 1 else ""
            return f"{(here or list(wrong))[0]}{more}", NewsTone.BAD
        return document.message, document.tone

    # Going back, the clock, the page, other puzzles

    def back(self) -> None:
        """One step back towards the user's own grid and typing values."""
        document = self.document
        waiting = document.pending.once is not None or document.pending.number is not None
        document.acted()
        if document.watching:
            document.watching = False
        elif self.setting.close() or (self.has_tutor and self.tutor.close()):
            pass
        elif document.mode is Mode.SELECT:
            self.ruling.forget()
        elif not waiting:
            self.entering.change_mode(Mode.VALUES)
        document.say("")

    def toggle_clock(self) -> None:
        """Show or hide the clock."""
        self.clock_shown = not self.clock_shown
        self.document.acted()
        self.document.say("")

    def turn_page(self) -> None:
        """Show something else in the lower right."""
        pages = list(LowerRight)
        self.document.acted()
        self.page = pages[(pages.index(self.page) + 1) % len(pages)]
        self.document.say(f"lower right: {self.page}" if self.page is not LowerRight.FIGURES else "")
        if self.page is LowerRight.PATH:
            self.tutor.find_path()

    def stop(self) -> None:
        """Stop what the user is waiting for."""
        self.jobs.stop()

    @property
    def has_neighbours(self) -> bool:
        """Whether the puzzle in hand is one of several: of a file, or of those made here."""
        return self.files.puzzle_list is not None or ("generating" in self.__dict__ and self.generating.can_go_on)

    def neighbour(self, step: int) -> None:
        """The next puzzle of the file, or the one before; of puzzles made here, another like this one."""
        if self.files.puzzle_list is not None:
            self.files.next(step)
        elif step > 0:
            self.generating.make()
        else:
            self.document.undo()


def _first(_title: str, _steps: object, _before: object, choose: Callable[[int], None]) -> None:
    choose(0)
