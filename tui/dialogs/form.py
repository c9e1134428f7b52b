"""The dialog with a form to fill in."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding

from tui.dialogs.dialogs import Dialog
from tui.dialogs.form_values import FormSubject, OpenForm
from tui.kit.form_panel import FormPanel


class FormDialog(Dialog[bool]):
    """Changes a form in place.  Closes with True when the user accepts it."""

    DEFAULT_CSS = """
    FormDialog > .box { width: 60; }
    FormDialog FormPanel { margin: 1 0 0 0; }
    """
    BINDINGS = [Binding("enter", "dismiss(True)", show=False)]
    AUTO_FOCUS = "FormPanel"

    def __init__(
        self, title: str, form: FormSubject, *, enter: str, told: str, digits: str = "", note_lines: int = 1
    ) -> None:
        """``enter`` says in a word what enter does, ``told`` in a sentence; ``digits``: the row that they go to."""
        super().__init__()
        self._title, self._form, self._enter = title, OpenForm(form), enter
        self._digits, self._note_lines = digits, note_lines
        typed = [("0-9", "Type a number")] if digits else []
        self.KEYS = (("↑ ↓", "To another line"), ("← →", "Another value"), *typed, ("enter", told))

    def compose(self) -> ComposeResult:
        panel = FormPanel(digits=self._digits, note_lines=self._note_lines)
        panel.value = self._form.value
        panel.remove_class("panel")  # the box is its frame
        with self.box(self._title, f"arrows choose   enter {self._enter}   esc cancel"):
            yield panel

    @on(FormPanel.Edit)
    def _edit(self, event: FormPanel.Edit) -> None:
        event.do(self._form)
        self.query_one(FormPanel).value = self._form.value
