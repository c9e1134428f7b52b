"""How a long list of puzzles is laid out, line by line."""

from __future__ import annotations

from dataclasses import dataclass

DRAWN = ("free", "boxed", "candidates", "sdk")
"""Formats with a grid in rows, and an empty line after each."""


@dataclass(frozen=True)
class ListLayout:
    """How a stream is read line by line."""

    format: str = "line"
    """The format whose reader gets every line that is not plain: ``line``, ``list`` or ``csv``; or one of `DRAWN`."""
    header: tuple[str, ...] = ()
    """Lines that the reader must see before any other; at the beginning of the stream they are no puzzles."""

    @property
    def anywhere(self) -> bool:
        """Whether a puzzle may stand anywhere in its line."""
        return self.format != "line"

    @property
    def drawn(self) -> bool:
        """Whether a puzzle is a grid of rows, not one line."""
        return self.format in DRAWN
