"""The tones of text that all widgets share, by what they mean; `app.tcss` gives each its colour.

They are component classes of the screen, styled once for all that stands on it.
A widget names one of these, or a component class of its own for what only it has:
`tui.widgets.lines.Lines.tone`.
"""

from __future__ import annotations

TONES = frozenset((
    "plain", "muted", "aside", "strong", "good", "bad", "alarm", "warning", "here", "accent", "primary", "cursor",
    "mark",
    *(f"line{index}" for index in range(6)),  # tell the lines of a chart apart
))  # fmt: skip
COMPONENTS = {f"tone--{tone}" for tone in TONES}
"""The component classes of every screen."""
