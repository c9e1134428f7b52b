"""The comparison screen: algorithms against each other in a table that fills, and side by side in a race.

session.py         all its state and what can be done with it; no Textual
opening.py         what it starts with: the history, the command line's plan
look.py            how a person has chosen to see a table
view.py, words.py  a table as text and tones; what is said of it
screen.py          shows the session, and does what the keys ask; actions.py has the keys
files.py           where a table goes, and plans from files
table.py, chart.py, panels.py                        its widgets
dialogs.py, plan_draft.py                            its dialogs, and a plan being edited
race_session.py, race_screen.py                      the race
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.lazy import on_demand

if TYPE_CHECKING:
    from tui.screens.compare.screen import CompareScreen

__all__ = ["CompareScreen"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, {"CompareScreen": "tui.screens.compare.screen"})
