"""The plan editor: which instances, which algorithms, how often, for how long."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from core.catalog import Algorithm
from core.compare.instances import instances
from core.compare.plan import Plan, PlanError
from core.reasons import OtherGoal
from core.search import Goal
from tui.actions.story import answer, tell
from tui.dialogs.dialogs import Dialog, LineDialog
from tui.dialogs.form_values import Note
from tui.screens.compare.plan_draft import PlanDraft
from tui.widgets.form_panel import FormPanel
from tui.widgets.pick_list import PickLine, PickList


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
        self._title = title

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = self._title
        box.border_subtitle = "tab next part   enter ok   esc cancel"
        with box:
            yield Static("", classes="-label", id="plan-label")
            line = Input(self.draft.texts[self.draft.family], id="plan-instances")
            line.cursor_blink = False
            yield line
            yield FormPanel(self.draft, id="plan-form", note_lines=1)
            ticks = PickList(tick=self._toggle, id="plan-list", classes="panel")
            ticks.border_title = "Algorithms: space ticks, + adds one with parameters"
            yield ticks
            yield Static("", classes="-message", id="plan-message")

    def on_mount(self) -> None:
        self._show()
        self._say_of_the_table()
        self.query_one("#plan-instances").focus()

    def _say_of_the_table(self) -> None:
        if self.draft.fixed:
            text = "the rest is added to the table; only what is missing is measured"
            self.query_one(FormPanel).say(Note(text, warning=False))

    def _show(self) -> None:
        draft = self.draft
        kind = instances(draft.family)
        self.query_one("#plan-label", Static).update(Text(f"Instances ({kind.axis}), for example {kind.example}:"))
        line = self.query_one("#plan-instances", Input)
        if line.value != draft.texts[draft.family]:
            line.value = draft.texts[draft.family]
        chosen = draft.chosen[draft.family]
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

    @on(FormPanel.Changed)
    def _form_changed(self) -> None:
        self._show()

    def _toggle(self, label: str) -> None:
        self.draft.toggle(label)
        self._show()

    def action_variant(self) -> None:
        tell(self.app, self._variant())

    async def _variant(self) -> None:
        """Add an algorithm with parameters of one's own."""
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
