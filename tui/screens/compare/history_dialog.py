"""The history: every table that was ever measured, to open, pin as the baseline, write a note about, or delete."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from core.compare.history import Entry, History, NoSuchExperiment
from core.storage.files import clean_text
from core.storage.store import StoreError
from core.words import counted
from tui.dialogs.dialogs import Dialog, LineDialog
from tui.widgets.options import Options


class HistoryDialog(Dialog[int]):
    """Closes with the number of the experiment to open, or None."""

    BINDINGS = [
        Binding("p", "pin", "Pin", show=False),
        Binding("d,delete", "delete", "Delete", show=False),
        Binding("n", "note", "Note", show=False),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, history: History, entries: Sequence[Entry], current: int | None, unicode: bool) -> None:
        super().__init__()
        self._history = history
        self._entries = list(entries)
        self._current = current
        self._unicode = unicode
        self._deleting: int | None = None

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = "History"
        box.border_subtitle = "enter open   p baseline   n note   d delete   esc close"
        with box:
            yield Options()
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        self._fill(next((place for place, e in enumerate(self._entries) if e.number == self._current), 0))

    def _fill(self, place: int) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(self._prompt(entry)) for entry in self._entries])
        if self._entries:
            options.highlighted = min(max(0, place), len(self._entries) - 1)
        else:
            self._say("nothing yet: every table you measure will appear here")

    def _prompt(self, entry: Entry) -> Text:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created))
        wanted = len(entry.plan.instances) * len(entry.plan.contestants) * entry.plan.repeat
        runs = counted(entry.samples, "run")
        state = f"complete, {runs}" if entry.finished else f"{runs} of at least {wanted}"
        pin = ("★ " if self._unicode else "* ") if entry.pinned else "  "
        here = " (in view)" if entry.number == self._current else ""
        title = entry.title if self._unicode else entry.title.replace("…", "...")
        text = Text(f"{pin}{entry.number:>4}  {title}{here}", style="bold", no_wrap=True, overflow="ellipsis")
        baseline = ", the baseline" if entry.pinned else ""
        made = "  ".join(part for part in (entry.machine, entry.commit) if part)
        text.append(f"\n        {when}  {state}{baseline}  {made}", style="not bold dim")
        if entry.note:
            text.append(f"\n        {clean_text(entry.note)}", style="not bold italic")
        return text

    def _say(self, text: str) -> None:
        self.query_one(".-message", Static).update(Text(text))

    @property
    def _entry(self) -> Entry | None:
        place = self.query_one(OptionList).highlighted
        return self._entries[place] if place is not None and place < len(self._entries) else None

    def action_move(self, step: int) -> None:
        options = self.query_one(OptionList)
        (options.action_cursor_down if step > 0 else options.action_cursor_up)()

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        if self._deleting is not None:
            self._deleting = None
            self._say("")

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._entries[event.option_index].number)

    def action_pin(self) -> None:
        entry = self._entry
        if entry is not None:
            self._change(lambda: self._history.pin(entry.number, not entry.pinned))

    def action_note(self) -> None:
        """Ask for the note about the experiment under the cursor."""
        entry = self._entry
        if entry is None:
            return

        def typed(note: str | None) -> None:
            if note is not None:
                self._change(lambda: self._history.annotate(entry.number, note.strip()))

        self.app.push_screen(LineDialog(f"Experiment {entry.number}", "A note about it:", entry.note), typed)

    def action_delete(self) -> None:
        entry = self._entry
        if entry is None:
            return
        if self._deleting != entry.number:
            self._deleting = entry.number
            self._say(
                f"press d again to delete experiment {entry.number} ({entry.samples} run{'s' * (entry.samples != 1)})"
            )
            return
        self._deleting = None
        self._say("")
        self._change(lambda: self._history.delete(entry.number))

    def _change(self, act: Callable[[], None]) -> None:
        place = self.query_one(OptionList).highlighted or 0
        try:
            act()
            self._entries = self._history.list()
        except (StoreError, NoSuchExperiment) as error:
            self._say(str(error))
            return
        self._fill(place)
