"""What a session shows at one moment, as one immutable value.  No Textual.

A session answers `view()`; its screen (`tui.lab.screen.LabScreen`) compares that with the one before and gives the
differences to its panels, so equal views are drawn once.  Values are compared often and must be cheap to compare:
snapshots and reasons are shared, and values with arrays compare by a version of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tui.actions.action import Action


class Panel(NamedTuple):
    """One part of the screen beside the board, and what it draws."""

    name: str
    """Its id on the screen."""
    value: Any
    """In sight or not: a panel that is out of sight draws it when it comes into sight (see `tui.kit.values`)."""


def classes(**standing: object) -> frozenset[str]:
    """Classes for the stylesheet, of what is true: ``classes(explaining=True, tree=False)`` is ``-explaining``."""
    return frozenset(f"-{name}" for name, stands in standing.items() if stands)


class LabView(NamedTuple):
    """Everything to show."""

    board: Any
    """The value that the board draws; None if several lanes take its place."""
    panels: tuple[Panel, ...] = ()
    """Those shown now, the most important first."""
    standing: frozenset[str] = frozenset()
    """Classes for the stylesheet, which places the panels and says which of them yield: ``-explaining``."""
    title: str = ""
    """A note for the right end of the title bar."""
    keys: tuple[Action, ...] = ()
    """What the key bar offers."""
