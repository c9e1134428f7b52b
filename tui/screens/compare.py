"""Compare: algorithms against each other, live, with the documents' tables, history and exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from core.compare.documents import DOCUMENTS
from core.compare.plan import Contestant, Plan, PlanError
from core.compare.quantity import Quantity
from core.compare.table import CellStatus, Table
from core.search import Goal
from core.store import StoreError
from tui.commands import bindings
from tui.host import host
from tui.screens.compare_actions import ABOUT, ACTIONS
from tui.screens.compare_base import LAYOUTS
from tui.screens.compare_look import Look, everything_measured, shown_contestants
from tui.screens.compare_measuring import MeasuringScreen
from tui.widgets.compare_table import CompareTable
from tui.worker import in_thread

if TYPE_CHECKING:
    from core.compare.experiment import Experiment
    from core.compare.history import Entry, History
    from core.store import Store


FIRST_PLAN = Plan(
    "queens", tuple(map(str, range(4, 11))), tuple(map(Contestant, ("bitmask", "backtracking", "dlx", "dlx-s")))
)
"""What a new user finds: a second's work that tells something."""


OPENING_KEYS = ("run", "document")
"""What may be asked for before the history is open: it is done when it has been opened."""


class CompareScreen(MeasuringScreen):
    """A table that fills while one looks, and where tables come from and go to."""

    CSS_PATH = "compare.tcss"
    ABOUT = ABOUT
    ACTIONS = ACTIONS
    BINDINGS = bindings(ACTIONS)

    # Building

    def __init__(self) -> None:
        super().__init__()
        self._typed_ahead: list[Callable[[], None]] = []

    def on_mount(self) -> None:
        remembered = host(self).settings.section("compare")
        asked = host(self).first_options("compare")
        glyphs = host(self).glyphs
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
            store, self._history, experiment, self.baseline = await in_thread(work, "open")
        except (PlanError, StoreError) as error:
            await self._open_without(str(error))
            return
        self._store = store
        if store.notice:
            self.notify(store.notice, severity="warning", timeout=10, markup=False)
        self._take(experiment, keep_quantity="what" not in asked)
        if asked.get("run"):
            self.action_run()
        for action in self._typed_ahead:
            action()
        self._typed_ahead.clear()

    async def _open_without(self, trouble: str) -> None:
        """What was asked for cannot be: say so, and show what a new user sees."""
        self.notify(trouble, severity="error", timeout=10, markup=False)
        await self._first({}, None)

    def can(self, name: str) -> bool:
        table = self.table
        if self._history is None and name in OPENING_KEYS:
            return True
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

    def action_run(self) -> None:
        if self._history is None:
            self._typed_ahead.append(super().action_run)
        else:
            super().action_run()

    # Plans

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
        if self._history is None:
            self._typed_ahead.append(lambda: self.action_document(number))
            return
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
            from tui.line_dialogs import full_name

            self.notify(f"saved {full_name(name)}", markup=False)

    def action_copy(self) -> None:
        from core.compare.exports import as_text

        if self.table is not None:
            text = as_text(self.table, self.look.quantity, self.baseline)
            host(self).copy(text, "table")

    def action_command(self) -> None:
        from tui.dialogs import TextDialog
        from tui.screens.compare_export import command_of

        if self.table is not None:
            self.app.push_screen(TextDialog("The same on the command line", command_of(self.table.plan)))

    def action_race(self) -> None:
        from tui.screens.compare_race import RaceScreen
        from tui.screens.compare_race_setup import LARGEST_N, RaceSetup

        setup = RaceSetup.recalled(host(self).settings.section("race"))
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
    from tui.screens.compare_plan import USUAL

    goal = Goal(asked.get("goal", Goal.COUNT))
    trouble: PlanError | None = None
    for family, (_, usual) in USUAL.items():
        try:
            keys = expand(family, [what])
        except PlanError as error:
            trouble = trouble or error
            continue
        named = asked.get("algorithm")
        return Plan(family, keys, contestants(family, named or ",".join(usual)), goal)
    assert trouble is not None
    raise trouble
