"""Screens and lists for machines so busy that a size, or a click, comes after what it was for has gone.

They rely on private parts of Textual, each with its reason;
`tests/tui/terminal/test_private_parts.py` says so when Textual changes one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual._compositor import Compositor, CompositorMap, ReflowResult
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.dom import DOMNode
from textual.events import Click, Resize
from textual.geometry import Offset, Size
from textual.keys import _character_to_key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import OptionList

if TYPE_CHECKING:
    from tui.app import DancingQueens


def key_bindings(node: DOMNode) -> dict[str, list[Binding]]:
    """The bindings of a screen, a widget or the app, by key, to be changed.

    (Textual's own way, `App.set_keymap`, drops every other binding of a key that is given to something, and of the keys
    that something had: `test_private_parts.py` says when it no longer does.)
    """
    return node._bindings.key_to_bindings


def key_of(character: str) -> str:
    """The name of the key that types a character, as Textual reports it; it has no public way to ask for that."""
    return _character_to_key(character)


class SturdyOptionList(OptionList):
    """A list of options."""

    async def _on_click(self, event: Click) -> None:
        # The picture clicked on may be older than the list: Textual's handler fails if there is no option.
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class TellingCompositor(Compositor):
    """Knows where all parts of a screen are, and tells those that get another size at a layout.

    Asking where a widget is may make Textual work out all places again (`Compositor.full_map`), between a change of
    style and the layout that follows.  That layout would then find that nothing has changed, and tell nobody.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: CompositorMap = {}
        """The places at the last layout, which the widgets know."""

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        self._full_map = self._told
        changed = super().reflow(parent, size)
        self._told = self._full_map
        return changed

    def clear(self) -> None:
        super().clear()
        self._told = {}


class SturdyScreen(Screen[Any]):
    """A screen that takes only the app's size, tells it to all its parts, and takes no click on what has gone."""

    app: DancingQueens

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._compositor = TellingCompositor()

    async def _on_compose(self) -> None:  # type: ignore[override]  # before Textual's own, which is called too
        # Else the screen has its classes of size only when it has been laid out, and every part is styled again.
        width, height = self.app.size
        across = self._get_breakpoint_classes(width, self.app.HORIZONTAL_BREAKPOINTS or [])
        down = self._get_breakpoint_classes(height, self.app.VERTICAL_BREAKPOINTS or [])
        self.add_class(*across, *down, update=False)

    def _on_resize(self, event: Resize) -> None:  # type: ignore[override]  # as Textual itself
        # Textual's posts to itself again each size that it lays out (`Screen._refresh_layout`):
        # with two sizes on their way at once it would go back and forth for ever.
        if event.size != self.app.size:
            event.prevent_default()

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        # Textual begins to select text of a widget that was clicked on and asks for its parent (`_forward_event`).
        widget, offset = super().get_widget_and_offset_at(x, y)
        gone = widget is not None and widget.parent is None
        return (None, None) if gone else (widget, offset)


class ClosesOnce(SturdyScreen):
    """A screen over others that is closed at most once: a second time would close the one below.

    The last of a class's bases: Textual takes its rules of style from the first.
    """

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, once: with keys typed ahead, a second enter or a click may come when this is already done."""
        return super().dismiss(result) if self.is_current else AwaitComplete()

    def on_unmount(self) -> None:
        # Beside the on_unmount of a subclass: Textual calls both.  Its cache of colours would keep every line
        # painted of the last thousand widgets, a megabyte a dialog, long after they are gone.
        StylesCache.get_inner_outer.cache_clear()
