"""The plan editor: which instances, which algorithms, how often, for how long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from core.catalog import algorithms
from core.compare.instances import expand, instances
from core.compare.plan import REPEAT, TIMEOUT, WARM_UP, Contestant, Plan, PlanError
from core.search import Goal
from tui.dialogs import Dialog, LineDialog
from tui.setup import GOAL_TITLES, Field
from tui.widgets.compare_checklist import Checklist, Tick
from tui.widgets.form import OptionForm

FAMILIES = {"queens": "N queens", "sudoku": "Sudoku", "cover": "exact cover"}
USUAL = {
    "queens": ("4-10", ("backtracking", "dlx", "dlx-s")),
    "sudoku": ("3x3#1-5", ("backtracking", "bitmask", "dlx")),
    "cover": ("knuth-2000", ("algorithm-x", "dlx", "dancing-cells")),
}
"""What each family starts with: instances and algorithms."""
TIMEOUTS: tuple[float | None, ...] = (1, 2, 5, 10, 30, 60, 120, 300, 600, 3600, None)
MEMORIES: tuple[int | None, ...] = (*(1 << power for power in range(20, 35)), None)
MOST_REPEATS, MOST_WARM_UPS = 1000, 100


@dataclass
class PlanDraft:
    """A plan being edited: whatever was typed, sensible or not."""

    family: str = "queens"
    texts: dict[str, str] = field(default_factory=lambda: {family: usual[0] for family, usual in USUAL.items()})
    """What is typed for the instances, by family."""
    chosen: dict[str, list[str]] = field(default_factory=lambda: {f: list(usual[1]) for f, usual in USUAL.items()})
    """Labels ticked, by family."""
    variants: dict[str, list[str]] = field(default_factory=lambda: {family: [] for family in USUAL})
    """Labels with parameters that were added to the list, by family."""
    goal: Goal = Goal.COUNT
    limit: int | None = None
    repeat: int = REPEAT
    warm_up: int = WARM_UP
    timeout: float | None = TIMEOUT
    memory: int | None = None
    document: str | None = None
    name: str = ""

    @classmethod
    def of(cls, plan: Plan) -> PlanDraft:
        """A draft that makes this plan."""
        draft = cls(
            plan.family, goal=plan.goal, limit=plan.limit, repeat=plan.repeat, warm_up=plan.warm_up,
            timeout=plan.timeout, memory=plan.memory, document=plan.document, name=plan.name,
        )  # fmt: skip
        labels = [contestant.label for contestant in plan.contestants]
        draft.texts[plan.family] = spelled(plan.instances)
        draft.chosen[plan.family] = labels
        draft.variants[plan.family] = [c.label for c in plan.contestants if c.parameters]
        return draft

    def labels(self) -> list[str]:
        """Everything on the list of algorithms: the catalog's, each followed by its variants."""
        found: list[str] = []
        for entry in algorithms(self.family):
            found.append(entry.key)
            found += [v for v in self.variants[self.family] if v.partition(":")[0] == entry.key]
        return found

    def plan(self) -> Plan:
        """The plan.  Raises PlanError saying what is wrong."""
        there = self.labels()
        chosen = [label for label in self.chosen[self.family] if label in there]
        text = self.texts[self.family]
        keys = expand(self.family, [text] if self.family == "queens" and text.strip() else split(text))
        return Plan(
            self.family, keys, tuple(Contestant.parse(self.family, label) for label in chosen), self.goal, self.limit,
            self.repeat, self.warm_up, self.timeout, self.memory, self.document, self.name,
        )  # fmt: skip


def split(text: str) -> list[str]:
    """The instances that a line names: parted by commas or blanks, except inside quotation marks."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|([^\s,]+)', text)]


def spelled(keys: Sequence[str]) -> str:
    """Instance keys as a person would type them: ``4-12, 39`` and ``a#1-10``; `split` reads it."""
    runs: list[tuple[str, int | None, int | None]] = []
    for key in keys:
        match = re.fullmatch(r"(?:(.*)#)?(\d+)", key, re.DOTALL)
        if match is None:
            runs.append((key, None, None))
            continue
        head, number = match[1] or "", int(match[2])
        last = runs[-1] if runs else None
        if last is not None and last[0] == head and last[2] is not None and last[2] + 1 == number:
            runs[-1] = (head, last[1], number)
        else:
            runs.append((head, number, number))
    pieces = []
    for head, first, end in runs:
        numbers = "" if first is None else str(first) if first == end else f"{first}-{end}"
        piece = f"{head}#{numbers}" if head and numbers else head or numbers
        pieces.append(f'"{piece}"' if re.search(r"[\s,]", piece) else piece)
    return ", ".join(pieces)


class PlanDialog(Dialog):
    """Edits a draft in place.  Closes with the plan, or None (the draft keeps what was typed)."""

    BINDINGS = [
        Binding("enter", "accept", "Ok", show=False),
        Binding("plus,v", "variant", "Variant", show=False),
        Binding("ctrl+t", "all", "All", show=False),
    ]
    DEFAULT_CSS = """
    PlanDialog > .box { height: 94%; max-height: 32; }
    PlanDialog Input { margin: 0; }
    PlanDialog .-label { color: $foreground-muted; }
    PlanDialog #plan-form { height: 10; }
    PlanDialog #plan-message { max-height: 3; }
    PlanDialog #plan-list { height: 1fr; min-height: 3; }
    PlanDialog.-low #plan-form { height: 8; }
    """

    def __init__(self, draft: PlanDraft, title: str, fixed_family: bool = False) -> None:
        super().__init__()
        self.draft = draft
        self._title = title
        self._fixed_family = fixed_family
        self._digits = ""

    def compose(self) -> ComposeResult:
        box = Vertical(classes="box")
        box.border_title = self._title
        box.border_subtitle = "tab next part   enter ok   esc cancel"
        with box:
            yield Static("", classes="-label", id="plan-label")
            line = Input(self.draft.texts[self.draft.family], id="plan-instances")
            line.cursor_blink = False
            yield line
            form = OptionForm(self, id="plan-form", note_lines=1)
            yield form
            ticks = Checklist(self, id="plan-list")
            ticks.border_title = "Algorithms: space takes in, + adds one with parameters"
            yield ticks
            yield Static("", classes="-message", id="plan-message")

    def on_mount(self) -> None:
        self._show()
        self.query_one("#plan-instances").focus()

    def _show(self, note: str = "") -> None:
        draft = self.draft
        kind = instances(draft.family)
        self.query_one("#plan-label", Static).update(Text(f"Instances ({kind.axis}), for example {kind.example}:"))
        goals, families = list(Goal), list(FAMILIES)
        timeouts, memories = TIMEOUTS, MEMORIES
        place = families.index(draft.family)
        fixed = self._fixed_family
        fields = [
            Field("family", "Family", FAMILIES[draft.family], place > 0 and not fixed, place < 2 and not fixed),
            Field(
                "goal", "Goal", GOAL_TITLES[draft.goal], draft.goal is not goals[0] and not fixed,
                draft.goal is not goals[-1] and not fixed,
            ),
            Field("repeat", "Timed runs", str(draft.repeat), draft.repeat > 1, draft.repeat < MOST_REPEATS),
            Field("warm_up", "Warm-up runs", str(draft.warm_up), draft.warm_up > 0, draft.warm_up < MOST_WARM_UPS),
            Field(
                "timeout", "Time limit", "none" if draft.timeout is None else f"{draft.timeout:g} s a run",
                draft.timeout != timeouts[0], draft.timeout is not None,
            ),
            Field(
                "memory", "Memory limit", "none" if draft.memory is None else f"{draft.memory / 2**20:g} MiB a run",
                draft.memory != memories[0], draft.memory is not None,
            ),
        ]  # fmt: skip
        form = self.query_one(OptionForm)
        hint = "the rest is added to the table; only what is missing is measured" if fixed else "digits type a number"
        form.show(fields, note or hint, warning=bool(note))
        chosen = draft.chosen[draft.family]
        entries = {entry.key: entry for entry in algorithms(draft.family)}
        self.query_one(Checklist).show(
            [
                Tick(label, label, _list_note(entries[label.partition(":")[0]], draft.goal), label in chosen)
                for label in draft.labels()
            ]
        )
        self._say("")

    def _say(self, text: str) -> None:
        self.query_one("#plan-message", Static).update(Text(text))

    # What the parts report

    @on(Input.Changed, "#plan-instances")
    def _typed(self, event: Input.Changed) -> None:
        self.draft.texts[self.draft.family] = event.value
        self._say("")

    @on(Input.Submitted, "#plan-instances")
    def _submitted(self) -> None:
        self.action_accept()

    def tick_toggled(self, key: str) -> None:
        chosen = self.draft.chosen[self.draft.family]
        (chosen.remove if key in chosen else chosen.append)(key)
        self._show()

    def form_moved(self, key: str) -> None:
        self._digits = ""
        self._show()

    def form_typed(self, key: str, digit: str) -> None:
        self._digits = self._digits + digit if digit else self._digits[:-1]
        if not self._digits:
            return
        number = int(self._digits)
        match key:
            case "repeat" if 1 <= number <= MOST_REPEATS:
                self.draft.repeat = number
            case "warm_up" if number <= MOST_WARM_UPS:
                self.draft.warm_up = number
            case "timeout" if 1 <= number <= 1_000_000:
                self.draft.timeout = float(number)
            case "memory" if 1 <= number <= 1 << 24:
                self.draft.memory = number << 20
            case _:
                self._digits = self._digits[:-1]
                return
        self._show()

    def form_shift(self, key: str, step: int) -> None:
        draft = self.draft
        self._digits = ""
        if self._fixed_family and key in ("family", "goal"):
            self._show("another family or goal needs a table of its own: n begins one")
            return
        match key:
            case "family":
                draft.family = _next(list(FAMILIES), draft.family, step)
                self.query_one("#plan-instances", Input).value = draft.texts[draft.family]
            case "goal":
                draft.goal = _next(list(Goal), draft.goal, step)
            case "repeat":
                draft.repeat = min(max(1, draft.repeat + step), MOST_REPEATS)
            case "warm_up":
                draft.warm_up = min(max(0, draft.warm_up + step), MOST_WARM_UPS)
            case "timeout":
                draft.timeout = _near(TIMEOUTS, draft.timeout, step)
            case "memory":
                draft.memory = _near(MEMORIES, draft.memory, step)
        self._show()

    def action_variant(self) -> None:
        """Add an algorithm with parameters of one's own."""
        draft = self.draft
        label = self.query_one(Checklist).current or algorithms(draft.family)[0].key
        entry = next(e for e in algorithms(draft.family) if e.key == label.partition(":")[0])
        if not entry.parameters:
            self._show(f"{entry.key} has no parameters")
            return
        takes = "; ".join(
            f"{p.key} = {' or '.join(v for v, _ in p.choices) if p.choices else 'a number'}" for p in entry.parameters
        )
        first = entry.parameters[0]

        def check(text: str) -> str | None:
            try:
                contestant = Contestant.parse(draft.family, text)
            except PlanError as error:
                return str(error)
            return None if contestant.parameters else "expected a parameter and its value after a colon"

        def add(text: str | None) -> None:
            if text is None:
                return
            new = Contestant.parse(draft.family, text).label
            if new not in draft.variants[draft.family]:
                draft.variants[draft.family].append(new)
            if new not in draft.chosen[draft.family]:
                draft.chosen[draft.family].append(new)
            self._show()

        value = f"{entry.key}:{first.key}={first.default}"
        self.app.push_screen(LineDialog("Algorithm with parameters", takes, value, check), add)

    def action_all(self) -> None:
        """Tick every algorithm that serves the goal, or none."""
        draft = self.draft
        able = [entry.key for entry in algorithms(draft.family) if draft.goal in entry.goals]
        chosen = draft.chosen[draft.family]
        draft.chosen[draft.family] = [] if set(able) <= set(chosen) else list(dict.fromkeys([*chosen, *able]))
        self._show()

    def action_accept(self) -> None:
        try:
            plan = self.draft.plan()
        except PlanError as error:
            self._say(str(error))
            return
        self.dismiss(plan)


def _list_note(entry: Any, goal: Goal) -> str:
    if goal not in entry.goals:
        return f"serves only {' or '.join(entry.goals)}"
    return str(entry.title)


def _next(values: list[Any], value: Any, step: int) -> Any:
    return values[min(max(values.index(value) + step, 0), len(values) - 1)]


def _near(values: Sequence[Any], value: Any, step: int) -> Any:
    """The next value up or down; the last one, None, stands for no limit."""
    numbers = [v for v in values if v is not None]
    if value is None:
        return numbers[-1] if step < 0 else None
    if step > 0:
        return next((v for v in numbers if v > value), None)
    return next((v for v in reversed(numbers) if v < value), numbers[0])
