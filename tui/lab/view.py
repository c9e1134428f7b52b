"""What is to be seen of a session at one moment, as one immutable value.  No Textual.

A session answers `view()`; its screen (`tui.lab.screen.LabScreen`) compares that with what was there before and gives
what differs to its panels, so equal views are drawn once.  Values are compared often and must be cheap to compare:
snapshots and reasons are shared, and what holds arrays says by a version of its own what it is equal to.
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
    """In sight or not: a panel that is not to be seen now draws it when it is (see `tui.kit.values`)."""


def classes(**standing: object) -> frozenset[str]:
    """Those for the stylesheet of what is so: ``classes(explaining=True, tree=False)`` is ``-explaining``."""
    return frozenset(f"-{name}" for name, stands in standing.items() if stands)


class LabView(NamedTuple):
    """All that is to be seen."""

    board: Any
    """The value that the board draws; None where several lanes stand in its place."""
    panels: tuple[Panel, ...] = ()
    """Those that stand now, the most important first."""
    standing: frozenset[str] = frozenset()
    """Classes for the stylesheet, which says where panels stand and which of them yield: ``-explaining``."""
    title: str = ""
    """A note for the right end of the title bar."""
    keys: tuple[Action, ...] = ()
    """What the key bar offers."""
