"""Problems and solutions saved to files, and as text on the clipboard."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING

from core import ExactCover, ProblemError
from core._drawing.figure import in_form
from core.exact_cover import CoverPuzzle
from core.exact_cover._formats.load import write_puzzle
from tui.actions.dialogue import answer
from tui.screens.cover.document import Opened
from tui.screens.cover.words import option_lines

if TYPE_CHECKING:
    from core._drawing.cells import CellPicture
    from tui.screens.cover.screen import CoverScreen

SUFFIXES = (".dlx", ".drawing", ".matrix", ".txt", ".json", ".svg", ".pdf", ".tikz", ".cnf", ".lp", ".mps")
OF_THE_PROBLEM = (".dlx", ".xc", ".drawing", ".matrix", ".cnf", ".lp", ".mps")
"""Endings under which the problem alone is written."""


def prompt(puzzle: CoverPuzzle, *, restricted: bool = False) -> str:
    """What the dialog asks; ``restricted``: options were taken or forbidden, which makes another problem."""
    if restricted:
        return (
            f"File to write: .dlx the problem as your hand left it, “{puzzle.problem}”: options that are out hold "
            "nothing there and keep their numbers. .matrix, .txt, .json and .svg as always. "
            "For the problem itself, clear the hand first (H, then del)."
        )
    drawing = ".drawing as it was drawn, " if puzzle.drawing else ""
    return (
        "File to write, by its ending: .dlx the problem in Knuth's format, names and picture as comments, "
        f"{drawing}.matrix as zeros and ones, "
        ".cnf, .lp or .mps for other solvers, "
        ".txt the solutions as text, .json problem and solutions, "
        ".svg, .pdf or .tikz (for LaTeX) the solution or the shares in view as a picture."
    )


def solution_text(puzzle: CoverPuzzle, solution: Sequence[int]) -> str:
    """A solution as its picture, or as its options."""
    if puzzle.canvas is not None:
        return puzzle.canvas.text(solution) + "\n"
    return "".join(f"{line}\n" for line in option_lines(puzzle.problem, solution))


def as_json(problem: ExactCover, solutions: Sequence[Sequence[int]]) -> str:
    """The problem, and each solution as its option numbers with what they hold."""
    from core.exact_cover import _formats as formats

    body = {
        "problem": json.loads(formats.write(problem, "json")),
        "solutions": [
            [{"option": o, "label": problem.label(o), "items": problem.entries(o)} for o in solution]
            for solution in solutions
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=1) + "\n"


def content(
    opened: Opened,
    path: Path,
    solutions: Sequence[Sequence[int]],
    in_view: Sequence[int] | None,
    restricted: CoverPuzzle | None = None,
    heat: CellPicture | None = None,
) -> str | bytes:
    """What goes into a file of that name; ``restricted`` is the puzzle with options taken and forbidden, if any are,
    ``heat`` the picture of the shares, if that is what the user looks at.

    Raises ProblemError when there is nothing of that kind to write, and for
    solutions that would take the place of the file that the problem is from.
    """
    puzzle = restricted or opened.puzzle
    problem = puzzle.problem
    suffix = path.suffix.lower()
    if opened.text is not None and exists(path) and path.resolve() == Path(opened.name).resolve():
        if suffix in OF_THE_PROBLEM and not restricted:
            return opened.text
        raise ProblemError("the problem was read from this file; choose another name")
    match suffix:
        case ".dlx" | ".xc":
            return write_puzzle(puzzle, "knuth")
        case ".cnf":
            return write_puzzle(puzzle, "dimacs")
        case ".drawing" | ".matrix" | ".lp" | ".mps":
            return write_puzzle(puzzle, suffix[1:])
        case ".json":
            return as_json(problem, solutions)
        case ".svg" | ".pdf" | ".tikz":
            if puzzle.canvas is None:
                raise ProblemError("this problem is not about a grid: there is no picture of it")
            if in_view is None and heat is None:
                raise ProblemError("no solution yet: run first")
            return in_form(suffix, [(heat or puzzle.canvas.picture(in_view or ())).page()], title=str(problem))
        case ".txt" | "":
            if not solutions:
                own = ".drawing" if puzzle.drawing else ".dlx"
                raise ProblemError(f"no solution yet: run first; {own} saves the problem")
            return "\n".join(solution_text(puzzle, solution) for solution in solutions)
    raise ProblemError(f"{suffix} is not one of {', '.join(SUFFIXES)}")


def file_name(puzzle: CoverPuzzle, *, found: bool) -> str:
    """A name to offer: the title, with the ending of what there is to save."""
    own = ".drawing" if puzzle.drawing else ".dlx"
    ending = own if not found else ".svg" if puzzle.canvas is not None else ".txt"
    title = "".join(c.lower() if c.isascii() and c.isalnum() else " " for c in str(puzzle.problem)).split()
    return ("-".join(title)[:40] or "cover") + ending


def copy(screen: CoverScreen) -> None:
    """The solution in view, or the last one, to the clipboard."""
    solution = screen.session.to_take
    if solution is not None:
        text = solution_text(screen.session.document.opened.puzzle, solution)
        screen.app.copy(text, "solution")


async def save(screen: CoverScreen) -> None:
    """Ask for a file, and write there what its ending says."""
    from tui.dialogs.dialogs import full_name, save_dialog

    session = screen.session
    opened, in_view, heat = session.document.opened, session.to_take, session.heat_in_view
    listed = [session.drawn] if session.drawn else session.browser.listed()
    restricted = session.puzzle if session.hand.anything else None
    puzzle = restricted or opened.puzzle
    offered = file_name(puzzle, found=in_view is not None or heat is not None)
    dialog = save_dialog(
        "Save", prompt(puzzle, restricted=restricted is not None), offered,
        lambda path: content(opened, path, listed, in_view, restricted, heat),
    )  # fmt: skip
    if (name := await answer(dialog)) is not None:
        screen.app.say(f"saved {full_name(name)}", "good")
