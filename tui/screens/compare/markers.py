"""The sign and the colour of each algorithm, in tables, charts and races.  No Textual."""

from __future__ import annotations

from core._drawing.chart import tone_of

MARKERS = "●■▲◆▼★◉▣◢◣◤◥"
PAPER_MARKERS = "○□△◇▽☆◎▢◿◺◸◹"
ASCII_MARKERS = "ABCDEFGHIJKL"
ASCII_PAPER_MARKERS = "abcdefghijkl"
LINE_COLOURS = ("$primary", "$success", "$secondary", "$error", "$foreground", "$warning")
"""The colours that the lines take in turn: those of the tones ``line0`` and so on."""


def marker(index: int, unicode: bool, paper: bool = False) -> str:
    """The sign of the algorithm with this index, filled for our figures, hollow (lower case) for the paper's."""
    signs = (PAPER_MARKERS if paper else MARKERS) if unicode else (ASCII_PAPER_MARKERS if paper else ASCII_MARKERS)
    return signs[index % len(signs)]


def line_tone(index: int) -> str:
    """The tone of the algorithm with this index."""
    return f"line{tone_of(index, len(LINE_COLOURS))}"
