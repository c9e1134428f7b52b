"""How each screen is brought to a step of a lesson, and what it tells of where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from core.catalog import named
from core.explain.reason import NodeKind
from core.search import Goal
from tui.lessons.facts import entry_of, is_searched, problem_of
from tui.lessons.measured import measured, plan_of
from tui.lessons.open_lesson import ScreenAdapter
from tui.lessons.step import Kind, Step, Value
from tui.modes import MODE_ENTRIES

if TYPE_CHECKING:
    from tui.lab.screen import SearchScreen
    from tui.screens.compare.screen import CompareScreen
    from tui.screens.cover.document import Opened
    from tui.screens.cover.screen import CoverScreen
    from tui.screens.queens.screen import QueensScreen
    from tui.screens.sudoku.screen import SudokuScreen


def adapter_of(mode: str, screen: Screen[Any]) -> ScreenAdapter:
    """What lessons do with the screen of a mode."""
    entry = next(entry for entry in MODE_ENTRIES if entry.mode == mode)
    adapter: ScreenAdapter = named(entry.lessons)(screen)
    return adapter


class SearchAdapter(ScreenAdapter):
    """What all screens have in common that search."""

    screen: SearchScreen

    def stands(self, step: Step, node: int) -> bool:
        """Whether the search of the step stands at the node, or is on its way there."""
        run, reason = self.screen.search.run, self.screen.search.reason
        if run is None or not self._is_of(step) or self.screen.browser.place is not None:
            return False
        return (reason is not None and reason.node == node) or run.travelling or run.bound_for == node

    def at(self) -> NodeKind | None:
        """What the node is at which the search stands."""
        run, shot = self.screen.search.run, self.screen.search.snapshot
        if run is None or run.travelling or shot is None or not (run.resting or run.finished):
            return None
        return shot.reason.outcome if shot.reason is not None else None

    def _is_of(self, step: Step) -> bool:
        """Whether the newest search is that of the step."""
        ran = self.screen.searched.ran
        return ran is not None and (ran.entry.key, ran.problem) == (step.algorithm, problem_of(step))


class QueensAdapter(SearchAdapter):
    """The queens screen."""

    def __init__(self, screen: QueensScreen) -> None:
        self.screen = self._queens = screen
        self._session = screen.session

    def go(self, step: Step, node: int) -> None:
        """Choose the board and the algorithm of a step, and walk to the node."""
        screen, session = self._queens, self._session
        session.let_go()
        screen.tree_opened = False
        if not self._is_of(step) or not session.search.walkable:
            session.forget_run()
            session.setup.set_problem(problem_of(step))
            session.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
            screen.choices_replaced()
            screen.start_search(paused=True)
        screen.walk_to(node)

    def kept(self) -> Callable[[], None]:
        """The board, its algorithm and its goal."""
        screen, session, choose_again = self._queens, self._session, self._session.setup.kept()

        def give_back() -> None:
            session.let_go()
            session.forget_run()
            choose_again()
            screen.choices_replaced()
            screen.show_search()

        return give_back

    def ask(self, kind: Kind | None) -> None:
        """While a question is open the board tells no reasons; a square is pointed at."""
        session = self._session
        session.guessing = kind is not None
        session.pointer = (0, 0) if kind is Kind.SQUARE else None
        self.screen.show_search()

    def points(self, kind: Kind | None) -> bool:
        """Where a square is asked for."""
        return kind is Kind.SQUARE

    def point(self, down: int, right: int) -> None:
        """Move the cursor on the board, round the edges."""
        if self._session.pointer is not None:
            row, column = self._session.pointer
            n = self._session.problem.n
            self._session.pointer = (row + down) % n, (column + right) % n
            self.screen.show_search()

    def pointed(self) -> str:
        """The square under the cursor."""
        square = self._session.pointer
        return "" if square is None else f"r{square[0] + 1}c{square[1] + 1}"


class CoverAdapter(SearchAdapter):
    """The screen of exact covers."""

    def __init__(self, screen: CoverScreen) -> None:
        self.screen = self._cover = screen
        self._session = screen.session

    def go(self, step: Step, node: int) -> None:
        """Open the problem of a step, and walk to the node, and by as many links as it says beyond."""
        from tui.screens.cover import choosing
        from tui.screens.cover.document import open_named

        screen, session = self._cover, self._session
        if screen.waiting.put_off(lambda: self.go(step, node)):
            return
        name = self._name(step)
        if session.document.opened.name != name:
            choosing.open_problem(screen, lambda: open_named(name), lambda: self.go(step, node))
            return
        screen.end_by_hand()
        screen.turn_to(step.view or ("links" if step.links else "matrix"))
        dance = session.dancing.now()
        if super().stands(step, node) and dance is not None and self.at() is not None:
            session.dancing.ask(step.links - dance.place)
            screen.show_search()
            return
        if not self._is_of(step) or not session.search.walkable:
            session.forget_run()
            session.hand.clear(session.problem)
            session.set_pace(watching=True)
            session.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
            screen.show_all()
            screen.start_search(paused=True)
        screen.walk_to(node)
        session.dancing.ask(step.links)

    def kept(self) -> Callable[[], None]:
        """The problem, its algorithm and its goal."""
        from tui.screens.cover import choosing
        from tui.screens.cover.document import EXAMPLE, HALF_WAY

        screen, session = self._cover, self._session
        before: list[tuple[Opened, Callable[[], None]]] = []

        def note() -> None:
            before.append((session.document.opened, session.setup.kept()))

        def chosen() -> None:
            opened, choose_again = before[0]
            choose_again()
            screen.show_all()
            screen.remember()
            if opened.name == EXAMPLE:
                screen.begin_half_way(HALF_WAY)

        def give_back() -> None:
            if screen.waiting.put_off(give_back):
                return
            session.forget_run()
            if session.document.opened is before[0][0]:
                chosen()
            else:
                choosing.open_problem(screen, lambda: before[0][0], chosen)

        if not screen.waiting.put_off(note):  # the screen's own first problem may still be on its way
            note()
        return give_back

    def stands(self, step: Step, node: int) -> bool:
        """Whether the search of the step stands at the node."""
        return self._cover.waiting.busy or super().stands(step, node)

    def at(self) -> NodeKind | None:
        """What the node is; None also while a problem is being opened."""
        return None if self._cover.waiting.busy else super().at()

    def _name(self, step: Step) -> str:
        from tui.screens.cover.document import GALLERY

        return f"{GALLERY}{step.problem}"

    def _is_of(self, step: Step) -> bool:
        ran, opened = self._session.ran, self._session.document.opened
        return ran is not None and (ran.entry.key, opened.name) == (step.algorithm, self._name(step))

    def ask(self, kind: Kind | None) -> None:
        """While a question is open no reason is told, and no item marked."""
        self._session.guessing = kind is not None
        self.screen.show_search()


class SudokuAdapter(SearchAdapter):
    """The Sudoku screen: the grid to be worked on, or a search of it."""

    def __init__(self, screen: SudokuScreen) -> None:
        self.screen = self._sudoku = screen
        self._session = screen.session

    def go(self, step: Step, node: int) -> None:
        """Open the puzzle of a step, filled in as far as it says, or walk to the node of its search."""
        from core.sudoku.formats import Puzzle
        from tui.lessons.grid_facts import grid_of

        screen, session = self._sudoku, self._session
        document, grid = session.document, grid_of(step)
        screen.tree_opened = False
        if document.grid.givens != grid.givens:
            document.open(Puzzle(grid, title="the lesson's puzzle"), "the puzzle of the lesson")
        elif document.grid.values != grid.values:
            document.change(grid, "as the lesson has it")
        document.show_candidates = step.view == "candidates"
        document.watching = is_searched(step)
        if is_searched(step):
            if not self._is_of(step) or not session.solving.search.walkable:
                session.solving.origin = "puzzle"
                session.solving.setup.set_problem(session.solving.to_solve)
                session.solving.setup.take(entry_of(step), Goal.ALL, dict(step.settings))
                session.solving.own_choice = True
                screen.show_choices()
                screen.start_search(paused=True)
            screen.walk_to(node)
        screen.show_all()

    def kept(self) -> Callable[[], None]:
        """The puzzle as it is filled in, and the algorithm for it."""
        from core.sudoku.formats import Puzzle

        screen, document, solving = self._sudoku, self._session.document, self._session.solving
        document.save()
        own, grid, marks = document.works.key, document.grid, document.show_candidates
        origin, by_hand = solving.origin, solving.own_choice
        choose_again = solving.setup.kept()

        def give_back() -> None:
            work = document.works.get(own) if document.works.key != own else None
            if work is not None:
                document.take_up(work)
            elif document.grid != grid:  # nothing had been entered, so that nothing was kept
                document.open(Puzzle(grid), "the grid of before")
            document.show_candidates, solving.origin, solving.own_choice = marks, origin, by_hand
            choose_again()
            screen.show_choices()
            screen.show_all()

        return give_back

    def stands(self, step: Step, node: int) -> bool:
        """Whether the grid of the step is in view, or its search at the node."""
        from tui.lessons.grid_facts import grid_of

        session = self._session
        if is_searched(step):
            return session.search_in_view and super().stands(step, node)
        return not session.document.watching and session.document.grid.values == grid_of(step).values

    def ask(self, kind: Kind | None) -> None:
        """While a question is open no reason is told."""
        self._session.guessing = kind is not None
        self._sudoku.show_puzzle()

    def pointed(self) -> str:
        """The cell under the grid's own cursor."""
        document = self._session.document
        return document.grid.shape.name_of(document.cursor)


class CompareAdapter(ScreenAdapter):
    """The screen of comparisons: it measures what a step says, on the learner's own machine."""

    def __init__(self, screen: CompareScreen) -> None:
        self._screen = screen
        self._view = ""
        """What the table shows until the step is answered, where that is not times."""

    def go(self, step: Step, node: int) -> None:
        """Show the table of a step, measured now if it is another one than that in view."""
        screen, plan, self._view = self._screen, plan_of(step), step.view
        if screen.waiting.put_off(lambda: self.go(step, node)):
            return
        if screen.table is None or screen.table.plan != plan:
            screen.take_plan(plan, screen.begin_measuring)
        elif not self.ready(step):
            screen.begin_measuring()

    def kept(self) -> Callable[[], None]:
        """Nothing: tables are kept in the history, this one too."""
        return lambda: None

    def stands(self, step: Step, node: int) -> bool:
        """Whether the table of the step is in view."""
        return self._screen.table is not None and self._screen.table.plan == plan_of(step)

    def ready(self, step: Step) -> bool:
        """Whether its table has been measured, with whatever outcome."""
        from tui.screens.compare.screen_view import everything_measured

        table = self._screen.table
        measured_all = table is not None and table.plan == plan_of(step) and everything_measured(table)
        return measured_all and not self._screen.session.running

    def ask(self, kind: Kind | None) -> None:
        """The table may be read: it does not say why.  What a step shows of it gives way to times once answered."""
        from core.compare.quantity import Quantity

        if self._view:
            shown = Quantity.TIME if kind is None else Quantity(self._view)
            self._screen.change_view(lambda: self._screen.session.show_quantity(shown))

    def points(self, kind: Kind | None) -> bool:
        """Always: the cursor of the table."""
        return True

    def point(self, down: int, right: int) -> None:
        """Move the cursor of the table."""
        self._screen.table_panel.action_move(down, right)

    def fact(self, words: str) -> Value | None:
        """What the table says."""
        return measured(self._screen.table, words) if self._screen.table is not None else None

    def why_not(self, answer: str) -> str:
        """What the table says about what was asked."""
        about = {"apart": "verdict", "fastest": "times", "same nodes": "nodes"}[answer]
        said = self.fact(about)
        return f"The table says: {said}." if said is not None else ""
