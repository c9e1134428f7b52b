"""What can be done on every screen, and its keys."""

from __future__ import annotations

from tui.actions.action import Action
from tui.modes import MODE_ENTRIES

EVERYWHERE = (
    Action("command_palette", "ctrl+p", "palette", "Command palette: everything by name, themes too", priority=True),
    Action("next_mode", "ctrl+n", "next screen", "Next screen", priority=True),
    *(Action(f"switch_mode('{e.mode}')", e.key, e.title, f"Go to {e.title}") for e in MODE_ENTRIES),
    Action("lessons", "f6", "lessons", "Lessons: learn on these screens; the list, or back to the one you are in"),
    Action("help", "f1,question_mark", "help", "This help"),
    Action("redraw", "ctrl+l", "redraw", "Redraw the whole screen", priority=True),
    Action("quit", "ctrl+q", "quit", "Quit", priority=True),
    Action("suspend_process", "ctrl+z", "suspend", "Suspend (fg brings it back)"),
)
