"""The command palette: everything that can be done now, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual.actions import parse
from textual.screen import Screen

from tui.actions.action import Action, CommandScreen
from tui.dialogs.pick import PickDialog
from tui.kit.pick_list import PickLine

if TYPE_CHECKING:
    from tui.app import DancingQueens

Run = Callable[[], object]


class Palette(PickDialog[Run]):
    """A list of what can be done; closes with a function that does it."""


def palette(app: DancingQueens, screen: Screen[object]) -> Palette:
    """What can be done on a screen or over a dialog: what the screen itself can do now comes first."""
    lines = [*_own(app, screen), *_everywhere(app)]
    return Palette("Commands", lines, enter="do it", told="Do it", at_once=True, ranked=True)


def themes(app: DancingQueens) -> PickDialog[str]:
    """The colours to choose from."""
    lines = [PickLine(name, name) for name in sorted(app.available_themes)]
    return PickDialog("Theme", lines, app.theme, told="Take these colours", at_once=True)


def _own(app: DancingQueens, screen: Screen[object]) -> Iterator[PickLine[Run]]:
    if isinstance(screen, CommandScreen):
        for action in screen.ACTIONS:
            if action.palette and screen.subject.offers(action):
                yield _line(action, partial(app.call_later, screen.perform, action))


def _everywhere(app: DancingQueens) -> Iterator[PickLine[Run]]:
    for action in app.everywhere:
        if action.palette and app.can_go(action):
            _, method, parameters = parse(action.action)
            yield _line(action, partial(app.call_later, getattr(app, f"action_{method}"), *parameters))


def _line(action: Action, run: Run) -> PickLine[Run]:
    keys, label = action.shown_keys(1), action.label
    title = label[:1].upper() + label[1:]
    return PickLine(run, f"{title}  ({keys})" if keys else title, action.help)
