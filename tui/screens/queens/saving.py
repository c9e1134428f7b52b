"""A solution as the text of a file."""

from __future__ import annotations

from collections.abc import Iterable

from core.queens import formats
from tui.search.browser import Solution

PROMPT = "File to write.  .svg is a picture, .fen the FEN-like text, anything else a list:"


PROMPT_ALL = "File to write, one a line.  .fen is the FEN-like text, anything else lists:"


def content_of_all(solutions: Iterable[Solution], suffix: str) -> str:
    """Many solutions, one a line.  Raises ValueError for a picture."""
    if suffix.lower() == ".svg":
        raise ValueError("a picture shows one solution; s saves the one in view")
    return "".join(content(solution, suffix) for solution in solutions)


def content(solution: Solution, suffix: str) -> str:
    """The solution in the format that the file's suffix names."""
    match suffix.lower():
        case ".svg":
            return formats.to_svg(solution)
        case ".fen":
            return formats.to_fen(solution) + "\n"
    return formats.to_list(solution) + "\n"
