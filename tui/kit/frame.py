"""What every screen has at its edges: the title above, the keys below; and the notice on too small a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.events import Click
from textual.widgets import Static

from tui.actions.action import Action, CommandScreen
from tui.actions.remarks import Remark
from tui.kit.lines import Line, Lines
from tui.modes import MODE_ENTRIES, SMALLEST

LEAST_NOTE = 10
"""Columns that a note gets before the names of other screens; all of it comes before the program's name."""


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
        """The places of the modes: from column, up to column, mode."""
        self._line_note = ""

    def note(self, text: str) -> None:
        """Show a few words at the right end."""
        if text != self._note:
            self._note = text
            self.paint()

    def note_line(self, text: str) -> None:
        """Show in its place a note about the line to the terminal; empty for none."""
        self._line_note = text
        self.paint()

    def on_click(self, event: Click) -> None:
        """A click on a mode's name leads there."""
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
        whole = cell_len(note) + 1 if note else 0
        least = whole if self._line_note else min(whole, LEAST_NOTE)
        for name, others, needed in (
            (True, True, whole),
            (False, True, least),
            (True, False, least),
            (False, False, 0),
        ):
            line = self._places(name=name, others=others)
            room = width - sum(cell_len(segment.text) for segment in line)
            if room >= needed:
                break
        if note and room > 4:
            text = self.cut(note, room - 1)
            line += [Segment(" " * (room - cell_len(text))), Segment(text, self.tone("muted"))]
        yield line

    def _places(self, *, name: bool, others: bool) -> list[Segment]:
        line = [Segment("Dancing Queens", self.tone("strong")), Segment(" ")] if name else []
        self._spans = []
        for entry in MODE_ENTRIES:
            here = entry.mode == self.app.current_mode
            first = sum(segment.cell_length for segment in line)
            if len(MODE_ENTRIES) > 1:
                line.append(Segment(f" {entry.key.upper()} ", self.tone("muted")))
            if here or others:
                line += [Segment(entry.title, self.tone("titlebar--here" if here else "muted")), Segment(" ")]
            self._spans.append((first, sum(segment.cell_length for segment in line), entry.mode))
        return line[:-1] if others else line


class KeyBar(Lines):
    """At most six keys of its screen, and where to find the rest.

    In their place it shows a remark, until the next key, or the meaning of what the user points at.
    """

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: 1; background: $footer-background; padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, Action]] = []
        """The places of the keys: from column, up to column, what they do."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self._ask())
        if isinstance(self.screen, CommandScreen):
            self.watch(self.screen, "explained", self.paint, init=False)
            self.watch(self.screen, "remark", self.paint, init=False)

    def _ask(self) -> None:
        """Ask what is offered now, on a screen whose view does not say so."""
        if isinstance(self.screen, CommandScreen) and self.screen.subject is self.screen:
            self.value = tuple(self.screen.footer_actions())

    @property
    def seen(self) -> list[str]:
        """Nothing to explain: a key that is pointed at stays where it is, to be clicked on."""
        return []

    async def on_click(self, event: Click) -> None:
        """A click on a key's name does what the key does."""
        offset, screen = event.get_content_offset(self), self.screen
        if offset is None or not isinstance(screen, CommandScreen):
            return
        if screen.remark is not None:
            self.app.remarks.go_on()
            return
        for first, last, action in self._spans:
            if first <= offset.x < last:
                if action.keys and screen.subject.offers(action):
                    await screen.perform(action)
                return
        if offset.x >= self.size.width - len("F1 help"):
            self.app.simulate_key("f1")

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        key_style, label_style = self.tone("strong"), self.tone("muted")
        line: list[Segment] = []
        used = 0
        ending = "F1 help"
        self._spans = []
        if screen.explained:
            room = max(0, width - len(" ? more"))
            words = set_cell_size(self.cut(screen.explained, room), room)
            yield [Segment(words, label_style), Segment(" ?", key_style), Segment(" more", label_style)]
            return
        if (remark := screen.remark) is not None:
            yield self._said_now(remark, width)
            return
        for action in self.value or ():
            key, label = action.shown_keys(1), action.label
            length = len(key) + 1 + len(label) + 2
            if used + length > width - len(ending):
                break
            line += [Segment(key, key_style), Segment(f" {label}  ", label_style)]
            self._spans.append((used, used + length, action))
            used += length
        if width - used >= len(ending):
            line += [
                Segment(" " * (width - used - len(ending))),
                Segment("F1", key_style),
                Segment(" help", label_style),
            ]
        yield line

    def _said_now(self, remark: Remark, width: int) -> Line:
        """A remark, as much of its start as there is room for; and where to read the rest, and what waits."""
        text, tone = remark.text, self.tone(remark.tone)
        waiting = f" +{self.app.remarks.waiting}" if self.app.remarks.waiting else ""
        if cell_len(text) + len(waiting) <= width:
            return [Segment(text, tone), Segment(waiting, self.tone("muted"))]
        key = next(action.shown_keys(1) for action in self.app.everywhere if action.action == "command_palette")
        rest = f"{waiting} {key} messages"
        return [Segment(self.cut(text, width - cell_len(rest)), tone), Segment(rest, self.tone("muted"))]


class TooSmall(Static):
    """Shown alone below the smallest useful size (the app sets the class ``-too-small``)."""

    DEFAULT_CSS = "TooSmall { min-width: 1; }"

    def on_mount(self) -> None:
        self._say()

    def on_resize(self) -> None:
        self._say()

    def _say(self) -> None:
        size = self.app.size
        self.update(f"{size.width}×{size.height} is too small\nplease enlarge to\n{SMALLEST[0]}×{SMALLEST[1]} or more")
