"""On grids where letters are values: the commands that those letters would be."""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from tui.actions.action import Action
from tui.dialogs.dialogs import Dialog

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class LettersDialog(Dialog[Action]):
    """Closes with the action whose letter was pressed, or None."""

    BINDINGS = [Binding(letter, f"letter('{letter}')", show=False) for letter in LETTERS]
    KEYS = (("a-z", "Do what is listed beside the letter"),)

    def __init__(self, actions: Mapping[str, Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = "Commands"
        box.border_subtitle = "press a letter   esc cancel"
        rows = [f"{letter}   {self._actions[letter].help}" for letter in sorted(self._actions)]
        with box, VerticalScroll(can_focus=True):
            yield Static(self.drawn("\n".join(rows)), markup=False)

    def action_letter(self, letter: str) -> None:
        if letter in self._actions:
            self.dismiss(self._actions[letter])
