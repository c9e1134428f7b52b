"""What can be done now on the exact cover screen, and what the key bar offers of it.  No Textual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.lab.session import LabSession

if TYPE_CHECKING:
    from tui.actions.action import Action
    from tui.actions.waiting import Waiting
    from tui.screens.cover.editor import MatrixEditor
    from tui.screens.cover.hand import Hand

HAND = "By hand (after H)"
EDITOR = "Editing the matrix (after e)"
"""Groups of actions available only then."""
NOT_BY_HAND = frozenset({"pause", "stop", "classes", "live", "run"})
"""Names of actions whose keys do something else while the hand is in the matrix."""

_FOOTERS = {
    "editing": ("edit_matrix('cell')", "edit_matrix('add_option')", "edit_matrix('add_item')", "edit_matrix('undo')",
                "edit_matrix('end')"),
    "by hand": ("hand('take')", "hand('only')", "hand('forbid')", "hand('undo')", "step", "hand('off')"),
    "beginning": ("run", "step", "pace", "problem('gallery')", "hand('on')", "problem('estimate')"),
    "solution": ("browse(1)", "browse(-1)", "classes", "live", "walk('BACK')", "run", "save"),
    "at the end": ("walk('BACK')", "restart", "view('tree')", "code", "browse(1)", "pair", "pace"),
    "watching": (
        "run", "pause", "step", "walk('BACK')", "code", "pair", "go_to_node", "pace", "hand('on')",
        "problem('gallery')", "problem('edit')",
    ),
    "searching": (
        "run", "pause", "step", "speed(-1)", "speed(1)", "full_speed", "stop", "walk('BACK')",
        "walk('PREVIOUS_DEAD_END')", "view('tree')", "code", "pair", "go_to_node", "pace",
        "problem('gallery')", "problem('edit')",
    ),
}  # fmt: skip


class CoverOffers(LabSession):
    """Editing, choosing by hand, watching and searching offer different things."""

    waiting: Waiting
    """What is asked for while a problem is being opened."""
    editor: MatrixEditor
    editing: bool
    """Whether the user edits the matrix."""
    hand: Hand
    """The options that the user takes and forbids."""
    watching: bool
    """Whether nodes and their reasons are shown, rather than figures."""
    view_name: str
    drawn: tuple[int, ...]
    """The random solution in view; none if there is none."""
    symmetries: int
    """The order of the group of symmetries; 0 if nobody has asked for them yet."""
    at_the_end: bool
    """Whether every branch has been searched."""

    @property
    def can_take(self) -> bool:
        """Whether the hand is in a matrix that has options."""
        return self.hand.on and self.editor.has_options

    @property
    def doing(self) -> str:  # type: ignore[override]
        return EDITOR if self.editing else HAND if self.hand.on else ""

    def can(self, name: str) -> bool:
        if self.hand.on and name in NOT_BY_HAND:
            return False
        match name:
            case "classes":
                return super().can(name) and (self.symmetries != 1 or self.browser.by_class)
            case "live":
                return super().can(name) or bool(self.drawn)
            case "walk":
                return self.search.walkable or self.waiting.busy or (self.watching and self.search.run is None)
            case "step" | "next_solution":
                return not (self.watching and self.at_the_end)
        return super().can(name)

    def offers(self, action: Action) -> bool:
        if self.editing:
            return action.group == EDITOR and (action.when is None or action.when(self))
        here = f"view('{self.view_name}')"
        return action.group != EDITOR and action.action != here and super().offers(action)

    def refused(self, actions: Sequence[Action]) -> tuple[Action, str]:
        own = [action for action in actions if action.group == self.doing]
        usual = [action for action in actions if action.group not in (EDITOR, HAND)]
        meant, why = super().refused(own or usual or actions)
        if self.editing and not own:
            why = "you are editing the matrix; esc ends that"
        elif meant.group == EDITOR and not self.editing:
            why = "only while you edit the matrix; e begins that"
        elif self.hand.on and meant.name in NOT_BY_HAND:
            why = "you are choosing by hand; esc ends that"
        elif self.watching and meant.action == "speed(1)":
            why = "this is the fastest that can be watched; t switches to full speed"
        return meant, why

    def footer_order(self) -> Sequence[str]:
        if self.editing:
            return _FOOTERS["editing"]
        if self.hand.on:
            return _FOOTERS["by hand"]
        if self.browser.place is not None or self.drawn:
            return _FOOTERS["solution"]
        if self.watching and self.search.run is None:
            return _FOOTERS["beginning"]
        if self.watching:
            return _FOOTERS["at the end" if self.at_the_end else "watching"]
        return _FOOTERS["searching"]
