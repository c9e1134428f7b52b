"""What can be done on the Sudoku screen, and the words for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.binding import Binding, BindingType

from core.sudoku._symbols import SYMBOLS
from tui.actions.action import Action
from tui.lab.actions import BESIDE_ACTIONS, SEARCH_ACTIONS, WALK_ACTIONS, no_other, run_label, tree_label
from tui.lab.session import WALK
from tui.screens.sudoku import dialogs, rule_dialogs
from tui.screens.sudoku.document import Mode, Once, SudokuDocument
from tui.screens.sudoku.session import SOLVING
from tui.screens.sudoku.setting import SETTING_JOB

if TYPE_CHECKING:
    from tui.screens.sudoku.screen import SudokuScreen
    from tui.screens.sudoku.session import SudokuSession

ABOUT = """
Fill the grid so that every row, every column and every box holds each value once.

Type a digit to put it in the cell.  On grids with more than nine values, letters are values (C or c is 12), and
so are two digits in a row; this holds in every mode, and a space keeps two digits apart.  Commands whose letter is a
value there come after a semicolon.

To enter a puzzle from a newspaper press o, choose an empty grid and type it row by row, with space for each empty
cell; or paste it, in any common format.

Givens are bold; where there is room for large digits they are blocks, and other values are lines.  Marks are what
you wrote; candidates (a) are what the rules leave, and never touch your marks.  Values that break a rule have their
colours swapped and an exclamation mark after them; where a cell has room for one character only, such marks go on the
lines, above the column and to the left of the box.

To set a puzzle of your own, select cells with shift and arrows (or V, then plain arrows; space lifts, and home, page
up, end and page down go on the slant).  R asks for the kind of rule and for its value, and the rule stands at once; L
lists the rules, shows the cells of each, and changes or removes it.  A strikes through, on the board only, the
candidates that no solution has; c lights the cells in which two of several solutions differ least, or names what
clashes if there is none; "what can go" in the palette names rules and givens that are not needed.  Cages have dashed
edges with their sum in the corner, lines that meet have strokes of their own, signs stand on edges and corners, and
clues outside on the frame.

Enter asks the chosen algorithm (tab goes to the form) for the solution of the puzzle; set a speed with + and - to
watch, or press . for one value at a time, with the reason.  Your own grid stays as it was: esc returns to it, w
writes the solution in.

Everything is saved as you type.
"""

_KEYS_OF_SYMBOLS = {"&": "ampersand"}


def _work(do: Callable[[SudokuSession], object]) -> Callable[[SudokuScreen], None]:
    """Something done to the puzzle in hand that changes what is in view."""

    def done(screen: SudokuScreen) -> None:
        do(screen.session)
        screen.tick()

    return done


def _choose(do: Callable[[SudokuSession], object]) -> Callable[[SudokuScreen], None]:
    """Something remembered for the next start."""

    def done(screen: SudokuScreen) -> None:
        do(screen.session)
        screen.remember()
        screen.tick()

    return done


def _if(holds: Callable[[SudokuDocument], object]) -> Callable[[SudokuSession], bool]:
    """Whether something holds of the puzzle in hand."""
    return lambda session: bool(holds(session.document))


def _typing_in(session: SudokuSession) -> bool:
    return session.typing_in


def _on_own_grid(session: SudokuSession) -> bool:
    return not session.document.watching


def _selecting(session: SudokuSession) -> bool:
    return session.ruling.selecting


def _digit_first(session: SudokuSession) -> bool:
    return session.document.mode is Mode.DIGIT and not session.document.watching


def _at_rest(session: SudokuSession) -> bool:
    """Whether nobody walks through the tree; while a search is in view, the walk has the keys of these actions."""
    return not session.walking


def _asks_nothing(session: SudokuSession) -> bool:
    """Whether no question of a setter is being answered."""
    return not session.jobs.running(SETTING_JOB)


def _has_neighbours(session: SudokuSession) -> bool:
    """Whether there is a next puzzle or one before; the walk through the tree has their keys."""
    return _at_rest(session) and session.has_neighbours


def _has_others_found(session: SudokuSession) -> bool:
    """Whether there is a solution to look at other than the one in view."""
    browser = session.browser
    return session.document.watching and len(browser.found()) > (1 if browser.place is not None else 0)


def _shows_solution(session: SudokuSession) -> bool:
    return session.document.watching and session.browser.place is not None


# Labels in the footer, as things stand

_WHAT_A_VALUE_DOES = {
    Mode.VALUES: "value", Mode.MARKS: "mark", Mode.DIGIT: "digit", Mode.COLOURS: "colour", Mode.GIVENS: "given",
    Mode.SELECT: "nothing",
}  # fmt: skip


def _symbol_label(session: SudokuSession) -> str:
    return _WHAT_A_VALUE_DOES[session.document.mode]


def _put_label(session: SudokuSession) -> str:
    document = session.document
    return f"put {document.named(document.digit)}" if document.digit else "put digit"


def _back_label(session: SudokuSession) -> str:
    return "my grid" if session.document.watching else "values"


def _run_label(session: SudokuSession) -> str:
    if not session.document.watching:
        return "solve"
    return run_label(session)


SYMBOL_BINDINGS: list[BindingType] = [
    *(
        Binding(_KEYS_OF_SYMBOLS.get(character, character), f"symbol('{character}')", show=False)
        for character in "0" + SYMBOLS
    ),
    *(
        Binding(character.lower(), f"symbol('{character.lower()}')", show=False)
        for character in SYMBOLS
        if character.isalpha()
    ),
]
"""One binding for every character that may be a value; they come before the commands on the same letters."""

_OTHERWISE: dict[str, dict[str, Any]] = {
    "run": {"label": "solve", "footer": _run_label},
    "step": {"help": "One more value, with the reason why it goes there; then pause"},
    "next_solution": {"help": "Go on to the next solution, then pause"},
}
_SEARCH = tuple(replace(action, group=SOLVING, **_OTHERWISE.get(action.name, {})) for action in SEARCH_ACTIONS)

_STEPS = ((-1, 0, "up"), (1, 0, "down"), (0, -1, "left"), (0, 1, "right"))


def _extend(down: int, right: int) -> Callable[[SudokuScreen], None]:
    return _work(lambda session: session.ruling.extend(down, right))


# While cells are selected, what moves selects, and the keys around a number pad's arrows go on the slant


def _move(down: int, right: int) -> Callable[[SudokuScreen], None]:
    return _work(
        lambda session: (
            session.ruling.extend(down, right) if session.ruling.selecting else session.entering.move(down, right)
        )
    )


def _move_box(down: int, right: int) -> Callable[[SudokuScreen], None]:
    def moved(session: SudokuSession) -> None:
        if session.ruling.selecting and down:
            session.ruling.extend(down, 1)
        else:
            session.entering.move_box(down, right)

    return _work(moved)


def _to_edge(session: SudokuSession, *, end: bool) -> None:
    if session.ruling.selecting:
        session.ruling.extend(1 if end else -1, -1)
    else:
        session.entering.to_edge(end)


WORK_ACTIONS: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    Action("symbol", "", "value", "A value: what it does depends on the mode below the grid", footer=_symbol_label,
           palette=False, shown="1-9 A-Z", group="Entering"),
    Action("separate", "space", "end of number", "Keep two digits apart, where together they would be one value",
           palette=False, group="Entering", do=_work(lambda session: session.entering.separate()),
           when=lambda session: session.document.pending.open_digit is not None),
    Action("skip", "space,full_stop", "empty, next", "Typing in: leave this cell empty and go on (0 too)",
           palette=False, group="Entering", do=_work(lambda session: session.entering.skip()), when=_typing_in),
    Action("rub_out", "backspace", "rub out", "Typing in: go back a cell and empty it", palette=False,
           group="Entering", do=_work(lambda session: session.entering.rub_out()), when=_typing_in),
    Action("lift", "space", "lift, go on", "Selecting: let arrows only move, then select again", palette=False,
           group="Rules", do=_work(lambda session: session.ruling.lift()), when=_selecting),
    Action("take_back", "backspace", "take back", "Selecting: leave out the cell selected last", palette=False,
           group="Rules", do=_work(lambda session: session.ruling.take_back()), when=_selecting),
    Action("kind", "enter", "kind of rule", "Selecting: choose the kind of rule (R too)", palette=False,
           group="Rules", do=rule_dialogs.new_rule, when=_selecting),
    *(Action(f"extend({down}, {right})", f"shift+{key}", "select", "Select the cell and the next one, for a rule",
             palette=False, group="Rules", do=_extend(down, right), when=_on_own_grid)
      for down, right, key in _STEPS),
    Action("put", "space", "put digit", "Digit first: put the digit in the cell, or take it away", footer=_put_label,
           palette=False, group="Entering", do=_work(lambda session: session.entering.put()), when=_digit_first),
    Action("clear", "backspace,delete,space", "clear", "Empty the cell: first its value, then its marks (0 too)",
           palette=False, shown="space del", group="Entering", do=_work(lambda session: session.entering.clear()),
           when=_on_own_grid),
    Action("once('mark')", "apostrophe", "mark", "Make the next value a pencil mark (in colours: colour it)",
           group="Entering", do=_work(lambda session: session.entering.mark_once())),
    Action("once('strike out')", "quotation_mark", "strike out", "Make the next value a struck-out candidate",
           group="Entering", do=_work(lambda session: session.entering.once(Once.STRIKE))),
    Action("number", "number_sign", "two digits", "Type the next value as a two-digit number", group="Entering",
           do=_work(lambda session: session.entering.number())),
    Action("letters", "semicolon", "commands", "Commands whose letters are values on this grid", group="Entering",
           do=dialogs.letters),
    Action("mode('marks')", "m", "marks mode", "Marks mode: values are pencil marks until m again",
           footer=lambda _: "values", group="Modes", do=_work(lambda session: session.entering.mode(Mode.MARKS))),
    Action("mode('digit first')", "d", "digit first", "Digit first: choose a digit, then put it in many cells",
           group="Modes", do=_work(lambda session: session.entering.mode(Mode.DIGIT)), when=_at_rest),
    Action("mode('colours')", "grave_accent,percent_sign", "colours",
           "Colours: 1 to 6 colour the cell, ' and a value colour a candidate, 0 removes the colour", group="Modes",
           do=_work(lambda session: session.entering.mode(Mode.COLOURS))),
    Action("mode('type in')", "i", "type in givens", "Type in: values are givens, and the cursor moves on by itself",
           group="Modes", do=_work(lambda session: session.entering.mode(Mode.GIVENS))),
    Action("done", "enter", "done", "Stop typing in", palette=False, group="Modes",
           do=_work(lambda session: session.entering.done()), when=_typing_in),
    Action("back", "escape", "my grid", "Back to values, or from a solution to your own grid", footer=_back_label,
           group="Modes", do=lambda screen: screen.back_to_grid()),
    Action("move(-1, 0)", "up,k", "up", "Up, wrapping round at the edge", palette=False, group="Moving",
           do=_move(-1, 0)),
    Action("move(1, 0)", "down,j", "down", "Down", palette=False, group="Moving",
           do=_move(1, 0)),
    Action("move(0, -1)", "left,h", "left", "Left", palette=False, group="Moving",
           do=_move(0, -1)),
    Action("move(0, 1)", "right,l", "right", "Right", palette=False, group="Moving",
           do=_move(0, 1)),
    Action("edge(0)", "home", "row start", "To the first cell of the row", palette=False, group="Moving",
           do=_work(lambda session: _to_edge(session, end=False)), when=_at_rest),
    Action("edge(1)", "end", "row end", "To the last cell of the row", palette=False, group="Moving",
           do=_work(lambda session: _to_edge(session, end=True))),
    Action("turn(-1)", "pageup", "scroll up", "Scroll the text in the lower right, where it is longer than the panel",
           palette=False, group="Learning", do=lambda screen: screen.page.turn(-1),
           when=lambda session: session.page_is_long),
    Action("turn(1)", "pagedown", "scroll down", "Scroll the text in the lower right", palette=False, group="Learning",
           do=lambda screen: screen.page.turn(1), when=lambda session: session.page_is_long),
    Action("box(-1, 0)", "pageup,ctrl+up", "box up", "A box up", palette=False, group="Moving",
           do=_move_box(-1, 0)),
    Action("box(1, 0)", "pagedown,ctrl+down", "box down", "A box down", palette=False, group="Moving",
           do=_move_box(1, 0)),
    Action("box(0, -1)", "left_square_bracket,ctrl+left", "box left", "A box to the left", palette=False,
           group="Moving", do=_move_box(0, -1)),
    Action("box(0, 1)", "right_square_bracket,ctrl+right", "box right", "A box to the right", palette=False,
           group="Moving", do=_move_box(0, 1)),
    Action("empty(1)", "n", "next empty", "To the next empty cell", palette=False, group="Moving",
           do=_work(lambda session: session.entering.to_empty(1)), when=_on_own_grid),
    Action("empty(-1)", "p", "previous empty", "To the previous empty cell", palette=False, group="Moving",
           do=_work(lambda session: session.entering.to_empty(-1)), when=_on_own_grid),
    Action("select", "V", "select", "Select cells for a rule: arrows select, space lifts, enter chooses the kind",
           group="Rules", do=_work(lambda session: session.ruling.select()), when=_at_rest),
    Action("new_rule", "R", "new rule", "A new rule about the selected cells, or the one under the cursor",
           group="Rules", do=rule_dialogs.new_rule, when=_on_own_grid),
    Action("rules", "L", "rules", "The rules of the puzzle: look at each, change it, remove it", group="Rules",
           do=rule_dialogs.rules, when=_at_rest),
    Action("candidates", "a", "candidates", "Show what the rules leave in the empty cells, or hide it",
           group="The grid", do=_work(lambda session: session.whole_grid.candidates())),
    Action("possible", "A", "possible", "Point out the candidates that no solution from here has, or stop that",
           group="The grid", do=_work(lambda session: session.setting.possible()),
           when=_asks_nothing, why_not="still looking for an answer; x stops that"),
    Action("spare", "", "what can go", "The rules and givens without which the puzzle still has one solution",
           group="Rules", do=_work(lambda session: session.setting.spare()),
           when=_asks_nothing, why_not="still looking for an answer; x stops that"),
    Action("undo", "u", "undo", "Undo the last change; when there is none left, back to the previous puzzle",
           group="The grid", do=_work(lambda session: session.document.undo()),
           when=_if(lambda document: document.can_undo), why_not="nothing to undo"),
    Action("before_mistake", "U", "before the mistake", "Undo to before the mistake, where there still was a solution",
           group="The grid", do=_work(lambda session: session.checking.before_mistake()),
           when=_if(lambda document: document.editor.can_undo), why_not="nothing to undo"),
    Action("redo", "z,ctrl+r", "redo", "Redo the last undone change", group="The grid",
           do=_work(lambda session: session.document.redo()), when=_if(lambda document: document.can_redo),
           why_not="nothing to redo"),
    Action("savepoint", "s", "savepoint", "Set a savepoint here", group="The grid",
           do=_work(lambda session: session.document.add_savepoint())),
    Action("savepoints", "S", "back to a savepoint", "Go back to a savepoint", group="The grid", do=dialogs.savepoints,
           when=_if(lambda document: document.editor.savepoints), why_not="no savepoint is set; s sets one"),
    Action("lock", "g", "lock givens", "Make all values givens; or, if there are givens, let them be edited",
           group="The grid", do=_work(lambda session: session.whole_grid.lock())),
    Action("restart_work", "ctrl+k", "clear my work", "Clear all your values and marks; the givens stay",
           group="The grid", do=_work(lambda session: session.whole_grid.clear_work()),
           when=_if(lambda document: document.has_work), why_not="no values or marks of yours are in the grid"),
    Action("marks_from_candidates", "", "candidates as marks", "Write the candidates of all empty cells as marks",
           group="The grid", do=_work(lambda session: session.whole_grid.marks_from_candidates())),
    Action("candidates_from_marks", "", "marks as candidates",
           "Strike out every candidate that you have not marked, so that hints go by your marks", group="The grid",
           do=_work(lambda session: session.whole_grid.candidates_from_marks())),
    Action("tidy", "comma", "tidy marks", "Remove marks that placed values rule out", group="The grid",
           do=_work(lambda session: session.whole_grid.tidy()), when=_at_rest),
    Action("auto_tidy", "", "tidy marks as values are placed",
           "When you place a value, remove it from the marks of the cells that see it, or not", group="The grid",
           do=_choose(lambda session: session.whole_grid.toggle_auto_tidy())),
    Action("clear_colours", "", "no colours", "Remove all colours", group="The grid",
           do=_work(lambda session: session.entering.clear_colours()),
           when=_if(lambda document: document.editor.colours)),
    Action("conflicts", "exclamation_mark", "broken rules", "List the broken rules, and go to one", group="The grid",
           do=dialogs.conflicts, when=_if(lambda document: document.grid.conflicts), why_not="no rule is broken"),
)  # fmt: skip
"""What changes the puzzle in hand."""

LEARN_ACTIONS: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    Action("hint", "slash", "hint", "A hint in four steps: where, which technique, what follows, do it",
           group="Learning", do=_work(lambda session: session.tutor.hint())),
    Action("every_step", "asterisk", "all steps", "All steps that are possible now, each with its reason",
           group="Learning", do=_work(lambda session: session.tutor.every_step())),
    Action("path", "colon", "path", "The path to the solution: choose a step, and the grid is solved up to there",
           group="Learning", do=_work(lambda session: session.tutor.path())),
    Action("once('why not')", "w", "why not?", "Why can't this cell be …? Type the value next", group="Learning",
           do=_work(lambda session: session.entering.once(Once.WHY)), when=_on_own_grid),
    Action("train", "q", "train", "Training: a position in which a technique of your choice is the next step",
           group="Learning", do=dialogs.train),
    Action("as_text", "vertical_line", "candidates as text",
           "The whole grid with all its candidates as text, as in forums; y copies it", group="Learning",
           do=dialogs.candidates_as_text),
    Action("page", "underscore", "lower right",
           "Lower right: figures, steps so far, the path, candidates of the row, column or box", group="Learning",
           do=_work(lambda session: session.turn_page())),
)  # fmt: skip
"""What the logic engine explains."""

_PUZZLE_ACTIONS: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    Action("check", "c", "check", "Check without spoilers: how many solutions, and are your values right so far?",
           group="The grid", do=_work(lambda session: session.checking.check()),
           when=lambda session: not session.jobs.running("check"), why_not="it is already being checked"),
    Action("clock", "t", "clock", "Show or hide the clock", group="The grid",
           do=_choose(lambda session: session.toggle_clock())),
    Action("open", "o", "open", "Open: a shipped puzzle, a file, an earlier one, an empty grid, a new puzzle",
           group="Puzzles", do=dialogs.open_menu, when=_at_rest),
    Action("neighbour(1)", "right_parenthesis", "next puzzle",
           "The next puzzle of the file; after a puzzle made here, another one like it", group="Puzzles",
           do=_choose(lambda session: session.neighbour(1)), when=_has_neighbours, why_not="there is only this puzzle"),
    Action("neighbour(-1)", "left_parenthesis", "previous puzzle", "The previous puzzle of the file", group="Puzzles",
           do=_choose(lambda session: session.neighbour(-1)), when=_has_neighbours,
           why_not="there is only this puzzle"),
    Action("save", "e", "save", "Save to a file, in any format or as a picture", group="Puzzles", do=dialogs.export),
    Action("copy", "y", "copy", "Copy the puzzle as one line", group="Puzzles", do=lambda screen: screen.copy_grid(),
           when=_if(lambda document: document.grid.filled), why_not="the grid is empty: there is nothing to copy"),
    Action("paste", "", "paste", "Paste a puzzle in any format with the terminal's own paste key", palette=False,
           shown="paste", group="Puzzles"),
    Action("rename", "", "rename", "Give the puzzle a title", group="Puzzles", do=dialogs.rename),
)  # fmt: skip

_RESULT_ACTIONS: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    Action("browse(1)", "n", "next found", "Next solution found", group=SOLVING,
           do=_work(lambda session: session.solving.browse(1)), when=_has_others_found, why_not=no_other),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group=SOLVING,
           do=_work(lambda session: session.solving.browse(-1)), when=_has_others_found, why_not=no_other),
    Action("watch", "v", "watch", "From your grid to the search and back", group=SOLVING,
           do=_work(lambda session: session.solving.watch(not session.document.watching)),
           when=lambda session: session.search.run is not None, why_not="there is no search; enter starts one"),
    Action("write", "w", "write in", "Write the solution into your grid", group=SOLVING,
           do=_work(lambda session: session.solving.write_in()), when=_shows_solution,
           why_not="no solution is in view"),
    Action("algorithm", "", "algorithm", "Choose the algorithm from a list", group=SOLVING,
           do=lambda screen: screen.choose_algorithm()),
    Action("command", "", "command", "Show the command line that does the same", group=SOLVING,
           do=lambda screen: screen.show_command()),
)  # fmt: skip

_TREE: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    Action("tree", "T", "tree", "The visited tree beside the grid: arrows move, z and Z zoom", footer=tree_label,
           group=WALK, do=lambda screen: screen.turn_tree()),
)  # fmt: skip

ACTIONS: tuple[Action[SudokuScreen, SudokuSession], ...] = (
    *WORK_ACTIONS,
    *LEARN_ACTIONS,
    *_PUZZLE_ACTIONS,
    *_SEARCH,
    *_RESULT_ACTIONS,
    *WALK_ACTIONS,
    *BESIDE_ACTIONS,
    *_TREE,
)
"""All of it, in the order of the help.  Where two share a key, the first that makes sense at the moment gets it."""
