"""What can be done on the exact cover screen, and what its signs mean."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.actions.action import Action
from tui.lab.actions import (
    BESIDE_ACTIONS,
    BROWSE_ACTIONS,
    NONE_LISTED,
    SEARCH_ACTIONS,
    WALK_ACTIONS,
    WHY_ACTIONS,
    tree_label,
)
from tui.lab.session import WALK
from tui.screens.cover import advice, choosing, files, lot
from tui.screens.cover.editor import MatrixEditor
from tui.screens.cover.offers import EDITOR, HAND

if TYPE_CHECKING:
    from tui.screens.cover.screen import CoverScreen
    from tui.screens.cover.session import CoverSession

ABOUT = """
Given some items (columns) and options (rows) that each hold some of them: choose
options so that every primary item is held exactly once, or as often as its multiplicity
says.  Secondary items, right of the bar in the matrix, may be held once or not at all;
several options may hold one in the same colour, but none in another.

Step by step, the search visits one node at a time, forwards and backwards, and says
why.  At full speed it counts or finds.  t switches between the two; it is the same
search, so you can pause it at full speed and step on from there.

In the matrix: ●2 1/3 is an option chosen at level 2, the first of three ways to cover
its item (1/3: the branching choice); ✗ A an option ruled out by the chosen option A;
▸ 1/3 the options to be tried next.  ▾ marks the item they cover, the smallest.
The last row gives each item's size: how many options are left that hold it.

H lets you choose by hand: at any node, take an option yourself, ask only for solutions
with it or without it, and see what is left; . searches on from there.

Files.  Knuth's format: items on the first line, then one option per line, as the items it holds.  A bar on the first
line comes before the secondary items; x:1 gives the secondary item x a colour, 2|A asks for A twice, 0:2|A at most
twice; a line that begins with a bar is a comment, and | option: NAME names the option below it.  Or a 0/1 matrix,
one row per option.

Pieces to be packed are drawn: "region:" on a line of its own and the region below it, then "piece NAME:" and
the piece below that. Any character is a cell, a dot or a blank is not, and in the region ? is a cell that may stay
empty. "piece NAME x2:" appears twice, x1-3 one to three times, x* any number of times. "pieces: one-sided"
allows no flipping, "pieces: fixed" no turning either; "set: pentominoes" takes the twelve; "grid: triangles" (A and V)
and "grid: hexagons" (two signs apart) make other cells. The option L2.3b is
piece L with its first cell in row 2, column 3, in orientation b; a file saved as .drawing holds the text as
it was drawn. g offers an example to start from: Draw your own pieces.
"""

VIEWS = "Views"
PROBLEM = "Problem"
NOT_STEP_BY_STEP = "links are drawn step by step; t switches to that"
ONLY_BY_HAND = "only while you choose by hand; H begins that"


def _has_found(session: CoverSession) -> bool:
    return session.to_take is not None


def _has_options(session: CoverSession) -> bool:
    return session.editor.has_options


PACE_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    Action("pace", "t", "watch / run", "Step by step with reasons, or at full speed with figures",
           group=WALK, do=lambda screen: screen.change_pace(), waits=True),
    Action("dance(1)", "semicolon", "one link on", "The next single unlinking or relinking, drawn as links",
           group=WALK, do=lambda screen: screen.dance(1), waits=True, when=lambda session: session.watching,
           why_not=NOT_STEP_BY_STEP),
    Action("dance(-1)", "colon", "one link back", "Take back the last unlinking or relinking", group=WALK,
           do=lambda screen: screen.dance(-1), waits=True, when=lambda session: session.watching,
           why_not=NOT_STEP_BY_STEP),
)  # fmt: skip

VIEW_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    Action("view('next')", "v", "next view", "The next view of the problem", group=VIEWS,
           why_not="it is already in view"),
    Action("view('before')", "V", "previous view", "The previous view", group=VIEWS, why_not="it is already in view"),
    Action("view('matrix')", "M", "matrix", "The matrix", group=VIEWS, why_not="it is already in view"),
    Action("view('graph')", "G", "graph", "The bipartite graph (small problems)", group=VIEWS,
           why_not="it is already in view"),
    Action("view('picture')", "P", "picture", "The tiling, square or board", group=VIEWS,
           why_not="it is already in view"),
    Action("view('links')", "L", "links", "The L, R, U and D links (small problems); ; and : make single steps",
           group=VIEWS, why_not="it is already in view"),
    Action("view('levels')", "B", "levels", "Nodes by level as bars", group=VIEWS, why_not="it is already in view"),
    Action("view('tree')", "T", "tree", "The visited tree as an icicle: arrows move, z and Z zoom", footer=tree_label,
           group=VIEWS, why_not="it is already in view"),
)  # fmt: skip

PROBLEM_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    Action("problem('gallery')", "g", "gallery", "From the gallery, a file, or one of your own",
           group=PROBLEM, do=choosing.choose),
    Action("problem('open')", "ctrl+o", "open a file", "Open a file: Knuth's format, matrix, JSON, drawing",
           group=PROBLEM, do=choosing.choose_file),
    Action("problem('edit')", "e", "edit", "Edit the matrix with the keyboard", group=PROBLEM,
           do=lambda screen: screen.begin_editing(), waits=True),
    Action("problem('write')", "w", "as text", "Edit the problem as text, or draw pieces", group=PROBLEM,
           do=choosing.write, waits=True),
    Action("paste", "", "paste", "Paste a problem in any of these formats with the terminal's own paste key",
           palette=False, shown="paste", group=PROBLEM),
    Action("problem('algorithm')", "a", "algorithm", "Choose the algorithm from a list", group=PROBLEM,
           do=lambda screen: screen.choose_algorithm(), waits=True),
    Action("problem('estimate')", "percent_sign", "estimate",
           "What is known before a run: forced and impossible items, estimated nodes", group=PROBLEM,
           do=advice.estimate, waits=True),
    Action("problem('command')", "c", "command", "Show the command line that does the same", group=PROBLEM,
           do=lambda screen: screen.show_command(), waits=True),
)  # fmt: skip

_OTHERWISE: dict[str, dict[str, Any]] = {
    "browse(1)": {"footer": lambda _: "next found"},
    "browse(-1)": {"footer": lambda _: "previous found"},
    "jump": {"keys": "number_sign"},  # g is the gallery
    "classes": {"footer": lambda _: "classes"},
    "live": {
        "keys": "escape",  # v is the next view
        "footer": lambda on: "solution" if on.in_view is None else "the search",
    },
}

FOUND_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    *(replace(action, **_OTHERWISE.get(action.action, {})) for action in BROWSE_ACTIONS),
    Action("copy", "y", "copy", "Copy the solution as text", group="Solutions",
           do=files.copy, when=_has_found, why_not=NONE_LISTED),
    Action("lot", "R", "random solution", "A random solution, each as likely as any other, from the diagram of all",
           group="Solutions", do=lot.begin, waits=True, when=lambda session: not session.editing),
    Action("shares", "S", "shares", "The share of all solutions for each option, and in the picture for each cell",
           group="Solutions", do=lot.turn, waits=True, when=lambda session: not session.editing),
    Action("save", "s", "save", "Save the problem or what was found: .dlx .drawing .txt .json .svg", group="Solutions",
           do=files.save),
)  # fmt: skip

EDIT_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    Action("edit_matrix('cell')", "space,enter,0,1", "put / take", "Put the item into the option, or take it out",
           group=EDITOR, palette=False, do=lambda screen: screen.edit(MatrixEditor.toggle)),
    Action("edit_matrix('add_option')", "o", "option", "Add an option below", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.add_option)),
    Action("edit_matrix('add_item')", "i", "item", "Add an item to the right", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.add_item)),
    Action("edit_matrix('remove_option')", "d,delete", "remove option", "Remove the option", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.remove_option), when=_has_options,
           why_not="there is no option; o adds one"),
    Action("edit_matrix('remove_item')", "x", "remove item", "Remove the item", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.remove_item)),
    Action("edit_matrix('name_option')", "r", "name option", "Name the option", group=EDITOR,
           do=lambda screen: screen.rename(MatrixEditor.naming_option), when=_has_options,
           why_not="there is no option; o adds one"),
    Action("edit_matrix('name_item')", "n", "name item", "Name the item", group=EDITOR,
           do=lambda screen: screen.rename(MatrixEditor.naming_item)),
    Action("edit_matrix('turn_item')", "s", "primary / secondary", "Make the item secondary, or primary again",
           group=EDITOR, do=lambda screen: screen.edit(MatrixEditor.turn_item)),
    Action("edit_matrix('undo')", "u,backspace", "undo", "Undo the last change", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.undo), when=lambda session: session.editor.can_undo,
           why_not="nothing to undo"),
    Action("edit_matrix('redo')", "U,ctrl+y", "redo", "Redo the last undone change", group=EDITOR,
           do=lambda screen: screen.edit(MatrixEditor.redo), when=lambda session: session.editor.can_redo,
           why_not="nothing to redo"),
    Action("edit_matrix('end')", "escape,e", "done", "Leave the editor; all changes are kept",
           group=EDITOR, do=lambda screen: screen.end_editing()),
)  # fmt: skip

HAND_ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    Action("hand('on')", "H", "by hand", "Take and forbid options yourself, starting where the search is",
           group=HAND,
           do=lambda screen: screen.begin_by_hand(), waits=True,
           when=lambda session: not session.hand.on and session.editor.has_options,
           why_not="this problem has no options"),
    Action("hand('take')", "space,enter", "take", "Take the option at this node, or give it back", palette=False,
           group=HAND,
           do=lambda screen: screen.use_hand("take"), waits=True, when=lambda session: session.can_take,
           why_not=ONLY_BY_HAND),
    Action("hand('only')", "exclamation_mark", "only with it", "Only solutions with this option, whatever the search "
           "has chosen", palette=False, group=HAND,
           do=lambda screen: screen.use_hand("only"), waits=True, when=lambda session: session.can_take,
           why_not=ONLY_BY_HAND),
    Action("hand('forbid')", "x", "forbid", "Only solutions without this option, or allow it again", palette=False,
           group=HAND,
           do=lambda screen: screen.use_hand("forbid"), waits=True, when=lambda session: session.can_take,
           why_not=ONLY_BY_HAND),
    Action("hand('undo')", "u", "undo", "Undo the last thing you did by hand", palette=False, group=HAND,
           do=lambda screen: screen.use_hand("undo"), waits=True,
           when=lambda session: session.hand.on and session.hand.can_undo,
           why_not=lambda session: "nothing to undo" if session.hand.on else ONLY_BY_HAND),
    Action("hand('clear')", "delete", "clear all", "Undo everything you took and forbade", group=HAND,
           do=lambda screen: screen.use_hand("clear"), waits=True, when=lambda session: session.hand.anything,
           why_not="nothing is taken or forbidden"),
    Action("hand('off')", "escape,H", "done", "Done; what you took and forbade stays", palette=False, group=HAND,
           do=lambda screen: screen.end_by_hand(), waits=True, when=lambda session: session.can_take,
           why_not=ONLY_BY_HAND),
)  # fmt: skip
STEERING = frozenset({"run", "step", "next_solution", "full_speed", "walk", "go_to_node"})
"""Names of actions on the search of the problem that is being opened, if it has one."""

ACTIONS: tuple[Action[CoverScreen, CoverSession], ...] = (
    *(replace(action, waits=action.name in STEERING) for action in (*SEARCH_ACTIONS, *WALK_ACTIONS)),
    *(replace(action, waits=True) for action in BESIDE_ACTIONS),
    *WHY_ACTIONS, *PACE_ACTIONS, *VIEW_ACTIONS, *PROBLEM_ACTIONS, *FOUND_ACTIONS,
    *HAND_ACTIONS, *EDIT_ACTIONS,
)  # fmt: skip
