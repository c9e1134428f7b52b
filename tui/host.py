"""The app as its screens and widgets see it: typed once, here.

Textual types ``widget.app`` as any app at all.  `host` says that it is ours,
without an import of `tui.app`, which imports the screens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.message_pump import MessagePump

from tui.glyphs import Glyphs
from tui.settings import Settings

if TYPE_CHECKING:
    from tui.actions.action import Action


class Host(Protocol):
    """What the app has for everybody in it."""

    settings: Settings
    glyphs: Glyphs
    everywhere: Sequence[Action]
    """What can be done on every screen, with the keys that it has now."""
    last_key: float
    """When the last key came, by the performance counter."""

    @property
    def output_is_behind(self) -> bool:
        """Whether the line to the terminal is busy with what was painted before: skip a frame then."""
        ...

    @property
    def line_note(self) -> str:
        """What a slow line means for what is shown, in a few words; empty on any other line."""
        ...

    def first_options(self, mode: str) -> Mapping[str, Any]:
        """What the command line asked of this screen: told once, to the screen that opens first."""
        ...

    def copy(self, text: str, what: str) -> None:
        """Put text on the terminal's clipboard and say so; ``what`` names it."""
        ...


def host(node: MessagePump) -> Host:
    """The app that a screen or widget is in."""
    return cast(Host, node.app)
