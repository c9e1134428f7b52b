"""What can be done on the queens screen, and the words for it."""

from __future__ import annotations

from tui.actions.action import Action
from tui.search.browsing import BROWSE_ACTIONS
from tui.search.screen import SEARCH_ACTIONS, WALK_ACTIONS

CHOICES = "Choices"
SOLUTIONS = "Solutions"
TREE = "Walking in the tree"
BOARD = "Placing queens by hand (after e)"

SCREEN_ACTIONS = (*SEARCH_ACTIONS, *WALK_ACTIONS, *BROWSE_ACTIONS)
"""Those that steer the search and browse what it finds, as on every screen that searches."""

BENCH_ACTIONS = (
    Action("algorithm", "a", "algorithm", "Choose the algorithm from a list", footer=True, group=CHOICES),
    Action("proposed", "A", "proposed", "Take the algorithm proposed for this board and goal", group=CHOICES),
    Action("copy", "y", "copy", "Copy the solution as a list", footer=True, group=SOLUTIONS),
    Action("save", "s", "save", "Save the solution: .txt list, .fen, or .svg board", group=SOLUTIONS),
    Action("save_all", "S", "save all", "Save all solutions listed, or one of each class, one per line",
           group=SOLUTIONS),
    Action("hand", "e", "place queens", "Place queens on the board and forbid squares", footer=True, group=BOARD),
    Action("put('queen')", "space", "queen", "Put a queen on the cursor's square, or take it away", footer=True,
           palette=False, group=BOARD, priority=True),
    Action("put('cross')", "x", "forbid", "Forbid the cursor's square, or allow it again", footer=True, palette=False,
           group=BOARD, priority=True),
    Action("clear_board", "delete", "clear board", "Clear all queens and crosses from the board", group=BOARD),
    Action("hand_off", "escape", "done", "Done placing", footer=True, palette=False, group=BOARD, priority=True),
    Action("tree", "T", "tree", "The visited tree beside the board: arrows move, z and Z zoom", group=TREE),
    Action("close_tree", "escape", "close tree", "Close the tree", footer=True, palette=False, group=TREE,
           priority=True),
    Action("pair", "b", "side by side", "Two algorithms side by side, in lockstep", footer=True, group=CHOICES),
    Action("command", "c", "command", "Show the command line that does the same", group=CHOICES),
    Action("size(1)", "asterisk", "larger", "One more queen", group=CHOICES, palette=False),
    Action("size(-1)", "slash", "smaller", "One queen fewer", group=CHOICES, palette=False),
)  # fmt: skip
"""Those of the bench: choices, the own hand, files."""

ACTIONS = (*SCREEN_ACTIONS, *BENCH_ACTIONS)
