"""The matrix editor: what its keys change.  Every change is kept at once and can be undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from core.exact_cover.formats.load import puzzle_of
from core.exact_cover.problem import ExactCover
from core.search import ProblemError
from tui.dialogs.dialogs import LineDialog
from tui.screens.cover import edit
from tui.screens.cover.matrix import CoverMatrix
from tui.screens.cover.opening import Opened, new_name
from tui.screens.cover.session import CoverSession

EDITED = " (edited)"


class Desk(Protocol):
    """What the editor needs of its screen."""

    def say(self, text: str, *, warning: bool = True) -> None:
        """Show a note below the form."""
        ...

    def edited(self) -> None:
        """Keep the problem and show everything anew."""
        ...

    def ask(self, dialog: LineDialog, then: Callable[[str | None], None]) -> None:
        """Open a dialog."""
        ...


class MatrixEditor:
    """Changes the problem of a session at the cursor of its matrix."""

    def __init__(self, session: CoverSession, matrix: Callable[[], CoverMatrix], desk: Desk) -> None:
        self._session, self._matrix, self._desk = session, matrix, desk

    @property
    def _problem(self) -> ExactCover:
        return self._session.problem

    @property
    def _cursor(self) -> tuple[int, int]:
        return self._matrix().cursor or (0, 0)

    def refusal(self) -> str:
        """Why the problem cannot be edited by hand; empty where it can."""
        problem = self._problem
        if len(problem.items) * len(problem.options) > edit.MOST_CELLS:
            return f"{len(problem.options)} x {len(problem.items)} is too large to edit by hand; w edits it as text"
        return ""

    def begin(self) -> None:
        """Put the cursor where the matrix is in sight."""
        self._session.editing = True
        matrix = self._matrix()
        matrix.cursor = (min(matrix.top, max(0, len(self._problem.options) - 1)), matrix.left)
        matrix.focus()

    def end(self) -> None:
        """Leave the editor."""
        self._session.editing = False
        self._matrix().cursor = None

    @property
    def can_undo(self) -> bool:
        """Whether a change can be undone."""
        return self._session.document.history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether an undone change can be made again."""
        return self._session.document.history.can_redo

    @property
    def has_options(self) -> bool:
        """Whether there is an option to remove or to name."""
        return bool(self._problem.options)

    # Changes, at the cursor

    def toggle(self) -> None:
        """Put the item into the option, or take it out; the first option is made for it."""
        if not self._problem.options:
            self.add_option()
        option, item = self._cursor
        self._change(lambda problem: edit.toggled(problem, option, item))

    def add_option(self) -> None:
        """An option below."""
        option, item = self._cursor
        after = option if self._problem.options else -1
        self._change(lambda problem: edit.with_option_added(problem, after), (after + 1, item))

    def add_item(self) -> None:
        """An item to the right."""
        option, item = self._cursor
        self._change(lambda problem: edit.with_item_added(problem, item), (option, item + 1))

    def remove_option(self) -> None:
        """Remove the option."""
        option, _ = self._cursor
        self._change(lambda problem: edit.with_option_removed(problem, option))

    def remove_item(self) -> None:
        """Remove the item."""
        _, item = self._cursor
        self._change(lambda problem: edit.with_item_removed(problem, item))

    def turn_item(self) -> None:
        """Make the item secondary, or primary again."""
        option, item = self._cursor
        try:
            _, place = edit.with_item_turned(self._problem, item)
        except ProblemError as error:
            self._desk.say(str(error))
            return
        self._change(lambda problem: edit.with_item_turned(problem, item)[0], (option, place))

    def name_item(self) -> None:
        """Ask for another name of the item."""
        _, item = self._cursor
        old = self._problem.items[item].name
        self._ask("Name of the item", old, lambda problem, name: edit.with_item_named(problem, item, name))

    def name_option(self) -> None:
        """Ask for another name of the option."""
        option, _ = self._cursor
        old = self._problem.label(option)
        self._ask("Name of the option", old, lambda problem, name: edit.with_option_named(problem, option, name))

    def undo(self) -> None:
        """Undo the last change."""
        self._go(-1)

    def redo(self) -> None:
        """Make the last undone change again."""
        self._go(1)

    def _change(self, make: Callable[[ExactCover], ExactCover], cursor: tuple[int, int] | None = None) -> None:
        try:
            problem = make(self._problem)
        except ProblemError as error:
            self._desk.say(str(error))
            return
        document = self._session.document
        if not document.opened.edited and not problem.title.endswith(EDITED):
            problem = replace(problem, title=document.title + EDITED)
        document.change(Opened(puzzle_of(problem), document.history.name or new_name()))
        self._changed(cursor)

    def _changed(self, cursor: tuple[int, int] | None = None) -> None:
        option, item = cursor or self._cursor
        problem = self._problem
        place = (min(option, max(0, len(problem.options) - 1)), min(item, max(0, len(problem.items) - 1)))
        self._matrix().cursor = place
        self._desk.edited()

    def _ask(self, prompt: str, old: str, make: Callable[[ExactCover, str], ExactCover]) -> None:
        def check(text: str) -> str | None:
            try:
                make(self._problem, text)
            except ProblemError as error:
                return str(error)
            return None

        def named(text: str | None) -> None:
            if text is not None and text != old:
                self._change(lambda problem: make(problem, text))

        self._desk.ask(LineDialog("Rename", f"{prompt}:", old, check), named)

    def _go(self, step: int) -> None:
        from core.storage.store import StoreError

        try:
            self._session.document.go(step)
        except (ProblemError, StoreError) as error:
            self._desk.say(str(error))
        else:
            self._changed()
