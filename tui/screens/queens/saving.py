"""A solution as the text of a file."""

from __future__ import annotations

from core.queens import formats
from tui.browser import Solution

PROMPT = "File to write.  .svg is a picture, .fen the FEN-like text, anything else a list:"


def content(solution: Solution, suffix: str) -> str:
    """The solution in the format that the file's suffix names."""
    match suffix.lower():
        case ".svg":
            return formats.to_svg(solution)
        case ".fen":
            return formats.to_fen(solution) + "\n"
    return formats.to_list(solution) + "\n"
