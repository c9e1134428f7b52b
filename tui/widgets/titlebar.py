"""The top line: where one is, what else there is, and what the screen has to say in three words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment

from tui.widgets.lines import Line, Lines


class TitleBar(Lines):
    """The program's name, the modes with their keys, and a note at the right."""

    COMPONENT_CLASSES = {"titlebar--name", "titlebar--here", "titlebar--mode", "titlebar--note"}
    DEFAULT_CSS = """
    TitleBar {
        dock: top; height: 1; padding: 0 1; background: $footer-background;
        & > .titlebar--name { color: $accent; text-style: bold; }
        & > .titlebar--here { color: $foreground; text-style: bold underline; }
        & > .titlebar--mode { color: $foreground-muted; }
        & > .titlebar--note { color: $foreground-muted; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="titlebar")
        self._note = ""

    def note(self, text: str) -> None:
        """Show a few words at the right end."""
        if text != self._note:
            self._note = text
            self.paint()

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        from tui.app import MODE_ENTRIES

        ellipsis = self.app.glyphs.ellipsis  # type: ignore[attr-defined]
        here = self.app.current_mode
        line = [Segment("Dancing Queens", self.tone("titlebar--name")), Segment("  ")]
        for entry in MODE_ENTRIES:
            style = self.tone("titlebar--here" if entry.mode == here else "titlebar--mode")
            if len(MODE_ENTRIES) > 1:
                line += [Segment(f" {entry.key.upper()} ", self.tone("titlebar--mode"))]
            line += [Segment(entry.title, style), Segment(" ")]
        used = sum(cell_len(segment.text) for segment in line)
        room = width - used
        if self._note and room > 4:
            text = self._note if cell_len(self._note) <= room - 1 else set_cell_size(self._note, room - 2) + ellipsis
            line += [Segment(" " * (room - cell_len(text))), Segment(text, self.tone("titlebar--note"))]
        yield line
