"""What a new puzzle should be like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from tui.dialogs.dialogs import Dialog
from tui.widgets.form_panel import FormPanel

if TYPE_CHECKING:
    from tui.screens.sudoku.making import Making


class NewPuzzleDialog(Dialog[bool]):
    """A form of wishes.  Closes with True when a puzzle is wanted, else None."""

    DEFAULT_CSS = """
    NewPuzzleDialog > .box { width: 52; }
    NewPuzzleDialog FormPanel { margin: 1 0 0 0; }
    """
    BINDINGS = [Binding("enter", "dismiss(True)", show=False)]
    KEYS = (("↑ ↓", "To another line"), ("← →", "Another value"), ("enter", "Make it; x stops that"))

    def __init__(self, making: Making) -> None:
        super().__init__()
        self._making = making

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = "A new puzzle"
        box.border_subtitle = "arrows choose   enter make it   esc cancel"
        form = FormPanel(self._making, note_lines=1)
        form.remove_class("panel")  # the box is its frame
        with box:
            yield form

    def on_mount(self) -> None:
        self.query_one(FormPanel).focus()
