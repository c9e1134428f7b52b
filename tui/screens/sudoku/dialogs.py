"""The questions that the Sudoku screen asks: where a puzzle comes from, which one, what it should be like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from core.search import ProblemError
from core.sudoku.shape import Shape
from core.sudoku.symbols import value_of
from core.words import grouped
from tui.actions.story import Answer, Story, answer, tell
from tui.dialogs.dialogs import LineDialog, TextDialog
from tui.dialogs.pick import PickDialog
from tui.host import host
from tui.screens.sudoku.shapes import SHAPES
from tui.widgets.pick_list import PickLine

if TYPE_CHECKING:
    from core.sudoku.grid import Grid
    from core.sudoku.human import Step
    from tui.screens.sudoku.files import Pile
    from tui.screens.sudoku.screen import SudokuScreen
    from tui.screens.sudoku.session import SudokuSession


def _not_a_shape(text: str) -> str | None:
    try:
        Shape.parse(text)
    except ProblemError as error:
        return str(error)
    return None


class Dialogs:
    """Asks over a screen and tells the session what was answered."""

    def __init__(self, screen: SudokuScreen, session: SudokuSession) -> None:
        self._screen, self._session = screen, session
        session.files.choose = lambda pile: tell(screen.app, self.pick(pile))
        session.choose_step = lambda *asked: tell(screen.app, self.steps(*asked))

    async def steps(
        self, title: str, steps: Sequence[Step], before: Callable[[int], Grid], then: Callable[[int], None]
    ) -> None:
        """One of many steps."""
        from tui.screens.sudoku.pick import steps_dialog

        await self._ask(steps_dialog(title, steps, before), then)

    async def train(self) -> None:
        """Which technique to train."""
        from core.sudoku.human import TECHNIQUES

        tutor = self._session.tutor
        choices = [PickLine(entry, entry.name, entry.level.title) for entry in TECHNIQUES]
        await self._ask(PickDialog("Train which technique?", choices, tutor.trained), tutor.train)

    async def _ask(self, dialog: Screen[Answer], then: Callable[[Answer], object]) -> None:
        """Do this with what the dialog is answered with, and show it."""
        given = await answer(dialog)
        if given is not None:
            then(given)
            self._show()

    def _show(self) -> None:
        self._screen.remember()
        self._screen.show_puzzle()

    # Opening

    async def open_menu(self) -> None:
        """Where a puzzle can come from."""
        files = self._session.files
        earlier, shipped = len(files.earlier()), files.collections()
        sources: list[tuple[PickLine[int], Callable[[], Story]]] = [
            (PickLine(0, "A shipped puzzle", "from 4×4 to 25×25, easy to hard",
                    None if shipped else "no puzzles are installed"), self.shipped),
            (PickLine(1, "A file", "any common Sudoku format, with one puzzle or thousands"), self.file),
            (PickLine(2, "An empty grid to type a puzzle in", "values become givens; space leaves a cell empty"),
             self.empty_grid),
            (PickLine(3, "A new puzzle", "made now, with exactly one solution"), self.new_puzzle),
            (PickLine(4, "An earlier puzzle", f"{earlier} kept, just as you left them",
                    None if earlier else "nothing has been saved yet"), self.earlier),
        ]  # fmt: skip
        if files.reading is not None:
            again = PickLine(6, "The same text in another format", f"if {files.reading.name} was the wrong one")
            sources.append((again, self.read_again))
        if files.pile is not None:
            where = f"puzzle {grouped(files.place + 1)} of {grouped(len(files.pile.puzzles))}; ( and ) go on"
            sources.append((PickLine(5, f"Another one from {files.pile.title}", where), self.same_pile))
        choices = [choice for choice, _ in sources]
        by_value = {choice.value: open_it for choice, open_it in sources}
        source = await answer(PickDialog("Open", choices))
        if source is not None:
            await by_value[source]()

    async def shipped(self) -> None:
        """A collection, then a puzzle in it."""
        files, shape = self._session.files, self._session.document.grid.shape
        choices = [PickLine(collection, collection.title) for collection in files.collections()]
        here = next((choice.value for choice in choices if choice.value.shape == shape), None)
        await self._ask(PickDialog("Shipped puzzles", choices, here), files.open_shipped)

    async def same_pile(self) -> None:
        """Another puzzle from where the one in hand came from."""
        if self._session.files.pile is not None:
            await self.pick(self._session.files.pile)

    async def earlier(self) -> None:
        """One of the works that were saved."""
        files = self._session.files
        choices = [PickLine(work, work.summary, work.age) for work in files.earlier()]
        await self._ask(PickDialog("Earlier puzzles", choices), files.go_on_with)

    async def file(self) -> None:
        """A file from the disk."""
        from tui.dialogs.file import FileDialog
        from tui.screens.sudoku.files import SUFFIXES

        settings = host(self._screen).settings
        remembered = settings.get("sudoku-folder")
        folder = Path(remembered) if isinstance(remembered, str) and isdir(remembered) else Path.cwd()

        def chosen(path: Path) -> None:
            settings.put("sudoku-folder", str(path.absolute().parent))
            self._session.files.read_file(path)

        await self._ask(FileDialog("Open a file", folder, SUFFIXES), chosen)

    async def read_again(self) -> None:
        """The last file or pasted text, in a format that somebody names."""
        files = self._session.files
        rows = files.ways_to_read()
        taken = next((key for key, _, text in rows if text), None)
        await self._ask(PickDialog("Read it as", [PickLine(*row) for row in rows], taken), files.read_again)

    async def pick(self, pile: Pile) -> None:
        """One of many puzzles."""
        from tui.screens.sudoku.pick import puzzle_dialog

        files = self._session.files
        await self._ask(puzzle_dialog(pile, files.place_in(pile)), lambda place: files.open_from(pile, place))

    async def empty_grid(self) -> None:
        """An empty grid, ready to be typed in."""
        title = "An empty grid"
        choices: list[PickLine[Shape | str]] = [
            PickLine(s, f"{s.order} × {s.order}", f"boxes {s}: rows × columns") for s in map(Shape.parse, SHAPES)
        ]
        choices.append(PickLine("other", "Other boxes…", "any rows × columns"))
        shape = await answer(PickDialog(title, choices, self._session.document.grid.shape))
        if isinstance(shape, str):
            typed = await answer(LineDialog(title, "Rows × columns of one box, such as 2x3:", check=_not_a_shape))
            shape = None if typed is None else Shape.parse(typed)
        if shape is not None:
            self._session.files.open_empty(shape)
            self._show()

    async def new_puzzle(self) -> None:
        """A puzzle made by the generator."""
        from tui.dialogs.form import FormDialog

        generating = self._session.generating
        generating.propose(self._session.document.grid.shape)
        dialog = FormDialog("A new puzzle", generating, enter="make it", told="Make it; x stops that")
        await self._ask(dialog, lambda _: generating.make())

    # Out

    async def export(self) -> None:
        """A format, then a file name."""
        from tui.dialogs.line import full_name, save_dialog
        from tui.screens.sudoku.document import Tone

        files, document, settings = self._session.files, self._session.document, host(self._screen).settings
        choices = [PickLine(*row) for row in files.formats()]
        format = await answer(PickDialog("Export as", choices, settings.get("sudoku-format", "line")))
        if format is None:
            return
        settings.put("sudoku-format", format)
        name = files.file_name(format)
        dialog = save_dialog("Export", "File to write:", name, lambda _path: files.written(format))
        await self._ask(dialog, lambda text: document.say(f"saved {full_name(text)}", Tone.GOOD))

    # The puzzle in hand

    async def rename(self) -> None:
        """Another title."""
        document = self._session.document
        await self._ask(LineDialog("Title", "Title of the puzzle:", document.puzzle.title), document.rename)

    def candidates_as_text(self) -> None:
        """All candidates of the grid in view."""
        from tui.screens.sudoku.files import candidates_as_text

        text = candidates_as_text(self._session.grid_with_values)
        self._screen.app.push_screen(TextDialog("Candidates", text, wide=True))

    async def savepoints(self) -> None:
        """Back to a savepoint."""
        document = self._session.document
        choices = []
        for point in reversed(document.editor.savepoints):
            grid = point.puzzle.grid
            text = f"{sum(map(bool, grid.placed))} placed, {grid.shape.cells - grid.filled} empty"
            choices.append(PickLine(point, point.name, text))
        await self._ask(PickDialog("Back to a savepoint", choices), document.go_to_savepoint)

    async def conflicts(self) -> None:
        """Every broken rule; choosing one goes to it."""
        choices = [PickLine(each.cells[-1], str(each)) for each in self._session.document.grid.conflicts]
        await self._ask(PickDialog("Broken rules", choices), self._session.entering.go)

    async def letters(self) -> None:
        """The commands whose letters are values on this grid."""
        from tui.screens.sudoku.letters import LettersDialog

        screen, order = self._screen, self._session.document.grid.shape.order
        hidden = {
            key: action
            for action in reversed(screen.ACTIONS)
            for key in action.keys.split(",")
            if len(key) == 1 and key.isalpha() and value_of(key, order) and screen.offers(action)
        }
        if not hidden:
            self._session.document.say("no letter is a value on this grid: press the commands themselves")
            self._show()
            return

        action = await answer(LettersDialog(hidden))
        if action is not None:
            screen.call_later(screen.perform, action)

    # Solving

    async def algorithms(self) -> None:
        """Choose the algorithm from a list."""
        solving = self._session.solving
        choices = [PickLine(*row) for row in solving.algorithms()]

        def chosen(key: str) -> None:
            note = solving.take_algorithm(key)
            self._screen.show_choices()
            if note is not None:
                self._session.document.say(note.text)

        await self._ask(PickDialog("Algorithm", choices, solving.setup.entry.key), chosen)

    def command(self) -> None:
        """The command line that does the same."""
        self._screen.app.push_screen(TextDialog("The same on the command line", self._session.solving.command))
