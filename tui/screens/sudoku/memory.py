"""Sudoku searches as they are kept on disk and taken up again.  No Textual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.sudoku.formats import Puzzle
from core.sudoku.grid import Grid
from core.sudoku.human.editor import Editor
from core.sudoku.problem import Sudoku
from tui.screens.sudoku.session import SudokuSession
from tui.search.ran import Ran


class SudokuMemory:
    """What a session's search is of, and the way back to it."""

    def __init__(self, session: SudokuSession) -> None:
        self._session = session

    def kept_as(self) -> tuple[Ran[Sudoku], Mapping[str, Any]] | None:
        """What the newest run is of, and its grid."""
        ran = self._session.solving.ran
        if ran is None:
            return None
        return ran, {"grid": Editor(Puzzle(Grid.from_problem(ran.problem))).document()}

    def problem_again(self, what: Mapping[str, Any]) -> Sudoku:
        """The grid that was kept, opened unless it is in hand.  Raises KeyError, ProblemError."""
        puzzle = Editor.from_document(what["grid"]).puzzle
        problem = puzzle.problem
        if problem not in (self._session.document.puzzle.problem, self._session.document.grid.position):
            self._session.document.open(puzzle, "the puzzle of a kept search")
        return problem

    def taken_up(self, ran: Ran[Sudoku]) -> None:
        """Choose what a kept search is of: it goes on, and is looked at."""
        solving, document = self._session.solving, self._session.document
        solving.begin()
        solving.setup.set_problem(ran.problem)
        solving.setup.take(ran.entry, ran.goal, ran.settings)
        solving.ran = ran
        document.watching = True
