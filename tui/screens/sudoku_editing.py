"""Changing a whole Sudoku: undo and redo, candidates, givens, savepoints."""

from __future__ import annotations

from core.sudoku.editor import Savepoint, Step
from tui.screens.sudoku_actions import Mode
from tui.screens.sudoku_typing import TypingScreen


class EditingScreen(TypingScreen):
    """The part of the Sudoku screen that edits; a subclass shows it and solves."""

    # The whole grid

    def action_undo(self) -> None:
        self._step_back_or_forward(self.editor.undo(), "undone")

    def action_redo(self) -> None:
        self._step_back_or_forward(self.editor.redo(), "made again")

    def _step_back_or_forward(self, step: Step | None, said: str) -> None:
        self._acted()
        self.leave_watching()
        if step is None:
            self.say("nothing to take back" if said == "undone" else "nothing to make again")
            return
        if step.cell is not None and step.cell < self.grid.shape.cells:
            self.cursor = step.cell
        self.cursor = min(self.cursor, self.grid.shape.cells - 1)
        self.puzzle_replaced()
        self.save_work()
        self.say(f"{said}: {step.what}")

    def action_candidates(self) -> None:
        self._acted()
        self.leave_watching()
        self.show_candidates = not self.show_candidates
        self.say("candidates shown; your marks are as they were" if self.show_candidates else "candidates hidden")

    def action_marks_from_candidates(self) -> None:
        self.edit(self.grid.marks_from_candidates(), "candidates written as marks")

    def action_tidy(self) -> None:
        grid = self.grid
        for cell, value in enumerate(grid.values):
            if value:
                grid = grid.tidy_marks(cell)
        self.edit(grid, "marks tidied")

    def action_lock(self) -> None:
        if any(self.grid.placed):
            self.edit(self.grid.lock(), "all values are givens now")
        elif any(self.grid.givens):
            self.edit(self.grid.unlock(), "givens unlocked: edit them, then g")
        else:
            self._acted()
            self.say("there are no values to lock", "bad")

    def action_restart_work(self) -> None:
        self.edit(self.grid.restart(), "own values and marks cleared")

    def action_savepoint(self) -> None:
        self._acted()
        point = self.editor.add_savepoint("")
        self.save_work()
        self.say(f"{point.name} set; b goes back to it")

    def action_savepoints(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        points = list(reversed(self.editor.savepoints))
        choices = [Choice(point, point.name, self._about(point)) for point in points]
        self.app.push_screen(ChoiceDialog("Back to a savepoint", choices), self._to_savepoint)

    def _about(self, point: Savepoint) -> str:
        grid = point.puzzle.grid
        return f"{sum(map(bool, grid.placed))} placed, {grid.shape.cells - grid.filled} empty"

    def _to_savepoint(self, point: Savepoint | None) -> None:
        if point is None:
            return
        self._acted()
        self.leave_watching()
        if self.editor.go_to_savepoint(point):
            self.cursor = min(self.cursor, self.grid.shape.cells - 1)
            self.puzzle_replaced()
            self._after_change(f"back to {point.name}")

    def action_rename(self) -> None:
        from core.sudoku.formats.base import clean_text
        from tui.dialogs import LineDialog

        def rename(text: str | None) -> None:
            if text is not None:
                self.editor.rename(clean_text(text))
                self._after_change("renamed")

        self.app.push_screen(LineDialog("Title", "Title of the puzzle:", self.editor.puzzle.title), rename)

    # What can be done now

    def can(self, name: str) -> bool:
        typing_in = self.mode is Mode.GIVENS and not self.watching
        match name:
            case "undo":
                return self.editor.can_undo
            case "redo":
                return self.editor.can_redo
            case "savepoints":
                return bool(self.editor.savepoints)
            case "skip" | "rub_out":
                return typing_in
            case "done":
                return typing_in
            case "put":
                return self.mode is Mode.DIGIT and not self.watching
            case "clear":
                return not self.watching
            case "step" | "run":
                return not typing_in and super().can(name)
            case "restart_work":
                return self.has_work()
        return super().can(name)
