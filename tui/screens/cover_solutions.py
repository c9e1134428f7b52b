"""Browsing, grouping, copying and saving what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.format import grouped
from tui.line_dialogs import full_name, jump_dialog, save_dialog
from tui.screens.cover_base import CoverBase
from tui.screens.cover_export import PROMPT, content, solution_text
from tui.worker import in_thread

MOST_TO_CLASSIFY = 100_000


class Browsing(CoverBase):
    """What the exact cover screen can do with solutions."""

    # Which solution

    def forget_solutions(self) -> None:
        """Back to the engine; classes were those of another run."""
        self.place, self.by_class, self.classes_found = None, False, ()

    def listed(self) -> Sequence[tuple[int, ...]]:
        """What is browsed: solutions, or one of each class."""
        return self.classes_found if self.by_class else self.found()

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The solution in view."""
        listed = self.listed()
        return listed[self.place] if self.place is not None and self.place < len(listed) else None

    def action_browse(self, step: int) -> None:
        total = len(self.listed())
        if total:
            self._to((0 if step > 0 else total - 1) if self.place is None else (self.place + step) % total)

    def action_browse_to(self, place: int) -> None:
        total = len(self.listed())
        if total:
            self._to(place % total)

    def action_live(self) -> None:
        self.place = None
        self.show_all()

    def _to(self, place: int) -> None:
        self.place = place
        self.show_all()

    def action_jump(self) -> None:
        def jump(text: str | None) -> None:
            if text is not None:
                self._to(int(text) - 1)

        self.app.push_screen(jump_dialog("class" if self.by_class else "solution", len(self.listed())), jump)

    # Classes

    def action_classes(self) -> None:
        if self.by_class:
            self.by_class, self.place = False, 0
            self.show_all()
        else:
            self.run_worker(self._classify(), group="classes", exclusive=True, exit_on_error=False)

    async def _classify(self) -> None:
        solutions, symmetries = self.found(), self.opened.puzzle.symmetries
        if symmetries is None:
            return
        some = solutions[:MOST_TO_CLASSIFY]
        classes = await in_thread(lambda: symmetries.classes(some), "classes")
        if self.opened.puzzle.symmetries is not symmetries:
            return
        self.classes_found, self.by_class, self.place = classes, True, 0
        if len(solutions) > MOST_TO_CLASSIFY:
            self.notify(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.show_all()

    # Taking them along

    def _solution_to_take(self) -> tuple[int, ...] | None:
        found = self.found()
        return self.solution or (found[-1] if len(found) else None)

    def action_copy(self) -> None:
        solution = self._solution_to_take()
        if solution is not None:
            app: Any = self.app
            app.copy(solution_text(self.opened.puzzle, solution), "solution")

    def action_save(self) -> None:
        in_view, listed = self._solution_to_take(), self.listed()
        puzzle = self.opened.puzzle
        ending = ".dlx" if in_view is None else ".svg" if puzzle.canvas is not None else ".txt"
        name = _file_name(str(puzzle.problem)) + ending

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"saved {full_name(text)}", markup=False)

        self.app.push_screen(
            save_dialog("Save", PROMPT, name, lambda path: content(puzzle, path, listed, in_view)), saved
        )


def _file_name(title: str) -> str:
    """The title as a file's name."""
    words = "".join(c.lower() if c.isascii() and c.isalnum() else " " for c in title).split()
    return "-".join(words)[:40] or "cover"
