"""How a long list of puzzles is laid out, line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ListLayout:
    """How a stream is read line by line."""

    format: str = "line"
    """The format whose reader gets every line that is not plain: ``line``, ``list`` or ``csv``."""
    header: tuple[str, ...] = ()
    """Lines that the reader must see before any other; at the beginning of the stream they are not puzzles."""

    @property
    def anywhere(self) -> bool:
        """Whether a puzzle may be anywhere in its line."""
        return self.format != "line"
