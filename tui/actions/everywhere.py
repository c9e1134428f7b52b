"""What can be done on every screen, and its keys."""

from __future__ import annotations

from tui.actions.action import Action
from tui.modes import MODE_ENTRIES

EVERYWHERE = (
    Action("command_palette", "ctrl+p", "palette", "Command palette: everything by name, themes too", priority=True),
    Action("next_mode", "ctrl+n", "next screen", "Next screen", priority=True),
    *(Action(f"switch_mode('{e.mode}')", e.key, e.title, f"Go to {e.title}") for e in MODE_ENTRIES),
    Action("lessons", "f6", "lessons", "Lessons: learn on these screens; the list, or back to the one you are in"),
    Action("help", "f1", "help", "This help"),
    Action("glossary", "question_mark", "glossary",
           "What the terms on the screen mean, beginning with the one at the cursor or the mouse"),
    Action("redraw", "ctrl+l", "redraw", "Redraw the whole screen", priority=True),
    Action("quit", "ctrl+q", "quit", "Quit", priority=True),
    Action("suspend_process", "ctrl+z", "suspend", "Suspend (fg brings it back)"),
)  # fmt: skip
