"""What can be done on the queens screen: on which keys, when, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.actions.action import Action
from tui.search.screen import BROWSE_ACTIONS, SEARCH_ACTIONS, WALK_ACTIONS

if TYPE_CHECKING:
    from tui.screens.queens.screen import QueensScreen

CHOICES = "Choices"
SOLUTIONS = "Solutions"
TREE = "Walking in the tree"
BOARD = "Placing queens by hand (after e)"


def _has_found(screen: QueensScreen) -> bool:
    return len(screen.browser.found()) > 0


def _holds(screen: QueensScreen) -> bool:
    """Whether somebody is placing queens; in a dialog, keys are not for the board."""
    return screen.session.holding and screen.in_front


def _shows_tree(screen: QueensScreen) -> bool:
    return screen.tree_panel.opened and screen.in_front


ACTIONS: tuple[Action[QueensScreen], ...] = (
    *SEARCH_ACTIONS, *WALK_ACTIONS, *BROWSE_ACTIONS,
    Action("algorithm", "a", "algorithm", "Choose the algorithm from a list", footer=True, group=CHOICES,
           do=lambda screen: screen.choose_algorithm()),
    Action("proposed", "A", "proposed", "Take the algorithm proposed for this board and goal", group=CHOICES,
           do=lambda screen: screen.take_proposed(), when=lambda screen: screen.session.has_proposal),
    Action("copy", "y", "copy", "Copy the solution as a list", footer=True, group=SOLUTIONS,
           do=lambda screen: screen.files.copy(), when=_has_found),
    Action("save", "s", "save", "Save the solution: .txt list, .fen, or .svg board", group=SOLUTIONS,
           do=lambda screen: screen.files.save(), when=_has_found),
    Action("save_all", "S", "save all", "Save all solutions listed, or one of each class, one per line",
           group=SOLUTIONS, do=lambda screen: screen.files.save_all(), when=_has_found),
    Action("hand", "e", "place queens", "Place queens on the board and forbid squares", footer=True, group=BOARD,
           do=lambda screen: screen.take_the_board(),
           when=lambda screen: not screen.session.holding and screen.session.can_hold),
    Action("put('queen')", "space", "queen", "Put a queen on the cursor's square, or take it away", footer=True,
           palette=False, group=BOARD, priority=True, do=lambda screen: screen.put_queen(), when=_holds),
    Action("put('cross')", "x", "forbid", "Forbid the cursor's square, or allow it again", footer=True, palette=False,
           group=BOARD, priority=True, do=lambda screen: screen.put_cross(), when=_holds),
    Action("clear_board", "delete", "clear board", "Clear all queens and crosses from the board", group=BOARD,
           do=lambda screen: screen.clear_board(),
           when=lambda screen: screen.session.problem.restricted and not screen.searching),
    Action("hand_off", "escape", "done", "Done placing", footer=True, palette=False, group=BOARD, priority=True,
           do=lambda screen: screen.leave_the_board(), when=_holds),
    Action("tree", "T", "tree", "The visited tree beside the board: arrows move, z and Z zoom", group=TREE,
           do=lambda screen: screen.open_or_close_tree()),
    Action("close_tree", "escape", "close tree", "Close the tree", footer=True, palette=False, group=TREE,
           priority=True, do=lambda screen: screen.close_tree(), when=_shows_tree),
    Action("pair", "b", "side by side", "Two algorithms side by side, in lockstep", footer=True, group=CHOICES,
           do=lambda screen: screen.side_by_side(), when=lambda screen: screen.session.fits_side_by_side),
    Action("command", "c", "command", "Show the command line that does the same", group=CHOICES,
           do=lambda screen: screen.show_command()),
    Action("size(1)", "asterisk", "larger", "One more queen", group=CHOICES, palette=False,
           do=lambda screen: screen.resize_board(1)),
    Action("size(-1)", "slash", "smaller", "One queen fewer", group=CHOICES, palette=False,
           do=lambda screen: screen.resize_board(-1)),
)  # fmt: skip
