"""The comparison that is open: its table, how it is seen, the baseline, and what can be done with them.

Plain Python: no Textual, no threads of its own.  What takes time (`keep`,
`measure`, `reopened`, `begun`) is for a worker thread; everything else is quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core import ProblemError
from core._checks import several, text
from core._drawing.chart import ChartKind
from core._words import counted
from core.compare import Key, Plan, Quantity, Table
from core.compare._cell import CellStatus, TableCell
from core.compare._charts import kinds
from core.compare._clocks import busy
from core.compare._outlook import SHORT_SECONDS, about, outlook, outlook_of
from core.compare._view import columns_by_value, first_view, rows_by_value
from tui.screens.compare.opening import Opening, baseline_of
from tui.screens.compare.plan_draft import PlanDraft
from tui.screens.compare.screen_view import ScreenView, everything_measured, quantities

if TYPE_CHECKING:
    from core.compare import Experiment, History

LAYOUTS = ("both", "chart", "table")


class CompareSession:
    """One comparison at a time, and the history it is kept in."""

    def __init__(self, remembered: dict[str, Any] | None = None, *, unicode: bool = True, cursor: str = "▸") -> None:
        remembered = remembered or {}
        quantity, layout = remembered.get("quantity"), remembered.get("layout")
        known = Quantity(quantity) if quantity in list(Quantity) else Quantity.TIME
        chart = remembered.get("chart")
        kind = ChartKind(chart) if chart in list(ChartKind) else ChartKind.SIZE
        self.view = ScreenView(known, chart=kind, unicode=unicode, cursor=cursor)
        self.layout = layout if layout in LAYOUTS else LAYOUTS[0]
        self.history: History | None = None
        self.experiment: Experiment | None = None
        self.baseline: Table | None = None
        self.running = False
        """Whether `measure` has been asked for and has not come back."""
        self.trouble = ""
        """Why measuring ended early; empty if nothing went wrong."""
        self.question = ""
        """How long it takes to measure what has just been asked for; empty if nothing waits for an answer."""
        self._example: Experiment | None = None
        self._stopped = False
        """Whether a stop has been asked for, perhaps before measuring has begun."""
        self._draft: PlanDraft | None = None
        self.cursor: tuple[str | None, str | None] = (None, None)
        """The instance and the contestant's label under the cursor of the table."""

    # What there is

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.experiment.table if self.experiment is not None else None

    @property
    def is_example(self) -> bool:
        """Whether the table in view is the stored example, which was measured elsewhere."""
        return self.experiment is not None and self.experiment is self._example

    def cell(self, row: str | None, column: str | None) -> TableCell | None:
        """The cell of an instance and a contestant's label."""
        table = self.table
        return table.cell(column, row) if table is not None and row and column else None

    # What can be done

    @property
    def can_measure(self) -> bool:
        """Whether anything is missing; before the history is open nobody knows."""
        if self.history is None:
            return True
        if self.table is None or self.running:
            return False
        return self.is_example or not everything_measured(self.table)

    def can_rerun(self, cell: TableCell | None) -> bool:
        """Whether a cell can be measured again."""
        there = cell is not None and cell.status not in (CellStatus.REFUSED, CellStatus.UNPLANNED)
        return there and not self.is_example

    @property
    def can_hide(self) -> bool:
        """Whether another algorithm would be left."""
        return self.table is not None and len(self.view.contestants(self.table)) > 1

    @property
    def can_pin(self) -> bool:
        """Whether this table can be made the baseline, or another one is it."""
        return self.table is not None and (self.table.experiment is not None or self.baseline is not None)

    @property
    def has_history(self) -> bool:
        """Whether there are earlier tables to be looked at."""
        return self.table is not None and self.history is not None

    @property
    def has_figures(self) -> bool:
        """Whether there is anything to tell of the table."""
        return self.table is not None and any(each.samples or each.reason for each in self.table.cells.values())

    @property
    def state(self) -> str:
        """Number and state of the table in a few words."""
        table = self.table
        if table is None:
            return ""
        number = f"no. {table.experiment}, " if table.experiment is not None else ""
        if self.running:
            return number + "measuring"
        if self.is_example:
            return "example"
        if everything_measured(table):
            return number + "complete"
        return number + ("stopped" if any(cell.samples for cell in table.cells.values()) else "ready")

    def remembered(self) -> dict[str, Any]:
        """For the settings file."""
        table = self.table
        last: Any = table.experiment if table is not None else None
        if table is not None and last is None and not self.is_example:
            last = table.plan.as_json()  # it is not in the history yet
        return {
            "quantity": self.view.quantity.value,
            "layout": self.layout,
            "chart": self.view.chart.value,
            "experiment": last,
        }

    def looks(self) -> dict[str, Any]:
        """What is open, for the settings file: what is hidden, the order, and a new plan that is not taken yet."""
        view, draft = self.view, self._draft
        return {
            "hidden": sorted(view.hidden),
            "columns": [list(view.columns), view.columns_by],
            "rows": [list(view.rows), view.rows_by],
            "cursor": list(self.cursor),
            "draft": None if draft is None else draft.looks(),
        }

    def look_again(self, looks: Mapping[str, Any]) -> None:
        """Open again what `looks` gave, as far as the table in view has it.  Raises KeyError, ValueError or
        ProblemError.
        """
        draft = looks["draft"]
        self._draft = None if draft is None else PlanDraft.left(draft)
        table = self.table
        if table is None:
            return
        (columns, columns_by), (rows, rows_by) = looks["columns"], looks["rows"]
        labels, names = {each.label for each in table.plan.contestants}, set(table.rows)
        hidden = frozenset(several(looks["hidden"], "hidden")) & labels
        if len(hidden) < len(labels):
            self.view = replace(self.view, hidden=hidden)
        if set(several(columns, "columns")) <= labels:
            self.view = replace(self.view, columns=tuple(columns), columns_by=text(columns_by, "an order"))
        if set(several(rows, "rows")) <= names:
            self.view = replace(self.view, rows=tuple(rows), rows_by=text(rows_by, "an order"))

    # Putting tables in view

    def open(self, opened: Opening, *, keep_quantity: bool) -> None:
        """Take what `open_history` found."""
        self.history, self.baseline = opened.history, opened.baseline
        self._example = opened.experiment if opened.is_example else None
        self.take(opened.experiment, keep_quantity=keep_quantity)

    def take(self, experiment: Experiment, *, keep_quantity: bool = False) -> None:
        """Show another experiment; the one in view is stopped."""
        if self.experiment is not None and self.experiment is not experiment:
            self.experiment.stop()
        self.experiment, self.trouble, self._stopped = experiment, "", False
        self.question = ""
        quantity = self.view.quantity if keep_quantity else first_view(experiment.table).quantity
        if quantity not in quantities(experiment.table):
            quantity = Quantity.TIME
        chart = self.view.chart if self.view.chart in kinds(experiment.table) else ChartKind.SIZE
        self.view = replace(
            self.view,
            quantity=quantity,
            chart=chart,
            columns=(),
            rows=(),
            columns_by="",
            rows_by="",
            hidden=frozenset(),
        )

    @staticmethod
    def begun(plan: Plan) -> Experiment:
        """A plan as an experiment that is not kept yet.  Takes a moment; raises what a bad instance raises."""
        from core.compare import Experiment

        return Experiment(plan)

    def reopened(self, number: int) -> Experiment:
        """An experiment of the history.  Takes a moment; raises StoreError, NoSuchExperiment, PlanError."""
        assert self.history is not None
        return self.history.resume(number)

    # Planning

    def new_draft(self) -> PlanDraft:
        """What the editor of a new plan starts with: what was typed there but not taken yet."""
        if self._draft is None or self._draft.name:
            self._draft = PlanDraft()
        return self._draft

    def forget_draft(self) -> None:
        """The new plan has been taken: the next one starts empty."""
        self._draft = None

    def change_plan(self, plan: Plan) -> bool:
        """Go on with another plan; what both have in common stays.  False if that takes an experiment of its own.

        Raises StoreError and PlanError.
        """
        experiment, history = self.experiment, self.history
        if experiment is None or plan == experiment.table.plan:
            return True
        number = experiment.table.experiment
        if number is None or history is None:
            return False
        history.change(number, plan)
        experiment.change(plan)
        self.question = ""
        return True

    # Measuring

    def begin(self) -> None:
        """Measuring has been asked for: `keep` and `measure` follow."""
        self.running, self._stopped = True, False
        self.question = ""

    def keep(self) -> None:
        """Give the table its number in the history; the example starts again.  Takes a moment; raises StoreError."""
        if self.experiment is not None and self.history is not None and self.experiment.table.experiment is None:
            self.experiment = self.history.start(self.experiment.table.plan)

    def measure(self) -> None:
        """Measure what is missing until done or stopped; the calling thread is taken for that long."""
        experiment, history = self.experiment, self.history
        if experiment is None:
            return
        number = experiment.table.experiment
        if number is None or history is None:
            experiment.drive()
            return
        with history.measuring(number):
            experiment.take_up(history.entry(number).plan, history.samples(number))
            # A stop may have come while the experiment got its number.
            table = experiment.table if self._stopped else experiment.drive()
        if table.finished:
            history.finish(number)

    def stop(self) -> None:
        """End measuring soon; the run in progress is not counted."""
        self._stopped = True
        if self.experiment is not None:
            self.experiment.stop()

    def rerun(self, cell: TableCell) -> None:
        """Throw a cell's runs away, so that it is measured again.  Raises StoreError."""
        if self.experiment is not None:
            self.experiment.rerun(cell.key)

    def before_rerun(self, cell: TableCell) -> str:
        """What to say before a cell's runs are thrown away: how many they are, and how long new ones take."""
        table = self.table
        seconds = outlook_of(cell.key, table.plan, table, busy=busy()) if table is not None else 0.0
        if table is not None and not self.running:
            seconds += outlook(table.plan, table, busy=busy())  # whatever else is missing is measured too
        long = f" ({about(seconds)})" if seconds >= SHORT_SECONDS else ""
        runs = counted(len(cell.samples), "run")
        return f"press r again to discard {runs} of {cell.key.label} and measure again{long}"

    @staticmethod
    def takes_long(plan: Plan, table: Table | None = None) -> str:
        """How long measuring what is missing takes, in words; empty if it is quick."""
        disturbed = busy()
        seconds = outlook(plan, table, busy=disturbed)
        why = ": the machine is busy" if disturbed and outlook(plan, table) < seconds else ""
        return f"{about(seconds)}{why}" if seconds >= SHORT_SECONDS else ""

    # The history

    def title(self, key: Key) -> str:
        """The name of a cell of the table in view."""
        table = self.table
        return table.cell_title(key) if table is not None else key.label

    def renew_baseline(self) -> None:
        """Read the baseline again.  Raises StoreError."""
        if self.history is not None:
            self.baseline = baseline_of(self.history)

    def toggle_baseline(self) -> str:
        """Make the table in view the baseline, or no longer; says which.  Raises StoreError."""
        table, history = self.table, self.history
        if table is None or history is None:
            return ""
        pinned = self.baseline.experiment if self.baseline is not None else None
        # A plan that was never measured cannot be a baseline: the key then takes the old one away.
        on = table.experiment is not None and table.experiment != pinned
        number = table.experiment if on else pinned
        if number is None:
            return ""
        history.pin(number, on)
        self.renew_baseline()
        return f"no. {number} is now the baseline" if on else "there is no baseline now"

    @property
    def was_deleted(self) -> bool:
        """Whether the table in view is no longer in the history.  Raises StoreError."""
        table = self.table
        if self.history is None or table is None or table.experiment is None or self.running:
            return False
        try:
            self.history.entry(table.experiment)
        except ProblemError:
            return True
        return False

    # How it is seen

    def next_quantity(self, step: int) -> None:
        """Show the next quantity that this table has."""
        if self.table is not None:
            able = quantities(self.table)
            place = able.index(self.view.quantity) if self.view.quantity in able else 0
            self.show_quantity(able[(place + step) % len(able)])

    def show_quantity(self, quantity: Quantity) -> None:
        """Show this quantity."""
        self.view = replace(self.view, quantity=quantity)

    def show_chart(self, kind: ChartKind) -> None:
        """Show this chart; if only the table was shown, beside it."""
        self.view = replace(self.view, chart=kind)
        if self.layout == "table":
            self.layout = LAYOUTS[0]

    def next_layout(self) -> None:
        """Table and chart, chart alone, table alone."""
        self.layout = LAYOUTS[(LAYOUTS.index(self.layout) + 1) % len(LAYOUTS)]

    def sort_columns(self, row: str | None) -> None:
        """Order the algorithms by this instance's figures, or as planned if they are ordered already."""
        if self.table is not None and row is not None:
            columns = () if self.view.columns else columns_by_value(self.table, row, self.view.quantity)
            by = f"{self.table.axis} {self.table.titles[row]}" if columns else ""
            self.view = replace(self.view, columns=columns, columns_by=by)

    def sort_rows(self, column: str | None) -> None:
        """Order the instances by this algorithm's figures, or as planned if they are ordered already."""
        if self.table is not None and column is not None:
            rows = () if self.view.rows else rows_by_value(self.table, column, self.view.quantity)
            self.view = replace(self.view, rows=rows, rows_by=column if rows else "")

    def hide(self, column: str | None) -> None:
        """Hide an algorithm, if another one is left."""
        if column is not None and self.can_hide:
            self.view = replace(self.view, hidden=self.view.hidden | {column})

    def unhide(self) -> None:
        """Show every algorithm again."""
        self.view = replace(self.view, hidden=frozenset())
