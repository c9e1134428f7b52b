"""The part of the screen where the puzzle is worked on: its keys, for whatever in it has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.message import Message

from core.sudoku.symbols import value_of
from tui.actions.action import bindings
from tui.host import host
from tui.screens.sudoku.actions import BENCH_ACTIONS, SYMBOL_BINDINGS
from tui.screens.sudoku.desk import Mode, Once
from tui.screens.sudoku.page_panel import PagePanel
from tui.screens.sudoku.pages import page_of, steps_so_far

if TYPE_CHECKING:
    from tui.screens.sudoku.dialogs import Dialogs
    from tui.screens.sudoku.session import SudokuSession


WHILE_WALKING = {
    ("tidy",), ("open",), ("mode", Mode.DIGIT.value), ("edge", 0), ("neighbour", 1), ("neighbour", -1), ("symbol", "D"),
    ("symbol", "O"), ("symbol", "T"), ("symbol", "K"),
}  # fmt: skip
"""These give their keys to the walk through the tree while a search is looked at."""

OF_THE_SCREEN = {("symbol", "T"), ("symbol", "K")}
"""Letters that are no commands of the bench; where they are no values either, the screen has them."""


class Workbench(Horizontal):
    """Holds board and side panels, takes the keys that change the puzzle, and says `Worked` after each."""

    BINDINGS = [*SYMBOL_BINDINGS, *bindings(BENCH_ACTIONS)]

    class Worked(Message):
        """Something was done: there is more to show than before."""

    def __init__(self, session: SudokuSession, dialogs: Dialogs, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session, self._dialogs = session, dialogs

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self._session.walking and (action, *parameters) in WHILE_WALKING:
            return False
        if (action, *parameters) in OF_THE_SCREEN and not value_of(
            str(parameters[0]), self._session.desk.grid.shape.order
        ):
            return False
        if action == "symbol" and parameters:
            return self._session.entering.takes(str(parameters[0]))
        if action == "once" and parameters == (Once.WHY.value,):
            return not self._session.desk.watching  # w is for writing a solution in then
        if action == "turn":
            panel = self.query_one(PagePanel)
            # What it shows may be out of date: escape may have come just before.
            return (
                panel.display and panel.longer and panel.page == (page_of(self._session) or steps_so_far(self._session))
            )
        return self._session.can(action)

    def worked(self) -> None:
        """Say so."""
        self.post_message(self.Worked())

    # Entering

    def action_symbol(self, character: str) -> None:
        self._session.entering.type(character)
        self.worked()

    def action_separate(self) -> None:
        self._session.entering.separate()
        self.worked()

    def action_skip(self) -> None:
        self._session.entering.skip()
        self.worked()

    def action_rub_out(self) -> None:
        self._session.entering.rub_out()
        self.worked()

    def action_put(self) -> None:
        self._session.entering.put()
        self.worked()

    def action_clear(self) -> None:
        self._session.entering.clear()
        self.worked()

    def action_once(self, kind: str) -> None:
        colouring = self._session.desk.mode is Mode.COLOURS and kind == Once.MARK
        self._session.entering.once(Once.COLOUR if colouring else Once(kind))
        self.worked()

    def action_number(self) -> None:
        self._session.entering.number()
        self.worked()

    def action_letters(self) -> None:
        self._dialogs.letters()

    # Modes

    def action_mode(self, mode: str) -> None:
        self._session.entering.mode(Mode(mode))
        self.worked()

    def action_done(self) -> None:
        self._session.entering.done()
        self.worked()

    def action_back(self) -> None:
        self._session.back()
        self.screen.set_focus(self.query_one("#board"))  # at once: the next key may be there already
        self.worked()

    # Moving

    def action_move(self, down: int, right: int) -> None:
        self._session.entering.move(down, right)
        self.worked()

    def action_edge(self, end: int) -> None:
        self._session.entering.to_edge(bool(end))
        self.worked()

    def action_box(self, down: int, right: int) -> None:
        self._session.entering.move_box(down, right)
        self.worked()

    def action_empty(self, step: int) -> None:
        self._session.entering.to_empty(step)
        self.worked()

    # The whole grid

    def action_candidates(self) -> None:
        self._session.candidates()
        self.worked()

    def action_undo(self) -> None:
        self._session.desk.undo()
        self.worked()

    def action_redo(self) -> None:
        self._session.desk.redo()
        self.worked()

    def action_savepoint(self) -> None:
        self._session.desk.add_savepoint()
        self.worked()

    def action_savepoints(self) -> None:
        self._dialogs.savepoints()

    def action_lock(self) -> None:
        self._session.lock()
        self.worked()

    def action_restart_work(self) -> None:
        self._session.clear_work()
        self.worked()

    def action_marks_from_candidates(self) -> None:
        self._session.marks_from_candidates()
        self.worked()

    def action_candidates_from_marks(self) -> None:
        self._session.candidates_from_marks()
        self.worked()

    def action_tidy(self) -> None:
        self._session.tidy()
        self.worked()

    def action_auto_tidy(self) -> None:
        self._session.toggle_auto_tidy()
        self.worked()

    def action_clear_colours(self) -> None:
        self._session.entering.clear_colours()
        self.worked()

    def action_conflicts(self) -> None:
        self._dialogs.conflicts()

    # Learning

    def action_hint(self) -> None:
        self._session.tutor.hint()
        self.worked()

    def action_every_step(self) -> None:
        self._session.tutor.every_step()
        self.worked()

    def action_path(self) -> None:
        self._session.tutor.path()
        self.worked()

    def action_train(self) -> None:
        self._dialogs.train()

    def action_page(self) -> None:
        self._session.turn_page()
        self.worked()

    def action_turn(self, step: int) -> None:
        self.query_one(PagePanel).turn(step)

    def action_as_text(self) -> None:
        self._dialogs.candidates_as_text()

    # Checking and solutions

    def action_check(self) -> None:
        self._session.solving.check()
        self.worked()

    def action_watch(self) -> None:
        self._session.solving.look(not self._session.desk.watching)
        self.worked()

    def action_browse(self, step: int) -> None:
        self._session.solving.browse(step)
        self.worked()

    def action_write(self) -> None:
        self._session.solving.write_in()
        self.worked()

    def action_algorithm(self) -> None:
        self._dialogs.algorithms()

    def action_command(self) -> None:
        self._dialogs.command()

    # Puzzles

    def action_open(self) -> None:
        self._dialogs.open_menu()

    def action_neighbour(self, step: int) -> None:
        self._session.neighbour(step)
        self.worked()

    def action_save(self) -> None:
        self._dialogs.export()

    def action_copy(self) -> None:
        host(self).copy(self._session.shelf.as_line(), "the grid as a line")

    def action_rename(self) -> None:
        self._dialogs.rename()

    def action_clock(self) -> None:
        self._session.toggle_clock()
        self.worked()
