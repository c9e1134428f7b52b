"""What can be done on the exact cover screen, and what its signs mean."""

from __future__ import annotations

from tui.commands import Action
from tui.search_screen import SEARCH_ACTIONS

ABOUT = """
Given some items (columns) and options (rows) that each hold some of them: choose
options so that every item is held exactly once.  Secondary items, right of the bar
in the matrix, may be held once or not at all.

Two engines work on the same problem.  The dance visits one node of the search tree
at a time, forwards and backwards, and says why.  The search runs at full speed, to
count or to find.  t changes between them; space, +, - and the other keys of the
group Search steer whichever is chosen.

In the matrix: ●2 1/3 is an option chosen at level 2, the first of three ways to cover
its item (1/3: the branching choice); ✗ A an option that clashes with the chosen A;
▸ 1/3 the options that are tried next.  ▾ marks the item they cover, the smallest.
The last row gives each item's size: how many options are left that hold it.

Files.  Knuth's format: the items on the first line, then an option a line, as the items it holds.  A bar on the first
line stands before the secondary items; x:1 gives the secondary item x a colour, 2|A wants A twice, 0:2|A at most
twice; a line that begins with a bar is a comment.  Or a 0/1 matrix, a row an option.

Pieces to be packed are drawn: "region:" on a line of its own and the region below it, then "piece NAME:" and
the piece below that. Any sign is a cell, a dot or a blank is none, and in the region ? is a cell that may stay
empty. "piece NAME x2:" is there twice, x1-3 one to three times, x* any number of times. "pieces: one-sided"
allows no flipping, "pieces: fixed" no turning either; "set: pentominoes" takes the twelve. The option L2.3b is
piece L with its first cell in row 2, column 3, turned in the way b; a file saved as .drawing holds the text as
it was drawn. g offers an example to begin with: Draw pieces of one's own.
"""

MOVES = "Dance"
VIEWS = "Views"
PROBLEM = "Problem"
EDITOR = "Editing the matrix (after e)"
FOUND = "Solutions"

DANCE_ACTIONS = (
    Action("back", "comma", "back", "Back to the node before", footer=True, group=MOVES),
    Action("over", "o", "over", "Step over: to the next node that is not below this one", footer=True, group=MOVES),
    Action("dead_end", "d", "next dead end", "Go on to the next dead end", group=MOVES),
    Action("back_solution", "less_than_sign", "solution before", "Back to the solution before", group=MOVES),
    Action("engine", "t", "dance / search", "Change between the dance and the search", footer=True, group=MOVES),
)  # fmt: skip

VIEW_ACTIONS = (
    Action("view(1)", "v", "next view", "The next view of the problem", group=VIEWS),
    Action("view(-1)", "V", "view before", "The view before", group=VIEWS),
    Action("view_named('matrix')", "M", "matrix", "The matrix", group=VIEWS),
    Action("view_named('graph')", "G", "graph", "The bipartite graph (small problems)", group=VIEWS),
    Action("view_named('picture')", "P", "picture", "The tiling, square or board", group=VIEWS),
    Action("view_named('links')", "L", "links", "The L, R, U and D links (small problems)", group=VIEWS),
    Action("view_named('levels')", "B", "levels", "Nodes by level as bars", group=VIEWS),
)  # fmt: skip

PROBLEM_ACTIONS = (
    Action("gallery", "g", "gallery", "From the gallery, a file, or one of your own", footer=True, group=PROBLEM),
    Action("open", "ctrl+o", "open a file", "Open a file: Knuth's format, matrix, JSON, drawing", group=PROBLEM),
    Action("edit", "e", "edit", "Edit the matrix with the keyboard", footer=True, group=PROBLEM),
    Action("write", "w", "as text", "Edit the problem as text, or draw pieces", group=PROBLEM),
    Action("paste", "", "paste", "Paste a problem in any of these formats with the terminal's own paste key",
           palette=False, shown="paste", group=PROBLEM),
    Action("algorithm", "a", "algorithm", "Choose the algorithm of the search", group=PROBLEM),
    Action("estimate", "percent_sign", "estimate", "What is known before a run: forced and impossible items, "
           "estimated nodes", group=PROBLEM),
    Action("command", "c", "command", "Show the command line that does the same", group=PROBLEM),
)  # fmt: skip

FOUND_ACTIONS = (
    Action("browse(1)", "n", "next found", "Next solution found", group=FOUND),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group=FOUND),
    Action("browse_to(0)", "left_square_bracket", "first found", "First solution found", group=FOUND),
    Action("browse_to(-1)", "right_square_bracket", "last found", "Last solution found", group=FOUND),
    Action("jump", "number_sign", "jump to k-th", "Jump to the k-th solution found", group=FOUND),
    Action("classes", "u", "all / classes", "All solutions, or one of each symmetry class", group=FOUND),
    Action("live", "escape", "back to live", "Show the engine itself again", group=FOUND),
    Action("copy", "y", "copy", "Copy the solution as text", group=FOUND),
    Action("save", "s", "save", "Save the problem or what was found: .dlx .drawing .txt .json .svg", group=FOUND),
)  # fmt: skip

EDIT_ACTIONS = (
    Action("cell", "space,enter,0,1", "put / take", "Put the item into the option, or take it out", footer=True,
           group=EDITOR, palette=False),
    Action("add_option", "o", "option", "Add an option below", footer=True, group=EDITOR),
    Action("add_item", "i", "item", "Add an item to the right", footer=True, group=EDITOR),
    Action("remove_option", "d,delete", "remove option", "Remove the option", group=EDITOR),
    Action("remove_item", "x", "remove item", "Remove the item", group=EDITOR),
    Action("name_option", "r", "name option", "Name the option", group=EDITOR),
    Action("name_item", "n", "name item", "Name the item", group=EDITOR),
    Action("turn_item", "s", "primary / secondary", "Make the item secondary, or primary again", group=EDITOR),
    Action("undo", "u,backspace", "undo", "Take the last change back", footer=True, group=EDITOR),
    Action("redo", "U,ctrl+y", "redo", "Make it again", group=EDITOR),
    Action("end_edit", "escape,e", "done", "Leave the editor; all changes are kept", footer=True, group=EDITOR),
)  # fmt: skip

EDITING = frozenset(action.name for action in EDIT_ACTIONS)
"""Names of the actions that only the editor has."""

ACTIONS = (*SEARCH_ACTIONS, *DANCE_ACTIONS, *VIEW_ACTIONS, *PROBLEM_ACTIONS, *FOUND_ACTIONS, *EDIT_ACTIONS)
