"""Choosing one of many puzzles, with a look at it and a search."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Static

from core.sudoku.grid import Grid
from core.words import counted, grouped
from tui.dialogs.dialogs import Dialog
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.picture import Picture
from tui.screens.sudoku.shelf import Pile
from tui.widgets.pick_list import PickList


class PuzzleDialog(Dialog[int]):
    """A numbered list of puzzles and a picture of the one under the cursor.  Closes with its place in the pile."""

    DEFAULT_CSS = """
    PuzzleDialog > .box { height: 23; width: 78; }
    PuzzleDialog Horizontal { height: 1fr; }
    PuzzleDialog PickList { width: 1fr; height: 100%; margin: 1 0; }
    PuzzleDialog SudokuBoard { width: 39; height: 100%; padding: 0 0 0 1; }
    PuzzleDialog Input { margin: 0; }
    PuzzleDialog.-narrow SudokuBoard, PuzzleDialog.-tiny SudokuBoard { display: none; }
    """

    KEYS = (
        ("↑ ↓ j k", "To another puzzle"),
        ("pgup pgdn home end", "By pages, to the first, to the last"),
        ("0-9", "Go to the puzzle with that number"),
        ("/", "Search titles, levels and numbers of givens; esc shows all puzzles again"),
        ("enter", "Open it"),
    )
    BINDINGS = [
        Binding("slash", "search", show=False),
        Binding("escape", "dismiss_or_all", show=False),
    ]

    def __init__(self, pile: Pile, place: int = 0) -> None:
        super().__init__()
        self._pile, self._first = pile, place
        self._shown: Sequence[int] = range(len(pile.puzzles))
        """The places listed."""

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        count = len(self._pile.puzzles)
        box.border_title = Content(f"{self._pile.title}: {grouped(count)} {'puzzle' if count == 1 else 'puzzles'}")
        box.border_subtitle = "number or arrows   / search   enter open   esc cancel"
        with box:
            line = Input(placeholder="part of the title, a level, 24 givens …")
            line.cursor_blink = False
            line.display = False
            yield line
            with Horizontal():
                yield PickList(count, self._line, index=self._first)
                board = SudokuBoard(framed=False)
                board.can_focus = False
                yield board
            yield Static("", classes="-message")

    def on_mount(self) -> None:
        self.query_one(PickList).focus()
        self._moved()

    def _line(self, index: int) -> str:
        puzzle = self._pile.puzzles[self._shown[index]]
        level = f"  {puzzle.level}" if puzzle.level and puzzle.level not in puzzle.title else ""
        return f"{puzzle.name}{level}  {counted(puzzle.problem.clues, 'given')}"

    @on(PickList.Moved)
    def _moved(self) -> None:
        self._say("")
        index = self.query_one(PickList).index
        if index < len(self._shown):
            puzzle = self._pile.puzzles[self._shown[index]]
            self.query_one(SudokuBoard).show(Picture(Grid.of(puzzle.grid.shape, puzzle.clues), cursor=None))

    @on(PickList.Refused)
    def _refused(self, event: PickList.Refused) -> None:
        self._say(f"there is no number {event.number}: the last one is {grouped(len(self._shown))}")

    @on(PickList.Chosen)
    def _chosen(self) -> None:
        self.dismiss(self._shown[self.query_one(PickList).index])

    def _say(self, text: str) -> None:
        self.query_one(".-message", Static).update(Content(self.drawn(text)))

    # Searching

    def action_search(self) -> None:
        line = self.query_one(Input)
        line.display = True
        self.set_focus(line)  # at once: the next key may be there already

    @on(Input.Changed)
    def _filter(self, event: Input.Changed) -> None:
        words = event.value.lower().split()
        every = range(len(self._pile.puzzles))
        self._shown = [place for place in every if self._has(place, words)] if words else every
        self.query_one(PickList).list(len(self._shown))
        self._moved()
        if not self._shown:
            self._say(f"no puzzle has {event.value.strip()} in its title, level or number of givens")

    def _has(self, place: int, words: Sequence[str]) -> bool:
        puzzle = self._pile.puzzles[place]
        givens = counted(puzzle.problem.clues, "given")
        text = f"{puzzle.name} {puzzle.level} {puzzle.author} {puzzle.source} {givens}".lower()
        return all(word in text for word in words)

    @on(Input.Submitted)
    def _found(self) -> None:
        if len(self._shown) == 1:
            self._chosen()
        elif self._shown:
            self.query_one(PickList).focus()

    def on_key(self, event: Key) -> None:
        line = self.query_one(Input)
        if event.key == "down" and line.has_focus:
            event.stop()
            self.query_one(PickList).focus()

    def action_dismiss_or_all(self) -> None:
        """Out of the search first, then out of the dialog."""
        line = self.query_one(Input)
        if line.display:
            line.value = ""
            self.set_focus(self.query_one(PickList))
            line.display = False
        else:
            self.dismiss(None)
