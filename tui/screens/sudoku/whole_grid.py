"""What one key does to the whole grid: its candidates, its marks, its givens."""

from __future__ import annotations

from tui.screens.sudoku.document import NewsTone, SudokuDocument


class WholeGrid:
    """Changes of many cells at once."""

    def __init__(self, document: SudokuDocument) -> None:
        self._document = document

    def candidates(self) -> None:
        """Show what the rules leave, or hide it; in a search too."""
        document = self._document
        document.acted()
        document.show_candidates = not document.show_candidates
        shown = "candidates shown; your marks are as they were"
        if document.watching:
            shown = "candidates shown, as this search sees them"
        document.say(shown if document.show_candidates else "candidates hidden")

    def marks_from_candidates(self) -> None:
        """Write the candidates of all empty cells as marks."""
        self._document.change(self._document.grid.marks_from_candidates(), "candidates written as marks")

    def candidates_from_marks(self) -> None:
        """Strike out whatever is not marked, if every cell has marks."""
        document = self._document
        if not document.grid.marks_are_candidates:
            document.say(
                "your marks are not all candidates: mark every empty cell, with room for every value", NewsTone.BAD
            )
        elif not document.change(document.grid.candidates_from_marks(), "what you have not marked is struck out"):
            document.say("your marks are the candidates already")

    def tidy(self) -> None:
        """Wipe marks that the values in sight rule out."""
        document, grid = self._document, self._document.grid
        for cell, value in enumerate(grid.values):
            if value:
                grid = grid.tidy_marks(cell)
        if not document.change(grid, "marks tidied"):
            document.say("the marks are tidy already")

    def toggle_auto_tidy(self) -> None:
        """Turn on or off that placing a value wipes it from the marks of the cells that see it."""
        document = self._document
        document.acted()
        document.auto_tidy = not document.auto_tidy
        document.say(
            "marks are tidied as you place values" if document.auto_tidy else "marks stay until you tidy them (,)"
        )

    def lock(self) -> None:
        """Make all values givens; or, if there are givens, let them be edited."""
        document = self._document
        if any(document.grid.placed):
            document.change(document.grid.lock(), "all values are givens now")
        elif any(document.grid.givens):
            document.change(document.grid.unlock(), "givens unlocked: edit them, then press g")
        else:
            document.acted()
            document.say("there are no values to lock", NewsTone.BAD)

    def clear_work(self) -> None:
        """Take all of the user's values and marks away."""
        self._document.change(self._document.grid.restart(), "your values and marks cleared")
