"""Browsing, copying and saving the solutions that a queens search has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.queens.problem import Queens
from tui.browsing import SolutionBrowser
from tui.commands import Action
from tui.format import grouped
from tui.host import host
from tui.search_screen import SearchScreen
from tui.widgets.found import FoundPanel, Shown

LARGE = 4096
"""Beyond this N a position is read from arrays rather than copied into tuples."""

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


class QueensSolutions(SolutionBrowser, SearchScreen):
    """The part of the queens screen that deals with solutions already found."""

    def __init__(self) -> None:
        super().__init__()
        self._run_problem: Queens | None = None
        """The problem of the newest run."""

    def found(self) -> Any:
        search = self.run_.search if self.run_ else None
        return search.solutions if search is not None else ()

    @property
    def _large(self) -> bool:
        return self._run_problem is not None and self._run_problem.n > LARGE

    def at(self, place: int) -> Any:
        """A solution as a tuple; beyond `LARGE` as an array, which costs no copy."""
        return self.found().row(place) if self._large else super().at(place)

    def classify(self, solutions: Any) -> Sequence[tuple[int, ...]]:
        from core.queens.symmetry import SymmetryClasses

        classes = SymmetryClasses.of(solutions)
        return [classes.representative(index) for index in range(len(classes))]

    def place_changed(self) -> None:
        self.show_search()
        self.refresh_bindings()

    def _show_found(self) -> None:
        solution = self.solution
        total = len(self.listed())
        shot = self.snapshot
        note = ""
        if shot is not None and self.by_class and self.classified < shot.solutions:
            note = f"of the first {grouped(self.classified)} solutions"
        elif shot is not None and shot.solutions > len(self.found()) > 0:
            note = f"only the first {grouped(len(self.found()))} are kept"
        elif shot is not None and shot.finished and not shot.solutions:
            note = self._why_nothing()
        size = None
        if solution is not None:
            from core.queens.symmetry import class_size

            size = class_size(solution) if len(solution) <= LARGE else None
        shown = Shown(
            place=self.place if solution is not None else None,
            total=total,
            by_class=self.by_class,
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
                return len(self.found()) > 0
            case "classes":
                return len(self.found()) > 0 and not self._large
            case "live":
                return self.place is not None
        return super().can(name)

    def action_copy(self) -> None:
        from core.queens.formats import to_list

        if self.place_to_take is not None:
            host(self).copy(to_list(self.at(self.place_to_take)), "solution")

    def action_save(self) -> None:
        from tui.line_dialogs import full_name, save_dialog

        place = self.place_to_take
        if place is None:
            return
        solution = self.at(place)
        name = f"queens-{len(solution)}-{'class-' * self.by_class}{place + 1}.svg"
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
