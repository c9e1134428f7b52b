"""A problem as text: Knuth's format, a matrix, or pieces drawn as ASCII art."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static, TextArea

from tui.dialogs.dialogs import Dialog

if TYPE_CHECKING:
    from tui.screens.cover.choosing import Draft


class WriteDialog(Dialog[str]):
    """A text to edit.  ``read`` returns what is wrong with it as (line, column, words), 1-based, or None.

    Closes with the text when it can be read, with None on escape; every version
    is given to ``draft``, so that nothing typed is lost.
    """

    DEFAULT_CSS = """
    WriteDialog > .box { width: 90%; height: 90%; }
    WriteDialog TextArea { height: 1fr; border: none; padding: 0; min-width: 4; background: $surface; }
    WriteDialog TextArea:focus { border: none; }
    WriteDialog .-message { max-height: 4; }
    """
    KEYS = (
        ("^s ^g F10", "Use it; if it cannot be read, the cursor goes to the place and the reason appears below"),
        ("region:", "The region, drawn below: any character is a cell, a dot is not, ? may stay empty"),
        ("piece L:", "A piece, drawn below"),
        ("piece L x2:", "Two of it; x1-3 one to three, x* any number"),
        ("pieces: free", "They may turn and flip; one-sided: only turn; fixed: neither"),
        ("set: soma", "Ready pieces: pentominoes, soma, tetrominoes"),
        ("-", "The next layer of a solid, in a drawing"),
        ("A B | x", "Knuth's format: items, a bar before those that may stay uncovered; then one option per line"),
        ("1 0 1", "Or a matrix, one row per option; or JSON"),
    )
    BINDINGS = [
        Binding("ctrl+s,ctrl+g,f10", "done", "Use it", show=False),
        Binding("escape", "leave", "Close", show=False, priority=True),
    ]

    def __init__(
        self,
        edited: Draft,
        read: Callable[[str], tuple[int, int, str] | None],
        draft: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._edited, self._read, self._draft = edited, read, draft
        self._before = None if edited.changed else edited.text
        self._asked = False
        """Whether the user has been told what leaving means, since the last change."""

    def compose(self) -> ComposeResult:
        with self.box(self._edited.title, "^s use it   esc cancel"):
            area = TextArea(self._edited.text, soft_wrap=False, show_line_numbers=True, tab_behavior="focus")
            area.cursor_blink = False
            area.indent_type = "spaces"
            yield area
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(self._edited.cursor)
        area.focus()
        self.call_after_refresh(self._in_sight)  # it scrolled while it had no height

    def _in_sight(self) -> None:
        area = self.query_one(TextArea)
        area.scroll_to(0, 0, animate=False, immediate=True)
        area.scroll_cursor_visible()

    @on(TextArea.Changed)
    def _changed(self) -> None:
        self.query_one(".-message", Static).update("")
        self._asked = False
        text = self.query_one(TextArea).text
        self._edited.text, self._edited.changed = text, text != self._before
        if self._edited.changed:
            self._draft(text)

    @on(TextArea.SelectionChanged)
    def _moved(self, event: TextArea.SelectionChanged) -> None:
        self._edited.cursor = event.selection.end

    def action_leave(self) -> None:
        """Close; if something has been typed, only at the second escape."""
        if self._asked or not self._edited.changed:
            self.dismiss(None)
            return
        self._asked = True
        words = "Not used yet. esc again leaves; your text is then in the list of problems (g) as “The text you left”."
        self.query_one(".-message", Static).update(Text(words))

    def action_done(self) -> None:
        area = self.query_one(TextArea)
        wrong = self._read(area.text)
        if wrong is None:
            self.dismiss(area.text)
            return
        line, column, words = wrong
        self.query_one(".-message", Static).update(Text(words))
        area.move_cursor((max(0, line - 1), max(0, column - 1)))
