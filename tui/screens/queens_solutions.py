"""Browsing, copying and saving the solutions that a queens search has found."""

from __future__ import annotations

from typing import Any

from core.queens.problem import Queens
from tui.commands import Action
from tui.format import grouped
from tui.search_screen import SearchScreen
from tui.widgets.found import FoundPanel, Shown
from tui.worker import in_thread

LARGE = 4096
"""Beyond this N a position is read from arrays rather than copied into tuples."""
MOST_TO_CLASSIFY = 100_000

SOLUTION_ACTIONS = (
    Action("browse(1)", "n", "next found", "Next solution found", footer=True, group="Solutions"),
    Action("browse(-1)", "p", "previous found", "Previous solution found", group="Solutions"),
    Action("browse_to(0)", "left_square_bracket", "first found", "First solution found", group="Solutions"),
    Action("browse_to(-1)", "right_square_bracket", "last found", "Last solution found", group="Solutions"),
    Action("jump", "number_sign,g", "jump to k-th", "Jump to the k-th solution found", group="Solutions"),
    Action("classes", "u", "all / classes", "All solutions, or one of each symmetry class", group="Solutions"),
    Action("live", "escape,v", "back to live", "Show the search itself again", group="Solutions"),
    Action("copy", "y", "copy", "Copy the solution as a list", footer=True, group="Solutions"),
    Action("save", "s", "save", "Save the solution: .txt list, .fen, or .svg board", group="Solutions"),
)


class SolutionBrowser(SearchScreen):
    """The part of the queens screen that deals with solutions already found.

    ``_place`` is the one in view, or None while the search itself is shown.
    """

    def __init__(self) -> None:
        super().__init__()
        self._place: int | None = None
        self._by_class = False
        self._symmetry: Any = None
        self._run_problem: Queens | None = None
        """The problem of the newest run."""

    def forget_solutions(self) -> None:
        """Show the search itself again, ungrouped: a new run begins."""
        self._place, self._by_class, self._symmetry = None, False, None

    def _solutions(self) -> Any:
        search = self.run_.search if self.run_ else None
        return search.solutions if search is not None else ()

    def _in_view(self) -> int:
        """How many there are to browse: solutions, or classes."""
        return len(self._symmetry) if self._by_class and self._symmetry is not None else len(self._solutions())

    def _solution_in_view(self) -> Any:
        if self._place is None or self._place >= self._in_view():
            return None
        if self._by_class and self._symmetry is not None:
            return self._symmetry.representative(self._place)
        return self._solution(self._place)

    def _solution(self, place: int) -> Any:
        """A solution as a tuple; beyond `LARGE` as an array, which costs no copy."""
        solutions = self._solutions()
        large = self._run_problem is not None and self._run_problem.n > LARGE
        return solutions.row(place) if large else solutions[place]

    def _show_found(self) -> None:
        solution = self._solution_in_view()
        total = self._in_view()
        shot = self.snapshot
        note = ""
        if shot is not None and shot.solutions > len(self._solutions()) > 0:
            note = f"only the first {grouped(len(self._solutions()))} are kept when counting"
        elif shot is not None and shot.finished and not shot.solutions:
            note = self._why_nothing()
        size = None
        if solution is not None:
            from core.queens.symmetry import class_size

            size = class_size(solution) if len(solution) <= LARGE else None
        shown = Shown(
            place=self._place if solution is not None else None,
            total=total,
            by_class=self._by_class,
            class_size=size,
            solution=[int(column) for column in solution[: FoundPanel.LONGEST]] if solution is not None else (),
            length=len(solution) if solution is not None else 0,
            note=note,
        )
        self.query_one("#found", FoundPanel).show(shown)

    def _why_nothing(self) -> str:
        state = self.search_state
        if state == "complete":
            return "there is no solution"
        return {"gave up": "gave up: this proves nothing", "stopped": "stopped before anything was found"}.get(
            state, ""
        )

    def can(self, name: str) -> bool:
        match name:
            case "browse" | "browse_to" | "jump" | "copy" | "save":
                return len(self._solutions()) > 0
            case "classes":
                return len(self._solutions()) > 0 and (self._run_problem is None or self._run_problem.n <= LARGE)
            case "live":
                return self._place is not None and self.run_ is not None
        return super().can(name)

    def action_browse(self, step: int) -> None:
        total = self._in_view()
        if not total:
            return
        place = (0 if step > 0 else total - 1) if self._place is None else (self._place + step) % total
        self._browse_to(place)

    def action_browse_to(self, place: int) -> None:
        total = self._in_view()
        if total:
            self._browse_to(place % total)

    def _browse_to(self, place: int) -> None:
        self._place = place
        self.show_search()
        self.refresh_bindings()

    def action_live(self) -> None:
        self._place = None
        self.show_search()
        self.refresh_bindings()

    def action_jump(self) -> None:
        from tui.line_dialogs import jump_dialog

        def jump(text: str | None) -> None:
            if text is not None:
                self._browse_to(int(text) - 1)

        self.app.push_screen(jump_dialog("class" if self._by_class else "solution", self._in_view()), jump)

    def action_classes(self) -> None:
        if self._by_class:
            self._by_class, self._place = False, 0
            self.show_search()
        else:
            self.run_worker(self._classify(), group="classes", exclusive=True, exit_on_error=False)

    async def _classify(self) -> None:
        """Group the solutions found so far; done in a thread, for there may be many."""
        from core.queens.symmetry import SymmetryClasses

        solutions = self._solutions()
        rows = solutions[:MOST_TO_CLASSIFY] if len(solutions) > MOST_TO_CLASSIFY else solutions
        classes = await in_thread(lambda: SymmetryClasses.of(rows), "classes")
        if solutions is not self._solutions():
            return
        self._symmetry, self._by_class, self._place = classes, True, 0
        if len(solutions) > MOST_TO_CLASSIFY:
            self.notify(f"classes of the first {grouped(MOST_TO_CLASSIFY)} solutions")
        self.show_search()
        self.refresh_bindings()

    def _solution_to_take(self) -> Any:
        solution = self._solution_in_view()
        return solution if solution is not None else self._solution(len(self._solutions()) - 1)

    def action_copy(self) -> None:
        from core.queens.formats import to_list

        self.app.copy(to_list(self._solution_to_take()), "solution")  # type: ignore[attr-defined]

    def action_save(self) -> None:
        from tui.line_dialogs import full_name, save_dialog

        solution = self._solution_to_take()
        number = (self._place if self._place is not None else len(self._solutions()) - 1) + 1
        name = f"queens-{len(solution)}-{number}.svg"
        prompt = "File to write.  .svg is a picture, .fen the FEN-like text, anything else a list:"

        def saved(text: str | None) -> None:
            if text is not None:
                self.notify(f"saved {full_name(text)}", markup=False)

        self.app.push_screen(save_dialog("Save", prompt, name, lambda path: _as_text(solution, path.suffix)), saved)


def _as_text(solution: Any, suffix: str) -> str:
    from core.queens import formats

    match suffix.lower():
        case ".svg":
            return formats.to_svg(solution)
        case ".fen":
            return formats.to_fen(solution) + "\n"
    return formats.to_list(solution) + "\n"
