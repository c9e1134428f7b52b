"""Lessons on the Sudoku screen: a grid to work on, or a search of it, and how the screen goes to a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from core import Goal, Sudoku
from core._words import symbol
from tui.lessons.facts import Fact, entry_of
from tui.lessons.grid_facts import GRID_FACTS, grid_of, position_of, why_not_in_grid
from tui.lessons.search_adapter import SearchAdapter
from tui.lessons.search_facts import SEARCH_FACTS, SearchFacts
from tui.lessons.step import Kind, LessonStep, Value

if TYPE_CHECKING:
    from core._drawing.figure import Mark
    from tui.screens.sudoku.screen import SudokuScreen


class SudokuFacts(SearchFacts):
    """A Sudoku: without an algorithm its grid, else a search."""

    KIND = "sudoku"
    PROBLEM = "the characters of a Sudoku, row by row"
    NOUN = FILLER = "value"

    def read(self, text: str) -> Sudoku:
        """The Sudoku with those characters."""
        return Sudoku.parse(text)

    def searched(self, step: LessonStep) -> bool:
        """Whether it names an algorithm."""
        return bool(step.algorithm)

    def facts(self, step: LessonStep) -> Mapping[str, Fact]:
        """The facts of any search, or those of a grid."""
        return SEARCH_FACTS if self.searched(step) else GRID_FACTS

    def where(self, step: LessonStep) -> str:
        """The grid, row by row, or the node."""
        if self.searched(step):
            return super().where(step)
        grid = grid_of(step)
        n = grid.shape.order
        rows = ["".join(map(symbol, grid.values[start : start + n])) for start in range(0, n * n, n)]
        return f"Screen Sudoku. The rows, a dot for an empty cell: {', '.join(rows)}."

    def malformed(self, step: LessonStep, name: str, of: str, given: str) -> str:
        """In a grid nothing is: its cursor cannot be outside it."""
        return super().malformed(step, name, of, given) if self.searched(step) else ""

    def why_not(self, step: LessonStep, name: str, of: str, value: Value, given: str) -> str:
        """What the rules say about the cell, or the search."""
        if self.searched(step):
            return super().why_not(step, name, of, value, given)
        return why_not_in_grid(step, name, of, value, given)

    def drawn(self, step: LessonStep, side: float) -> tuple[Sequence[Mark], float] | None:
        """The grid, as far as it is filled in."""
        if self.searched(step):
            return super().drawn(step, side)
        from core.sudoku._picture import grid_marks

        grid = grid_of(step)
        small = position_of(step.problem, step.done).bits if step.view == "candidates" else ()
        return list(grid_marks(grid.layout, grid.values, grid.givens, 0.0, 0.0, side, small=small)), side


class SudokuAdapter(SearchAdapter):
    """The Sudoku screen: the grid to work on, or a search of it."""

    FACTS = SudokuFacts()

    def __init__(self, screen: SudokuScreen) -> None:
        self.screen = self._sudoku = screen
        self._session = screen.session

    def go(self, step: LessonStep, node: int) -> None:
        """Open the puzzle of a step, filled in as far as it says, or walk to the node of its search."""
        from core.sudoku._formats import Puzzle

        screen, session = self._sudoku, self._session
        document, grid = session.document, grid_of(step)
        session.tree_opened = False
        if document.grid.givens != grid.givens:
            document.open(Puzzle(grid, title="the lesson's puzzle"), "the puzzle of the lesson")
        elif document.grid.values != grid.values:
            document.change(grid, "as the lesson has it")
        document.show_candidates = step.view == "candidates"
        document.watching = self.FACTS.searched(step)
        if self.FACTS.searched(step):
            if not self._goes_on(step):
                session.solving.origin = "puzzle"
                session.solving.setup.set_problem(session.solving.to_solve)
                session.solving.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
                session.solving.own_choice = True
                screen.choices_replaced()
                screen.start_search(paused=True)
            screen.walk_to(node)
        screen.tick()

    def way_back(self) -> Callable[[], None]:
        """A function that brings back the puzzle as filled in, the algorithm for it, and the search at its node."""
        from core.sudoku._formats import Puzzle

        screen, document, solving = self._sudoku, self._session.document, self._session.solving
        document.save()
        own, grid, marks = document.works.key, document.grid, document.show_candidates
        origin, own_choice = solving.origin, solving.own_choice
        choose_again, search_again = solving.setup.way_back(), screen.left.way_back()

        def give_back() -> None:
            work = document.works.get(own) if document.works.key != own else None
            if work is not None:
                document.take_up(work)
            elif document.grid != grid:  # nothing had been entered, so that nothing was kept
                document.open(Puzzle(grid), "the grid of before")
            document.show_candidates, solving.origin, solving.own_choice = marks, origin, own_choice
            solving.forget_run()
            search_again()
            choose_again()
            screen.choices_replaced()
            screen.tick()

        return give_back

    def stands(self, step: LessonStep, node: int) -> bool:
        """Whether the grid of the step is in view, or its search at the node."""
        session = self._session
        if self.FACTS.searched(step):
            return session.search_in_view and super().stands(step, node)
        return not session.document.watching and session.document.grid.values == grid_of(step).values

    def instead(self, step: LessonStep) -> str:
        """Another grid, or another search."""
        document = self._session.document
        if document.grid.givens != grid_of(step).givens:
            return "another puzzle"
        return super().instead(step) if self.FACTS.searched(step) and document.watching else ""

    def ask(self, kind: Kind | None) -> None:
        """While a question is open no reason is shown."""
        self._session.guessing = kind is not None
        self._sudoku.tick()

    def pointed(self) -> str:
        """The cell under the grid's own cursor."""
        document = self._session.document
        return document.grid.shape.name_of(document.cursor)
