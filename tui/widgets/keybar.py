"""The bottom line: the keys that work now."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment

from tui.commands import CommandScreen
from tui.widgets.lines import Line, Lines


class KeyBar(Lines):
    """At most six keys of the screen it stands on, and where to find the rest."""

    COMPONENT_CLASSES = {"keybar--key", "keybar--label"}
    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: 1; background: $footer-background; padding: 0 1;
        & > .keybar--key { color: $accent; text-style: bold; }
        & > .keybar--label { color: $foreground-muted; }
    }
    """

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.paint())

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        key_style, label_style = self.tone("keybar--key"), self.tone("keybar--label")
        line: list[Segment] = []
        used = 0
        ending = "F1 help"
        for action in screen.footer_actions():
            key, label = action.shown_keys(1), action.label
            length = len(key) + 1 + len(label) + 2
            if used + length > width - len(ending):
                break
            line += [Segment(key, key_style), Segment(f" {label}  ", label_style)]
            used += length
        if width - used >= len(ending):
            line += [
                Segment(" " * (width - used - len(ending))),
                Segment("F1", key_style),
                Segment(" help", label_style),
            ]
        yield line
