"""Lists of options, where a click on a line that has just gone does nothing."""

from __future__ import annotations

from textual.command import CommandList
from textual.events import Click
from textual.widgets import OptionList


class Options(OptionList):
    """A list of options."""

    async def _on_click(self, event: Click) -> None:
        # The picture clicked on may be older than the list: Textual's handler fails where no option is.
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class PaletteOptions(CommandList, Options):  # Textual takes its rules of style from the first base
    """What the palette finds."""
