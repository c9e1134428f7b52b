"""The dialog that chooses what is raced."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from tui.dialogs.dialogs import Dialog
from tui.screens.compare.race_setup import RaceForm, RaceSetup
from tui.widgets.form_panel import FormPanel


class RaceDialog(Dialog[RaceSetup]):
    """Choose the board, the goal and who races.  Closes with a `RaceSetup`."""

    KEYS = (("↑ ↓ ← →", "Move and choose"), ("0 … 9", "Type N"), ("enter", "Take it"))
    BINDINGS = [Binding("enter", "accept", "Race", show=False)]

    def __init__(self, setup: RaceSetup) -> None:
        super().__init__()
        self._form = RaceForm(setup)

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = "Race"
        box.border_subtitle = "enter ok   esc cancel"
        with box:
            yield FormPanel(self._form, digits="n", id="race-form")

    def on_mount(self) -> None:
        self.query_one(FormPanel).focus()

    def action_accept(self) -> None:
        self.dismiss(self._form.setup)
