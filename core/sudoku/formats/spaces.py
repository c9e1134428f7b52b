"""Grids drawn with a space for each empty cell: rows as wide as they are many, with nothing between their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.sudoku.formats.base import Source
from core.sudoku.symbols import EMPTY, SYMBOLS

_LEAST = 6
"""The order from which on they are looked for: narrower text is too easily something else."""


def with_empty_cells(source: Source) -> Source:
    """The same text with a dot for each of these spaces; the text itself where it has no such grid.

    A run of lines is such grids where each is n wide and has nothing but values
    and spaces, where n divides their number, and where values or spaces stand
    side by side at every second place (``1 2 3`` has spaces between its cells).
    """
    lines = list(source.lines)
    for first, end in _runs(lines):
        run, order = lines[first:end], len(lines[first])
        apart = all(not line[1::2].strip() for line in run)
        known = re.compile(f"[ {re.escape(SYMBOLS[:order])}]*", re.IGNORECASE)
        if (end - first) % order == 0 and not apart and any(map(str.strip, run)) and all(map(known.fullmatch, run)):
            lines[first:end] = [line.replace(" ", EMPTY) for line in run]
    return source if lines == source.lines else Source(source.name, lines)


def _runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Lines that follow each other and are equally wide, no fewer than that: the first, and the one after the last."""
    first = 0
    while first < len(lines):
        width, end = len(lines[first]), first + 1
        while end < len(lines) and len(lines[end]) == width:
            end += 1
        if _LEAST <= width <= min(len(SYMBOLS), end - first):
            yield first, end
        first = end
