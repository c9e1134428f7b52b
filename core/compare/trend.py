"""One cell through the history, in words: for the command line and the screen alike."""

from __future__ import annotations

import time

from core.compare.history import History
from core.compare.sessions import apart
from core.compare.text import against_text, interval_text
from core.words import duration

BAR = 24
"""Characters that the longest time of a trend gets."""


def trend_lines(history: History, label: str, instance: str) -> list[tuple[str, ...]]:
    """For each experiment that has measured the cell, the oldest first: its number, date, median and a bar as long as
    that; where it was measured, and the note; how it compares with the one before.  Raises StoreError."""
    found = [(number, cell, entry, cell.time) for number, cell, entry in history.trend(label, instance)]
    longest = max((summary.median for *_, summary in found if summary is not None), default=0.0)
    lines: list[tuple[str, ...]] = []
    before = None
    for number, cell, entry, summary in found:
        if summary is None:
            continue
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created))
        bar = "━" * max(1, round(summary.median / longest * BAR)) if longest > 0 else ""
        about = "  ".join(text for text in (entry.machine, entry.commit, entry.note and f"({entry.note})") if text)
        against = against_text(apart(before, cell), "the one before") if before is not None else ""
        figure = f"{number:>4}  {when}  {duration(summary.median):>8} {interval_text(summary):<8} {bar:<{BAR}}"
        lines.append(tuple(part for part in (figure, about, against) if part))
        before = cell
    return lines
