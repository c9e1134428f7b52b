"""What the terms on the screen mean: a list to read, those in sight first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.screen import Screen

from tui.actions.action import CommandScreen
from tui.dialogs.pick import PickDialog
from tui.glossary import Term, entries_for, terms_in
from tui.kit.lines import Lines
from tui.kit.pick_list import PickLine

if TYPE_CHECKING:
    from tui.app import DancingQueens


def glossary_dialog(screen: Screen[object], app: DancingQueens) -> PickDialog[Term]:
    """The terms: first the one that the user points at or those at the screen's cursor, then the others in sight."""
    mode = app.mode_title
    first = _at_cursor(screen, mode)
    in_sight = {entry for text in _texts(screen) for _, _, entry in terms_in(text, mode)}.difference(first)
    others = [entry for entry in entries_for(mode) if entry not in first]
    lines = [_line(entry, "At the cursor") for entry in first]
    lines += [_line(entry, "On this screen") for entry in others if entry in in_sight]
    lines += [_line(entry, "Elsewhere") for entry in others if entry not in in_sight]
    return PickDialog("Glossary", lines, enter="close", told="Close", at_once=True)


def _line(entry: Term, group: str) -> PickLine[Term]:
    return PickLine(entry, ", ".join((entry.name, *entry.others)), entry.text, group=group)


def _texts(screen: Screen[object]) -> Iterator[str]:
    """All the text that widgets show, on their frames too."""
    for widget in screen.query(Lines):
        if widget.region:
            yield from (*widget.seen, str(widget.border_title or ""), str(widget.border_subtitle or ""))


def _at_cursor(screen: Screen[object], mode: str) -> list[Term]:
    """The term that the mouse points at, or else those at the screen's own cursor."""
    if isinstance(screen, CommandScreen) and screen.pointed is not None:
        return [screen.pointed]
    text = screen.focused.at_cursor() if isinstance(screen.focused, Lines) else ""
    return list(dict.fromkeys(entry for _, _, entry in terms_in(text, mode)))
