"""Grouping, copying and saving what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.line_dialogs import full_name, save_dialog
from tui.screens.cover_base import CoverBase
from tui.screens.cover_export import content, prompt, solution_text


class Browsing(CoverBase):
    """What the exact cover screen can do with solutions."""

    def classify(self, solutions: Any) -> Sequence[tuple[int, ...]]:
        symmetries = self.opened.puzzle.symmetries
        return symmetries.classes(solutions) if symmetries is not None else solutions

    def place_changed(self) -> None:
        self.show_all()

    def action_copy(self) -> None:
        if self.place_to_take is not None:
            app: Any = self.app
            app.copy(solution_text(self.opened.puzzle, self.at(self.place_to_take)), "solution")

    def action_save(self) -> None:
        listed, place = self.listed(), self.place_to_take
        in_view = self.at(place) if place is not None else None
        opened = self.opened
        puzzle = opened.puzzle
        own = ".drawing" if puzzle.drawing else ".dlx"
        ending = own if in_view is None else ".svg" if puzzle.canvas is not None else ".txt"
        name = _file_name(str(puzzle.problem)) + ending

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"saved {full_name(text)}", markup=False)

        self.app.push_screen(
            save_dialog("Save", prompt(puzzle), name, lambda path: content(opened, path, listed, in_view)), saved
        )


def _file_name(title: str) -> str:
    """The title as a file's name."""
    words = "".join(c.lower() if c.isascii() and c.isalnum() else " " for c in title).split()
    return "-".join(words)[:40] or "cover"
