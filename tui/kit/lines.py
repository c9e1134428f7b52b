"""The base of everything drawn line by line.

A subclass computes its lines; `Lines.paint` compares them with what is on the
screen and marks only the rows that differ, so an unchanged picture sends no
bytes at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from tui.glyphs import in_ascii
from tui.kit.wrapping import wrapped

if TYPE_CHECKING:
    from tui.app import DancingQueens

TONES = frozenset((
    "plain", "muted", "aside", "strong", "good", "bad", "alarm", "warning", "here", "accent", "primary", "cursor",
    "mark",
    *(f"line{index}" for index in range(6)),  # tell the lines of a chart apart
))  # fmt: skip
"""The tones of text that all widgets share, by what they mean; `app.tcss` gives each its colour."""
COMPONENTS = {f"tone--{tone}" for tone in TONES}
"""The tones as component classes of every screen: styled once for everything on it."""

Line = Sequence[Segment]
Words = str | tuple[tuple[str, str], ...]
"""Words, or pieces of them with their colours."""


def arrows(action: str, across: int = 1) -> list[BindingType]:
    """The arrow keys, and h j k l as well: ``action(down, right)``, to the sides by this many."""
    ways = (("up,k", -1, 0), ("down,j", 1, 0), ("left,h", 0, -across), ("right,l", 0, across))
    return [Binding(keys, f"{action}({down}, {right})", show=False) for keys, down, right in ways]


class Lines(Widget):
    """A widget whose content is a list of lines of segments."""

    app: DancingQueens

    DEFAULT_CSS = "Lines { height: 1fr; width: 1fr; min-width: 1; }"

    value: var[Any] = var(None, init=False)
    """What it draws, of a type of its own; an equal value draws nothing."""

    def __init__(self, *, id: str | None = None, classes: str | None = None, name: str | None = None) -> None:
        super().__init__(id=id, classes=classes, name=name)
        self._strips: list[Strip] = []
        self._base: Style | None = None
        self._tones: dict[str, Style] = {}
        self._entitled: dict[str, Content] = {}
        """The words above and below, on the frame."""

    KEYS: ClassVar[Sequence[tuple[str, str]]] = ()
    """For the help, under the widget's name: the keys that only this widget takes, and what they do."""

    def takes(self, key: str) -> bool:
        """Whether a key is this widget's while it has the focus, whatever the screen would do (override)."""
        return False

    def watch_value(self, value: Any) -> None:
        """Draw it now, or when the widget comes into sight; None is for a panel that is not there."""
        if value is not None:
            self.take(value)
            self.paint()

    def take(self, value: Any) -> None:
        """Note what to draw, and write on the frame what belongs there (override)."""

    def compose_lines(self, width: int, height: int) -> Iterable[Line]:
        """The lines to show in this many cells (override)."""
        return ()

    def paint(self) -> None:
        """Recompute the lines and repaint those that changed."""
        width, height = self.size
        if width <= 0 or height <= 0 or not self.display:
            return
        lines = self.compose_lines(width, height)
        if not self.app.glyphs.unicode:
            lines = [[Segment(in_ascii(segment.text), segment.style) for segment in line] for line in lines]
        strips = [self._strip(line, width) for line in lines][:height]
        base = self.rich_style
        old = self._strips if base == self._base else []
        self._base = base
        dirty = []
        for y in range(min(height, max(len(strips), len(old)))):
            if y >= len(strips) or y >= len(old) or strips[y] != old[y]:
                # Textual sends a row from the widget's left edge, but only as far as it is told to.
                end = width - _same_at_end(_row(strips, y), _row(old, y), width)
                if end > 0:
                    dirty.append(Region(0, y, end, 1))
        self._strips = strips
        if dirty:
            self.refresh(*dirty)

    @property
    def seen(self) -> list[str]:
        """The text of each line, as it was drawn last."""
        return [strip.text for strip in self._strips]

    def at_cursor(self) -> str:
        """The words at the widget's own cursor (override if there is one)."""
        return ""

    @staticmethod
    def _strip(line: Line, width: int) -> Strip:
        merged = list(Segment.simplify([segment for segment in line if segment.text]))
        short = width - Segment.get_line_length(merged)
        if short < 0:
            return Strip(merged).adjust_cell_length(width)
        return Strip([*merged, Segment(" " * short)] if short else merged, width)

    def render_line(self, y: int) -> Strip:
        base = self.rich_style if self._base is None else self._base
        if y < len(self._strips):
            return self._strips[y].apply_style(base)
        return Strip.blank(self.size.width, base)

    def on_resize(self) -> None:
        self._strips = []
        self.paint()
        # Below the new lines there may be old ones, painted between the change of size and this event.
        self.refresh()

    def notify_style_update(self) -> None:
        before, self._tones = self._tones, {}
        super().notify_style_update()
        if self.is_mounted:
            self.call_later(self._repaint_in, before)

    def _repaint_in(self, before: dict[str, Style]) -> None:
        """Textual restyles all parts of a screen for a class that matters to one: repaint if colours changed."""
        if self.rich_style != self._base or any(self.tone(name) != style for name, style in before.items()):
            self.paint()

    def entitle(self, title: Words | None = None, subtitle: Words | None = None) -> None:
        """Put words on the frame, plain or in colours, if they have changed; None leaves what is there."""
        for name, words in (("border_title", title), ("border_subtitle", subtitle)):
            if words is not None:
                content = Content.assemble(*words) if isinstance(words, tuple) else Content(words)
                if not self.app.glyphs.unicode:
                    content = Content(in_ascii(content.plain), list(content.spans))
                if not self._entitled.get(name, Content()).is_same(content):
                    self._entitled[name] = content
                    setattr(self, name, content)

    def said(self, text: str, tone: str, width: int, most: int, *, grouped: bool = True) -> list[Line]:
        """A sentence in a tone, wrapped into at most this many lines (see `wrapped`)."""
        lines = wrapped(text, width, most, self.app.glyphs.ellipsis, grouped=grouped)
        return [[Segment(line, self.tone(tone))] for line in lines]

    def cut(self, text: str, width: int) -> str:
        """The text, or as much of it as fits and an ellipsis."""
        if cell_len(text) <= width:
            return text
        return set_cell_size(text, max(0, width - 1)) + self.app.glyphs.ellipsis

    def tone(self, name: str) -> Style:
        """The foreground and attributes, without background, of a tone that all widgets share or a component class."""
        # Textual forgets these at every refresh, and looking them up was a sixth of the work of a repaint.
        style = self._tones.get(name)
        if style is None:
            of, part = (self.screen, f"tone--{name}") if name in TONES else (self, name)
            style = self._tones[name] = of.get_component_rich_style(part, partial=True)
        return style


def _row(strips: list[Strip], y: int) -> list[Segment]:
    return list(strips[y]) if y < len(strips) else []


def _same_at_end(one: list[Segment], other: list[Segment], width: int) -> int:
    """How many cells at the end of two rows of that width look the same."""
    if one == other:
        return width
    same = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a == b:
            same += a.cell_length
            continue
        if a.style == b.style:
            for x, y in zip(reversed(a.text), reversed(b.text), strict=False):
                if x != y:
                    break
                same += cell_len(x)
        break
    return same
