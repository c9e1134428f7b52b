"""The list of kept searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.binding import Binding
from textual.widgets import OptionList

from tui.dialogs.dialogs import ChoiceDialog, ChoiceLine
from tui.search.keeping import KeptSearch


@dataclass(frozen=True)
class Forget:
    """This one is to be deleted."""

    kept: KeptSearch


class KeptDialog(ChoiceDialog):
    """Closes with a `KeptSearch` to go on with, a `Forget`, or None."""

    KEYS: tuple[tuple[str, str], ...] = (*ChoiceDialog.KEYS, ("d d", "Delete the kept search (asks first)"))
    BINDINGS = [Binding("d", "delete", "Delete", show=False)]

    def __init__(self, offers: Sequence[KeptSearch]) -> None:
        super().__init__("Kept searches", [ChoiceLine(kept, kept.title, kept.told) for kept in offers], offers[0])
        self._offers = offers
        self._asked: KeptSearch | None = None

    def on_mount(self) -> None:
        self.query_one(".box").border_subtitle = "enter go on   d delete   esc cancel"

    def action_delete(self) -> None:
        """The first time, ask."""
        place = self.query_one(OptionList).highlighted
        if place is None:
            return
        kept = self._offers[place]
        if self._asked is kept:
            self.dismiss(Forget(kept))
        else:
            self._asked = kept
            self.query_one(".box").border_subtitle = "press d again to delete it   esc cancel"
