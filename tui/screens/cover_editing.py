"""The matrix editor's keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from core.exact_cover.problem import ExactCover
from core.exact_cover.puzzle import CoverPuzzle
from core.search import ProblemError
from tui.dialogs import LineDialog
from tui.screens import cover_edit
from tui.screens.cover_base import CoverBase
from tui.screens.cover_open import Opened
from tui.screens.cover_shelf import Shelf
from tui.widgets.cover_matrix import CoverMatrix

EDITED = " (edited)"


class Editing(CoverBase):
    """What the exact cover screen can do to its matrix.  Every change is kept at once and can be undone."""

    # Beginning and ending

    def action_edit(self) -> None:
        problem = self.opened.puzzle.problem
        cells = len(problem.items) * len(problem.options)
        if cells > cover_edit.MOST_CELLS:
            self.say(f"{len(problem.options)} x {len(problem.items)} is too large to edit by hand; w edits it as text")
            return
        self.editing = True
        self.set_view("matrix")
        matrix = self.query_one(CoverMatrix)
        matrix.cursor = (min(matrix.top, max(0, len(problem.options) - 1)), matrix.left)
        matrix.focus()
        self.show_all()

    def action_end_edit(self) -> None:
        self.editing = False
        self.query_one(CoverMatrix).cursor = None
        self.query_one("#form").focus()
        self.show_all()
        self.prepare_dance()

    @property
    def _cursor(self) -> tuple[int, int]:
        return self.query_one(CoverMatrix).cursor or (0, 0)

    # Changes

    def _change(self, make: Callable[[ExactCover], ExactCover], cursor: tuple[int, int] | None = None) -> None:
        try:
            problem = make(self.opened.puzzle.problem)
        except ProblemError as error:
            self.say(str(error))
            return
        if not self.opened.edited and problem.title and not problem.title.endswith(EDITED):
            problem = replace(problem, title=problem.title + EDITED)
        self.history.put(Opened(CoverPuzzle(problem), self.history.name or Shelf.new_name()))
        self._edited(cursor)

    def _edited(self, cursor: tuple[int, int] | None = None) -> None:
        opened = self.history.present
        option, item = cursor or self._cursor
        problem = opened.puzzle.problem
        place = (min(option, max(0, len(problem.options) - 1)), min(item, max(0, len(problem.items) - 1)))
        self.query_one(CoverMatrix).cursor = place
        self.keep()  # before anything else: the next key may be the last
        self.take(opened, edited=True)

    def action_cell(self) -> None:
        option, item = self._cursor
        if not self.opened.puzzle.problem.options:
            self.action_add_option()
            option = 0
        self._change(lambda problem: cover_edit.toggled(problem, option, item))

    def action_add_option(self) -> None:
        option, item = self._cursor
        after = option if self.opened.puzzle.problem.options else -1
        self._change(lambda problem: cover_edit.with_option_added(problem, after), (after + 1, item))

    def action_add_item(self) -> None:
        option, item = self._cursor
        self._change(lambda problem: cover_edit.with_item_added(problem, item), (option, item + 1))

    def action_remove_option(self) -> None:
        option, _ = self._cursor
        if self.opened.puzzle.problem.options:
            self._change(lambda problem: cover_edit.with_option_removed(problem, option))

    def action_remove_item(self) -> None:
        _, item = self._cursor
        self._change(lambda problem: cover_edit.with_item_removed(problem, item))

    def action_turn_item(self) -> None:
        option, item = self._cursor
        try:
            _, place = cover_edit.with_item_turned(self.opened.puzzle.problem, item)
        except ProblemError as error:
            self.say(str(error))
            return
        self._change(lambda problem: cover_edit.with_item_turned(problem, item)[0], (option, place))

    def action_name_item(self) -> None:
        _, item = self._cursor
        old = self.opened.puzzle.problem.items[item].name
        self._ask_name("Name of the item", old, lambda p, name: cover_edit.with_item_named(p, item, name))

    def action_name_option(self) -> None:
        option, _ = self._cursor
        if self.opened.puzzle.problem.options:
            old = self.opened.puzzle.problem.label(option)
            self._ask_name("Name of the option", old, lambda p, name: cover_edit.with_option_named(p, option, name))

    def _ask_name(self, prompt: str, old: str, make: Callable[[ExactCover, str], ExactCover]) -> None:
        def check(text: str) -> str | None:
            try:
                make(self.opened.puzzle.problem, text)
            except ProblemError as error:
                return str(error)
            return None

        def named(text: str | None) -> None:
            if text is not None and text != old:
                self._change(lambda problem: make(problem, text))

        self.app.push_screen(LineDialog("Rename", f"{prompt}:", old, check), named)

    def action_undo(self) -> None:
        self._go(-1)

    def action_redo(self) -> None:
        self._go(1)

    def _go(self, step: int) -> None:
        from core.store import StoreError

        try:
            self.history.go(step)
        except (ProblemError, StoreError) as error:
            self.say(str(error))
        else:
            self._edited()
