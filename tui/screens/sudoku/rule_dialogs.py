"""The questions about rules: which kind, its line, and the list of those that the puzzle has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core._words import counted
from core.sudoku.rules import KINDS, Rule
from tui.actions.dialogue import answer
from tui.dialogs.dialogs import LineDialog
from tui.dialogs.pick import Also, PickDialog, Preview
from tui.kit.pick_list import MadeLines, PickLine, PickLines
from tui.kit.sudoku_board import SudokuBoard
from tui.kit.sudoku_overlay import Overlay
from tui.kit.sudoku_position import SudokuPosition
from tui.kit.values import BoardValue

if TYPE_CHECKING:
    from tui.screens.sudoku.screen import SudokuScreen


async def new_rule(screen: SudokuScreen) -> None:
    """Ask for a kind, then for what it needs beside the selected cells."""
    ruling = screen.session.ruling
    title = f"A rule about {ruling.told}" if screen.session.document.selected else "Which rule?"
    choices = [PickLine(word, KINDS[word].title, KINDS[word].usage, words=word) for word in ruling.kinds()]
    word = await answer(PickDialog(title, choices, ruling.last_kind, at_once=True, ranked=True))
    if word is None:
        return
    begun = ruling.begin(word)
    screen.tick()
    if begun is not None:
        line, place, wrong = begun
        told = f"{KINDS[word].title}, such as {KINDS[word].usage}"
        await _type(screen, f"{told}\n{wrong}" if wrong else told, line, place)


async def _type(screen: SudokuScreen, prompt: str, line: str, place: int, instead_of: Rule | None = None) -> None:
    ruling = screen.session.ruling
    dialog = LineDialog("Rule", prompt, line, lambda text: ruling.trouble(text, instead_of), place)
    typed = await answer(dialog)
    if typed is not None:
        ruling.add(typed, instead_of)
        screen.tick()


async def rules(screen: SudokuScreen) -> None:
    """The rules of the puzzle, each with its cells on the grid; one is changed or taken away."""
    ruling, document = screen.session.ruling, screen.session.document
    board = SudokuBoard(framed=False)
    shape = document.grid.shape

    def lines() -> PickLines[int]:
        every = ruling.rules
        return MadeLines(len(every), lambda at: PickLine(at, ruling.line(every[at]), words=every[at].title))

    def show(at: int) -> str:
        rule = ruling.rules[at]
        here = rule.cells[0] if rule.cells else None
        board.value = BoardValue(SudokuPosition(document.grid, here, overlay=Overlay({}, frozenset(rule.cells))))
        return f"{rule.title}: {rule.words(shape)}"

    def remove(at: int) -> None:
        ruling.remove(ruling.rules[at])
        screen.tick()

    dialog = PickDialog(
        counted(len(ruling.rules), "rule"), lines(), len(ruling.rules) - 1, enter="change", told="Change its line",
        look=Preview(board, show, large=True), also=[Also("d,delete", "remove", "Take it away", remove)],
        renewed=lines, nothing="no rule is left: any value may stand anywhere",
    )  # fmt: skip
    at = await answer(dialog)
    if at is not None:
        rule = ruling.rules[at]
        line = ruling.line(rule)
        await _type(screen, f"{rule.title}, such as {rule.usage}", line, len(line), rule)
