"""What the Sudoku screen asks: where a puzzle comes from, which one, what it should be like, what to do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from core import Grid, Layout, ProblemError, Shape
from core._words import counted, grouped
from core.sudoku._symbols import value_of
from tui.actions.action import Action
from tui.actions.dialogue import Answer, Dialogue, answer
from tui.dialogs.dialogs import Dialog, LineDialog, TextDialog
from tui.dialogs.pick import PickDialog, Preview
from tui.kit.pick_list import MadeLines, PickLine
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.values import BoardValue
from tui.screens.sudoku.document import NewsTone
from tui.screens.sudoku.files import SHAPES, SUFFIXES, PuzzleList
from tui.screens.sudoku.files import candidates_as_text as grid_as_text

if TYPE_CHECKING:
    from core.sudoku.human import Step
    from tui.screens.sudoku.screen import SudokuScreen

LETTERS = "abcdefghijklmnopqrstuvwxyz"


async def _ask(screen: SudokuScreen, dialog: Screen[Answer], then: Callable[[Answer], object]) -> None:
    """Open a dialog, do ``then`` with its result, and show what comes of it."""
    given = await answer(dialog)
    if given is not None:
        then(given)
        _done(screen)


def _done(screen: SudokuScreen) -> None:
    screen.remember()
    screen.tick()


# Opening


async def open_menu(screen: SudokuScreen) -> None:
    """Where a puzzle can come from."""
    files = screen.session.files
    kept = len(files.earlier())
    sources: list[PickLine[Callable[[SudokuScreen], Dialogue]]] = [
        PickLine(shipped, "A shipped puzzle", "from 4×4 to 25×25, easy to hard",
                 None if files.collections() else "no puzzles are installed"),
        PickLine(file, "A file", "any common Sudoku format, with one puzzle or thousands"),
        PickLine(empty_grid, "An empty grid to type a puzzle in", "values become givens; space leaves a cell empty"),
        PickLine(new_puzzle, "A new puzzle", "made now, with exactly one solution"),
        PickLine(link, "A link or a line of text", "of f-puzzles, SudokuPad and others; or paste it on the board"),
        PickLine(earlier, "An earlier puzzle", f"{kept} kept, just as you left them",
                 None if kept else "nothing has been saved yet"),
    ]  # fmt: skip
    if files.reading is not None:
        name = files.reading.name
        sources.append(PickLine(read_again, "The same text in another format", f"if {name} was the wrong one"))
    if files.puzzle_list is not None:
        where = f"puzzle {grouped(files.place + 1)} of {grouped(len(files.puzzle_list.puzzles))}; ( and ) go on"
        sources.append(PickLine(same_list, f"Another one from {files.puzzle_list.title}", where))
    source = await answer(PickDialog("Open", sources))
    if source is not None:
        await source(screen)


async def shipped(screen: SudokuScreen) -> None:
    """A collection, then a puzzle in it."""
    files, shape = screen.session.files, screen.session.document.grid.shape
    choices = [PickLine(collection, collection.title) for collection in files.collections()]
    here = next((choice.value for choice in choices if choice.value.shape == shape), None)
    await _ask(screen, PickDialog("Shipped puzzles", choices, here), files.open_shipped)


async def same_list(screen: SudokuScreen) -> None:
    """Another puzzle from where the one in hand came from."""
    if screen.session.files.puzzle_list is not None:
        await pick(screen, screen.session.files.puzzle_list)


async def earlier(screen: SudokuScreen) -> None:
    """One of the works that were saved."""
    files = screen.session.files
    choices = [PickLine(work, work.summary, work.age) for work in files.earlier()]
    await _ask(screen, PickDialog("Earlier puzzles", choices), files.go_on_with)


async def file(screen: SudokuScreen) -> None:
    """A file from the disk."""
    from tui.dialogs.file import FileDialog

    settings = screen.app.settings
    remembered = settings.get("sudoku-folder")
    folder = Path(remembered) if isinstance(remembered, str) and isdir(remembered) else Path.cwd()

    def chosen(path: Path) -> None:
        settings.put("sudoku-folder", str(path.absolute().parent))
        screen.session.files.read_file(path)

    await _ask(screen, FileDialog("Open a file", folder, SUFFIXES), chosen)


async def link(screen: SudokuScreen) -> None:
    """A link that carries a puzzle, or any text of one line."""
    await _ask(screen, LineDialog("A link or a line of text", "Paste it here:"), screen.session.files.read_text)


async def read_again(screen: SudokuScreen) -> None:
    """The last file or pasted text, in a format that the user names."""
    files = screen.session.files
    rows = files.ways_to_read()
    taken = next((key for key, _, text in rows if text), None)
    await _ask(screen, PickDialog("Read it as", [PickLine(*row) for row in rows], taken), files.read_again)


async def pick(screen: SudokuScreen, puzzle_list: PuzzleList) -> None:
    """One of many puzzles."""
    files = screen.session.files
    await _ask(
        screen,
        puzzle_dialog(puzzle_list, files.place_in(puzzle_list)),
        lambda place: files.open_from(puzzle_list, place),
    )


def puzzle_dialog(puzzle_list: PuzzleList, place: int = 0) -> PickDialog[int]:
    """Closes with the place of a puzzle in the list."""
    board = SudokuBoard(framed=False)

    def line(place: int) -> PickLine[int]:
        puzzle = puzzle_list.puzzles[place]
        level = f"  {puzzle.level}" if puzzle.level and puzzle.level not in puzzle.title else ""
        title = f"{puzzle.name}{level}  {counted(puzzle.problem.clues, 'given')}"
        return PickLine(place, title, words=f"{puzzle.level} {puzzle.author} {puzzle.source}")

    def show(place: int) -> str:
        puzzle = puzzle_list.puzzles[place]
        board.value = BoardValue(SudokuPosition(Grid.of(puzzle.grid.layout, puzzle.clues), cursor=None))
        return ""

    count = len(puzzle_list.puzzles)
    return PickDialog(
        f"{puzzle_list.title}: {counted(count, 'puzzle')}", MadeLines(count, line), place, enter="open", told="Open it",
        hint="part of the title, a level, 24 givens …", look=Preview(board, show),
    )  # fmt: skip


async def empty_grid(screen: SudokuScreen) -> None:
    """An empty grid, ready to be typed in."""
    title = "An empty grid"
    choices: list[PickLine[Shape | Layout | str]] = [
        PickLine(s, f"{s.order} × {s.order}", f"boxes {s}: rows × columns") for s in map(Shape.parse, SHAPES)
    ]
    choices.append(PickLine("other", "Other boxes…", "any rows × columns"))
    layout = await answer(PickDialog(title, choices, screen.session.document.grid.shape))
    if isinstance(layout, str):
        typed = await answer(LineDialog(title, "Rows × columns of one box, such as 2x3:", check=_not_a_shape))
        layout = None if typed is None else Layout.parse(typed)
    if layout is not None:
        screen.session.files.open_empty(layout)
        _done(screen)


def _not_a_shape(text: str) -> str | None:
    try:
        Layout.parse(text)
    except ProblemError as error:
        return str(error)
    return None


async def new_puzzle(screen: SudokuScreen) -> None:
    """A puzzle made by the generator."""
    from tui.dialogs.form import FormDialog

    generating = screen.session.generating
    generating.propose(screen.session.document.grid.layout)
    dialog = FormDialog("A new puzzle", generating, enter="make it", told="Make it; x stops that")
    await _ask(screen, dialog, lambda _: generating.make())


# Saving


async def export(screen: SudokuScreen) -> None:
    """A format, then a file name."""
    from tui.dialogs.dialogs import full_name, save_dialog

    files, document, settings = screen.session.files, screen.session.document, screen.app.settings
    choices = [PickLine(*row) for row in files.formats()]
    format = await answer(PickDialog("Export as", choices, settings.get("sudoku-format", "line")))
    if format is None:
        return
    settings.put("sudoku-format", format)
    name = files.file_name(format)
    dialog = save_dialog("Export", "File to write:", name, lambda _path: files.written(format))
    await _ask(screen, dialog, lambda text: document.say(f"saved {full_name(text)}", NewsTone.GOOD))


# The puzzle in hand


async def rename(screen: SudokuScreen) -> None:
    """Another title."""
    document = screen.session.document
    await _ask(screen, LineDialog("Title", "Title of the puzzle:", document.puzzle.title), document.rename)


def candidates_as_text(screen: SudokuScreen) -> None:
    """All candidates of the grid in view."""
    text = grid_as_text(screen.session.grid_with_values)
    screen.app.push_screen(TextDialog("Candidates", text, wide=True))


async def savepoints(screen: SudokuScreen) -> None:
    """Back to a savepoint."""
    document = screen.session.document
    choices = []
    for point in reversed(document.editor.savepoints):
        grid = point.puzzle.grid
        text = f"{sum(map(bool, grid.placed))} placed, {grid.shape.cells - grid.filled} empty"
        choices.append(PickLine(point, point.name, text))
    await _ask(screen, PickDialog("Back to a savepoint", choices), document.go_to_savepoint)


async def conflicts(screen: SudokuScreen) -> None:
    """Every broken rule; choosing one goes to it."""
    choices = [PickLine(each.cells[-1], str(each)) for each in screen.session.document.grid.conflicts]
    await _ask(screen, PickDialog("Broken rules", choices), screen.session.entering.go)


async def letters(screen: SudokuScreen) -> None:
    """The commands whose letters are values on this grid."""
    order = screen.session.document.grid.shape.order
    hidden = {
        key: action
        for action in reversed(screen.ACTIONS)
        for key in action.keys.split(",")
        if len(key) == 1 and key.isalpha() and value_of(key, order) and screen.session.offers(action)
    }
    if not hidden:
        screen.session.document.say("no letter is a value on this grid: press the commands themselves")
        screen.tick()
        return
    action = await answer(LettersDialog(hidden))
    if action is not None:
        screen.call_later(screen.perform, action)


class LettersDialog(Dialog[Action]):
    """Closes with the action whose letter was pressed, or None."""

    BINDINGS = [Binding(letter, f"letter('{letter}')", show=False) for letter in LETTERS]
    KEYS = (("a-z", "Do what is listed beside the letter"),)

    def __init__(self, actions: Mapping[str, Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        rows = [f"{letter}   {self._actions[letter].help}" for letter in sorted(self._actions)]
        with self.box("Commands", "press a letter   esc cancel"), VerticalScroll(can_focus=True):
            yield Static(self.drawn("\n".join(rows)), markup=False)

    def action_letter(self, letter: str) -> None:
        if letter in self._actions:
            self.dismiss(self._actions[letter])


# Learning


async def choose_step(
    screen: SudokuScreen, title: str, steps: Sequence[Step], before: Callable[[int], Grid], then: Callable[[int], None]
) -> None:
    """One of many steps."""
    await _ask(screen, steps_dialog(title, steps, before), then)


def steps_dialog(title: str, steps: Sequence[Step], before: Callable[[int], Grid]) -> PickDialog[int]:
    """Closes with the place of a step; each is shown with its pattern on the grid ``before`` it, and its reason."""
    from tui.kit.sudoku_overlay import of_step

    board = SudokuBoard(framed=False)

    def show(place: int) -> str:
        step, grid = steps[place], before(place)
        overlay = of_step(step, grid.candidates)
        board.value = BoardValue(SudokuPosition(grid, cursor=None, candidates=True, overlay=overlay))
        return step.sentence

    return PickDialog(
        title, MadeLines(len(steps), lambda place: PickLine(place, _row(steps[place]))), 0, enter="take it",
        told="Go there, with the step marked on the grid", look=Preview(board, show, large=True),
    )  # fmt: skip


def _row(step: Step) -> str:
    """What follows comes first: if there is little room, that tells steps of one technique apart."""
    return f"{step.consequence}  {step.name}"


async def train(screen: SudokuScreen) -> None:
    """Which technique to train."""
    from core.sudoku.human import TECHNIQUES

    tutor = screen.session.tutor
    choices = [PickLine(entry, entry.name, entry.level.title) for entry in TECHNIQUES]
    await _ask(screen, PickDialog("Train which technique?", choices, tutor.training.trained), tutor.training.train)
