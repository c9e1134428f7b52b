"""The keys of every screen that searches: start, steer, walk in the tree, browse what is found.

They ask the `LabSession` whether they make sense now.  What they do are methods of `tui.lab.screen.LabScreen`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.running import Move
from tui.actions.action import Action
from tui.lab import node_figure
from tui.lab.session import WALK, LabSession


def run_label(on: LabSession) -> str:
    """The label of enter: in a pause it goes on."""
    return "go on" if on.held else "run"


def pause_label(on: LabSession) -> str:
    """The label of space; none in a pause, when enter goes on too."""
    return "" if on.held else "pause"


def full_speed_label(on: LabSession) -> str:
    """The label of the key for full speed while it searches: at full speed it makes the search watchable."""
    if not on.searching:
        return ""
    return "" if on.held or on.search.gone_back else "watch" if on.search.speed is None else "full speed"


def code_label(on: LabSession) -> str:
    """The label of the key for the pseudocode, while the user looks at a node or back at all of them."""
    return ("why" if on.coding else "pseudocode") if on.held or on.looking_back else ""


def node_label(on: LabSession) -> str:
    """The label of the key that goes to a node by its number, in a pause and after the end."""
    return "go to node" if on.held or on.looking_back else ""


def tree_label(on: LabSession) -> str:
    """The label of the key for the tree, when it is time to look at it."""
    return "tree" if on.looking_back else ""


RUNS_ALREADY, NOTHING_RUNS = "it is already running; space pauses it", "nothing is running; enter starts a search"
SLOWEST, FASTEST = "this is the slowest", "this is the fastest"
AT_ITS_END = "the search has ended"
NONE_LISTED = "no solution is listed"
"""Why a key does nothing now."""


def no_walk(on: LabSession) -> str:
    """Why there is nothing to walk in."""
    if on.driven is None:
        return "there is no search to walk through; . starts one"
    return "this search cannot be walked through: it visits no tree, or has not started"


def no_other(on: LabSession) -> str:
    """Why there is no other solution to look at."""
    return "no other solution is listed" if len(on.browser.found()) else NONE_LISTED


def no_such_place(on: LabSession) -> str:
    """Why the first or the last solution cannot be shown."""
    return "it is already in view" if len(on.browser.found()) else NONE_LISTED


SEARCH_ACTIONS: tuple[Action[Any, LabSession], ...] = (
    Action("run", "enter", "run", "Start the search, or go on after a pause", footer=run_label, group="Search",
           why_not=RUNS_ALREADY),
    Action("pause", "space", "pause", "Pause, or go on", footer=pause_label, group="Search", why_not=NOTHING_RUNS),
    Action("step", "full_stop", "step", "Visit one node, then pause", footer=True, group="Search", why_not=AT_ITS_END),
    Action("next_solution", "greater_than_sign", "next solution", "Go on to the next solution, then pause",
           group="Search", why_not=AT_ITS_END),
    Action("speed(-1)", "minus", "slower", "Slower, down to one node a second",
           footer=lambda on: "slower" if on.watchable else "", group="Search",
           when=lambda on: on.search.shifted_speed(-1) != on.search.speed,
           why_not=SLOWEST),
    Action("speed(1)", "plus,equals_sign", "faster", "Faster, up to full speed",
           footer=lambda on: "faster" if on.watchable else "", group="Search",
           when=lambda on: on.search.shifted_speed(1) != on.search.speed, why_not=FASTEST),
    Action("full_speed", "f", "full speed", "Full speed, or back to one you can watch",
           footer=full_speed_label, group="Search"),
    Action("stop", "x", "stop", "Stop, and keep the figures so far",
           footer=lambda on: "" if on.search.gone_back else "stop", group="Search", why_not=NOTHING_RUNS),
    Action("restart", "r", "restart", "Start again from the beginning", group="Search"),
    Action("kept", "K", "kept searches", "Continue a kept search: any that took more than ten seconds", group="Search"),
)  # fmt: skip
"""What every searching screen can do."""


def _goes_on(on: LabSession) -> bool:
    """Whether nodes may come after the present one."""
    return on.can("walk") and not on.at_the_end


def _no_way_on(on: LabSession) -> str:
    return AT_ITS_END if on.can("walk") else no_walk(on)


def _walk(move: Move, keys: str, label: str, help: str, footer: bool | Callable[[LabSession], str] = False) -> Action:
    """A move in the tree."""
    return Action(f"walk('{move.name}')", keys, label, help, footer=footer, group=WALK, why_not=no_walk)


WALK_ACTIONS: tuple[Action[Any, LabSession], ...] = (
    _walk(Move.BACK, "comma", "back", "Back to the previous node", footer=True),
    _walk(Move.PARENT, "circumflex_accent,backspace", "parent", "Up to the node's parent"),
    replace(_walk(Move.OVER, "o", "over", "Skip the subtree: go to the next node that is not below this one"),
            when=_goes_on, why_not=_no_way_on),
    _walk(Move.OUT, "O", "out", "Leave the subtree: go to the next node that is not below the parent"),
    _walk(Move.NEXT_SIBLING, "right_parenthesis", "next sibling", "The next way at this level"),
    _walk(Move.PREVIOUS_SIBLING, "left_parenthesis", "previous sibling", "The previous way at this level"),
    _walk(Move.NEXT_DEAD_END, "d", "next dead end", "On to the next dead end"),
    _walk(Move.PREVIOUS_DEAD_END, "D", "previous dead end", "Back to the previous dead end",
          footer=lambda on: "dead end" if on.looking_back else ""),
    _walk(Move.PREVIOUS_SOLUTION, "less_than_sign", "previous solution", "Back to the previous solution"),
    _walk(Move.START, "home", "start", "Back to the start",
          footer=lambda on: "start" if on.looking_back else ""),
    Action("go_to_node", "J", "go to node", "Go to a node by its number", footer=node_label, group=WALK,
           do=lambda screen: screen.go_to_node(), when=lambda on: on.can("walk"), why_not=no_walk),
    Action("code", "C", "pseudocode", "The algorithm as pseudocode, with its variables, in place of Why",
           footer=code_label, group=WALK),
    Action("figure", "", "figure of this node",
           "Save the board, the reason, and the pseudocode if shown: .svg, .pdf or .tikz", group=WALK,
           do=node_figure.save, when=node_figure.can_be_drawn),
)  # fmt: skip
"""Going back and forth in any tree search; space stops a long move."""


def beside_label(on: LabSession) -> str:
    """The label of the key for two searches, when it is time to look at how it went."""
    return "side by side" if on.held or on.looking_back else ""


BESIDE_ACTIONS: tuple[Action[Any, LabSession], ...] = (
    Action("pair", "b", "side by side", "Two searches side by side, in lockstep: two algorithms, or two settings",
           footer=beside_label, group=WALK, do=lambda screen: screen.side_by_side(),
           when=lambda on: not on.too_large_beside, why_not=lambda on: on.too_large_beside),
)  # fmt: skip
"""Wherever a search can be started."""

WHY_ACTIONS: tuple[Action[Any, LabSession], ...] = (
    Action("unfold", "W", "why in full", "Why: everything that a choice rules out, or just one line", group=WALK,
           why_not="there is nothing more to unfold"),
)  # fmt: skip
"""On every screen with a panel of reasons."""

BROWSE_ACTIONS: tuple[Action[Any, LabSession], ...] = (
    Action("browse(1)", "n", "next found", "Next solution found",
           footer=lambda on: "" if on.search.gone_back else "next found", group="Solutions", why_not=no_other),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group="Solutions", why_not=no_other),
    Action("browse_to(0)", "left_square_bracket", "first found", "First solution found", group="Solutions",
           when=lambda on: on.can("browse_to") and on.browser.place != 0, why_not=no_such_place),
    Action("browse_to(-1)", "right_square_bracket", "last found", "Last solution found", group="Solutions",
           when=lambda on: on.can("browse_to") and on.browser.place != len(on.browser.listed()) - 1,
           why_not=no_such_place),
    Action("jump", "number_sign,g", "jump to k-th", "Jump to the k-th solution found", group="Solutions",
           why_not=NONE_LISTED),
    Action("classes", "u", "all / classes", "All solutions, or one of each symmetry class", group="Solutions",
           why_not=lambda on: on.NO_CLASSES if len(on.browser.found()) else NONE_LISTED),
    Action("live", "escape,v", "back to live", "From a solution to the search itself, and back",
           footer=lambda on: "the search" if on.browser.place is not None else "solution",
           group="Solutions", why_not="no solution is in view"),
)  # fmt: skip
"""What can be done with the solutions found on every screen that keeps a list of them."""
