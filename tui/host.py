"""The app as its screens and widgets see it: typed once, here.

Textual types ``widget.app`` as any app at all.  `host` says that it is ours,
without an import of `tui.app`, which imports the screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from textual.message_pump import MessagePump

from tui.glyphs import Glyphs
from tui.settings import Settings


class Host(Protocol):
    """What the app has for everybody in it."""

    settings: Settings
    glyphs: Glyphs
    last_key: float
    """When the last key came, by the performance counter."""

    @property
    def output_is_behind(self) -> bool:
        """Whether the terminal has not yet taken what was painted before (a slow line): skip a frame then."""
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
