"""The comparison screen: algorithms against each other in a table that fills, and side by side in a race.

session.py         all its state and what can be done with it; no Textual
opening.py         what it starts with: the history, the command line's plan
look.py            how a person has chosen to see a table
view.py, words.py  a table as text and tones; what is said of it
screen.py          layout and keys
picture.py         draws the session on the widgets
measurer.py, opener.py, planner.py, viewer.py  what the keys do
table.py, chart.py, status.py                  its widgets
plan_draft.py, plan_dialog.py                  planning
race_setup.py, race_screen.py                  the race
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen

__all__ = ["CompareScreen"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, {"CompareScreen": "tui.screens.compare.screen"})
