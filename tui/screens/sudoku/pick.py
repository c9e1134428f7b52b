"""Picking one of many puzzles, or one of many steps, with a look at it on a grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.sudoku.grid import Grid
from core.sudoku.human import Step
from core.words import counted
from tui.dialogs.pick import Look, PickDialog
from tui.screens.sudoku.board import SudokuBoard
from tui.screens.sudoku.files import Pile
from tui.screens.sudoku.overlay import of_step
from tui.screens.sudoku.picture import Picture
from tui.widgets.pick_list import MadeLines, PickLine


def puzzle_dialog(pile: Pile, place: int = 0) -> PickDialog[int]:
    """Closes with the place of a puzzle in the pile."""
    board = SudokuBoard(framed=False)

    def line(place: int) -> PickLine[int]:
        puzzle = pile.puzzles[place]
        level = f"  {puzzle.level}" if puzzle.level and puzzle.level not in puzzle.title else ""
        title = f"{puzzle.name}{level}  {counted(puzzle.problem.clues, 'given')}"
        return PickLine(place, title, words=f"{puzzle.level} {puzzle.author} {puzzle.source}")

    def show(place: int) -> str:
        puzzle = pile.puzzles[place]
        board.show(Picture(Grid.of(puzzle.grid.shape, puzzle.clues), cursor=None))
        return ""

    count = len(pile.puzzles)
    return PickDialog(
        f"{pile.title}: {counted(count, 'puzzle')}", MadeLines(count, line), place, enter="open", told="Open it",
        hint="part of the title, a level, 24 givens …", look=Look(board, show),
    )  # fmt: skip


def steps_dialog(title: str, steps: Sequence[Step], before: Callable[[int], Grid]) -> PickDialog[int]:
    """Closes with the place of a step; each is seen with its pattern on the grid ``before`` it, and its reason."""
    board = SudokuBoard(framed=False)

    def show(place: int) -> str:
        step, grid = steps[place], before(place)
        board.show(Picture(grid, cursor=None, candidates=True, overlay=of_step(step, grid.candidates)))
        return step.sentence

    return PickDialog(
        title, MadeLines(len(steps), lambda place: PickLine(place, steps[place].line)), 0, enter="take it",
        told="Take it: the grid goes there, and the step is marked on it", look=Look(board, show, large=True),
    )  # fmt: skip
