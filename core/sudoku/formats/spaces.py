"""Grids drawn with a space for each empty cell: rows as wide as they are many, with nothing between their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.sudoku.formats.base import SourceText
from core.sudoku.symbols import EMPTY, SYMBOLS

_LEAST = 4
"""The order from which on they are looked for: narrower text is too easily something else."""
_SLIPS = 1
"""Lines of a run that may have something else in them: it is told for what it is, with its place."""


def with_empty_cells(source: SourceText) -> SourceText:
    """The same text with a dot for each of these spaces; the text itself where it has no such grid.

    A run of n lines or more is such grids where each is n wide and has nothing
    but values and spaces, and these spaces are not what is between cells.
    """
    lines = list(source.lines)
    for first, end in _runs(lines):
        run, order = lines[first:end], len(lines[first])
        known = re.compile(f"[ {re.escape(SYMBOLS[:order])}]*", re.IGNORECASE)
        slips = sum(known.fullmatch(line) is None for line in run)
        if slips <= _SLIPS and not _are_apart(run):
            lines[first:end] = [line.replace(" ", EMPTY) for line in run]
    return source if lines == source.lines else SourceText(source.name, lines)


def _are_apart(run: Sequence[str]) -> bool:
    """Whether the spaces are between cells: the same in each line, or around as many words in each as make grids."""
    words = {len(line.split()) for line in run}
    return (
        len({re.sub(r"\S", "x", line) for line in run}) == 1
        or (len(words) == 1 and min(words) >= _LEAST and len(run) % min(words) == 0)
    )  # fmt: skip


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
