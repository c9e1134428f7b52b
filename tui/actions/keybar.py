"""The bottom line: the keys that work now."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import set_cell_size
from rich.segment import Segment
from textual.events import Click

from tui.actions.action import Action, CommandScreen
from tui.widgets.lines import Line, Lines


class KeyBar(Lines):
    """At most six keys of the screen it stands on, and where to find the rest; or what somebody points at means."""

    DEFAULT_CSS = """
    KeyBar {
        dock: bottom; height: 1; background: $footer-background; padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._spans: list[tuple[int, int, Action]] = []
        """Where the keys stand: from column, up to column, what they do."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self.paint())
        if isinstance(self.screen, CommandScreen):
            self.watch(self.screen, "explained", self.paint, init=False)

    @property
    def seen(self) -> list[str]:
        """Nothing to explain: a key that is pointed at stays where it is, to be clicked on."""
        return []

    async def on_click(self, event: Click) -> None:
        """A key's name does what the key does."""
        offset, screen = event.get_content_offset(self), self.screen
        if offset is None or not isinstance(screen, CommandScreen):
            return
        for first, last, action in self._spans:
            if first <= offset.x < last:
                if action.keys and screen.offers(action):
                    await screen.perform(action)
                return
        if offset.x >= self.size.width - len("F1 help"):
            self.app.simulate_key("f1")

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        screen = self.screen
        if not isinstance(screen, CommandScreen):
            return
        key_style, label_style = self.tone("here"), self.tone("muted")
        line: list[Segment] = []
        used = 0
        ending = "F1 help"
        self._spans = []
        if screen.explained:
            room = max(0, width - len(" ? more"))
            words = set_cell_size(self.cut(screen.explained, room), room)
            yield [Segment(words, label_style), Segment(" ?", key_style), Segment(" more", label_style)]
            return
        for action in screen.footer_actions():
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
