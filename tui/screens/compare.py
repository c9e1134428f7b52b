"""Compare: algorithms against each other, live, with the documents' tables, history and exports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.events import ScreenResume, ScreenSuspend
from textual.timer import Timer

from core.compare.documents import DOCUMENTS
from core.compare.plan import Contestant, Key, Plan, PlanError
from core.compare.table import Cell, CellStatus, Quantity, Table
from core.compare.text import remarks, shown_quantity
from core.search import Goal
from core.store import StoreError
from tui.commands import CommandScreen, bindings
from tui.screens.compare_actions import ABOUT, ACTIONS
from tui.screens.compare_view import (
    QUANTITY_TITLES,
    Look,
    cell_line,
    cell_note,
    chart_data,
    columns_by_value,
    details,
    everything_measured,
    plain,
    progress_line,
    quantities,
    rows_by_value,
    shown_contestants,
    table_view,
)
from tui.widgets.compare_chart import CompareChart
from tui.widgets.compare_status import CompareStatus
from tui.widgets.compare_table import CompareTable
from tui.widgets.keybar import KeyBar
from tui.widgets.notice import TooSmall
from tui.widgets.titlebar import TitleBar
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.compare.experiment import Experiment
    from core.compare.history import Entry, History
    from core.store import Store

FIRST_PLAN = Plan(
    "queens", tuple(map(str, range(4, 11))), tuple(map(Contestant, ("bitmask", "backtracking", "dlx", "dlx-s")))
)
"""What a new user finds: a second's work that tells something."""
LAYOUTS = ("both", "chart", "table")
LOOK_SECONDS = 0.2
"""How often a running experiment is looked at: the screen should not be what is measured."""
MOST_ALARMS = 3
SMALLEST_CHART = 8
"""Rows, with its frame, below which a chart beside the table tells little."""


class CompareScreen(CommandScreen):
    """A table of algorithms × instances that fills while one looks."""

    CSS_PATH = "compare.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)

    def __init__(self) -> None:
        super().__init__()
        self.experiment: Experiment | None = None
        self.baseline: Table | None = None
        self.running = False
        self.look = Look()
        self._layout_place = 0
        self._history: History | None = None
        self._store: Store | None = None
        self._timer: Timer | None = None
        self._shown: Table | None = None
        self._alarmed = False
        self._message = ""
        self._table_height: int | None = None
        self._able: tuple[bool, ...] = ()
        self._draft: Any = None

    # Building

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield CompareStatus(id="alarms")
        yield CompareTable(self, id="table")
        yield CompareChart(id="chart")
        yield CompareStatus(id="status")
        yield KeyBar()
        yield TooSmall()

    def on_mount(self) -> None:
        remembered = self.app.settings.section("compare")  # type: ignore[attr-defined]
        asked = self.app.first_options("compare")  # type: ignore[attr-defined]
        glyphs = self.app.glyphs  # type: ignore[attr-defined]
        quantity = remembered.get("quantity")
        self.look = Look(
            Quantity(quantity) if quantity in list(Quantity) else Quantity.TIME,
            unicode=glyphs.unicode,
            cursor=glyphs.cursor,
        )
        layout = remembered.get("layout")
        self._layout_place = LAYOUTS.index(layout) if layout in LAYOUTS else 0
        self._set_layout()
        self.query_one("#alarms").display = False
        self.query_one(CompareTable).focus()
        self.call_after_refresh(self._open, asked, remembered.get("experiment"))

    def _open(self, asked: dict[str, Any], number: Any) -> None:
        self.run_worker(self._first(asked, number), group="open", exit_on_error=False)

    async def _first(self, asked: dict[str, Any], number: Any) -> None:
        """Open the history and what was last looked at, or what the command line names."""

        def work() -> tuple[Store, History, Experiment, Table | None]:
            from core.compare.experiment import Experiment
            from core.compare.history import History, NoSuchExperiment
            from core.store import Store

            store = Store.open()
            history = History(store)
            experiment = None
            if "what" not in asked and isinstance(number, int):
                try:
                    experiment = history.resume(number)
                except (NoSuchExperiment, StoreError):
                    experiment = None
            if experiment is None:
                experiment = Experiment(_asked_plan(asked) or FIRST_PLAN)
            return store, history, experiment, _baseline(history)

        try:
            self._store, self._history, experiment, self.baseline = await in_thread(work, "open")
        except (PlanError, StoreError) as error:
            await self._open_without(str(error))
            return
        if self._store.notice:
            self.notify(self._store.notice, severity="warning", timeout=10, markup=False)
        self._take(experiment, keep_quantity="what" not in asked)
        if asked.get("run"):
            self.action_run()

    async def _open_without(self, trouble: str) -> None:
        """What was asked for cannot be: say so, and show what a new user sees."""
        self.notify(trouble, severity="error", timeout=10, markup=False)
        await self._first({}, None)

    # The state of things

    @property
    def table(self) -> Table | None:
        """The newest table."""
        return self.experiment.table if self.experiment is not None else None

    @property
    def cell(self) -> Cell | None:
        """The cell under the cursor."""
        table = self.table
        row, column = self.query_one(CompareTable).current
        return table.cells.get(Key(column, row)) if table is not None and row and column else None

    def can(self, name: str) -> bool:
        table = self.table
        match name:
            case "run":
                return not self.running and table is not None and not everything_measured(table)
            case "stop":
                return self.running
            case "rerun":
                cell = self.cell
                return cell is not None and cell.status is not CellStatus.REFUSED
            case "unhide":
                return bool(self.look.hidden)
            case "hide":
                return table is not None and len(shown_contestants(table, self.look)) > 1
            case "baseline":
                return table is not None and (table.experiment is not None or self.baseline is not None)
            case "history":
                return self._history is not None
            case "details" | "export" | "copy" | "remarks":
                return table is not None and any(cell.samples or cell.reason for cell in table.cells.values())
            case "race":
                return True
        return table is not None

    # Measuring

    def action_run(self) -> None:
        if self.experiment is None or self.running or self._history is None:
            return
        if everything_measured(self.experiment.table):
            self.notify("everything is measured: r measures a cell again, a adds to the table", timeout=4)
            return
        self.running = True
        self.run_worker(self._measure(self.experiment), group="measure", exit_on_error=False)
        self._wake()

    async def _measure(self, experiment: Experiment) -> None:
        history = self._history
        assert history is not None
        self._message = ""
        try:
            if experiment.table.experiment is None:
                plan = experiment.table.plan
                experiment = await in_thread(lambda: history.start(plan), "history")
                self._replace(experiment)
                self._remember()
            table = await in_thread(experiment.drive, "measure")
            if table.finished and table.experiment is not None:
                number = table.experiment
                await in_thread(lambda: history.finish(number), "history")
        except asyncio.CancelledError:
            experiment.stop()
            raise
        except Exception as error:
            self._message = f"{type(error).__name__}: {error}"
            self.log.error(error)
        finally:
            self.running = False
        self._tick(force=True)
        self.refresh_bindings()

    def _replace(self, experiment: Experiment) -> None:
        """The same table, now kept in the history."""
        self.experiment = experiment
        self._tick(force=True)

    def action_stop(self) -> None:
        if self.experiment is not None and self.running:
            self.experiment.stop()
            self._wake()

    def action_rerun(self) -> None:
        cell = self.cell
        if self.experiment is None or cell is None or cell.status is CellStatus.REFUSED:
            return
        self._guarded(lambda: self.experiment.rerun(cell.key))  # type: ignore[union-attr]
        self._alarmed = False
        if not self.running:
            self.action_run()

    def _guarded(self, act: Callable[[], Any]) -> Any:
        """Something with the store, whose trouble is told rather than raised."""
        try:
            return act()
        except (StoreError, PlanError, LookupError, OSError) as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return None

    def on_unmount(self) -> None:
        if self.experiment is not None:
            self.experiment.stop()

    # Looking, ten times a second while something moves

    def _wake(self) -> None:
        if not self.is_mounted:
            return
        if self._timer is None:
            self._timer = self.set_interval(LOOK_SECONDS, self._tick)
        self._timer.resume()
        self._tick(force=True)
        self.refresh_bindings()

    def _tick(self, force: bool = False) -> None:
        if self.app.output_is_behind and not force:  # type: ignore[attr-defined]
            return
        table = self.table
        if table is not self._shown or force:
            self.show()
        if not self.running and self._timer is not None:
            self._timer.pause()

    def on_screen_suspend(self, event: ScreenSuspend) -> None:
        if self._timer is not None:
            self._timer.pause()

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self.experiment is not None:
            self._wake()

    def on_resize(self) -> None:
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Show the newest table."""
        table = self.table
        if table is None or not self.is_mounted:
            return
        self._shown = table
        widget = self.query_one(CompareTable)
        view = table_view(table, self.look)
        while (parts := len(view.headings)) > 1 and widget.needed_width(view) > widget.size.width > 0:
            view = table_view(table, self.look, parts=parts - 1)
        self._share_out(widget.needed_height(view), len(table.alarms))
        widget.show(view)
        self.query_one(CompareChart).show(chart_data(table, self.look))
        self._show_alarms(table)
        self._show_status(table)
        self.query_one(TitleBar).note(self._state(table))
        able = tuple(self.can(action.name) for action in self.ACTIONS)
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    def _share_out(self, wanted: int, alarms: int) -> None:
        """Give the table the rows that it needs and the chart the rest, but never less than it can use."""
        table = self.query_one(CompareTable)
        both = LAYOUTS[self._layout_place] == "both" and self.query_one(CompareChart).display
        room = self.size.height - 4 - min(alarms, MOST_ALARMS)
        height = min(wanted, room - max(SMALLEST_CHART, room // 3)) if both else None
        if height != self._table_height:
            self._table_height = height
            table.styles.height = "1fr" if height is None else height

    def _state(self, table: Table) -> str:
        number = f"no. {table.experiment}, " if table.experiment is not None else ""
        if self.running:
            return number + "measuring"
        if everything_measured(table):
            return number + "complete"
        return number + ("stopped" if any(cell.samples for cell in table.cells.values()) else "ready")

    def _show_alarms(self, table: Table) -> None:
        panel = self.query_one("#alarms", CompareStatus)
        alarms = list(table.alarms)
        if panel.display != bool(alarms):
            panel.display = bool(alarms)
        if not alarms:
            self._alarmed = False
            return
        more = len(alarms) - MOST_ALARMS
        lines = alarms[: MOST_ALARMS - (more > 0)]
        if more > 0:
            lines.append(f"and {len(alarms) - len(lines)} more")
        height = len(lines)
        if panel.styles.height is None or panel.styles.height.value != height:
            panel.styles.height = height
        sign = "✗" if self.look.unicode else "!"
        panel.show([(f" {sign} {plain(line, self.look)} ", "wrong") for line in lines])
        if not self._alarmed:
            self._alarmed = True
            self.app.bell()
            self.notify(alarms[0], title="Wrong result", severity="error", timeout=10, markup=False)

    def _show_status(self, table: Table) -> None:
        cell = self.cell
        first = (plain(cell_line(table, cell, self.look), self.look), "value") if cell is not None else ("", "dim")
        note = cell_note(table, cell, self.look, self.baseline) if cell is not None else ("", "dim")
        if self._message:
            second = (self._message, "wrong")
        elif self.running:
            second = (progress_line(table, self.look), "dim")
        elif note[0]:
            second = (plain(note[0], self.look), note[1])
        else:
            second = (plain(self._hint(table), self.look), "dim")
        self.query_one("#status", CompareStatus).show([first, second])

    def _hint(self, table: Table) -> str:
        if not everything_measured(table):
            return f"{progress_line(table, self.look)}; enter measures what is missing"
        document = DOCUMENTS.get(table.plan.document) if table.plan.document else None
        if document is not None:
            claims = document.claims(table)
            holding = sum(claim.holds is True for claim in claims)
            return f"{holding} of {len(claims)} statements of the paper hold here: w tells which"
        return "w tells what the figures say"

    def cell_moved(self) -> None:
        """The table's cursor is on another cell."""
        if self.table is not None:
            self._show_status(self.table)

    # What is shown

    def _change_look(self, **changes: Any) -> None:
        self.look = replace(self.look, **changes)
        self.show()
        self.refresh_bindings()

    def action_quantity(self, step: int) -> None:
        if self.table is not None:
            able = quantities(self.table)
            place = able.index(self.look.quantity) if self.look.quantity in able else 0
            self._show_quantity(able[(place + step) % len(able)])

    def action_choose_quantity(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        if self.table is None:
            return
        choices = [Choice(quantity, QUANTITY_TITLES[quantity]) for quantity in quantities(self.table)]
        self.app.push_screen(ChoiceDialog("What the table shows", choices, self.look.quantity), self._show_quantity)

    def _show_quantity(self, quantity: Quantity | None) -> None:
        if quantity is not None:
            self._change_look(quantity=quantity)
            self._remember()

    def action_layout(self) -> None:
        self._layout_place = (self._layout_place + 1) % len(LAYOUTS)
        self._set_layout()
        self._remember()
        self.call_after_refresh(self.show)

    def _set_layout(self) -> None:
        layout = LAYOUTS[self._layout_place]
        for name in LAYOUTS:
            self.set_class(layout == name, f"-show-{name}")

    def action_sort_columns(self) -> None:
        row, _ = self.query_one(CompareTable).current
        if self.table is None or row is None:
            return
        columns = () if self.look.columns else columns_by_value(self.table, row, self.look.quantity)
        axis = f"{self.table.axis} {self.table.titles[row]}"
        self._change_look(columns=columns, columns_by=axis if columns else "")

    def action_sort_rows(self) -> None:
        _, column = self.query_one(CompareTable).current
        if self.table is None or column is None:
            return
        rows = () if self.look.rows else rows_by_value(self.table, column, self.look.quantity)
        self._change_look(rows=rows, rows_by=column if rows else "")

    def _say(self, text: str) -> None:
        self.notify(text, timeout=2, markup=False)

    def action_hide(self) -> None:
        _, column = self.query_one(CompareTable).current
        if column is not None and self.can("hide"):
            self._change_look(hidden=self.look.hidden | {column})

    def action_unhide(self) -> None:
        self._change_look(hidden=frozenset())

    def action_details(self) -> None:
        from tui.dialogs import TextDialog

        table, cell = self.table, self.cell
        if table is None or cell is None:
            return
        title = f"{cell.key.label}, {table.axis} {table.titles[cell.key.instance]}"
        text = plain(details(table, cell, self.look, self.baseline), self.look)
        self.app.push_screen(TextDialog(title, text))

    def action_remarks(self) -> None:
        from core.compare.environment import describe
        from core.compare.exports import baseline_lines
        from tui.dialogs import TextDialog

        table = self.table
        if table is None:
            return
        parts = [*table.alarms, *remarks(table)]
        if self.baseline is not None and self.baseline.experiment != table.experiment:
            parts += ["", f"Against the baseline, no. {self.baseline.experiment}:"]
            parts += list(baseline_lines(table, self.baseline))
        parts += ["", describe(dict(table.environment))]
        self.app.push_screen(TextDialog("What the figures say", plain("\n".join(parts), self.look)))

    # Other experiments

    def _take(self, experiment: Experiment, *, keep_quantity: bool = False) -> None:
        """Show another experiment."""
        if self.experiment is not None and self.experiment is not experiment:
            self.experiment.stop()
        self.experiment = experiment
        self._alarmed, self._message = False, ""
        quantity = self.look.quantity if keep_quantity else shown_quantity(experiment.table)
        if quantity not in quantities(experiment.table):
            quantity = Quantity.TIME
        self.look = replace(
            self.look, quantity=quantity, columns=(), rows=(), columns_by="", rows_by="", hidden=frozenset()
        )
        self.show()
        self._remember()
        self.refresh_bindings()

    def _remember(self) -> None:
        table = self.table
        values = {
            "quantity": self.look.quantity.value,
            "layout": LAYOUTS[self._layout_place],
            "experiment": table.experiment if table is not None else None,
        }
        self.app.settings.put("compare", values)  # type: ignore[attr-defined]

    def _take_plan(self, plan: Plan, run: bool = False) -> None:
        self.run_worker(self._begin(plan, run), group="open", exclusive=True, exit_on_error=False)

    async def _begin(self, plan: Plan, run: bool) -> None:
        def work() -> Experiment:
            from core.compare.experiment import Experiment

            return Experiment(plan)

        try:
            experiment = await in_thread(work, "plan")
        except Exception as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return
        await self._let_go()
        self._take(experiment)
        if run:
            self.action_run()

    async def _let_go(self) -> None:
        """Stop what is being measured and wait until it has stopped."""
        if self.running and self.experiment is not None:
            self.experiment.stop()
            workers = [worker for worker in self.workers if worker.group == "measure"]
            if workers:
                await self.workers.wait_for_complete(workers)

    def action_new(self) -> None:
        from tui.screens.compare_plan import PlanDialog, PlanDraft

        draft = self._draft if self._draft is not None and not self._draft.name else PlanDraft()
        self._draft = draft
        self.app.push_screen(PlanDialog(draft, "New comparison"), self._new_chosen)

    def _new_chosen(self, plan: Plan | None) -> None:
        if plan is not None:
            self._draft = None
            self._take_plan(plan)

    def action_add(self) -> None:
        from tui.screens.compare_plan import PlanDialog, PlanDraft

        if self.table is None:
            return
        kept = self.table.experiment is not None
        self.app.push_screen(PlanDialog(PlanDraft.of(self.table.plan), "Plan", fixed_family=kept), self._plan_changed)

    def _plan_changed(self, plan: Plan | None) -> None:
        experiment, history = self.experiment, self._history
        if plan is None or experiment is None or plan == experiment.table.plan:
            return
        number = experiment.table.experiment
        if number is None or history is None:
            self._take_plan(plan)
            return

        def change() -> None:
            history.change(number, plan)
            experiment.change(plan)

        self._guarded(change)
        self.show()
        self.refresh_bindings()

    def action_documents(self) -> None:
        from tui.dialogs import Choice, ChoiceDialog

        choices = [
            Choice(name, f"{place}  {document.title}", f"{document.source}  ({name})")
            for place, (name, document) in enumerate(DOCUMENTS.items(), 1)
        ]
        self.app.push_screen(ChoiceDialog("The documents' experiments", choices), self._document_chosen)

    def action_document(self, number: int) -> None:
        names = list(DOCUMENTS)
        if number < len(names):
            self._document_chosen(names[number])

    def _document_chosen(self, name: str | None) -> None:
        if name is not None:
            self._take_plan(DOCUMENTS[name].plan, run=True)

    # History

    def action_history(self) -> None:
        if self._history is not None:
            self.run_worker(self._show_history(self._history), group="history", exclusive=True, exit_on_error=False)

    async def _show_history(self, history: History) -> None:
        from tui.screens.compare_history import HistoryDialog

        try:
            entries: list[Entry] = await in_thread(history.list, "history")
        except StoreError as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return
        number = self.table.experiment if self.table is not None else None
        self.app.push_screen(HistoryDialog(history, entries, number, self.look.unicode), self._history_chosen)

    def _history_chosen(self, number: int | None) -> None:
        history = self._history
        if history is None:
            return
        self.baseline = self._guarded(lambda: _baseline(history))
        if number is not None and (self.table is None or number != self.table.experiment):
            self.run_worker(self._open_old(history, number), group="open", exclusive=True, exit_on_error=False)
        else:
            self._check_still_kept(history)
            self.show()

    def _check_still_kept(self, history: History) -> None:
        """The table in view may just have been deleted: then it is a plan again."""
        table = self.table
        if table is None or table.experiment is None or self.running:
            return
        try:
            history.entry(table.experiment)
        except LookupError:
            self._take_plan(table.plan)
        except StoreError:
            return

    async def _open_old(self, history: History, number: int) -> None:
        try:
            experiment = await in_thread(lambda: history.resume(number), "history")
        except (StoreError, LookupError, PlanError) as error:
            self.notify(str(error), severity="error", timeout=8, markup=False)
            return
        await self._let_go()
        self._take(experiment)

    def action_baseline(self) -> None:
        table, history = self.table, self._history
        if table is None or history is None:
            return
        pinned = self.baseline.experiment if self.baseline is not None else None
        # A plan that was never measured can be no baseline: the key then takes the old one away.
        on = table.experiment is not None and table.experiment != pinned
        number = table.experiment if on else pinned
        if number is None:
            return
        self._guarded(lambda: history.pin(number, on))
        self.baseline = self._guarded(lambda: _baseline(history))
        self._say(f"no. {number} is the baseline" if on else "no baseline any more")
        self.show()

    # Taking it elsewhere

    def action_export(self) -> None:
        from tui.screens.compare_export import export_dialog

        if self.table is not None:
            self.app.push_screen(export_dialog(self.table, self.baseline), self._exported)

    def _exported(self, name: str | None) -> None:
        if name is not None:
            self.notify(f"saved {name}", markup=False)

    def action_copy(self) -> None:
        from core.compare.exports import as_text

        if self.table is not None:
            text = as_text(self.table, self.look.quantity, self.baseline)
            self.app.copy(text, "table")  # type: ignore[attr-defined]

    def action_command(self) -> None:
        from tui.dialogs import TextDialog
        from tui.screens.compare_export import command_of

        if self.table is not None:
            self.app.push_screen(TextDialog("The same on the command line", command_of(self.table.plan)))

    def action_race(self) -> None:
        from tui.screens.compare_race import LARGEST_N, RaceScreen, RaceSetup

        setup = RaceSetup.recalled(self.app.settings.section("race"))  # type: ignore[attr-defined]
        table = self.table
        row, _ = self.query_one(CompareTable).current
        if table is not None and table.plan.family == "queens" and row is not None and int(row) <= LARGEST_N:
            labels = tuple(contestant.label for contestant in shown_contestants(table, self.look)[:3])
            setup = replace(setup, n=int(row), labels=labels, goal=table.plan.goal).repaired()
        if len(setup.labels) < 2:
            self._say("fewer than two algorithms can take this board")
            return
        if self.running:
            self.action_stop()
            self._say("stopped measuring: a race would disturb it")
        self.app.push_screen(RaceScreen(setup))


def _baseline(history: History) -> Table | None:
    entry = history.baseline
    return history.table(entry.number) if entry is not None else None


def _asked_plan(asked: dict[str, Any]) -> Plan | None:
    """The plan that the command line names.  Raises PlanError."""
    what = asked.get("what")
    if what is None:
        return None
    if what in DOCUMENTS:
        return DOCUMENTS[what].plan
    from core.compare.instances import expand
    from core.compare.plan import contestants

    named = asked.get("algorithm")
    chosen = contestants("queens", named) if named else FIRST_PLAN.contestants
    return Plan("queens", expand("queens", [what]), chosen, Goal(asked.get("goal", Goal.COUNT)))
