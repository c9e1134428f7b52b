"""What can be done on the queens screen: on which keys, when, and what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core._queens.problem import LARGEST_RESTRICTED
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
from tui.screens.queens import files

if TYPE_CHECKING:
    from tui.screens.queens.screen import QueensScreen
    from tui.screens.queens.session import QueensSession

ABOUT = """
N queens stand on an N × N board so that no two share a row, a column or a diagonal.
Choose an algorithm and a size (type the digits), then press enter and watch.  Digits
change the size on the form, never a search: what has been searched stays in view until
enter (in a search: r) starts another.

On the board: a queen, a dot on every square that some queen attacks, and a small
square (a plus in ASCII) on those that are still free; at full speed only the queens.
Queens that attack each other (local search starts like that) have their colours swapped.

Step with . and back with , to see why: the number beside a queen is the order in which
she was placed; a filled diamond is a square that may be taken next, an empty one a
square of the last line still to be tried, a cross one that led nowhere.  At the left and
above, rows and columns are numbered: r3c5 is the fifth square of row 3.  At the right and
below stands how many squares each has left; ✗0 marks a line with none.
C shows the algorithm as pseudocode: ▸ marks the line where the search stands, a dot the
lines run since the node before; below are the variables.

Press b for two searches side by side in lockstep, each on a board of its own, with
their nodes by level: it shows where one has more to do than the other.  T shows the whole
tree beside the board; the board shows the node that the arrow keys point at.

Press e to place queens (space) and to forbid squares (x) yourself, then enter to count
the completions.  With the mouse, a click places a queen, and a right click, or a click
with ctrl held, forbids the square.  A queen that was there from the start is underlined, or has a star in
the corner of her picture.

A board too large to be drawn shows a window: press tab, then move it with the arrow
keys, pgup, pgdn, shift and left or right, home and end; q moves it to the queen of its
middle row.  The number at the right of each row is the column of its queen.

A solution is listed, copied (y) and saved (s) as the column of each row's queen, counted
from 1, top row first.

A search of more than ten seconds is kept on disk automatically; K continues one that was
left, stopped or killed, now or the next time you start the program.

A node is one partial placement that the search visits; the root counts as one.
The number after the slash is the known value (A000170 of the OEIS).
"""
"""What the help says above the keys."""

CHOICES = "Choices"
SOLUTIONS = "Solutions"
TREE = "Walking through the tree"
BOARD = "Placing queens by hand (after e)"
STOP_FIRST = "a search is running; x stops it first"


def _has_found(session: QueensSession) -> bool:
    return len(session.browser.found()) > 0


def _beside_label(session: QueensSession) -> str:
    """The question that two boards answer: why 980 and not 2 057."""
    return session.why_not_as_many or "side by side"


_ASKING: dict[str, Any] = {"footer": _beside_label, "group": CHOICES}


def _holds(session: QueensSession) -> bool:
    return session.holding


def _no_hand(session: QueensSession) -> str:
    """Why queens cannot be placed by hand now."""
    if session.holding:
        return "you are placing queens; esc ends that"
    return STOP_FIRST if session.searching else f"boards up to {LARGEST_RESTRICTED} × {LARGEST_RESTRICTED}"


ACTIONS: tuple[Action[QueensScreen, QueensSession], ...] = (
    *SEARCH_ACTIONS, *WALK_ACTIONS, *WHY_ACTIONS, *BROWSE_ACTIONS,
    Action("algorithm", "a", "algorithm", "Choose the algorithm from a list", footer=True, group=CHOICES,
           do=lambda screen: screen.choose_algorithm()),
    Action("proposed", "A", "proposed", "Use the algorithm proposed for this board and goal", group=CHOICES,
           do=lambda screen: screen.chosen(screen.session.take_proposed()),
           when=lambda session: session.has_proposal, why_not="no other algorithm is proposed"),
    Action("copy", "y", "copy", "Copy the solution: each row's column, from 1", footer=True,
           group=SOLUTIONS, do=files.copy, when=_has_found, why_not=NONE_LISTED),
    Action("save", "s", "save", "Save the solution: .txt list of columns, .fen, or .svg board", group=SOLUTIONS,
           do=files.save, when=_has_found, why_not=NONE_LISTED),
    Action("save_all", "S", "save all", "Save all solutions listed, or one of each class, one per line",
           group=SOLUTIONS, do=files.save_all, when=_has_found, why_not=NONE_LISTED),
    Action("hand", "e", "place queens", "Place queens on the board and forbid squares", footer=True, group=BOARD,
           do=lambda screen: screen.take_the_board(),
           when=lambda session: not session.holding and session.can_hold, why_not=_no_hand),
    Action("put('queen')", "space", "queen", "Put a queen on the cursor's square, or take it away", footer=True,
           palette=False, group=BOARD, priority=True, when=_holds,
           do=lambda screen: screen.chosen(screen.session.put_queen())),
    Action("put('cross')", "x", "forbid", "Forbid the cursor's square, or allow it again", footer=True, palette=False,
           group=BOARD, priority=True, when=_holds,
           do=lambda screen: screen.chosen(screen.session.put_cross())),
    Action("clear_board", "delete", "clear board", "Clear all queens and crosses from the board", group=BOARD,
           do=lambda screen: screen.chosen(screen.session.clear_board()),
           when=lambda session: session.problem.restricted and not session.searching,
           why_not=lambda session: STOP_FIRST if session.searching else "nothing is placed or forbidden"),
    Action("hand_off", "escape", "done", "Done placing", footer=True, palette=False, group=BOARD, priority=True,
           do=lambda screen: screen.leave_the_board(), when=_holds),
    Action("tree", "T", "tree", "The visited tree beside the board: arrows move, z and Z zoom", footer=tree_label,
           group=TREE, do=lambda screen: screen.turn_tree()),
    Action("close_tree", "escape", "close tree", "Close the tree", footer=True, palette=False, group=TREE,
           priority=True, do=lambda screen: screen.turn_tree(), when=lambda session: session.tree_opened),
    *(replace(action, **_ASKING) for action in BESIDE_ACTIONS),
    Action("command", "c", "command", "Show the command line that does the same", group=CHOICES,
           do=lambda screen: screen.show_command()),
    Action("size(1)", "asterisk", "larger", "One more queen", group=CHOICES, palette=False,
           do=lambda screen: screen.chosen(screen.session.resize(1))),
    Action("size(-1)", "slash", "smaller", "One queen fewer", group=CHOICES, palette=False,
           do=lambda screen: screen.chosen(screen.session.resize(-1))),
)  # fmt: skip
