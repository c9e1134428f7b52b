"""What can be done now, and what the key bar offers of it.  No Textual.

An `Offering` knows this: the session of a screen or, if it has none that does, the screen itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.actions.action import Action

MOST_IN_FOOTER = 6
NOT_NOW = "not possible now"
"""Why something cannot be done, unless more is known."""


def none_kept(key: str) -> bool:
    """No key."""
    return False


class Offering:
    """Says of each action whether it makes sense now; `Action.when`, ``why_not`` and ``footer`` are given it."""

    ACTIONS: tuple[Action, ...] = ()
    """What can be done at all."""
    doing: str = ""
    """The group of the actions for what the user is in the middle of, if there is one: help begins there."""
    keyboard_keeps: Callable[[str], bool] = staticmethod(none_kept)
    """Whether the focused widget keeps a key for itself."""

    def can(self, name: str) -> bool:
        """Whether an action that does not say so itself makes sense now (override; default yes)."""
        return True

    def offers(self, action: Action) -> bool:
        """Whether an action makes sense now."""
        return self.can(action.name) if action.when is None else action.when(self)

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        """Of the actions on a key, none of which makes sense now, the one that is meant, and why it does not
        (extended).
        """
        meant = actions[0]
        return meant, meant.why_not if isinstance(meant.why_not, str) else meant.why_not(self)

    def in_footer(self, action: Action) -> Action | None:
        """The action as the footer offers it now, perhaps under another label; None if it is not offered."""
        if not self.offers(action):
            return None
        if isinstance(action.footer, bool):
            return action
        label = action.footer(self)
        return replace(action, label=label) if label else None

    def footer_order(self) -> Sequence[str]:
        """Which actions matter now, the most important first (override; by default as they are declared)."""
        return [action.action for action in self.ACTIONS if action.footer]

    @property
    def most_in_footer(self) -> int:
        """The most actions that the footer offers."""
        return MOST_IN_FOOTER

    def footer_actions(self) -> list[Action]:
        """The actions for the footer: those that work now and whose key is theirs, and not too many."""
        named = {action.action: action for action in self.ACTIONS}
        order = (named[name] for name in self.footer_order())
        own = (action for action in order if not (action.keys and self.keyboard_keeps(action.keys.split(",")[0])))
        return list(islice((shown for action in own if (shown := self.in_footer(action))), self.most_in_footer))
