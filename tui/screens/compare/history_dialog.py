"""The history: every table that was ever measured, to open, pin as the baseline, write a note about, or delete."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from core.compare.history import Entry, History, NoSuchExperiment
from core.storage.files import clean_text
from core.storage.store import StoreError
from core.words import counted
from tui.actions.story import answer
from tui.dialogs.dialogs import LineDialog
from tui.dialogs.pick import Also, PickDialog, Trouble
from tui.widgets.pick_list import PickLine


def history_dialog(
    history: History, entries: Sequence[Entry], current: int | None, *, unicode: bool
) -> PickDialog[int]:
    """Closes with the number of the experiment to open."""
    shown = {entry.number: entry for entry in entries}

    def lines() -> list[PickLine[int]]:
        return [_line(entry, current, unicode=unicode) for entry in shown.values()]

    def change(act: Callable[[], None]) -> Trouble:
        try:
            act()
            anew = {entry.number: entry for entry in history.list()}
        except (StoreError, NoSuchExperiment) as error:
            return str(error)
        shown.clear()
        shown.update(anew)
        return None

    def pin(number: int) -> Trouble:
        return change(lambda: history.pin(number, not shown[number].pinned))

    async def note(number: int) -> Trouble:
        typed = await answer(LineDialog(f"Experiment {number}", "A note about it:", shown[number].note))
        return None if typed is None else change(lambda: history.annotate(number, typed.strip()))

    def delete(number: int) -> Trouble:
        return change(lambda: history.delete(number))

    def deletes(number: int) -> str:
        return f"delete experiment {number} ({counted(shown[number].samples, 'run')})"

    return PickDialog(
        "History", lines(), current, enter="open", told="Open it", renewed=lines,
        nothing="nothing yet: every table you measure will appear here",
        also=(
            Also("p", "baseline", "Make it the baseline, or no longer", pin),
            Also("n", "note", "Write a note about it", note),
            Also("d,delete", "delete", "Delete it (asks first)", delete, deletes),
        ),
    )  # fmt: skip


def _line(entry: Entry, current: int | None, *, unicode: bool) -> PickLine[int]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.created))
    wanted = len(entry.plan.instances) * len(entry.plan.contestants) * entry.plan.repeat
    runs = counted(entry.samples, "run")
    state = f"complete, {runs}" if entry.finished else f"{runs} of at least {wanted}"
    pin = ("★" if unicode else "*") if entry.pinned else " "
    here = " (in view)" if entry.number == current else ""
    baseline = ", the baseline" if entry.pinned else ""
    made = "  ".join(part for part in (entry.machine, entry.commit) if part)
    return PickLine(
        entry.number, f"{pin} {entry.number:>4}  {entry.title}{here}", f"{when}  {state}{baseline}  {made}",
        note=clean_text(entry.note),
    )  # fmt: skip
