"""The dialogs that only this screen has: a plan is edited, and an earlier table is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from core import Algorithm, Goal
from core._reasons import OtherGoal
from core._words import counted
from core.compare import DamagedExperiment, History, HistoryEntry, NoSuchExperiment, Plan, PlanError
from core.compare._instances import instances
from core.storage import StoreError
from tui.actions.dialogue import answer, converse
from tui.dialogs.dialogs import Dialog, LineDialog
from tui.dialogs.form_values import Note, OpenForm
from tui.dialogs.pick import Also, PickDialog, Trouble
from tui.kit.form_panel import FormPanel
from tui.kit.pick_list import PickLine, PickList
from tui.screens.compare.plan_draft import PlanDraft


class PlanDialog(Dialog[Plan]):
    """Edits a draft in place.  Closes with the plan, or None (the draft keeps what was typed)."""

    KEYS = (
        ("tab", "To the next part: instances, form, algorithms"),
        ("space", "Include the algorithm or leave it out"),
        ("+ v", "Add an algorithm with parameters; seed=1-10 or order=table|text adds one for each value"),
        ("^t", "All algorithms that support the goal, or none"),
        ("enter", "Use the plan"),
    )
    BINDINGS = [
        Binding("enter", "accept", "Ok", show=False),
        Binding("plus,v", "variant", "Variant", show=False),
        Binding("ctrl+t", "all", "All", show=False),
    ]
    DEFAULT_CSS = """
    PlanDialog > .box { height: 94%; max-height: 32; }
    PlanDialog Input { margin: 0; }
    PlanDialog .-label { color: $foreground-muted; }
    PlanDialog #plan-message { max-height: 3; }
    PlanDialog #plan-list { height: 1fr; min-height: 3; }
    """

    def __init__(self, draft: PlanDraft, title: str) -> None:
        super().__init__()
        self.draft = draft
        self._form = OpenForm(draft)
        self._title = title

    def compose(self) -> ComposeResult:
        with self.box(self._title, "tab next part   enter ok   esc cancel"):
            yield Static("", classes="-label", id="plan-label")
            line = Input(self.draft.texts[self.draft.family], id="plan-instances")
            line.cursor_blink = False
            yield line
            yield FormPanel(id="plan-form", note_lines=1)
            ticks = PickList(tick=self._toggle, id="plan-list", classes="panel")
            ticks.border_title = "Algorithms: space ticks, + adds one with parameters"
            yield ticks
            yield Static("", classes="-message", id="plan-message")

    def on_mount(self) -> None:
        if self.draft.fixed:
            text = "the rest is added to the table; only what is missing is measured"
            self._form.say(Note(text, warning=False))
        self._show()
        self.query_one("#plan-instances").focus()

    def _show(self) -> None:
        draft = self.draft
        kind = instances(draft.family)
        self.query_one("#plan-label", Static).update(Text(f"Instances ({kind.axis}), for example {kind.example}:"))
        line = self.query_one("#plan-instances", Input)
        if line.value != draft.texts[draft.family]:
            line.value = draft.texts[draft.family]
        chosen = draft.chosen[draft.family]
        self.query_one(FormPanel).value = self._form.value
        listed = self.query_one(PickList)
        lines = [
            PickLine(label, label, _list_note(draft.entry(label), draft.goal), ticked=label in chosen)
            for label in draft.labels()
        ]
        listed.show(lines, listed.index)
        self._say("")

    def _say(self, text: str) -> None:
        self.query_one("#plan-message", Static).update(Text(text))

    # What the parts report

    @on(Input.Changed, "#plan-instances")
    def _typed(self, event: Input.Changed) -> None:
        # The text of a family that was left may come late.
        if event.value == event.input.value:
            self.draft.texts[self.draft.family] = event.value
        self._say("")

    @on(Input.Submitted, "#plan-instances")
    def _submitted(self) -> None:
        self.action_accept()

    @on(FormPanel.Edit)
    def _edit(self, event: FormPanel.Edit) -> None:
        event.do(self._form)
        self._show()

    def _toggle(self, label: str) -> None:
        self.draft.toggle(label)
        self._show()

    def action_variant(self) -> None:
        converse(self.app, self._variant())

    async def _variant(self) -> None:
        """Add an algorithm with parameters that the user types."""
        draft = self.draft
        entry = draft.entry(self.query_one(PickList).value or draft.labels()[0])
        if not entry.parameters:
            self._say(f"{entry.key} has no parameters")
            return
        takes = "; ".join(
            f"{p.key} = {' or '.join(v for v, _ in p.choices) if p.choices else 'a number'}" for p in entry.parameters
        )
        takes += ". Several values, as in 1-10 or a|b, add one algorithm each."
        first = entry.parameters[0]
        value = f"{entry.key}:{first.key}={first.default}"
        text = await answer(LineDialog("Algorithm with parameters", takes, value, draft.variant_trouble))
        if text is not None:
            draft.add_variant(text)
            self._show()

    def action_all(self) -> None:
        """Tick every algorithm that serves the goal, or none."""
        self.draft.toggle_all()
        self._show()

    def action_accept(self) -> None:
        try:
            plan = self.draft.plan()
        except PlanError as error:
            self._say(str(error))
            return
        self.dismiss(plan)


def _list_note(entry: Algorithm, goal: Goal) -> str:
    if goal not in entry.goals:
        return OtherGoal(entry.goals, goal).said_of(entry.key)
    return str(entry.title)


def history_dialog(
    history: History, entries: Sequence[HistoryEntry | DamagedExperiment], current: int | None, *, unicode: bool
) -> PickDialog[int]:
    """The history: every table that was ever measured, to open, pin as the baseline, write a note about, or delete.

    Closes with the number of the experiment to open.
    """
    shown = {entry.number: entry for entry in entries}

    def lines() -> list[PickLine[int]]:
        return [_line(entry, current, unicode=unicode) for entry in shown.values()]

    def change(number: int, act: Callable[[], None]) -> Trouble:
        """Do it, and read again only what it may have changed: a history may be long."""
        pinned = [entry.number for entry in shown.values() if isinstance(entry, HistoryEntry) and entry.pinned]
        try:
            act()
            for each in {number, *pinned}:
                read(each)
        except (StoreError, NoSuchExperiment) as error:
            return str(error)
        return None

    def read(number: int) -> None:
        try:
            shown[number] = history.entry(number)
        except DamagedExperiment as error:
            shown[number] = error
        except NoSuchExperiment:
            del shown[number]

    def pin(number: int) -> Trouble:
        entry = shown[number]
        if isinstance(entry, DamagedExperiment):
            return str(entry)
        return change(number, lambda: history.pin(number, not entry.pinned))

    async def note(number: int) -> Trouble:
        entry = shown[number]
        if isinstance(entry, DamagedExperiment):
            return str(entry)
        typed = await answer(LineDialog(f"Experiment {number}", "A note about it:", entry.note))
        return None if typed is None else change(number, lambda: history.annotate(number, typed.strip()))

    def delete(number: int) -> Trouble:
        return change(number, lambda: history.delete(number))

    def deletes(number: int) -> str:
        entry = shown[number]
        held = "damaged" if isinstance(entry, DamagedExperiment) else counted(entry.samples, "run")
        return f"delete experiment {number} ({held})"

    return PickDialog(
        "History", lines(), current, enter="open", told="Open it", renewed=lines,
        nothing="nothing yet: every table you measure will appear here",
        also=(
            Also("p", "baseline", "Make it the baseline, or no longer", pin),
            Also("n", "note", "Write a note about it", note),
            Also("d,delete", "delete", "Delete it (asks first)", delete, deletes),
        ),
    )  # fmt: skip


def _line(entry: HistoryEntry | DamagedExperiment, current: int | None, *, unicode: bool) -> PickLine[int]:
    if isinstance(entry, DamagedExperiment):
        return PickLine(entry.number, f"  {entry.number:>4}  damaged", str(entry))
    wanted = len(entry.plan.instances) * len(entry.plan.contestants) * entry.plan.repeat
    runs = counted(entry.samples, "run")
    state = f"complete, {runs}" if entry.finished else f"{runs} of at least {wanted}"
    pin = ("★" if unicode else "*") if entry.pinned else " "
    here = " (in view)" if entry.number == current else ""
    baseline = ", the baseline" if entry.pinned else ""
    made = "  ".join(part for part in (entry.machine, entry.program) if part)
    return PickLine(
        entry.number, f"{pin} {entry.number:>4}  {entry.title}{here}", f"{entry.begun}  {state}{baseline}  {made}",
        note=entry.note,
    )  # fmt: skip
