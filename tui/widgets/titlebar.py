"""The top line: where one is, what else there is, and what the screen has to say in three words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Click

from tui.modes import MODE_ENTRIES
from tui.widgets.lines import Line, Lines

LEAST_NOTE = 10
"""Columns that a note gets before the program's name or those of other screens."""


class TitleBar(Lines):
    """The program's name, the modes with their keys, and a note at the right."""

    COMPONENT_CLASSES = {"titlebar--here"}
    DEFAULT_CSS = """
    TitleBar {
        dock: top; height: 1; padding: 0 1; background: $footer-background;
        & > .titlebar--here { color: $foreground; text-style: bold underline; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="titlebar")
        self._note = ""
        self._spans: list[tuple[int, int, str]] = []
        """Where the modes stand: from column, up to column, mode."""
        self._line_note = ""

    def note(self, text: str) -> None:
        """Show a few words at the right end."""
        if text != self._note:
            self._note = text
            self.paint()

    def note_line(self, text: str) -> None:
        """Show in its place what is to be said of the line to the terminal; nothing for nothing."""
        self._line_note = text
        self.paint()

    def on_click(self, event: Click) -> None:
        """A mode's name leads there."""
        offset = event.get_content_offset(self)
        mode = self._mode_at(offset.x) if offset is not None else None
        if mode is not None and self.app.check_action("switch_mode", (mode,)):
            self.app.switch_mode(mode)

    def _mode_at(self, x: int) -> str | None:
        for first, last, mode in self._spans:
            if first <= x < last:
                return mode
        return None

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        # The less room there is, the more is left out: the program's name, then the names of the other screens.
        note = self._line_note or self._note
        needed = (
            min(cell_len(note) + 1, cell_len(self._line_note) + 1 if self._line_note else LEAST_NOTE) if note else 0
        )
        for name, others in ((True, True), (False, True), (True, False), (False, False)):
            line = self._places(name=name, others=others)
            room = width - sum(cell_len(segment.text) for segment in line)
            if room >= needed:
                break
        if note and room > 4:
            text = self.cut(note, room - 1)
            line += [Segment(" " * (room - cell_len(text))), Segment(text, self.tone("muted"))]
        yield line

    def _places(self, *, name: bool, others: bool) -> list[Segment]:
        line = [Segment("Dancing Queens", self.tone("here")), Segment("  ")] if name else []
        self._spans = []
        for entry in MODE_ENTRIES:
            here = entry.mode == self.app.current_mode
            first = sum(segment.cell_length for segment in line)
            if len(MODE_ENTRIES) > 1:
                line.append(Segment(f" {entry.key.upper()} ", self.tone("muted")))
            if here or others:
                line += [Segment(entry.title, self.tone("titlebar--here" if here else "muted")), Segment(" ")]
            self._spans.append((first, sum(segment.cell_length for segment in line), entry.mode))
        return line
